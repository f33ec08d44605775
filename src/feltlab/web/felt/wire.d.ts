// Data sent to a table's page: views, events and frames, and the print on its felt. Each interface names the Python that
// sends it, after @from; tests/web/test_wire_types.py compares them.
declare namespace Wire {
  /** A card by its name, such as "As"; null is a face-down card. */
  type Card = string | null;
  type Cents = Record<string, number>;
  /** What was chosen, by the name of the question; and "set", a side or cards. Of cards that others trade face down how
      many: true for one. */
  type Choice = Record<string, string | string[] | number | true | null>;

  /** @from feltlab.table.views._config_view */
  interface Config {
    game: string;
    title: string;
    seats: number;
    betting_seconds: number;
    decision_seconds: number;
    private: boolean;
    fingerprint: string;
  }

  /** @from feltlab.table.views._seat_view */
  interface Seat {
    name: string;
    bot: string;
    away: boolean;
    leaving: boolean;
    plays_on: boolean;
    reason: string;
    you: boolean;
  }

  /** @from feltlab.web.live.answers.ResultShown */
  interface Result {
    wager: string;
    staked: number;
    returned: number;
    why: string;
    token?: number;
  }

  /** @from feltlab.table.views.hand_view */
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
    /** By place in the hand: the Rule Cards that took the card. */
    struck: string[][];
    up?: number[];
    barred?: string[];
    /** What decided for your own seat if you did not: "clock", "away", "leaving", "closing". */
    decided_by?: string;
  }

  /** @from feltlab.table.views.laid_view */
  interface Laid {
    hand: string[];
    unused: string[];
    qualifies: boolean;
  }

  /** The other places of the table get their names from the felt; `placesOf` reads them. @from feltlab.table.views */
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

  /** @from feltlab.table.shoe.shoe_view */
  interface Shoe {
    decks: number;
    cards: number;
    left: number;
    cut: number;
    gone: Record<string, number>;
    fresh_next: boolean;
  }

  /** @from feltlab.table.views.view */
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

  /** The fields of each kind of event besides its kind and number. @from feltlab.table.events */
  interface Kinds {
    Seated: { seat: number; name: string; bot: string };
    Leaving: { seat: number; plays_on: boolean; reason: string };
    Left: { seat: number; why?: string; reason?: string };
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
    Decided: { seat: number; stage: string; choice: Choice; by: string; raised: Cents; tokens: Cents };
    Drawn: { seat: number; card: string };
    Turned: { what: string; cards: string[]; at: number[]; struck: Record<string, number[]>; laid: Laid | null };
    MetersFed: object;
    MeterAwarded: object;
    /** `says`: the call without whose bets they are; empty in older logs. */
    SeatSettled: { seat: number; results: Result[]; hands: Record<string, string>; shows: boolean; says: string };
    SeatVoided: { seat: number; reason: string };
    RoundVoided: object;
    RoundClosed: object;
  }
  type Kind = keyof Kinds;
  type Of<K extends Kind> = Kinds[K] & { kind: K; v: number; call?: string };
  type Event = { [K in Kind]: Of<K> }[Kind];

  /** @from feltlab.web.live.hall */
  interface Frame {
    v: number;
    now: number;
    view: View;
    events: Event[];
    purse?: number | null;
    tokens?: number | null;
  }

  /** A place of the table: its cards, and the groups turned together, by name. @from feltlab.web.felt.pages._lying */
  interface Place {
    place: string;
    cards: number;
    parts: Record<string, number>;
    named: boolean;
    may?: boolean;
  }

  /** @from feltlab.web.felt.pages._asked */
  interface Asking {
    name: string;
    call: string;
    options: Record<string, number>;
    wager: string | null;
    of: string | null;
    trades: number;
    set: { cards: number; sides: Record<string, string[]> } | null;
  }

  type Role = "initial" | "raise" | "side" | "progressive" | "bonus";

  /** @from feltlab.table.views.spots @from feltlab.web.felt.pages._printed @from feltlab.web.felt.pages.lines_of */
  interface Spot {
    wager: string;
    name: string;
    role: Role;
    /** Minimum and maximum; none if the bet follows from another. */
    limits: [number, number] | null;
    equals: string;
    /** The multiples of it that a raise may be. */
    units: number[];
    lines: { event: string; pays: string }[];
  }

  /** The words under `felt` in a game's folder; each is optional. */
  type FeltWords = {
    goal: string;
    print: string;
    second?: string;
    bet?: string;
    spread?: string;
    asks?: Record<string, { now?: string; tip?: string; press?: string; first?: string; bad?: string }>;
    about?: Record<string, string>;
    notes?: Record<string, string>;
    early?: Record<string, string>;
    terms?: { term: string; means: string }[];
  };

  /** @from feltlab.web.felt.pages.felt_of */
  interface Felt {
    game: string;
    title: string;
    words: FeltWords;
    /** The shape of all its spots, if they share one. */
    looks: { spots: "" | "diamond" | "box" | "round" | "meter" };
    spots: Spot[];
    initial: string;
    openers: string[];
    tokens: boolean;
    numbers: Record<string, unknown>;
    places: number;
    rules: { number: number; words: string }[];
    differs: string[];
    asks: Record<string, Asking>;
    table: Place[];
    hand: number;
    made: boolean;
    rule_cards: string[];
    strategies: Record<string, string>;
    simple: string;
    chips: number[];
    longest_seed: number;
    config: Config;
    limits: [name: string, words: string][];
  }

  /** The facts of a hand; a game may lack some. @from feltlab.web.felt.hands @from feltlab.games.*.reading */
  interface Facts {
    options: Record<string, string[]>;
    /** What the coach, the practice page and the decision say about it. */
    said?: string;
    shown?: string;
    hold?: string;
    near?: string;
    /** The best side, or the cards. */
    best?: string | string[];
    sides?: Record<string, { cards: string[]; call: string }>;
    /** By the places of the cards, such as "0123": the hand they make, or the total of fewer cards so far. */
    sets?: Record<string, string>;
    fewer?: Record<string, string>;
    best_sets?: string[];
    /** By place in the hand: the Rule Cards that would take it. */
    struck?: string[][];
    made_of?: string[];
    /** The strategy line for this hand. */
    rule?: number;
  }

  /** @from feltlab.web.lab.answers.OptionShown */
  interface Option {
    choice: string;
    ev?: string;
    ev_float: number;
  }

  /** @from feltlab.web.live.answers.Coach */
  interface Advice {
    options: Option[];
    best: string;
    strategy?: string;
    fresh_shoe?: boolean;
  }

  /** @from feltlab.web.felt.pages.table_strategy */
  interface Strategy {
    lines: string[];
  }

  /** @from feltlab.web.felt.pages._shown */
  interface Posed {
    cards: string[];
    board: string[];
    facts: Facts;
  }

  /** The verdict on a choice, besides the values of all. @from feltlab.web.felt.practice.judged */
  interface Verdict extends Advice {
    choice: string;
    right: boolean;
    cost_float: number;
  }

  /** A seat in a finished round; of other players' hands, only the public part. @from feltlab.table.history._player @from feltlab.web.live.recall._others */
  interface Played {
    player: string;
    name: string;
    stakes: Cents;
    tokens?: Cents;
    choices?: Choice;
    results: Result[];
    hands?: Record<string, string>;
    struck?: string[][];
    turned_up?: Card[];
  }

  /** A finished round. @from feltlab.table.history.history @from feltlab.web.live.recall._record */
  interface Recorded {
    table: string;
    round: number;
    game: string;
    reason: string;
    seats: number;
    seed: string;
    commitment: string;
    client_seeds: [number, string][];
    laid: Laid | null;
    dealt: Dealt;
    players: Record<string, Played>;
    own?: string[];
    decks?: number;
    jokers?: number;
    gone?: string[];
    cut?: Record<string, unknown> & { decks?: number; jokers?: number };
  }

  /** The seats' cards and draws, by seat; the table's cards, by place. */
  type Dealt = { seats?: Record<string, string[]>; replacements?: Record<string, string | string[]> } & {
    [place: string]: unknown;
  };
}
