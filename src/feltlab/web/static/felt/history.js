// The last rounds, and a step-by-step replay of one.
import { h } from "../site/dom.js";
import { dealerHand, setOf, spread } from "./hands.js";
import { finalHand, netOf } from "./model.js";
import { placeName, tradeOf } from "./plain.js";
import { shuffleOfRecord } from "./shuffle.js";
import { choiceName, labName, verdictOf } from "./coach.js";
import { csv, plainDollars, save } from "./papers.js";
import { linkTo } from "./results.js";
import { notedOf } from "./sheet.js";
import { withSigns } from "../site/names.js";
import { money, signedMoney } from "./figures.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

const DRAWN = new Set(["dealer", "board", "rules"]);
const STEPS = ["bets", "deal", "decisions", "reveal", "results"];

// The finished rounds, the one being replayed, and the step it is at.
export class Replay {
  /** @type {Wire.Recorded[] | null} */
  rounds = null;
  failed = false;
  /** @type {Wire.Recorded | null} */
  round = null;
  step = 0;

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  /** @param {Wire.Recorded | null} round */
  choose(round) {
    this.round = round;
    this.step = 0;
    this.draw();
  }

  /** @param {1 | -1} by */
  go(by) {
    this.step = Math.max(0, Math.min(STEPS.length - 1, this.step + by));
    this.draw();
  }

  /** @param {string} name */
  after(name) {
    return this.step >= STEPS.indexOf(name);
  }
}

/**
 * Your seats in a round.
 * @param {FeltTable} app
 * @param {Wire.Recorded} round
 */
function ownOf(app, round) {
  const me = app.store.me?.player;
  return round.own ?? Object.keys(round.players).filter((seat) => me && round.players[seat].player === me);
}

/**
 * @param {FeltTable} app
 * @param {Replay} state
 */
export function historyBody(app, state) {
  if (state.failed) return h("p", { class: "message bad" }, words.history.failed);
  if (!state.rounds) return h("p", { class: "muted" }, words.history.loading);
  if (state.round) return replayed(app, state, state.round);
  if (!state.rounds.length) return h("p", { class: "muted" }, words.history.empty);
  const { rounds } = state;
  return [roundsList(app, rounds, state), h("p", { key: "save", class: "row no-print" }, h(
    "button",
    {
      type: "button",
      class: "button small quiet",
      onclick: () => save(`${app.store.game}-rounds`, "csv", csv(roundRows(app, rounds))),
    },
    words.history.csv,
  ))];
}

/**
 * Your bets in these rounds, a row for each.
 * @param {FeltTable} app
 * @param {Wire.Recorded[]} rounds
 */
export function roundRows(app, rounds) {
  return [
    ["table", "round", "seat", "cards", "dealer", "board", "choice", "bet", "staked", "returned", "net", "why"],
    ...rounds.flatMap((round) => ownOf(app, round).flatMap((seat) => betRows(app, round, seat))),
  ];
}

/**
 * @param {FeltTable} app
 * @param {Wire.Recorded} round
 * @param {string} own
 */
function betRows({ store }, { dealt, players, round, table }, own) {
  const hand = players[own];
  const choices = hand?.choices ?? {};
  const chose = Object.keys(choices).length ? labName(choices, tradeOf(store.felt)) : "";
  const lay = (/** @type {unknown} */ cards) => (Array.isArray(cards) ? cards.join(" ") : "");
  return (hand?.results ?? []).map(({ returned, staked, wager, why }) => [
    table, round, own, lay(dealt.seats?.[own]), lay(dealt.dealer), lay(dealt.board), chose, store.nameOf(wager),
    plainDollars(staked), plainDollars(returned), plainDollars(returned - staked), why,
  ]);
}

/**
 * @param {FeltTable} app
 * @param {Wire.Recorded[]} rounds
 * @param {Replay} state
 */
