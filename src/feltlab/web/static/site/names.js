// Cards in words and in symbols.
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
export const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
};
/** @type {Record<string, string>} */
export const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** @param {string} code */
export function cardName(code) {
  return code === "Jo" ? "Joker" : `${RANKS[code[0]]} of ${SUITS[code[1]]}`;
}

/** @param {string} code */
export function cardSign(code) {
  return code === "Jo" ? "Joker" : `${code[0] === "T" ? "10" : code[0]}${SIGNS[code[1]]}`;
}

// Makes the cards in a text of the rule book readable; "two pair, aces and 9s" has none.
/** @param {string} text */
export function withSigns(text) {
  return text.replace(
    /(\b(?:of|and|over) |, )?\b(Jo|[2-9TJQKA][cdhs])\b/g,
    (/** @type {string} */ all, /** @type {string} */ before = "", /** @type {string} */ code) =>
      before && /[2-9]s/.test(code) ? all : before + cardSign(code),
  ).replace(/\bT\b/g, "10");
}
