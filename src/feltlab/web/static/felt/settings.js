// The player's settings: speed, sound, keys; and bots to seat.
import { noticeKind } from "./bar.js";
import { BUY_IN } from "./chips.js";
import { h, keep } from "../site/dom.js";
import { freeSeats } from "./finding.js";
import { money } from "./figures.js";
import { decides, firstSpot } from "./plain.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */
/** @typedef {import("../site/dom.js").Kid} Kid */

/**
 * One of several choices, each with its label.
 * @typedef {{ key: string | number, value: string, checked: boolean, choose: () => void, label: Kid }} Choice
 * @param {string} kind
 * @param {string} legend
 * @param {string} name
 * @param {Choice[]} options
 */
function oneOf(kind, legend, name, options) {
  const radio = (/** @type {Choice} */ { key, value, checked, choose, label }) => h(
    "label",
    { key },
    h("input", { type: "radio", name, value, checked, onchange: choose }),
    label,
  );
  return h("fieldset", { class: kind }, h("legend", {}, legend), options.map(radio));
}

/**
 * A switch, saved under its name.
 * @param {FeltTable} app
 * @param {"sound" | "keys" | "stopping"} name
 * @param {string} label
 */
function switchOf(app, name, label) {
  const put = (/** @type {boolean} */ on) => {
    app[name] = on;
    keep(name, on);
    app.draw();
  };
  return h(
    "label",
    { class: "switch" },
    h("input", { type: "checkbox", checked: app[name], onchange: (event) => put(event.currentTarget.checked) }),
    label,
  );
}

function keyList() {
  const rows = words.settings.keyList.map(([key, what]) => h(
    "div",
    { key },
    h("dt", {}, h("kbd", {}, key)),
    h("dd", {}, what),
  ));
  return h("div", { class: "keys-hint" }, h("h3", {}, words.settings.keysTitle), h("dl", { class: "key-list" }, rows));
}

// Bots come and go here too: in a small window their seats have no buttons.
/** @param {FeltTable} app */
function botButtons(app) {
  const { felt, floor, seat, view } = app.store;
  if (!floor || !seat) return null;
  const press = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
    h("button", { key: label, type: "button", class: "button small quiet", onclick }, label);
  const bots = Object.entries(view.seats).filter(([, who]) => who.bot);
  const [free] = freeSeats(felt.places, view.seats);
  return h("p", { key: "bots", class: "row" },
    bots.map(([number, { name }]) => press(words.buttons.dismiss(name), () => app.act.dismiss(Number(number)))),
    free && press(words.buttons.addBot(free), () => app.act.addBot(free)));
}

/** @param {FeltTable} app */
export function settingsBody(app) {
  const { felt, me, opensTables, purse, stage } = app.store;
  const speeds = words.settings.speeds.map((name, at) => ({
    key: name, value: String(at), checked: stage.speed === at, choose: () => app.act.speed(at), label: name,
  }));
  return [
    oneOf("choice-row", words.settings.speed, "speed", speeds),
    h("p", {}, switchOf(app, "sound", words.settings.sound)),
    decides(felt) && h("p", {}, switchOf(app, "stopping", words.settings.stopping)),
    h("p", { class: "keys-hint" }, switchOf(app, "keys", words.settings.single)),
    me && h(
      "p",
      { class: "row" },
      h("strong", {}, `${words.table.purse}: ${money(purse ?? 0)}`),
      opensTables && h(
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
      decides(felt) && h(
        "a",
        { class: "button small quiet", href: `/practice/${felt.game}`, target: "_blank" },
        words.rules.newTab(words.buttons.practice),
      ),
      opensTables && h(
        "button",
        { type: "button", class: "button small quiet", onclick: app.act.ownTable },
        words.buttons.ownTable,
      ),
    ),
    botButtons(app),
    keyList(),
  ];
}

/**
 * A seated bot: how it plays, and a button to dismiss it. Only here, so that no stray key does it.
 * @param {FeltTable} app
 * @param {number} seat
 * @param {() => void} close
 */
export function seatedBody(app, seat, close) {
  const { felt, view } = app.store;
  const bot = view.seats[seat];
  if (!bot) return h("p", {}, words.seats.gone);
  const send = async () => { if (await app.act.dismiss(seat)) close(); };
  return [
    h("p", {}, h("strong", {}, `${words.seats.strategy}: `), felt.strategies[bot.bot] ?? bot.bot),
    app.notice && !app.notice.wager && h("p", { class: "message bad", role: "alert" }, app.notice.words),
    h("p", {}, h("button", { type: "button", class: "button", onclick: send }, words.buttons.dismiss(bot.name))),
  ];
}

/**
 * @param {FeltTable} app
 * @param {import("./drawers.js").State} state
 * @param {() => void} close
 */
export function botBody(app, state, close) {
  const { felt } = app.store;
  const [least, most] = firstSpot(felt).limits ?? [0, 0];
  const { seat: number = 0, strategy = felt.simple, stake = Math.max(500, least) } = state;
  const strategies = Object.entries(felt.strategies).map(([name, said]) => ({
    key: name, value: name, checked: strategy === name,
    choose: () => { state.strategy = name; app.draw(); },
    label: h("span", {}, h("strong", {}, name.replaceAll("-", " ")), ` – ${said}`),
  }));
  const chips = felt.chips.filter((chip) => chip >= least && chip <= most);
  const stakes = chips.slice(0, 4).map((chip) => ({
    key: chip, value: String(chip), checked: stake === chip,
    choose: () => { state.stake = chip; app.draw(); },
    label: money(chip),
  }));
  const mine = async () => { if (await app.act.another(number)) close(); };
  const seat = async () => { if (await app.act.seatBot(number, strategy, stake)) close(); };
  return [
    oneOf("choice-column", words.seats.strategy, "strategy", strategies),
    oneOf("choice-row", words.seats.stake, "stake", stakes),
    app.notice && !app.notice.wager && h("p", { class: "message bad", role: "alert" }, app.notice.words),
    h(
      "p",
      { class: "row" },
      h("button", { type: "button", class: "button", onclick: seat }, words.seats.add),
      app.store.another && h("button", { type: "button", class: "button quiet", onclick: mine }, words.hands.here),
    ),
  ];
}
