// The rows of a long list: only the visible ones are in the page, with some above and below, and gaps for the others.
// All have the same height, so nothing moves when they come and go; a focused row stays.
import { element } from "../site/ask.js";
import { match } from "./live.js";
import { part } from "../site/part.js";

const AROUND = 12; // rows above and below the visible ones
const STEP = 6; // rows that scroll by before others are drawn

export class Rows {
  /** @type {string[]} */
  order = [];
  /** @type {Map<string, string>} what each row is written as */
  texts = new Map();
  /** @type {Map<string, HTMLElement>} */
  drawn = new Map();
  /** @type {Set<string>} drawn as they were before */
  stale = new Set();
  seen = "";

  /** @param {HTMLElement} wrap what scrolls */
  constructor(wrap) {
    this.wrap = wrap;
    this.body = part(wrap, "[data-rows]", HTMLElement);
    for (const row of this.body.querySelectorAll("tr")) this.drawn.set(tableOf(row), row);
    this.stale = new Set(this.drawn.keys());
    const look = () => this.draw();
    wrap.addEventListener("scroll", look, { passive: true });
    this.body.addEventListener("focusin", look);
    addEventListener("resize", look);
    addEventListener("beforeprint", () => this.draw(true));
    addEventListener("afterprint", look);
  }

  /**
   * Whether the text of any row is missing.
   * @param {Floor.Changes} said
   */
  take({ order, rows }) {
    for (const [table, text] of Object.entries(rows)) {
      this.texts.set(table, text);
      this.stale.add(table);
    }
    const shown = new Set(order);
    for (const table of [...this.texts.keys()]) if (!shown.has(table)) this.texts.delete(table);
    if (order.some((table) => !this.texts.has(table))) return true;
    this.order = order;
    this.seen = "";
    this.draw();
    return false;
  }

  /** @param {boolean} [all] */
  draw(all = "whole" in this.wrap.dataset) {
    const focused = this.body.contains(document.activeElement) ? document.activeElement : null;
    const places = this.places(all, focused?.closest("tr") ?? null);
    if (places.join() === this.seen) return;
    this.seen = places.join();
    this.write(places);
    this.place(places);
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
      focused.focus({ preventScroll: true });
    }
  }

  get height() {
    return this.body.querySelector("tr[id]")?.getBoundingClientRect().height || 54;
  }

  /**
   * @param {boolean} all
   * @param {Element | null} kept
   */
  places(all, kept) {
    const top = Math.floor(this.wrap.scrollTop / this.height);
    const inSight = Math.ceil(this.wrap.clientHeight / this.height);
    const first = all ? 0 : Math.max(0, Math.floor((top - AROUND) / STEP) * STEP);
    const end = all ? this.order.length : Math.min(this.order.length, first + inSight + 2 * AROUND + STEP);
    const places = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
    const place = kept ? this.order.indexOf(tableOf(kept)) : -1;
    if (place < 0) return places;
    // With its neighbors: the Tab key may reach them before the scrolled rows are drawn.
    const near = [place - 1, place, place + 1].filter((at) => at >= 0 && at < this.order.length);
    const [above, below] = [near.filter((at) => at < first), near.filter((at) => at >= end)];
    return [...above, ...places, ...below];
  }

  /**
   * Reads new and changed rows all at once.
   * @param {number[]} places
   */
  write(places) {
    const due = places.map((place) => this.order[place])
      .filter((table) => !this.drawn.has(table) || this.stale.has(table));
    if (!due.length) return;
    const text = due.map((table) => this.texts.get(table)).join("");
    const page = new DOMParser().parseFromString(`<table><tbody>${text}</tbody></table>`, "text/html");
    for (const now of page.querySelectorAll("tr")) {
      const table = tableOf(now);
      const old = this.drawn.get(table);
      if (old) {
        now.setAttribute("aria-rowindex", old.getAttribute("aria-rowindex") ?? "");
        match(old, now);
      } else this.drawn.set(table, document.importNode(now, true));
      this.stale.delete(table);
    }
  }

  /** @param {number[]} places */
  place(places) {
    const height = this.height;
    /** @type {HTMLElement[]} */
    const kids = [];
    let next = 0;
    for (const at of [...places, this.order.length]) {
      if (at > next) kids.push(gap((at - next) * height));
      const row = this.drawn.get(this.order[at] ?? "");
      if (row) {
        const index = String(at + 2); // the header is the first
        if (row.getAttribute("aria-rowindex") !== index) row.setAttribute("aria-rowindex", index);
        kids.push(row);
      }
      next = at + 1;
    }
    const stays = new Set(kids);
    for (const row of [...this.body.children]) if (row instanceof HTMLElement && !stays.has(row)) row.remove();
    this.drawn = new Map(kids.filter((row) => row.id).map((row) => [tableOf(row), row]));
    /** @type {Element | null} */
    let before = null;
    for (const kid of kids.toReversed()) {
      if (kid.nextElementSibling !== before || kid.parentNode !== this.body) this.body.insertBefore(kid, before);
      before = kid;
    }
  }
}

/** @param {Element} row */
const tableOf = (row) => row.id.replace("table-", "");

/** @param {number} height */
function gap(height) {
  const row = element("tr", { class: "gap", "aria-hidden": "true" }, element("td", { colspan: "10" }));
  row.style.height = `${height}px`;
  return row;
}
