// Decisions: cards picked, hands set, answers given; and the facts about the hand in the meantime.
import { placesOfSide, sidesOf } from "./hands.js";
import { raisesOf } from "./plain.js";
import { words } from "./text.js";
import { ask } from "../site/ask.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/**
 * @param {Wire.Round | null} round
 * @param {number | null} seat
 */
const handOf = (round, seat) => `${round?.number}.${seat}`;

export class Choices {
  /** @type {Set<number>} */
  picks = new Set();
  side = "";
  /** @type {Wire.Facts | null} */
  facts = null;
  factsFor = "";
  bestFor = "";
  /**
   * By seat: the cards that make the hand once the round is over, and the place of the card it traded.
   * @type {Map<string, string[]>}
   */
  made = new Map();
  /** @type {Map<string, number | undefined>} */
  traded = new Map();
  /**
   * A choice that would be a mistake, held until the player confirms it.
   * @type {{ choice: Wire.Choice, tokens: Wire.Cents, warning: string } | null}
   */
  held = null;

  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
  }

  // Your cards at the decision.
  get cards() {
    return this.app.store.hand?.cards ?? [];
  }

  get setReady() {
    const { setting, hasSides } = this.app.store;
    return !setting || (hasSides ? Boolean(this.side) : this.picks.size === setting.cards);
  }

  // The places of the chosen cards, written as the facts of a hand name a set.
  get places() {
    return [...this.picks].sort((one, other) => one - other).join("");
  }

  get pickedCards() {
    return [...this.picks].map((at) => this.cards[at]).filter((code) => code !== null);
  }

  // Cards of the side that stay out of the Play box: the hand plays as set.
  get keptOut() {
    const { hasSides, setting } = this.app.store;
    return setting && hasSides && this.side ? placesOfSide(setting, this.cards, this.side).size - this.picks.size : 0;
  }

  // Which place of your hand was traded, if the player chose it on this page.
  get tradedAt() {
    const { round, seat } = this.app.store;
    return this.traded.get(handOf(round, seat));
  }

  // The cards that made the hand in the finished round, if the game names them.
  get madeOf() {
    const { holding, seat, view } = this.app.store;
    const known = holding ? this.made.get(handOf(view.last, seat)) : [];
    return known?.length ? new Set(known) : null;
  }

  async readHand() {
    const { store } = this.app;
    const name = store.decisionName;
    const { round } = store.view;
    if (this.factsFor === name || !round) return;
    Object.assign(this, { factsFor: name, facts: null, picks: new Set(), side: "", held: null });
    const board = store.boardOf(round).join(" ");
    const query = new URLSearchParams({ cards: this.cards.join(" "), ...(board ? { board } : {}) });
    try {
      /** @type {Wire.Facts} */
      const facts = await ask(`/table/${store.table}/read.json?${query}`);
      if (this.factsFor === name) this.facts = facts;
      if (this.bestFor === name) this.best();
    } catch {
      return; // the hand can be played without it
    }
    this.app.draw();
  }

  async readMade() {
    const { store } = this.app;
    const { last } = store.view;
    const hand = last?.seats[store.seat ?? 0];
    const name = handOf(last, store.seat);
    if (!last || !store.felt.made || !store.holding || this.made.has(name)) return;
    if (!hand?.cards.length || hand.folded || store.boardOf(last).length < store.boardSize) return;
    this.made.set(name, []);
    const query = new URLSearchParams({ cards: hand.cards.join(" "), board: store.boardOf(last).join(" ") });
    /** @type {Wire.Facts | null} */
    const facts = await ask(`/table/${store.table}/read.json?${query}`).catch(() => null);
    this.made.set(name, facts?.made_of ?? []);
    this.app.draw();
  }

  /**
   * Chooses cards by their place in the hand: with several decks the same card may be dealt twice.
   * @param {number} at
   */
  pick(at) {
    this.held = null;
    const { deciding, hasSides, setting, trading } = this.app.store;
    if (!deciding || !(setting || trading) || this.cards[at] === "Jo") return;
    if (setting && hasSides) {
      const lies = sidesOf(setting, this.cards[at]);
      if (!lies.includes(this.side)) {
        this.setSide(lies[0]);
        return;
      }
    }
    const picks = new Set(this.picks);
    if (picks.has(at)) picks.delete(at);
    else {
      if (trading && picks.size === trading.trades) picks.delete([...picks][0]);
      if (setting?.cards && picks.size === setting.cards) picks.delete([...picks][0]);
      picks.add(at);
    }
    this.picks = picks;
    if (!picks.size) this.side = "";
    this.shown();
  }

  shown() {
    this.app.notice = null;
    this.app.draw();
  }

  /** @param {string} side */
  setSide(side) {
    this.held = null;
    const { deciding, hasSides, setting } = this.app.store;
    if (!deciding || !setting || !hasSides || !(side in { ...setting.sides, "": 0 })) return;
    this.side = side;
    this.picks = side ? placesOfSide(setting, this.cards, side) : new Set();
    this.shown();
  }

  best() {
    const { deciding, decisionName, setting } = this.app.store;
    this.bestFor = decisionName; // pressed before the hand is read: set as soon as it is
    const best = this.facts?.best;
    if (!deciding || !setting || !best) return;
    if (!Array.isArray(best)) this.setSide(best);
    else {
      this.picks = new Set(best.map((code) => this.cards.indexOf(code)));
      this.shown();
    }
  }

  // The table is told the card, not which of two identical ones; the place it left is remembered here.
  trade() {
    const { seat, trading, view: { round } } = this.app.store;
    if (!trading || !round) return;
    const { name, trades } = trading;
    const places = [...this.picks].sort((one, other) => one - other);
    if (!places.length) {
      this.app.tell(words.decide.chooseTrade);
      return;
    }
    this.traded.set(handOf(round, seat), trades === 1 ? places[0] : undefined);
    const cards = places.map((at) => this.cards[at]).filter((code) => code !== null);
    this.decide({ [name]: trades === 1 ? cards[0] : cards });
  }

  /** @param {Wire.Cents} tokens */
  playOn(tokens = {}) {
    const { deciding, felt, hasSides, raise, setting, view } = this.app.store;
    if (!deciding) return;
    if (!raise) this.trade();
    else if (!setting) this.answer(raisesOf(raise)[0][0], tokens);
    else if (!this.setReady) this.app.tell(felt.words.asks?.[view.round?.asked ?? ""]?.first ?? words.decide.chooseSet);
    else this.decide({
      [raise.name]: raisesOf(raise)[0][0],
      set: hasSides && !this.keptOut ? this.side : this.pickedCards,
    }, tokens);
  }

  /**
   * An option of the current question, by name.
   * @param {string} option
   * @param {Wire.Cents} tokens
   */
  answer(option, tokens = {}) {
    const { raise } = this.app.store;
    if (raise) this.decide({ [raise.name]: option }, tokens);
  }

  /**
   * Asks again before a mistake if the player wants to be stopped.
   * @param {Wire.Choice} choice
   * @param {Wire.Cents} tokens
   */
  async decide(choice, tokens = {}) {
    const { app } = this;
    const { hand, decisionName: name, view: { round } } = app.store;
    if (!app.store.deciding || !hand || !round) return;
    if (app.stopping && !(this.held && JSON.stringify(this.held.choice) === JSON.stringify(choice))) {
      const warning = await app.coach.warn(choice, round, hand);
      if (!app.store.deciding || app.store.decisionName !== name) return;
      this.held = warning ? { choice, tokens, warning } : null;
      if (warning) {
        this.shown();
        app.calls.announce(warning);
        return;
      }
    }
    this.held = null;
    await this.send(choice, tokens);
  }

  anyway() {
    if (this.held) this.decide(this.held.choice, this.held.tokens);
  }

  takeBack() {
    this.held = null;
    this.shown();
  }

  /**
   * @param {Wire.Choice} choice
   * @param {Wire.Cents} tokens
   */
  async send(choice, tokens) {
    const { app } = this;
    const { coach, store } = app;
    const { decisionName: name, hand, seat, view: { round } } = store;
    if (!store.deciding || !hand || !round || seat === null) return;
    const judge = coach.judge(choice, round, hand, seat);
    store.answered.add(name);
    hand.choices = { ...hand.choices, ...choice };
    const sent = app.send("decide", { seat, round: round.number, stage: round.asked, choice, tokens });
    coach.hear(seat, sent, judge);
    this.shown();
    try {
      await sent;
    } catch (error) {
      store.answered.delete(name);
      app.tell(app.why(error));
    }
    app.draw();
  }
}
