// A table's page, live, with its orders.
import { ask } from "../site/ask.js";
import { part, pressed } from "../site/part.js";
import "./login.js";
import { Live } from "./live.js";
import { takeOrders } from "./orders.js";
import { ready, words } from "./words.js";

const me = ask("/api/me").catch(() => {}); // in the demo this makes you a guest
takeOrders(new Live(part(document, "[data-live]", HTMLElement), me));

document.addEventListener("click", async (event) => {
  const copy = pressed(event, "[data-copy]");
  if (!copy) return;
  const copied = navigator.clipboard.writeText(copy.dataset.copy ?? "");
  copy.textContent = await copied.then(() => words.copied, () => words.not_copied);
});
ready();
