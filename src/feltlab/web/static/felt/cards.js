// Playing cards, Rule Cards and their backs, drawn here.
import { rankMark, rankRow, signMark, suitMark } from "../site/marks.js";
import { svg } from "../site/dom.js";
import { cardName } from "../site/names.js";
import { words } from "./text.js";

/** @type {Record<string, number>} */
const COLUMNS = { l: 33, m: 50, r: 67 };
/** @type {Record<string, string>} */
const SPREAD = {
  2: "m0 m6", 3: "m0 m3 m6", 4: "l0 r0 l6 r6", 5: "l0 r0 m3 l6 r6", 6: "l0 r0 l3 r3 l6 r6", 7: "l0 r0 l3 r3 l6 r6 m1.5",
  8: "l0 r0 l3 r3 l6 r6 m1.5 m4.5", 9: "l0 r0 l2 r2 l4 r4 l6 r6 m3", T: "l0 r0 l2 r2 l4 r4 l6 r6 m1 m5",
};
/** @type {Map<string, SVGSVGElement>} */
const faces = new Map();

/**
 * @template {Node} N
 * @param {N} node
 */
const copyOf = (node) => /** @type {N} */ (node.cloneNode(true));

/**
 * @param {string} rank
 * @param {string} suit
 */
function corner(rank, suit) {
  return svg("g", {}, rankMark(rank, 4.5, 6, 21), suitMark(suit, 12.4, 37, 13));
}

/** @param {SVGElement[]} parts */
function half(...parts) {
  const upper = svg("g", {}, ...parts);
  const lower = copyOf(upper);
  lower.setAttribute("transform", "rotate(180 50 70)");
  return [upper, lower];
}

/**
 * @param {string} d
 * @param {string} kind
 */
const shape = (d, kind) => svg("path", { d, class: kind });

/**
 * A court card's figure: one bust for all, told apart by the headwear.
 * @param {"K" | "Q" | "J"} rank
 * @param {string} suit
 */
function court(rank, suit) {
  const crown = {
    K: [
      shape("M37.500 34 35 20.500l8 6 7-9 7 9 8-6L62.500 34Z", "gold"),
      shape("M41.500 47c2 8 5 10.500 8.500 10.500S56.500 55 58.500 47c-2.500 3-5 4-8.500 4s-6-1-8.500-4Z", "hair"),
    ],
    Q: [
      shape("M38 33.500c1-6 5-9.500 12-9.500s11 3.500 12 9.500c-3.500-2-7.500-3-12-3s-8.500 1-12 3Z", "gold"),
      svg("circle", { cx: 50, cy: 22, r: 3, class: "gold" }), svg(
        "circle",
        { cx: 40.5, cy: 25.5, r: 2.2, class: "gold" },
      ),
      svg("circle", { cx: 59.5, cy: 25.5, r: 2.2, class: "gold" }),
    ],
    J: [
      shape("M36 33c-2-8 6-13 16-12 8 .8 13 5 12 11-8-3-18-3-28 1Z", "robe"),
      shape("M61 24c5-5 10-6 13-4-1 4-6 7-12 7Z", "gold"),
    ],
  }[rank];
  const locks = {
    K: "M37.500 33h25c1 8 0 13-2 16H39.500c-2-3-3-8-2-16Z",
    Q: "M37 32h26c4 10 3 18 1 23H36c-2-5-3-13 1-23Z",
    J: "M38 32h24c2 6 1.500 12-.5 15H38.500c-2-3-2.500-9-.5-15Z",
  }[rank];
  return [
    svg("rect", { x: 24, y: 15, width: 52, height: 110, rx: 4, class: "panel" }),
    ...half(
      shape("M27 70c1-11 9-17 23-17s22 6 23 17Z", "robe"),
      shape("M33 70c.5-5 2-9 5-12l5 12Zm34 0c-.5-5-2-9-5-12l-5 12Z", "trim"),
      shape(locks, "hair"),
      shape("M41 35c3-2 15-2 18 0 1.500 9-2 18.500-9 18.500S39.500 44 41 35Z", "skin"),
      shape("M41 54.500c3 2.500 6 3.500 9 3.500s6-1 9-3.500L50 70Z", "gold"),
      ...crown,
      svg(
        "circle",
        { cx: 46.300, cy: 41, r: 1.1, class: "line" },
      ), svg("circle", { cx: 53.700, cy: 41, r: 1.1, class: "line" }),
      shape("M47.500 47.600c1.600 1 3.400 1 5 0", "mouth"),
    ),
    suitMark(suit, 31.500, 25, 10), suitMark(suit, 68.500, 115, 10, true),
  ];
}

function joker() {
  const word = svg("text", { x: 12, y: 20, class: "joker-word", "text-anchor": "middle" });
  [..."JOKER"].forEach((letter, at) => {
    const span = svg("tspan", { x: 12, dy: at ? 13 : 0 });
    span.textContent = letter;
    word.append(span);
  });
  const other = copyOf(word);
  other.setAttribute("transform", "rotate(180 50 70)");
  return [
    word, other,
    shape("M50 40c-6 12-16 14-24 12 2 12 8 20 12 26h24c4-6 10-14 12-26-8 2-18 0-24-12Z", "robe"),
    shape("M50 40c-3 14-4 26-3 38h6c1-12 0-24-3-38Z", "gold"),
    shape("M37 78h26v7H37Z", "gold"),
    shape("M39 85h22c1 12-4 20-11 20s-12-8-11-20Z", "skin"),
    ...[[26, 52], [50, 40], [74, 52]].map(([cx, cy]) => svg("circle", { cx, cy, r: 4.500, class: "gold" })),
    svg(
      "circle",
      { cx: 45.500, cy: 92, r: 1.300, class: "line" },
    ), svg("circle", { cx: 54.500, cy: 92, r: 1.300, class: "line" }),
    shape("M44 98c4 3.500 8 3.500 12 0", "mouth"),
  ];
}

