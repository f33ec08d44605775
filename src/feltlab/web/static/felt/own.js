// A player's several hands: a plate for each, which one is in front, and how to add or drop one.
import { h } from "../site/dom.js";
import { money, signedMoney } from "./figures.js";
import { setOf, spread } from "./hands.js";
import { finalHand, netOf, openStakes } from "./model.js";
import { opens, tradeOf } from "./plain.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

export class OwnHands {
  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
  }

  // Whether every hand is ready for the round that takes bets.
  get ready() {
    const { seats, view } = this.app.store;
    return seats.length > 0 && seats.every((seat) => view.round?.seats[seat]?.ready);
  }

  // The total of all your hands in the round shown; nothing if you were not in it.
  get net() {
    const { round, seats } = this.app.store;
    const own = seats.flatMap((seat) => round?.seats[seat] ?? []);
    return own.length ? own.reduce((sum, hand) => sum + netOf(hand), 0) : null;
  }

  /** @param {number} seat */
  nameOf(seat) {
    return words.hands.name(this.app.store.seats.indexOf(seat) + 1);
  }

  /**
   * With several hands, messages are about the one in front of the player.
   * @param {string} said
   */
  ofHand(said) {
    const { seat, several } = this.app.store;
    return several && seat ? this.said(seat, said) : said;
  }

  /**
   * @param {number} seat
   * @param {string} said
   */
  said(seat, said) {
    return words.hands.said(this.nameOf(seat), said);
  }

  /**
   * Brings another hand to the front; a hand that is being asked stays there.
   * @param {number} seat
   */
  look(seat) {
    const { app } = this;
    if (app.store.deciding) return;
    app.store.chosen = seat;
    app.events.settled();
  }

  /**
   * Takes one more seat, with the bets of the hand in front of the player.
   * @param {number} [at]
   */
  async another(at) {
    const { app } = this;
    const { betting, store } = app;
    if (store.holding) app.next();
    const seat = at ?? store.another;
    const same = { ...betting.wanted };
    if (!seat || !(await app.command("sit", { seat }))) return false;
    store.chosen = seat;
    const bets = store.phase === "bets" && opens(store.felt, same) && (await betting.bet(same, { seat, tokens: {} }));
    app.tell((bets ? words.hands.taken : words.hands.takenEmpty)(this.nameOf(seat)), "", true);
    return true;
  }

  // Drops the hand in front of the player; its bets come back.
  async giveUp() {
    const { app } = this;
    const { seat, several } = app.store;
    if (!several || seat === null) return;
    if (app.store.holding) app.next();
    if (await app.command("leave", { seat })) app.store.chosen = null;
    app.events.settled();
  }
}

/**
 * The state of a hand, or its outcome, in a word.
 * @param {FeltTable} app
 * @param {number} seat
 * @returns {[state: string, kind: string]}
 */
function stateOf({ betting, store }, seat) {
  const { phase, round } = store;
  const hand = round?.seats[seat];
  if (phase === "bets") {
    const lying = Object.values(betting.of(seat).wanted).reduce((sum, cents) => sum + cents, 0);
    return [lying ? money(lying) : words.hands.noBet, lying ? "" : "quiet"];
  }
  if (!round || !hand) return [words.seats.out, "quiet"];
  if (hand.results.length && (store.holding || hand.results.length === Object.keys(hand.stakes).length)) {
    const net = netOf(hand);
    return [signedMoney(net), net > 0 ? "won" : net < 0 ? "lost" : ""];
  }
  if (hand.folded) return [words.seats.folded, "quiet"];
  if (store.toDecide[0] === seat) return [words.hands.asked, "busy"];
  if (store.toDecide.includes(seat)) return [words.hands.waits, "quiet"];
  return [money(Object.values(openStakes(hand)).reduce((sum, cents) => sum + cents, 0)), ""];
}

/**
 * @param {FeltTable} app
 * @param {Wire.Hand} hand
 */
function cardsOf({ store: { felt } }, hand) {
  const trade = tradeOf(felt);
  const set = setOf(felt, hand);
  const cards = trade
    ? finalHand(hand, trade).map(({ code, out }) => ({ code, kind: out || hand.folded ? "gone" : "" }))
    : spread(felt, hand.cards).map(({ code, at }) => ({ code, kind: hand.folded ? "gone" : set.has(at) ? "set" : "" }));
  return h("span", { class: "own-cards", "aria-hidden": "true" },
    cards.map(({ code, kind }, at) => h("playing-card", { key: at, code, small: true, class: kind })));
}

/**
 * @param {FeltTable} app
 * @param {number} seat
 */
function plate(app, seat) {
  const { act, hands, store } = app;
  const hand = store.phase === "bets" ? undefined : store.round?.seats[seat];
  const [state, kind] = stateOf(app, seat);
  const here = seat === store.seat;
  const asked = here && store.deciding;
  return h("button", {
    key: seat, type: "button", class: `own-hand${here ? " here" : ""}${asked ? " asked" : ""}`, "data-hand": seat,
    "aria-pressed": String(here), "aria-disabled": store.deciding ? "true" : undefined,
    onclick: () => act.look(seat),
  },
    h("span", { class: "own-name" }, hands.nameOf(seat)),
    h("span", { class: `own-state ${kind}` }, state),
    hand?.cards.length ? cardsOf(app, hand) : null);
}

/** @param {FeltTable} app */
export function ownHands(app) {
  const { act, hands, store } = app;
  const { another, phase, seat, seats, several } = store;
  if (!several || seat === null) return null;
  const between = phase === "bets";
  const sign = (/** @type {string} */ name, /** @type {string} */ mark, /** @type {() => unknown} */ onclick) =>
    h("button", { key: mark, type: "button", class: "own-sign", "aria-label": name, title: name, onclick },
      h("span", { "aria-hidden": "true" }, mark));
  return h("div", { key: "hands", class: "own-hands", role: "group", "aria-label": words.hands.title },
    seats.map((own) => plate(app, own)),
    between && sign(words.hands.giveUp(hands.nameOf(seat)), "−", act.giveUp),
    between && another && sign(words.hands.another, "+", () => act.another()));
}
