// The felt, event by event: a copy of the server's view that moves from one view to the next, so that things happen
// on the screen in the order the dealer does them. The server's view has the last word.
/** @param {Wire.View} view */
export function copy(view) {
  return structuredClone(view);
}

/**
 * @param {number} number
 * @param {Wire.Place[]} table
 * @returns {Wire.Round}
 */
export function newRound(number, commitment = "", table = []) {
  return {
    number, phase: "bets", commitment, asked: "", waiting: [], deadline: 0, dealer: [], board: [], rules: [],
    turned: [], laid: null, seats: {}, reason: "", client_seeds: [],
    ...Object.fromEntries(table.map(({ place }) => [place, []])),
  };
}

/**
 * The cards of the table, by place.
 * @param {Wire.Round} round
 */
export function placesOf(round) {
  return /** @type {Record<string, Wire.Card[]>} */ (/** @type {unknown} */ (round));
}

/**
 * @param {Wire.Round} round
 * @param {number | string} seat
 */
function hand(round, seat) {
  round.seats[seat] ??= {
    stakes: {},
    tokens: {},
    ready: false,
    cards: [],
    decided: [],
    choices: {},
    folded: false,
    replacement: null,
    results: [],
    hands: {},
    void: "",
    struck: [],
  };
  return round.seats[seat];
}

/**
 * The place that a turned name belongs to, and where among its cards.
 * @param {Wire.Place[]} table
 * @param {string} what
 */
function lying(table, what) {
  for (const { place, cards, parts } of table) {
    if (place === what) return { place, from: 0, to: cards };
    let from = 0;
    for (const [part, count] of Object.entries(parts)) {
      if (part === what) return { place, from, to: from + count };
      from += count;
    }
  }
  return null;
}

/**
 * @param {Wire.View} view
 * @param {Wire.Event} event
 * @param {Wire.View} after the view that the frame ends with: cards turned up are taken from there
 * @param {Wire.Place[]} table
 */
export function apply(view, event, after, table) {
  const round = view.round;
  switch (event.kind) {
    case "Seated":
      view.seats[event.seat] = {
        name: event.name,
        bot: event.bot,
        away: false,
        leaving: false,
        plays_on: false,
        reason: "",
        you: after.seats[event.seat]?.you ?? false,
      };
      break;
    case "Left":
      delete view.seats[event.seat];
      if (round?.phase === "bets") delete round.seats[event.seat];
      break;
    case "Leaving":
      if (view.seats[event.seat]) {
        Object.assign(view.seats[event.seat], { leaving: true, plays_on: event.plays_on, reason: event.reason });
      }
      break;
    case "PresenceChanged":
      if (view.seats[event.seat]) view.seats[event.seat].away = event.away;
      break;
    case "StatusChanged":
      view.status = event.status;
      view.reason = event.reason;
      break;
    case "Configured":
      break;
    case "RoundOpened":
      view.round = newRound(event.round, event.commitment, table);
      view.shoe = after.shoe;
      break;
    default:
      if (round) inRound(view, round, event, after, table);
  }
}

/**
 * An event in a round; `later` is that round as the frame ends with it.
 * @template {Wire.Kind} K
 * @typedef {object} At
 * @property {Wire.View} view
 * @property {Wire.Round} round
 * @property {Wire.Of<K>} event
 * @property {Wire.View} after
 * @property {Wire.Round | null} later
 * @property {Wire.Place[]} table
 */

/**
 * What each kind of event does to the current round.
 * @type {{ [K in Wire.Kind]?: (at: At<K>) => void }}
 */
