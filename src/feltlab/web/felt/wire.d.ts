// What goes over the wire to a table's page: views and events (table/views.py, table/events.py), the felt (pages.py).
declare namespace Wire {
  /** A card by its name, as "As"; null lies face down. */
  type Card = string | null;
  type Cents = Record<string, number>;
  /** What was chosen, by the name of the question; and "set", a side or cards. */
  type Choice = Record<string, string | string[] | null>;

  interface Config {
    game: string;
    title: string;
    seats: number;
    betting_seconds: number;
    decision_seconds: number;
    private: boolean;
    fingerprint: string;
  }

  interface Seat {
    name: string;
    bot: string;
    away: boolean;
    leaving: boolean;
    you: boolean;
  }

  interface Result {
    wager: string;
    staked: number;
    returned: number;
    why: string;
    token?: number;
  }

  interface Hand {
    stakes: Cents;
    tokens: Cents;
    ready: boolean;
    cards: Card[];
    decided: string[];
    choices: Choice;
    folded: boolean;
    replacement: Card | string[];
    results: Result[];
    hands: Record<string, string>;
    void: string;
    /** By place in the hand: the cards that have taken it. */
    struck: string[][];
    up?: number[];
    barred?: string[];
  }

  interface Laid {
    hand: string[];
    unused: string[];
    qualifies: boolean;
  }

  /** The places of the table beside these three have their names from the felt: `placesOf` reads them. */
  interface Round {
    number: number;
    phase: "bets" | "play" | "closed" | "void";
    commitment: string;
    asked: string;
    waiting: number[];
    deadline: number;
    dealer: Card[];
    board: Card[];
    rules: Card[];
    turned: string[];
    laid: Laid | null;
    seats: Record<string, Hand>;
    reason: string;
    client_seeds: [number, string][];
    seed?: string;
  }

  interface Shoe {
    decks: number;
    cards: number;
    left: number;
    cut: number;
    gone: Record<string, number>;
    fresh_next: boolean;
  }

  interface View {
    table: string;
    v: number;
    status: "open" | "paused" | "closed";
    reason: string;
    config: Config;
    meters: Cents;
    seats: Record<string, Seat>;
    round: Round | null;
    last: Round | null;
    you: number | null;
    shoe: Shoe | null;
  }

  /** What an event of each kind has besides its kind and its number. */
  interface Kinds {
    Seated: { seat: number; name: string; bot: string };
    Leaving: { seat: number };
    Left: { seat: number };
    PresenceChanged: { seat: number; away: boolean };
    StatusChanged: { status: View["status"]; reason: string };
    Configured: object;
    RoundOpened: { round: number; commitment: string; fresh_shoe?: boolean };
    WagersPlaced: { seat: number; stakes: Cents; tokens: Cents };
    Seeded: { seat: number; text: string };
    SeatReady: { seat: number };
    BetsClosed: { seats: number[] };
    /** To a seat, or to a place of the table. */
    Dealt: { to: string; seat: number; cards: Card[] };
    Asked: { stage: string; seats: number[]; deadline: number };
    ClockRestarted: { deadline: number };
    Decided: { seat: number; stage: string; choice: Choice; raised: Cents; tokens: Cents };
    Drawn: { seat: number; card: string };
    Turned: { what: string; cards: string[]; at: number[]; struck: Record<string, number[]>; laid: Laid | null };
    MetersFed: object;
    MeterAwarded: object;
    SeatSettled: { seat: number; results: Result[]; hands: Record<string, string>; shows: boolean };
    SeatVoided: { seat: number; reason: string };
    RoundVoided: object;
    RoundClosed: object;
  }
  type Kind = keyof Kinds;
  type Of<K extends Kind> = Kinds[K] & { kind: K; v: number; call?: string };
  type Event = { [K in Kind]: Of<K> }[Kind];

  interface Frame {
    v: number;
    now: number;
    view: View;
    events: Event[];
    purse?: number | null;
    tokens?: number | null;
  }

  /** A place of the table: its cards, and those that are turned together, by name. */
  interface Place {
    place: string;
    cards: number;
    parts: Record<string, number>;
    named: boolean;
    may?: boolean;
  }

  interface Asking {
    name: string;
    call: string;
    options: Record<string, number>;
    wager: string | null;
    of: string | null;
    trades: number;
    set: { cards: number; sides: Record<string, string[]> } | null;
  }
}
