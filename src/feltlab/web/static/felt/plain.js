// What a felt says and offers: the words that came with it, or those that go with each kind of bet.
import { capital, money } from "./figures.js";
import { words } from "./text.js";

export const goalOf = (felt) => felt.words.goal;

export const aboutOf = (felt, spot) => felt.words.about?.[spot.wager] ?? words.plain.about[roleOf(felt, spot)];

// A bet that is not the only one with which a round can begin.
const roleOf = (felt, { wager, role }) => (felt.openers.length > 1 && felt.openers.includes(wager) ? "opener" : role);

export const needOf = (felt, spot) => words.felt.need[roleOf(felt, spot)];

// Whether these bets begin a round, and what the bets are called that do.
export const opens = (felt, wagers) => felt.openers.some((wager) => wagers[wager]);

export const openersOf = (felt) =>
  felt.openers.map((wager) => felt.spots.find((spot) => spot.wager === wager).name).join(" / ");

export const printOf = (felt) => felt.words.print;

export const secondOf = (felt) => felt.words.second ?? "";

export const betOf = (felt) => felt.words.bet ?? words.plain.bet;

// What to do at a question, and a second line that helps.
export function askedOf(felt, stage) {
  const said = felt.words.asks?.[stage];
  return [said?.now ?? felt.asks[stage].call, said?.tip ?? ""];
}

// The question at which cards are traded, where there is one.
export const tradeOf = (felt) => Object.values(felt.asks).find((asked) => asked.trades) ?? null;

// The options of a question that put money up, the least first.
export function raisesOf(asked) {
  return Object.entries(asked.options).filter(([, units]) => units > 0).sort(([, one], [, other]) => one - other);
}

// The options that put up nothing: a fold, a check.
export function restsOf(asked) {
  return Object.entries(asked.options).filter(([, units]) => units === 0).map(([option]) => option);
}

export function optionWords(felt, stage, option, cents) {
  return `${felt.words.asks?.[stage]?.press ?? capital(option)} ${money(cents)}`;
}

// How a hand is set at a question: so many cards, or a side that has a name; null where nothing is set.
export const setAt = (felt, stage) => felt.asks[stage]?.set ?? null;

// The question at which a hand is set, where there is one.
export const setterOf = (felt) => Object.values(felt.asks).find((asked) => asked.set) ?? null;
