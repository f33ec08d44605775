// Playing cards as the site draws them: ivory, with words for those who hear the page.
import { element } from "./ask.js";
import { cardName, SIGNS } from "./felt/names.js";

export const RANK_ORDER = "AKQJT98765432";

function face(code) {
  if (code === "Jo") return ["Joker"];
  return [
    element("span", { "aria-hidden": "true" }, code[0] === "T" ? "10" : code[0]),
    element("span", { class: "suit", "aria-hidden": "true" }, SIGNS[code[1]]),
  ];
}

function kind(code) {
  if (code === "Jo") return "card joker";
  return "dh".includes(code[1]) ? "card red" : "card";
}

export function card(code) {
  return element("span", { class: kind(code), role: "img", "aria-label": cardName(code) }, ...face(code));
}

export function cardButton(code, pressed, pick) {
  const made = element(
    "button",
    {
      type: "button",
      class: kind(code),
      "aria-label": cardName(code),
      "aria-pressed": String(pressed),
      "data-card": code,
    },
    ...face(code),
  );
  made.addEventListener("click", () => pick(code, made));
  return made;
}

export function ruleCard(name) {
  return element("span", { class: "card rule" }, name);
}
