// The form of a page's terms, as the server expects it.

/**
 * @param {Element} page
 * @returns {Record<string, unknown>}
 */
export function readForm(page) {
  /** @type {Record<string, Record<string, string | number>>} */
  const asked = { numbers: {}, felt: {}, tables: {} };
  for (const field of page.querySelectorAll("input[data-number]")) {
    const { value, dataset } = /** @type {HTMLInputElement} */ (field);
    const whole = dataset.number === "whole" && /^\d{1,9}$/.test(value.trim());
    asked.numbers[dataset.name ?? ""] = whole ? Number(value) : value.trim();
  }
  for (const editor of page.querySelectorAll("[data-editor]")) {
    const { by, id = "", editor: wager = "" } = /** @type {HTMLElement} */ (editor).dataset;
    if (by === "id") asked.felt[wager] = id;
    else if (by === "lines") asked.tables[wager] = editor.querySelector("textarea")?.value ?? "";
  }
  /** @type {Record<string, Record<string, string | number>>} */
  const progressives = {};
  for (const rule of page.querySelectorAll("[data-meter-rule]")) {
    const base = /** @type {HTMLInputElement} */ (rule.querySelector('[data-rule="base_bets"]')).value.trim();
    const increment = /** @type {HTMLInputElement} */ (rule.querySelector('[data-rule="increment"]')).value.trim();
    const own = /** @type {HTMLElement} */ (rule).dataset.meterRule ?? "";
    const bets = base.replaceAll(",", "");
    progressives[own] = { base_bets: /^\d{1,9}$/.test(bets) ? Number(bets) : -1, increment };
  }
  const left = [...page.querySelectorAll("[data-offer]")]
    .filter((box) => !(/** @type {HTMLInputElement} */ (box)).checked)
    .map((box) => /** @type {HTMLElement} */ (box).dataset.offer ?? "");
  return { ...asked, progressives, left_off: left };
}
