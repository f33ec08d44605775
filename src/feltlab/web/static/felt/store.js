// What the server says of the table, and what follows from it: who sits where, which round is shown, what is asked.
import { keep, recall } from "../site/dom.js";
import { placesOf } from "./model.js";
import { askAt } from "./plain.js";
import { Stage } from "./stage.js";

/**
 * A table of which nothing has been heard yet.
 * @type {Wire.View}
 */
const UNHEARD = {
  table: "", v: 0, status: "open", reason: "", meters: {}, seats: {}, round: null, last: null, you: null, shoe: null,
  config: { game: "", title: "", seats: 0, betting_seconds: 0, decision_seconds: 0, private: false, fingerprint: "" },
};

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
  view = UNHEARD; // what is drawn
  server = UNHEARD; // what the server said last: it may be ahead of what is drawn
  ahead = 0;
  holding = false; // a round that is over stays on the felt until the player goes on
  decided = false;
  left = false;
  /** @type {number | null} */
  leftSeat = null;
  lost = false;
  unable = false;
  /** @type {Wire.Felt | null} */
  #felt = null;

  /** @param {ConstructorParameters<typeof Stage>[0]} told */
  constructor(told) {
    this.stage = new Stage(told);
  }

  // Nothing is drawn before the felt is there and a view of what lies on it.
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
   * A frame is kept and played; money is shown when what it was won or lost by has been.
   * @param {Wire.Frame} frame
   */
  take(frame) {
    this.server = frame.view;
    this.ahead = frame.now - performance.now(); // the house's time: this machine's may be another
    this.purseThen = frame.purse ?? this.purseThen;
    this.tokensThen = frame.tokens ?? this.tokensThen;
    const first = !this.stage.view;
    this.stage.take(frame);
    if (first) this.holding = this.unseen(frame.view);
  }

  /**
   * A page that is reloaded shows the result that was on it until its player has continued, or bet again.
   * @param {Wire.View} view
   */
  unseen({ last, round, you }) {
    if (!last) return false;
    if (!round) return true;
    const own = you ?? 0;
    const bet = round.seats[own];
    return round.phase === "bets" && Boolean(last.seats[own]?.results.length)
      && !bet?.ready && !Object.keys(bet?.stakes ?? {}).length
      && recall("seen", "") !== `${this.table}.${last.number}`;
  }

  // The player goes on from the result.
  goOn() {
    this.holding = false;
    if (this.view.last) keep("seen", `${this.table}.${this.view.last.number}`);
  }

  count() {
    this.purse = this.purseThen ?? this.purse;
    this.tokens = this.tokensThen ?? this.tokens;
  }

  get seat() {
    return this.view.you;
  }

  get round() {
    if (this.left) return this.view.round;
    return this.holding ? this.view.last : (this.view.round ?? this.view.last);
  }

  get phase() {
    return this.holding ? "results" : (this.view.round?.phase ?? "idle");
  }

  get deciding() {
    const round = this.view.round;
    return !this.holding
      && !this.decided
      && round?.phase === "play"
      && this.seat !== null
      && round.waiting.includes(this.seat);
  }

  get busy() {
    return this.stage.busy;
  }

  // Staff does not play.
  get plays() {
    return this.me?.role === "player";
  }

  // In the demo guests open tables of their own and buy chips; where people log in, the floor does that for them.
  get opensTables() {
    return this.me?.mode === "demo";
  }

  get company() {
    return Object.entries(this.view.seats).some(([seat, who]) => !who.bot && Number(seat) !== this.seat);
  }

  get hand() {
    return this.seat === null ? undefined : this.view.round?.seats[this.seat];
  }

  // The question that is asked.
  get asked() {
    return askAt(this.felt, this.view.round);
  }

  // The question that is asked, where cards are traded at it.
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

  // How the hand is set at the question that is asked.
  get setting() {
    return this.asked?.set ?? null;
  }

  get hasSides() {
    return Object.keys(this.setting?.sides ?? {}).length > 0;
  }

  get decisionName() {
    return this.view.round ? `${this.view.round.number}.${this.view.round.asked}` : "";
  }

  /**
   * Playing cards of the table that lie face up.
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
