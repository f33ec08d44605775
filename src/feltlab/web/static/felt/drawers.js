// Panels one click away: rules and pay tables, history, the session sheet, settings, a bot for a seat.
import { noticeKind } from "./bar.js";
import { h } from "../site/dom.js";
import { payTable } from "./felt.js";
import { historyBody, Replay } from "./history.js";
import { aboutOf, decides, goalOf } from "./plain.js";
import { botBody, seatedBody, settingsBody } from "./settings.js";
import { sheetBody } from "./sheet.js";
import { ask } from "../site/ask.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */
/** @typedef {"rules" | "history" | "sheet" | "settings" | "bot" | "seated"} Drawer */
/** @typedef {{ seat?: number, strategy?: string, stake?: number, sure?: boolean, replay?: Replay }} State */

const ROUNDS = 50; // how far back the history goes
const ROOM = matchMedia("(min-width: 80rem) and (min-height: 47.01rem)"); // as in sizes.css

/**
 * A page opened from the table leaves the table as it is.
 * @param {string} href
 * @param {string} name
 */
function elsewhere(href, name) {
  return h("a", { class: "button small quiet", href, target: "_blank" }, words.rules.newTab(name));
}

/** @param {string[][]} list a word and its meaning each */
function meanings(list) {
  return h(
    "dl",
    { class: "word-list" },
    list.map(([word, meaning]) => h("div", { key: word }, h("dt", {}, word), h("dd", {}, meaning))),
  );
}

/**
 * What everyone may know about a shared shoe: how many cards are left, and how many of each rank are gone.
 * @param {Wire.Shoe} shoe
 */
function shoeOf(shoe) {
  const counts = Object.entries(shoe.gone);
  return h("section", { class: "shoe-count" },
    h("h3", {}, words.shoe.title),
    h("p", {}, words.shoe.now(shoe), shoe.fresh_next && ` ${words.shoe.next}`),
    h("table", { class: "shoe-gone" },
      h("caption", {}, words.shoe.gone),
      h("tr", {}, counts.map(([rank]) => h("th", { key: rank, scope: "col" }, words.shoe.rank(rank)))),
      h("tr", {}, counts.map(([rank, count]) => h("td", { key: rank }, String(count))))));
}

export class Drawers {
  /** @type {Drawer | ""} */
  name = "";
  /** @type {State} */
  state = {};

  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * @param {Drawer} name
   * @param {State} state
   */
  open(name, state = {}) {
    this.name = name;
    this.state = state;
    if (name === "history") this.readHistory();
    this.app.draw();
  }

  // In a large window the rules are beside the table and play goes on; any other panel closes before you continue.
  get beside() {
    return this.name === "rules" && ROOM.matches;
  }

  close() {
    this.name = "";
    this.app.draw();
  }

  async readHistory() {
    const replay = new Replay(() => this.app.draw());
    this.state.replay = replay;
    try {
      /** @type {Live.Rounds} */
      const { rounds } = await ask(`/api/tables/${this.app.store.table}/rounds?limit=${ROUNDS}`);
      replay.rounds = rounds;
    } catch {
      replay.failed = true;
    }
    this.app.draw();
  }

  rules() {
    const { felt, view } = this.app.store;
    const paid = felt.spots.filter((spot) => spot.lines.length);
    return [
      h("p", {}, goalOf(felt)),
      felt.differs.length > 0 && h("p", {}, h("strong", {}, words.rules.differs)),
      felt.differs.length > 0 && h("ul", {}, felt.differs.map((said) => h("li", { key: said }, said))),
      view.shoe && shoeOf(view.shoe),
      paid.length > 0 && h("h3", {}, words.rules.pays),
      paid.length > 0 && h("div", { class: "drawer-pays" }, paid.map((spot) => payTable(felt, spot))),
      h("h3", {}, words.rules.bets),
      meanings(felt.spots.map((spot) => [spot.name, aboutOf(felt, spot)])),
      h("h3", {}, words.rules.limits),
      meanings(felt.limits),
      h("h3", {}, words.rules.rules),
      h("ol", { class: "rules-list" }, felt.rules.map((rule) =>
        h("li", { key: rule.number, value: rule.number }, rule.words))),
      h("h3", {}, words.rules.terms),
      meanings(words.rules.meanings(felt).map(([word, meaning]) => [word, meaning])),
      h(
        "p",
        { class: "row" },
        elsewhere(`/table/${this.app.store.table}/rules`, words.rules.full),
        elsewhere(`/table/${this.app.store.table}/school`, words.rules.school),
        elsewhere(`/lab/${felt.game}`, words.rules.lab),
        decides(felt) && elsewhere(`/practice/${felt.game}`, words.buttons.practice),
      ),
    ];
  }

  settings() {
    return settingsBody(this.app);
  }

  bot() {
    return botBody(this.app, this.state, () => this.close());
  }

  seated() {
    return seatedBody(this.app, this.state.seat ?? 0, () => this.close());
  }

  sheet() {
    return sheetBody(this.app, {
      sure: Boolean(this.state.sure),
      askSure: () => { this.state.sure = true; this.app.draw(); },
      reset: () => { this.state.sure = false; this.app.draw(); },
    });
  }

  history() {
    const { notice } = this.app;
    return [
      notice && !notice.wager && h("p", noticeKind(notice, "message bad", "message good"), notice.words),
      this.state.replay ? historyBody(this.app, this.state.replay) : null,
    ];
  }

  /** @param {Drawer} name */
  title(name) {
    return {
      rules: words.rules.title,
      history: words.history.title,
      sheet: words.sheet.title,
      settings: words.settings.title,
      bot: words.buttons.addBot(this.state.seat ?? 0),
      seated: this.app.store.view.seats[this.state.seat ?? 0]?.name ?? words.seats.seat(this.state.seat ?? 0),
    }[name];
  }

  draw() {
    if (!this.name) return null;
    return h("dialog", {
      key: `drawer-${this.name}${this.beside ? "-beside" : ""}`,
      class: `drawer drawer-${this.name}${this.beside ? " beside" : ""}`, "aria-labelledby": "drawer-title",
      made: (node) => (this.beside ? node.show() : node.showModal()), onclose: () => this.close(),
      onclick: (event) => event.target === event.currentTarget && event.currentTarget.close(),
    },
    h("div", { class: "drawer-inside" },
      h(
        "div",
        { class: "drawer-head" },
        h("h2", { id: "drawer-title" }, this.title(this.name)),
        h(
          "button",
          {
            type: "button",
            class: "panel-close",
            "aria-label": words.buttons.close,
            onclick: (event) => event.currentTarget.closest("dialog")?.close(),
          },
          "×",
        ),
      ),
      h("div", { class: "drawer-body", tabindex: "0" }, this[this.name]())));
  }
}
