// What is one click away: rules and pay tables, history, the session sheet, settings, a bot for a seat.
import { h, keep } from "./dom.js";
import { noticeKind } from "./bar.js";
import { BUY_IN } from "./chips.js";
import { payTable } from "./felt.js";
import { historyBody, LAST_STEP } from "./history.js";
import { aboutOf, goalOf } from "./plain.js";
import { sheetBody } from "./sheet.js";
import { ask } from "./wire.js";
import { money, words } from "./text.js";

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
      state.rounds = (await ask(`/api/tables/${this.app.table}/rounds?limit=20`)).rounds;
    } catch {
      state.failed = true;
    }
    this.app.draw();
  }

  rules() {
    const { felt, view } = this.app;
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
        h("a", { class: "button small quiet", href: `/table/${this.app.table}/rules` }, words.rules.full),
        h("a", { class: "button small quiet", href: `/table/${this.app.table}/school` }, words.rules.school),
        h("a", { class: "button small quiet", href: `/lab/${felt.game}` }, words.rules.lab),
        h("a", { class: "button small quiet", href: `/practice/${felt.game}` }, words.buttons.practice),
      ),
    ];
  }

  settings() {
    const { app } = this;
    return [
      h("fieldset", { class: "choice-row" }, h(
        "legend",
        {},
        words.settings.speed,
      ), words.settings.speeds.map((name, at) =>
        h(
          "label",
          { key: name },
          h(
            "input",
            {
              type: "radio",
              name: "speed",
              value: String(at),
              checked: app.stage.speed === at,
              onchange: () => app.act.speed(at),
            },
          ),
          name,
        ))),
      h(
        "p",
        {},
        h(
          "label",
          { class: "switch" },
          h(
            "input",
            {
              type: "checkbox",
              checked: app.sound,
              onchange: (event) => { app.sound = event.target.checked; keep("sound", app.sound); app.draw(); },
            },
          ),
          words.settings.sound,
        ),
      ),
      h(
        "p",
        { class: "keys-hint" },
        h(
          "label",
          { class: "switch" },
          h(
            "input",
            {
              type: "checkbox",
              checked: app.keys,
              onchange: (event) => { app.keys = event.target.checked; keep("keys", app.keys); app.draw(); },
            },
          ),
          words.settings.single,
        ),
      ),
      app.me && h(
        "p",
        { class: "row" },
        h("strong", {}, `${words.table.purse}: ${money(app.purse ?? 0)}`),
        app.opensTables && h(
          "button",
          { type: "button", class: "button small", onclick: app.act.buy },
          words.buttons.buy(BUY_IN),
        ),
      ),
      app.notice && !app.notice.wager
        && h("p", noticeKind(app.notice, "message bad", "message good"), app.notice.words),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button small quiet", href: `/practice/${app.felt.game}` }, words.buttons.practice),
        app.opensTables && h(
          "button",
          { type: "button", class: "button small quiet", onclick: app.act.ownTable },
          words.buttons.ownTable,
        ),
      ),
      h(
        "div",
        { class: "keys-hint" },
        h("h3", {}, words.settings.keysTitle),
        h(
          "dl",
          { class: "key-list" },
          words.settings.keyList.map(([key, what]) => h(
            "div",
            { key },
            h("dt", {}, h("kbd", {}, key)),
            h("dd", {}, what),
          )),
        ),
      ),
    ];
  }

  bot() {
    const { app, state } = this;
    state.strategy ??= app.felt.simple;
    const first = app.felt.spots.find((spot) => spot.role === "initial");
    state.stake ??= Math.max(500, first.limits[0]);
    return [
      h("fieldset", { class: "choice-column" }, h(
        "legend",
        {},
        words.seats.strategy,
      ), Object.entries(app.felt.strategies).map(([name, said]) =>
        h(
          "label",
          { key: name },
          h(
            "input",
            {
              type: "radio",
              name: "strategy",
              value: name,
              checked: state.strategy === name,
              onchange: () => { state.strategy = name; app.draw(); },
            },
          ),
          h("span", {}, h("strong", {}, name.replaceAll("-", " ")), ` – ${said}`),
        ))),
      h("fieldset", { class: "choice-row" }, h(
        "legend",
        {},
        words.seats.stake,
      ), app.felt.chips.filter((chip) => chip >= first.limits[0] && chip <= first.limits[1]).slice(0, 4).map((chip) =>
        h(
          "label",
          { key: chip },
          h(
            "input",
            {
              type: "radio",
              name: "stake",
              value: String(chip),
              checked: state.stake === chip,
              onchange: () => { state.stake = chip; app.draw(); },
            },
          ),
          money(chip),
        ))),
      app.notice && !app.notice.wager && h("p", { class: "message bad", role: "alert" }, app.notice.words),
      h(
        "p",
        {},
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: async () => { if (await app.act.seatBot(state.seat, state.strategy, state.stake)) this.close(); },
          },
          words.seats.add,
        ),
      ),
    ];
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
