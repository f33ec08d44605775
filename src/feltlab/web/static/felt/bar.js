// The bar in front of the player: what to do now, and the controls to do it.
import { tray } from "./chips.js";
import { button, decisions, settingControls } from "./controls.js";
import { h } from "../site/dom.js";
import { money, signedMoney } from "./figures.js";
import { prompt } from "./prompt.js";
import { explained } from "./terms.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */
/** @typedef {"rules" | "history" | "coach" | "sheet" | "settings" | "share" | "another" | "leave" | "leaveAll"} Tool */

/** @param {FeltTable} app */
function clock(app) {
  const { store } = app;
  const { round } = store.view;
  if (!round?.deadline) return null;
  const { deadline, phase, waiting } = round;
  const seconds = phase === "play" ? store.felt.config.decision_seconds : store.felt.config.betting_seconds;
  const runs = phase === "play" ? store.deciding || waiting.length > 0 : true;
  if (!seconds || !runs || (store.holding && phase !== "bets")) return null;
  const goes = (deadline - store.ahead - performance.now()) / 1000;
  const left = Math.max(0, Math.ceil(goes));
  const share = Math.max(0, Math.min(1, goes / seconds));
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

/** @param {FeltTable} app */
function resultRows(app) {
  const { store } = app;
  const hand = store.seat ? store.round?.seats[store.seat] : null;
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
          net === 0 ? (app.narrow.matches ? words.felt.push : words.result.push) : signedMoney(net),
        ),
        h(
          "td",
          { class: "results-why" },
          explained(store.felt, done.why + words.result.token(done, hand)),
        ),
      );
    })));
}

/** @param {FeltTable} app */
function hasTokens(app) {
  const { store } = app;
  return store.felt.tokens && ((store.tokens ?? 0) > 0 || Object.keys(app.betting.wantedTokens).length > 0);
}

// While this button is on, bets are made with tokens.
/** @param {FeltTable} app */
function tokenButton(app) {
  return h("button", {
    key: "tokens",
    type: "button",
    class: `button quiet tokens${app.betting.withTokens ? " strong" : ""}`,
    "aria-pressed": String(app.betting.withTokens),
    title: words.table.tokensAbout,
    onclick: app.act.tokens,
  }, words.buttons.tokens(app.store.tokens ?? 0));
}

