// Bets before the cards: what the player wants on the spots, sent whole; what is refused goes back.
import { Refusal } from "../site/ask.js";
import { keep, recall } from "../site/dom.js";
import { openersOf, opens } from "./plain.js";
import { tick } from "./sound.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

export class Betting {
  /** @type {Wire.Cents} */
  wanted = {};
  /** @type {Wire.Cents} */
  wantedTokens = {};
  withTokens = false;
  /** @type {Promise<boolean> | null} */
  sending = null;
  again = false;
  /** @type {[bets: Wire.Cents, tokens: Wire.Cents][]} */
  before = [];
  chip = recall("chip", 500);
  /** @type {Wire.Cents | null} */
  lastBets = null;

  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
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

  /** @param {Wire.Cents} stakes */
  remember(stakes) {
    this.lastBets = { ...stakes };
    keep(`bets.${this.app.store.game}`, this.lastBets);
  }

  /**
   * The bets that lie there, as the server has them, are what is wanted.
   * @param {Wire.View} view
   */
  wantLying(view) {
    const lying = view.round?.seats[this.app.store.seat ?? 0];
    this.wanted = { ...(lying?.stakes ?? {}) };
    this.wantedTokens = { ...(lying?.tokens ?? {}) };
  }

  // Bets of another day, or of another table, as far as this felt has them.
  get offered() {
    return Object.fromEntries(Object.entries(this.lastBets ?? {}).filter(([wager]) => this.app.store.spot(wager)));
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
    if (opens(store.felt, wagers)) this.bet(wagers, wager, true, tokens);
    else if (by > 0) app.tell(words.refused.first(openersOf(store.felt)), wager);
    else this.bet({});
  }

  /**
   * A chip more or less, never between nothing and the least bet.
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
    this.bet(bets, "", false, tokens);
  }

  /**
   * All bets at once, the latest wish last; what is refused goes back to what the server has.
   * @param {Wire.Cents} wagers
   */
  async bet(wagers, wager = "", noted = true, tokens = this.wantedTokens) {
    const { app } = this;
    if (app.store.phase !== "bets" || !app.store.seat) return false;
    if (noted) this.note();
    this.wanted = wagers;
    this.wantedTokens = tokensIn(wagers, tokens);
    app.notice = null;
    app.motion.now = "mine";
    app.draw();
    app.motion.now = "";
    if (this.sending) {
      this.again = true;
      return this.sending;
    }
    this.sending = this.send(wager).finally(() => {
      this.sending = null;
    });
    const done = await this.sending;
    app.events.settled();
    return done;
  }

  note() {
    this.before.push([this.wanted, this.wantedTokens]);
    this.before = this.before.slice(-50);
  }

  /** @param {string} wager */
  async send(wager) {
    const { app } = this;
    const { store } = app;
    for (;;) {
      this.again = false;
      const wagers = { ...this.wanted };
      const lying = store.server.round?.seats[store.seat ?? 0]?.stakes ?? {};
      if (!Object.keys(wagers).length && !Object.keys(lying).length) return true;
      try {
        const tokens = this.wantedTokens;
        await app.send("bet", { seat: store.seat, round: store.server.round?.number ?? 0, wagers, tokens });
        tick("chip", app.sound);
      } catch (error) {
        this.refused(error, wagers, wager);
        return false;
      }
      if (!this.again) return true;
    }
  }

  /**
   * @param {unknown} error
   * @param {Wire.Cents} wagers
   * @param {string} wager
   */
  refused(error, wagers, wager) {
    const { app } = this;
    this.wantLying(app.store.server);
    this.before = this.before.slice(0, -1);
    const over = app.store.felt.spots.find(
      ({ limits, wager: of }) => limits && wagers[of] && (wagers[of] > limits[1] || wagers[of] < limits[0]),
    );
    const lost = error instanceof Refusal && error.lost;
    if (over?.limits && !lost) app.tell(words.refused.limits(over.name, over.limits), over.wager);
    else app.tell(app.why(error), wager);
  }

  async deal() {
    const { app } = this;
    const { store } = app;
    if (this.sending) await this.sending;
    if (store.phase !== "bets") return;
    if (!opens(store.felt, this.wanted)) {
      app.tell(words.now.bet(openersOf(store.felt)), store.felt.initial);
      return;
    }
    await app.command("ready", { round: store.server.round?.number });
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
 * Tokens are a part of the bets that they lie on.
 * @param {Wire.Cents} wagers
 * @param {Wire.Cents} tokens
 */
function tokensIn(wagers, tokens) {
  const lying = (/** @type {string} */ wager) => Math.min(tokens[wager], wagers[wager] ?? 0);
  const some = Object.keys(tokens).filter((wager) => lying(wager) > 0);
  return Object.fromEntries(some.map((wager) => [wager, lying(wager)]));
}
