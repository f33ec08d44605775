"""Figures: the results of an analysis, exact, with provenance; every rate names its denominator.

house edge        expected loss ÷ initial wager
element of risk   expected loss ÷ average total wager
RTP               1 − element of risk
average return    expected amount handed back, stakes included, in initial wagers
hit frequency     rounds in which more comes back than was staked ÷ all rounds
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from math import sqrt
from operator import attrgetter
from typing import Any, Final

from feltlab import __version__
from feltlab.errors import FeltlabError
from feltlab.wire import exact

EXACT: Final = "exact"
SAMPLED: Final = "sampled"
"""The method of estimated figures: every one of them has an interval."""
NORMAL_99: Final = 2.5758293035489004
"""99% of a normal distribution is within this many standard deviations of its mean."""
ESTIMATED: Final = (
    "element_of_risk", "rtp", "average_wager", "average_return", "fold_frequency", "hit_frequency", "win_frequency",
    "push_frequency", "loss_frequency", "variance", "standard_deviation",
)  # fmt: skip
"""The other values with an interval when figures are sampled."""
TIE_RULE = "of choices with equal expectation, the one with more money at risk is taken"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a round can end: in how many deals, and the amount staked and won or lost, in initial wagers."""

    event: str
    pays: str
    combinations: int
    staked: Fraction
    net: Fraction
    folded: bool = False
    paid: tuple[tuple[str, str, Fraction], ...] = ()
    """Lines of pay tables that were paid, and on how much: wager, event, stake."""


