// The questions of the dealer's school: how each kind is put, answered and read.
import { element } from "../site/ask.js";
import { cardButton } from "../site/cards.js";

export const money = (cents) =>
  `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 })}`;
const cents = (text) => {
  const found = /^\$?\s*([\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found || !text.trim()) return null;
  return Number((found[1] || "0").replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
};
export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Cards that are pressed and taken back, so many or any number of them; `told` hears every change.
function cardPicker(options, most, words, told) {
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

// Each kind of question: builds its part of the page, reads the answer, says what is missing and how far one is.
export const KINDS = {
  choice(asked, words, told) {
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
  },
  cards(asked, words, told) {
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
  },
  places(asked, words, told) {
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
  },
  money(asked, words, told) {
    const list = element("div", { class: "money" });
    asked.fields.forEach((field, place) => {
      const id = `money-${place}`;
      const input = element("input", {
        id,
        inputmode: "decimal",
        autocomplete: "off",
        "data-name": field.name,
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
    const read = () => Object.fromEntries(inputs().map((input) => [input.dataset.name, cents(input.value)]));
    const missing = () => {
      const wrong = inputs().filter((input) => cents(input.value) === null);
      for (const input of inputs()) input.setAttribute("aria-invalid", String(wrong.includes(input)));
      if (!wrong.length) return "";
      wrong[0].focus();
      const empty = wrong.filter((input) => !input.value.trim());
      return empty.length ? fill(words.missing.amounts, { left: empty.length }) : words.missing.form;
    };
    return { part: list, read, missing };
  },
  round(asked, words, told) {
    const order = [];
    const row = element("div", { class: "order", role: "group", "aria-label": words.order_pick });
    const show = () => {
      for (const button of row.querySelectorAll("button")) {
        const place = order.indexOf(Number(button.dataset.seat));
        button.setAttribute("aria-pressed", String(place >= 0));
        button.classList.toggle("quiet", place < 0);
        button.querySelector(".place").textContent = place < 0 ? "" : `${place + 1}.`;
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
    const paid = KINDS.money(asked, words, told);
    const part = element("div", {}, element("p", { class: "label" }, words.order_pick), row, paid.part);
    const soFar = () => ({ picked: order.length, count: asked.seats.length });
    return {
      part,
      read: () => ({ order: [...order], amounts: paid.read() }),
      missing: () => (order.length < asked.seats.length ? fill(words.missing.order, soFar()) : paid.missing()),
      counted: () => fill(words.counted, soFar()),
    };
  },
};
