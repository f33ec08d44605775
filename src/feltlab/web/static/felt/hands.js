// How cards lie: a hand as it is spread, the dealer's as it is laid, what a player has set.
import { setterOf } from "./plain.js";

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
