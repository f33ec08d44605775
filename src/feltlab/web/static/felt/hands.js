// How cards lie: a hand as it is spread, the dealer's as it is laid, what a player has set.
import { setterOf } from "./plain.js";

/**
 * A hand is spread by the order of ranks that the felt has, or lies as it was dealt; what is face down comes last.
 * @template {Wire.Card} C
 * @param {Wire.Felt} felt
 * @param {C[]} cards
 */
export function spread(felt, cards) {
  const held = cards.map((code, at) => ({ code, at }));
  const [up, down] = [held.filter(({ code }) => code), held.filter(({ code }) => !code)];
  if (down.length) return [...up, ...down];
  const order = felt.words.spread;
  if (!order) return held;
  const place = (/** @type {{ code: C }} */ { code }) => order.indexOf(code?.[0] ?? "");
  return held.sort((one, other) => place(one) - place(other));
}

/**
 * The dealer's cards as they are laid: the hand first, what is left out of it after. Where none is left out, or none is
 * used, there is nothing to tell apart.
 * @param {Wire.Card[]} cards
 * @param {Wire.Laid | null} [laid]
 * @returns {{ code: Wire.Card, used?: boolean }[]}
 */
export function dealerHand(cards, laid) {
  if (!laid) return cards.map((code) => ({ code }));
  if (!laid.unused.length) return laid.hand.map((code) => ({ code }));
  return [
    ...laid.hand.map((code) => ({ code, used: true })),
    ...laid.unused.map((code) => ({ code, used: false })),
  ];
}

/**
 * The places of the cards that a player has set.
 * @param {Wire.Felt} felt
 * @param {Pick<Wire.Hand, "choices" | "cards">} [hand]
 * @returns {Set<number>}
 */
export function setOf(felt, hand) {
  const made = hand?.choices.set;
  if (!made) return new Set();
  if (Array.isArray(made)) return new Set(made.map((code) => hand.cards.indexOf(code)));
  const set = setterOf(felt)?.set;
  return set ? placesOfSide(set, hand.cards, made) : new Set();
}

/**
 * The places of the cards that may lie on a side.
 * @param {{ sides: Record<string, string[]> }} set
 * @param {Wire.Card[]} cards
 * @param {string} side
 */
export function placesOfSide({ sides }, cards, side) {
  return new Set(cards.flatMap((code, at) => (code && sides[side].includes(code) ? [at] : [])));
}

/**
 * The sides on which a card may lie.
 * @param {{ sides: Record<string, string[]> }} set
 * @param {Wire.Card} code
 */
export function sidesOf({ sides }, code) {
  return Object.keys(sides).filter((side) => code && sides[side].includes(code));
}
