// The questions of the dealer's school: how each kind is asked, answered and read.
import { element } from "../site/ask.js";
import { cardButton } from "../site/cards.js";
import { fill } from "../site/fill.js";
import { money } from "../site/money.js";

/** @typedef {(said: string) => void} Told hears of every change, and what is to be said of it */
/**
 * A question on the page: its part, the answer so far, what is missing, and your progress.
 * @typedef {object} Put
 * @property {HTMLElement} part
 * @property {() => School.Answer} read
 * @property {() => string} missing
 * @property {() => string} [counted]
 */

/** @param {string} text */
const cents = (text) => {
  const found = /^\$?\s*([\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found || !text.trim()) return null;
  return Number((found[1] || "0").replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
};

/**
 * Cards that you press and release: a fixed number or any number.
 * @param {School.Places["options"]} options
 * @param {number | null} most
 * @param {School.Words} words
 * @param {Told} told
 */
function cardPicker(options, most, words, told) {
  /** @type {Set<string>} */
  const picked = new Set();
  const list = element("div", { class: "cards answer-cards", role: "group" });
  options.forEach(({ value, card: code }, place) => {
    const button = cardButton(code, false, () => {
      if (!picked.has(value) && picked.size === most) {
        told(fill(words.missing.full, { count: most }));
        return;
      }
      if (!picked.delete(value)) picked.add(value);
      button.setAttribute("aria-pressed", String(picked.has(value)));
      told("");
    });
    button.dataset.key = String(place + 1);
    list.append(button);
  });
  return { list, picked };
}

/**
 * @param {School.Choice} asked
 * @param {School.Words} words
 * @param {Told} told
 * @returns {Put}
 */
function choice(asked, words, told) {
  /** @type {string | null} */
  let chosen = null;
  const list = element("div", { class: "answer-options", role: "group" });
  asked.options.forEach((option, place) => {
    const button = element(
      "button",
      { type: "button", "aria-pressed": "false", "data-key": String(place + 1), "data-value": option.value },
      element("kbd", { "aria-hidden": "true" }, String(place + 1)),
      element("span", {}, option.words),
    );
    button.addEventListener("click", () => {
      chosen = option.value;
      for (const other of list.children) other.setAttribute("aria-pressed", String(other === button));
      told("");
    });
    list.append(button);
  });
  return { part: list, read: () => chosen, missing: () => (chosen === null ? words.missing.choice : "") };
}

/**
 * @param {School.Cards} asked
 * @param {School.Words} words
 * @param {Told} told
 * @returns {Put}
 */
function cards(asked, words, told) {
  const options = asked.from.map((code) => ({ value: code, card: code }));
  const { list, picked } = cardPicker(options, asked.count, words, told);
  const soFar = () => ({ picked: picked.size, count: asked.count });
  return {
    part: list,
    read: () => [...picked],
    missing() {
      if (asked.count) return picked.size === asked.count ? "" : fill(words.missing.cards, soFar());
      return picked.size ? "" : words.missing.any;
    },
    counted: () => fill(asked.count ? words.counted : words.counted_any, soFar()),
  };
}

/**
 * @param {School.Places} asked
 * @param {School.Words} words
 * @param {Told} told
 * @returns {Put}
 */
function places(asked, words, told) {
  const none = element(
    "button",
    { type: "button", class: "button quiet none", "aria-pressed": "false" },
    words.none_stays,
  );
  const { list, picked } = cardPicker(asked.options, asked.options.length, words, (said) => {
    none.setAttribute("aria-pressed", "false");
    told(said);
  });
  none.dataset.key = String(asked.options.length + 1);
  none.addEventListener("click", () => {
    picked.clear();
    for (const button of list.querySelectorAll(".card")) button.setAttribute("aria-pressed", "false");
    none.setAttribute("aria-pressed", String(none.getAttribute("aria-pressed") !== "true"));
    told("");
  });
  list.append(none);
  const ready = () => picked.size || none.getAttribute("aria-pressed") === "true";
  return {
    part: list,
    read: () => [...picked],
    missing: () => (ready() ? "" : words.missing.places),
    counted: () => fill(words.counted_any, { picked: picked.size }),
  };
}

/**
 * @param {{ fields: School.Field[] }} asked
 * @param {School.Words} words
 * @param {Told} told
 * @returns {Omit<Put, "read"> & { read: () => Record<string, number | null> }}
 */
function amounts(asked, words, told) {
  const list = element("div", { class: "money" });
  asked.fields.forEach((field, place) => {
    const id = `money-${place}`;
    const input = element("input", {
      id,
      inputmode: "decimal",
      autocomplete: "off",
      name: field.name,
      placeholder: words.money_form,
      "aria-labelledby": `${id}-label ${id}-ends`,
    });
    input.addEventListener("input", () => {
      input.removeAttribute("aria-invalid");
      told("");
    });
    const stake = element("small", {}, ` ${words.staked} ${money(field.staked)}`);
    const label = element("label", { for: id, id: `${id}-label` }, field.label, stake);
    const ends = element("span", { class: "small muted", id: `${id}-ends` }, words.back);
    list.append(element("div", { class: "field" }, label, ends, input));
  });
  const inputs = () => [...list.querySelectorAll("input")];
  const read = () => Object.fromEntries(inputs().map((input) => [input.name, cents(input.value)]));
  const missing = () => {
    const wrong = inputs().filter((input) => cents(input.value) === null);
    for (const input of inputs()) input.setAttribute("aria-invalid", String(wrong.includes(input)));
    if (!wrong.length) return "";
    wrong[0].focus();
    const empty = wrong.filter((input) => !input.value.trim());
    return empty.length ? fill(words.missing.amounts, { left: empty.length }) : words.missing.form;
  };
  return { part: list, read, missing };
}

/**
 * @param {School.Round} asked
 * @param {School.Words} words
 * @param {Told} told
 * @returns {Put}
 */
function round(asked, words, told) {
  /** @type {number[]} */
  const order = [];
  const row = element("div", { class: "order", role: "group", "aria-label": words.order_pick });
  const show = () => {
    for (const button of row.querySelectorAll("button")) {
      const place = order.indexOf(Number(button.dataset.seat));
      button.setAttribute("aria-pressed", String(place >= 0));
      button.classList.toggle("quiet", place < 0);
      const said = button.querySelector(".place");
      if (said) said.textContent = place < 0 ? "" : `${place + 1}.`;
    }
  };
  row.append(element("span", { class: "small muted" }, words.dealers_left));
  for (const seat of asked.seats) {
    const button = element(
      "button",
      { type: "button", class: "button small quiet", "data-seat": String(seat), "aria-pressed": "false" },
      element("span", { class: "place" }),
      fill(words.seat, { seat }),
    );
    button.addEventListener("click", () => {
      const place = order.indexOf(seat);
      if (place < 0) order.push(seat);
      else order.splice(place, 1);
      show();
      told("");
    });
    row.append(button);
  }
  row.append(element("span", { class: "small muted" }, words.dealers_right));
  const paid = amounts(asked, words, told);
  const part = element("div", {}, element("p", { class: "label" }, words.order_pick), row, paid.part);
  const soFar = () => ({ picked: order.length, count: asked.seats.length });
  return {
    part,
    read: () => ({ order: [...order], amounts: paid.read() }),
    missing: () => (order.length < asked.seats.length ? fill(words.missing.order, soFar()) : paid.missing()),
    counted: () => fill(words.counted, soFar()),
  };
}

/**
 * Puts a question on the page.
 * @param {School.Asked} asked
 * @param {School.Words} words
 * @param {Told} told
 */
export function put(asked, words, told) {
  switch (asked.kind) {
    case "choice": return choice(asked, words, told);
    case "cards": return cards(asked, words, told);
    case "places": return places(asked, words, told);
    case "money": return amounts(asked, words, told);
    case "round": return round(asked, words, told);
  }
}
