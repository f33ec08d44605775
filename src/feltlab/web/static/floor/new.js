// A new table: what the form says as the API reads it. What nobody changed is left to the rule book.
import { ask, key } from "../felt/wire.js";
import { amount, changed, leftOff, limits, offering, payTables, submitting, whole } from "./fields.js";
import { fill, ready, words } from "./words.js";

const form = document.getElementById("new-table");
const fields = form.elements;

function showGame() {
  for (const part of form.querySelectorAll("[data-game]")) part.hidden = part.dataset.game !== fields.game.value;
}
fields.game.addEventListener("change", showGame);
showGame();
for (const part of form.querySelectorAll("[data-game]")) offering(part);

function config() {
  const part = form.querySelector(`[data-game="${fields.game.value}"]`);
  const found = {
    game: fields.game.value, title: fields.title.value.trim(), dealer: fields.dealer.value,
    private: fields.private.checked,
    betting_seconds: whole(fields.betting_seconds), decision_seconds: whole(fields.decision_seconds),
    aggregate_limit: amount(fields.aggregate_limit),
  };
  if (fields.rules?.value.trim()) found.rules = fields.rules.value;
  found.seats = Number(part.querySelector('[data-field="seats"]').value);
  const decks = part.querySelector('[data-field="decks"]');
  if (decks && changed(decks)) found.decks = Number(decks.value);
  const penetration = part.querySelector('[data-field="penetration"]');
  if (penetration && changed(penetration)) found.penetration = Number(penetration.value);
  const price = part.querySelector('[data-field="progressive_bet"]');
  found.left_off = leftOff(part);
  if (price && !price.closest("[data-bet]").hidden) found.progressive_bet = amount(price);
  found.pay_tables = payTables(part);
  found.limits = limits(part);
  return found;
}

submitting(form, async () => {
  const asked = config();
  await ask("/api/me");
  const { table, request, words: why } = await ask("/api/tables", { key: key(), config: asked });
  if (request) throw new Error(fill(words.awaited, { request, words: why }));
  const address = encodeURIComponent(table);
  location.assign(asked.dealer === "manual" ? `/deal/${address}` : `/floor/tables/${address}`);
});
ready();
