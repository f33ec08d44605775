// The bar before the player: what to do now, and the means to do it.
import { tray } from "./chips.js";
import { button, decisions, settingControls } from "./controls.js";
import { h } from "../site/dom.js";
import { money, signedMoney } from "./figures.js";
import { netOf } from "./model.js";
import { opens } from "./plain.js";
import { prompt } from "./prompt.js";
import { words } from "./text.js";

function clock(app) {
  const { store } = app;
  const { deadline, phase } = store.view.round ?? {};
  const seconds = phase === "play" ? store.felt.config.decision_seconds : store.felt.config.betting_seconds;
  const shown = deadline
    && seconds
    && (!store.holding || phase === "bets")
    && (phase !== "play" || store.deciding || store.view.round.waiting.length);
  const goes = (deadline - store.ahead - performance.now()) / 1000;
  const left = shown ? Math.max(0, Math.ceil(goes)) : 0;
  const share = shown ? Math.max(0, Math.min(1, goes / seconds)) : 0;
  if (!shown) return null;
  return h("div", { class: `clock${left <= 5 ? " late" : ""}`, role: "timer", "aria-label": `${left} s` },
    h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" },
      h("circle", { class: "clock-back", cx: 20, cy: 20, r: 17 }),
      h(
        "circle",
        {
          class: "clock-hand",
          cx: 20,
          cy: 20,
          r: 17,
          pathLength: 100,
          style: { "stroke-dashoffset": String(100 - 100 * share) },
        },
      ),
      h("text", { x: 20, y: 25, "text-anchor": "middle" }, left)));
}

