// Playing cards as the site draws them: ivory, with words for screen readers.
import { element } from "./ask.js";
import { cardName } from "./names.js";
import { alone } from "./marks.js";

export const RANK_ORDER = "AKQJT98765432";

/** @param {string} code */
function face(code) {
  if (code === "Jo") return ["Joker"];
  return [alone("rank", code[0]), alone("suit", code[1])];
}

/** @param {string} code */
function kind(code) {
  if (code === "Jo") return "card joker";
  return "dh".includes(code[1]) ? "card red" : "card";
}

/** @param {string} code */
export function card(code) {
  return element("span", { class: kind(code), role: "img", "aria-label": cardName(code) }, ...face(code));
}

/**
 * @param {string} code
 * @param {boolean} pressed
 * @param {() => void} pick
 */
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
  made.addEventListener("click", pick);
  return made;
}

/** @param {string} name */
export function ruleCard(name) {
  return element("span", { class: "card rule" }, name);
}
