// Ranks and suits as drawn on every card, without the machine's fonts. The drawings are in marks.json, which also makes
// the lobby's pictures and the font for signs in running text.
import { svg } from "./dom.js";
import marks from "./marks.json" with { type: "json" };

// A rank lies in a box of 18 by 24, drawn with a pen of 3; a suit or another sign fills one of 20 by 20.
export const RANK = { wide: 18, high: 24 };

/** @typedef {Record<string, string>} Drawings */
/** @type {{ ranks: Drawings, suits: Drawings, signs: Drawings }} */
const { ranks, suits, signs } = marks;

/**
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} high
 */
export function rankMark(rank, x, y, high) {
  const transform = `translate(${x} ${y}) scale(${high / RANK.high})`;
  return svg("path", { d: ranks[rank], transform, class: "rank" });
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function suitMark(suit, x, y, size, down = false) {
  return filled(suits[suit], x, y, size, down);
}

/**
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function signMark(sign, x, y, size) {
  return filled(signs[sign], x, y, size);
}

/**
 * @param {string} d
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function filled(d, x, y, size, down = false) {
  const turn = down ? " rotate(180 10 10)" : "";
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})${turn}`;
  return svg("path", { d, transform, class: "ink" });
}

// Ranks side by side, centered, as on a Rule Card: "2–5", "A J Q K".
/**
 * @param {string} text
 * @param {number} middle
 * @param {number} y
 * @param {number} high
 */
export function rankRow(text, middle, y, high) {
  const scale = high / RANK.high;
  const parts = [...text].map((sign) => ({ sign, wide: sign === "–" ? 13 : sign === " " ? 5 : 21 }));
  let at = middle - (scale * parts.reduce((sum, { wide }) => sum + wide, 0)) / 2;
  const drawn = [];
  for (const { sign, wide } of parts) {
    if (sign !== " ") drawn.push(rankMark(sign, at + 1.5 * scale, y, high));
    at += wide * scale;
  }
  return drawn;
}

// A single mark, as high as the letters around it.
/**
 * @param {"rank" | "suit"} kind
 * @param {string} name
 */
export function alone(kind, name) {
  const [box, mark] = kind === "rank"
    ? [`0 0 ${RANK.wide} ${RANK.high}`, rankMark(name, 0, 0, RANK.high)]
    : ["0 0 20 20", suitMark(name, 10, 10, 20)];
  return svg("svg", { viewBox: box, class: `${kind}-mark`, "aria-hidden": "true", focusable: "false" }, mark);
}
