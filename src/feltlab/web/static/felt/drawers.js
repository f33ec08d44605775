// What is one click away: rules and pay tables, history, the session sheet, settings, a bot for a seat.
import { h } from "../site/dom.js";
import { payTable } from "./felt.js";
import { historyBody, LAST_STEP } from "./history.js";
import { aboutOf, goalOf } from "./plain.js";
import { botBody, settingsBody } from "./settings.js";
import { sheetBody } from "./sheet.js";
import { ask } from "./wire.js";
import { words } from "./text.js";

function meanings(list) {
  return h(
    "dl",
    { class: "word-list" },
    list.map(([word, meaning]) => h("div", { key: word }, h("dt", {}, word), h("dd", {}, meaning))),
  );
}

// What all may know of a shoe that rounds share: how many cards are left, and how many of each rank are gone.
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
  constructor(app) {
    Object.assign(this, { app, name: "", state: {} });
  }

  open(name, state = {}) {
    this.name = name;
    this.state = state;
    if (name === "history") this.readHistory();
    this.app.draw();
  }

  close() {
    this.name = "";
    this.app.draw();
  }

  async readHistory() {
    const state = this.state;
    state.step = 0;
    state.choose = (round) => {
      state.round = round;
      state.step = 0;
      this.app.draw();
    };
    state.go = (by) => {
      state.step = Math.max(0, Math.min(LAST_STEP, state.step + by));
      this.app.draw();
    };
    try {
      state.rounds = (await ask(`/api/tables/${this.app.store.table}/rounds?limit=20`)).rounds;
    } catch {
      state.failed = true;
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
      paid.length > 0 && h("div", { class: "drawer-pays" }, paid.map((spot) => payTable(spot))),
      h("h3", {}, words.rules.bets),
      meanings(felt.spots.map((spot) => [spot.name, aboutOf(felt, spot)])),
      h("h3", {}, words.rules.limits),
      meanings(felt.limits),
      h("h3", {}, words.rules.rules),
      h("ol", { class: "rules-list" }, felt.rules.map((rule) =>
        h("li", { key: rule.number, value: rule.number }, rule.words))),
      h("h3", {}, words.rules.terms),
      meanings(words.rules.meanings(felt)),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button small quiet", href: `/table/${this.app.store.table}/rules` }, words.rules.full),
        h("a", { class: "button small quiet", href: `/table/${this.app.store.table}/school` }, words.rules.school),
        h("a", { class: "button small quiet", href: `/lab/${felt.game}` }, words.rules.lab),
        h("a", { class: "button small quiet", href: `/practice/${felt.game}` }, words.buttons.practice),
      ),
    ];
  }

  settings() {
    return settingsBody(this.app);
  }

  bot() {
    return botBody(this.app, this.state, () => this.close());
  }

  sheet() {
    return sheetBody(this.app, {
      sure: this.state.sure,
      askSure: () => { this.state.sure = true; this.app.draw(); },
      reset: () => { this.state.sure = false; this.app.draw(); },
    });
  }

  history() {
    return historyBody(this.app, this.state);
  }

  title() {
    return {
      rules: words.rules.title,
      history: words.history.title,
      sheet: words.sheet.title,
      settings: words.settings.title,
      bot: words.buttons.addBot(this.state.seat),
    }[this.name];
  }

  draw() {
    if (!this.name) return null;
    return h("dialog", {
      key: `drawer-${this.name}`, class: `drawer drawer-${this.name}`, "aria-labelledby": "drawer-title",
      made: (node) => node.showModal(), onclose: () => this.close(),
      onclick: (event) => event.target === event.currentTarget && event.currentTarget.close(),
    },
    h("div", { class: "drawer-inside" },
      h(
        "div",
        { class: "drawer-head" },
        h("h2", { id: "drawer-title" }, this.title()),
        h(
          "button",
          {
            type: "button",
            class: "panel-close",
            "aria-label": words.buttons.close,
            onclick: (event) => event.currentTarget.closest("dialog").close(),
          },
          "×",
        ),
      ),
      h("div", { class: "drawer-body", tabindex: "0" }, this[this.name]())));
  }
}
