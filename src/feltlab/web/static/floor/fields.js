// What the fields of a table's terms say, as the API reads it; what cannot be is said at its field.
import { cents, fill, words } from "./words.js";

export const changed = (input) => (
  input.tagName === "SELECT"
    ? ![...input.options].some((option) => option.selected && option.defaultSelected)
    : input.value !== input.defaultValue
);

function wrong(input, text) {
  input.setAttribute("aria-invalid", "true");
  input.focus();
  throw new Error(fill(text, { field: input.dataset.label ?? input.labels[0].textContent }));
}

export function amount(input) {
  const found = cents(input.value);
  return found === null ? wrong(input, words.amount_bad) : found;
}

export function whole(input) {
  return /^\d{1,4}$/.test(input.value) ? Number(input.value) : wrong(input, words.number_bad);
}

// Which bets are on the felt; what belongs to one that is not is out of sight.
export function offering(part) {
  const boxes = [...part.querySelectorAll("[data-offers]")];
  const show = () => {
    for (const box of boxes) {
      for (const own of part.querySelectorAll(`[data-bet="${box.dataset.offers}"]`)) own.hidden = !box.checked;
    }
    for (const fields of part.querySelectorAll("fieldset:has([data-bet])")) {
      fields.hidden = !fields.querySelector("[data-bet]:not([hidden])");
    }
  };
  for (const box of boxes) box.addEventListener("change", show);
  show();
}

export function leftOff(part) {
  const boxes = [...part.querySelectorAll("[data-offers]")];
  return boxes.filter((box) => !box.checked).map((box) => box.dataset.offers);
}

const onFelt = (input) => !input.closest("[data-bet]")?.hidden;

export function payTables(part) {
  const chosen = [...part.querySelectorAll("[data-pays]")].filter((pays) => pays.value && onFelt(pays));
  return Object.fromEntries(chosen.map((pays) => [pays.dataset.pays, pays.value]));
}

// The limits that somebody has changed: the others are left as they are.
export function limits(part) {
  const found = {};
  for (const least of part.querySelectorAll("[data-least]")) {
    const most = part.querySelector(`[data-most="${least.dataset.least}"]`);
    if (onFelt(least) && (changed(least) || changed(most))) found[least.dataset.least] = [amount(least), amount(most)];
  }
  return found;
}

// A form whose work, told which button was pressed, is done once at a time; what is refused is said in it.
export function submitting(form, work) {
  const said = form.querySelector("[data-said]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    const button = event.submitter ?? form.querySelector("[type=submit]");
    if (form.querySelector("[type=submit][aria-disabled=true]")) return;
    button.setAttribute("aria-disabled", "true");
    try {
      await work(button);
    } catch (error) {
      said.textContent = error instanceof TypeError ? words.no_answer : error.message;
    }
    button.removeAttribute("aria-disabled");
  });
}
