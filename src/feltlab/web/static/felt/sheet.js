// The session sheet: decisions, mistakes and their price, and luck; kept in this browser, a sheet for each game.
import { h, keep, recall } from "../site/dom.js";
import { choiceName } from "./coach.js";
import { betOf } from "./plain.js";
import { dollars, percent, signedDollars, units } from "./figures.js";
import { words } from "./text.js";

const MOST = 2000;

export function sheetOf(game) {
  const sheet = recall(`sheet.${game}`, null);
  return sheet?.decisions && sheet.rounds ? sheet : { game, decisions: [], rounds: [] };
}

export function noteDecision(game, decision) {
  const sheet = sheetOf(game);
  sheet.decisions = [...sheet.decisions, decision].slice(-MOST);
  keep(`sheet.${game}`, sheet);
}

export function noteRound(game, round) {
  const sheet = sheetOf(game);
  sheet.rounds = [...sheet.rounds, round].slice(-MOST);
  keep(`sheet.${game}`, sheet);
}

// A sum in money; older notes have no stake, then there is none.
function cents(list, what) {
  return list.every((one) => one.stake) ? list.reduce((sum, one) => sum + what(one) * one.stake, 0) : null;
}

function plot(rounds, first) {
  let net = 0;
  let worth = 0;
  const points = [[0, 0], ...rounds.map((round) => [(net += round.net), (worth += round.worth)])];
  const all = points.flat();
  const low = Math.min(...all);
  const high = Math.max(...all);
  const span = high - low || 1;
  const x = (at) => 44 + (at * 500) / Math.max(1, points.length - 1);
  const y = (value) => 170 - ((value - low) / span) * 150;
  const path = (which) => points.map(
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

function save(game, sheet) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(sheet, null, 1)], { type: "application/json" }));
  link.download = `feltlab-${game}-sheet.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

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

export function sheetBody(app, { sure, askSure, reset }) {
  const { game, spots } = app.store.felt;
  const sheet = sheetOf(game);
  const without = Object.entries(app.store.felt.words.early ?? {}).map(([wager, said]) => ({ wager, said }))
    .find(({ wager }) => spots.some((spot) => spot.wager === wager));
  if (!sheet.decisions.length) return h("p", { class: "muted" }, words.sheet.empty);
  const wrong = sheet.decisions.filter((one) => one.cost > 1e-12);
  const price = wrong.reduce((sum, one) => sum + one.cost, 0);
  const net = sheet.rounds.reduce((sum, one) => sum + one.net, 0);
  const worth = sheet.rounds.reduce((sum, one) => sum + one.worth, 0);
  const first = spots.find((spot) => spot.role === "initial").name;
  const fact = (name, value, kind = "", small = "") =>
    h("div", { key: name }, h("dt", {}, name), h("dd", { class: kind }, value, small && h("small", {}, small)));
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
    without && spots.some((spot) => spot.wager === without.wager) && h("p", { class: "small" }, without.said),
    plot(sheet.rounds, first),
    h("h3", {}, words.sheet.worst),
    wrong.length ? worst(wrong) : h("p", { class: "muted" }, words.sheet.none),
    h("p", { class: "small muted" }, words.sheet.note),
    h("p", { class: "row no-print" },
      h("button", { type: "button", class: "button small", onclick: () => save(game, sheet) }, words.sheet.export),
      h("button", { type: "button", class: "button small quiet", onclick: () => print() }, words.sheet.print),
      h(
        "button",
        {
          type: "button",
          class: "button small quiet",
          onclick: sure ? () => { keep(`sheet.${game}`, null); reset(); } : askSure,
        },
        sure ? words.sheet.sure : words.sheet.reset,
      )));
}