function roundsList(app, rounds, state) {
  return h("ul", { key: "rounds", class: "history" }, rounds.map((round) => {
    const own = ownOf(app, round);
    const hands = own.map((seat) => round.players[seat]);
    const net = hands.length ? hands.reduce((sum, hand) => sum + netOf(hand), 0) : null;
    const held = round.dealt.seats?.[own[0]]?.length ? hands[0]?.hands?.player : ""; // of cards of one's own
    const told = hands.length > 1 ? words.history.hands(hands.length) : held;
    return h("li", { key: round.round },
      h(
        "div",
        {},
        h("strong", {}, words.history.round(round.round)),
        h("span", { class: "muted" }, ` ${withSigns(told ?? round.reason ?? "")}`),
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

/**
 * @param {string} label
 * @param {import("../site/dom.js").Kid} cards
 */
function row(label, cards) {
  return h(
    "div",
    { class: "replay-row" },
    h("span", { class: "replay-label" }, label),
    h("div", { class: "replay-cards" }, cards),
  );
}

/**
 * A seat's hand and everything the record has about it.
 * @param {Wire.Recorded} round
 * @param {string} seat
 */
function handIn({ dealt, players }, seat) {
  const { choices = {}, hands = {}, struck = [], tokens = {}, turned_up: up = [], ...hand } = players[seat];
  const cards = dealt.seats?.[seat] ?? up;
  return { ...hand, choices, hands, struck, tokens, cards, replacement: dealt.replacements?.[seat] ?? null };
}

/**
 * The cards of a seat as they lie at a step.
 * @param {Wire.Felt} felt
 * @param {ReturnType<typeof handIn>} hand
 * @param {Replay} state
 */
function cardsAt(felt, hand, state) {
  if (!state.after("deal") || !hand.cards.length) return [];
  const decided = state.after("decisions");
  const trade = tradeOf(felt);
  const small = (/** @type {Wire.Card} */ code, /** @type {number} */ at, /** @type {string} */ kind) =>
    h("playing-card", { key: at, code, small: true, class: kind });
  if (trade) {
    if (!decided) return hand.cards.map((code, at) => small(code, at, ""));
    const shown = finalHand(state.after("reveal") ? hand : { ...hand, struck: [] }, trade);
    return shown.map(({ code, out }, at) => small(code, at, out ? "gone" : ""));
  }
  const set = setOf(felt, hand);
  const used = decided && set.size ? set : null;
  return spread(felt, hand.cards).map(({ code, at }) => small(code, at, used ? (used.has(at) ? "set" : "gone") : ""));
}

/**
 * @param {FeltTable} app
 * @param {Wire.Recorded} round
 * @param {string} seat
 * @param {Replay} state
 * @param {string[]} mine
 */
function seatRow({ store }, round, seat, state, mine) {
  const own = mine.includes(seat);
  const hand = handIn(round, seat);
  const decided = state.after("decisions");
  const number = mine.length > 1 ? mine.indexOf(seat) + 1 : 0;
  const name = own ? words.history.mine(number) : hand.name || words.seats.seat(seat);
  const chose = decided && Object.keys(hand.choices).length
    ? choiceName(labName(hand.choices, tradeOf(store.felt)))
    : "";
  return h("div", { key: seat, class: `replay-seat${own ? " own" : ""}` },
    row(name, cardsAt(store.felt, hand, state)),
    h(
      "p",
      { class: "small" },
      Object.entries(hand.stakes)
        .filter(([wager]) => decided || store.spot(wager)?.role !== "raise")
        .map(([wager, cents]) => `${store.nameOf(wager)} ${money(cents)}${words.felt.ofToken(hand.tokens[wager])}`)
        .join(" · "),
      chose && ` · ${chose}`,
    ),
    state.after("results") && h("ul", { class: "small replay-results" }, hand.results.map((done) => h(
      "li",
      { key: done.wager },
      `${store.nameOf(done.wager)}: ${signedMoney(done.returned - done.staked)} (${done.why})`,
    ))));
}

/**
 * @param {FeltTable} app
 * @param {Replay} state
 * @param {Wire.Recorded} round
 */
function replayed(app, state, round) {
  const own = ownOf(app, round);
  const mine = (/** @type {string} */ seat) => Number(own.includes(seat));
  const seats = Object.keys(round.players).sort(
    (one, other) => mine(other) - mine(one) || Number(one) - Number(other),
  );
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
    tableRows(app.store.felt, round, state),
    state.after("decisions") && verdicts(app, round),
    seats.map((seat) => seatRow(app, round, seat, state, own)),
    state.after("results") && round.seed && shuffleOfRecord(round, own[0]));
}

/**
 * The coach's verdicts on your decisions, each with a link that shows the hand.
 * @param {FeltTable} app
 * @param {Wire.Recorded} round
 */
function verdicts(app, round) {
  const { felt, game, table } = app.store;
  const noted = notedOf(game, table, round.round);
  if (!noted.length) return null;
  const own = ownOf(app, round);
  const held = (/** @type {string} */ seat) => String(round.dealt.seats?.[seat]);
  const named = (/** @type {string} */ cards) => own.length > 1
    ? words.hands.name(own.findIndex((seat) => held(seat) === cards) + 1)
    : words.coach.title;
  return h("ul", { key: "verdicts", class: "small replay-verdicts" }, noted.map((one, at) => h(
    "li",
    { key: at },
    `${named(String(one.cards))}: `,
    verdictOf(felt, one),
    " ",
    h("button", {
      type: "button",
      class: "button small quiet",
      onclick: () => app.copy(linkTo(game, one), words.history.linked),
    }, words.history.link),
  )));
}

/** @param {Replay} state */
function steps(state) {
  /** @type {(by: 1 | -1, at: number, kind: string, name: string) => import("../site/dom.js").Kid} */
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

/**
 * The cards on the table, as far as they were known at a step.
 * @param {Wire.Felt} felt
 * @param {Wire.Recorded} round
 * @param {Replay} state
 */
function tableRows(felt, { dealt, laid }, state) {
  const at = (/** @type {string} */ place) => /** @type {string[] | undefined} */ (dealt[place]);
  const revealed = state.after("reveal");
  const [dealer, board, rules] = ["dealer", "board", "rules"].map(at);
  const dealers = dealer && (revealed ? dealerHand(dealer, laid) : dealerHand(dealer.map(() => null)));
  return [
    dealers && row(words.history.dealer, dealers.map(({ code, used }, place) => h("playing-card", {
      key: place,
      code,
      small: true,
      class: !state.after("deal") ? "not-yet" : used === undefined ? "" : used ? "set" : "gone",
    }))),
    board && row(words.history.board, board.map((code, place) => h("playing-card", {
      key: place,
      code: revealed || (state.after("decisions") && place < 3) ? code : undefined,
      small: true,
      class: state.after("deal") ? "" : "not-yet",
    }))),
    rules && revealed && row(words.history.rules, rules.map((name) => h("rule-card", { key: name, name }))),
    felt.table.filter(({ place }) => !DRAWN.has(place)).map((lying) => {
      const { place, named } = lying;
      const faces = at(place)?.map((code) => (revealed ? code : undefined));
      return faces && row(placeName(lying), faces.map((face, key) => named
        ? h("rule-card", { key, name: face })
        : h("playing-card", { key, code: face, small: true })));
    }),
  ];
}
