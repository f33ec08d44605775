// Casino terms, explained where they appear: hover, tap or press Enter.
import { h } from "../site/dom.js";
import { words } from "./text.js";

const GAP = 6; // pixels between a word and its meaning
const EDGE = 8;

/**
 * @typedef {[term: string, means: string, forms?: string]} Term `forms`: how else the word is written, for a pattern
 */

/** @param {string} text */
const plainly = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * @param {Term[]} terms
 * @param {string} text
 * @returns {(string | Term)[]} the text in pieces; the first appearance of each explained word is
 * `[as written, meaning]`
 */
export function piecesOf(terms, text) {
  const found = terms
    .map(([term, means, forms]) => ({ means, at: new RegExp(`\\b(?:${forms ?? plainly(term)})\\b`, "i").exec(text) }))
    .filter(({ at }) => at)
    .map(({ means, at }) => ({ means, from: at?.index ?? 0, said: at?.[0] ?? "" }))
    .sort((one, other) => one.from - other.from || other.said.length - one.said.length);
  /** @type {(string | Term)[]} */
  const pieces = [];
  let done = 0;
  for (const { means, from, said } of found) {
    if (from < done) continue;
    pieces.push(text.slice(done, from), [said, means]);
    done = from + said.length;
  }
  return [...pieces, text.slice(done)].filter(Boolean);
}

/**
 * @param {Event & { currentTarget: EventTarget | null }} event
 * @param {string} means
 */
function show(event, means) {
  const word = /** @type {HTMLElement} */ (event.currentTarget);
  const box = document.getElementById("meaning");
  if (!box) return;
  box.textContent = means;
  box.showPopover();
  const here = word.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(here.left, innerWidth - width - EDGE));
  const above = here.top - height - GAP;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${above > EDGE ? above : here.bottom + GAP}px`);
}

/**
 * @param {string} said
 * @param {string} means
 */
function word(said, means) {
  return h("span", {
    key: `term-${said}`, class: "term", role: "button", tabindex: "0", title: means,
    onclick: (/** @type {Event} */ event) => show(event, means),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      show(event, means);
    },
  }, said);
}

/**
 * A text on the felt with its casino terms explained.
 * @param {Wire.Felt} felt
 * @param {string} text
 */
export function explained(felt, text) {
  const terms = words.rules.meanings(felt);
  return piecesOf(terms, text).map((piece) => (typeof piece === "string" ? piece : word(piece[0], piece[1])));
}

// The box that shows a meaning.
export const meaningBox = () => h(
  "div",
  { key: "meaning", id: "meaning", class: "meaning", popover: "auto", role: "note", opaque: true },
);
