// How cards lie: a spread hand, the dealer's hand as laid, a player's set hand.
import { setterOf } from "./plain.js";

/**
 * Spreads a hand in the felt's order of ranks, or leaves it as dealt; face-down cards come last.
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
 * The dealer's cards as laid: the hand first, then the unused cards. If all or none are used, there is nothing to tell
 * apart.
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
 * The places of the cards a player has set.
 * @param {Wire.Felt} felt
 * @param {Pick<Wire.Hand, "choices" | "cards">} [hand]
 * @returns {Set<number>}
 */
export function setOf(felt, hand) {
  const made = hand?.choices.set;
  if (!made) return new Set();
  if (Array.isArray(made)) return new Set(made.map((code) => hand.cards.indexOf(code)));
  const set = setterOf(felt)?.set;
  return set ? placesOfSide(set, hand.cards, String(made)) : new Set();
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
