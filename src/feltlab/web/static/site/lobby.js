// The open tables, as the live service lists them: your own first.
import { ask, element } from "./ask.js";
import { fill } from "./fill.js";

/** @param {Live.Listed} table */
function isOwn(table) {
  return Boolean(table.you) || (table.private && table.floor);
}

class OpenTables extends HTMLElement {
  async connectedCallback() {
    try {
      /** @type {Live.Tables} */
      const { tables } = await ask("/api/tables");
      this.show(tables);
    } catch {
      // the lobby is complete without the list
    }
  }

  /** @param {Live.Listed[]} tables */
  show(tables) {
    if (!tables.length) return;
    const ordered = [...tables].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
    this.replaceChildren(element("ul", {}, ...ordered.map((table) => this.row(table, tables, isOwn(table)))));
  }

  /**
   * @param {Live.Listed} table
   * @param {Live.Listed[]} tables
   * @param {boolean} own
   */
  row(table, tables, own) {
    const { continue: goOn = "", nth = "", open = "", own: ownWords = "", round = "", taken = "" } = this.dataset;
    const named = table.title || document.getElementById(`title-${table.game}`)?.textContent || table.game;
    const alike = tables.filter((other) => other.game === table.game && !isOwn(other));
    const title = alike.length > 1 && !own ? fill(nth, { title: named, number: alike.indexOf(table) + 1 }) : named;
    const played = table.round ? fill(round, table) : "";
    const facts = own ? [played] : [fill(taken, table), played];
    const name = element("strong", {}, own ? fill(ownWords, { title }) : title);
    return element(
      "li",
      { class: own ? "panel own" : "panel" },
      element("span", {}, name, ...facts.filter(Boolean).map((fact) => `, ${fact}`)),
      element(
        "a",
        { class: "button small", href: `/table/${encodeURIComponent(table.table)}` },
        own ? goOn : open,
        element("span", { class: "hidden-words" }, ` ${title}`),
      ),
    );
  }
}
customElements.define("open-tables", OpenTables);
