// The dealer's place: the name of the next step, and one button that takes it.
import { ask, key } from "../site/ask.js";
import { Live } from "./live.js";
import { takeOrders } from "./orders.js";
import { part, pressed } from "../site/part.js";
import { ready, why } from "./words.js";

const region = part(document, "[data-live]", HTMLElement);
const live = new Live(region, ask("/api/me").catch(() => {}));
takeOrders(live);

let sending = false;
region.addEventListener("click", async (event) => {
  const button = pressed(event, "[data-advance]");
  if (!button || sending || button.getAttribute("aria-disabled") === "true") return;
  sending = true;
  button.setAttribute("aria-busy", "true");
  const said = part(region, "[data-said]", HTMLElement);
  said.textContent = "";
  try {
    await ask(
      `/api/tables/${encodeURIComponent(region.dataset.table ?? "")}/commands`,
      { key: key(), do: "advance", step: button.dataset.advance },
    );
  } catch (error) {
    said.textContent = why(error);
  }
  await live.look();
  sending = false;
  button.removeAttribute("aria-busy");
});
ready();
