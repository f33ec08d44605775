// The session sheet: decisions, mistakes and their cost, and luck. Kept in this browser, one sheet for each game.
import { h, keep, recall } from "../site/dom.js";
import { choiceName } from "./coach.js";
import { betOf, decides, firstSpot } from "./plain.js";
import { dollars, percent, signedDollars, units } from "./figures.js";
import { csv, plainDollars, save } from "./papers.js";
import { gamesTable, isMistake, kindTable } from "./results.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

const MOST = 2000;

/**
 * The notes on a decision and on a round: values and costs in units of the first bet, the first bet in cents.
 * @typedef {{ at: number, table?: string, round: number, stage?: string, cards: Wire.Card[], board: string,
 *   choice: string,
 *   best: string, worth: number, cost: number, stake?: number, hand: string }} Decision
 * @typedef {{ at: number, table: string, round: number, stake?: number, net: number, worth: number }} Round
 * @typedef {{ game: string, title?: string, decisions: Decision[], rounds: Round[] }} Sheet
 */

/**
 * @param {string} game
 * @returns {Sheet}
 */
export function sheetOf(game) {
  const sheet = recall(`sheet.${game}`, /** @type {Sheet | null} */ (null));
  return sheet?.decisions && sheet.rounds ? sheet : { game, decisions: [], rounds: [] };
}

/**
 * @param {Pick<Wire.Felt, "game" | "title">} felt
 * @param {Decision} decision
 */
export function noteDecision({ game, title }, decision) {
  const sheet = { ...sheetOf(game), title };
  sheet.decisions = [...sheet.decisions, decision].slice(-MOST);
  keep(`sheet.${game}`, sheet);
}

/**
 * The notes on a round's decisions.
 * @param {string} game
 * @param {string} table
 * @param {number} round
 */
export function notedOf(game, table, round) {
  return sheetOf(game).decisions.filter((noted) => noted.table === table && noted.round === round);
}

/**
 * @param {string} game
 * @param {Round} round
 */
export function noteRound(game, round) {
  const sheet = sheetOf(game);
  sheet.rounds = [...sheet.rounds, round].slice(-MOST);
  keep(`sheet.${game}`, sheet);
}

/**
 * A sum in money; none for older notes, which have no stake.
 * @template {{ stake?: number }} T
 * @param {T[]} list
 * @param {(one: T) => number} what
 */
function cents(list, what) {
  return list.every((one) => one.stake) ? list.reduce((sum, one) => sum + what(one) * (one.stake ?? 0), 0) : null;
}

/**
 * @param {Round[]} rounds
 * @param {string} first
 */
