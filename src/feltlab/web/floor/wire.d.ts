// Data sent to the floor's pages. Each interface names the Python that sends it; tests/web/test_wire_types.py compares them.
declare namespace Floor {
  type Cause = { cause: string; words: string };

  /** @from feltlab.web.floor.standing */
  interface Meter {
    wager: string;
    name: string;
    increment_ppm: number;
    next_increment_ppm: number | null;
  }

  /** @from feltlab.web.floor.standing @from feltlab.web.floor.deal */
  interface Table {
    table: string;
    name: string;
    round: { number: number; phase: Wire.Round["phase"]; open_stakes: Record<string, Wire.Cents> } | null;
    meters: Meter[];
    causes: { seat: Cause[]; round: Cause[] };
    wager_names: Record<string, string>;
  }

  /** The data of a live page. @from feltlab.web.floor.pages @from feltlab.web.floor.deal */
  interface Board {
    tables: Table[];
  }

  /** The rows of the list that changed, as HTML, and the order of all rows. @from feltlab.web.floor.rows @from feltlab.web.floor.board */
  interface Changes {
    mark: string;
    order: string[];
    rows: Record<string, string>;
    around: string;
  }

  /** The answer to a command or a new table: done, or waiting for a second person. @from feltlab.web.door.answers.Awaited @from feltlab.web.live.answers.Opened */
  interface Done {
    table?: string;
    request?: number;
    words?: string;
  }

  /** What a player has after chips changed hands; or a request that waits for a second person. @from feltlab.web.door.answers.DoneAnswer @from feltlab.web.door.answers.Awaited */
  interface Chips {
    purse?: number;
    tokens?: number;
    request?: number;
    words?: string;
  }

  /** The next step of the login, if any. @from feltlab.web.accounts.api.Entering */
  interface Entering {
    next: string;
  }

  /** @from feltlab.web.accounts.api.NewFactor */
  interface NewFactor {
    secret: string;
    uri: string;
    qr: { size: number; path: string };
  }

  /** @from feltlab.web.accounts.api.RecoveryCodes */
  interface RecoveryCodes {
    codes: string[];
    next: string;
  }

  /** @from feltlab.web.floor.staff.ResetAccount */
  interface Reset {
    password: string;
  }

  /** @from feltlab.web.live.answers.Verified */
  interface Checked {
    chain: boolean;
    broken: string | null;
    replay: boolean;
    books: boolean;
    wrong: string[];
  }

  /** @from feltlab.web.live.answers.Shuffle */
  interface Shuffle {
    table: string;
    round: number;
    verified: boolean;
    cards: number;
    differs: Difference[];
  }
  type Difference = { what: string; due: string };

  /** @from feltlab.web.live.answers.OneRound */
  interface OneRound {
    round: Wire.Recorded;
  }

  /** @from feltlab.web.floor.text.WORDS:script */
  interface Words {
    amount_bad: string;
    approve_title: string;
    approve_words: string;
    asleep: string;
    awaited: string;
    block: string;
    books_bad: string;
    cancel: string;
    cards_bad: string;
    cards_good: string;
    cards_none: string;
    cause: string;
    chain_bad: string;
    chain_good: string;
    checking: string;
    choose_cause: string;
    close: string;
    close_refund: string;
    close_title: string;
    close_words: string;
    commitment_bad: string;
    commitment_good: string;
    computed: string;
    context: string;
    context_hash: string;
    copied: string;
    differs: string;
    differs_one: string;
    due: string;
    go_approve: string;
    go_closed: string;
    go_open: string;
    go_paused: string;
    go_rate: string;
    go_refuse: string;
    go_void: string;
    go_void_hand: string;
    go_void_round: string;
    live: string;
    login_failed: string;
    lost: string;
    no_answer: string;
    not_copied: string;
    note: string;
    note_hint: string;
    not_json: string;
    not_the_same: string;
    number_bad: string;
    open_title: string;
    open_words: string;
    pause_title: string;
    pause_words: string;
    published: string;
    rate: string;
    rate_bad: string;
    rate_title: string;
    rate_words: string;
    reason: string;
    reason_hint: string;
    refuse_title: string;
    refuse_words: string;
    replay_bad: string;
    round_causes: string;
    seat: string;
    seat_causes: string;
    seat_name: string;
    seat_part: string;
    stack_good: string;
    stream_unavailable: string;
    stream_words: string;
    too_many: string;
    unreadable: string;
    verified: string;
    void_hand: string;
    void_hand_nothing: string;
    void_moved: string;
    void_round: string;
    void_round_nothing: string;
    void_title: string;
    was: string;
  }
}
