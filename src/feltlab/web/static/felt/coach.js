// The coach: what each choice is worth, exactly, and what a choice has cost, in words.
import { h } from "./dom.js";
import { ask } from "./wire.js";
import { units, words } from "./text.js";

export function choiceName(choice) {
  return choice.startsWith("trade ") ? words.coach.trade(choice.slice(6)) : (words.coach.names[choice] ?? choice);
}

function doing(choice) {
  return choice.startsWith("trade ") ? words.coach.trading(choice.slice(6)) : (words.coach.doing[choice] ?? choice);
}

// A decision as the lab names it.
export function labName(choice) {
  if ("trade" in choice) return choice.trade === null ? "keep" : `trade ${choice.trade}`;
  if ("decision" in choice) return choice.decision === "fold" ? "fold" : typeof choice.set === "string" ? `play ${choice.set}` : "play";
  return choice.turn ?? choice.flop;
}

export function valueOf(advice, choice) {
  return advice.options.find((option) => option.choice === choice)?.ev_float;
}

export function costOf(advice, choice) {
  return Math.max(0, valueOf(advice, advice.best) - valueOf(advice, choice));
}

export function handWords(game, facts, cards) {
  return facts ? words.coach.hand[game](facts, cards) : "";
}

export function lesson(game, advice, choice, facts, cards) {
  const cost = costOf(advice, choice);
  const hand = handWords(game, facts, cards);
  return cost < 1e-12 ? words.coach.right(doing(choice), hand) : words.coach.cost(
    doing(choice),
    hand,
    cost,
    words.coach.bet[game],
    choiceName(advice.best),
  );
}

// One bar for each choice, to one scale; the best is marked in words as well as in colour.
export function bars(advice, chosen = "") {
  const values = advice.options.map((option) => option.ev_float);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  return h("ul", { class: "worth" }, advice.options.map((option) => {
    const from = (Math.min(0, option.ev_float) - low) / span;
    const wide = Math.abs(option.ev_float) / span;
    const best = option.choice === advice.best;
    return h("li", {
      key: option.choice,
      class: `${best ? "is-best" : ""}${option.choice === chosen ? " is-chosen" : ""}`,
      "data-choice": option.choice,
      "data-ev": option.ev,
    },
      h("span", { class: "worth-name" }, choiceName(option.choice), best && h("em", {}, words.coach.best)),
      h("span", { class: "worth-figure" }, units(option.ev_float, 4)),
      h("span", { class: "worth-bar", "aria-hidden": "true" },
        h("i", { class: option.ev_float < 0 ? "minus" : "plus", style: { "--from": String(from), "--wide": String(wide) } })));
  }));
}

const strategies = new Map();
export function strategyOf(game) {
  if (!strategies.has(game)) {
    strategies.set(game, ask(`/play/${game}/strategy.json`).then((said) => said.lines).catch(() => {
      strategies.delete(game);
      return [];
    }));
  }
  return strategies.get(game);
}

export function strategyBox(lines, heading = "h3") {
  return lines?.length ? h(
    "div",
    { class: "strategy" },
    h(heading, {}, words.coach.strategy),
    lines.map((line, at) => h("p", { key: at, class: line.startsWith("  ") ? "under" : "" }, line.trim())),
  ) : null;
}

export function coachPanel(app) {
  const { coach, felt } = app;
  if (!coach.open) return null;
  const first = felt.spots.find((spot) => spot.role === "initial").name;
  const said = app.deciding ? coach.advice : null;
  return h("aside", { key: "coach", class: "coach-panel", "aria-label": words.coach.title },
    h("div", { class: "coach-head" }, h("h2", {}, words.coach.title),
      h(
        "label",
        { class: "coach-always" },
        h(
          "input",
          { type: "checkbox", checked: coach.always, onchange: (event) => app.act.always(event.target.checked) },
        ),
        words.coach.always,
      ),
      h("button", { type: "button", class: "panel-close", "aria-label": words.coach.hide, onclick: app.act.coach }, "×")),
    said ? [bars(said), h("p", { class: "small muted" }, words.coach.unit(first))]
      : app.lesson ? h("p", { class: "lesson" }, app.lesson)
        : h(
          "p",
          { class: "muted" },
          app.deciding ? (coach.failed ? words.coach.failed : words.coach.thinking) : words.coach.none,
        ),
    !said && app.lesson && coach.judged && bars(coach.judged, coach.chosen),
    strategyBox(coach.strategy));
}
