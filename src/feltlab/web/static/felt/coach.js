// The coach: the exact value of each choice, and the cost of the one made, in words.
import { h } from "../site/dom.js";
import { openStakes } from "./model.js";
import { ask } from "../site/ask.js";
import { cardSign } from "../site/names.js";
import { betOf, decides, firstSpot } from "./plain.js";
import { optionName, signedMoney, units } from "./figures.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

const PRACTICE_STAKE = 1000; // cents: the stake for judging practice hands

export const LEAST_COST = 1e-12; // of the first bet: anything less is rounding, not a mistake

/** @param {string} choice */
export function choiceName(choice) {
  return choice.startsWith("trade ")
    ? words.coach.trade(choice.slice(6).split(" "))
    : (words.coach.names[choice] ?? ofCards(choice, words.coach.names));
}

/** @param {string} choice */
function doing(choice) {
  return choice.startsWith("trade ")
    ? words.coach.trading(choice.slice(6).split(" "))
    : (words.coach.doing[choice] ?? ofCards(choice, words.coach.doing));
}

/**
 * A choice that names the cards set.
 * @param {string} choice
 * @param {Record<string, string>} named
 */
function ofCards(choice, named) {
  const [made, ...cards] = choice.split(" ");
  return cards.length && made in named ? [named[made], ...cards.map(cardSign)].join(" ") : optionName(choice);
}

/**
 * A decision as the lab names it.
 * @param {Wire.Choice} choice
 * @param {Wire.Asking | null} trade
 */
export function labName(choice, trade = null) {
  const traded = trade ? choice[trade.name] : undefined;
  if (traded !== undefined) return traded === null ? "keep" : `trade ${[traded].flat().join(" ")}`;
  if ("decision" in choice) return choice.decision === "fold"
    ? "fold"
    : typeof choice.set === "string"
    ? `play ${choice.set}`
    : "play";
  return String(Object.values(choice).at(-1));
}

/**
 * @param {Wire.Advice} advice
 * @param {string} choice
 */
export function valueOf(advice, choice) {
  return advice.options.find((option) => option.choice === choice)?.ev_float ?? NaN;
}

/**
 * @param {Wire.Advice} advice
 * @param {string} choice
 */
export function costOf(advice, choice) {
  return Math.max(0, valueOf(advice, advice.best) - valueOf(advice, choice));
}

/** @param {Wire.Facts | null} facts */
export function handWords(facts) {
  return facts?.said ?? "";
}

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Advice} advice
 * @param {string} choice
 * @param {Wire.Facts | null} facts
 */
export function lesson(felt, advice, choice, facts, stake = PRACTICE_STAKE) {
  const cost = costOf(advice, choice);
  return verdictOf(felt, { best: advice.best, choice, cost, hand: handWords(facts), stake });
}

/**
 * A noted decision, in words.
 * @param {Wire.Felt} felt
 * @param {{ best: string, choice: string, cost: number, hand: string, stake?: number }} noted
 */
export function verdictOf(felt, { best, choice, cost, hand, stake = PRACTICE_STAKE }) {
  return cost < LEAST_COST ? words.coach.right(doing(choice), hand) : words.coach.cost(
    doing(choice),
    hand,
    cost,
    betOf(felt),
    choiceName(best),
    cost * stake,
  );
}

/**
 * One bar for each choice, on one scale: losses to the left of zero, wins to the right. The best is marked in
 * words as well as in color. `foldIsSure`: no other bet is open, so a fold loses exactly this.
 * @param {Wire.Advice} advice
 */
export function bars(advice, chosen = "", { stake = PRACTICE_STAKE, foldIsSure = true } = {}) {
  const most = Math.max(...advice.options.map((option) => Math.abs(option.ev_float))) || 1;
  const list = h("ul", { class: "worth" }, advice.options.map((option) => {
    const from = 0.5 + Math.min(0, option.ev_float) / (2 * most);
    const wide = Math.abs(option.ev_float) / (2 * most);
    const best = option.choice === advice.best;
    return h("li", {
      key: option.choice,
      class: `${best ? "is-best" : ""}${option.choice === chosen ? " is-chosen" : ""}`,
      "data-choice": option.choice,
      "data-ev": option.ev ?? String(option.ev_float),
    },
      h("span", { class: "worth-name" }, choiceName(option.choice),
        best && h("em", {}, advice.strategy ? words.coach.named : words.coach.best)),
      h("span", { class: "worth-money" },
        !(foldIsSure && option.choice === "fold") && h("span", { class: "worth-average" }, words.coach.average),
        words.coach.outcome(option.ev_float * stake)),
      h("span", { class: "worth-short" }, signedMoney(Math.round(option.ev_float * stake))),
      h("span", { class: "worth-figure" }, units(option.ev_float, 4)),
      h("span", { class: "worth-bar", "aria-hidden": "true" },
        h(
          "i",
          { class: option.ev_float < 0 ? "minus" : "plus", style: { "--from": String(from), "--wide": String(wide) } },
        )));
  }));
  return [list, h("p", { class: "worth-scale", "aria-hidden": "true" },
    h("span", {}, words.coach.lose(most * stake)), h("span", {}, "0"), h("span", {}, words.coach.win(most * stake)))];
}

/** @param {Wire.Felt} felt */
export const practiceUnit = (felt) => words.coach.unitOf(PRACTICE_STAKE, betOf(felt));

/**
 * What the bars need to show money: the first bet, and whether a fold ends every open bet.
 * @param {FeltTable["store"]} store
 * @param {Wire.Hand} hand
 */
