// The server's view of the table, and what follows from it: who sits where, which round is shown, what is asked.
import { keep, recall } from "../site/dom.js";
import { placesOf } from "./model.js";
import { askAt } from "./plain.js";
import { Stage } from "./stage.js";

/**
 * A table not heard from yet.
 * @type {Wire.View}
 */
const UNHEARD = {
  table: "", v: 0, status: "open", reason: "", meters: {}, seats: {}, round: null, last: null, you: null, shoe: null,
  config: { game: "", title: "", seats: 0, betting_seconds: 0, decision_seconds: 0, private: false, fingerprint: "" },
};

/** @param {Wire.View["seats"]} seats */
const ownSeats = (seats) => Object.keys(seats).map(Number).filter((seat) => seats[seat].you).sort((a, b) => a - b);

/**
 * A question to one hand, by name.
 * @param {Wire.Round} round
 * @param {number} seat
 */
const questionOf = ({ number, asked }, seat) => `${number}.${asked}.${seat}`;

export class Store {
  game = "";
  table = "";
  floor = false;
  /** @type {Live.Me | null} */
  me = null;
  /** @type {number | null} */
  purse = null;
  /** @type {number | null} */
  purseThen = null;
  /** @type {number | null} */
  tokens = null;
  /** @type {number | null} */
  tokensThen = null;
  view = UNHEARD; // the view on the screen
  server = UNHEARD; // the server's latest view: it may be ahead of the screen
  ahead = 0;
  holding = false; // a finished round stays on the felt until the player continues
  /**
   * Decisions made or on their way: shown at once; the server has the last word.
   * @type {Set<string>}
   */
  answered = new Set();
  left = false;
  /** Whether the player gives up every seat. */
  leaving = false;
  /**
   * Of your several hands, the one in front while none is asked.
   * @type {number | null}
   */
  chosen = null;
  lost = false;
  unable = false;
  /** @type {Wire.Felt | null} */
  #felt = null;

  /** @param {ConstructorParameters<typeof Stage>[0]} told */
  constructor(told) {
    this.stage = new Stage(told);
  }

  // Nothing is drawn before both the felt and a view of it have come.
  get ready() {
    return this.#felt !== null && this.stage.view !== null;
  }

