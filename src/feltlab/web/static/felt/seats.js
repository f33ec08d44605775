// The other seats, round the table as one sees it from one's own.
import { h } from "./dom.js";
import { stack } from "./chips.js";
import { spread, setOf } from "./felt.js";
import { finalHand, netOf, openStakes } from "./model.js";
import { tradeOf } from "./plain.js";
import { money, signedMoney, words } from "./text.js";

// Clockwise from one's own seat: up the left side, down the right. Each list is from the top down.
export function arrange(places, own) {
  const order = Array.from({ length: places }, (_, at) => at + 1);
  const middle = Math.floor(places / 2);
  const others = own
    ? [...order.slice(own), ...order.slice(0, own - 1)]
    : [...order.slice(middle), ...order.slice(0, middle)];
  const half = Math.ceil(others.length / 2);
  return { left: others.slice(0, half).reverse(), right: others.slice(half) };
}

function cardsOf(app, number, hand) {
  const trade = tradeOf(app.felt);
  if (trade) {
    return finalHand(hand, trade).map(({ code, out, fresh }, at) =>
      h(
        "playing-card",
        {
          key: `${app.round.number}-${at}${fresh ? "n" : ""}`,
          code,
          small: true,
          class: out || hand.folded ? "gone" : "",
          made: app.dealt(at),
        },
      ));
  }
  const set = setOf(app.felt, hand);
  return spread(app.felt, hand.cards).map(({ code, at }) =>
    h(
      "playing-card",
      {
        key: `${app.round.number}-${at}`,
        code,
        small: true,
        class: `${code && set.has(at) ? "set" : ""}${hand.folded ? " gone" : ""}`,
        made: app.dealt(at),
      },
    ));
}

function stateOf(app, number, seat, hand) {
  const { round } = app;
  if (hand?.results.length && (app.holding || hand.results.length === Object.keys(hand.stakes).length)) {
    const net = netOf(hand);
    return [signedMoney(net), net > 0 ? "won" : net < 0 ? "lost" : "push"];
  }
  if (hand?.folded) return [words.seats.folded, "quiet"];
  if (round?.phase === "play" && round.waiting.includes(number)) return [words.seats.thinking, "busy"];
  const trade = tradeOf(app.felt)?.name;
  if (hand && round.phase === "play" && trade && trade in hand.choices) return [
    hand.choices[trade] ? words.seats.traded : words.seats.stays,
    "quiet",
  ];
  if (round?.phase === "bets" && hand?.ready) return [
    Object.keys(hand.stakes).length ? words.seats.ready : words.seats.out,
    "quiet",
  ];
  if (seat?.leaving) return [words.seats.leaving, "quiet"];
  if (seat?.away) return [words.seats.away, "quiet"];
  return ["", "quiet"];
}

function emptySeat(app, number) {
  const free = app.plays && !app.seat && !app.view.you;
  const bot = app.seat && app.floor;
  return h("div", { key: number, class: "other empty" },
    free || bot ? h("button", {
      type: "button",
      class: "seat-plus",
      "aria-label": free ? words.buttons.sitHere(number) : words.buttons.addBot(number),
      onclick: () => (free ? app.act.sit(number) : app.act.addBot(number)),
    },
      h("span", { "aria-hidden": "true" }, "+")) : h("span", { class: "seat-dot" }),
    h("span", { class: "empty-name" }, `${words.seats.seat(number)} · ${words.seats.empty}`));
}

function taken(app, number) {
  const seat = app.view.seats[number];
  const hand = app.round?.seats[number];
  const [state, kind] = stateOf(app, number, seat, hand);
  const lying = hand ? Object.values(
    app.phase === "bets" || app.round.phase !== "closed" ? openStakes(hand) : {},
  ).reduce(
    (sum, cents) => sum + cents,
    0,
  ) : 0;
  const back = hand && app.round.phase === "closed" ? hand.results.reduce((sum, done) => sum + done.returned, 0) : 0;
  const told = hand?.hands.player;
  return h("div", {
    key: number,
    class: `other${kind === "busy" ? " is-busy" : ""}`,
    role: "group",
    "aria-label": `${words.seats.seat(number)}: ${seat?.name ?? ""}`,
  },
    h("div", { class: "other-cards" }, hand?.cards.length ? cardsOf(app, number, hand) : null),
    h(
      "div",
      { class: "other-chips" },
      stack(lying || back, { made: app.chipsMade, "data-seat": number }),
      (lying || back) ? h("span", { class: "amount" }, money(lying || back)) : null,
    ),
    h("div", { class: "plate" },
      h("span", { class: "plate-name" }, seat?.name ?? words.seats.gone),
      seat?.bot && h("span", { class: "plate-bot", title: app.felt.strategies[seat.bot] ?? seat.bot }, words.seats.bot),
      state && h("span", { class: `plate-state ${kind}` }, state),
      seat?.bot && app.floor && h(
        "button",
        {
          type: "button",
          class: "plate-close",
          "aria-label": words.buttons.dismiss(seat.name),
          onclick: () => app.act.dismiss(number),
        },
        "×",
      )),
    told && app.holding && h("p", { class: "other-told" }, told));
}

export function others(app) {
  const { left, right } = arrange(app.felt.places, app.seat);
  const draw = (number) => (
    app.view.seats[number] || app.round?.seats[number] ? taken(app, number) : emptySeat(app, number)
  );
  return { left: left.map(draw), right: right.map(draw) };
}
