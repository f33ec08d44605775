// The bar before the player: what to do now, and the means to do it.
import { h } from "./dom.js";
import { tray } from "./chips.js";
import { netOf } from "./model.js";
import { cardName, withSigns } from "./names.js";
import { askedOf, goalOf, openersOf, opens, optionWords, raisesOf, restsOf } from "./plain.js";
import { capital, listed, money, signedMoney, words } from "./text.js";

function button(label, press, { kind = "quiet", key, disabled = false, title } = {}) {
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

function namesOf(app, seats) {
  const name = (seat) => app.view.seats[seat]?.name ?? words.seats.seat(seat);
  return listed(seats.map((seat) => (seat === app.seat ? words.seats.you.toLowerCase() : name(seat))));
}

function waitingForBets(app) {
  const seats = Object.entries(app.view.seats)
    .filter(([seat, who]) => !who.bot && !who.away && Number(seat) !== app.seat && !app.view.round?.seats[seat]?.ready);
  return namesOf(app, seats.map(([seat]) => Number(seat)));
}

// What to do now, in a line, and a second that helps.
export function prompt(app) {
  const { felt, round, seat, view } = app;
  const goal = goalOf(felt);
  const first = openersOf(felt);
  if (app.lost) return [words.table.lost, ""];
  if (app.unable) return [words.table.unable, words.table.unableMore];
  if (view.status === "closed") return [words.now.closed, view.reason];
  if (view.status === "paused" && round?.phase !== "play") return [words.now.paused, view.reason];
  if (app.holding) return result(app);
  if (!seat && app.left) return [words.now.left, words.now.leftMore];
  if (!seat) {
    const full = Object.keys(view.seats).length >= felt.places;
    if (!app.me) return [words.now.nobody, goal];
    return [!app.plays ? words.now.staff : full ? words.now.full : words.now.watch, goal];
  }
  if (round?.phase === "play") {
    if (!round.seats[seat]) return [words.now.waitRound, goal];
    if (app.deciding) {
      const [now, tip] = askedOf(felt, round.asked);
      return [chosen(app) ?? now, tip];
    }
    if (view.seats[seat]?.leaving) return [words.now.leaving, ""];
    if (round.waiting.length) return [words.now.waitPlay(namesOf(app, round.waiting)), ""];
    return [round.asked || !round.turned.length ? words.now.dealing : words.now.settling, ""];
  }
  const mine = round?.seats[seat];
  if (mine?.ready) {
    const who = waitingForBets(app);
    return who ? [
      Object.keys(mine.stakes).length ? words.now.waitBets(who) : words.now.out,
      "",
    ] : [Object.keys(mine.stakes).length ? words.now.dealing : words.now.out, ""];
  }
  return opens(felt, app.wanted) ? [words.now.more, goal] : [words.now.bet(first), goal];
}

// Once a hand is set, or a card chosen, what is left to press.
function chosen(app) {
  const { felt, round, seat } = app;
  if (app.keptOut) return words.now.setShort(app.keptOut);
  if (app.setting) return app.setReady ? words.now.setReady(round.seats[seat].stakes[felt.initial]) : null;
  const cards = felt.asks[round.asked]?.trades ? app.pickedCards : [];
  return cards.length ? words.now.tradeReady(cards, felt.hand) : null;
}

function result(app) {
  const hand = app.seat ? app.round.seats[app.seat] : null;
  if (app.round.phase === "void") return [words.result.void(app.round.reason), ""];
  if (!hand) return [words.result.watched, ""];
  const net = netOf(hand);
  return [
    net > 0 ? words.result.won(net) : net < 0 ? words.result.lost(net) : words.result.even,
    app.lesson ?? withSigns(hand.hands.player ?? ""),
  ];
}

function clock(app) {
  const { deadline, phase } = app.view.round ?? {};
  const seconds = phase === "play" ? app.felt.config.decision_seconds : app.felt.config.betting_seconds;
  const shown = deadline
    && seconds
    && (!app.holding || phase === "bets")
    && (phase !== "play" || app.deciding || app.view.round.waiting.length);
  const goes = (deadline - app.ahead - performance.now()) / 1000;
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
  const hand = app.seat ? app.round.seats[app.seat] : null;
  if (!hand) return null;
  const name = (wager) => app.felt.spots.find((spot) => spot.wager === wager)?.name ?? wager;
  return h("table", { class: "results", "aria-label": words.result.title },
    h("tbody", {}, hand.results.map((done) => {
      const net = done.returned - done.staked;
      return h(
        "tr",
        { key: done.wager },
        h("th", { scope: "row" }, name(done.wager)),
        h(
          "td",
          { class: `results-net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
          net === 0 ? words.result.push : signedMoney(net),
        ),
        h("td", { class: "results-why" }, words.result.why(done, hand.hands) + words.result.token(done, hand)),
      );
    })));
}

function settingControls(app) {
  const { felt, facts, picks } = app;
  const set = app.setting;
  if (set && Object.keys(set.sides).length) return sideControls(app, Object.keys(set.sides));
  if (set) return setControls(app, set.cards);
  if (felt.rule_cards.length) return struckControls(facts, picks, app.pickedCards);
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
    class: `pile${app.side === name ? " chosen" : ""}`,
    "aria-pressed": String(app.side === name),
    onclick: () => app.act.side(name),
  },
    h("strong", {}, capital(name)), h("span", {}, app.facts?.sides?.[name].call ?? " "));
  return h("div", { class: "controls piles" }, sides.map(pile), bestButton(app));
}

// Cards are put into the box; what they are together is said as they go.
function setControls(app, count) {
  const { facts, picks } = app;
  const key = app.places();
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

function decisions(app) {
  const { felt, round, seat } = app;
  const stage = round.asked;
  const { trades } = felt.asks[stage];
  if (trades) {
    const cards = app.pickedCards;
    return [
      button(words.buttons.keep, app.act.keepAll, { kind: "quiet strong", key: "keep" }),
      button(
        cards.length ? words.buttons.trade(cards) : words.buttons.tradeNone(trades),
        app.act.trade,
        { kind: "", key: "trade", disabled: !cards.length },
      ),
    ];
  }
  const asked = app.raise;
  const stake = round.seats[seat].stakes[asked.of];
  const able = app.setReady;
  const token = round.seats[seat].tokens[asked.of] ?? 0;
  const matched = token <= app.tokens ? token : 0;
  const press = (option) => (app.setting ? app.act.raise() : app.act.answer(option));
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

function hasTokens(app) {
  return app.felt.tokens && (app.tokens > 0 || Object.keys(app.wantedTokens).length > 0);
}

// While it is pressed, what is put on the felt is tokens.
function tokenButton(app) {
  return h("button", {
    key: "tokens",
    type: "button",
    class: `button quiet tokens${app.withTokens ? " strong" : ""}`,
    "aria-pressed": String(app.withTokens),
    title: words.table.tokensAbout,
    onclick: app.act.tokens,
  }, words.buttons.tokens(app.tokens));
}

function middle(app) {
  if (app.holding) return h("div", { key: "results", class: "bar-middle" }, resultRows(app));
  if (app.deciding) return h("div", { key: "setting", class: "bar-middle" }, settingControls(app));
  if (app.seat && app.phase === "bets") {
    const ready = app.view.round?.seats[app.seat]?.ready;
    return h("div", { key: "tray", class: "bar-middle" }, tray(app.felt.chips, app.chip, app.act.chip),
      h("div", { class: "bet-buttons" },
        button(words.buttons.rebet, app.act.rebet, { disabled: !app.lastBets || ready, key: "rebet" }),
        button(words.buttons.double, app.act.double, { disabled: !Object.keys(app.wanted).length, key: "double" }),
        button(words.buttons.undo, app.act.undo, { disabled: !app.before.length || ready, key: "undo" }),
        button(words.buttons.clear, app.act.clear, { disabled: !Object.keys(app.wanted).length, key: "clear" }),
        hasTokens(app) && tokenButton(app)));
  }
  return h("div", { key: "nothing", class: "bar-middle" });
}

function actions(app) {
  if (app.busy && !app.deciding) return [button(words.buttons.skip, app.act.skip, { key: "skip" })];
  if (app.holding) {
    return app.seat
      ? [
        button(words.buttons.next, app.act.next, { kind: "quiet strong", key: "next" }),
        app.lastBets && button(words.buttons.again, app.act.again, { kind: "", key: "again" }),
      ]
      : [button(words.buttons.watch, app.act.next, { key: "next" })];
  }
  if (!app.seat && app.left) {
    const free = app.view.status === "open" && Object.keys(app.view.seats).length < app.felt.places;
    return [
      h("a", { key: "lobby", class: "button quiet strong", href: "/" }, words.buttons.lobby),
      free && button(words.buttons.sitAgain, () => app.act.sit(), { kind: "", key: "sit" }),
    ];
  }
  if (!app.seat) {
    return [
      app.plays && app.view.status === "open" && Object.keys(app.view.seats).length < app.felt.places && button(
        words.buttons.sit,
        () => app.act.sit(),
        { kind: "", key: "sit" },
      ),
      app.opensTables && button(words.buttons.ownTable, app.act.ownTable, { kind: "quiet strong", key: "own" }),
    ];
  }
  if (app.deciding) return [
    !app.coach.open && button(words.coach.ask, app.act.coach, { kind: "quiet ask-coach", key: "ask" }),
    ...decisions(app),
  ];
  if (app.phase === "bets") {
    const ready = app.view.round?.seats[app.seat]?.ready;
    const some = Object.keys(app.wanted).length > 0;
    if (ready) return [];
    return [
      app.company && !some && button(words.buttons.sitOut, app.act.sitOut, { key: "out" }),
      button(words.buttons.deal, app.act.deal, { kind: "", key: "deal", disabled: !opens(app.felt, app.wanted) }),
    ];
  }
  return [];
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
  const [now, more] = prompt(app);
  const net = app.holding && app.seat && app.round.seats[app.seat] ? netOf(app.round.seats[app.seat]) : 0;
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

export function topOf(app) {
  const { felt, view } = app;
  const meters = Object.entries(view.meters);
  const tool = (name, press, extra = {}) => h(
    "button",
    { key: name, type: "button", class: "tool", onclick: press, ...extra },
    words.buttons[name],
  );
  return h("header", { class: "top" },
    h("div", { class: "top-title" }, h("h1", {}, felt.title), h("span", { class: "tag brass" }, words.table.playMoney)),
    h("dl", { class: "top-facts" },
      app.purse !== null && h("div", {}, h("dt", {}, words.table.purse), h("dd", { class: "purse" }, money(app.purse))),
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
        h("dd", {}, view.round || view.last ? words.table.round((app.round ?? view.round ?? view.last).number) : "–"),
      )),
    h("div", { class: "tools", role: "toolbar", "aria-label": words.buttons.menu },
      tool("rules", () => app.act.open("rules")), tool("history", () => app.act.open("history")), tool(
        "coach",
        app.act.coach,
        { "aria-pressed": String(app.coach.open) },
      ),
      tool("sheet", () => app.act.open("sheet")),
      tool("settings", () => app.act.open("settings")),
      tool("share", app.act.share),
      app.seat && tool("leave", app.act.leave)));
}