  get felt() {
    if (!this.#felt) throw new Error("the felt is not there yet");
    return this.#felt;
  }

  set felt(felt) {
    this.#felt = felt;
  }

  /**
   * Keeps a frame and plays it; money changes on the screen after the event that won or lost it.
   * @param {Wire.Frame} frame
   */
  take(frame) {
    this.server = frame.view;
    this.ahead = frame.now - performance.now(); // the house's clock: this machine's may differ
    this.purseThen = frame.purse ?? this.purseThen;
    this.tokensThen = frame.tokens ?? this.tokensThen;
    const first = !this.stage.view;
    this.stage.take(frame);
    if (first) this.holding = this.unseen(frame.view);
  }

  /**
   * A reloaded page shows the last result until the player continues or bets again.
   * @param {Wire.View} view
   */
  unseen({ last, round, seats }) {
    if (!last) return false;
    if (!round) return true;
    const own = ownSeats(seats);
    return round.phase === "bets" && own.some((seat) => last.seats[seat]?.results.length)
      && !own.some((seat) => round.seats[seat]?.ready || Object.keys(round.seats[seat]?.stakes ?? {}).length)
      && recall("seen", "") !== `${this.table}.${last.number}`;
  }

  // The player continues from the result.
  goOn() {
    this.holding = false;
    if (this.view.last) keep("seen", `${this.table}.${this.view.last.number}`);
  }

  count() {
    this.purse = this.purseThen ?? this.purse;
    this.tokens = this.tokensThen ?? this.tokens;
  }

  // Your seats; you can have several only at a table of your own.
  get seats() {
    return ownSeats(this.view.seats);
  }

  // The seat of the hand in front of the player: the one being asked, or the one chosen.
  get seat() {
    const own = this.seats;
    const looked = this.chosen !== null && own.includes(this.chosen) ? this.chosen : own[0];
    return this.toDecide[0] ?? looked ?? null;
  }

  /** @param {number} seat */
  owns(seat) {
    return Boolean(this.view.seats[seat]?.you);
  }

  get several() {
    return this.seats.length > 1;
  }

  // Your seats still to decide, in the order the table asks them.
  get toDecide() {
    const { round } = this.view;
    if (this.holding || round?.phase !== "play") return [];
    return round.waiting.filter((seat) => this.owns(seat) && !this.answered.has(questionOf(round, seat)));
  }

  // A table of your own, where nobody else waits for your hands.
  get mayHaveSeveral() {
    const { config } = this.view;
    return Boolean(this.seats.length && config.private && !config.decision_seconds);
  }

  // A seat for one more hand: the next after yours.
  get another() {
    const { round, seats, status } = this.view;
    const [first] = this.seats;
    if (!first || !this.mayHaveSeveral || status !== "open" || round?.phase === "play") return null;
    const free = Array.from({ length: this.felt.places }, (_, at) => at + 1).filter((seat) => !seats[seat]);
    return free.find((seat) => seat > first) ?? free.at(-1) ?? null;
  }

  get round() {
    if (this.left) return this.view.round;
    return this.holding ? this.view.last : (this.view.round ?? this.view.last);
  }

  get phase() {
    return this.holding ? "results" : (this.view.round?.phase ?? "idle");
  }

  get deciding() {
    return this.toDecide.length > 0;
  }

  get busy() {
    return this.stage.busy;
  }

  // Staff does not play.
  get plays() {
    return this.me?.role === "player";
  }

  // A table without clocks is for one player, and bots.
  get forOne() {
    const { betting_seconds: betting, decision_seconds: decision, private: closed } = this.view.config;
    return closed && !(betting && decision) && this.company;
  }

  // In the demo, guests open their own tables and buy chips; in login mode the floor does that for them.
  get opensTables() {
    return this.me?.mode === "demo";
  }

  get company() {
    return Object.values(this.view.seats).some((who) => !who.bot && !who.you);
  }

  get hand() {
    return this.seat === null ? undefined : this.view.round?.seats[this.seat];
  }

  // The current question.
  get asked() {
    return askAt(this.felt, this.view.round);
  }

  // The current question, if it is a trade.
  get trading() {
    const { asked } = this;
    return asked?.trades ? asked : null;
  }

  get raise() {
    const { asked } = this;
    if (!asked?.wager) return null;
    const barred = this.hand?.barred ?? [];
    if (!barred.length) return asked;
    const open = Object.entries(asked.options).filter(([option]) => !barred.includes(option));
    return { ...asked, options: Object.fromEntries(open) };
  }

  // How the hand is set at the current question.
  get setting() {
    return this.asked?.set ?? null;
  }

  get hasSides() {
    return Object.keys(this.setting?.sides ?? {}).length > 0;
  }

  get decisionName() {
    return this.view.round && this.seat !== null ? questionOf(this.view.round, this.seat) : "";
  }

  /**
   * Face-up playing cards on the table.
   * @param {Wire.Round} round
   */
  boardOf(round) {
    const places = placesOf(round);
    const lying = this.felt.table.filter(({ named }) => !named).flatMap(({ place }) => places[place] ?? []);
    return lying.filter((code) => code !== null);
  }

  get boardSize() {
    return this.felt.table.filter(({ named }) => !named).reduce((sum, { cards }) => sum + cards, 0);
  }

  /** @param {string} wager */
  spot(wager) {
    return this.felt.spots.find((spot) => spot.wager === wager);
  }

  /** @param {string} wager */
  nameOf(wager) {
    return this.spot(wager)?.name ?? wager;
  }
}
