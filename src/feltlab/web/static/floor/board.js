// The floor's list, live; the service filters and sorts it, and sends the rows that have changed.
import { ask } from "../site/ask.js";
import { part, pressed } from "../site/part.js";
import "./login.js";
import { Live } from "./live.js";
import { takeOrders } from "./orders.js";
import { Rows } from "./rows.js";
import { ready } from "./words.js";

class Board extends Live {
  rows = new Rows(part(this.region, ".board-wrap", HTMLElement));
  mark = "";
  around = "";

  async renew() {
    const asked = new URLSearchParams(location.search);
    asked.set("since", this.mark);
    const said = /** @type {Floor.Changes} */ (JSON.parse(await this.fetched(`/floor/changes.json?${asked}`)));
    if (said.around !== this.around) this.show(said.around);
    this.around = said.around;
    const lacks = this.rows.take(said);
    this.mark = lacks ? "" : said.mark;
    if (lacks) await this.renew(); // rows not shown for a while
  }
}

const me = ask("/api/me").catch(() => {}); // in the demo this makes you a guest
const live = new Board(part(document, "[data-live]", HTMLElement), me);
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
});
ready();
