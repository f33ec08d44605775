// All English words of the felt pages.
import { dollars, MINUS, money, percent } from "./figures.js";
import { cardName, cardSign } from "../site/names.js";

export const words = {
  cards: {
    down: "Card face down",
    ruleDown: "Rule Card face down",
    rule: (name) => `Rule Card: ${name}`,
    out: "out",
  },
  table: {
    loading: "Walking over to the table…",
    noTable: "This table has closed. Choose a game to sit down again.",
    lobby: "Choose a game",
    lost: "The connection is gone. Trying again…",
    unable: "The house cannot write now.",
    unableMore: "Your bets and chips are safe. The table goes on by itself as soon as it can.",
    back: "Connected again.",
    login: "Your session is over. Log in to come back to this table.",
    noneOpen: "No table of this game is open now. The floor opens them.",
    closing: "The house is closing. Rounds in play are finished.",
    playMoney: "Play money",
    round: (number) => `Round ${number}`,
    purse: "Your chips",
    tokensAbout: "Promotional tokens: bet at their face value. A win is paid in chips and the token comes back.",
    meter: "Progressive",
    table: "Table",
    own: "Your own table",
    open: "Open table",
    shared: "The link is copied. Whoever opens it can watch or take a seat.",
    shareHere: (link) => `Send this link: ${link}`,
  },
  buttons: {
    rules: "Rules & pays", history: "History", coach: "Coach", sheet: "My sheet", settings: "Settings", share: "Share",
    leave: "Leave seat", lobby: "Back to the lobby", sitAgain: "Sit down again",
    practice: "Hard hands", sit: "Take a seat", logIn: "Log in to sit", sitHere: (seat) => `Sit in seat ${seat}`,
    ownTable: "Own table with bots", addBot: (seat) => `Add a bot in seat ${seat}`,
    dismiss: (name) => `Send ${name} away`, deal: "Deal", sitOut: "Sit this one out", rebet: "Rebet", double: "Double",
    clear: "Clear", undo: "Undo",
    tokens: (cents) => `Tokens ${money(cents)}`, playToken: (cents) => `Token ${money(cents)}`,
    fold: "Fold", keep: "Keep all", best: "Best set", next: "Next round", watch: "Watch on",
    again: "Rebet & deal", close: "Close", skip: "Skip", buy: (cents) => `Get ${money(cents)} more`,
    trade: (cards) => `Trade ${cards.map(cardSign).join(" ")}`,
    tradeNone: (most) => (most > 1 ? `Trade up to ${most}` : "Trade a card"), menu: "Menu",
  },
  seats: {
    you: "You", bot: "bot", away: "away", leaving: "leaving", gone: "has left", empty: "empty",
    ready: "ready", thinking: "thinking",
    folded: "folded", out: "sits out", traded: "traded", stays: "stays",
    seat: (number) => `Seat ${number}`, mine: "Your place at the table", doing: "What to do now",
    strategy: "How the bot plays", stake: "The bot's bet each round", add: "Seat the bot",
  },
  felt: {
    dealer: "Dealer", board: "Community cards", rules: "Rule Cards", hand: "Your cards", playBox: "Play",
    yours: (cards) => `Your cards: ${cards.map(cardName).join(", ")}`,
    limits: ([low, high]) => (low === high ? `${money(low)}` : `${money(low)} – ${money(high)}`),
    token: "token", ofToken: (cents) => (cents ? ` (${money(cents)} of it a token)` : ""),
    spot: (name, amount, limits, need, token) =>
      [
        `${name}: ${amount ? `${money(amount)} bet${words.felt.ofToken(token)}` : "no bet"}.`,
        need,
        limits && `${limits}.`,
      ].filter(Boolean).join(" "),
    need: {
      initial: "Needed to play.", raise: "Bet during the round.", side: "Optional.", progressive: "Optional.",
      opener: "Opens a round by itself.",
    },
    spotHelp: "Enter adds the chosen chip, Backspace takes it off.",
    card: (code, by) => `${code ? cardName(code) : words.cards.down}${by ? `, out by ${by}` : ""}`,
    firstBet: "start here", later: "bet later",
    places: { board: "Community cards", named: "Rule Cards" },
    equals: (name) => `= ${name}`, ruleDeck: "The Rule Cards",
    won: (cents) => `+${money(cents)}`, lost: (cents) => `${MINUS}${money(cents)}`, push: "push",
  },
  // Of a game whose felt brings no words for it.
  plain: {
    bet: "the first bet",
    about: {
      initial: "The bet that every round begins with.",
      opener: "A round can begin with this bet alone.",
      raise: "Decided during the round: it follows from what you answer.",
      bonus: "No stake of its own: it is paid on another bet.",
      side: "Paid by its own pay table, whoever wins.",
      progressive: "Costs a fixed sum and can win the jackpot shown above.",
    },
  },
  now: {
    left: "You have left the table.",
    leftMore: "Your chips are still yours. The table goes on without you.",
    leaving: "You are leaving. The table finishes this round for you.",
    watch: "You are watching. Take a seat to play.",
    nobody: "You are watching. To play, load the page again in a moment.",
    staff: "You are watching. Staff does not play.",
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
    setShort: (cards) => `You keep ${cards} of that side out: the hand is played as you set it.`,
    setReady: (cents) => `Now press Play (${money(cents)}) or Fold.`,
    tradeReady: (cards, all) =>
      `Now press Trade ${cards.map(cardSign).join(" ")}, or keep all ${all === 3 ? "three" : all}.`,
  },
  decide: {
    inBox: (count, all) => `${count} of ${all} cards in the box`,
    chooseSet: "Set your hand first.",
    chooseTrade: "Choose what to trade.",
    seeStruck: "Choose a card to see which Rule Cards would strike it.",
    struckBy: (names) => (names.length ? `Struck by: ${names.join(", ")}` : "No Rule Card strikes it."),
    isBest: "the best set", notBest: "not the best set",
  },
  result: {
    won: (cents) => `You won ${money(cents)}.`, lost: (cents) => `You lost ${money(-cents)}.`,
    even: "You are even this round.",
    void: (why) => `Void: every open bet goes back${why ? ` (${why})` : ""}.`, watched: "The round is over.",
    net: "Net", title: "This round, bet by bet", push: "push, bet back",
    // Why a bet came out as it did; a tie names what tied.
    why: (done, hands) => {
      const [mine, dealers] = [hands?.player, hands?.dealer].map((told) => told?.split(": ")[0]);
      if (done.why !== "tie" || !mine || !dealers) return done.why;
      const points = /^(\d+) points?$/;
      return points.test(mine) && points.test(dealers)
        ? `tie: ${mine} against ${dealers.match(points)[1]}`
        : `tie: ${mine} against ${dealers}`;
    },
    token: (done, hand) =>
      done.token ? "; the token comes back" : hand.tokens?.[done.wager] ? "; the token is taken" : "",
    dealer: (call) => (/^dealer/i.test(call) ? call : `Dealer: ${call.replace(": dealer does", ", does")}`),
    announce: (cents, rows) => {
      const came = cents > 0 ? `You won ${money(cents)}` : cents < 0 ? `You lost ${money(-cents)}` : "You are even";
      return `${came}. ${rows.join(" ")}`;
    },
    row: (name, net, why) =>
      `${name} ${net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : words.result.push}: ${why}.`,
  },
  refused: {
    lost: "Not sent: the connection is gone.", limits: (name, limits) => `${name} takes ${words.felt.limits(limits)}.`,
    first: (name) => `Bet ${name} first: no other bet stands alone.`,
    "insufficient-funds": "You do not have that many chips. Get more in Settings.",
    askFloor: "You do not have that many chips. Ask the floor for more.",
    "insufficient-tokens": "You do not have that many tokens.",
    "bets-closed": "No more bets: the cards are out.",
    later: (name) => `${name} comes after the cards.`,
  },
  coach: {
    title: "Coach", ask: "Ask the coach", hide: "Hide the coach", always: "Always show", more: "Why?", less: "Less",
    thinking: "Working it out exactly…",
    none: "The coach speaks when you have a decision to make.",
    average: "on average ",
    outcome: (cents) =>
      Math.abs(cents) < 0.5 ? "you break even" : `you ${cents < 0 ? "lose" : "win"} ${dollars(cents)}`,
    fresh: "These are the values of a fresh shoe: the coach does not count the cards that are gone.",
    unit: (name) => `All your bets that are still open are counted. The small figure is the same in ${name} bets.`,
    unitOf: (cents, bet) => `For ${bet} of ${money(cents)}. The small figure is the same in such bets.`,
    lose: (cents) => `lose ${dollars(cents)}`, win: (cents) => `win ${dollars(cents)}`, applies: "this hand",
    plain: [
      ["four-flush", "four cards of one suit"],
      ["straight draw that two ranks complete", "as 5-6-7-8: a 4 or a 9 makes the straight"],
      ["gutshot", "as 5-6-8-9: only a 7 makes the straight"],
    ],
    best: "best", named: "the strategy",
    sampled: (name) => `From the strategy “${name}”; values are sampled. No best play is computed for this game.`,
    strategy: "The rule to remember", failed: "The lab is busy. Ask again in a moment.",
    names: {
      fold: "Fold",
      play: "Play",
      "play odd": "Play odd",
      "play even": "Play even",
      bet: "Bet",
      keep: "Keep all three",
    },
    trade: (cards) => `Trade ${cards.map(cardSign).join(" ")}`,
    doing: {
      fold: "Folding",
      play: "Playing",
      "play odd": "Playing odd",
      "play even": "Playing even",
      bet: "Betting",
      keep: "Keeping all of",
    },
    trading: (cards) => `Trading ${cards.map(cardSign).join(" ")} from`,
    right: (doing, hand) =>
      `Right: ${doing[0].toLowerCase()}${doing.slice(1)}${hand ? ` ${hand}` : ""} is the best choice.`,
    cost: (doing, hand, share, bet, best, cents) =>
      `${doing}${hand ? ` ${hand}` : ""} costs ${dollars(cents)} on average, ${percent(share)} of ${bet}. `
      + `Best was: ${best}.`,
    badSet: "The hand you set is not the best one: that may cost more.",
  },
  sheet: {
    title: "My sheet", empty: "No decision yet. Play a round and come back.", decisions: "Decisions",
    mistakes: "Mistakes", price: "Cost of your mistakes", rounds: "Rounds",
    luck: "Luck", net: "Won or lost", expected: "To be expected from your choices",
    bets: (count, unit, name) => `${count} ${name} bet${unit === 1 ? "" : "s"}`,
    plot: (name) => `Won or lost, and what was to be expected from your choices: round by round, in ${name} bets`,
    actual: "Won or lost", worth: "To be expected", worst: "Your most costly mistakes",
    none: "No mistake so far.", export: "Save as JSON",
    print: "Print", reset: "Start afresh",
    note: "Kept in this browser only. Luck is what you won or lost minus what was to be expected.",
    mistake: (choice, hand, cost, best) =>
      `${choice}${hand ? ` · ${hand}` : ""}: ${cost} (best was: ${best})`,
    sure: "Press again to delete this sheet", of: (share, bet) => `${share} of ${bet}`,
  },
  shoe: {
    title: "Shoe",
    left: ({ left, cards }) => `${left} of ${cards}`,
    now: ({ decks, cards, left, cut }) =>
      `${left} of ${cards} cards are left in the shoe of ${decks === 1 ? "one deck" : `${decks} decks`}. `
      + `The cut card comes after ${cut}.`,
    next: "The next round starts with a fresh shoe.",
    fresh: "A fresh shoe",
    gone: "Cards gone from the shoe",
    rank: (rank) => (rank === "Jo" ? "Jokers" : rank === "T" ? "10" : rank),
  },
  shuffle: {
    title: (round) => `Shuffle of round ${round}`,
    next: (round) => `Shuffle of the next round, ${round}`,
    commitment: "Commitment",
    lead: "The house has fixed its secret seed: this is the seed's fingerprint. Text of your own is mixed in with it, "
      + "so that nobody could know the cards beforehand. The seed is shown when the round is over.",
    label: "Your seed",
    give: "Mix it in",
    takeBack: "Take it back",
    none: "no seed of yours",
    mine: (text) => `your seed: ${text}`,
    hint: (most) =>
      `Optional, until the cards are dealt: up to ${most} letters, digits, spaces or signs. Each round asks anew.`,
    done: "Your seed is in this round.",
    takenBack: "This round goes without a seed of yours.",
    bad: (most) => `A seed has up to ${most} plain characters: no accents, no emoji.`,
    late: "Too late for this round: its cards are out. Give your seed before the next deal.",
    noRound: "No round is open. Give your seed when bets are taken.",
    others: (seeds) => `Other seeds: ${seeds.map(([seat, text]) => `seat ${seat} “${text}”`).join(", ")}.`,
    how: "How a shuffle is checked (new tab)",
    wentIn: (text) => `Your seed “${text}” went into this shuffle.`,
    noneWentIn: "No seed of yours went into this shuffle.",
    check: "Check this shuffle (new tab)",
  },
  history: {
    title: "Last rounds", empty: "No round is over yet.", replay: "Replay", round: (number) => `Round ${number}`,
    loading: "Reading…", failed: "The rounds cannot be read now.",
    step: (at, all, name) => `Step ${at} of ${all}: ${name}`, previous: "Back", next: "Next step", steps: {
      bets: "Bets",
      deal: "Deal",
      decisions: "Decisions",
      reveal: "Reveal",
      results: "Results",
    }, seed: "Shuffle seed", checkTitle: "Check this shuffle", noBet: "no bet",
    mine: "You", dealer: "Dealer", board: "Board", rules: "Rule Cards",
  },
  rules: {
    title: "Rules & pay tables",
    differs: "This house has terms of its own. Where the rules say otherwise, these hold:",
    bets: "The bets",
    limits: "Limits",
    terms: "Words of the table",
    // Words that a felt uses, each where it does: push, qualifies, to and for, progressive.
    meanings: ({ numbers, spots, words: own }) => {
      const pays = spots.flatMap((spot) => spot.lines.map((line) => line.pays));
      const forOne = pays.find((line) => line.endsWith(" for 1"));
      const times = forOne?.split(" ")[0];
      return [
        ["push", "Nobody wins: the bet comes back to you."],
        numbers.no_qualify_odds && [
          "qualifies",
          "The dealer's hand is good enough to count. If not, the Ante is paid and the Play bet comes back.",
        ],
        ["2 to 1", "You get twice your bet, and the bet itself comes back."],
        forOne && [
          forOne,
          `You get ${times} times your bet, but the bet itself does not come back. At ${times} to 1 it would.`,
        ],
        spots.some((spot) => spot.role === "progressive") && [
          "progressive",
          "A jackpot that grows with each such bet until somebody wins it.",
        ],
        ...(own.terms ?? []).map(({ term, means }) => [term, means]),
      ].filter(Boolean);
    },
    rules: "Rules",
    pays: "Pay tables",
    full: "The whole rules card",
    lab: "This game in the lab",
    school: "The dealer's school",
  },
  settings: {
    title: "Settings", speed: "Dealing speed", speeds: [
      "At once",
      "Fast",
      "Gentle",
      "Slow",
    ], sound: "Sound", single: "Keyboard shortcuts", keysTitle: "Play with the keyboard",
    keyList: [
      ["Tab", "go from spot to spot"],
      ["1 – 5", "choose a chip"],
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
      ["C", "coach"],
      ["Esc", "skip the animation, close the coach"],
    ],
  },
  practice: {
    title: (game) => `Hard hands: ${game}`,
    lead: "Hands where the best choice and the next are close. Choose, and see what each was worth.",
    next: "Next hand", score: (right, all) => `${right} of ${all} right`, streak: (count) => `${count} in a row`,
    price: (share, bet) => `mistakes so far: ${percent(share)} of ${bet}`,
    loading: "Dealing a hard hand…", failed: "No hand came. Try again.", ask: "What do you do?", hand: "Your cards",
    board: "The board", play: "Play this game",
    keys: (count) => count > 1
      ? `Keys: 1 ${count > 2 ? "to" : "and"} ${count} choose, Enter for the next hand.`
      : "Choose the cards to trade, then press 1.",
    beginner: "New to this game? ",
    how: "How a round goes",
  },
};