export function stakesOf(store, hand) {
  const live = Object.keys(openStakes(hand)).map((wager) => store.spot(wager)?.role);
  return {
    stake: hand.stakes[store.felt.initial],
    foldIsSure: live.every((role) => role === "initial" || role === "raise"),
  };
}

/**
 * The choices as a screen reader reads them, best first.
 * @param {Wire.Advice} advice
 * @param {number} [stake]
 */
export function spoken(advice, stake = PRACTICE_STAKE) {
  return [...advice.options]
    .sort((one, other) => other.ev_float - one.ev_float)
    .map(({ choice, ev_float: value }) => `${choiceName(choice)}: ${words.coach.outcome(value * stake)}`);
}

/**
 * The short strategy at `place`: `/table/ID` on that table's own rules, `/play/GAME` on the documents'.
 * @param {string} place
 * @returns {Promise<string[]>}
 */
export async function strategyOf(place) {
  try {
    /** @type {Wire.Strategy} */
    const { lines } = await ask(`${place}/strategy.json`);
    return lines;
  } catch {
    return [];
  }
}

/**
 * Terms of the trade, explained where they first appear.
 * @param {string[]} lines
 */
function plainly(lines) {
  const left = [...words.coach.plain];
  return lines.map((line) => {
    for (const explained of [...left]) {
      const [term, meaning] = explained;
      if (!line.includes(term)) continue;
      line = line.replace(term, `${term} (${meaning})`);
      left.splice(left.indexOf(explained), 1);
    }
    return line;
  });
}

/**
 * `rule` is the strategy line for the hand in front of the player.
 * @param {string[] | null} lines
 */
export function strategyBox(lines, heading = "h3", rule = -1, card = "") {
  const marked = lines && lines.length > 1 ? rule : -1;
  return lines?.length ? h(
    "div",
    { class: "strategy" },
    h(heading, {}, words.coach.strategy),
    plainly(lines).map((line, at) => h(
      "p",
      { key: at, class: `${line.startsWith("  ") ? "under" : ""}${at === marked ? " applies" : ""}` },
      line.trim(),
      at === marked && h("em", {}, words.coach.applies),
    )),
    card && h("p", { key: "card" }, h("a", { href: card, target: "_blank" }, words.coach.card)),
  ) : null;
}

/**
 * The value of each choice at the decision.
 * @param {FeltTable} app
 * @param {Wire.Advice} said
 */
function valuesOf({ store }, said) {
  return [
    store.hand && bars(said, "", stakesOf(store, store.hand)),
    h("p", { class: "small muted" }, words.coach.unit(firstSpot(store.felt).name)),
    said.strategy && h("p", { class: "small muted" }, words.coach.sampled(said.strategy)),
    said.fresh_shoe === false && h("p", { class: "small muted" }, words.coach.fresh),
    store.several && h("p", { class: "small muted" }, words.coach.alone),
  ];
}

/**
 * The value of the last choice, or why the coach says nothing.
 * @param {FeltTable} app
 */
function lessonOf({ coach, store }) {
  if (!coach.lesson) {
    const none = words.coach[decides(store.felt) ? "none" : "nothing"];
    return h("p", { class: "muted" }, store.deciding ? coach.failed || words.coach.thinking : none);
  }
  return [
    h("p", { class: "lesson" }, coach.lesson),
    coach.verdict && bars(coach.verdict.judged, coach.verdict.chosen, coach.verdict.stakes),
  ];
}

/**
 * The strategy line for the hand being decided, or decided last.
 * @param {FeltTable} app
 */
function lineOf({ choices, coach, store }) {
  return store.deciding || coach.lesson ? (choices.facts?.rule ?? -1) : -1;
}

/** @param {FeltTable} app */
export function coachPanel(app) {
  const { coach } = app;
  if (!coach.shown) return null;
  const { deciding, decisionName } = app.store;
  const said = deciding && coach.for === decisionName ? coach.advice : null;
  const thinking = deciding && !said && !coach.failed; // the rule appears with the values, which would push it down
  const last = coach.lesson;
  // New values get a new panel, even under the same words, so nothing slides to a new place.
  const values = (deciding ? said : coach.verdict?.judged)?.options.map((option) => option.ev_float);
  const about = `${deciding ? `${decisionName} ${coach.failed}` : last} ${values} ${lineOf(app)}`;
  // On a phone the dealer's cards stay visible: one line per choice, and a single line until the next decision.
  const kind = `coach-panel${app.store.deciding ? "" : " brief"}${coach.full ? " full" : ""}`;
  return h("aside", { key: `coach ${about}`, class: kind, "aria-label": words.coach.title },
    h("div", { class: "coach-head" }, h("h2", {}, words.coach.title),
      h(
        "label",
        { class: "coach-always" },
        h(
          "input",
          { type: "checkbox", checked: coach.always, onchange: (event) => app.act.always(event.currentTarget.checked) },
        ),
        words.coach.always,
      ),
      app.store.deciding && h(
        "button",
        {
          type: "button", class: "coach-more", "aria-expanded": String(Boolean(coach.full)),
          onclick: () => {
            coach.full = !coach.full;
            app.draw();
            app.querySelector(".strategy .applies")?.scrollIntoView({ block: "nearest" });
          },
        },
        coach.full ? words.coach.less : words.coach.more,
      ),
      h(
        "button",
        { type: "button", class: "panel-close", "aria-label": words.coach.hide, onclick: app.act.coach },
        "×",
      )),
    said ? valuesOf(app, said) : lessonOf(app),
    !thinking && strategyBox(coach.strategy, "h3", lineOf(app), `/table/${app.store.table}/strategy`));
}
