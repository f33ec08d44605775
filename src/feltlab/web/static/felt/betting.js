// Bets before the cards: what the player wants on the spots, sent whole; what is refused goes back.
import { keep, recall } from "../site/dom.js";
import { openersOf, opens } from "./plain.js";
import { tick } from "./sound.js";
import { words } from "./text.js";

export class Betting {
  constructor(app) {
    Object.assign(this, {
      app, wanted: {}, wantedTokens: {}, withTokens: false, sending: null, again: false, before: [],
      chip: recall("chip", 500), lastBets: recall(`bets.${app.store.game}`, null),
    });
  }

  choose(chip) {
    this.chip = chip;
    keep("chip", chip);
    this.app.draw();
  }

  remember(stakes) {
    this.lastBets = { ...stakes };
    keep(`bets.${this.app.store.game}`, this.lastBets);
  }

  // The bets that lie there, as the server has them, are what is wanted.
  wantLying(view) {
    const lying = view?.round?.seats[this.app.store.seat];
    this.wanted = { ...(lying?.stakes ?? {}) };
    this.wantedTokens = { ...(lying?.tokens ?? {}) };
  }

  // Bets of another day, or of another table, as far as this felt has them.
  get offered() {
    return Object.fromEntries(Object.entries(this.lastBets).filter(([wager]) => this.app.store.spot(wager)));
  }

  change(wager, by) {
    const { app } = this;
    const { store } = app;
    if (store.holding) app.next();
    if (store.phase !== "bets") return;
    const spot = store.spot(wager);
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

  // A chip more or less, never between nothing and the least bet.
  changed({ role, limits: [low] }, now, by) {
    const then = now + by * this.chip;
    if (role === "progressive") return by > 0 ? low : 0;
    if (then >= low) return then;
    return by > 0 ? low : 0;
  }

  double() {
    return this.bet(Object.fromEntries(Object.entries(this.wanted).map(([wager, cents]) => [
      wager,
      this.app.store.spot(wager).role === "progressive" ? cents : 2 * cents,
    ])));
  }

  undo() {
    if (!this.before.length) return;
    const [bets, tokens] = this.before.pop();
    this.bet(bets, "", false, tokens);
  }

  // All bets at once, the latest wish last; what is refused goes back to what the server has.
  async bet(wagers, wager = "", noted = true, tokens = this.wantedTokens) {
    const { app } = this;
    if (app.store.phase !== "bets" || !app.store.seat) return false;
    if (noted) this.before = [...this.before, [this.wanted, this.wantedTokens]].slice(-50);
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

  async send(wager) {
    const { app } = this;
    const { store } = app;
    for (;;) {
      this.again = false;
      const wagers = { ...this.wanted };
      const lying = store.server.round?.seats[store.seat]?.stakes ?? {};
      if (!Object.keys(wagers).length && !Object.keys(lying).length) return true;
      try {
        const tokens = this.wantedTokens;
        await app.line.send("bet", { seat: store.seat, round: store.server.round?.number ?? 0, wagers, tokens });
        tick("chip", app.sound);
      } catch (error) {
        this.refused(error, wagers, wager);
        return false;
      }
      if (!this.again) return true;
    }
  }

  refused(error, wagers, wager) {
    const { app } = this;
    this.wantLying(app.store.server);
    this.before = this.before.slice(0, -1);
    const over = app.store.felt.spots.find(
      (spot) => wagers[spot.wager] && (wagers[spot.wager] > spot.limits[1] || wagers[spot.wager] < spot.limits[0]),
    );
    if (over && !error.lost) app.tell(words.refused.limits(over.name, over.limits), over.wager);
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

  tooLate(wager) {
    const { store } = this.app;
    if (!store.seat) return;
    const { name, role } = store.spot(wager);
    if (store.phase === "play") this.app.tell(words.refused["bets-closed"], wager);
    else if (role === "raise") this.app.tell(words.refused.later(name), wager);
  }
}

// Tokens are a part of the bets that they lie on.
function tokensIn(wagers, tokens) {
  return Object.fromEntries(Object.entries(tokens)
    .map(([wager, cents]) => [wager, Math.min(cents, wagers[wager] ?? 0)])
    .filter(([, cents]) => cents > 0));
}