function plot(rounds, first) {
  let net = 0;
  let worth = 0;
  const points = [[0, 0], ...rounds.map((round) => [(net += round.net), (worth += round.worth)])];
  const all = points.flat();
  const low = Math.min(...all);
  const high = Math.max(...all);
  const span = high - low || 1;
  const x = (/** @type {number} */ at) => 44 + (at * 500) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ value) => 170 - ((value - low) / span) * 150;
  const path = (/** @type {0 | 1} */ which) => points.map(
    (point, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(point[which]).toFixed(1)}`,
  ).join("");
  return h("figure", {},
    h("svg", { class: "chart", viewBox: "0 0 560 190", role: "img", "aria-label": words.sheet.plot(first) },
      [low, 0, high].filter((value, at, list) => list.indexOf(value) === at).map((value) => [
        h(
          "line",
          { key: `l${value}`, class: value === 0 ? "axis" : "gridline", x1: 44, x2: 544, y1: y(value), y2: y(value) },
        ),
        h(
          "text",
          { key: `t${value}`, x: 38, y: y(value) + 4, "text-anchor": "end" },
          units(value, span < 10 ? 1 : 0).replace("+", ""),
        )]),
      h("path", { class: "line2", d: path(1) }), h("path", { class: "line1", d: path(0) })),
    h(
      "ul",
      { class: "keys" },
      h("li", { class: "key-actual" }, words.sheet.actual),
      h("li", { class: "key-worth" }, words.sheet.worth),
    ),
    h("figcaption", {}, words.sheet.plot(first)));
}

/**
 * The decisions on a sheet, one row each.
 * @param {Sheet} sheet
 */
export function sheetRows({ decisions, game }) {
  const money = (/** @type {number} */ bets, /** @type {number | undefined} */ stake) =>
    stake ? plainDollars(bets * stake) : "";
  return [
    ["time", "game", "table", "round", "decision", "cards", "board", "choice", "best", "bet", "value", "cost"],
    ...decisions.map(({ at, board, cards, choice, best, cost, round, stage = "", stake, table = "", worth }) => [
      new Date(at).toISOString(), game, table, round, stage, cards.join(" "), board, choice, best,
      stake ? plainDollars(stake) : "", money(worth, stake), money(cost, stake),
    ]),
  ];
}

/** @param {Decision[]} wrong */
function worst(wrong) {
  return h("ol", { class: "worst" }, [...wrong].sort((a, b) => b.cost - a.cost).slice(0, 5).map((one, at) => h(
    "li",
    { key: at },
    words.sheet.mistake(
      choiceName(one.choice),
      one.hand,
      one.stake ? `${dollars(one.cost * one.stake)}, ${percent(one.cost)}` : percent(one.cost),
      choiceName(one.best),
    ),
  )));
}

/** @type {(name: string, onclick: () => unknown, kind?: string) => import("../site/dom.js").Kid} */
const press = (name, onclick, kind = " quiet") =>
  h("button", { key: name, type: "button", class: `button small${kind}`, onclick }, name);

/**
 * @param {FeltTable} app
 * @param {{ sure: boolean, askSure: () => void, reset: () => void }} asked
 */
export function sheetBody(app, { sure, askSure, reset }) {
  const { game, spots } = app.store.felt;
  const sheet = sheetOf(game);
  const without = Object.entries(app.store.felt.words.early ?? {}).map(([wager, said]) => ({ wager, said }))
    .find(({ wager }) => spots.some((spot) => spot.wager === wager));
  if (!sheet.decisions.length) {
    return h("p", { class: "muted" }, words.sheet[decides(app.store.felt) ? "empty" : "nothing"]);
  }
  const wrong = sheet.decisions.filter(isMistake);
  const price = wrong.reduce((sum, one) => sum + one.cost, 0);
  const net = sheet.rounds.reduce((sum, one) => sum + one.net, 0);
  const worth = sheet.rounds.reduce((sum, one) => sum + one.worth, 0);
  const first = firstSpot(app.store.felt).name;
  const fact = (/** @type {string} */ name, /** @type {string | number} */ value, kind = "", small = "") =>
    h("div", { key: name }, h("dt", {}, name), h("dd", { class: kind }, value, small && h("small", {}, small)));
  /** @type {(name: string, bets: number, money: number | null, kind?: string) => import("../site/dom.js").Kid} */
  const figure = (name, bets, money, kind) => {
    const inBets = words.sheet.bets(units(bets, 1), Math.abs(bets), first);
    return money === null ? fact(name, inBets, kind) : fact(name, signedDollars(money), kind, inBets);
  };
  const paid = cents(wrong, (one) => one.cost);
  const share = words.sheet.of(percent(price), betOf(app.store.felt));
  return h("div", { class: "sheet" },
    h("dl", { class: "facts" },
      fact(words.sheet.rounds, sheet.rounds.length), fact(
        words.sheet.decisions,
        sheet.decisions.length,
      ), fact(words.sheet.mistakes, wrong.length),
      paid === null
        ? fact(words.sheet.price, share, price ? "bad" : "good")
        : fact(words.sheet.price, dollars(paid), price ? "bad" : "good", share),
      figure(words.sheet.net, net, cents(sheet.rounds, (one) => one.net)),
      figure(words.sheet.expected, worth, cents(sheet.rounds, (one) => one.worth)),
      figure(
        words.sheet.luck,
        net - worth,
        cents(sheet.rounds, (one) => one.net - one.worth),
        net > worth ? "good" : net < worth ? "bad" : "",
      )),
    without && h("p", { class: "small" }, without.said),
    plot(sheet.rounds, first),
    h("h3", {}, words.sheet.worst),
    wrong.length ? worst(wrong) : h("p", { class: "muted" }, words.sheet.none),
    wrong.length > 0 && h(
      "p",
      { class: "no-print" },
      h("a", { class: "button small", href: `/practice/${game}?mistakes`, target: "_blank" }, words.sheet.practice),
    ),
    kindTable(sheet.decisions),
    gamesTable(),
    h("p", { class: "small muted" }, words.sheet.note),
    h("p", { class: "row no-print" },
      press(words.sheet.csv, () => save(`${game}-sheet`, "csv", csv(sheetRows(sheet))), ""),
      press(words.sheet.export, () => save(`${game}-sheet`, "json", JSON.stringify(sheet, null, 1))),
      press(words.sheet.print, () => print()),
      press(
        sure ? words.sheet.sure : words.sheet.reset,
        sure ? () => { keep(`sheet.${game}`, null); reset(); } : askSure,
      )));
}
