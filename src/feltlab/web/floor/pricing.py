"""The lab's value of a bet to the house, by the terms it was made on."""

from feltlab.errors import FeltlabError
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import lab_of, meter_figures
from feltlab.ledger.performance import Price
from feltlab.service.kept_settings import kept_terms
from feltlab.service.store import Store


class Prices:
    """Edge and variance by terms, from the lab; computed once for each, in the caller's thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, dict[str, Price]] = {}

    def price(self, game: str, wager: str, terms: str) -> Price | None:
        if terms not in self._known:
            self._known[terms] = self._computed(game, terms)
        return self._known[terms].get(wager)

    def _computed(self, game: str, terms: str) -> dict[str, Price]:
        config = kept_terms(self.store, terms)
        if config is None or game != config.game:
            return {}
        try:
            found, meter = lab_of(game).analyze(config.terms), meter_figures(game, config.terms)
        except FeltlabError:
            return {}
        figures = {GAMES[game].initial: found.main, **found.wagers}
        exact = {wager: each for wager, each in figures.items() if not each.is_sampled}
        metered = set(GAMES[game].progressive_wagers)  # at a meter's mean: not what the house pays
        prices = {wager: Price(each.house_edge, each.variance) for wager, each in exact.items() if wager not in metered}
        if meter and meter.wager in exact:
            prices[meter.wager] = metered_price(meter)
        return prices


def metered_price(meter: ProgressiveFigures) -> Price:
    """Before the increment: the pays outside the meter, and the base amount when all of it is won."""
    fixed, base = meter.fixed_return, meter.reseed_per_bet
    costs = [(award.probability, award.multiple + (meter.base if award.share == 1 else 0)) for award in meter.awards]
    square = sum(probability * cost**2 for probability, cost in costs)
    return Price(1 - fixed - base, square - (fixed + base) ** 2, fixed, base)
