// What to do now, in words.
import { netOf } from "./model.js";
import { withSigns } from "../site/names.js";
import { askedOf, goalOf, openersOf, opens } from "./plain.js";
import { listed } from "./figures.js";
import { words } from "./text.js";

function namesOf(app, seats) {
  const { store } = app;
  const name = (seat) => store.view.seats[seat]?.name ?? words.seats.seat(seat);
  return listed(seats.map((seat) => (seat === store.seat ? words.seats.you.toLowerCase() : name(seat))));
}

function waitingForBets(app) {
  const { store } = app;
  const seats = Object.entries(store.view.seats)
    .filter(([seat, who]) => !who.bot && !who.away && Number(seat) !== store.seat)
    .filter(([seat]) => !store.view.round?.seats[seat]?.ready);
  return namesOf(app, seats.map(([seat]) => Number(seat)));
}

// What to do now, in a line, and a second that helps.
export function prompt(app) {
  const { store } = app;
  const { round, seat, view } = store;
  if (store.lost) return [words.table.lost, ""];
  if (store.unable) return [words.table.unable, words.table.unableMore];
  if (view.status === "closed") return [words.now.closed, view.reason];
  if (view.status === "paused" && round?.phase !== "play") return [words.now.paused, view.reason];
  if (store.holding) return result(app);
  if (!seat) return watching(store);
  return round?.phase === "play" ? playing(app) : beforeDeal(app);
}

function watching({ felt, left, me, plays, view }) {
  if (left) return [words.now.left, words.now.leftMore];
  const full = Object.keys(view.seats).length >= felt.places;
  if (!me) return [words.now.nobody, goalOf(felt)];
  return [!plays ? words.now.staff : full ? words.now.full : words.now.watch, goalOf(felt)];
}

function playing(app) {
  const { deciding, felt, round, seat, view } = app.store;
  if (!round.seats[seat]) return [words.now.waitRound, goalOf(felt)];
  if (deciding) {
    const [now, tip] = askedOf(felt, round.asked);
    return [chosen(app) ?? now, tip];
  }
  if (view.seats[seat]?.leaving) return [words.now.leaving, ""];
  if (round.waiting.length) return [words.now.waitPlay(namesOf(app, round.waiting)), ""];
  return [round.asked || !round.turned.length ? words.now.dealing : words.now.settling, ""];
}

function beforeDeal(app) {
  const { felt, round, seat } = app.store;
  const mine = round?.seats[seat];
  if (mine?.ready) {
    const who = waitingForBets(app);
    if (!Object.keys(mine.stakes).length) return [words.now.out, ""];
    return [who ? words.now.waitBets(who) : words.now.dealing, ""];
  }
  return [opens(felt, app.betting.wanted) ? words.now.more : words.now.bet(openersOf(felt)), goalOf(felt)];
}

// Once a hand is set, or a card chosen, what is left to press.
function chosen(app) {
  const { store } = app;
  const { felt, round, seat } = store;
  if (app.choices.keptOut) return words.now.setShort(app.choices.keptOut);
  if (store.setting) return app.choices.setReady ? words.now.setReady(round.seats[seat].stakes[felt.initial]) : null;
  const cards = felt.asks[round.asked]?.trades ? app.choices.pickedCards : [];
  return cards.length ? words.now.tradeReady(cards, felt.hand) : null;
}

function result(app) {
  const { store } = app;
  const hand = store.seat ? store.round.seats[store.seat] : null;
  if (store.round.phase === "void") return [words.result.void(store.round.reason), ""];
  if (!hand) return [words.result.watched, ""];
  const net = netOf(hand);
  return [
    net > 0 ? words.result.won(net) : net < 0 ? words.result.lost(net) : words.result.even,
    app.coach.lesson ?? withSigns(hand.hands.player ?? ""),
  ];
}
