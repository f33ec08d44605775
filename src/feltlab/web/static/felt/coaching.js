// The coach at the table: advises before a decision and judges after it; each cost goes on the player's sheet.
import {
  choiceName, costOf, handWords, labName, LEAST_COST, lesson, spoken, stakesOf, strategyOf, valueOf,
} from "./coach.js";
import { keep, recall } from "../site/dom.js";
import { decides, tradeOf } from "./plain.js";
import { noteDecision, noteRound } from "./sheet.js";
import { words } from "./text.js";
import { ask, messageOf, Refusal } from "../site/ask.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

const FIRST_ROUNDS = 3; // the coach appears unasked for this many

export class Coaching {
  always = recall("coach", false);
  open = this.always;
  newcomer = recall("coach", null) === null && recall("rounds", 0) < FIRST_ROUNDS; // until dismissed
  full = false;
  /** @type {Wire.Advice | null} */
  advice = null;
  for = "";
  failed = "";
  /** @type {string[] | null} */
  strategy = null;
  /**
   * The verdict on the last decision of each of your hands.
   * @type {Map<number, { lesson: string, judged: Wire.Advice, chosen: string,
   *   stakes: { stake?: number, foldIsSure?: boolean } }>}
   */
  said = new Map();
  round = 0;
  /**
   * The value of the choices made so far for each of your hands.
   * @type {Map<number, { worth: number }>}
   */
  tally = new Map();
  /** @type {Promise<void>} */
  judging = Promise.resolve();

  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
    this.open ||= this.newcomer;
  }

  // Unasked it does not come where there is nothing to say: in a small window it would cover the top.
  get shown() {
    const { narrow, store } = this.app;
    const idle = !decides(store.felt) || (narrow.matches && !store.deciding);
    return this.open && !(this.newcomer && idle);
  }

  // For the hand in front of the player.
  get verdict() {
    return this.said.get(this.app.store.seat ?? 0) ?? null;
  }

  get lesson() {
    return this.verdict?.lesson ?? null;
  }

  toggle() {
    this.open = !this.open;
    if (this.open) {
      this.round = this.app.store.round?.number ?? 0;
      this.ask();
      this.readStrategy();
    } else {
      this.always = this.newcomer = false;
      keep("coach", false);
    }
    this.app.draw();
  }

  /** @param {boolean} always */
  stay(always) {
    this.always = always;
    keep("coach", always);
    this.app.draw();
  }

  // A coach who was asked once, not for good, leaves when the round is over.
  leave() {
    if (!this.always && !this.newcomer) this.open = false;
  }

  async readStrategy() {
    this.strategy = await strategyOf(`/table/${this.app.store.table}`);
    this.app.draw();
  }

  async ask() {
    if (!this.strategy) this.readStrategy();
    const { deciding, decisionName: name, seat, table } = this.app.store;
    if (!deciding || this.for === name) return;
    Object.assign(this, { for: name, advice: null, failed: "" });
    try {
      /** @type {Wire.Advice} */
      const advice = await ask(`/api/tables/${table}/coach?seat=${seat}`);
      if (this.for === name) {
        this.advice = advice;
        const { felt, hand } = this.app.store;
        this.app.calls.announce(words.coach.spoken(spoken(advice, hand?.stakes[felt.initial])));
      }
    } catch (error) {
      // The game is still being solved, or the lab is busy; the message says which.
      const later = error instanceof Refusal && error.status === 503;
      if (this.for === name) {
        Object.assign(this, { failed: later ? messageOf(error) : words.coach.failed, for: "" });
        if (later) setTimeout(() => this.open && this.ask(), 4000);
      }
    }
    this.app.draw();
  }

  /**
   * Judges a decision when it is sent, queued ahead of the round's own note.
   * @param {number} seat
   * @param {Promise<unknown>} sent
   * @param {() => Promise<void>} judge
   */
  hear(seat, sent, judge) {
    this.judging = this.judging.then(() => sent).then(judge).catch(() => { this.tally.delete(seat); });
  }

  /**
   * The value of the choice for the hand as it is now.
   * @param {Wire.Choice} choice
   * @param {Wire.Round} round
   * @param {Wire.Hand} hand
   */
  weigh(choice, round, hand) {
    const { choices, store } = this.app;
    const { trading: trade } = store;
    const facts = choices.factsFor === store.decisionName ? choices.facts : null; // decided before the hand was read
    const board = store.boardOf(round).join(" ");
    const held = store.hasSides && Array.isArray(choice.set) ? choice.set.join(" ") : "";
    const known = this.for === store.decisionName && !held ? this.advice : null;
    const wrong = choice.set && facts?.best_sets && !facts.best_sets.includes(choices.places);
    const badSet = wrong ? ` ${store.felt.words.asks?.[round.asked]?.bad ?? words.coach.badSet}` : "";
    const query = this.question(hand, board, held);
    return async () => {
      /** @type {Wire.Advice} */
      const advice = known ?? (await ask(`/table/${store.table}/worth.json?${query}`));
      const name = (held && advice.options.at(-1)?.choice) || labName(choice, trade);
      return { advice, name, facts, badSet, cost: costOf(advice, name), worth: valueOf(advice, name) };
    };
  }

  /**
   * The warning before a mistake; none if the choice is right or the lab cannot tell.
   * @param {Wire.Choice} choice
   * @param {Wire.Round} round
   * @param {Wire.Hand} hand
   */
  async warn(choice, round, hand) {
    try {
      const { advice, badSet, cost, name } = await this.weigh(choice, round, hand)();
      if (cost < LEAST_COST) return badSet.trim();
      const { stake } = stakesOf(this.app.store, hand);
      return words.coach.warning(choiceName(name), cost * (stake ?? 0), choiceName(advice.best));
    } catch {
      return "";
    }
  }

  /**
   * Asks for the value of a choice once it is made: a note for the sheet and a lesson for the player.
   * @param {Wire.Choice} choice
   * @param {Wire.Round} round
   * @param {Wire.Hand} hand
   * @param {number} seat
   */
  judge(choice, round, hand, seat) {
    const { store } = this.app;
    const cards = [...hand.cards];
    const money = stakesOf(store, hand);
    const board = store.boardOf(round).join(" ");
    const stage = round.asked;
    const weigh = this.weigh(choice, round, hand);
    return async () => {
      const { advice, name, facts, badSet, cost, worth } = await weigh();
      const before = this.tally.get(seat);
      this.tally.set(seat, { worth: before ? before.worth - cost : worth });
      noteDecision(
        store.felt,
        {
          at: Date.now(),
          table: store.table,
          round: round.number,
          stage,
          cards,
          board,
          choice: name,
          best: advice.best,
          worth,
          cost,
          stake: money.stake,
          hand: handWords(facts),
        },
      );
      const told = lesson(store.felt, advice, name, facts, money.stake) + badSet;
      this.app.calls.add(told);
      this.said.set(seat, { lesson: told, judged: advice, chosen: name, stakes: money });
      this.app.draw();
    };
  }

  /**
   * The hand as it is now, in the form of a question to the lab.
   * @param {Wire.Hand} hand
   * @param {string} board
   * @param {string} held
   */
  question(hand, board, held) {
    const { felt } = this.app.store;
    const stakes = Object.entries(hand.stakes)
      .filter(([wager]) => this.app.store.spot(wager)?.role !== "raise")
      .map(([wager, cents]) => `${wager}:${cents}`)
      .join(",");
    return new URLSearchParams({
      cards: hand.cards.join(" "),
      wagers: stakes,
      ...(board ? { board } : {}),
      ...(held ? { set: held } : {}),
      ...(tradeOf(felt) ? { choices: JSON.stringify(hand.choices) } : {}),
      ...(hand.replacement ? { drawn: [hand.replacement].flat().join(" ") } : {}),
    });
  }

  // A round that the player was in is over.
  counted() {
    const rounds = recall("rounds", 0) + 1;
    keep("rounds", rounds);
    if (rounds >= FIRST_ROUNDS) this.newcomer = false; // leaves with this round unless told to stay
  }

  /**
   * @param {Wire.Round} last
   * @param {Wire.Hand} hand
   * @param {number} seat
   */
  noteRound(last, hand, seat) {
    const { felt, game, table } = this.app.store;
    const unit = hand.stakes[felt.initial]; // kept with the round: the sheet shows money
    const live = hand.results.filter((done) => !(done.wager in (felt.words.early ?? {}))).reduce(
      (sum, done) => sum + done.returned - done.staked,
      0,
    );
    this.judging = this.judging.then(() => {
      const tally = this.tally.get(seat);
      if (tally && unit && !hand.void) noteRound(
        game,
        { at: Date.now(), table, round: last.number, stake: unit, net: live / unit, worth: tally.worth },
      );
      this.tally.delete(seat);
    });
  }
}
