// The words of these pages' scripts; they come with the page, so that all words are in one place.
import { messageOf } from "../site/ask.js";
import { part, parts } from "../site/part.js";

/** @type {Floor.Words} */
export const words = JSON.parse(part(document, "#words", HTMLScriptElement).text);

/**
 * The message for an error, or that nobody answered.
 * @param {unknown} error
 */
export const why = (error) => (error instanceof TypeError ? words.no_answer : messageOf(error));

/**
 * Cents from dollars as people type them; null for anything else.
 * @param {string} text
 */
export function cents(text) {
  const plain = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain)) return null;
  const [dollars, rest = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(rest.padEnd(2, "0"));
}

// Buttons that need a script are hidden until it runs (see the style sheet), and keys do not press them.
export function ready() {
  document.documentElement.classList.add("scripted");
  for (const button of parts(document, "[data-waits]", HTMLButtonElement)) button.disabled = false;
}
