// What the player can do, by name: what is pressed, dropped or typed ends here.
import { keep } from "../site/dom.js";

function betting(app) {
  const { betting: bets, choices, store } = app;
  return {
    chip: (value) => bets.choose(value),
    add: (wager) => bets.change(wager, 1),
    remove: (wager) => bets.change(wager, -1),
    tooLate: (wager) => bets.tooLate(wager),
    rebet: () => bets.lastBets && bets.bet(bets.offered),
    double: () => bets.double(),
    clear: () => bets.bet({}),
    undo: () => bets.undo(),
    tokens: () => {
      bets.withTokens = !bets.withTokens;
      app.draw();
    },
    raiseToken: () => choices.playOn({ [store.raise.wager]: store.hand.tokens[store.raise.of] }),
    deal: () => bets.deal(),
    sitOut: () => app.command("ready", { round: store.server.round?.number }),
    next: () => app.next(),
    again: async () => {
      app.next();
      if (await bets.bet(bets.offered)) await bets.deal();
    },
  };
}

function deciding({ choices, store }) {
  return {
    skip: () => store.stage.hurry(),
    pick: (at) => choices.pick(at),
    side: (side) => choices.setSide(choices.side === side ? "" : side),
    best: () => choices.best(),
    fold: () => store.raise && "fold" in store.raise.options && choices.answer("fold"),
    raise: () => choices.playOn(),
    answer: (option) => choices.answer(option),
    keepAll: () => choices.decide({ [store.trading.name]: null }),
    trade: () => choices.trade(),
  };
}

function moving(app) {
  const { coach, drawers, store } = app;
  return {
    sit: (seat) => app.sit(seat),
    leave: () => app.leave(),
    addBot: (seat) => drawers.open("bot", { seat }),
    seatBot: (seat, strategy, stake) => app.command(
      "bot",
      { seat, strategy, wagers: { [store.felt.initial]: stake } },
    ),
    dismiss: (seat) => app.command("dismiss", { seat }),
    ownTable: () => location.assign(`/play/${store.game}?private`),
    open: (name) => drawers.open(name),
    coach: () => coach.toggle(),
    always: (on) => coach.stay(on),
    speed: (speed) => { store.stage.speed = speed; keep("speed", speed); app.draw(); },
    share: () => app.share(),
    buy: () => app.buy(),
  };
}

export function actionsOf(app) {
  return { ...betting(app), ...deciding(app), ...moving(app) };
}

// A chip let go over a spot, a card over the Play box or back over the hand.
export function dropped(app, thing, on, y) {
  const { act, choices, store } = app;
  const wager = on?.closest("[data-wager]")?.dataset.wager;
  if (thing.dataset.chip) {
    act.chip(Number(thing.dataset.chip));
    if (wager && store.spot(wager).role !== "raise") act.add(wager);
    return;
  }
  const at = Number(thing.dataset.place);
  const box = app.querySelector(".play-box")?.getBoundingClientRect();
  if (!store.deciding || !box) return;
  const inBox = y > box.top - 12 && y < box.bottom;
  if (inBox !== choices.picks.has(at)) choices.pick(at);
}

// What a key does now.
function onKey({ act, betting: { lastBets }, store }, key) {
  const { deciding: asked, hasSides, holding, seat, setting, trading } = store;
  const bets = store.phase === "bets" && seat;
  if (bets) return { d: act.deal, u: act.undo, r: act.rebet, c: act.coach }[key];
  if (asked) {
    const sides = Object.keys(hasSides ? setting.sides : {}).map((side) => [side[0], () => act.side(side)]);
    return {
      c: act.coach, f: act.fold, p: act.raise, b: act.best, k: trading && act.keepAll, ...Object.fromEntries(sides),
    }[key];
  }
  return { c: act.coach, n: holding && act.next, r: holding && lastBets && seat ? act.again : null }[key];
}

export function pressed(app, event) {
  const { act, coach, drawers, store } = app;
  if (!store.view || drawers.name || event.altKey || event.ctrlKey || event.metaKey) return;
  if (app.querySelector(":popover-open")) return; // the menu takes the keys
  if (event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog")) return;
  const chip = store.felt.chips[Number(event.key) - 1];
  if (event.key === "Escape" && !store.busy && coach.open) act.coach();
  else if (event.key === "Escape") act.skip();
  else if (!app.keys) return;
  else if (chip && store.seat) act.chip(chip);
  else {
    const press = onKey(app, event.key.toLowerCase());
    if (!press) return;
    press();
  }
  event.preventDefault();
}
