"""A progressive bet in the long run, exactly: what its meter comes to, and what that makes of the bet.

Everything is in bets. With each bet the meter grows by the increment c; then the bet is settled at the meter X as it
stands, its own increment included. An award of a share s, of probability p_s, leaves (1 − s) · X; when all of it is
won, with probability p_all, the house starts it again at its base amount S. So from one bet to the next

    X′ = c + S            with p_all
    X′ = c + (1 − s) · X  with p_s, for each share below one
    X′ = c + X            otherwise

and in the long run  E[X] = (c + p_all · S) ÷ Σ s · p_s  over all shares, the whole one included. The same step for X²
gives the variance. What comes back of a bet is then c + p_all · S + the fixed awards: increments all come back in the
end, the house adds the base amounts.

Whether a bet wins does not depend on the meter, so bets that win meet the same meters as all bets do: the mean meter
when it is won, by whatever award, is the mean meter that a random bettor plays for, and so is its whole spread.
Bets are taken one after the other. Where several seats win in one round they share; at the odds of these games
that is too rare to be seen in any figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from feltlab.errors import RulesError
from feltlab.exact.meter_distribution import MeterDistribution, MeterModel, distribution
from feltlab.money import dollars
from feltlab.rules.pay_table import PayTable, Share
from feltlab.rules.progressive import Progressive
from feltlab.wire import exact

USUAL_PRICES = (100, 500)
"""Cents: for a bet without a price of its own."""


@dataclass(frozen=True, slots=True)
class Award:
    """One line of the pay table: a share of the meter, or a fixed multiple of the bet with the stake not returned."""

    event: str
    pays: str
    probability: Fraction
    share: Fraction = Fraction(0)
    multiple: Fraction = Fraction(0)

    @property
    def mean_bets_between(self) -> Fraction | None:
        return 1 / self.probability if self.probability else None


@dataclass(frozen=True)
class ProgressiveFigures:
    wager: str
    base: Fraction
    """The amount the house starts the meter with, in bets."""
    increment: Fraction
    """The part of each bet that goes to the meter."""
    awards: tuple[Award, ...]
    prices: tuple[int, ...] = USUAL_PRICES
    """Possible prices of a bet, in cents: figures are also given in dollars."""

    def __post_init__(self) -> None:
        if self._share_rate == 0:
            raise RulesError(f"{self.wager}: no award takes a share of the meter, so it grows without end")
        if sum(award.probability for award in self.awards) > 1:
            raise RulesError(f"{self.wager}: the probabilities of the awards add up to more than one")

    @classmethod
    def from_pay_table(cls, rule: Progressive, table: PayTable, counts: Sequence[int]) -> "ProgressiveFigures":
        """`counts[grade]` equally likely deals make each grade of the table."""
        total = sum(counts)
        awards = []
        for line in table.lines:
            probability = Fraction(sum(counts[grade] for grade in line.grades), total)
            if isinstance(line.pays, Share):
                awards.append(Award(line.event, str(line.pays), probability, share=line.pays.of_meter))
            else:
                awards.append(Award(line.event, str(line.pays), probability, multiple=line.pays.multiple))
        prices = rule.prices or USUAL_PRICES
        return cls(table.wager, Fraction(rule.base_bets), rule.increment_rate, tuple(awards), prices)

    @property
    def _whole(self) -> Fraction:
        return sum((award.probability for award in self.awards if award.share == 1), Fraction(0))

    @property
    def _share_rate(self) -> Fraction:
        """The part of the meter that a bet wins on average."""
        return sum((award.probability * award.share for award in self.awards), Fraction(0))

    @property
    def fixed_return(self) -> Fraction:
        return sum((award.probability * award.multiple for award in self.awards), Fraction(0))

    @property
    def reseed_per_bet(self) -> Fraction:
        """What the house adds to the meter, on average, to start it again."""
        return self._whole * self.base

    @cached_property
    def mean_meter(self) -> Fraction:
        return (self.increment + self.reseed_per_bet) / self._share_rate

    @property
    def rtp(self) -> Fraction:
        return self.rtp_at(self.mean_meter)

    @property
    def house_edge(self) -> Fraction:
        return 1 - self.rtp

    def rtp_at(self, meter: Fraction) -> Fraction:
        """The return of a bet with the meter at that amount at settlement, the bet's own increment included."""
        return self._share_rate * meter + self.fixed_return

    @property
    def break_even_meter(self) -> Fraction:
        """Above it the player has the edge."""
        return (1 - self.fixed_return) / self._share_rate

    @cached_property
    def meter_variance(self) -> Fraction:
        c, mean = self.increment, self.mean_meter
        falls = sum((award.probability * (1 - (1 - award.share) ** 2) for award in self.awards), Fraction(0))
        square = (c**2 + 2 * c * (mean - c) + self._whole * self.base**2) / falls
        return square - mean**2

    @cached_property
    def meter_distribution(self) -> MeterDistribution:
        parts = tuple((award.share, award.probability) for award in self.awards if 0 < award.share < 1)
        parts = tuple((share, probability) for share, probability in parts if probability)
        return distribution(
            MeterModel(self.base, self.increment, parts, self._whole, self.mean_meter, self.meter_variance)
        )

    @property
    def mean_liability(self) -> Fraction:
        """What players have put on the meter and not yet won: the meter above its base amount."""
        return self.mean_meter - self.base

    def to_dict(self, meter: Fraction | None = None) -> dict[str, Any]:
        spread = self.meter_distribution
        return {
            "wager": self.wager,
            "method": "exact",
            "unit": "bets; the meter as it stands at settlement, the bet's own increment included",
            **exact(
                base_amount=self.base,
                increment_rate=self.increment,
                mean_meter=self.mean_meter,
                mean_meter_when_won=self.mean_meter,
                meter_variance=self.meter_variance,
                rtp=self.rtp,
                house_edge=self.house_edge,
                rtp_at_base=self.rtp_at(self.base),
                break_even_meter=self.break_even_meter,
                mean_liability=self.mean_liability,
            ),
            "meter_standard_deviation_float": sqrt(self.meter_variance),
            "per_bet": exact(
                onto_the_meter=self.increment,
                reseeded_by_the_house=self.reseed_per_bet,
                fixed_awards=self.fixed_return,
                house_win=self.house_edge,
            ),
            "awards": [self._award(award) for award in self.awards],
            "meter_distribution": _spread(spread, Fraction(0)),
            "liability_distribution": _spread(spread, self.base),
            "dollars": {dollars(cents).removesuffix(".00"): self._dollars(cents) for cents in self.prices},
            **({"at_meter": self._at(meter)} if meter is not None else {}),
        }

    def _award(self, award: Award) -> dict[str, Any]:
        interval = award.mean_bets_between
        paid = award.share * self.mean_meter + award.multiple
        return {
            "event": award.event,
            "pays": award.pays,
            **exact(probability=award.probability, mean_award=paid, **{"return": award.probability * paid}),
            **(exact(mean_bets_between=interval) if interval is not None else {"mean_bets_between": None}),
        }

    def _at(self, meter: Fraction) -> dict[str, Any]:
        rtp = self.rtp_at(meter)
        return exact(meter=meter, rtp=rtp, house_edge=1 - rtp)

    def _dollars(self, cents: int) -> dict[str, Any]:
        """The same figures in dollars, for a bet of that many cents."""
        bet = Fraction(cents, 100)
        spread = [(part, level * float(bet)) for part, level in self.meter_distribution.quantiles]
        return {
            **exact(
                base_amount=bet * self.base,
                mean_meter=bet * self.mean_meter,
                break_even_meter=bet * self.break_even_meter,
                mean_liability=bet * self.mean_liability,
                house_win_per_bet=bet * self.house_edge,
                reseeded_per_bet=bet * self.reseed_per_bet,
            ),
            "meter_standard_deviation_float": float(bet) * sqrt(self.meter_variance),
            "meter_quantiles_float": {str(part): level for part, level in spread},
        }


def _spread(spread: MeterDistribution, less: Fraction) -> dict[str, Any]:
    details = {
        "error_bound_float": spread.error_bound,
        "samples": spread.samples,
        "standard_error_float": spread.standard_error,
    }
    return {
        "method": spread.method,
        "seen_by": "a random bettor, and every winner of any award",
        "quantiles_float": {str(part): level - float(less) for part, level in spread.quantiles},
        **{name: value for name, value in details.items() if value is not None},
    }
