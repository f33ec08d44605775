// Opening bets: the bets the player wants, sent all at once; a refused bet goes back.
import { Refusal } from "../site/ask.js";
import { keep, recall } from "../site/dom.js";
import { openersOf, opens } from "./plain.js";
import { tick } from "./sound.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

// The bets on one of your hands.
class Bets {
  /** @type {Wire.Cents} */
  wanted = {};
  /** @type {Wire.Cents} */
  tokens = {};
  /** @type {Promise<boolean> | null} */
  sending = null;
  again = false;
  /** @type {[bets: Wire.Cents, tokens: Wire.Cents][]} */
  before = [];
}

export class Betting {
  /** @type {Map<number, Bets>} */
  #hands = new Map();
  withTokens = false;
  chip = recall("chip", 500);
  /** @type {Wire.Cents | null} */
  lastBets = null;
  /**
   * The last bets of each of your hands.
   * @type {Map<number, Wire.Cents>}
   */
  #last = new Map();

  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {number} seat */
  of(seat) {
    const known = this.#hands.get(seat) ?? new Bets();
    this.#hands.set(seat, known);
    return known;
  }

  // The bets of the hand in front of the player.
  get own() {
    return this.of(this.app.store.seat ?? 0);
  }

  get wanted() {
    return this.own.wanted;
  }

  get wantedTokens() {
    return this.own.tokens;
  }

  get before() {
    return this.own.before;
  }

  get sending() {
    return this.own.sending;
  }

  // Whether any of your hands has bets that begin a round.
  get opens() {
    const { felt, seats } = this.app.store;
    return seats.some((seat) => opens(felt, this.of(seat).wanted));
  }

  recall() {
    this.lastBets = recall(`bets.${this.app.store.game}`, this.lastBets);
  }

  /** @param {number} chip */
  choose(chip) {
    this.chip = chip;
    keep("chip", chip);
    this.app.draw();
  }

