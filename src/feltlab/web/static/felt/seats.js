// The other seats, round the table as you see it from your own.
import { h } from "../site/dom.js";
import { stack } from "./chips.js";
import { spread, setOf } from "./hands.js";
import { finalHand, netOf, openStakes } from "./model.js";
import { tradeOf } from "./plain.js";
import { money, signedMoney } from "./figures.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

const MOST_CHIPS = 5; // as high as a seat has space for

/**
 * Clockwise from your own seat: up the left side, down the right. Each list is from the top down.
 * @param {number} places
 * @param {number | null} own
 */
export function arrange(places, own) {
  const order = Array.from({ length: places }, (_, at) => at + 1);
  const middle = Math.floor(places / 2);
  const others = own
    ? [...order.slice(own), ...order.slice(0, own - 1)]
    : [...order.slice(middle), ...order.slice(0, middle)];
  const half = Math.ceil(others.length / 2);
  return { left: others.slice(0, half).reverse(), right: others.slice(half) };
}

/**
 * @param {FeltTable} app
 * @param {Wire.Hand} hand
 */
function cardsOf(app, hand) {
  const { store } = app;
  const round = store.round?.number;
  const trade = tradeOf(store.felt);
  if (trade) {
    return finalHand(hand, trade).map(({ code, out, fresh }, at) =>
      h(
        "playing-card",
        {
          key: `${round}-${at}${fresh ? "n" : ""}`,
          code,
          small: true,
          class: out || hand.folded ? "gone" : "",
          made: app.motion.dealt(at),
        },
      ));
  }
  const set = setOf(store.felt, hand);
  return spread(store.felt, hand.cards).map(({ code, at }, place) =>
    h(
      "playing-card",
      {
        key: `${round}-${place}`, // turned cards lie in a different order, but none moves
        code,
        small: true,
        class: `${code && set.has(at) ? "set" : ""}${hand.folded ? " gone" : ""}`,
        made: app.motion.dealt(at),
      },
    ));
}

/**
 * @param {FeltTable["store"]} store
 * @param {number} number
 * @param {Wire.Seat | undefined} seat
 * @param {Wire.Hand | undefined} hand
 * @returns {[state: string, kind: string]}
 */
function stateOf(store, number, seat, hand) {
  const { round } = store;
  if (hand?.results.length && (store.holding || hand.results.length === Object.keys(hand.stakes).length)) {
    const net = netOf(hand);
    return [signedMoney(net), net > 0 ? "won" : net < 0 ? "lost" : "push"];
  }
  if (hand?.folded) return [words.seats.folded, "quiet"];
  if (round?.phase === "play" && round.waiting.includes(number)) return [words.seats.thinking, "busy"];
  return [(hand && doneBy(store, hand)) || hereOrNot(seat), "quiet"];
}

/**
 * What a seat has done in the round so far.
 * @param {FeltTable["store"]} store
 * @param {Wire.Hand} hand
 */
function doneBy({ felt, round }, hand) {
  const trade = tradeOf(felt)?.name;
  if (!round) return "";
  if (round.phase === "play" && trade && trade in hand.choices) {
    return hand.choices[trade] ? words.seats.traded : words.seats.stays;
  }
  if (round.phase !== "bets" || !hand.ready) return "";
  return Object.keys(hand.stakes).length ? words.seats.ready : words.seats.out;
}

/** @param {Wire.Seat | undefined} seat */
function hereOrNot(seat) {
  if (seat?.leaving) return words.seats.leaving;
  return seat?.away ? words.seats.away : "";
}

/**
 * @param {FeltTable} app
 * @param {number} number
 */
function emptySeat(app, number) {
  const { store } = app;
  const free = store.plays && !store.seat && !store.forOne;
  const bot = store.seat && store.floor;
  return h("div", { key: `empty-${number}`, class: "other empty" },
    free || bot ? h("button", {
      type: "button",
      class: "seat-plus",
      "aria-label": free ? words.buttons.sitHere(number) : words.buttons.addBot(number),
      onclick: () => (free ? app.act.sit(number) : app.act.addBot(number)),
    },
      h("span", { "aria-hidden": "true" }, "+")) : h("span", { class: "seat-dot" }),
    h("span", { class: "empty-name" }, `${words.seats.seat(number)} · ${words.seats.empty}`));
}

/**
 * The total in front of a seat: its bets, or what it got back.
 * @param {FeltTable["store"]} store
 * @param {Wire.Hand | undefined} hand
 */
function sumAt({ phase, round }, hand) {
  if (!hand || !round) return 0;
  const closed = round.phase === "closed";
  const open = phase === "bets" || !closed ? Object.values(openStakes(hand)) : [];
  const lying = open.reduce((sum, cents) => sum + cents, 0);
  return lying || (closed ? hand.results.reduce((sum, done) => sum + done.returned, 0) : 0);
}

/**
 * @param {FeltTable} app
 * @param {number} number
 * @param {Wire.Seat | undefined} seat
 * @param {[state: string, kind: string]} state
 */
function plate(app, number, seat, [state, kind]) {
  const { felt, floor } = app.store;
  return h("div", { class: "plate" },
    h("span", { class: "plate-name" }, seat?.name ?? words.seats.gone),
    seat?.bot && h("span", { class: "plate-bot", title: felt.strategies[seat.bot] ?? seat.bot }, words.seats.bot),
    state && h("span", { key: state, class: `plate-state ${kind}` }, state),
    seat?.bot && floor && h(
      "button",
      {
        type: "button",
        class: "plate-close",
        "aria-label": words.buttons.dismiss(seat.name),
        onclick: () => app.act.openSeat(number),
      },
      "×",
    ));
}

/**
 * @param {FeltTable} app
 * @param {number} number
 */
function taken(app, number) {
  const { store } = app;
  /** @type {Wire.Seat | undefined} */
  const seat = store.view.seats[number];
  const hand = store.round?.seats[number];
  const state = stateOf(store, number, seat, hand);
  const sum = sumAt(store, hand);
  const told = hand?.hands.player;
  return h("div", {
    key: number,
    class: `other${state[1] === "busy" ? " is-busy" : ""}`,
    role: "group",
    "aria-label": `${words.seats.seat(number)}: ${seat?.name ?? ""}`,
  },
    h("div", { class: "other-cards" }, hand?.cards.length ? cardsOf(app, hand) : null),
    h(
      "div",
      { class: "other-chips" },
      stack(sum, { made: app.motion.chipsMade, "data-seat": number }, MOST_CHIPS),
      sum ? h("span", { key: sum, class: "amount" }, money(sum)) : null,
    ),
    plate(app, number, seat, state),
    told && store.holding && h("p", { class: "other-told" }, told));
}

/** @param {FeltTable} app */
export function others(app) {
  const { store } = app;
  const { left, right } = arrange(store.felt.places, store.seats[0] ?? null);
  const draw = (/** @type {number} */ number) => (
    store.view.seats[number] || store.round?.seats[number] ? taken(app, number) : emptySeat(app, number)
  );
  const drawn = (/** @type {number[]} */ seats) => seats.filter((seat) => !store.owns(seat)).map(draw);
  return { left: drawn(left), right: drawn(right) };
}
