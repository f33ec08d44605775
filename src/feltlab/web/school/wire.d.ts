// Data sent to the dealer's school. Each interface names the Python that sends it; tests/web/test_wire_types.py compares them.
declare namespace School {
  /** @from feltlab.web.school.pays._field */
  interface Field {
    name: string;
    label: string;
    staked: number;
  }

  type Choice = { kind: "choice"; options: { value: string; words: string }[] };
  /** Some of the cards; `count` is null if any number will do. */
  type Cards = { kind: "cards"; from: string[]; count: number | null };
  type Places = { kind: "places"; options: { value: string; card: string }[] };
  type Money = { kind: "money"; fields: Field[] };
  type Round = { kind: "round"; seats: number[]; fields: Field[] };
  type Asked = Choice | Cards | Places | Money | Round;

  /** The cards on the table; empty places are left out. */
  type Shown = {
    dealer?: string[];
    board?: string[];
    rules?: string[];
    meter?: { name: string; cents: number };
    seats?: { name: string; cards: string[]; did?: string }[];
  };

  /** @from feltlab.web.lab.answers.AskedAnswer */
  interface Question {
    id: string;
    question: string;
    hint: string;
    show: Shown;
    ask: Asked;
    rules: { number: number; words: string }[];
    pays: { name: string; lines: { event: string; pays: string }[] }[];
  }

  type Answer = string | string[] | null | Record<string, number | null> | {
    order: number[];
    amounts: Record<string, number | null>;
  };

  /** @from feltlab.web.lab.answers.Marked */
  interface Marked {
    right: boolean;
    /** The value of a choice, or cards or places; amounts are in the explanation. */
    correct: string | string[];
    step: string;
    explain: string[];
    marks: string[];
    about: string[];
  }

  /** @from feltlab.web.site.text.TEXT:school */
  interface Words {
    passed: string;
    passes: string;
    levels: string[];
    level: string;
    back: string;
    best: string;
    board: string;
    check: string;
    correct: string;
    counted: string;
    counted_any: string;
    dealer: string;
    dealers_left: string;
    dealers_right: string;
    manual: string;
    missing: Missing;
    money_form: string;
    next: string;
    none_stays: string;
    open_pays: string;
    open_rules: string;
    order_pick: string;
    pays_needed: string;
    right: string;
    right_choice: string;
    rules: string;
    rules_link: string;
    score: string;
    seat: string;
    staked: string;
    streak: string;
    untried: string;
    wrong: string;
    your_choice: string;
  }

  /** @from feltlab.web.site.text.TEXT:school.missing */
  interface Missing {
    amounts: string;
    any: string;
    cards: string;
    choice: string;
    form: string;
    full: string;
    order: string;
    places: string;
  }
}
