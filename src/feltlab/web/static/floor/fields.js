// The fields of a table's terms, in the API's form; an impossible value is reported at its field.
import { fill } from "../site/fill.js";
import { part, parts } from "../site/part.js";
import { cents, why, words } from "./words.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Input */

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const inputOf = (form, name) => part(form, `[name="${name}"]`, HTMLInputElement);

/** @param {Input} input */
export const changed = (input) => (
  input instanceof HTMLSelectElement
    ? ![...input.options].some((option) => option.selected && option.defaultSelected)
    : input.value !== input.defaultValue
);

/**
 * @param {Input} input
 * @param {string} text
 * @returns {never}
 */
function wrong(input, text) {
  input.setAttribute("aria-invalid", "true");
  input.focus();
  throw new Error(fill(text, { field: input.dataset.label ?? input.labels?.[0]?.textContent ?? "" }));
}

/** @param {Input} input */
export function amount(input) {
  const found = cents(input.value);
  return found === null ? wrong(input, words.amount_bad) : found;
}

/** @param {HTMLInputElement} input */
export function whole(input) {
  return /^\d{1,4}$/.test(input.value) ? Number(input.value) : wrong(input, words.number_bad);
}

/**
 * The checkboxes for the bets on the felt.
 * @param {HTMLElement} form
 */
export const boxesIn = (form) => parts(form, "[data-offers]", HTMLInputElement);

/**
 * The bets on the felt; hides the fields of the others.
 * @param {HTMLElement} form
 */
export function offering(form) {
  const boxes = boxesIn(form);
  const show = () => {
    for (const box of boxes) {
      for (const own of parts(form, `[data-bet="${box.dataset.offers}"]`, HTMLElement)) own.hidden = !box.checked;
    }
    for (const fields of parts(form, "fieldset:has([data-bet])", HTMLElement)) {
      fields.hidden = !fields.querySelector("[data-bet]:not([hidden])");
    }
  };
  for (const box of boxes) box.addEventListener("change", show);
  show();
}

/** @param {HTMLElement} form */
export function leftOff(form) {
  return boxesIn(form).filter((box) => !box.checked).map((box) => box.dataset.offers ?? "");
}

/** @param {Input} input */
export const onFelt = (input) => !input.closest("[data-bet]")?.hasAttribute("hidden");

/** @param {HTMLElement} form */
export function payTables(form) {
  const chosen = parts(form, "[data-pays]", HTMLSelectElement).filter((pays) => pays.value && onFelt(pays));
  return Object.fromEntries(chosen.map((pays) => [pays.dataset.pays, pays.value]));
}

/**
 * The limits that were changed; the others stay as they are.
 * @param {HTMLElement} form
 */
export function limits(form) {
  /** @type {Record<string, [least: number, most: number]>} */
  const found = {};
  for (const least of parts(form, "[data-least]", HTMLInputElement)) {
    const wager = least.dataset.least ?? "";
    const most = part(form, `[data-most="${wager}"]`, HTMLInputElement);
    if (onFelt(least) && (changed(least) || changed(most))) found[wager] = [amount(least), amount(most)];
  }
  return found;
}

/**
 * A form that does one job at a time, told which button was pressed, and shows a refusal.
 * @param {HTMLFormElement} form
 * @param {(pressed: HTMLButtonElement) => Promise<void>} work
 */
export function submitting(form, work) {
  const said = part(form, "[data-said]", HTMLElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    const { submitter } = event;
    const button = submitter instanceof HTMLButtonElement ? submitter : part(form, "[type=submit]", HTMLButtonElement);
    if (form.querySelector("[type=submit][aria-disabled=true]")) return;
    button.setAttribute("aria-disabled", "true");
    try {
      await work(button);
    } catch (error) {
      said.textContent = why(error);
    }
    button.removeAttribute("aria-disabled");
  });
}
