// What a felt says and offers, of a game that has words of its own here or of one that has only its declaration.
import { capital, money, words } from "./text.js";

export const goalOf = (felt) => words.goal[felt.game] ?? felt.summary;

export const aboutOf = (felt, spot) => words.about[felt.game]?.[spot.wager] ?? words.plain.about[roleOf(felt, spot)];

// A bet that is not the only one with which a round can begin.
const roleOf = (felt, { wager, role }) => (felt.openers.length > 1 && felt.openers.includes(wager) ? "opener" : role);

export const needOf = (felt, spot) => words.felt.need[roleOf(felt, spot)];

// Whether these bets begin a round, and what the bets are called that do.
export const opens = (felt, wagers) => felt.openers.some((wager) => wagers[wager]);

export const openersOf = (felt) =>
  felt.openers.map((wager) => felt.spots.find((spot) => spot.wager === wager).name).join(" / ");

export const printOf = (felt) => words.felt.print[felt.game]?.(felt.numbers) ?? felt.summary;

export const secondOf = (felt) => words.felt.second[felt.game] ?? "";

export const betOf = (game) => words.coach.bet[game] ?? words.plain.bet;

// What to do at a question, and a second line that helps.
export function askedOf(felt, stage) {
  return [words.now[felt.game]?.[stage]?.() ?? felt.asks[stage].call, words.now.tip[felt.game]?.(felt.numbers) ?? ""];
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

export function optionWords(game, stage, option, cents) {
  const own = game in words.now ? words.decide[stage] : null;
  return own ? own(cents) : `${capital(option)} ${money(cents)}`;
}
