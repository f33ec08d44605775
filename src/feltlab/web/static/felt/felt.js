// The felt: the dealer's side and what is printed on the cloth.
import { h } from "../site/dom.js";
import { dealerHand } from "./hands.js";
import { myPlace } from "./mine.js";
import { placesOf } from "./model.js";
import { ownHands } from "./own.js";
import { noteOf, placeName, printOf, secondOf } from "./plain.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Spot} spot
 */
export function payTable(felt, spot) {
  const note = noteOf(felt, spot);
  return h("table", { key: spot.wager, class: "pay-table" },
    h("caption", {}, spot.name, note && h("small", {}, note)),
    h(
      "tbody",
      {},
      spot.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.event), h("td", {}, line.pays))),
    ));
}

/**
 * @param {FeltTable} app
 * @param {"left" | "right"} side
 */
function printedPays(app, side) {
  const paid = app.store.felt.spots.filter((spot) => spot.lines.length);
  const tables = paid.filter((_, at) => at % 2 === (side === "left" ? 0 : 1)).map((spot) =>
    payTable(app.store.felt, spot));
  return h("div", { key: `pays-${side}`, class: `pays pays-${side}` }, tables);
}

/** @param {FeltTable} app */
function arch(app) {
  const { store } = app;
  const { title } = store.felt;
  return h("div", { key: "print", class: "print" },
    h("svg", { viewBox: "0 0 620 56", "aria-hidden": "true", focusable: "false" },
      h("path", { id: "arch", d: "M20 34 Q310 58 600 34", fill: "none" }),
      h(
        "text",
        { class: "print-title", "text-anchor": "middle" },
        h("textPath", { href: "#arch", startOffset: "50%" }, title.toUpperCase()),
      )),
    h("p", { class: "print-rule" }, printOf(store.felt)),
    store.felt.rule_cards.length ? ruleStrip(app) : h("p", { class: "print-second" }, secondOf(store.felt)));
}

/** @type {(felt: Wire.Felt, name: string) => string | undefined} */
const meaningOf = (felt, name) => felt.words.terms?.find(({ term }) => term === name)?.means;

// All the Rule Cards; those that would take the chosen card are lit.
/** @param {FeltTable} app */
function ruleStrip(app) {
  const { store } = app;
  const [at] = store.deciding ? app.choices.picks : [];
  const lit = at === undefined ? null : app.choices.facts?.struck?.[at];
  return h("ul", { class: `rule-strip${lit ? " choosing" : ""}`, "aria-label": words.felt.ruleDeck },
    store.felt.rule_cards.map((name) => h(
      "li",
      { key: name, class: lit?.includes(name) ? "lit" : "", title: meaningOf(store.felt, name) },
      h("rule-card", { mini: true, name }),
    )));
}

// The cards on the table besides the dealer's hand: a board, Rule Cards, hands of the house. They lie side by side,
// each with its space from the start, so that a card that may or may not come moves nothing.
/** @param {FeltTable} app */
function otherPlaces(app) {
  const places = app.store.felt.table.filter(({ place }) => place !== "dealer");
  const several = places.length > 1;
  const lying = places.map((place) => {
    const name = placeName(place);
    const cloth = h(
      "div",
      {
        key: place.place,
        class: `dealer-cards${place.named ? " rules-row" : " board-row"}${place.may ? " may" : ""}`,
        role: "group",
        "aria-label": name,
      },
      Array.from({ length: place.cards }, (_, at) => faceAt(app, place, at)),
    );
    if (!several) return cloth;
    const said = h("span", { class: "place-name", "aria-hidden": "true" }, name);
    return h("div", { key: place.place, class: "place" }, said, cloth);
  });
  return several ? [h("div", { key: "places", class: "places" }, lying)] : lying;
}

/**
 * Whether a later part of the place begins with this card: the turn, the river.
 * @param {Record<string, number>} parts
 * @param {number} at
 */
function startsPart(parts, at) {
  let from = 0;
  return Object.values(parts).some((count) => {
    from += count;
    return from === at;
  });
}

/**
 * @param {FeltTable} app
 * @param {Wire.Place} place
 * @param {number} at
 */
function faceAt(app, { place, named, parts }, at) {
  const { round } = app.store;
  const lying = (round && placesOf(round)[place]) ?? [];
  const key = round && lying.length ? `${round.number}-${place}-${at}` : `${place}-slot-${at}`;
  const later = startsPart(parts, at) ? "apart" : "";
  if (!lying.length) return h("span", { key, class: `slot ${named ? "rule-slot" : later}` });
  if (named) return h("rule-card", { key, name: lying[at], made: app.motion.dealt(at) });
  const made = app.choices.madeOf;
  const used = made ? (made.has(lying[at] ?? "") ? "used" : "unused") : "";
  return h(
    "playing-card",
    { key, code: lying[at], small: app.narrow.matches, class: `${later} ${used}`.trim(), made: app.motion.dealt(at) },
  );
}

/**
 * @param {FeltTable} app
 * @param {Wire.Place} place
 */
function dealersHand(app, { cards: count }) {
  const { round } = app.store;
  const cards = round?.dealer ?? [];
  const order = dealerHand(cards, round?.laid);
  const turned = round?.laid && !round.laid.qualifies ? " not-qualified" : "";
  const rows = round?.laid?.unused.length ? " two-rows" : "";
  const lies = `dealer-cards${turned}${rows}`;
  return h("div", { key: round?.laid ? "laid" : "dealer", class: lies, role: "group", "aria-label": words.felt.dealer },
    cards.length
      ? order.map(({ code, used }, at) => h(
        "playing-card",
        {
          key: `${round?.number}-${at}`,
          code,
          small: app.narrow.matches,
          class: used === undefined ? "" : used ? "used" : "unused",
          made: app.motion.dealt(at),
        },
      ))
      : Array.from({ length: count }, (_, at) => h("span", { key: `slot-${at}`, class: "slot" })));
}

/** @param {FeltTable} app */
function dealerSide(app) {
  const dealer = app.store.felt.table.find(({ place }) => place === "dealer");
  const { caption } = app.calls;
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
    h("p", { key: `call-${caption}`, class: `call${caption ? "" : " quiet"}`, "aria-hidden": "true" }, caption || " "));
}

/**
 * @param {FeltTable} app
 * @param {import("../site/dom.js").Kid} left
 * @param {import("../site/dom.js").Kid} right
 */
export function feltOf(app, left, right) {
  const { store } = app;
  return h("section", {
    class: `felt felt-${store.felt.game}${store.felt.hand < 5 ? " few-cards" : ""}`,
    "aria-label": store.felt.title,
    style: { "--cards": String(store.felt.hand || 1) },
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
      h("div", { key: "middle", class: "middle" }, arch(app), ownHands(app), myPlace(app)),
      h("div", { key: "right", class: "side side-right" }, right)));
}

// On a phone the pay tables are below everything else, where the bar does not cover them.
/** @param {FeltTable} app */
export function paysBelow(app) {
  const paid = app.store.felt.spots.filter((spot) => spot.lines.length);
  if (!app.narrow.matches || !paid.length) return null;
  const tables = paid.map((spot) => payTable(app.store.felt, spot));
  return h("section", { key: "pays", class: "pays-below", "aria-label": words.rules.pays }, tables);
}