/** @param {FeltTable} app */
function middle(app) {
  const { store } = app;
  if (store.holding) {
    // In a small window they may not all be visible.
    const tabindex = app.narrow.matches ? "0" : undefined;
    return h("div", { key: `results ${app.coach.lesson}`, class: "bar-middle", tabindex }, resultRows(app));
  }
  if (store.deciding) return h("div", { key: store.decisionName, class: "bar-middle" }, settingControls(app));
  if (store.seat && store.phase === "bets") {
    const { ready } = app.hands;
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

/** @param {FeltTable} app */
function afterRound(app) {
  if (!app.store.seat) return [button(words.buttons.watch, app.act.next, { key: "next" })];
  return [
    button(words.buttons.next, app.act.next, { kind: "quiet strong", key: "next" }),
    app.betting.lastBets && button(words.buttons.again, app.act.again, { kind: "", key: "again" }),
  ];
}

/** @param {FeltTable} app */
function withoutSeat(app) {
  const { felt, forOne, left, opensTables, plays, view } = app.store;
  const free = view.status === "open" && !forOne && Object.keys(view.seats).length < felt.places;
  const sit = (/** @type {string} */ label) => button(label, () => app.act.sit(), { kind: "", key: "sit" });
  if (left) return [
    h("a", { key: "lobby", class: "button quiet strong", href: "/" }, words.buttons.lobby),
    free && sit(words.buttons.sitAgain),
  ];
  return [
    plays && free && sit(words.buttons.sit),
    opensTables && button(words.buttons.ownTable, app.act.ownTable, { kind: "quiet strong", key: "own" }),
  ];
}

/** @param {FeltTable} app */
function beforeDeal(app) {
  const { betting, hands, store } = app;
  if (hands.ready) return [];
  return [
    store.company && !Object.keys(betting.wanted).length
      && button(words.buttons.sitOut, app.act.sitOut, { key: "out" }),
    button(words.buttons.deal, app.act.deal, { kind: "", key: "deal", disabled: !betting.opens }),
  ];
}

/** @param {FeltTable} app */
function actions(app) {
  const { store } = app;
  if (store.busy && !store.deciding) return [button(words.buttons.skip, app.act.skip, { key: "skip" })];
  if (store.holding) return afterRound(app);
  if (!store.seat) return withoutSeat(app);
  if (store.deciding && app.choices.held) return [
    button(words.coach.anyway, app.act.anyway, { kind: "quiet strong", key: "anyway" }),
    button(words.coach.takeBack, app.act.takeBack, { kind: "", key: "take-back" }),
  ];
  if (store.deciding) return [
    button(words.coach[app.coach.open ? "hide" : "ask"], app.act.coach, {
      kind: "quiet ask-coach",
      key: `ask-${store.decisionName}`,
    }),
    ...decisions(app),
  ];
  return store.phase === "bets" ? beforeDeal(app) : [];
}

/**
 * A refusal is an alert; a success is only announced.
 * @param {{ good: boolean }} notice
 * @param {string} bad
 * @param {string} kind
 */
export function noticeKind({ good }, bad, kind) {
  return { key: good ? "said" : "refused", class: good ? kind : bad, role: good ? "status" : "alert" };
}

/**
 * The table's message covers the second line, which keeps its space, so nothing moves in any font.
 * @param {Wire.Felt} felt
 * @param {FeltTable["notice"]} notice
 * @param {string} now the first line, below which it stands
 * @param {string} more
 */
function secondLine(felt, notice, now, more) {
  return h("div", { key: `${now} ${more}`, class: "now-second" },
    h("p", { key: "more", class: `now-more${notice ? " covered" : ""}` }, more ? explained(felt, more) : " "),
    notice && h("p", noticeKind(notice, "now-more bar-refusal", "now-more bar-said"), notice.words));
}

/** @param {FeltTable} app */
export function barOf(app) {
  const { store } = app;
  const [now, more, net = 0] = prompt(app);
  const { betting_seconds: betting, decision_seconds: decision } = store.felt.config;
  const state = store.deciding ? store.decisionName : store.phase;
  const timed = Boolean(store.seat && (betting || decision));
  return h("section", { class: "bar", "aria-label": words.seats.doing },
    h("div", { class: "bar-now" }, timed && h("div", { class: "clock-room" }, clock(app)),
      h("div", {}, h(
        "p",
        { class: `now${net > 0 ? " won" : net < 0 ? " lost" : ""}`, tabindex: "-1" },
        now,
      ), secondLine(store.felt, app.notice && !app.notice.wager ? app.notice : null, now, more))),
    middle(app),
    h("div", { key: `actions-${state}`, class: "bar-actions" }, actions(app)));
}

/**
 * The row of tools is one stop for the Tab key; the arrow keys move along it.
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 */
function alongTools(event) {
  const row = /** @type {HTMLElement[]} */ ([...event.currentTarget.children]).filter((tool) =>
    tool.matches(":not(.away)"));
  const at = row.findIndex((tool) => tool === document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
  const to = { Home: 0, End: row.length - 1 }[event.key] ?? (step ? (at + step + row.length) % row.length : -1);
  if (at < 0 || to < 0) return;
  event.preventDefault();
  row[to].focus();
}

// Tools that are always available: a row of buttons, or in a small window a list behind one button.
/** @param {FeltTable} app */
function tools(app) {
  const { act, coach, narrow, store } = app;
  const folded = narrow.matches;
  /** @type {(name: Tool, press: () => unknown, extra?: object) => import("../site/dom.js").Kid} */
  const tool = (name, press, extra = {}) => h(
    "button",
    {
      key: name, type: "button", class: "tool", tabindex: folded || name === "rules" ? undefined : "-1",
      onclick: press, ...extra,
    },
    words.buttons[name],
  );
  const another = store.another && !store.several;
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
        popover: folded ? "auto" : undefined, onclick: (event) => folded && event.currentTarget.hidePopover(),
        onkeydown: folded ? undefined : alongTools,
      },
      // First, and keeping its space while hidden, so that the others stay where they are.
      !folded && store.mayHaveSeveral && !store.several
        && tool("another", () => act.another(), another ? {} : { class: "tool away" }),
      tool("rules", () => act.open("rules")),
      tool("history", () => act.open("history")),
      tool("coach", act.coach, { "aria-pressed": String(coach.open) }),
      tool("sheet", () => act.open("sheet")),
      tool("settings", () => act.open("settings")),
      tool("share", act.share),
      folded && another && tool("another", () => act.another()),
      store.seat && tool(store.several ? "leaveAll" : "leave", act.leave),
      folded && h("a", { key: "lobby", class: "tool", href: "/" }, words.buttons.lobby),
    ),
  ];
}

/** @param {FeltTable["store"]} store */
function whose({ felt, floor, opensTables }) {
  if (!felt.config.private) return words.table.open;
  return floor && opensTables ? words.table.own : words.table.private;
}

/** @param {FeltTable} app */
export function topOf(app) {
  const { store } = app;
  const { felt, view } = store;
  const shown = store.round ?? view.round ?? view.last;
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
        h("dt", {}, felt.config.title || whose(store)),
        h("dd", {}, shown ? words.table.round(shown.number) : "–"),
      )),
    tools(app));
}
