"""The answers of the floor's API, for its description; a test compares real answers with them."""

from typing import Any

from feltlab.web.door.answers import Described, Yes


class MetersLine(Described):
    """The cost of bets that feed meters, beside the expected cost."""

    fed: int
    reseeded: int
    fixed: int
    awarded: int
    due_base: float | None
    due_fixed: float | None


class PerformanceLine(Described):
    bets: int
    handle: int
    win: int
    theoretical_win: float | None
    theoretical_win_exact: str | None
    deviation: float | None
    z: float | None
    drop: int | None
    hold: float | None
    meters: MetersLine | None


class WagerLine(PerformanceLine):
    wager: str


class FloorTable(Described):
    table: str
    game: str
    title: str
    status: str
    reason: str
    private: bool
    dealer: str
    v: int
    rounds: int
    voids: int
    void_rate: float
    phase: str
    seats: dict[str, dict[str, Any]]
    meters: dict[str, int]
    bank: int
    performance: PerformanceLine
    wagers: list[WagerLine]


class Floor(Yes):
    strategy: str
    tables: list[FloorTable]


class Health(Yes):
    pass
