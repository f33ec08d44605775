// A new table: the form in the API's form. Unchanged fields are left to the rule book.
import { ask, key } from "../site/ask.js";
import {
  amount, changed, inputOf, leftOff, limits, offering, onFelt, payTables, submitting, whole,
} from "./fields.js";
import { fill } from "../site/fill.js";
import { part, parts } from "../site/part.js";
import { ready, words } from "./words.js";

const form = part(document, "#new-table", HTMLFormElement);
const game = part(form, "[name=game]", HTMLSelectElement);
const games = parts(form, "[data-game]", HTMLElement);
const input = (/** @type {string} */ name) => inputOf(form, name);

function showGame() {
  for (const own of games) own.hidden = own.dataset.game !== game.value;
}
game.addEventListener("change", showGame);
showGame();
for (const own of games) offering(own);

function config() {
  const own = part(form, `[data-game="${game.value}"]`, HTMLElement);
  const field = (/** @type {string} */ name) => {
    /** @type {import("./fields.js").Input | null} */
    const found = own.querySelector(`[data-field="${name}"]`);
    return found;
  };
  const others = ["decks", "penetration"].flatMap((name) => {
    const found = field(name);
    return found && changed(found) ? [[name, Number(found.value)]] : [];
  });
  const price = field("progressive_bet");
  /** @type {HTMLTextAreaElement | null} */
  const rules = form.querySelector("[name=rules]");
  return {
    game: game.value,
    title: input("title").value.trim(),
    dealer: part(form, "[name=dealer]", HTMLSelectElement).value,
    private: input("private").checked,
    betting_seconds: whole(input("betting_seconds")),
    decision_seconds: whole(input("decision_seconds")),
    aggregate_limit: amount(input("aggregate_limit")),
    ...(rules?.value.trim() ? { rules: rules.value } : {}),
    seats: Number(field("seats")?.value),
    ...Object.fromEntries(others),
    left_off: leftOff(own),
    ...(price && onFelt(price) ? { progressive_bet: amount(price) } : {}),
    pay_tables: payTables(own),
    limits: limits(own),
  };
}

submitting(form, async () => {
  const asked = config();
  await ask("/api/me");
  /** @type {Floor.Done} */
  const { table = "", request, words: why } = await ask("/api/tables", { key: key(), config: asked });
  if (request) throw new Error(fill(words.awaited, { request, words: why }));
  const address = encodeURIComponent(table);
  location.assign(asked.dealer === "manual" ? `/deal/${address}` : `/floor/tables/${address}`);
});
ready();
