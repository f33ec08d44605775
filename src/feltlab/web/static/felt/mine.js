// The player's own place: betting spots and the hand.
import { stack } from "./chips.js";
import { h } from "../site/dom.js";
import { money } from "./figures.js";
import { setOf, spread } from "./hands.js";
import { finalHand, openStakes } from "./model.js";
import { aboutOf, needOf, opens, setterOf, tradeOf } from "./plain.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/** @typedef {"diamond" | "box" | "round" | "meter"} Shape */
/** @type {Record<string, Shape | undefined>} */
const SHAPES = { initial: "diamond", raise: "box", side: "round", progressive: "meter" };

/** @param {Shape} shape */
function outline(shape) {
  const draw = {
    diamond: [
      h("path", { class: "line", d: "M50 4 96 50 50 96 4 50Z" }),
      h("path", { class: "fine", d: "M50 12 88 50 50 88 12 50Z" }),
    ],
    box: [h("rect", { class: "line", x: 6, y: 6, width: 88, height: 88, rx: 10 })],
    round: [
      h("circle", { class: "line", cx: 50, cy: 50, r: 45 }),
      h("circle", { class: "fine", cx: 50, cy: 50, r: 39 }),
    ],
    meter: [
      h("circle", { class: "line", cx: 50, cy: 50, r: 45 }),
      h("circle", { class: "lamp", cx: 50, cy: 50, r: 33 }),
    ],
  }[shape];
  return h("svg", { class: "outline", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, draw);
}

/**
 * The bet on a spot, how much of it is tokens, and how it came out.
 * @param {FeltTable} app
 * @param {Wire.Spot} spot
 */
function lyingOn(app, { wager }) {
  const { round, seat, phase } = app.store;
  const hand = seat && round ? round.seats[seat] : null;
  const result = hand?.results.find((done) => done.wager === wager);
  const tokens = (/** @type {number | undefined} */ bet) => (result ? (result.token ?? 0) : (bet ?? 0));
  if (phase === "bets") {
    const { wanted, wantedTokens } = app.betting;
    return { lying: wanted[wager] ?? 0, token: tokens(wantedTokens[wager]), result };
  }
  if (!hand) return { lying: 0, token: 0, result };
  return { lying: openStakes(hand)[wager] ?? result?.returned ?? 0, token: tokens(hand.tokens[wager]), result };
}

/**
 * Whether you can bet here, and whether this is the spot to press next.
 * @param {FeltTable} app
 * @param {Wire.Spot} spot
 */
function callsFor(app, { equals, role, wager }) {
  const { deciding, felt, holding, phase, raise, seat } = app.store;
  if (role === "raise") return { bettable: false, first: false, raiseNext: deciding && raise?.wager === wager };
  const bettable = Boolean(seat) && (phase === "bets" || holding);
  const opener = felt.openers.includes(wager) && !equals;
  const first = bettable && phase === "bets" && opener && !opens(felt, app.betting.wanted);
  return { bettable, first, raiseNext: false };
}

/**
 * The words in an empty ring.
 * @param {FeltTable["store"]} store
 * @param {Wire.Spot} spot
 * @param {boolean} first
 * @param {string} limits
 */
function printedIn(store, spot, first, limits) {
  if (first) return words.felt.firstBet;
  if (spot.role === "raise" && store.phase === "bets" && !setterOf(store.felt)) return words.felt.later;
  return spot.equals ? words.felt.equals(store.nameOf(spot.equals), spot.units) : limits;
}

/**
 * @param {number} lying
 * @param {Wire.Result | undefined} result
 */
function sumOn(lying, result) {
  if (!result) return lying ? h("strong", { key: money(lying), class: "badge amount" }, money(lying)) : " ";
  const net = result.returned - result.staked;
  return h(
    "strong",
    { key: net, class: `badge ${net > 0 ? "won" : net < 0 ? "lost" : "push"}` },
    net > 0 ? words.felt.won(net) : net < 0 ? words.felt.lost(-net) : words.felt.push,
  );
}

/**
 * @param {FeltTable} app
 * @param {string} wager
 */
function takesOff(app, wager) {
  const remove = (/** @type {Event} */ event) => {
    event.preventDefault();
    app.act.remove(wager);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) =>
    (event.key === "Backspace" || event.key === "Delete") && remove(event);
  return { onkeydown, oncontextmenu: remove };
}

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Spot} spot
 * @returns {Shape}
 */
