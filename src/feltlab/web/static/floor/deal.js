// The dealer's place: the next step by its name, and one button that takes it.
import { ask, key } from "../felt/wire.js";
import { Live } from "./live.js";
import { takeOrders } from "./orders.js";
import { ready, words } from "./words.js";

const region = document.querySelector("[data-live]");
const live = new Live(region, ask("/api/me").catch(() => {}));
takeOrders(live);

let sending = false;
region.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-advance]");
  if (!button || sending || button.getAttribute("aria-disabled") === "true") return;
  sending = true;
  button.setAttribute("aria-busy", "true");
  const said = region.querySelector("[data-said]");
  said.textContent = "";
  try {
    await ask(
      `/api/tables/${encodeURIComponent(region.dataset.table)}/commands`,
      { key: key(), do: "advance", step: button.dataset.advance },
    );
  } catch (error) {
    said.textContent = error instanceof TypeError ? words.no_answer : error.message;
  }
  await live.look();
  sending = false;
  button.removeAttribute("aria-busy");
});
ready();