/**
 * @param {string} code
 * @param {boolean} small
 */
function face(code, small) {
  const root = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" });
  if (code === "Jo") {
    root.append(...joker());
    return root;
  }
  const [rank, suit] = code;
  if (small) {
    // No wider than the part that the next card of a fan leaves visible.
    root.append(rankMark(rank, 7, 9, 48), suitMark(suit, 31, 97, 44), suitMark(suit, 76, 112, 30));
    return root;
  }
  const near = corner(rank, suit);
  const far = copyOf(near);
  far.setAttribute("transform", "rotate(180 50 70)");
  root.append(near, far);
  if (rank === "A") root.append(suitMark(suit, 50, 70, 46));
  else if (SPREAD[rank]) {
    for (const place of SPREAD[rank].split(" ")) {
      const row = Number(place.slice(1));
      root.append(suitMark(suit, COLUMNS[place[0]], 27 + row * 14.350, 18.500, row > 3));
    }
  } else if (rank === "K" || rank === "Q" || rank === "J") root.append(...court(rank, suit));
  return root;
}

/**
 * @param {string} code
 * @param {boolean} small
 */
function drawn(code, small) {
  const key = `${code}${small ? "." : ""}`;
  const made = faces.get(key) ?? face(code, small);
  faces.set(key, made);
  return copyOf(made);
}

// <playing-card code="As">: without a code it lies face down. `small` is for hands across the table.
class PlayingCard extends HTMLElement {
  static observedAttributes = ["code", "small"];

  connectedCallback() {
    this.draw();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now) return;
    this.draw();
    if (name === "code" && now && !before) this.dispatchEvent(new CustomEvent("turned", { bubbles: true }));
  }

  draw() {
    const code = this.getAttribute("code");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", code ? cardName(code) : words.cards.down);
    this.replaceChildren(...(code ? [drawn(code, this.hasAttribute("small"))] : []));
  }
}
customElements.define("playing-card", PlayingCard);

/** @type {Record<string, string>} */
const RULE_RANKS = { "2-5": "2–5", "6-9": "6–9", "10-K": "T–K", Even: "2 4 6", Odd: "A 3 5", "Ace & Face": "A J Q K" };
/** @type {Record<string, string>} */
const RULE_SHAPES = { Highest: "▲", Middle: "◆", Lowest: "▼" };
/** @type {Record<string, string[] | undefined>} */
const RULE_PIPS = { Diamonds: ["d"], Clubs: ["c"], Hearts: ["h"], Spades: ["s"], Red: ["h", "d"], Black: ["s", "c"] };

/**
 * A suit in its own color, on a Rule Card.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function pip(suit, x, y, size) {
  const mark = suitMark(suit, x, y, size);
  mark.setAttribute("class", suit === "d" || suit === "h" ? "red-ink" : "black-ink");
  return mark;
}

/**
 * A Rule Card in the strip of all Rule Cards: its name, and its suits if it has any.
 * @param {string} name
 */
function miniRule(name) {
  const suits = (RULE_PIPS[name] ?? []).map((suit) =>
    svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" }, pip(suit, 10, 10, 20)));
  return [...suits, name.replace("-", "–")];
}

// <rule-card name="2-5">: without a name it lies face down; `mini` is for the strip of all Rule Cards.
class RuleCard extends HTMLElement {
  static observedAttributes = ["name"];

  connectedCallback() {
    this.draw();
  }

  /**
   * @param {string} _name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(_name, before, now) {
    if (!this.isConnected || before === now) return;
    this.draw();
    if (now && !before && !this.hasAttribute("mini")) this.dispatchEvent(new CustomEvent("turned", { bubbles: true }));
  }

  draw() {
    const name = this.getAttribute("name");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", name ? words.cards.rule(name) : words.cards.ruleDown);
    this.replaceChildren();
    if (!name) return;
    if (this.hasAttribute("mini")) {
      this.append(...miniRule(name));
      return;
    }
    const root = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" });
    root.append(svg("rect", { x: 6, y: 6, width: 88, height: 128, rx: 7, class: "rule-frame" }));
    const pips = RULE_PIPS[name];
    if (pips) {
      const [from, size] = pips.length === 1 ? [50, 44] : [30, 34];
      root.append(...pips.map((suit, at) => pip(suit, from + 40 * at, 52, size)));
    } else if (RULE_SHAPES[name]) root.append(signMark(RULE_SHAPES[name], 50, 52, 34));
    else root.append(...rankRow(RULE_RANKS[name], 50, 36, RULE_RANKS[name].length > 5 ? 20 : 30));
    const label = svg(
      "text",
      { x: 50, y: 104, "text-anchor": "middle", class: `rule-name${name.length > 7 ? " long" : ""}` },
    );
    label.textContent = name.replace("-", "–");
    const out = svg("text", { x: 50, y: 122, "text-anchor": "middle", class: "struck-word" });
    out.textContent = words.cards.out;
    root.append(label, out);
    this.append(root);
  }
}
customElements.define("rule-card", RuleCard);
