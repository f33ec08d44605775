// The felt: the dealer's side, what is printed on the cloth, and the place of the player who looks at it.
import { h } from "./dom.js";
import { stack } from "./chips.js";
import { finalHand, openStakes } from "./model.js";
import { aboutOf, needOf, opens, printOf, secondOf, setterOf, tradeOf } from "./plain.js";
import { capital, money, words } from "./text.js";

// A hand is spread by the order of ranks that the felt has, or lies as it was dealt; what is face down comes last.
export function spread(felt, cards) {
  const held = cards.map((code, at) => ({ code, at }));
  const [up, down] = [held.filter(({ code }) => code), held.filter(({ code }) => !code)];
  if (down.length) return [...up, ...down];
  const order = felt.words.spread;
  return order ? held.sort((a, b) => order.indexOf(a.code[0]) - order.indexOf(b.code[0])) : held;
}

// The dealer's cards as they are laid: the hand first, what is left out of it after. Where none is left out, or none is
// used, there is nothing to tell apart.
export function dealerHand(cards, laid) {
  if (!laid) return cards.map((code) => ({ code }));
  if (!laid.unused.length) return laid.hand.map((code) => ({ code }));
  return [
    ...laid.hand.map((code) => ({ code, used: true })),
    ...laid.unused.map((code) => ({ code, used: false })),
  ];
}

export function payTable(spot) {
  return h("table", { key: spot.wager, class: "pay-table" },
    h("caption", {}, spot.name, spot.note && h("small", {}, spot.note)),
    h(
      "tbody",
      {},
      spot.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.event), h("td", {}, line.pays))),
    ));
}

function paysOn(app, side) {
  return app.felt.spots.filter((spot) => spot.lines.length).filter((_, at) => at % 2 === (side === "left" ? 0 : 1));
}

function printedPays(app, side) {
  return h("div", { key: `pays-${side}`, class: `pays pays-${side}` }, paysOn(app, side).map((spot) => payTable(spot)));
}

// How many lines the pay tables of a side have, titles included: where the cloth is narrow the seats begin below them.
function printedLines(app, side) {
  return String(paysOn(app, side).reduce((sum, spot) => sum + spot.lines.length + (spot.note ? 2.6 : 1.8), 0));
}

function arch(app) {
  const { title } = app.felt;
  return h("div", { key: "print", class: "print" },
    h("svg", { viewBox: "0 0 620 56", "aria-hidden": "true", focusable: "false" },
      h("path", { id: "arch", d: "M20 34 Q310 58 600 34", fill: "none" }),
      h(
        "text",
        { class: "print-title", "text-anchor": "middle" },
        h("textPath", { href: "#arch", startOffset: "50%" }, title.toUpperCase()),
      )),
    h("p", { class: "print-rule" }, printOf(app.felt)),
    app.felt.rule_cards.length ? ruleStrip(app) : h("p", { class: "print-second" }, secondOf(app.felt)));
}

// All Rule Cards that there are; those that would strike the chosen card are lit.
function ruleStrip(app) {
  const [at] = app.deciding ? app.picks : [];
  const lit = at === undefined ? null : app.facts?.struck?.[at];
  return h("ul", { class: `rule-strip${lit ? " choosing" : ""}`, "aria-label": words.felt.ruleDeck },
    app.felt.rule_cards.map((name) => h(
      "li",
      { key: name, class: lit?.includes(name) ? "lit" : "" },
      h("rule-card", { mini: true, name }),
    )));
}

// What lies on the table beside the dealer's hand: a board, Rule Cards, hands of the house; each a row of its own.
function otherPlaces(app) {
  const { round, felt } = app;
  const shown = ({ place, may }) => place !== "dealer" && (!may || round?.[place]?.length);
  const places = felt.table.filter(shown);
  const several = felt.table.filter(({ place }) => place !== "dealer").length > 1;
  return places.map((place) => {
    const name = placeName(place);
    const cloth = h(
      "div",
      {
        key: place.place,
        class: `dealer-cards${place.named ? " rules-row" : " board-row"}`,
        role: "group",
        "aria-label": name,
      },
      Array.from({ length: place.cards }, (_, at) => faceAt(app, place, at)),
    );
    if (!several) return cloth;
    const said = h("span", { class: "place-name", "aria-hidden": "true" }, name);
    return h("div", { key: place.place, class: "place" }, said, cloth);
  });
}

function placeName({ place, named }) {
  return words.felt.places[named ? "named" : place] ?? capital(place.replaceAll("_", " "));
}

