// Events from the server, in the order they are shown, and what each does to the page.
import { netOf } from "./model.js";
import { tick } from "./sound.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/** @type {Partial<Record<Wire.Kind, string>>} */
const SOUNDS = { Dealt: "card", Turned: "card", Drawn: "card", WagersPlaced: "chip", Decided: "chip", Asked: "ask" };

export class Events {
  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {Wire.Frame} frame */
  heard(frame) {
    const { app } = this;
    const { store } = app;
    const back = store.lost;
    store.lost = false;
    if (back) store.unable = false; // the server will say so again
    store.take(frame);
    if (back) app.calls.announce(words.table.back);
    if (frame.view.config.fingerprint !== store.felt.config.fingerprint) app.readFelt();
    if (!store.busy) this.settled();
  }

  /**
   * @param {Wire.Event} event
   * @param {boolean} instant
   */
  happened(event, instant) {
    const { motion, store, sound } = this.app;
    const { view } = store.stage;
    if (!view) return;
    store.view = view;
    motion.now = instant ? "" : event.kind;
    const mine = "seat" in event && store.owns(event.seat);
    if (event.kind === "Left" && store.leaving && !store.seats.length) this.gone();
    this.called(event, mine);
    switch (event.kind) {
      case "RoundClosed":
      case "RoundVoided":
        this.over(view.last);
        break;
      case "BetsClosed":
        this.locked(view.round);
        break;
      case "SeatSettled":
        motion.moveChips(event, instant);
        if (mine) store.chosen = event.seat; // show the hand being paid
        break;
    }
    if (!instant) tick(soundOf(event, mine), sound);
  }

  /**
   * The words that go with it. A round's last call is the dealer's hand, or what your own was paid for.
   * @param {Wire.Event} event
   * @param {boolean} mine
   */
  called(event, mine) {
    const { calls, hands, store } = this.app;
    if (event.call) calls.say({ ...event, call: event.call }, mine);
    if (event.kind === "BetsClosed") calls.last = "";
    const paidWithoutDealer = mine && event.kind === "SeatSettled" && !store.stage.view?.round?.dealer.length;
    if ((event.kind === "Turned" && event.what === "dealer") || paidWithoutDealer) calls.last = calls.caption;
    if (event.kind === "Dealt" && mine) {
      const cards = words.felt.yours(event.cards.filter((code) => code !== null));
      calls.waiting.push(store.several ? hands.said(event.seat, cards) : cards);
    }
    if (event.kind === "RoundOpened" && !store.holding) calls.caption = event.fresh_shoe ? words.shoe.fresh : "";
  }

  // Your seat is free: nothing from the finished round stays in front of it.
  gone() {
    const { calls, coach, store } = this.app;
    Object.assign(store, { left: true, leaving: false, holding: false });
    calls.caption = "";
    coach.said.clear();
    coach.leave();
  }

  /** @param {Wire.Round | null} round */
  locked(round) {
    const { betting, coach, store } = this.app;
    Object.assign(store, { holding: false, chosen: null });
    store.answered.clear();
    coach.said.clear();
    if (coach.round !== round?.number) coach.leave();
    if (round) betting.locked(round);
  }

  /** @param {Wire.Round | null} last */
  over(last) {
    const { calls, coach, hands, store } = this.app;
    const own = store.seats.filter((seat) => last?.seats[seat]);
    Object.assign(store, { holding: Boolean(last) && !store.left, chosen: own[0] ?? null });
    calls.caption = calls.last || calls.caption;
    if (!last || !own.length) return;
    const nets = own.map((seat) => netOf(last.seats[seat]));
    if (own.length > 1) calls.waiting.push(words.hands.together(nets));
    own.forEach((seat, at) => {
      const hand = last.seats[seat];
      const rows = hand.results.map((done) =>
        words.result.row(store.nameOf(done.wager), done.returned - done.staked, done.why));
      const said = words.result.announce(nets[at], rows);
      calls.waiting.push(own.length > 1 ? hands.said(seat, said) : said);
      coach.noteRound(last, hand, seat);
    });
    coach.counted();
  }

  // Players who come back to a seat that the house has freed are told so until they do something.
  freed() {
    const { app } = this;
    const { store } = app;
    const place = `feltlab.seat.${store.table}`;
    try {
      if (store.seat !== null) {
        localStorage.setItem(place, String(store.seat));
        return;
      }
      const seat = localStorage.getItem(place);
      localStorage.removeItem(place);
      if (seat && !store.left) app.notice = { wager: "", words: words.table.freed(seat), good: true };
    } catch {
      // nothing is stored here, so nothing is said
    }
  }

  // Everything so far has been shown.
  settled() {
    const { app } = this;
    const { betting, calls, choices, coach, store } = app;
    store.count();
    this.freed();
    calls.announce();
    if (store.phase === "bets") betting.wantAllLying();
    app.draw();
    choices.readMade();
    if (store.deciding) {
      choices.readHand();
      if (coach.open) coach.ask();
    }
  }
}

/**
 * @param {Wire.Event} event
 * @param {boolean} mine
 */
function soundOf(event, mine) {
  if (event.kind !== "SeatSettled" || !mine) return SOUNDS[event.kind];
  return event.results.some((done) => done.returned > done.staked) ? "win" : "lose";
}