function resultRows(app) {
  const { store } = app;
  const hand = store.seat ? store.round.seats[store.seat] : null;
  if (!hand) return null;
  return h("table", { class: "results", "aria-label": words.result.title },
    h("tbody", {}, hand.results.map((done) => {
      const net = done.returned - done.staked;
      return h(
        "tr",
        { key: done.wager },
        h("th", { scope: "row" }, store.nameOf(done.wager)),
        h(
          "td",
          { class: `results-net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
          net === 0 ? words.result.push : signedMoney(net),
        ),
        h("td", { class: "results-why" }, words.result.why(done, hand.hands) + words.result.token(done, hand)),
      );
    })));
}

function hasTokens(app) {
  const { store } = app;
  return store.felt.tokens && (store.tokens > 0 || Object.keys(app.betting.wantedTokens).length > 0);
}

// While it is pressed, what is put on the felt is tokens.
function tokenButton(app) {
  return h("button", {
    key: "tokens",
    type: "button",
    class: `button quiet tokens${app.betting.withTokens ? " strong" : ""}`,
    "aria-pressed": String(app.betting.withTokens),
    title: words.table.tokensAbout,
    onclick: app.act.tokens,
  }, words.buttons.tokens(app.store.tokens));
}

function middle(app) {
  const { store } = app;
  if (store.holding) {
    // In a small window there may be more of them than are in sight.
    const tabindex = app.narrow.matches ? "0" : undefined;
    return h("div", { key: "results", class: "bar-middle", tabindex }, resultRows(app));
  }
  if (store.deciding) return h("div", { key: "setting", class: "bar-middle" }, settingControls(app));
  if (store.seat && store.phase === "bets") {
    const ready = store.view.round?.seats[store.seat]?.ready;
    const some = Object.keys(app.betting.wanted).length > 0;
    return h("div", { key: "tray", class: "bar-middle" }, tray(store.felt.chips, app.betting.chip, app.act.chip),
      h("div", { class: "bet-buttons" },
        button(words.buttons.rebet, app.act.rebet, { disabled: !app.betting.lastBets || ready, key: "rebet" }),
        button(words.buttons.double, app.act.double, { disabled: !some, key: "double" }),
        button(words.buttons.undo, app.act.undo, { disabled: !app.betting.before.length || ready, key: "undo" }),
        button(words.buttons.clear, app.act.clear, { disabled: !some, key: "clear" }),
        hasTokens(app) && tokenButton(app)));
  }
  return h("div", { key: "nothing", class: "bar-middle" });
}

function afterRound(app) {
  if (!app.store.seat) return [button(words.buttons.watch, app.act.next, { key: "next" })];
  return [
    button(words.buttons.next, app.act.next, { kind: "quiet strong", key: "next" }),
    app.betting.lastBets && button(words.buttons.again, app.act.again, { kind: "", key: "again" }),
  ];
}

function withoutSeat(app) {
  const { felt, left, opensTables, plays, view } = app.store;
  const free = view.status === "open" && Object.keys(view.seats).length < felt.places;
  const sit = (label) => button(label, () => app.act.sit(), { kind: "", key: "sit" });
  if (left) return [
    h("a", { key: "lobby", class: "button quiet strong", href: "/" }, words.buttons.lobby),
    free && sit(words.buttons.sitAgain),
  ];
  return [
    plays && free && sit(words.buttons.sit),
    opensTables && button(words.buttons.ownTable, app.act.ownTable, { kind: "quiet strong", key: "own" }),
  ];
}

function beforeDeal(app) {
  const { company, felt, seat, view } = app.store;
  const { wanted } = app.betting;
  if (view.round?.seats[seat]?.ready) return [];
  return [
    company && !Object.keys(wanted).length && button(words.buttons.sitOut, app.act.sitOut, { key: "out" }),
    button(words.buttons.deal, app.act.deal, { kind: "", key: "deal", disabled: !opens(felt, wanted) }),
  ];
}

function actions(app) {
  const { store } = app;
  if (store.busy && !store.deciding) return [button(words.buttons.skip, app.act.skip, { key: "skip" })];
  if (store.holding) return afterRound(app);
  if (!store.seat) return withoutSeat(app);
  if (store.deciding) return [
    !app.coach.open && button(words.coach.ask, app.act.coach, { kind: "quiet ask-coach", key: "ask" }),
    ...decisions(app),
  ];
  return store.phase === "bets" ? beforeDeal(app) : [];
}

// What was refused is an alert; what went well is only said.
export function noticeKind({ good }, bad, kind) {
  return { key: good ? "said" : "refused", class: good ? kind : bad, role: good ? "status" : "alert" };
}

// What the table says lies over the second line, which keeps its room, so that nothing moves in whatever font.
function secondLine(notice, more) {
  return h("div", { class: "now-second" },
    h("p", { key: "more", class: `now-more${notice ? " covered" : ""}` }, more || " "),
    notice && h("p", noticeKind(notice, "now-more bar-refusal", "now-more bar-said"), notice.words));
}

export function barOf(app) {
  const { store } = app;
  const [now, more] = prompt(app);
  const net = store.holding && store.seat && store.round.seats[store.seat] ? netOf(store.round.seats[store.seat]) : 0;
  return h("section", { class: "bar", "aria-label": words.seats.doing },
    h("div", { class: "bar-now" }, clock(app),
      h("div", {}, h(
        "p",
        { class: `now${net > 0 ? " won" : net < 0 ? " lost" : ""}` },
        now,
      ), secondLine(app.notice && !app.notice.wager ? app.notice : null, more))),
    middle(app),
    h("div", { class: "bar-actions" }, actions(app)));
}

// What one can open or do at any time: a row of buttons, in a small window a list behind one button.
function tools(app) {
  const { act, coach, narrow, store } = app;
  const tool = (name, press, extra = {}) => h(
    "button",
    { key: name, type: "button", class: "tool", onclick: press, ...extra },
    words.buttons[name],
  );
  const folded = narrow.matches;
  const close = (event) => folded && event.currentTarget.hidePopover();
  return [
    folded && h(
      "button",
      { key: "menu", type: "button", class: "tool menu", popovertarget: "tools" },
      words.buttons.menu,
    ),
    h(
      "div",
      {
        key: "tools", id: "tools", class: "tools", role: "toolbar", "aria-label": words.buttons.menu,
        popover: folded ? "auto" : undefined, onclick: close,
      },
      tool("rules", () => act.open("rules")),
      tool("history", () => act.open("history")),
      tool("coach", act.coach, { "aria-pressed": String(coach.open) }),
      tool("sheet", () => act.open("sheet")),
      tool("settings", () => act.open("settings")),
      tool("share", act.share),
      store.seat && tool("leave", act.leave),
      folded && h("a", { key: "lobby", class: "tool", href: "/" }, words.buttons.lobby),
    ),
  ];
}

export function topOf(app) {
  const { store } = app;
  const { felt, view } = store;
  const meters = Object.entries(view.meters);
  return h("header", { class: "top" },
    h("div", { class: "top-title" }, h("h1", {}, felt.title), h("span", { class: "tag brass" }, words.table.playMoney)),
    h("dl", { class: "top-facts" },
      store.purse !== null
        && h("div", {}, h("dt", {}, words.table.purse), h("dd", { class: "purse" }, money(store.purse))),
      meters.map(([wager, cents]) => h(
        "div",
        { key: wager },
        h("dt", {}, words.table.meter),
        h("dd", { class: "meter-figure" }, money(cents)),
      )),
      view.shoe && h(
        "div",
        { key: "shoe", class: "top-shoe" },
        h("dt", {}, words.shoe.title),
        h("dd", {}, words.shoe.left(view.shoe)),
      ),
      h(
        "div",
        { class: "top-round" },
        h("dt", {}, felt.config.private ? words.table.own : words.table.open),
        h("dd", {}, view.round || view.last ? words.table.round((store.round ?? view.round ?? view.last).number) : "–"),
      )),
    tools(app));
}
