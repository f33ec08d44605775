// Your progress with the drills, kept only in the browser.
import { recall } from "../site/dom.js";

/** @typedef {{ done: number, right: number, streak: number, best: number | null, top?: number }} Score */

const IN_A_ROW = 5; // right answers that pass a drill

/** @returns {Score} */
export const untried = () => ({ done: 0, right: 0, streak: 0, best: null, top: 0 });

/** @param {Score} score */
export const isPassed = (score) => (score.top ?? score.streak) >= IN_A_ROW;

/**
 * @param {string} game
 * @param {string[]} drills
 */
export function levelOf(game, drills) {
  const passed = drills.filter((drill) => isPassed(recall(`school.${game}.${drill}`, untried()) ?? untried())).length;
  const level = passed === drills.length ? 3 : 2 * passed >= drills.length ? 2 : passed ? 1 : 0;
  return { passed, drills: drills.length, level };
}

/**
 * Prints only the certificate, with the name and the date.
 * @param {HTMLElement} school
 */
export function printed(school) {
  /** @type {HTMLInputElement | null} */
  const name = school.querySelector("[data-certificate] input");
  const put = (/** @type {string} */ place, /** @type {string} */ text) => {
    const part = school.querySelector(`[data-sheet="${place}"]`);
    if (part) part.textContent = text;
  };
  put("name", name?.value.trim() ?? "");
  put("date", new Date().toLocaleDateString("en-US", { dateStyle: "long" }));
  document.documentElement.classList.add("printing");
  addEventListener("afterprint", () => document.documentElement.classList.remove("printing"), { once: true });
  print();
}
