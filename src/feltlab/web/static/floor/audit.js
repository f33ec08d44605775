// Each table's chain, checked by the service when asked.
import { ask } from "../site/ask.js";
import { fill } from "../site/fill.js";
import { part, parts, pressed } from "../site/part.js";
import { ready, why, words } from "./words.js";

const me = ask("/api/me").catch(() => {});

/** @param {string} table */
async function check(table) {
  const place = part(document, `[data-chain="${CSS.escape(table)}"] [data-result]`, HTMLElement);
  place.className = "muted";
  place.textContent = words.checking;
  try {
    await me;
    /** @type {Floor.Checked} */
    const found = await ask(`/api/tables/${encodeURIComponent(table)}/verify`);
    const good = found.chain && found.replay && found.books;
    place.className = good ? "good" : "bad";
    place.textContent = good
      ? words.chain_good
      : found.chain && found.replay
      ? fill(words.books_bad, { message: found.wrong[0] })
      : found.chain
      ? words.replay_bad
      : fill(words.chain_bad, { message: found.broken });
  } catch (error) {
    place.className = "bad";
    place.textContent = why(error);
  }
}

document.addEventListener("click", async (event) => {
  const one = pressed(event, "[data-check]");
  if (one) await check(one.dataset.check ?? "");
  if (!pressed(event, "[data-check-all]")) return;
  for (const row of parts(document, "[data-chain]", HTMLElement)) await check(row.dataset.chain ?? "");
});
ready();
