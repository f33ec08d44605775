// The player's actions, by name: every press, drop and key ends here.
import { keep } from "../site/dom.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/**
 * Repeats the last bets and deals; a quick round has no animation until the player continues.
 * @param {FeltTable} app
 */
async function again(app, quick = false) {
  const { betting: bets, store } = app;
  if (!bets.lastBets) return;
  app.next();
  store.stage.quick = quick;
  if (await bets.rebet()) await bets.deal();
}

/** @param {FeltTable} app */
function betting(app) {
  const { betting: bets, choices, store } = app;
  return {
    chip: (/** @type {number} */ value) => bets.choose(value),
    add: (/** @type {string} */ wager) => bets.change(wager, 1),
    remove: (/** @type {string} */ wager) => bets.change(wager, -1),
    tooLate: (/** @type {string} */ wager) => bets.tooLate(wager),
    rebet: () => bets.rebet(),
    double: () => bets.double(),
    clear: () => bets.bet({}),
    undo: () => bets.undo(),
    tokens: () => {
      bets.withTokens = !bets.withTokens;
      app.draw();
    },
    raiseToken: () => {
      const { hand, raise } = store;
      if (hand && raise?.wager && raise.of) choices.playOn({ [raise.wager]: hand.tokens[raise.of] });
    },
    deal: () => bets.deal(),
    sitOut: () => app.ready(),
    next: () => app.next(),
    again: () => again(app),
    quick: () => again(app, true),
  };
}

/** @param {FeltTable} app */
function deciding({ choices, store }) {
  return {
    skip: () => store.stage.hurry(),
    pick: (/** @type {number} */ at) => choices.pick(at),
    side: (/** @type {string} */ side) => choices.setSide(choices.side === side ? "" : side),
    best: () => choices.best(),
    fold: () => store.raise && "fold" in store.raise.options && choices.answer("fold"),
    raise: () => choices.playOn(),
    answer: (/** @type {string} */ option) => choices.answer(option),
    keepAll: () => store.trading && choices.decide({ [store.trading.name]: null }),
    trade: () => choices.trade(),
    anyway: () => choices.anyway(),
    takeBack: () => choices.takeBack(),
  };
}

/** @param {FeltTable} app */
function moving(app) {
  const { coach, drawers, store } = app;
  return {
    sit: (/** @type {number | undefined} */ seat = undefined) => app.sit(seat),
    leave: () => app.leave(),
    another: (/** @type {number | undefined} */ seat = undefined) => app.hands.another(seat),
    giveUp: () => app.hands.giveUp(),
    look: (/** @type {number} */ seat) => app.hands.look(seat),
    addBot: (/** @type {number} */ seat) => drawers.open("bot", { seat }),
    seatBot: (/** @type {number} */ seat, /** @type {string} */ strategy, /** @type {number} */ stake) => app.command(
      "bot",
      { seat, strategy, wagers: { [store.felt.initial]: stake } },
    ),
    openSeat: (/** @type {number} */ seat) => drawers.open("seated", { seat }),
    dismiss: (/** @type {number} */ seat) => app.command("dismiss", { seat }),
    ownTable: () => location.assign(`/play/${store.game}?private`),
    open: (/** @type {import("./drawers.js").Drawer} */ name) => drawers.open(name),
    coach: () => coach.toggle(),
    always: (/** @type {boolean} */ on) => coach.stay(on),
    speed: (/** @type {number} */ speed) => { store.stage.speed = speed; keep("speed", speed); app.draw(); },
    share: () => app.share(),
    buy: () => app.buy(),
  };
}

/** @param {FeltTable} app */
export function actionsOf(app) {
  return { ...betting(app), ...deciding(app), ...moving(app) };
}

/**
 * A chip dropped on a spot, or a card dropped in the Play box or back on the hand.
 * @param {FeltTable} app
 * @param {HTMLElement} thing
 * @param {Element | null} on
 * @param {number} y
 */
export function dropped(app, thing, on, y) {
  const { act, choices, store } = app;
  const wager = on?.closest("[data-wager]")?.getAttribute("data-wager");
  if (thing.dataset.chip) {
    act.chip(Number(thing.dataset.chip));
    if (wager && store.spot(wager)?.role !== "raise") act.add(wager);
    return;
  }
  const at = Number(thing.dataset.place);
  const box = app.querySelector(".play-box")?.getBoundingClientRect();
  if (!store.deciding || !box) return;
  const inBox = y > box.top - 12 && y < box.bottom;
  if (inBox !== choices.picks.has(at)) choices.pick(at);
}

/**
 * What each key does now.
 * @param {FeltTable} app
 * @returns {Record<string, (() => unknown) | false | null>}
 */
function keysNow({ act, betting: { lastBets }, store }) {
  const { deciding: asked, holding, seat, seats, setting, trading } = store;
  const nextHand = seat !== null && store.several && (() => act.look(seats[(seats.indexOf(seat) + 1) % seats.length]));
  if (store.phase === "bets" && seat) {
    return { d: act.deal, u: act.undo, r: act.rebet, q: act.quick, c: act.coach, h: nextHand };
  }
  const again = holding && lastBets !== null && seat !== null;
  if (!asked) {
    return { c: act.coach, n: holding && act.next, r: again && act.again, q: again && act.quick, h: nextHand };
  }
  const sides = Object.keys(setting?.sides ?? {}).map((side) => [side[0], () => act.side(side)]);
  return {
    c: act.coach, f: act.fold, p: act.raise, b: act.best, k: trading && act.keepAll, ...Object.fromEntries(sides),
  };
}

/**
 * A digit chooses a card at a decision, otherwise a chip.
 * @param {FeltTable} app
 * @param {number} digit
 */
function onDigit(app, digit) {
  const { act, store } = app;
  if (!digit || !store.seat) return null;
  const chip = store.felt.chips[digit - 1];
  if (!store.deciding) return chip ? () => act.chip(chip) : null;
  const card = app.querySelectorAll(".my-card")[digit - 1];
  return card instanceof HTMLElement ? () => act.pick(Number(card.dataset.place)) : null;
}

/**
 * Whether another window, a field or the menu has the keys.
 * @param {FeltTable} app
 * @param {KeyboardEvent} event
 */
function areElsewhere(app, { altKey, ctrlKey, metaKey, target }) {
  const { drawers, store } = app;
  if (!store.ready || altKey || ctrlKey || metaKey) return true;
  if ((drawers.name && !drawers.beside) || app.querySelector(":popover-open")) return true;
  return target instanceof Element
    && target.closest("input:not([type=checkbox]), textarea, select, dialog:modal") !== null;
}

/**
 * Closes whatever was opened last; with nothing open, skips to the end of the animation.
 * @param {FeltTable} app
 */
function onEscape({ act, choices, coach, drawers, store }) {
  if (drawers.beside) return () => drawers.close();
  if (choices.held) return act.takeBack;
  return !store.busy && coach.open ? act.coach : act.skip;
}

/**
 * @param {FeltTable} app
 * @param {KeyboardEvent} event
 */
export function pressed(app, event) {
  if (areElsewhere(app, event) || (event.repeat && app.store.deciding)) return; // a held key decides one hand
  const { key } = event;
  const press = key === "Escape"
    ? onEscape(app)
    : app.keys && (onDigit(app, Number(key)) ?? keysNow(app)[key.toLowerCase()]);
  if (!press) return;
  press();
  event.preventDefault();
}
