// A player's results by kind of decision and across games, from the sheets kept in this browser.
import { h, recalled } from "../site/dom.js";
import { LEAST_COST } from "./coach.js";
import { capital, dollars, optionName, signedDollars } from "./figures.js";
import { words } from "./text.js";

/** @typedef {import("./sheet.js").Decision} Noted */
/** @typedef {import("./sheet.js").Sheet} Sheet */

/** @param {Noted} noted */
export const isMistake = ({ cost }) => cost > LEAST_COST;

/** @param {Noted} noted */
const price = ({ cost, stake = 0 }) => cost * stake;

/**
 * A kind of decision: where it was made, and what was best there ("trade", not which card).
 * @param {Noted} noted
 */
export function kindOf({ best, stage = "" }) {
  return { stage, best: best.split(" ")[0] };
}

/**
 * @param {Noted[]} decisions
 * @returns {{ stage: string, best: string, all: number, wrong: number, cents: number }[]} the dearest first
 */
export function byKind(decisions) {
  const kinds = new Map();
  for (const noted of decisions) {
    const kind = kindOf(noted);
    const name = `${kind.stage} ${kind.best}`;
    const sum = kinds.get(name) ?? { ...kind, all: 0, wrong: 0, cents: 0 };
    sum.all += 1;
    if (isMistake(noted)) Object.assign(sum, { wrong: sum.wrong + 1, cents: sum.cents + price(noted) });
    kinds.set(name, sum);
  }
  return [...kinds.values()].sort((one, other) => other.cents - one.cents || other.all - one.all);
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(caption, heads, rows) {
  return h("table", { class: "sheet-table" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { key: head, scope: "col" }, head)))),
    h("tbody", {}, rows.map(([first, ...rest], at) => h(
      "tr",
      { key: at },
      h("th", { scope: "row" }, first),
      rest.map((value, place) => h("td", { key: place }, value)),
    ))));
}

/** @param {Noted[]} decisions */
export function kindTable(decisions) {
  const kinds = byKind(decisions);
  const stages = new Set(kinds.map(({ stage }) => stage));
  const name = (/** @type {{ stage: string, best: string }} */ { stage, best }) => [
    stages.size > 1 && stage ? `${capital(stage)}: ` : "",
    words.sheet.bestIs(words.coach.names[best] ?? optionName(best)),
  ].join("");
  const heads = [words.sheet.kind, words.sheet.decisions, words.sheet.mistakes, words.sheet.costs];
  return table(words.sheet.kinds, heads, kinds.map((kind) => [
    name(kind), String(kind.all), String(kind.wrong), kind.cents ? dollars(kind.cents) : "–",
  ]));
}

// All games with a sheet here; nothing if there is only one.
export function gamesTable() {
  const sheets = /** @type {Sheet[]} */ (recalled("sheet.").filter((sheet) => sheet?.decisions?.length));
  if (sheets.length < 2) return null;
  const heads = [words.sheet.game, words.sheet.rounds, words.sheet.mistakes, words.sheet.costs, words.sheet.net];
  return table(words.sheet.games, heads, sheets.map(({ decisions, game, rounds, title }) => {
    const wrong = decisions.filter(isMistake);
    const cost = wrong.reduce((sum, noted) => sum + price(noted), 0);
    return [
      title ?? game, String(rounds.length), `${wrong.length} / ${decisions.length}`, cost ? dollars(cost) : "–",
      signedDollars(rounds.reduce((sum, { net, stake = 0 }) => sum + net * stake, 0)),
    ];
  }));
}

/**
 * The mistakes on a sheet, each hand once, costliest first.
 * @param {Noted[]} decisions
 */
export function mistakesOf(decisions) {
  const hands = new Map(decisions.filter(isMistake).map((noted) => [`${noted.cards} ${noted.board}`, noted]));
  return [...hands.values()].sort((one, other) => other.cost - one.cost);
}

/**
 * One decision as a link to the hand, the choice and the coach's verdict.
 * @param {string} game
 * @param {Pick<Noted, "board" | "cards" | "choice">} noted
 */
export function linkTo(game, { board, cards, choice }) {
  const query = new URLSearchParams({ cards: cards.join(" "), ...(board ? { board } : {}), choice });
  return `${location.origin}/practice/${game}?${query}`;
}