const IN_ROUND = {
  WagersPlaced({ round, event }) {
    Object.assign(hand(round, event.seat), { stakes: event.stakes, tokens: event.tokens, ready: false });
  },
  Seeded({ round, event }) {
    /** @type {[number, string][]} */
    const own = event.text ? [[event.seat, event.text]] : [];
    round.client_seeds = [
      ...round.client_seeds.filter(([seat]) => seat !== event.seat),
      ...own,
    ].sort(([one], [other]) => one - other);
  },
  SeatReady({ round, event }) {
    hand(round, event.seat).ready = true;
  },
  BetsClosed({ round, event }) {
    round.phase = "play";
    round.deadline = 0;
    for (const seat of Object.keys(round.seats)) if (!event.seats.includes(Number(seat))) delete round.seats[seat];
  },
  Dealt({ round, event }) {
    if (event.to === "seat") hand(round, event.seat).cards.push(...event.cards);
    else placesOf(round)[event.to] = event.cards.map((card) => card ?? null);
  },
  Asked({ round, event }) {
    Object.assign(round, { asked: event.stage, waiting: event.seats, deadline: event.deadline });
  },
  ClockRestarted({ round, event }) {
    round.deadline = event.deadline;
  },
  Decided({ round, event }) {
    const own = hand(round, event.seat);
    Object.assign(own.choices, event.choice);
    own.decided = [...own.decided, event.stage];
    own.decided_by = event.by === "player" ? undefined : event.by;
    own.stakes = { ...own.stakes, ...event.raised };
    own.tokens = { ...own.tokens, ...event.tokens };
    own.folded = Object.values(own.choices).includes("fold");
    round.waiting = round.waiting.filter((seat) => seat !== event.seat);
    if (!round.waiting.length) Object.assign(round, { asked: "", deadline: 0 });
  },
  Drawn({ round, event, later }) {
    const own = hand(round, event.seat);
    own.replacement = Array.isArray(later?.seats[event.seat]?.replacement)
      ? [...[own.replacement ?? []].flat(), event.card]
      : event.card;
  },
  Turned({ round, event, table }) {
    const { place, from, to } = lying(table, event.what) ?? { place: event.what, from: 0, to: event.cards.length };
    const turned = event.at.length ? event.at : Array.from({ length: to - from }, (_, at) => from + at);
    const lies = placesOf(round)[place].map(
      (card, at) => (turned.includes(at) ? event.cards[turned.indexOf(at)] : card),
    );
    placesOf(round)[place] = lies;
    if (lies.slice(from, to).every(Boolean)) round.turned = [...round.turned, event.what];
    if (event.laid) round.laid = event.laid;
    for (const [seat, places] of Object.entries(event.struck)) strike(hand(round, seat), places, event.cards);
  },
  SeatSettled({ round, event, later }) {
    const own = hand(round, event.seat);
    own.results = [...own.results, ...event.results];
    own.hands = { ...own.hands, ...event.hands };
    const shown = later?.seats[event.seat];
    if (event.shows && shown) Object.assign(own, { cards: shown.cards, choices: shown.choices });
  },
  MetersFed: meters,
  MeterAwarded: meters,
  SeatVoided({ round, event, later }) {
    const own = hand(round, event.seat);
    own.void = event.reason || "void";
    own.results = later?.seats[event.seat]?.results ?? own.results;
  },
  RoundVoided: over("void"),
  RoundClosed: over("closed"),
};

/** @param {{ view: Wire.View, after: Wire.View }} at */
function meters({ view, after }) {
  view.meters = after.meters;
}

/** @param {"void" | "closed"} phase */
function over(phase) {
  /** @param {{ view: Wire.View, round: Wire.Round, later: Wire.Round | null }} at */
  return ({ view, round, later }) => {
    view.last = later ? structuredClone(later) : { ...round, phase };
    view.round = null;
  };
}

/**
 * @param {Wire.View} view
 * @param {Wire.Round} round
 * @param {Wire.Event} event
 * @param {Wire.View} after
 * @param {Wire.Place[]} table
 */
function inRound(view, round, event, after, table) {
  const later = [after.round, after.last].find((each) => each?.number === round.number) ?? null;
  const act = /** @type {((at: At<any>) => void) | undefined} */ (IN_ROUND[event.kind]);
  act?.({ view, round, event, after, later, table });
}

/**
 * By place in the hand after a trade: what took the card.
 * @param {Wire.Hand} own
 * @param {number[]} places
 * @param {string[]} cards
 */
function strike(own, places, cards) {
  own.struck = own.cards.map((_, at) => [...(own.struck[at] ?? []), ...(places.includes(at) ? cards : [])]);
}

/** @param {Pick<Wire.Hand, "results">} hand */
export function netOf(hand) {
  return hand.results.reduce((sum, done) => sum + done.returned - done.staked, 0);
}

/**
 * The bet on a spot; settled wagers are gone.
 * @param {Pick<Wire.Hand, "results" | "stakes">} hand
 */
export function openStakes(hand) {
  const done = new Set(hand.results.map((result) => result.wager));
  return Object.fromEntries(Object.entries(hand.stakes).filter(([wager]) => !done.has(wager)));
}

/**
 * The cards as they are after a trade, and which of them are out.
 * @param {Pick<Wire.Hand, "cards" | "choices" | "replacement" | "struck">} hand
 * @param {{ name: string }} trade
 * @param {number} [from] the place that was traded, if known; otherwise the first of two identical cards goes
 */
export function finalHand(hand, trade, from) {
  const cards = [...hand.cards];
  const made = hand.choices[trade.name];
  const known = typeof made === "string" || Array.isArray(made) ? [made].flat() : [];
  const places = known
    .map((code) => (from !== undefined && cards[from] === code ? from : cards.indexOf(code)))
    .filter((at) => at >= 0);
  const drawn = [hand.replacement ?? []].flat();
  places.forEach((at, number) => {
    if (drawn[number]) cards[at] = drawn[number];
  });
  return cards.map((code, at) => {
    const by = (hand.struck?.[at] ?? []).join(", ");
    return { code, by, out: Boolean(by) || code === "Jo", fresh: places.includes(at) };
  });
}