function shapeOf({ looks }, { role }) {
  if (role === "progressive") return "meter";
  return looks.spots || (SHAPES[role] ?? "round");
}

/**
 * A betting spot of your own seat: limits or chips in the ring, the sum on its edge, the name below.
 * @param {FeltTable} app
 * @param {Wire.Spot} spot
 */
function spotButton(app, spot) {
  const { felt } = app.store;
  const { lying, token, result } = lyingOn(app, spot);
  const { bettable, first, raiseNext } = callsFor(app, spot);
  const shape = shapeOf(felt, spot);
  const limits = spot.limits ? words.felt.limits(spot.limits) : "";
  const inside = printedIn(app.store, spot, first, limits);
  const press = bettable ? app.act.add : raiseNext ? app.act.raise : app.act.tooLate;
  return h("div", { key: spot.wager, class: `spot-place role-${spot.role}${shape === "box" ? " box-place" : ""}` },
    h("button", {
      type: "button", class: `spot ${shape}${first || raiseNext ? " next" : ""}${lying ? " has-chips" : ""}`,
      "data-wager": spot.wager,
      "aria-label": words.felt.spot(spot.name, lying, limits, needOf(felt, spot), token),
      "aria-disabled": bettable ? undefined : "true",
      "aria-describedby": `about-${spot.wager}${bettable ? " spot-help" : ""}`,
      title: aboutOf(felt, spot),
      tabindex: bettable ? undefined : "-1",
      onclick: () => press(spot.wager),
      ...takesOff(app, spot.wager),
    },
    outline(shape),
    !lying && !result && h(
      "span",
      { key: inside, class: `spot-inside${first ? " hint" : ""}`, "aria-hidden": "true" },
      inside,
    ),
    stack(lying, { made: app.motion.chipsMade }),
    token > 0 && h("span", { class: "token-mark", "aria-hidden": "true" }, words.felt.token)),
    h("span", { class: "spot-sum", "aria-hidden": "true" }, sumOn(lying, result)),
    h("span", { class: "spot-name", "aria-hidden": "true" }, spot.name),
    h("span", { id: `about-${spot.wager}`, class: "spot-about" }, aboutOf(felt, spot)),
    app.notice?.wager === spot.wager && h("p", { class: "refusal", role: "alert" }, app.notice.words));
}

/**
 * @typedef {{ col: number, row: number, locked: boolean, picked?: boolean, faded?: boolean, note?: string,
 *   marked?: boolean }} Lies
 * @param {FeltTable} app
 * @param {{ code: Wire.Card, at: number, fresh?: boolean }} card
 * @param {Lies} lies
 */
function cardButton(app, { code, at, fresh }, { col, row, picked, faded, locked, note, marked }) {
  const { store } = app;
  const live = !locked;
  return h("button", {
    key: `${store.round?.number}-${store.seat}-${at}${fresh ? "-new" : ""}`, type: "button",
    class: `my-card${picked ? " picked" : ""}${faded ? " faded" : ""}${marked ? " marked" : ""}${live ? "" : " still"}`,
    style: {
      "--col": String(col),
      "--row": String(row),
    }, "aria-pressed": live ? String(Boolean(picked)) : undefined, "aria-disabled": live ? undefined : "true",
    tabindex: live ? undefined : "-1", "data-card": code ?? "", "data-place": at,
    "aria-label": words.felt.card(code, note), made: app.motion.dealt(at),
    onclick: live ? () => app.act.pick(at) : undefined,
  },
    h("playing-card", { code, "aria-hidden": "true", small: Boolean(setterOf(store.felt)) && app.narrow.matches }),
    note && h("span", { key: note, class: "card-note", "aria-hidden": "true" }, note));
}

