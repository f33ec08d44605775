// Asking by a form: its button rests while there is no answer, what was answered before is dimmed, errors are said.
import { messageOf } from "../site/ask.js";

/**
 * @param {HTMLElement} part with the form, a place for what went wrong, and one for the result
 * @param {() => Promise<void>} work
 * @param {() => void} failed
 */
export async function asking(part, work, failed) {
  const button = /** @type {HTMLButtonElement} */ (part.querySelector("button"));
  const wrong = /** @type {HTMLElement} */ (part.querySelector("[data-error]"));
  button.disabled = true;
  wrong.textContent = "";
  resultOf(part).classList.add("stale");
  try {
    await work();
  } catch (error) {
    failed();
    wrong.textContent = messageOf(error);
  }
  button.disabled = false;
}

/**
 * @param {HTMLElement} part
 * @param {() => void} asked when its form is sent
 */
export function onSubmit(part, asked) {
  part.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    asked();
  });
}

/** @param {HTMLElement} part */
export const resultOf = (part) => /** @type {HTMLElement} */ (part.querySelector("[data-result]"));

/** @param {HTMLElement} part */
export const jobOf = (part) => /** @type {HTMLElement} */ (part.querySelector("[data-job]"));
