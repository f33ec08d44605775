// All English words of the felt pages, and how figures are written.
const MINUS = "−";
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const RANKS = {
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

export function money(cents) {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? MINUS : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

export function signedMoney(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

export function percent(share) {
  const size = Math.abs(share * 100);
  const digits = size === 0 || size >= 10 ? 0 : size >= 1 ? 1 : size >= 0.1 ? 2 : 3;
  return `${share < 0 ? MINUS : ""}${size.toFixed(digits)}\u202f%`;
}

export function signedPercent(share) {
  return share > 0 ? `+${percent(share)}` : percent(share);
}

export function units(value, digits = 2) {
  return `${value < 0 ? MINUS : value > 0 ? "+" : ""}${Math.abs(value).toFixed(digits)}`;
}

export function cardName(code) {
  return code === "Jo" ? "Joker" : `${RANKS[code[0]]} of ${SUITS[code[1]]}`;
}

export function cardSign(code) {
  return code === "Jo" ? "Joker" : `${code[0] === "T" ? "10" : code[0]}${SIGNS[code[1]]}`;
}

export function chipName(value) {
  return value ? `${money(value)} chip` : "Chips";
}

export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const words = {
  cards: {
    down: "Card face down",
    ruleDown: "Rule Card face down",
    rule: (name) => `Rule Card: ${name}`,
    out: "is out",
  },
  table: {
    loading: "Walking over to the table…",
    noTable: "This table has closed. Choose a game to sit down again.",
    lobby: "Choose a game",
    lost: "The connection is gone. Trying again…",
    back: "Connected again.",
    login: "Log in to play; watching is free.",
    closing: "The house is closing. Rounds in play are finished.",
    playMoney: "Play money",
    round: (number) => `Round ${number}`,
    purse: "Your chips",
    meter: "Progressive",
    table: "Table",
    own: "Your own table",
    open: "Open table",
    shared: "The link is copied. Whoever opens it can watch or take a seat.",
    shareHere: (link) => `Send this link: ${link}`,
  },
  buttons: {
    rules: "Rules & pays", history: "History", coach: "Coach", sheet: "My sheet", settings: "Settings", share: "Share", leave: "Leave seat",
    practice: "Practice", sit: "Take a seat", sitHere: (seat) => `Sit in seat ${seat}`, ownTable: "Own table with bots", addBot: (seat) => `Add a bot in seat ${seat}`,
    dismiss: (name) => `Send ${name} away`, deal: "Deal", sitOut: "Sit this one out", rebet: "Rebet", double: "Double", clear: "Clear",
    fold: "Fold", keep: "Keep all", best: "Best set", next: "Next round", again: "Rebet & deal", close: "Close", skip: "Skip", buy: (cents) => `Get ${money(cents)} more`,
    trade: (card) => `Trade ${cardSign(card)}`, tradeNone: "Trade a card", menu: "More",
  },
  seats: {
    you: "You", bot: "bot", away: "away", leaving: "leaving", empty: "empty", ready: "ready", thinking: "thinking", folded: "folded", out: "sits out", traded: "traded", stays: "stays",
    seat: (number) => `Seat ${number}`, mine: "Your place at the table", doing: "What to do now", strategy: "How the bot plays", stake: "The bot's bet each round", add: "Seat the bot",
  },
  felt: {
    dealer: "Dealer", board: "Community cards", rules: "Rule Cards", hand: "Your cards", playBox: "Play", yours: (cards) => `Your cards: ${cards.map(cardName).join(", ")}`,
    limits: ([low, high]) => (low === high ? `${money(low)}` : `${money(low)} – ${money(high)}`),
    spot: (name, amount, limits, role) =>
      `${name}: ${amount ? `${money(amount)} bet` : "no bet"}. ${role === "initial" ? "Needed to play. " : role === "raise" ? "Bet during the round. " : "Optional. "}${limits ? `${limits}.` : ""}`,
    spotHelp: "Enter adds the chosen chip, Backspace takes it off.",
    card: (code, by) => `${code ? cardName(code) : words.cards.down}${by ? `, out by ${by}` : ""}`,
    firstBet: "start here",
    won: (cents) => `+${money(cents)}`, lost: (cents) => `${MINUS}${money(cents)}`, push: "push",
    print: {
      "ace-odd-even": (n) => `Dealer qualifies with ${n.qualifier_cards} cards, ${RANKS[n.qualifier_rank]} high. If not, Ante pays ${n.no_qualify_odds} and Play pushes.`,
      "low-four": (n) => `Dealer qualifies with ${n.qualifier} points or fewer. If not, Ante pays ${n.no_qualify_odds} and Play pushes.`,
      "quick-draw-holdem": (n) => `Two pair, ${n.high_pair}s up, or better wins: Flop and Turn pay ${n.win_odds}, River by its table.`,
      "rule-out": () => "Each Rule Card takes the cards it names. What survives is paid.",
    },
    second: {
      "ace-odd-even": "Odd: 3 5 7 9 J K  ·  Even: 2 4 6 8 10 Q  ·  Aces are both",
      "low-four": "Ace 1, faces and tens 10, equal ranks count once",
      "quick-draw-holdem": "Your two cards and the five on the board, best five of seven",
      "rule-out": "One trade, three Rule Cards",
    },
  },
  goal: {
    "ace-odd-even": "You and the dealer get seven cards. The longer hand of only odd or only even cards wins; aces belong to both.",
    "low-four": "You and the dealer get seven cards. The lower total of four cards wins; a pair counts once.",
    "quick-draw-holdem": "Two cards of your own and five on the board. You play against a pay table, not against a dealer.",
    "rule-out": "Three cards, one trade. Then three Rule Cards strike cards out: the more you have left, the more you are paid.",
  },
  now: {
    watch: "You are watching. Take a seat to play.",
    full: "You are watching. Every seat is taken.",
    bet: (name) => `Put a chip on ${name}, then press Deal.`,
    more: "Press Deal. Bonus bets are optional.",
    waitBets: (who) => `Bets are down. Waiting for ${who}.`,
    waitRound: "A round is being played. You are in the next one.",
    waitPlay: (who) => `Waiting for ${who} to decide.`,
    dealing: "Cards are coming.",
    settling: "Taking and paying.",
    paused: "The table is paused.",
    closed: "This table is closed.",
    out: "You sit this round out.",
    "ace-odd-even": { play: () => "Press Odd or Even to set that hand, then Play; or fold." },
    "low-four": { play: () => "Move your four lowest cards into the Play box, then Play; or fold." },
    "quick-draw-holdem": {
      flop: () => "Look at the flop: bet the Turn to go on, or fold.",
      turn: () => "One card to come: bet the River to go on, or fold.",
    },
    "rule-out": { trade: () => "Trade one card for a new one, or keep all three." },
    tip: {
      "ace-odd-even": "The cards you leave out do not count. Play costs as much as the Ante.",
      "low-four": "Equal ranks count once, so pairs of low cards are good. Play costs as much as the Ante.",
      "quick-draw-holdem": "Each bet equals your Flop bet. You need two pair with a high pair, or better, at the end.",
      "rule-out": "Cards that are alike survive together: same colour, same suit, near ranks.",
    },
  },
  decide: {
    play: (cents) => `Play ${money(cents)}`, flop: (cents) => `Bet the Turn ${money(cents)}`, turn: (cents) => `Bet the River ${money(cents)}`,
    odd: "Odd", even: "Even", four: (count) => `${count} of 4 cards in the box`, points: (total) => `${total} point${total === 1 ? "" : "s"}`,
    chooseSet: "Choose odd or even first.", chooseFour: "Put four cards into the Play box first.", chooseTrade: "Choose the card to trade.",
    isBest: "the best set", notBest: "not the best set", you: (call) => `You hold ${call}.`,
    draw: (facts) => {
      const parts = [];
      if (facts.suited === 4) parts.push("four to a flush");
      if (facts.completing === 1) parts.push("a straight needs one rank");
      if (facts.completing > 1) parts.push(`${facts.completing} ranks complete a straight`);
      return parts.join(", ");
    },
  },
  result: {
    won: (cents) => `You won ${money(cents)}.`, lost: (cents) => `You lost ${money(-cents)}.`, even: "You are even this round.",
    void: (why) => `Void: every open bet goes back${why ? ` (${why})` : ""}.`, watched: "The round is over.", net: "Net", title: "This round, bet by bet",
    announce: (cents, rows) => `${cents > 0 ? `You won ${money(cents)}` : cents < 0 ? `You lost ${money(-cents)}` : "You are even"}. ${rows.join(" ")}`,
    row: (name, net, why) => `${name} ${net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : "push"}: ${why}.`,
  },
  refused: {
    lost: "Not sent: the connection is gone.", limits: (name, limits) => `${name} takes ${words.felt.limits(limits)}.`, first: (name) => `Bet ${name} first: no other bet stands alone.`,
    "insufficient-funds": "You do not have that many chips. Get more in Settings.", "bets-closed": "No more bets: the cards are out.",
  },
  coach: {
    title: "Coach", show: "What is each choice worth?", hide: "Hide the coach", always: "Always show", thinking: "Working it out exactly…",
    none: "The coach speaks when you have a decision to make.",
    unit: (name) => `Average result of each choice, in ${name} bets, all your live bets counted.`,
    best: "best", strategy: "The rule to remember", failed: "The lab is busy. Ask again in a moment.",
    names: {
      fold: "Fold",
      play: "Play",
      "play odd": "Play odd",
      "play even": "Play even",
      bet: "Bet",
      keep: "Keep all three",
    },
    trade: (card) => `Trade ${cardSign(card)}`,
    doing: {
      fold: "Folding",
      play: "Playing",
      "play odd": "Playing odd",
      "play even": "Playing even",
      bet: "Betting",
      keep: "Keeping all of",
    },
    trading: (card) => `Trading ${cardSign(card)} from`,
    right: (doing, hand) => `Right: ${doing[0].toLowerCase()}${doing.slice(1)}${hand ? ` ${hand}` : ""} is the best choice.`,
    cost: (doing, hand, share, bet, best) => `${doing}${hand ? ` ${hand}` : ""} costs ${percent(share)} of ${bet}. Best was: ${best}.`,
    bet: {
      "ace-odd-even": "an ante",
      "low-four": "an ante",
      "quick-draw-holdem": "a flop bet",
      "rule-out": "a main bet",
    },
    hand: {
      "ace-odd-even": (facts) => `with ${facts[facts.best].call}`,
      "low-four": (facts) => `${facts.total} with seven-card sum ${facts.sum}`,
      "quick-draw-holdem": (facts) => `with ${facts.call}${words.decide.draw(facts) ? `, ${words.decide.draw(facts)}` : ""}`,
      "rule-out": (_facts, cards) => cards.map(cardSign).join(" "),
    },
    badSet: "The hand you set is not your lowest four: that may cost more.",
  },
  sheet: {
    title: "Session sheet", empty: "No decision yet. Play a round and come back.", decisions: "Decisions", mistakes: "Mistakes", price: "Their price", rounds: "Rounds",
    luck: "Luck", net: "Result", expected: "Your choices were worth", bets: "bets", plot: "Result and what your choices were worth, round by round, in first bets",
    actual: "Result", worth: "Worth", worst: "Dearest mistakes", none: "No mistake so far.", export: "Save as JSON", print: "Print", reset: "Start afresh",
    note: "Kept in this browser only. Luck is the result minus what your choices were worth.", sure: "Press again to delete this sheet", of: (share, bet) => `${share} of ${bet}`,
  },
  history: {
    title: "Last rounds", empty: "No round is over yet.", replay: "Replay", round: (number) => `Round ${number}`, loading: "Reading…", failed: "The rounds cannot be read now.",
    step: "Step", previous: "Back", next: "On", steps: {
      bets: "Bets",
      deal: "Deal",
      decisions: "Decisions",
      reveal: "Reveal",
      results: "Results",
    }, seed: "Shuffle seed", noBet: "no bet",
    mine: "You", dealer: "Dealer", board: "Board", rules: "Rule Cards",
  },
  rules: {
    title: "Rules & pay tables",
    rules: "Rules",
    pays: "Pay tables",
    full: "The whole rules card",
    lab: "This game in the lab",
  },
  settings: {
    title: "Settings", speed: "Dealing speed", speeds: [
      "At once",
      "Fast",
      "Gentle",
      "Slow",
    ], sound: "Sound", single: "Single keys do things", keysTitle: "Play with the keyboard",
    keyList: [
      ["Tab", "go from spot to spot"], ["1 – 5", "choose a chip"], [
        "Enter",
        "put the chip on the spot",
      ], ["Backspace", "take it off"], ["D", "Deal"], ["R", "Rebet"],
      ["O, E", "set odd or even"], ["B", "best set"], ["P", "play, bet or trade"], ["F", "fold"], ["K", "keep all cards"], ["N", "next round"], ["C", "coach"], [
        "Esc",
        "skip the animation, close",
      ],
    ],
  },
  practice: {
    title: (game) => `${game}: hard hands`, lead: "Hands where the best choice and the next are close. Choose, and see what each was worth.",
    next: "Next hand", score: (right, all) => `${right} of ${all} right`, streak: (count) => `${count} in a row`, price: (share, bet) => `mistakes so far: ${percent(share)} of ${bet}`,
    loading: "Dealing a hard hand…", failed: "No hand came. Try again.", ask: "What do you do?", hand: "Your cards", board: "The board", play: "Play this game",
    keys: "Keys: 1 to 4 choose, Enter for the next hand.", points: (facts) => `${facts.call}, all seven cards add to ${facts.sum}`,
  },
};
