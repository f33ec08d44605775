// The floor's list and a table's page, live, with their orders; the list is filtered and sorted by the service.
import { ask } from "../site/ask.js";
import { part, pressed } from "../site/part.js";
import "./login.js";
import { Live } from "./live.js";
import { takeOrders } from "./orders.js";
import { ready, words } from "./words.js";

const me = ask("/api/me").catch(() => {}); // in the demo this makes one a guest
const live = new Live(part(document, "[data-live]", HTMLElement), me);
takeOrders(live);

/** @param {string} query what the list is asked for from now on; the address has it, so that it can be passed on */
function want(query) {
  history.replaceState(null, "", location.pathname + (query ? `?${query}` : ""));
  return live.look();
}

/** @type {HTMLFormElement | null} */
const form = document.querySelector(".floor-filters");
let typing = 0;
form?.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    const query = new URLSearchParams(location.search);
    for (const name of ["text", "game", "state"]) {
      /** @type {import("./fields.js").Input | null} */
      const field = form.querySelector(`[name="${name}"]`);
      query.set(name, field?.value ?? "");
    }
    want(query.toString());
  }, 150);
});
form?.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("click", async (event) => {
  const link = pressed(event, "[data-query]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    await want(link.dataset.query ?? "");
    if (link.isConnected) link.focus();
  }
  const copy = pressed(event, "[data-copy]");
  if (!copy) return;
  const copied = navigator.clipboard.writeText(copy.dataset.copy ?? "");
  copy.textContent = await copied.then(() => words.copied, () => words.not_copied);
});
ready();
