// The controls for a decision: setting a hand, trading cards, the options of a question.
import { h } from "../site/dom.js";
import { cardName } from "../site/names.js";
import { capital, optionName } from "./figures.js";
import { optionWords, raisesOf, restsOf } from "./plain.js";
import { explained } from "./terms.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/**
 * @param {string} label
 * @param {(event: MouseEvent) => unknown} press
 * @param {{ kind?: string, key?: string, disabled?: boolean, title?: string }} look
 */
export function button(label, press, { kind = "quiet", key, disabled = false, title } = {}) {
  return h(
    "button",
    {
      key: key ?? label,
      type: "button",
      class: `button ${kind}`,
      "aria-disabled": disabled ? "true" : undefined,
      title,
      onclick: press,
    },
    label,
  );
}

// Different words, or a different line below them, make a new element.
/** @param {string} text */
function said(text, below = "") {
  return h("strong", { key: `${text} ${below}` }, text);
}

/** @param {FeltTable} app */
export function settingControls(app) {
  const { facts, picks } = app.choices;
  const { store } = app;
  const { felt } = store;
  const set = store.setting;
  if (set && Object.keys(set.sides).length) return sideControls(app, Object.keys(set.sides));
  if (set) return setControls(app, set.cards);
  if (felt.rule_cards.length) return struckControls(felt, facts, picks, app.choices.pickedCards);
  return h(
    "div",
    { key: `${facts?.hold} ${facts?.near}`, class: "controls" },
    h("p", { class: "tally" },
      said(facts?.hold ?? " ", facts?.near), facts?.near && h("span", { key: facts.near }, facts.near)),
  );
}

// A side is set by its name.
/**
 * @param {FeltTable} app
 * @param {string[]} sides
 */
function sideControls(app, sides) {
  const call = (/** @type {string} */ name) => app.choices.facts?.sides?.[name].call ?? " ";
  const pile = (/** @type {string} */ name) => h("button", {
    key: name,
    type: "button",
    class: `pile${app.choices.side === name ? " chosen" : ""}`,
    "aria-pressed": String(app.choices.side === name),
    onclick: () => app.act.side(name),
  },
    h("strong", {}, capital(name)), h("span", { key: call(name) }, call(name)));
  return h("div", { class: "controls piles" }, sides.map(pile), bestButton(app));
}

// Cards go into the box one by one, and the hand they make so far is named.
/**
 * @param {FeltTable} app
 * @param {number} count
 */
function setControls(app, count) {
  const { facts, picks } = app.choices;
  const key = app.choices.places;
  const whole = picks.size === count;
  const call = whole ? facts?.sets?.[key] : facts?.fewer?.[key];
  const best = facts?.best_sets?.includes(key);
  return h("div", { class: "controls" },
    h(
      "p",
      { class: "tally" },
      call && said(call),
      !whole && h("span", { key: picks.size }, words.decide.inBox(picks.size, count)),
      whole && call
        && h("span", { key: call, class: best ? "good" : "bad" }, best ? words.decide.isBest : words.decide.notBest),
    ),
    bestButton(app));
}

/** @param {FeltTable} app */
function bestButton(app) {
  return button(words.buttons.best, app.act.best, { key: "best" });
}

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Facts | null} facts
 * @param {Set<number>} picks
 * @param {string[]} picked
 */
function struckControls(felt, facts, picks, picked) {
  return h(
    "div",
    { key: `${picked[0]} ${Boolean(facts?.struck)}`, class: "controls" },
    h(
      "p",
      { class: "tally" },
      picks.size ? said(capital(cardName(picked[0])), facts?.struck && "struck") : words.decide.seeStruck,
      picks.size > 0 && facts?.struck && h(
        "span",
        { key: picked[0] },
        explained(felt, words.decide.struckBy(facts.struck[[...picks][0]])),
      ),
    ),
  );
}

/**
 * The second click of a double click does not count for the next hand.
 * @param {FeltTable} app
 * @param {MouseEvent} event
 */
const isSecond = ({ store }, { detail }) => store.several && detail > 1;

/** @param {FeltTable} app */
export function decisions(app) {
  const { store } = app;
  /** @type {typeof button} */
  const decide = (label, press, look) => button(label, (event) => !isSecond(app, event) && press(event), look);
  const { felt, hand } = store;
  if (store.trading) {
    const { trades } = store.trading;
    const cards = app.choices.pickedCards;
    return [
      decide(words.buttons.keep, app.act.keepAll, { kind: "quiet strong", key: "keep" }),
      decide(
        cards.length ? words.buttons.trade(cards) : words.buttons.tradeNone(trades),
        app.act.trade,
        { kind: "", key: "trade", disabled: !cards.length },
      ),
    ];
  }
  const asked = store.raise;
  if (!asked?.of || !hand) return [];
  const stage = store.view.round?.asked ?? "";
  const stake = hand.stakes[asked.of];
  const able = app.choices.setReady;
  const token = hand.tokens[asked.of] ?? 0;
  const matched = token <= (store.tokens ?? 0) ? token : 0;
  const press = (/** @type {string} */ option) => (store.setting ? app.act.raise() : app.act.answer(option));
  return [
    ...restsOf(asked).map((option) => option === "fold"
      ? decide(words.buttons.fold, app.act.fold, { kind: "quiet strong", key: "fold" })
      : decide(optionName(option), () => app.act.answer(option), { kind: "quiet strong", key: option })),
    matched > 0 && decide(words.buttons.playToken(matched), app.act.raiseToken, {
      kind: "quiet strong",
      key: "token",
      disabled: !able,
    }),
    ...raisesOf(asked).map(([option, units]) => decide(
      optionWords(felt, stage, option, units * stake),
      () => press(option),
      { kind: "", key: `raise-${option}`, disabled: !able },
    )),
  ];
}
