// Decisions: cards that are picked, hands that are set, what is answered; and what is known of the hand meanwhile.
import { placesOfSide, sidesOf } from "./hands.js";
import { raisesOf } from "./plain.js";
import { words } from "./text.js";
import { ask } from "./wire.js";

export class Choices {
  constructor(app) {
    Object.assign(this, {
      app, picks: new Set(), side: "", facts: null, factsFor: "", bestFor: "", made: null, traded: null,
    });
  }

  get setReady() {
    const { setting, hasSides } = this.app.store;
    return !setting || (hasSides ? Boolean(this.side) : this.picks.size === setting.cards);
  }

  // The places of the chosen cards, as the facts of a hand name a set.
  get places() {
    return [...this.picks].sort((one, other) => one - other).join("");
  }

  get pickedCards() {
    return [...this.picks].map((at) => this.app.store.hand.cards[at]);
  }

  // Cards of the side that are kept out of the Play box: the player is held to the hand as it is set.
  get keptOut() {
    const { hand, hasSides, setting } = this.app.store;
    return hasSides && this.side ? placesOfSide(setting, hand.cards, this.side).size - this.picks.size : 0;
  }

  // The cards that make the hand of the round that is over, where the game tells them.
  get madeOf() {
    const { holding, view } = this.app.store;
    const known = holding && this.made?.round === view.last?.number ? this.made.cards : [];
    return known.length ? new Set(known) : null;
  }

  async readHand() {
    const { store } = this.app;
    const name = store.decisionName;
    if (this.factsFor === name) return;
    Object.assign(this, { factsFor: name, facts: null, picks: new Set(), side: "" });
    const board = store.boardOf(store.view.round).join(" ");
    const query = new URLSearchParams({ cards: store.hand.cards.join(" "), ...(board ? { board } : {}) });
    try {
      const facts = await ask(`/table/${store.table}/read.json?${query}`);
      if (this.factsFor === name) this.facts = facts;
      if (this.bestFor === name) this.best();
    } catch {
      return; // the hand can be played without
    }
    this.app.draw();
  }

  async readMade() {
    const { store } = this.app;
    const { last } = store.view ?? {};
    const hand = last?.seats[store.seat];
    if (!store.felt.made || !store.holding || this.made?.round === last?.number) return;
    if (!hand?.cards.length || hand.folded || store.boardOf(last).length < store.boardSize) return;
    const made = { round: last.number, cards: [] };
    this.made = made;
    const query = new URLSearchParams({ cards: hand.cards.join(" "), board: store.boardOf(last).join(" ") });
    const facts = await ask(`/table/${store.table}/read.json?${query}`).catch(() => null);
    made.cards = facts?.made_of ?? [];
    this.app.draw();
  }

  // Cards are chosen by their place in the hand: several decks may deal the same card twice.
  pick(at) {
    const { deciding, hand, hasSides, setting, trading } = this.app.store;
    if (!deciding) return;
    if (hasSides) {
      const lies = sidesOf(setting, hand.cards[at]);
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

  setSide(side) {
    const { deciding, hand, hasSides, setting } = this.app.store;
    if (!deciding || !hasSides || !(side in { ...setting.sides, "": 0 })) return;
    this.side = side;
    this.picks = side ? placesOfSide(setting, hand.cards, side) : new Set();
    this.shown();
  }

  best() {
    const { deciding, decisionName, hand, hasSides, setting } = this.app.store;
    this.bestFor = decisionName; // pressed before the hand is read: set as soon as it is
    if (!deciding || !this.facts) return;
    if (hasSides) this.setSide(this.facts.best);
    else if (setting) {
      this.picks = new Set(this.facts.best.map((code) => hand.cards.indexOf(code)));
      this.shown();
    }
  }

  // The table is told which card goes, not which of two alike: which place it leaves is remembered here.
  trade() {
    const { hand, trading, view } = this.app.store;
    const { name, trades } = trading;
    const places = [...this.picks].sort((one, other) => one - other);
    if (!places.length) {
      this.app.tell(words.decide.chooseTrade);
      return;
    }
    this.traded = { round: view.round.number, at: trades === 1 ? places[0] : undefined };
    const cards = places.map((at) => hand.cards[at]);
    this.decide({ [name]: trades === 1 ? cards[0] : cards });
  }

  playOn(tokens = {}) {
    const { deciding, felt, hasSides, raise, setting, view } = this.app.store;
    if (!deciding) return;
    if (!raise) this.trade();
    else if (!setting) this.answer(raisesOf(raise)[0][0], tokens);
    else if (!this.setReady) this.app.tell(felt.words.asks?.[view.round.asked]?.first ?? words.decide.chooseSet);
    else this.decide({
      [raise.name]: raisesOf(raise)[0][0],
      set: hasSides && !this.keptOut ? this.side : this.pickedCards,
    }, tokens);
  }

  // An option of the question that is asked, by its name.
  answer(option, tokens = {}) {
    this.decide({ [this.app.store.raise.name]: option }, tokens);
  }

  async decide(choice, tokens = {}) {
    const { app } = this;
    const { coach, store } = app;
    if (!store.deciding) return;
    const { round } = store.view;
    const judge = coach.judge(choice, round);
    store.decided = true; // shown at once; the server has the last word
    store.hand.choices = { ...store.hand.choices, ...choice };
    this.shown();
    const sent = app.line.send(
      "decide",
      { seat: store.seat, round: round.number, stage: round.asked, choice, tokens },
    );
    coach.hear(sent, judge);
    try {
      await sent;
    } catch (error) {
      app.tell(app.why(error));
    }
    store.decided = false;
    app.draw();
  }
}
