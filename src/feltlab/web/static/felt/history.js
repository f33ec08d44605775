// The last rounds, and one of them again, step by step.
import { h } from "../site/dom.js";
import { dealerHand, setOf, spread } from "./hands.js";
import { finalHand, netOf } from "./model.js";
import { tradeOf } from "./plain.js";
import { shuffleOfRecord } from "./shuffle.js";
import { choiceName, labName } from "./coach.js";
import { withSigns } from "../site/names.js";
import { capital, money, signedMoney } from "./figures.js";
import { words } from "./text.js";

const DRAWN = new Set(["dealer", "board", "rules"]);
const STEPS = ["bets", "deal", "decisions", "reveal", "results"];

function ownOf(app, round) {
  const me = app.store.me?.player;
  if (app.store.seat && round.players[app.store.seat]?.player === me) return String(app.store.seat);
  return round.own?.[0] ?? Object.entries(round.players).find(([, hand]) => hand.player && hand.player === me)?.[0];
}

export function historyBody(app, state) {
  if (state.failed) return h("p", { class: "message bad" }, words.history.failed);
  if (!state.rounds) return h("p", { class: "muted" }, words.history.loading);
  if (state.round) return replay(app, state);
  if (!state.rounds.length) return h("p", { class: "muted" }, words.history.empty);
  return h("ul", { class: "history" }, state.rounds.map((round) => {
    const own = ownOf(app, round);
    const hand = own ? round.players[own] : null;
    const net = hand ? netOf(hand) : null;
    return h("li", { key: round.round },
      h(
        "div",
        {},
        h("strong", {}, words.history.round(round.round)),
        h("span", { class: "muted" }, ` ${withSigns(hand?.hands?.player ?? round.reason ?? "")}`),
      ),
      net === null ? h("span", { class: "muted" }, words.history.noBet) : h(
        "span",
        { class: net > 0 ? "good" : net < 0 ? "bad" : "" },
        signedMoney(net),
      ),
      h("button", {
        type: "button",
        class: "button small quiet",
        onclick: () => state.choose(round),
        "aria-label": `${words.history.replay}: ${words.history.round(round.round)}`,
      }, words.history.replay));
  }));
}

function row(label, cards) {
  return h(
    "div",
    { class: "replay-row" },
    h("span", { class: "replay-label" }, label),
    h("div", { class: "replay-cards" }, cards),
  );
}

function seatRow(app, round, seat, step, own) {
  const hand = {
    choices: {},
    hands: {},
    results: [],
    ...round.players[seat],
    cards: round.dealt.seats?.[seat] ?? round.players[seat].turned_up ?? [],
    replacement: round.dealt.replacements?.[seat],
  };
  const after = (name) => STEPS.indexOf(step) >= STEPS.indexOf(name);
  const bet = (wager) => app.store.nameOf(wager);
  const name = seat === own ? words.history.mine : hand.name || words.seats.seat(seat);
  const trade = tradeOf(app.store.felt);
  let cards = [];
  if (after("deal")) {
    if (!hand.cards.length) cards = [];
    else if (trade) {
      const shown = after("decisions")
        ? finalHand(after("reveal") ? hand : { ...hand, struck: [] }, trade)
        : hand.cards.map((code) => ({ code }));
      cards = shown.map(({ code, out }, at) => h(
        "playing-card",
        { key: at, code, small: true, class: out ? "gone" : "" },
      ));
    } else {
      const set = setOf(app.store.felt, hand);
      const used = after("decisions") && set.size ? set : null;
      cards = spread(app.store.felt, hand.cards).map(({ code, at }) => h(
        "playing-card",
        { key: at, code, small: true, class: used ? (used.has(at) ? "set" : "gone") : "" },
      ));
    }
  }
  const chose = after("decisions") && Object.keys(hand.choices).length ? choiceName(labName(hand.choices, trade)) : "";
  return h("div", { key: seat, class: `replay-seat${seat === own ? " own" : ""}` },
    row(name, cards),
    h(
      "p",
      { class: "small" },
      Object.entries(hand.stakes)
        .filter(([wager]) => after("decisions") || app.store.spot(wager).role !== "raise")
        .map(([wager, cents]) => `${bet(wager)} ${money(cents)}${words.felt.ofToken(hand.tokens?.[wager])}`)
        .join(" · "),
      chose && ` · ${chose}`,
    ),
    after("results") && h("ul", { class: "small replay-results" }, hand.results.map((done) => h(
      "li",
      { key: done.wager },
      `${bet(done.wager)}: ${signedMoney(done.returned - done.staked)} (${words.result.why(done, hand.hands)})`,
    ))));
}

function replay(app, state) {
  const { round } = state;
  const own = ownOf(app, round);
  const seats = Object.keys(round.players).sort((a, b) => (b === own) - (a === own) || a - b);
  return h("div", { class: "replay" },
    h(
      "p",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button small quiet", onclick: () => state.choose(null) },
        `‹ ${words.history.title}`,
      ),
      h("strong", {}, words.history.round(round.round)),
    ),
    steps(state),
    tableRows(app.store.felt, round, (name) => state.step >= STEPS.indexOf(name)),
    seats.map((seat) => seatRow(app, round, seat, STEPS[state.step], own)),
    state.step >= STEPS.indexOf("results") && round.seed && shuffleOfRecord(round, own));
}

function steps(state) {
  const step = (by, at, kind, name) => h(
    "button",
    {
      type: "button",
      class: `button small${kind}`,
      "aria-disabled": state.step === at ? "true" : undefined,
      onclick: () => state.go(by),
    },
    name,
  );
  const said = words.history.steps[STEPS[state.step]].toLowerCase();
  return h("div", { class: "replay-steps" },
    step(-1, 0, " quiet", words.history.previous),
    h("span", { role: "status" }, words.history.step(state.step + 1, STEPS.length, said)),
    step(1, STEPS.length - 1, "", words.history.next));
}

// What lay on the table, as far as it was known at a step.
function tableRows(felt, { dealt, laid }, after) {
  const dealers = () => (after("reveal") ? dealerHand(dealt.dealer, laid) : dealt.dealer.map(() => ({})));
  return [
    dealt.dealer && row(words.history.dealer, dealers().map(({ code, used }, at) => h("playing-card", {
      key: at,
      code,
      small: true,
      class: !after("deal") ? "not-yet" : used === undefined ? "" : used ? "set" : "gone",
    }))),
    dealt.board && row(words.history.board, dealt.board.map((code, at) => h("playing-card", {
      key: at,
      code: after("reveal") || (after("decisions") && at < 3) ? code : undefined,
      small: true,
      class: after("deal") ? "" : "not-yet",
    }))),
    dealt.rules && after("reveal") && row(
      words.history.rules,
      dealt.rules.map((name) => h("rule-card", { key: name, name })),
    ),
    felt.table.filter(({ place }) => !DRAWN.has(place) && dealt[place]).map(({ place, named }) => row(
      capital(place),
      dealt[place].map((code, at) => named
        ? h("rule-card", { key: at, name: after("reveal") ? code : undefined })
        : h("playing-card", { key: at, code: after("reveal") ? code : undefined, small: true })),
    )),
  ];
}

export const LAST_STEP = STEPS.length - 1;
