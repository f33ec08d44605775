// A new table: what the form says as the API reads it. What nobody changed is left to the rule book.
import { ask, key } from "../felt/wire.js";
import { cents, fill, ready, words } from "./words.js";

const form = document.getElementById("new-table");
const said = form.querySelector("[data-said]");
const fields = form.elements;

function showGame() {
  for (const part of form.querySelectorAll("[data-game]")) part.hidden = part.dataset.game !== fields.game.value;
}
fields.game.addEventListener("change", showGame);
showGame();

const changed = (input) => (input.tagName === "SELECT" ? ![...input.options].some((option) => option.selected && option.defaultSelected) : input.value !== input.defaultValue);

function wrong(input, text) {
  input.setAttribute("aria-invalid", "true");
  input.focus();
  throw new Error(fill(text, { field: input.dataset.label ?? input.labels[0].textContent }));
}

function amount(input) {
  const found = cents(input.value);
  return found === null ? wrong(input, words.amount_bad) : found;
}

function whole(input) {
  return /^\d{1,4}$/.test(input.value) ? Number(input.value) : wrong(input, words.number_bad);
}

function config() {
  const part = form.querySelector(`[data-game="${fields.game.value}"]`);
  const found = {
    game: fields.game.value, title: fields.title.value.trim(), dealer: fields.dealer.value, private: fields.private.checked,
    betting_seconds: whole(fields.betting_seconds), decision_seconds: whole(fields.decision_seconds), aggregate_limit: amount(fields.aggregate_limit),
  };
  if (fields.rules?.value.trim()) found.rules = fields.rules.value;
  found.seats = Number(part.querySelector('[data-field="seats"]').value);
  const decks = part.querySelector('[data-field="decks"]');
  if (decks && changed(decks)) found.decks = Number(decks.value);
  const price = part.querySelector('[data-field="progressive_bet"]');
  if (price) found.progressive_bet = amount(price);
  found.pay_tables = Object.fromEntries([...part.querySelectorAll("[data-pays]")].filter((pays) => pays.value).map((pays) => [pays.dataset.pays, pays.value]));
  found.limits = {};
  for (const least of part.querySelectorAll("[data-least]")) {
    const most = part.querySelector(`[data-most="${least.dataset.least}"]`);
    if (changed(least) || changed(most)) found.limits[least.dataset.least] = [amount(least), amount(most)];
  }
  return found;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "";
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  const button = form.querySelector("[type=submit]");
  button.setAttribute("aria-disabled", "true");
  try {
    const asked = config();
    await ask("/api/me");
    const { table } = await ask("/api/tables", { key: key(), config: asked });
    location.assign(asked.dealer === "manual" ? `/deal/${encodeURIComponent(table)}` : `/floor/tables/${encodeURIComponent(table)}`);
  } catch (error) {
    said.textContent = error instanceof TypeError ? words.no_answer : error.message;
  }
  button.removeAttribute("aria-disabled");
});
ready();