@dataclass(frozen=True)
class Figures:
    """The analysis of one wager, or of the main game."""

    game: str
    wager: str
    """A wager's slug, or `main` for the mandatory wager with all its raises."""
    strategy: str
    pay_tables: Mapping[str, str]
    outcomes: tuple[Outcome, ...]
    total: int
    """The number of equally likely deals; for a sample, its rounds."""
    method: str = "exact"
    tie_rule: str = TIE_RULE
    version: str = __version__
    extra: Mapping[str, Fraction] = field(default_factory=dict)
    """More figures of this game, such as how often the dealer qualifies."""
    seed: int | None = None
    """The seed of the sample, if there is one."""

    def __post_init__(self) -> None:
        if sum(outcome.combinations for outcome in self.outcomes) != self.total:
            raise AssertionError(f"{self.game} {self.wager}: the outcomes do not add up to all deals")

    def _mean(self, values: Iterable[Fraction]) -> Fraction:
        pairs = zip(values, self.outcomes, strict=True)
        return sum((value * outcome.combinations for value, outcome in pairs), Fraction(0)) / self.total

    def _frequency(self, chosen: Iterable[bool]) -> Fraction:
        pairs = zip(chosen, self.outcomes, strict=True)
        return Fraction(sum(outcome.combinations for wanted, outcome in pairs if wanted), self.total)

    @cached_property
    def expectation(self) -> Fraction:
        return self._mean(outcome.net for outcome in self.outcomes)

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @cached_property
    def average_wager(self) -> Fraction:
        return self._mean(outcome.staked for outcome in self.outcomes)

    @property
    def average_return(self) -> Fraction:
        return self.average_wager + self.expectation

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_wager

    @property
    def rtp(self) -> Fraction:
        return 1 - self.element_of_risk

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result of a round, in squared initial wagers."""
        return self._mean(outcome.net**2 for outcome in self.outcomes) - self.expectation**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def fold_frequency(self) -> Fraction:
        return self._frequency(outcome.folded for outcome in self.outcomes)

    @property
    def hit_frequency(self) -> Fraction:
        return self._frequency(outcome.net > 0 for outcome in self.outcomes)

    win_frequency = hit_frequency

    @property
    def push_frequency(self) -> Fraction:
        return self._frequency(outcome.net == 0 for outcome in self.outcomes)

    @property
    def loss_frequency(self) -> Fraction:
        return self._frequency(outcome.net < 0 for outcome in self.outcomes)

    def probability(self, event: str) -> Fraction:
        return self._frequency(outcome.event == event for outcome in self.outcomes)

    @property
    def is_sampled(self) -> bool:
        return self.method == SAMPLED

    @property
    def margin(self) -> float:
        """Half of the 99% interval of the house edge; zero for an exact figure."""
        return NORMAL_99 * sqrt(self.variance / self.total) if self.is_sampled else 0.0

    def interval(self, figure: Callable[["Figures"], Any]) -> tuple[float, float]:
        """The 99% interval of any figure of a sample, from how much each outcome would change it."""
        value, more = float(figure(self)), max(self.total // 1000, 1)
        step = more / (self.total + more)
        moved = [(float(figure(self._with(place, more))) - value) / step for place in range(len(self.outcomes))]
        chances = [outcome.combinations / self.total for outcome in self.outcomes]
        mean = sum(chance * move for chance, move in zip(chances, moved, strict=True))
        square = sum(chance * move**2 for chance, move in zip(chances, moved, strict=True))
        margin = NORMAL_99 * sqrt(max(square - mean**2, 0.0) / self.total)
        return value - margin, value + margin

    def margin_of(self, figure: Callable[["Figures"], Any]) -> float:
        """Half of the 99% interval; zero for an exact figure."""
        low, high = self.interval(figure) if self.is_sampled else (0.0, 0.0)
        return (high - low) / 2

    def _with(self, place: int, more: int) -> "Figures":
        outcome = self.outcomes[place]
        changed = replace(outcome, combinations=outcome.combinations + more)
        outcomes = (*self.outcomes[:place], changed, *self.outcomes[place + 1 :])
        return replace(self, outcomes=outcomes, total=self.total + more)

    def sampled_dict(self) -> dict[str, Any]:
        """What to show about a sample besides its figures; empty for exact figures."""
        if not self.is_sampled:
            return {}
        edge = float(self.house_edge)
        return {
            "method": SAMPLED,
            "rounds": self.total,
            "seed": self.seed,
            "confidence_float": 0.99,
            "house_edge_interval": [edge - self.margin, edge + self.margin],
            **{f"{name}_interval": list(self.interval(attrgetter(name))) for name in ESTIMATED},
        }

    def staked_on(self, wager: str, event: str) -> Fraction:
        """The average stake on a bet when a line of its pay table is paid, in initial wagers."""
        paid = [(outcome, line) for outcome in self.outcomes for line in outcome.paid]
        if not paid:  # the outcomes are its lines
            return self.probability(event)
        stakes = (line[2] * outcome.combinations for outcome, line in paid if line[:2] == (wager, event))
        return sum(stakes, Fraction(0)) / self.total

    def _margins(self, outcome: Outcome) -> dict[str, float]:
        """Half of the 99% intervals of how often it occurs and how much it returns."""
        if not self.is_sampled:
            return {}
        share = outcome.combinations / self.total
        margin = NORMAL_99 * sqrt(share * (1 - share) / self.total)
        return {"probability_margin": margin, "return_margin": margin * abs(float(outcome.net))}

    def table(self) -> list[dict[str, Any]]:
        return [
            {
                "event": outcome.event,
                "pays": outcome.pays,
                "combinations": outcome.combinations,
                **exact(
                    probability=Fraction(outcome.combinations, self.total),
                    **{"return": Fraction(outcome.combinations, self.total) * outcome.net},
                ),
                **self._margins(outcome),
            }
            for outcome in self.outcomes
        ]

    def to_dict(self) -> dict[str, Any]:
        main = self.wager == "main"
        return {
            **({"strategy": self.strategy} if main else {}),
            **({"pay_table": self.pay_tables[self.wager]} if self.wager in self.pay_tables else {}),
            **self.sampled_dict(),
            **exact(
                house_edge=self.house_edge,
                element_of_risk=self.element_of_risk,
                rtp=self.rtp,
                average_wager=self.average_wager,
                average_return=self.average_return,
                fold_frequency=self.fold_frequency,
                hit_frequency=self.hit_frequency,
                win_frequency=self.win_frequency,
                push_frequency=self.push_frequency,
                loss_frequency=self.loss_frequency,
                variance=self.variance,
                **self.extra,
            ),
            "standard_deviation_float": self.standard_deviation,
            "denominators": {
                "house_edge": "initial wager",
                "element_of_risk": "average total wager",
                "rtp": "average total wager",
                "frequencies": "rounds",
            },
            "outcomes" if main else "events": self.table(),
        }

    def to_frame(self) -> Any:
        """The return table as a pandas DataFrame."""
        try:
            import pandas as pd  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError:
            raise FeltlabError("to_frame needs pandas, which is not installed: pip install pandas") from None
        return pd.DataFrame(self.table())

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(row['event'])}</td><td>{escape(row['pays'])}</td><td>{row['combinations']:,}</td>"
            f"<td>{row['probability_float']:.6%}</td><td>{row['return_float']:.4%}</td></tr>"
            for row in self.table()
        )
        head = "<tr><th>event</th><th>pays</th><th>combinations</th><th>probability</th><th>return</th></tr>"
        caption = (
            f"{escape(self.game)} {escape(self.wager)}, {escape(self.strategy)} strategy:"
            f" house edge {float(self.house_edge):.4%} of the initial wager,"
            f" element of risk {float(self.element_of_risk):.4%} of the average wager"
            + (f" (sampled, ± {self.margin:.4%})" if self.is_sampled else "")
        )
        return f"<table><caption>{caption}</caption>{head}{rows}</table>"


@dataclass(frozen=True)
class Analysis:
    """A game on given terms: the main game under a strategy, and each side bet."""

    game: str
    main: Figures
    wagers: Mapping[str, Figures]
    notes: tuple[str, ...] = ()
    """Warnings, such as a pay table that gives the player an edge."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "version": self.main.version,
            "method": self.main.method,
            "tie_rule": self.main.tie_rule,
            "pay_tables": dict(self.main.pay_tables),
            "main": self.main.to_dict(),
            "wagers": {
                wager: ({"method": figures.method} if self.main.is_sampled else {}) | figures.to_dict()
                for wager, figures in self.wagers.items()
            },
            "notes": list(self.notes),
        }


