// What to do now, in words.
import { withSigns } from "../site/names.js";
import { askedOf, goalOf, openersOf, opens, playsOnFor } from "./plain.js";
import { listed, money } from "./figures.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/**
 * @param {FeltTable} app
 * @param {number[]} seats
 */
function namesOf(app, seats) {
  const { store } = app;
  const name = (/** @type {number} */ seat) => store.view.seats[seat]?.name ?? words.seats.seat(seat);
  return listed(seats.map(name));
}

/** @param {FeltTable} app */
function waitingForBets(app) {
  const { store } = app;
  const seats = Object.entries(store.view.seats)
    .filter(([, who]) => !who.bot && !who.away && !who.you)
    .filter(([seat]) => !store.view.round?.seats[seat]?.ready);
  return namesOf(app, seats.map(([seat]) => Number(seat)));
}

/**
 * What to do now, in a line, and a second that helps; of a result also what it came to.
 * @param {FeltTable} app
 * @returns {[now: string, more: string, net?: number]}
 */
export function prompt(app) {
  const { store } = app;
  const { round, seat, view } = store;
  if (store.lost) return [words.table.lost, seat ? words.table.lostMore : ""];
  if (store.unable) return [words.table.unable, words.table.unableMore];
  if (view.status === "closed") return [words.now.closed, view.reason];
  if (view.status === "paused" && round?.phase !== "play") return [words.now.paused, view.reason];
  if (store.holding) return result(app);
  if (!seat) return watching(app);
  return round?.phase === "play" ? playing(app) : beforeDeal(app);
}

/**
 * @param {FeltTable} app
 * @returns {[string, string]}
 */
function watching(app) {
  const { felt, forOne, left, me, plays, view } = app.store;
  if (left) return [words.now.left, words.now.leftMore];
  const full = Object.keys(view.seats).length >= felt.places;
  const { nobody, staff, watch } = words.now;
  const who = !me ? nobody : !plays ? staff : forOne ? words.now.forOne : full ? words.now.full : watch;
  return [who, view.round?.phase === "play" ? happening(app) : goalOf(felt)];
}

/**
 * @param {FeltTable} app
 * @returns {[string, string]}
 */
function playing(app) {
  const { deciding, felt, round, seat, seats, view } = app.store;
  if (!round || !seat || !seats.some((own) => round.seats[own])) return [words.now.waitRound, happening(app)];
  if (deciding && app.choices.held) return [app.hands.ofHand(words.coach.wait), app.choices.held.warning];
  const own = view.seats[seat];
  if (deciding) {
    const [now, tip] = askedOf(felt, round.asked);
    return [app.hands.ofHand(chosen(app) ?? now), own?.plays_on ? words.now.sentOff(own.reason) : tip];
  }
  if (own?.leaving) return [own.plays_on ? words.now.sentOff(own.reason) : words.now.leaving, ""];
  const instead = words.now.decidedFor[round.seats[seat]?.decided_by ?? ""] ?? "";
  return [happening(app), instead];
}

/**
 * What the round is waiting for, or what the dealer is doing.
 * @param {FeltTable} app
 */
function happening(app) {
  const { store } = app;
  const { felt, round, seats } = store;
  if (!round) return goalOf(felt);
  const own = seats.flatMap((seat) => round.seats[seat] ?? []);
  const hands = Object.values(round.seats);
  const others = round.waiting.filter((waiting) => !store.owns(waiting));
  if (others.length) return words.now.waitPlay(namesOf(app, others));
  if (round.waiting.length) return words.now.decided;
  if (hands.some((hand) => hand.results.length)) return words.now.settling;
  if (hands.some((hand) => !hand.cards.length) && felt.hand) return words.now.dealing;
  if (own.length && own.every(({ folded }) => folded)) return words.now.folded;
  const asked = Object.keys(felt.asks).every((stage) => hands.every(
    (hand) => hand.folded || hand.decided.includes(stage),
  ));
  if (asked && round.dealer.some((card) => !card)) return words.now.dealers;
  const begun = hands.some((hand) => hand.decided.length > 0);
  return round.turned.length || begun || asked ? words.now.turning : words.now.dealing;
}

/**
 * @param {FeltTable} app
 * @returns {[string, string]}
 */
function beforeDeal(app) {
  const { betting, hands, store: { felt, round, seats } } = app;
  if (hands.ready) {
    const who = waitingForBets(app);
    if (!seats.some((seat) => Object.keys(round?.seats[seat]?.stakes ?? {}).length)) return [words.now.out, ""];
    return [who ? words.now.waitBets(who) : words.now.dealing, ""];
  }
  if (!betting.opens) return [hands.ofHand(words.now.bet(openersOf(felt))), goalOf(felt)];
  const without = seats.filter((seat) => !opens(felt, betting.of(seat).wanted));
  const out = without.length ? words.hands.without(without.map((seat) => hands.nameOf(seat))) : "";
  return shortOf(app) ?? [words.now.more, out || goalOf(felt)];
}

/**
 * The warning before the deal that the remaining chips will not cover the bets after it.
 * @param {FeltTable} app
 * @returns {[string, string] | null}
 */
function shortOf({ betting, store }) {
  const needed = store.seats.reduce((sum, seat) => sum + playsOnFor(store.felt, betting.of(seat).wanted), 0);
  const left = store.purseThen ?? store.purse;
  if (left === null || left >= needed) return null;
  return [
    words.now.short(money(needed), money(needed - left)),
    store.opensTables ? words.now.shortMore : words.now.shortFloor,
  ];
}

// The button still to press once a hand is set or a card chosen.
/** @param {FeltTable} app */
function chosen(app) {
  const { store } = app;
  const { felt, round, seat } = store;
  if (app.choices.keptOut) return words.now.setShort(app.choices.keptOut);
  if (!round || !seat) return null;
  if (store.setting) return app.choices.setReady ? words.now.setReady(round.seats[seat].stakes[felt.initial]) : null;
  const cards = store.trading ? app.choices.pickedCards : [];
  return cards.length ? words.now.tradeReady(cards, felt.hand) : null;
}

/**
 * @param {FeltTable} app
 * @returns {[string, string, number?]}
 */
function result(app) {
  const { hands, store } = app;
  const { round, seat } = store;
  if (round?.phase === "void") return [words.result.void(round.reason), ""];
  const { net } = hands;
  if (!round || net === null) return [words.result.watched, ""];
  const came = net > 0 ? words.result.won(net) : net < 0 ? words.result.lost(net) : words.result.even;
  const told = store.several ? words.hands.inAll(came) : came;
  const hand = round.seats[seat ?? 0];
  if (!hand) return [told, "", net];
  // Of cards of one's own: what others hold is said bet by bet.
  const held = hand.cards.length ? withSigns(hand.hands.player ?? "") : "";
  const more = words.now.decidedFor[hand.decided_by ?? ""] ?? app.coach.lesson ?? held;
  return [told, hands.ofHand(more), net];
}
