// Each table's chain, checked by the service when asked.
import { ask } from "../felt/wire.js";
import { fill, ready, words } from "./words.js";

const me = ask("/api/me").catch(() => {});

async function check(table) {
  const place = document.querySelector(`[data-chain="${CSS.escape(table)}"] [data-result]`);
  place.className = "muted";
  place.textContent = words.checking;
  try {
    await me;
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
    place.textContent = error instanceof TypeError ? words.no_answer : error.message;
  }
}

document.addEventListener("click", async (event) => {
  const one = event.target.closest("[data-check]");
  if (one) await check(one.dataset.check);
  if (!event.target.closest("[data-check-all]")) return;
  for (const row of document.querySelectorAll("[data-chain]")) await check(row.dataset.chain);
});
ready();
