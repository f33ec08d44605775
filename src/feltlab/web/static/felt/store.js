// What the server says of the table, and what follows from it: who sits where, which round is shown, what is asked.
import { setAt } from "./plain.js";
import { Stage } from "./stage.js";

export class Store {
  constructor(game, table, told) {
    Object.assign(this, {
      game, table, felt: null, me: null, purse: null, tokens: null, floor: false,
      view: null, // what is drawn
      server: null, // what the server said last: it may be ahead of what is drawn
      ahead: 0,
      holding: false, // a round that is over stays on the felt until the player goes on
      decided: false, left: false, leftSeat: null, lost: false, unable: false,
    });
    this.stage = new Stage(told);
  }

  // A frame is kept and played; money is shown when what it was won or lost by has been.
  take(frame) {
    this.server = frame.view;
    this.ahead = frame.now - performance.now(); // the house's time: this machine's may be another
    if (frame.purse !== undefined && frame.purse !== null) this.purseThen = frame.purse;
    if (frame.tokens !== undefined && frame.tokens !== null) this.tokensThen = frame.tokens;
    const first = !this.stage.view;
    this.stage.take(frame);
    if (first && frame.view.last && !frame.view.round) this.holding = true;
  }

  count() {
    if (this.purseThen !== undefined) this.purse = this.purseThen;
    if (this.tokensThen !== undefined) this.tokens = this.tokensThen;
  }

  get seat() {
    return this.view?.you ?? null;
  }

  get round() {
    if (this.left) return this.view.round;
    return this.holding
      ? this.view.last
      : (this.view.round ?? (this.view.last && !this.view.round ? this.view.last : null));
  }

  get phase() {
    return this.holding ? "results" : (this.view?.round?.phase ?? "idle");
  }

  get deciding() {
    const round = this.view?.round;
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
    return this.view?.round?.seats[this.seat];
  }

  // The question that is asked, where cards are traded at it.
  get trading() {
    const asked = this.felt.asks[this.view?.round?.asked];
    return asked?.trades ? asked : null;
  }

  get raise() {
    const asked = this.felt.asks[this.view?.round?.asked];
    if (!asked?.wager) return null;
    const barred = this.hand?.barred ?? [];
    if (!barred.length) return asked;
    const open = Object.entries(asked.options).filter(([option]) => !barred.includes(option));
    return { ...asked, options: Object.fromEntries(open) };
  }

  // How the hand is set at the question that is asked.
  get setting() {
    return setAt(this.felt, this.view?.round?.asked);
  }

  get hasSides() {
    return Object.keys(this.setting?.sides ?? {}).length > 0;
  }

  get decisionName() {
    return this.view?.round ? `${this.view.round.number}.${this.view.round.asked}` : "";
  }

  // Playing cards of the table that lie face up.
  boardOf(round) {
    return this.felt.table.filter(({ named }) => !named).flatMap(({ place }) => round[place] ?? []).filter(Boolean);
  }

  get boardSize() {
    return this.felt.table.filter(({ named }) => !named).reduce((sum, { cards }) => sum + cards, 0);
  }

  spot(wager) {
    return this.felt.spots.find((spot) => spot.wager === wager);
  }

  nameOf(wager) {
    return this.spot(wager)?.name ?? wager;
  }
}
