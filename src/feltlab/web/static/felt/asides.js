// English words for the panels beside the felt (sheet, shoe, shuffle, history, rules, settings) and for practice.
import { percent } from "./figures.js";

export const asides = {
  sheet: {
    title: "My sheet", empty: "Nothing here yet. Decisions are added up as soon as the lab has valued them.",
    nothing: "This game has no decisions, so there is nothing to add up.", decisions: "Decisions",
    mistakes: "Mistakes", price: "Cost of your mistakes", rounds: "Rounds",
    luck: "Luck after your decisions", net: "Won or lost", expected: "Expected, given your cards",
    bets: (/** @type {string} */ count, /** @type {number} */ unit, /** @type {string} */ name) =>
      `${count} ${name} bet${unit === 1 ? "" : "s"}`,
    plot: (/** @type {string} */ name) =>
      `Won or lost, and what your choices should have returned: round by round, in ${name} bets`,
    actual: "Won or lost", worth: "Expected", worst: "Your most costly mistakes",
    none: "No mistakes so far.", export: "Save as JSON", csv: "Save as CSV",
    practice: "Practice these hands (new tab)",
    kinds: "By kind of decision", kind: "Decision", costs: "Cost", games: "All your games", game: "Game",
    bestIs: (/** @type {string} */ choice) => `best was: ${choice}`,
    print: "Print", reset: "Start over",
    note: "Kept in this browser only. Luck is what you won or lost, minus what was expected.",
    mistake: (
      /** @type {string} */ choice,
      /** @type {string} */ hand,
      /** @type {string} */ cost,
      /** @type {string} */ best,
    ) =>
      `${choice}${hand ? ` · ${hand}` : ""}: ${cost} (best was: ${best})`,
    sure: "Press again to delete this sheet",
    of: (/** @type {string} */ share, /** @type {string} */ bet) => `${share} of ${bet}`,
  },
  shoe: {
    title: "Shoe",
    left: (/** @type {Wire.Shoe} */ { left, cards }) => `${left} of ${cards}`,
    now: (/** @type {Wire.Shoe} */ { decks, cards, left, cut }) =>
      `${left} of ${cards} cards are left in the shoe of ${decks === 1 ? "one deck" : `${decks} decks`}. `
      + `The cut card comes after ${cut}.`,
    next: "The next round starts with a fresh shoe.",
    fresh: "A fresh shoe",
    gone: "Cards gone from the shoe",
    rank: (/** @type {string} */ rank) => (rank === "Jo" ? "Jokers" : rank === "T" ? "10" : rank),
  },
  shuffle: {
    title: (/** @type {number} */ round) => `Shuffle of round ${round}`,
    next: (/** @type {number} */ round) => `Shuffle of the next round, ${round}`,
    commitment: "Commitment",
    lead: "The house has fixed its secret seed: this is the seed's fingerprint. You can mix in your own text, "
      + "so that nobody could know the cards in advance. The seed is shown when the round is over.",
    label: "Your seed",
    give: "Mix it in",
    takeBack: "Take it back",
    none: "add your own seed",
    mine: (/** @type {string} */ text) => `your seed: ${text}`,
    hint: (/** @type {number} */ most) =>
      `Optional, until the cards are dealt: up to ${most} letters, digits, spaces or punctuation marks. `
      + "For one round only.",
    done: "Your seed is in this round.",
    takenBack: "Your seed is not in this round.",
    bad: (/** @type {number} */ most) => `A seed has up to ${most} plain characters: no accents, no emoji.`,
    late: "Too late for this round: its cards are out. Enter your seed before the next deal.",
    noRound: "No round is open. Enter your seed when bets are open.",
    others: (/** @type {[number, string][]} */ seeds) =>
      `Other seeds: ${seeds.map(([seat, text]) => `seat ${seat} “${text}”`).join(", ")}.`,
    how: "How a shuffle is checked (new tab)",
    wentIn: (/** @type {string} */ text) => `Your seed “${text}” went into this shuffle.`,
    noneWentIn: "You added no seed to this shuffle.",
    check: "Check this shuffle (new tab)",
  },
  history: {
    title: "Last rounds",
    empty: "No finished rounds yet.",
    replay: "Replay",
    round: (/** @type {number} */ number) => `Round ${number}`,
    csv: "Save my bets as CSV", link: "Copy a link to this hand",
    linked: "Link copied: it shows the hand, your choice and what the coach says.",
    loading: "Loading…", failed: "The rounds cannot be loaded right now.",
    step: (/** @type {number} */ at, /** @type {number} */ all, /** @type {string} */ name) =>
      `Step ${at} of ${all}: ${name}`,
    previous: "Back",
    next: "Next step",
    steps: /** @type {Record<string, string>} */ ({
      bets: "Bets",
      deal: "Deal",
      decisions: "Decisions",
      reveal: "Reveal",
      results: "Results",
    }), seed: "Shuffle seed", checkTitle: "Check this shuffle", noBet: "no bet",
    mine: (/** @type {number} */ hand) => (hand ? `You, hand ${hand}` : "You"),
    hands: (/** @type {number} */ count) => `${count} hands`, dealer: "Dealer", board: "Board", rules: "Rule Cards",
  },
  rules: {
    title: "Rules & pay tables",
    differs: "This house has its own terms. Where the rules say otherwise, these apply:",
    bets: "The bets",
    limits: "Limits",
    terms: "Table terms",
    // Terms explained only on felts that use them: push, qualifies, to and for, progressive.
    meanings: (/** @type {Wire.Felt} */ { numbers, spots, words: own }) => {
      const pays = spots.flatMap((spot) => spot.lines.map((line) => line.pays));
      const forOne = pays.find((line) => line.endsWith(" for 1"));
      const times = forOne?.split(" ")[0];
      /** @type {(false | "" | undefined | [word: string, meaning: string, forms?: string])[]} */
      const found = [
        ["push", "Nobody wins: you get your bet back.", "push(?:es)?"],
        Boolean(numbers.no_qualify_odds) && [
          "qualifies",
          "The dealer's hand is good enough to play. If not, the Ante is paid and the Play bet is returned.",
          "qualif(?:y|ies|ied)",
        ],
        ["2 to 1", "You get twice your bet, and you keep the bet itself."],
        forOne && [
          forOne,
          `You get ${times} times your bet, but not the bet itself. At ${times} to 1 you would keep it.`,
        ],
        spots.some((spot) => spot.role === "progressive") && [
          "progressive",
          "A jackpot that grows with each progressive bet until somebody wins it.",
        ],
      ];
      /** @type {[word: string, meaning: string, forms?: string][]} */
      const brought = (own.terms ?? []).map(({ term, means }) => [term, means]);
      return [...found.filter((each) => Array.isArray(each)), ...brought];
    },
    rules: "Rules",
    pays: "Pay tables",
    newTab: (/** @type {string} */ name) => `${name} (new tab)`,
    full: "The full rules card",
    lab: "This game in the lab",
    school: "The dealer's school",
  },
  settings: {
    title: "Settings", speed: "Dealing speed", speeds: [
      "Instant",
      "Fast",
      "Normal",
      "Slow",
    ],
    sound: "Sound", stopping: "Stop me before a mistake", single: "Keyboard shortcuts",
    keysTitle: "Play with the keyboard",
    keyList: [
      ["Tab", "move from spot to spot"],
      ["1 – 5", "choose a chip, before the deal"],
      ["1 – 7", "choose a card, at a decision"],
      ["Enter", "put the chip on the spot"],
      ["Backspace", "take it off"],
      ["U", "undo the last bet"],
      ["D", "Deal"],
      ["R", "Rebet"],
      ["O, E", "set odd or even"],
      ["B", "best set"],
      ["P", "play, bet or trade"],
      ["F", "fold"],
      ["K", "keep all cards"],
      ["N", "next round"],
      ["H", "your next hand, where you have several"],
      ["Q", "quick round: the same bets, no animation"],
      ["C", "coach"],
      ["Esc", "skip the animation, close the coach"],
    ],
  },
  practice: {
    title: (/** @type {string} */ game) => `Hard hands: ${game}`,
    lead: "Hands where the best choice and the second best are close. Choose, and see what each was worth.",
    next: "Next hand",
    score: (/** @type {number} */ right, /** @type {number} */ all) => `${right} of ${all} right`,
    streak: (/** @type {number} */ count) => `${count} in a row`,
    price: (/** @type {number} */ share, /** @type {string} */ bet) => `mistakes so far: ${percent(share)} of ${bet}`,
    loading: "Dealing a hard hand…", failed: "No hand was dealt. Try again.", ask: "What do you do?",
    hand: "Your cards",
    board: "The board", play: "Play this game",
    keys: (/** @type {number} */ count) => count > 1
      ? `Keys: 1 ${count > 2 ? "to" : "and"} ${count} choose, Enter for the next hand.`
      : "Choose the cards to trade, then press 1.",
    own: (/** @type {number} */ count) => `Practice my own mistakes (${count})`,
    beginner: "New to this game? ",
    how: "How a round goes",
  },
};