// Seven cards: the Play box above, the hand below; set cards lie in the box.
/** @param {FeltTable} app */
function setHand(app) {
  const { store } = app;
  const { round, seat, felt } = store;
  const hand = round?.seats[seat ?? 0];
  const play = felt.spots.find((spot) => spot.wager === setterOf(felt)?.wager);
  const cards = hand?.cards.length ? spread(felt, hand.cards) : [];
  const chosen = store.deciding ? app.choices.picks : setOf(felt, hand);
  const inBox = cards.filter(({ at }) => chosen.has(at));
  const below = cards.filter(({ at }) => !chosen.has(at));
  const done = hand?.decided.some((stage) => felt.asks[stage].set);
  const folded = Boolean(hand?.folded);
  const fanned = (/** @type {number} */ at) => folded && Boolean(hand?.up?.includes(at)); // a bonus was verified on it
  const place = (/** @type {typeof cards[number]} */ card) => {
    const set = chosen.has(card.at);
    const row = set ? inBox : below;
    const tight = set && row.length > 5 ? 0.84 : 1;
    const from = set ? 0 : (felt.hand - row.length) / 2;
    return {
      col: from + row.indexOf(card) * tight,
      row: set ? 0 : 1,
      picked: set,
      faded: ((done && !set) || folded) && !fanned(card.at),
      locked: !store.deciding || card.code === null,
      marked: fanned(card.at),
    };
  };
  return h("div", { key: "hand", class: "hand set-hand" },
    h(
      "div",
      { class: `play-box${store.deciding ? " open" : ""}${inBox.length ? " filled" : ""}` },
      h("span", { class: "box-name", "aria-hidden": "true" }, words.felt.playBox),
      play && spotButton(app, play),
    ),
    h("div", { class: "spread", role: "group", "aria-label": words.felt.hand },
      cards.length ? cards.map((card) => cardButton(app, card, place(card)))
        : Array.from({ length: felt.hand }, (_, at) => h("span", {
          key: `slot-${at}`, class: "slot", style: { "--col": String(at) },
        }))));
}

/** @param {FeltTable} app */
function plainHand(app) {
  const { store } = app;
  const { round, seat, felt } = store;
  const hand = round?.seats[seat ?? 0];
  const trade = tradeOf(felt);
  if (trade) {
    const cards = hand?.cards.length ? finalHand(hand, trade, app.choices.tradedAt) : [];
    const trading = store.deciding && store.trading !== null;
    const style = { "--cards": String(felt.hand) };
    return h("div", { key: "hand", class: "hand three-hand", style, role: "group", "aria-label": words.felt.hand },
      cards.length ? cards.map((card, at) => cardButton(app, { code: card.code, at, fresh: card.fresh }, {
        col: at,
        row: 0,
        picked: trading && app.choices.picks.has(at),
        faded: card.out || hand?.folded,
        locked: !trading || card.code === "Jo",
        note: card.by,
      })) : Array.from({ length: felt.hand }, (_, at) => h("span", { key: `slot-${at}`, class: "slot big" })));
  }
  if (!felt.hand) return null;
  const cards = hand?.cards.length ? spread(felt, hand.cards) : [];
  const made = app.choices.madeOf;
  const style = { "--cards": String(Math.max(felt.hand, cards.length)) };
  return h("div", { key: "hand", class: "hand two-hand", style, role: "group", "aria-label": words.felt.hand },
    cards.length ? cards.map((card, at) => cardButton(app, card, {
      col: at,
      row: 0,
      faded: hand?.folded || (made && !made.has(card.code ?? "")) || false,
      locked: true,
      marked: made?.has(card.code ?? ""),
    }))
      : Array.from({ length: felt.hand }, (_, at) => h("span", { key: `slot-${at}`, class: "slot big" })));
}

/** @param {FeltTable} app */
export function myPlace(app) {
  const { felt } = app.store;
  const inBox = setterOf(felt);
  const row = felt.spots.filter((spot) => spot.wager !== inBox?.wager);
  const opener = (/** @type {Wire.Spot} */ { role, wager }) =>
    role === "initial" || role === "raise" || felt.openers.includes(wager);
  const main = row.filter(opener);
  const extra = row.filter((spot) => !opener(spot) && (spot.role === "side" || spot.role === "progressive"));
  const kind = felt.looks.spots === "round" ? "mine round-spots" : "mine";
  const named = { role: "group", "aria-label": words.seats.mine };
  return h("div", { key: "mine", id: "mine", tabindex: "-1", class: kind, ...named },
    h("p", { id: "spot-help", class: "hidden-words" }, words.felt.spotHelp),
    h("div", { class: `spots${row.length > 4 ? " many" : ""}` },
      h("div", { class: "spots-main" }, main.map((spot) => spotButton(app, spot))),
      h("div", { class: "spots-extra" }, extra.map((spot) => spotButton(app, spot)))),
    inBox ? setHand(app) : plainHand(app));
}
