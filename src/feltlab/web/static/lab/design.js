// Pay tables for a house edge: the request, the tables found, and one click to try one on the whole page.
import { decimal, element, percent } from "../site/ask.js";
import { fill } from "../site/fill.js";
import { asking, jobOf, onSubmit, resultOf } from "./asking.js";
import { run } from "./job.js";
import { pageOf } from "./page.js";

/**
 * @typedef {{ pays: Record<string, string>, house_edge_float: number, hit_frequency_float: number,
 *   standard_deviation_float: number }} Designed
 * @typedef {{ complete: boolean, found: number, pay_tables: Designed[] }} Found
 */

const WHOLE_NUMBERS = ["lines", "max_pay"];

class TableDesign extends HTMLElement {
  /** @type {Record<string, string>} */
  words = {};
  /** @type {Record<string, string>} */
  facts = {};

  get result() {
    return resultOf(this);
  }

  connectedCallback() {
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.facts = JSON.parse(this.dataset.facts ?? "{}");
    onSubmit(this, () => void this.search());
  }

  question() {
    /** @type {Record<string, any>} */
    const asked = { game: this.dataset.game, terms: pageOf(this).terms };
    for (const field of this.querySelectorAll("[name]")) {
      const { name, type, value, checked } = /** @type {HTMLInputElement} */ (field);
      const said = value.trim();
      if (type === "checkbox") asked[name] = checked;
      else if (name === "keep") asked.keep = this.kept(said);
      else if (said) asked[name] = WHOLE_NUMBERS.includes(name) ? Number(said) : said;
    }
    return asked;
  }

  /**
   * Lines as on a felt; the server refuses what is not a line.
   * @param {string} text
   */
  kept(text) {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    return Object.fromEntries(lines.map((line) => {
      const found = line.match(/^(.+?)\s+(push|[\d,]+\s+to\s+\d+)$/i);
      return found ? [found[1], found[2]] : [line, ""];
    }));
  }

  async search() {
    const asked = this.question();
    await asking(this, async () => {
      const said = await run(jobOf(this), { design: asked }, JSON.parse(this.dataset.jobs ?? "{}"));
      if (said) this.show(asked.wager, /** @type {Found} */ (/** @type {unknown} */ (said)));
    }, () => this.result.replaceChildren());
  }

  /**
   * @param {string} wager
   * @param {Found} said
   */
  show(wager, said) {
    const w = this.words;
    this.result.classList.remove("stale");
    if (!said.pay_tables.length) {
      this.result.replaceChildren(element("p", { class: "message" }, said.complete ? w.none : w.none_more));
      return;
    }
    const exactly = said.found === 1 ? w.found_one : fill(w.found, { count: said.found });
    const words = said.complete ? exactly : fill(w.found_more, { count: said.found });
    const cards = said.pay_tables.map((table) => this.card(wager, table));
    this.result.replaceChildren(
      element("p", { role: "status" }, words),
      element("ul", { class: "table-cards" }, ...cards),
    );
  }

  /**
   * @param {string} wager
   * @param {Designed} table
   */
  card(wager, table) {
    const lines = Object.entries(table.pays);
    const button = element("button", { type: "button", class: "button small quiet" }, this.words.try);
    button.addEventListener("click", () => {
      pageOf(this).write(wager, lines.map(([event, pays]) => `${event}   ${pays}`).join("\n"));
      for (const other of this.querySelectorAll(".table-card .button")) other.textContent = this.words.try;
      button.textContent = this.words.trying;
    });
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => (
      element("div", {}, element("dt", {}, this.facts[name]), element("dd", {}, value))
    );
    return element(
      "li",
      { class: "table-card" },
      element("dl", { class: "pay-lines" }, ...lines.map(
        ([event, pays]) => element("div", {}, element("dt", {}, event), element("dd", {}, pays)),
      )),
      element(
        "dl",
        { class: "facts small-facts" },
        fact("house_edge", percent(table.house_edge_float, 4)),
        fact("hit_frequency", percent(table.hit_frequency_float)),
        fact("standard_deviation", decimal(table.standard_deviation_float, 3)),
      ),
      element("p", {}, button),
    );
  }
}
customElements.define("table-design", TableDesign);
