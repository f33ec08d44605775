// Chips and tokens over the counter: one act at a time, and none twice when the answer is lost.
import { Refusal, ask, key } from "../site/ask.js";
import { fill } from "../site/fill.js";
import { money } from "../site/money.js";
import { part } from "../site/part.js";
import { amount, inputOf, submitting } from "./fields.js";
import { ready, words } from "./words.js";

/** @type {HTMLFormElement | null} */
const form = document.querySelector("form#chips");
let asked = "";
let once = "";

/**
 * The answer to a request; the same request again, after no answer came, takes effect once.
 * @param {object} body
 * @returns {Promise<Floor.Chips>}
 */
async function answered(body) {
  const said = JSON.stringify(body);
  if (said !== asked) [asked, once] = [said, key()];
  try {
    /** @type {Floor.Chips} */
    const done = await ask("/api/purse", { key: once, ...body });
    if (!done.request) asked = ""; // pressed again, a request that waits is the same one
    return done;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) asked = "";
    throw error;
  }
}

if (form) submitting(form, async () => {
  const done = part(form, "[data-done]", HTMLElement);
  done.hidden = true;
  const what = part(form, "[name=do]", HTMLSelectElement);
  /** @type {HTMLSelectElement | null} */
  const table = form.querySelector("[name=table]");
  const cents = amount(inputOf(form, "amount"));
  const found = await answered({
    do: what.value,
    cents,
    player: form.dataset.player,
    ...(table?.value ? { table: table.value } : {}),
    reason: inputOf(form, "reason").value.trim(),
  });
  if (found.request) throw new Error(fill(words.awaited, found));
  part(document, "[data-purse]", HTMLElement).textContent = money(found.purse ?? 0);
  part(document, "[data-tokens]", HTMLElement).textContent = money(found.tokens ?? 0);
  done.textContent = fill(what.selectedOptions[0]?.dataset.says ?? "", { amount: money(cents) });
  done.hidden = false;
  form.reset();
});
ready();
