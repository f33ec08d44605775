// Data sent to the lab's pages. Each interface names the Python that sends it; tests/web/test_wire_types.py compares them.
declare namespace Lab {
  /** @from feltlab.web.lab.answers.OptionShown */
  interface Option {
    choice: string;
    ev?: string;
    ev_float: number;
    standard_error?: number;
  }

  /** @from feltlab.web.lab.answers.Advised */
  interface Advised {
    options: Option[];
    best: string;
    strategy?: string;
  }

  /** @from feltlab.web.lab.answers.MeterAnswer */
  interface Meter {
    figures: Nested;
    chart: Site.Chart;
  }
  type Nested = { [name: string]: Nested | number | string };

  /** @from feltlab.web.lab.answers.DrawnAnswer */
  interface Drawn {
    charts: Site.Chart[];
  }

  type Spread = { mean: number; standard_deviation: number; percentiles: Record<"5" | "50" | "95", number> };
  type Sessions = {
    result: Spread;
    exact: { without_ruin_float: number } | null;
    ahead: { chance: number };
    ruin: { chance: number } | null;
  };
  type Shift = { win: Spread; theo: string | null; theo_float: number; house_loses: { chance: number } };

  /** @from feltlab.web.lab.answers.Simulated */
  interface Simulated {
    figures: Sessions | Shift;
    charts: Site.Chart[];
  }

  /** @from feltlab.web.lab.sections.explored */
  interface Hand {
    field: string;
    cards: number;
    optional: boolean;
  }

  /** @from feltlab.web.lab.sections.explorer */
  interface Explorer {
    initial: string;
    stake: number;
    stakes: Record<string, number>;
    meters: Record<string, number>;
    decks: number | null;
    jokers: number;
    rules: string;
  }

  /** @from feltlab.web.site.text.TEXT:lab @from feltlab.web.site.text.lab_words */
  interface Words {
    bets_too: string;
    choice: string;
    clear: string;
    deck: string;
    decks: string;
    exactly: string;
    explore_best: string;
    explore_named: string;
    explore_pick: string;
    fields: Record<string, string>;
    optional: string;
    random: string;
    value: string;
    value_unit: string;
  }
}