// Whether a later part of the place begins with this card: the turn, the river.
function startsPart(parts, at) {
  let from = 0;
  return Object.values(parts).some((count) => {
    from += count;
    return from === at;
  });
}

function faceAt(app, { place, named, parts }, at) {
  const { round } = app;
  const lying = round?.[place] ?? [];
  const key = lying.length ? `${round.number}-${place}-${at}` : `${place}-slot-${at}`;
  const later = startsPart(parts, at) ? "apart" : "";
  if (!lying.length) return h("span", { key, class: `slot ${named ? "rule-slot" : later}` });
  if (named) return h("rule-card", { key, name: lying[at], made: app.dealt(at) });
  const made = app.madeOf;
  const used = made ? (made.has(lying[at]) ? "used" : "unused") : "";
  return h(
    "playing-card",
    { key, code: lying[at], small: app.narrow.matches, class: `${later} ${used}`.trim(), made: app.dealt(at) },
  );
}

function dealersHand(app, { cards: count }) {
  const { round } = app;
  const cards = round?.dealer ?? [];
  const order = dealerHand(cards, round?.laid);
  const turned = round?.laid && !round.laid.qualifies ? " not-qualified" : "";
  const rows = round?.laid?.unused.length ? " two-rows" : "";
  return h("div", { key: "dealer", class: `dealer-cards${turned}${rows}`, role: "group", "aria-label": words.felt.dealer },
    cards.length
      ? order.map(({ code, used }, at) => h(
        "playing-card",
        {
          key: `${round.number}-${at}`,
          code,
          small: app.narrow.matches,
          class: used === undefined ? "" : used ? "used" : "unused",
          made: app.dealt(at),
        },
      ))
      : Array.from({ length: count }, (_, at) => h("span", { key: `slot-${at}`, class: "slot" })));
}

function dealerSide(app) {
  const dealer = app.felt.table.find(({ place }) => place === "dealer");
  const parts = [dealer && dealersHand(app, dealer), ...otherPlaces(app)];
  return h("div", { key: "dealer", class: `dealer${dealer ? " with-hand" : ""}` },
    h(
      "div",
      { class: "rack", "aria-hidden": "true" },
      h("span", {}),
      h("span", {}),
      h("span", {}),
      h("span", {}),
      h("span", {}),
    ),
    h("div", { class: "shoe", "aria-hidden": "true" }),
    parts,
    h("p", { class: `call${app.caption ? "" : " quiet"}`, "aria-hidden": "true" }, app.caption || " "));
}

const SHAPES = { initial: "diamond", raise: "box", side: "round", progressive: "meter" };

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

function nameOf(app, wager) {
  return app.felt.spots.find((spot) => spot.wager === wager)?.name ?? wager;
}

