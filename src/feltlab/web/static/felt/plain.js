// What a felt says and offers: its own words, or the standard ones for each kind of bet.
import { capital, money, optionName } from "./figures.js";
import { words } from "./text.js";

/** @param {Wire.Felt} felt */
export const goalOf = (felt) => felt.words.goal;

/**
 * Whether its players have anything to decide once the bets are down.
 * @param {Wire.Felt} felt
 */
export const decides = (felt) => Object.keys(felt.asks).length > 0;

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Spot} spot
 */
export const aboutOf = (felt, spot) => felt.words.about?.[spot.wager] ?? words.plain.about[roleOf(felt, spot)];

/**
 * Which cards count, for pay tables where you could look at the wrong ones.
 * @param {Wire.Felt} felt
 * @param {Wire.Spot} spot
 */
export const noteOf = (felt, spot) => felt.words.notes?.[spot.wager] ?? "";

/**
 * Whether this bet is one of several that can begin a round.
 * @param {Wire.Felt} felt
 * @param {Wire.Spot} spot
 */
const roleOf = (felt, { wager, role }) => (felt.openers.length > 1 && felt.openers.includes(wager) ? "opener" : role);

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Spot} spot
 */
export const needOf = (felt, spot) => words.felt.need[roleOf(felt, spot)];

/**
 * Whether these bets begin a round.
 * @param {Wire.Felt} felt
 * @param {Wire.Cents} wagers
 */
export const opens = (felt, wagers) => felt.openers.some((wager) => wagers[wager]);

/**
 * The names of the bets that begin a round.
 * @param {Wire.Felt} felt
 */
export const openersOf = (felt) =>
  felt.openers.map((wager) => felt.spots.find((spot) => spot.wager === wager)?.name ?? wager).join(" / ");

/**
 * The spot of the bet that begins every round.
 * @param {Wire.Felt} felt
 */
export function firstSpot({ initial, spots }) {
  const found = spots.find((spot) => spot.wager === initial);
  if (!found) throw new Error(`the felt has no spot for ${initial}`);
  return found;
}

/**
 * What a place of the table is called.
 * @param {Wire.Place} place
 */
export const placeName = ({ place, named }) =>
  words.felt.places[named ? "named" : place] ?? capital(place.replaceAll("_", " "));

/** @param {Wire.Felt} felt */
export const printOf = (felt) => felt.words.print;

/** @param {Wire.Felt} felt */
export const secondOf = (felt) => felt.words.second ?? "";

/** @param {Wire.Felt} felt */
export const betOf = (felt) => felt.words.bet ?? words.plain.bet;

/**
 * What to do at a question, and a second line that helps.
 * @param {Wire.Felt} felt
 * @param {string} stage
 */
export function askedOf(felt, stage) {
  const said = felt.words.asks?.[stage];
  return [said?.now ?? felt.asks[stage].call, said?.tip ?? ""];
}

/**
 * The question a round has come to, if any.
 * @param {Wire.Felt} felt
 * @param {Wire.Round | null} round
 * @returns {Wire.Asking | undefined}
 */
export const askAt = (felt, round) => (round ? felt.asks[round.asked] : undefined);

/**
 * The question at which cards are traded, if any.
 * @param {Wire.Felt} felt
 */
export const tradeOf = (felt) => Object.values(felt.asks).find((asked) => asked.trades) ?? null;

/**
 * The options of a question that put up money, smallest first.
 * @param {Wire.Asking} asked
 */
export function raisesOf(asked) {
  return Object.entries(asked.options).filter(([, units]) => units > 0).sort(([, one], [, other]) => one - other);
}

/**
 * The least it costs to play a round to the end beyond the opening bets: the smallest of each raise.
 * @param {Pick<Wire.Felt, "asks">} felt
 * @param {Wire.Cents} wagers
 */
export function playsOnFor({ asks }, wagers) {
  /** @type {Wire.Cents} */
  const least = {};
  for (const asked of Object.values(asks)) {
    const [raise] = raisesOf(asked);
    if (!asked.wager || !asked.of || !raise) continue;
    const cents = raise[1] * (wagers[asked.of] ?? 0);
    least[asked.wager] = Math.min(cents, least[asked.wager] ?? cents);
  }
  return Object.values(least).reduce((sum, cents) => sum + cents, 0);
}

/**
 * The options that put up no money: a fold, a check.
 * @param {Wire.Asking} asked
 */
export function restsOf(asked) {
  return Object.entries(asked.options).filter(([, units]) => units === 0).map(([option]) => option);
}

/**
 * @param {Wire.Felt} felt
 * @param {string} stage
 * @param {string} option
 * @param {number} cents
 */
export function optionWords(felt, stage, option, cents) {
  return `${felt.words.asks?.[stage]?.press ?? optionName(option)} ${money(cents)}`;
}

/**
 * The question at which a hand is set, if any.
 * @param {Wire.Felt} felt
 */
export const setterOf = (felt) => Object.values(felt.asks).find((asked) => asked.set) ?? null;