  /**
   * The cards are out: keeps what each of your hands has bet, and stores the first for another day.
   * @param {Wire.Round} round
   */
  locked({ seats }) {
    const own = this.app.store.seats.filter((seat) => seats[seat]);
    this.#last = new Map(own.map((seat) => [seat, { ...seats[seat].stakes }]));
    for (const bets of this.#hands.values()) bets.before = [];
    if (!own.length) return;
    this.lastBets = { ...seats[own[0]].stakes };
    keep(`bets.${this.app.store.game}`, this.lastBets);
  }

  /**
   * Takes the bets that the server has as the bets wanted.
   * @param {Wire.View} view
   * @param {number} seat
   */
  wantLying(view, seat) {
    const lying = view.round?.seats[seat];
    Object.assign(this.of(seat), { wanted: { ...(lying?.stakes ?? {}) }, tokens: { ...(lying?.tokens ?? {}) } });
  }

  // The same for all of your hands, except those whose bets are on their way.
  wantAllLying() {
    const { seats, view } = this.app.store;
    for (const seat of seats) if (!this.of(seat).sending) this.wantLying(view, seat);
  }

  /**
   * The hand's bets from the last round, another day or another table, as far as this felt has those spots.
   * @param {number} seat
   */
  offered(seat) {
    const bets = Object.entries(this.#last.get(seat) ?? this.lastBets ?? {});
    return Object.fromEntries(bets.filter(([wager]) => this.app.store.spot(wager)));
  }

  // Repeats the last bets on each of your hands.
  async rebet() {
    if (!this.lastBets) return false;
    for (const seat of this.app.store.seats) if (!(await this.bet(this.offered(seat), { seat }))) return false;
    return true;
  }

  /**
   * @param {string} wager
   * @param {1 | -1} by
   */
  change(wager, by) {
    const { app } = this;
    const { store } = app;
    if (store.holding) app.next();
    if (store.phase !== "bets") return;
    const spot = store.spot(wager);
    if (!spot) return;
    if (spot.role === "initial" && spot.equals) {
      this.change(spot.equals, by);
      return;
    }
    const now = this.wanted[wager] ?? 0;
    const then = this.changed(spot, now, by);
    const wagers = { ...this.wanted };
    if (then > 0) wagers[wager] = then;
    else delete wagers[wager];
    for (const other of store.felt.spots) {
      if (other.role === "initial" && other.equals === wager) wagers[other.wager] = then;
    }
    const tokens = { ...this.wantedTokens };
    if (this.withTokens && spot.role !== "progressive") tokens[wager] = (tokens[wager] ?? 0) + then - now;
    if (opens(store.felt, wagers)) this.bet(wagers, { wager, tokens });
    else if (by > 0) app.tell(words.refused.first(openersOf(store.felt)), wager);
    else this.bet({});
  }

  /**
   * One chip more or less; never an amount between zero and the minimum bet.
   * @param {Wire.Spot} spot
   * @param {number} now
   * @param {1 | -1} by
   */
  changed({ role, limits }, now, by) {
    const low = limits?.[0] ?? 0;
    const then = now + by * this.chip;
    if (role === "progressive") return by > 0 ? low : 0;
    if (then >= low) return then;
    return by > 0 ? low : 0;
  }

  double() {
    return this.bet(Object.fromEntries(Object.entries(this.wanted).map(([wager, cents]) => [
      wager,
      this.app.store.spot(wager)?.role === "progressive" ? cents : 2 * cents,
    ])));
  }

  undo() {
    const last = this.before.pop();
    if (!last) return;
    const [bets, tokens] = last;
    this.bet(bets, { noted: false, tokens });
  }

  /**
   * Sends all bets of a hand at once, the latest last; a refused bet goes back to what the server has.
   * @param {Wire.Cents} wagers
   * @param {{ wager?: string, noted?: boolean, seat?: number | null, tokens?: Wire.Cents }} how
   */
  async bet(wagers, { wager = "", noted = true, seat = this.app.store.seat, tokens } = {}) {
    const { app } = this;
    if (app.store.phase !== "bets" || !seat) return false;
    const bets = this.of(seat);
    if (noted) {
      const now = /** @type {typeof bets.before[number]} */ ([bets.wanted, bets.tokens]);
      bets.before = [...bets.before, now].slice(-50);
    }
    bets.wanted = wagers;
    bets.tokens = tokensIn(wagers, tokens ?? bets.tokens);
    app.notice = null;
    app.motion.now = "mine";
    app.draw();
    app.motion.now = "";
    if (bets.sending) {
      bets.again = true;
      return bets.sending;
    }
    bets.sending = this.send(bets, seat, wager).finally(() => {
      bets.sending = null;
    });
    const done = await bets.sending;
    app.events.settled();
    return done;
  }

  /**
   * @param {Bets} bets
   * @param {number} seat
   * @param {string} wager
   */
  async send(bets, seat, wager) {
    const { app } = this;
    const { store } = app;
    for (;;) {
      bets.again = false;
      const wagers = { ...bets.wanted };
      const lying = store.server.round?.seats[seat]?.stakes ?? {};
      if (!Object.keys(wagers).length && !Object.keys(lying).length) return true;
      try {
        await app.send("bet", { seat, round: store.server.round?.number ?? 0, wagers, tokens: bets.tokens });
        tick("chip", app.sound);
      } catch (error) {
        this.refused(error, wagers, wager, seat);
        return false;
      }
      if (!bets.again) return true;
    }
  }

  /**
   * @param {unknown} error
   * @param {Wire.Cents} wagers
   * @param {string} wager
   * @param {number} seat
   */
  refused(error, wagers, wager, seat) {
    const { app } = this;
    this.wantLying(app.store.server, seat);
    this.of(seat).before.pop();
    const over = app.store.felt.spots.find(
      ({ limits, wager: of }) => limits && wagers[of] && (wagers[of] > limits[1] || wagers[of] < limits[0]),
    );
    const lost = error instanceof Refusal && error.lost;
    if (over?.limits && !lost) app.tell(words.refused.limits(over.name, over.limits), over.wager);
    else app.tell(app.why(error), wager);
  }

  // Each of your hands is ready; one without bets sits the round out.
  async deal() {
    const { app } = this;
    const { store } = app;
    await Promise.all(store.seats.map((seat) => this.of(seat).sending));
    if (store.phase !== "bets") return;
    if (!this.opens) {
      app.tell(words.now.bet(openersOf(store.felt)), store.felt.initial);
      return;
    }
    await app.ready();
  }

  /** @param {string} wager */
  tooLate(wager) {
    const { store } = this.app;
    const { name, role } = store.spot(wager) ?? {};
    if (!store.seat || !name) return;
    if (store.phase === "play") this.app.tell(words.refused["bets-closed"], wager);
    else if (role === "raise") this.app.tell(words.refused.later(name), wager);
  }
}

/**
 * Tokens are part of the bets they are on.
 * @param {Wire.Cents} wagers
 * @param {Wire.Cents} tokens
 */
function tokensIn(wagers, tokens) {
  const lying = (/** @type {string} */ wager) => Math.min(tokens[wager], wagers[wager] ?? 0);
  const some = Object.keys(tokens).filter((wager) => lying(wager) > 0);
  return Object.fromEntries(some.map((wager) => [wager, lying(wager)]));
}