// A betting spot of one's own seat: limits or chips in the ring, the sum on its edge, the name below.
export function spotButton(app, spot) {
  const { round, seat } = app;
  const hand = seat && round ? round.seats[seat] : null;
  const result = hand?.results.find((done) => done.wager === spot.wager);
  const betting = app.phase === "bets";
  const onFelt = hand ? (openStakes(hand)[spot.wager] ?? (result ? result.returned : 0)) : 0;
  const lying = betting ? (app.wanted[spot.wager] ?? 0) : onFelt;
  const bet = betting ? app.wantedTokens[spot.wager] : hand?.tokens[spot.wager];
  const token = result ? (result.token ?? 0) : (bet ?? 0);
  const shape = spot.role === "progressive" ? "meter" : app.felt.looks.spots || SHAPES[spot.role];
  const limits = spot.limits ? words.felt.limits(spot.limits) : "";
  const later = spot.role === "raise" && betting && !setterOf(app.felt) ? words.felt.later : "";
  const bettable = spot.role !== "raise" && seat && (betting || app.holding);
  const opener = app.felt.openers.includes(spot.wager) && !spot.equals;
  const next = bettable && betting && opener && !opens(app.felt, app.wanted);
  const net = result ? result.returned - result.staked : 0;
  const raiseNext = spot.role === "raise" && app.deciding && app.raise?.wager === spot.wager;
  return h("div", { key: spot.wager, class: `spot-place role-${spot.role}${shape === "box" ? " box-place" : ""}` },
    h("button", {
      type: "button", class: `spot ${shape}${next || raiseNext ? " next" : ""}${lying ? " has-chips" : ""}`,
      "data-wager": spot.wager,
      "aria-label": words.felt.spot(
        spot.name,
        lying,
        limits,
        needOf(app.felt, spot),
        token,
      ), "aria-disabled": bettable ? undefined : "true",
      "aria-describedby": `about-${spot.wager}${bettable ? " spot-help" : ""}`,
      title: aboutOf(app.felt, spot),
      tabindex: bettable ? undefined : "-1",
      onclick: () => (bettable ? app.act.add(spot.wager) : raiseNext ? app.act.raise() : app.act.tooLate(spot.wager)),
      onkeydown: (event) => {
        if (event.key === "Backspace" || event.key === "Delete") {
          event.preventDefault();
          app.act.remove(spot.wager);
        }
      },
      oncontextmenu: (event) => {
        event.preventDefault();
        app.act.remove(spot.wager);
      },
    },
    outline(shape),
    !lying && !result && h(
      "span",
      { class: `spot-inside${next ? " hint" : ""}`, "aria-hidden": "true" },
      next ? words.felt.firstBet : later ? later : spot.equals ? words.felt.equals(nameOf(app, spot.equals)) : limits,
    ),
    stack(lying, { made: app.chipsMade }),
    token > 0 && h("span", { class: "token-mark", "aria-hidden": "true" }, words.felt.token)),
    h("span", { class: "spot-sum", "aria-hidden": "true" },
      result ? h(
        "strong",
        { class: `badge ${net > 0 ? "won" : net < 0 ? "lost" : "push"}` },
        net > 0 ? words.felt.won(net) : net < 0 ? words.felt.lost(-net) : words.felt.push,
      )
        : lying ? h("strong", { class: "badge amount" }, money(lying)) : " "),
    h("span", { class: "spot-name", "aria-hidden": "true" }, spot.name),
    h("span", { id: `about-${spot.wager}`, class: "spot-about" }, aboutOf(app.felt, spot)),
    app.notice?.wager === spot.wager && h("p", { class: "refusal", role: "alert" }, app.notice.words));
}

function cardButton(app, { code, at, fresh }, { col, row, picked, faded, locked, note, marked }) {
  const live = !locked;
  return h("button", {
    key: `${app.round.number}-${at}${fresh ? "-new" : ""}`, type: "button",
    class: `my-card${picked ? " picked" : ""}${faded ? " faded" : ""}${marked ? " marked" : ""}${live ? "" : " still"}`,
    style: {
      "--col": String(col),
      "--row": String(row),
    }, "aria-pressed": live ? String(Boolean(picked)) : undefined, "aria-disabled": live ? undefined : "true",
    tabindex: live ? undefined : "-1", "data-card": code ?? "", "data-place": at,
    "aria-label": words.felt.card(code, note), made: app.dealt(at),
    onclick: live ? () => app.act.pick(at) : undefined,
  },
    h("playing-card", { code, "aria-hidden": "true", small: Boolean(setterOf(app.felt)) && app.narrow.matches }),
    note && h("span", { class: "card-note", "aria-hidden": "true" }, note));
}

// Seven cards: the Play box above, the hand below; what is set lies in the box.
function setHand(app) {
  const { round, seat, felt } = app;
  const hand = round?.seats[seat];
  const play = felt.spots.find((spot) => spot.wager === setterOf(felt).wager);
  const cards = hand?.cards.length ? spread(felt, hand.cards) : [];
  const chosen = app.deciding ? app.picks : setOf(felt, hand);
  const inBox = cards.filter(({ at }) => chosen.has(at));
  const below = cards.filter(({ at }) => !chosen.has(at));
  const done = hand?.decided.some((stage) => felt.asks[stage].set);
  const fanned = (at) => hand.folded && hand.up?.includes(at); // a bonus was verified on it
  const place = (card) => {
    const set = chosen.has(card.at);
    const row = set ? inBox : below;
    const tight = set && row.length > 5 ? 0.84 : 1;
    const from = set ? 0 : (felt.hand - row.length) / 2;
    return {
      col: from + row.indexOf(card) * tight,
      row: set ? 0 : 1,
      picked: set,
      faded: ((done && !set) || hand.folded) && !fanned(card.at),
      locked: !app.deciding || card.code === null,
      marked: fanned(card.at),
    };
  };
  return h("div", { key: "hand", class: "hand set-hand" },
    h(
      "div",
      { class: `play-box${app.deciding ? " open" : ""}${inBox.length ? " filled" : ""}` },
      h("span", { class: "box-name", "aria-hidden": "true" }, words.felt.playBox),
      spotButton(app, play),
    ),
    h("div", { class: "spread", role: "group", "aria-label": words.felt.hand },
      cards.map((card) => cardButton(app, card, place(card)))));
}

