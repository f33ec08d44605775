// The means to decide: hands that are set, cards that are traded, the options of a question.
import { h } from "../site/dom.js";
import { cardName } from "../site/names.js";
import { capital } from "./figures.js";
import { optionWords, raisesOf, restsOf } from "./plain.js";
import { words } from "./text.js";

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

export function settingControls(app) {
  const { facts, picks } = app.choices;
  const { store } = app;
  const { felt } = store;
  const set = store.setting;
  if (set && Object.keys(set.sides).length) return sideControls(app, Object.keys(set.sides));
  if (set) return setControls(app, set.cards);
  if (felt.rule_cards.length) return struckControls(facts, picks, app.choices.pickedCards);
  return h(
    "div",
    { class: "controls" },
    h("p", { class: "tally" }, h("strong", {}, facts?.hold ?? " "), facts?.near && h("span", {}, facts.near)),
  );
}

// A side is set by its name.
function sideControls(app, sides) {
  const pile = (name) => h("button", {
    key: name,
    type: "button",
    class: `pile${app.choices.side === name ? " chosen" : ""}`,
    "aria-pressed": String(app.choices.side === name),
    onclick: () => app.act.side(name),
  },
    h("strong", {}, capital(name)), h("span", {}, app.choices.facts?.sides?.[name].call ?? " "));
  return h("div", { class: "controls piles" }, sides.map(pile), bestButton(app));
}

// Cards are put into the box; what they are together is said as they go.
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
      call && h("strong", {}, call),
      !whole && h("span", {}, words.decide.inBox(picks.size, count)),
      whole && call && h("span", { class: best ? "good" : "bad" }, best ? words.decide.isBest : words.decide.notBest),
    ),
    bestButton(app));
}

function bestButton(app) {
  return button(words.buttons.best, app.act.best, { key: "best" });
}

function struckControls(facts, picks, picked) {
  return h(
    "div",
    { class: "controls" },
    h(
      "p",
      { class: "tally" },
      picks.size ? h("strong", {}, cardName(picked[0])) : words.decide.seeStruck,
      picks.size > 0 && facts?.struck && h("span", {}, words.decide.struckBy(facts.struck[[...picks][0]])),
    ),
  );
}

export function decisions(app) {
  const { store } = app;
  const { felt, round, seat } = store;
  const stage = round.asked;
  const { trades } = felt.asks[stage];
  if (trades) {
    const cards = app.choices.pickedCards;
    return [
      button(words.buttons.keep, app.act.keepAll, { kind: "quiet strong", key: "keep" }),
      button(
        cards.length ? words.buttons.trade(cards) : words.buttons.tradeNone(trades),
        app.act.trade,
        { kind: "", key: "trade", disabled: !cards.length },
      ),
    ];
  }
  const asked = store.raise;
  const stake = round.seats[seat].stakes[asked.of];
  const able = app.choices.setReady;
  const token = round.seats[seat].tokens[asked.of] ?? 0;
  const matched = token <= store.tokens ? token : 0;
  const press = (option) => (store.setting ? app.act.raise() : app.act.answer(option));
  return [
    ...restsOf(asked).map((option) => option === "fold"
      ? button(words.buttons.fold, app.act.fold, { kind: "quiet strong", key: "fold" })
      : button(capital(option), () => app.act.answer(option), { kind: "quiet strong", key: option })),
    matched > 0 && button(words.buttons.playToken(matched), app.act.raiseToken, {
      kind: "quiet strong",
      key: "token",
      disabled: !able,
    }),
    ...raisesOf(asked).map(([option, units]) => button(
      optionWords(felt, stage, option, units * stake),
      () => press(option),
      { kind: "", key: `raise-${option}`, disabled: !able },
    )),
  ];
}
