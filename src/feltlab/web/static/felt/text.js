// All English words of the felt pages; those of the panels beside it are in asides.js.
import { asides } from "./asides.js";
import { dollars, listed, MINUS, money, percent } from "./figures.js";
import { cardName, cardSign } from "../site/names.js";

export const words = {
  ...asides,
  cards: {
    down: "Card face down",
    ruleDown: "Rule Card face down",
    rule: (/** @type {string} */ name) => `Rule Card: ${name}`,
    out: "out",
  },
  table: {
    noTable: "This table has closed. Choose a game to sit down again.",
    lobby: "Choose a game",
    lost: "Connection lost. Reconnecting…",
    lostMore: "Your bets and your cards are safe. You will pick up where you left off.",
    unable: "The house cannot write right now.",
    unableMore: "Your bets and chips are safe. The table resumes by itself as soon as it can.",
    back: "Reconnected.",
    freed: (/** @type {string} */ seat) => `You were away, so seat ${seat} was freed. Your chips are in your purse.`,
    login: "Your session has ended. Log in to come back to this table.",
    noneOpen: "No table for this game is open right now. The floor opens them.",
    closing: "The house is closing. Rounds in play will be finished.",
    playMoney: "Play money",
    round: (/** @type {number} */ number) => `Round ${number}`,
    purse: "Your chips",
    tokensAbout: "Promotional tokens: bet at face value. A win is paid in chips and you keep the token.",
    meter: "Progressive",
    table: "Table",
    own: "Your own table",
    private: "Private table",
    open: "Open table",
    shared: "Link copied. Anyone who opens it can watch or take a seat.",
    shareHere: (/** @type {string} */ link) => `Send this link: ${link}`,
  },
  buttons: {
    rules: "Rules & pays", history: "History", coach: "Coach", sheet: "My sheet", settings: "Settings", share: "Share",
    leave: "Leave seat", leaveAll: "Leave all seats", another: "Another hand",
    lobby: "Back to the lobby", sitAgain: "Sit down again",
    practice: "Hard hands",
    sit: "Take a seat",
    logIn: "Log in to sit",
    sitHere: (/** @type {number | string} */ seat) => `Sit in seat ${seat}`,
    ownTable: "Your own table with bots", addBot: (/** @type {number | string} */ seat) => `Add a bot in seat ${seat}`,
    dismiss: (/** @type {string} */ name) => `Send ${name} away`,
    deal: "Deal",
    sitOut: "Sit this one out",
    rebet: "Rebet",
    double: "Double",
    clear: "Clear", undo: "Undo",
    tokens: (/** @type {number} */ cents) => `Tokens ${money(cents)}`,
    playToken: (/** @type {number} */ cents) => `Token ${money(cents)}`,
    fold: "Fold", keep: "Keep all", best: "Best set", next: "Next round", watch: "Keep watching",
    again: "Rebet & deal",
    close: "Close",
    skip: "Skip",
    buy: (/** @type {number} */ cents) => `Get ${money(cents)} more`,
    trade: (/** @type {string[]} */ cards) => `Trade ${cards.map(cardSign).join(" ")}`,
    tradeNone: (/** @type {number} */ most) => (most > 1 ? `Trade up to ${most}` : "Trade a card"), menu: "Menu",
  },
  seats: {
    you: "You", bot: "bot", away: "away", leaving: "leaving", gone: "has left", empty: "empty",
    ready: "ready", thinking: "thinking",
    folded: "folded", out: "sits out", traded: "traded", stays: "stays",
    seat: (/** @type {number | string} */ number) => `Seat ${number}`,
    folds: (/** @type {string} */ who, /** @type {boolean} */ you) => `${who} ${you ? "fold" : "folds"}`,
    holds: (/** @type {string} */ who, /** @type {boolean} */ you) => `${who} ${you ? "stay" : "stays"}`,
    // Which cards, or of a hand that lies face down how many: true for one.
    trades: (
      /** @type {string} */ who,
      /** @type {boolean} */ you,
      /** @type {string | string[] | number | true} */ traded,
    ) => {
      const named = typeof traded === "number" ? `${traded} cards` : [traded].flat().join(" ");
      const few = traded === true ? "a card" : named;
      return `${who} ${you ? "trade" : "trades"} ${few}`;
    },
    mine: "Your place at the table",
    doing: "What to do now",
    strategy: "How the bot plays", stake: "The bot's bet each round", add: "Seat the bot",
  },
  // For a player with several hands.
  hands: {
    title: "Your hands",
    name: (/** @type {number} */ at) => `Hand ${at}`,
    said: (/** @type {string} */ name, /** @type {string} */ said) => (said ? `${name}: ${said}` : ""),
    another: "Play another hand", here: "Play this hand yourself",
    giveUp: (/** @type {string} */ name) => `Give up ${name.toLowerCase()}`,
    taken: (/** @type {string} */ name) => `${name} is yours, with the same bets.`,
    takenEmpty: (/** @type {string} */ name) => `${name} is yours. Place its bets.`,
    without: (/** @type {string[]} */ names) =>
      `${listed(names)} ${names.length > 1 ? "have no bets and sit" : "has no bet and sits"} this round out.`,
    noBet: "no bet", asked: "decide", waits: "waits",
    inAll: (/** @type {string} */ told) => told.replace(/\.$/, " in all."),
    together: (/** @type {number[]} */ nets) => {
      const net = nets.reduce((sum, each) => sum + each, 0);
      const came = net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : "are even";
      return `With ${nets.length} hands you ${came}`;
    },
  },
  felt: {
    dealer: "Dealer", board: "Community cards", rules: "Rule Cards", hand: "Your cards", playBox: "Play",
    yours: (/** @type {string[]} */ cards) => `Your cards: ${cards.map(cardName).join(", ")}`,
    limits: (/** @type {number[]} */ [low, high]) =>
      low === high ? `${money(low)}` : `${money(low)} – ${money(high)}`,
    token: "token", ofToken: (/** @type {number} */ cents) => (cents ? ` (${money(cents)} of it a token)` : ""),
    spot: (
      /** @type {string} */ name,
      /** @type {number} */ amount,
      /** @type {string} */ limits,
      /** @type {string} */ need,
      /** @type {number} */ token,
    ) =>
      [
        `${name}: ${amount ? `${money(amount)} bet${words.felt.ofToken(token)}` : "no bet"}.`,
        need,
        limits && `${limits}.`,
      ].filter(Boolean).join(" "),
    need: /** @type {Record<string, string>} */ ({
      initial: "Required to play.", raise: "Bet during the round.", side: "Optional.", progressive: "Optional.",
      opener: "Opens a round by itself.",
    }),
    spotHelp: "Enter adds the chosen chip, Backspace takes it off.",
    card: (/** @type {string | null} */ code, by = "") =>
      `${code ? cardName(code) : words.cards.down}${by ? `, out by ${by}` : ""}`,
    firstBet: "start here", later: "bet later",
    places: /** @type {Record<string, string>} */ ({ board: "Community cards", named: "Rule Cards" }),
    // "= Ante", "2 × Ante", "1–3 × Ante"
    equals: (/** @type {string} */ name, /** @type {number[]} */ units) => {
      const least = units[0] ?? 1, most = units.at(-1) ?? 1;
      return most === 1 ? `= ${name}` : `${least === most ? most : `${least}–${most}`} × ${name}`;
    },
    ruleDeck: "The Rule Cards",
    won: (/** @type {number} */ cents) => `+${money(cents)}`,
    lost: (/** @type {number} */ cents) => `${MINUS}${money(cents)}`,
    push: "push",
  },
  // For a game whose felt has no words of its own.
  plain: {
    bet: "the first bet",
    about: /** @type {Record<string, string>} */ ({
      initial: "The bet that starts every round.",
      opener: "You can start a round with this bet alone.",
      raise: "Made during the round: it depends on your decision.",
      bonus: "No stake of its own: it is paid on another bet.",
      side: "Paid by its own pay table, whoever wins.",
      progressive: "Has a fixed price and can win the jackpot shown above.",
    }),
  },
  now: {
    left: "You have left the table.",
    leftMore: "Your chips are still yours.",
    leaving: "You are leaving. The table finishes this round for you.",
    /** @param {string} reason */
    sentOff: (/** @type {string} */ reason) =>
      `The floor wants this seat back after the round${reason ? `: ${reason}` : ""}. You keep playing until then.`,
    watch: "You are watching. Take a seat to play.",
    nobody: "You are watching. To play, reload the page in a moment.",
    staff: "You are watching. Staff do not play.",
    full: "You are watching. Every seat is taken.",
    forOne: "You are watching. This table is for one player.",
    bet: (/** @type {string} */ name) => `Put a chip on ${name}, then press Deal.`,
    more: "Press Deal. Bonus bets are optional.",
    waitBets: (/** @type {string} */ who) => `Bets are down. Waiting for ${who}.`,
    waitRound: "A round is in progress. You are in the next one.",
    waitPlay: (/** @type {string} */ who) => `Waiting for ${who} to decide.`,
    dealing: "Dealing.",
    decided: "Decision made.",
    folded: "You folded. The dealer finishes the round.",
    turning: "The dealer is turning over cards.",
    dealers: "Waiting for the dealer's hand.",
    settling: "Taking and paying.",
    short: (/** @type {string} */ needed, /** @type {string} */ more) =>
      `The next bet takes ${needed} more; you are ${more} short.`,
    shortMore: "Bet less, or get chips in Settings before you deal. Without them you can only fold.",
    shortFloor: "Bet less, or ask the floor for chips before you deal. Without them you can only fold.",
    decidedFor: /** @type {Record<string, string>} */ ({
      clock: "Time ran out, so the table decided for you.",
      away: "You were away, so the table decided for you.",
      leaving: "You were leaving, so the table decided for you.",
      closing: "The house closed, so the table decided for you.",
    }),
    paused: "The table is paused.",
    closed: "This table is closed.",
    out: "You are sitting this round out.",
    setShort: (/** @type {number} */ cards) => `You left ${cards} of that side out: the hand is played as you set it.`,
    setReady: (/** @type {number} */ cents) => `Now press Play (${money(cents)}) or Fold.`,
    tradeReady: (/** @type {string[]} */ cards, /** @type {number} */ all) =>
      `Now press Trade ${cards.map(cardSign).join(" ")}, or keep all ${all === 3 ? "three" : all}.`,
  },
  decide: {
    inBox: (/** @type {number} */ count, /** @type {number} */ all) => `${count} of ${all} cards in the box`,
    chooseSet: "Set your hand first.",
    chooseTrade: "Choose what to trade.",
    seeStruck: "Tap a card to trade it, and see which Rule Cards would strike it.",
    struckBy: (/** @type {string[]} */ names) =>
      names.length ? `Struck by: ${names.join(", ")}` : "No Rule Card strikes it.",
    isBest: "the best set", notBest: "not the best set",
  },
  result: {
    won: (/** @type {number} */ cents) => `You won ${money(cents)}.`,
    lost: (/** @type {number} */ cents) => `You lost ${money(-cents)}.`,
    even: "You are even this round.",
    void: (/** @type {string} */ why) => `Void: every open bet is returned${why ? ` (${why})` : ""}.`,
    watched: "The round is over.",
    net: "Net", title: "This round, bet by bet", push: "push, bet returned",
    token: (/** @type {Wire.Result} */ done, /** @type {{ tokens?: Wire.Cents }} */ hand) =>
      done.token ? "; the token comes back" : hand.tokens?.[done.wager] ? "; the token is taken" : "",
    dealer: (/** @type {string} */ call) =>
      /^dealer/i.test(call) ? call : `Dealer: ${call.replace(": dealer does", ", does")}`,
    announce: (/** @type {number} */ cents, /** @type {string[]} */ rows) => {
      const came = cents > 0 ? `You won ${money(cents)}` : cents < 0 ? `You lost ${money(-cents)}` : "You are even";
      return `${came}. ${rows.join(" ")}`;
    },
    row: (/** @type {string} */ name, /** @type {number} */ net, /** @type {string} */ why) =>
      `${name} ${net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : words.result.push}: ${why}.`,
  },
  refused: {
    lost: "Not sent: the connection is lost.",
    limits: (/** @type {string} */ name, /** @type {number[]} */ limits) =>
      `${name} takes ${words.felt.limits(limits)}.`,
    first: (/** @type {string} */ name) => `Bet ${name} first: other bets need it.`,
    "insufficient-funds": "You do not have that many chips. Get more in Settings.",
    askFloor: "You do not have that many chips. Ask the floor for more.",
    "insufficient-tokens": "You do not have that many tokens.",
    "bets-closed": "No more bets: the cards are out.",
    later: (/** @type {string} */ name) => `You bet ${name} after the cards are dealt.`,
  },
  coach: {
    title: "Coach", ask: "Ask the coach", hide: "Hide the coach", always: "Always show", more: "Why?", less: "Less",
    thinking: "Working it out exactly…",
    none: "The coach has advice when you have a decision to make.",
    nothing: "This game has no decisions: once your bets are down, the cards decide.",
    average: "on average ",
    outcome: (/** @type {number} */ cents) =>
      Math.abs(cents) < 0.5 ? "you break even" : `you ${cents < 0 ? "lose" : "win"} ${dollars(cents)}`,
    alone: "Each hand is valued by itself: the coach does not count the cards that you see in your other hands.",
    fresh: "These values are for a fresh shoe: the coach does not count the cards that are gone.",
    unit: (/** @type {string} */ name) =>
      `Counts all your open bets. The small figure is the same value in ${name} bets.`,
    unitOf: (/** @type {number} */ cents, /** @type {string} */ bet) =>
      `For ${bet} of ${money(cents)}. The small figure is the same value in bets.`,
    lose: (/** @type {number} */ cents) => `lose ${dollars(cents)}`,
    win: (/** @type {number} */ cents) => `win ${dollars(cents)}`,
    applies: "this hand",
    plain: /** @type {[term: string, meaning: string][]} */ ([
      ["four-flush", "four cards of one suit"],
      ["straight draw that two ranks complete", "such as 5-6-7-8: a 4 or a 9 makes the straight"],
      ["gutshot", "such as 5-6-8-9: only a 7 makes the straight"],
    ]),
    best: "best", named: "the strategy",
    sampled: (/** @type {string} */ name) =>
      `From the strategy “${name}”; values are sampled. Best play is not computed for this game.`,
    strategy: "The rule to remember",
    card: "Print as a card (new tab)",
    failed: "The lab is busy. Ask again in a moment.",
    names: /** @type {Record<string, string>} */ ({
      fold: "Fold",
      play: "Play",
      "play odd": "Play odd",
      "play even": "Play even",
      bet: "Bet",
      keep: "Keep all three",
    }),
    trade: (/** @type {string[]} */ cards) => `Trade ${cards.map(cardSign).join(" ")}`,
    doing: /** @type {Record<string, string>} */ ({
      fold: "Folding",
      play: "Playing",
      "play odd": "Playing odd",
      "play even": "Playing even",
      bet: "Betting",
      keep: "Keeping all of",
    }),
    trading: (/** @type {string[]} */ cards) => `Trading ${cards.map(cardSign).join(" ")} from`,
    right: (/** @type {string} */ doing, /** @type {string} */ hand) =>
      `Right: ${doing[0].toLowerCase()}${doing.slice(1)}${hand ? ` ${hand}` : ""} is the best choice.`,
    cost: (
      /** @type {string} */ doing,
      /** @type {string} */ hand,
      /** @type {number} */ share,
      /** @type {string} */ bet,
      /** @type {string} */ best,
      /** @type {number} */ cents,
    ) =>
      `${doing}${hand ? ` ${hand}` : ""} costs ${dollars(cents)} on average, ${percent(share)} of ${bet}. `
      + `Best was: ${best}.`,
    spoken: (/** @type {string[]} */ values) => `Coach, on average: ${values.slice(0, 4).join("; ")}.`,
    warning: (/** @type {string} */ choice, /** @type {number} */ cents, /** @type {string} */ best) =>
      `${choice} costs you ${dollars(cents)} on average. The coach would choose: ${best}.`,
    wait: "Stop: that would be a mistake.", anyway: "Do it anyway", takeBack: "Go back",
    badSet: "The hand you set is not the best one: that may cost more.",
  },
};