// The places of the cards that a player has set.
export function setOf(felt, hand) {
  const made = hand?.choices.set;
  if (!made) return new Set();
  return Array.isArray(made)
    ? new Set(made.map((code) => hand.cards.indexOf(code)))
    : placesOfSide(setterOf(felt).set, hand.cards, made);
}

// The places of the cards that may lie on a side, and the sides on which a card may lie.
export function placesOfSide({ sides }, cards, side) {
  return new Set(cards.flatMap((code, at) => (sides[side].includes(code) ? [at] : [])));
}

export function sidesOf({ sides }, code) {
  return Object.keys(sides).filter((side) => sides[side].includes(code));
}

function plainHand(app) {
  const { round, seat, felt } = app;
  const hand = round?.seats[seat];
  const trade = tradeOf(felt);
  if (trade) {
    const traded = round && app.traded?.round === round.number ? app.traded.at : undefined;
    const cards = hand?.cards.length ? finalHand(hand, trade, traded) : [];
    const trading = app.deciding && felt.asks[round?.asked]?.trades;
    const style = { "--cards": String(felt.hand) };
    return h("div", { key: "hand", class: "hand three-hand", style, role: "group", "aria-label": words.felt.hand },
      cards.length ? cards.map((card, at) => cardButton(app, { code: card.code, at, fresh: card.fresh }, {
        col: at,
        row: 0,
        picked: trading && app.picks.has(at),
        faded: card.out || hand.folded,
        locked: !trading || card.code === "Jo",
        note: card.by,
      })) : Array.from({ length: felt.hand }, (_, at) => h("span", { key: `slot-${at}`, class: "slot big" })));
  }
  if (!felt.hand) return null;
  const cards = hand?.cards.length ? spread(felt, hand.cards) : [];
  const made = app.madeOf;
  const style = { "--cards": String(Math.max(felt.hand, cards.length)) };
  return h("div", { key: "hand", class: "hand two-hand", style, role: "group", "aria-label": words.felt.hand },
    cards.length ? cards.map((card, at) => cardButton(app, card, {
      col: at,
      row: 0,
      faded: hand.folded || (made && !made.has(card.code)),
      locked: true,
      marked: made?.has(card.code),
    }))
      : Array.from({ length: felt.hand }, (_, at) => h("span", { key: `slot-${at}`, class: "slot big" })));
}

function myPlace(app) {
  const { felt } = app;
  const inBox = setterOf(felt);
  const row = felt.spots.filter((spot) => spot.wager !== inBox?.wager);
  const opener = ({ role, wager }) => role === "initial" || role === "raise" || felt.openers.includes(wager);
  const main = row.filter(opener);
  const extra = row.filter((spot) => !opener(spot) && (spot.role === "side" || spot.role === "progressive"));
  const kind = felt.looks.spots === "round" ? "mine round-spots" : "mine";
  return h("div", { key: "mine", class: kind, role: "group", "aria-label": words.seats.mine },
    h("p", { id: "spot-help", class: "hidden-words" }, words.felt.spotHelp),
    h("div", { class: `spots${row.length > 4 ? " many" : ""}` },
      h("div", { class: "spots-main" }, main.map((spot) => spotButton(app, spot))),
      h("div", { class: "spots-extra" }, extra.map((spot) => spotButton(app, spot)))),
    inBox ? setHand(app) : plainHand(app));
}

export function feltOf(app, left, right) {
  return h("section", {
    class: `felt felt-${app.felt.game}${app.felt.hand < 5 ? " few-cards" : ""}`,
    "aria-label": app.felt.title,
    style: { "--lines-left": printedLines(app, "left"), "--lines-right": printedLines(app, "right") },
  },
    h("div", { class: "cloth" },
      h(
        "div",
        { key: "upper", class: "upper" },
        !app.narrow.matches && printedPays(app, "left"),
        dealerSide(app),
        !app.narrow.matches && printedPays(app, "right"),
      ),
      h("div", { key: "left", class: "side side-left" }, left),
      h("div", { key: "middle", class: "middle" }, arch(app), myPlace(app)),
      h("div", { key: "right", class: "side side-right" }, right)));
}

// On a phone the pay tables lie below everything else, where the bar does not cover them.
export function paysBelow(app) {
  const paid = app.felt.spots.filter((spot) => spot.lines.length);
  if (!app.narrow.matches || !paid.length) return null;
  return h("section", { key: "pays", class: "pays-below", "aria-label": words.rules.pays }, paid.map(payTable));
}