class Priced(str):
    """A line of a strategy in words that begins with the name of a strategy and gives its cost."""

    strategy: str

    def __new__(cls, strategy: str, words: str) -> "Priced":
        line = super().__new__(cls, words)
        line.strategy = strategy
        return line


@dataclass(frozen=True)
class Option:
    choice: str
    ev: Fraction
    standard_error: float = 0.0
    """Of a sampled value."""


@dataclass(frozen=True)
class Advice:
    """Each choice with the expected net of all live wagers, in units of the initial wager."""

    options: tuple[Option, ...]
    """Ordered by money at risk: of options with equal expectation the last is best, unless one is preferred."""
    preferred: str | None = None
    method: str = "exact"
    strategy: str = ""
    """The named strategy that decides, if best play is not known."""
    followed: str = ""
    """What that strategy does."""

    @property
    def best(self) -> Option:
        """The best option; for a game without best play, the named strategy's choice."""
        if self.method == SAMPLED:
            return next(option for option in self.options if option.choice == self.followed)
        return max(reversed(self.options), key=lambda option: (option.ev, option.choice == self.preferred))

    def to_dict(self) -> dict[str, Any]:
        if self.method == SAMPLED:
            values = [
                {"choice": option.choice, "ev_float": float(option.ev), "standard_error": option.standard_error}
                for option in self.options
            ]
            return {"options": values, "best": self.best.choice, "method": SAMPLED, "strategy": self.strategy}
        return {
            "options": [{"choice": option.choice, **exact(ev=option.ev)} for option in self.options],
            "best": self.best.choice,
        }
