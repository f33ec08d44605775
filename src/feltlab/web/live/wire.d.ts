// The live tables' answers over HTTP. Each interface names the Python that sends it; tests/web/test_wire_types.py compares them.
declare namespace Live {
  /** @from feltlab.web.live.answers.Me */
  interface Me {
    player: string;
    name: string;
    role: "player" | "dealer" | "floor" | "auditor" | "admin";
    purse: number;
    tokens: number;
    mode: "demo" | "login";
  }

  /** @from feltlab.web.live.answers.TableRow */
  interface Listed {
    table: string;
    game: string;
    title: string;
    status: Wire.View["status"];
    seats: number;
    taken: number;
    bots: number;
    private: boolean;
    round: number;
    floor: boolean;
    you: number | null;
  }

  /** @from feltlab.web.live.answers.Tables */
  interface Tables {
    tables: Listed[];
  }

  /** @from feltlab.web.live.answers.Opened @from feltlab.web.live.chips.answered */
  interface Opened {
    table: string;
  }

  /** @from feltlab.web.live.chips.answered */
  interface Purse {
    purse: number;
  }

  /** @from feltlab.web.live.answers.TablePage */
  interface TablePage {
    view: Wire.View;
    spots: Pick<Wire.Spot, "wager" | "name" | "role" | "limits">[];
    floor: boolean;
  }

  /** @from feltlab.web.live.answers.RoundList */
  interface Rounds {
    rounds: Wire.Recorded[];
  }
}
