// Chips, seen from above in the tray and stacked on the felt.
import { h } from "../site/dom.js";
import { chipName, money } from "./figures.js";

export const BUY_IN = 50000; // cents: a guest's buy-in
export const KINDS = new Map([[50000, "c500"], [10000, "c100"], [2500, "c25"], [500, "c5"], [100, "c1"]]);
const MOST_SHOWN = 9;
const STEPS = new Map([["ArrowRight", 1], ["ArrowDown", 1], ["ArrowLeft", -1], ["ArrowUp", -1]]);

// The chips that make an amount, largest first; a remainder below the smallest chip is one odd piece.
/** @param {number} cents */
export function chipsOf(cents) {
  /** @type {number[]} */
  const chips = [];
  let rest = cents;
  for (const value of KINDS.keys()) {
    while (rest >= value && chips.length < 60) {
      chips.push(value);
      rest -= value;
    }
  }
  if (rest > 0) chips.push(rest);
  return chips;
}

/** @param {number} value */
function label(value) {
  return value >= 100 ? String(value / 100) : `${value}¢`;
}

/**
 * A stack takes the space of one chip and grows upward, so a growing bet moves nothing.
 * @param {number} cents
 * @param {import("../site/dom.js").Props<SVGSVGElement>} props
 * @param {number} most chips that are drawn
 */
export function stack(cents, props = {}, most = MOST_SHOWN) {
  if (!cents) return null;
  const chips = chipsOf(cents);
  const shown = chips.slice(0, most);
  const pieces = shown.map((value, at) => {
    const y = 16.5 - 5.5 * at;
    const kind = KINDS.get(value) ?? "odd";
    return h("g", { class: `chip ${kind}`, transform: `translate(0 ${y})` },
      h("path", { class: "edge", d: "M2 0v5.500a20 9.500 0 0 0 40 0V0Z" }),
      h("path", { class: "mark", d: "M8 7.200l5 1.900v5l-5-2Zm11.500 2.600h5v5.200h-5Zm16.500-2.600-5 1.900v5l5-2Z" }),
      h("ellipse", { class: "top", cx: 22, cy: 0, rx: 20, ry: 9.500 }),
      at === shown.length - 1 && [
        h("ellipse", { class: "inlay", cx: 22, cy: 0, rx: 13.500, ry: 6.200 }),
        h("text", { class: "value", x: 22, y: 2.9, "text-anchor": "middle" }, label(value)),
      ]);
  });
  return h(
    "svg",
    {
      class: "stack",
      viewBox: "0 0 44 29.5",
      "aria-hidden": "true",
      focusable: "false",
      ...props,
    },
    pieces,
  );
}

/** @param {number} value */
export function disc(value) {
  const marks = Array.from(
    { length: 8 },
    (_, at) => h(
      "rect",
      { class: "mark", x: 27, y: 1.500, width: 6, height: 9, rx: 1.500, transform: `rotate(${45 * at} 30 30)` },
    ),
  );
  return h("svg", {
    class: `disc chip ${KINDS.get(value) ?? "odd"}`,
    viewBox: "0 0 60 60",
    "aria-hidden": "true",
    focusable: "false",
  },
    h("circle", { class: "top", cx: 30, cy: 30, r: 29 }), marks,
    h("circle", { class: "inlay", cx: 30, cy: 30, r: 18.500 }),
    h("text", { class: "value", x: 30, y: 35.500, "text-anchor": "middle" }, label(value)));
}

/**
 * @param {number[]} values
 * @param {number} chosen
 * @param {(value: number) => void} choose
 */
export function tray(values, chosen, choose) {
  return h("div", { class: "tray", role: "radiogroup", "aria-label": chipName(0) },
    values.map((value, at) => h("button", {
      key: value, type: "button", class: "tray-chip", role: "radio", "aria-checked": String(value === chosen),
      "aria-label": chipName(value), title: `${money(value)} (${at + 1})`, "data-chip": value,
      tabindex: value === chosen ? "0" : "-1",
      onclick: () => choose(value),
      onkeydown: (event) => {
        const step = STEPS.get(event.key);
        if (!step) return;
        event.preventDefault();
        const next = values[(at + step + values.length) % values.length];
        choose(next);
        /** @type {HTMLElement | null | undefined} */
        const there = event.currentTarget.parentElement?.querySelector(`[data-chip="${next}"]`);
        there?.focus();
      },
    }, disc(value))));
}
