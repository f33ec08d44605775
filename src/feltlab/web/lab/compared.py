"""Two sets of terms side by side: where they differ, and the value of each bet on either."""

from math import hypot
from operator import attrgetter
from typing import Any, Final

from feltlab.exact.figures import Figures
from feltlab.web.lab.sections import analysis_of
from feltlab.web.lab.terms import LabTerms, between, printed_terms, read_terms
from feltlab.wire import exact

Data = dict[str, Any]
SHOWN: Final = ("house_edge", "element_of_risk", "hit_frequency", "standard_deviation")


def beside(terms: LabTerms, text: str | None, strategy: str = "") -> Data:
    """The second set is a kept one or the printed one; nothing if both are the same."""
    other = printed_terms(terms.slug) if text is None else read_terms(terms.slug, text)
    if other.text == terms.text:
        return {"beside": None}
    here, there = analysis_of(terms), analysis_of(other)
    names = {"main": terms.declared.wagers[terms.declared.initial].name}
    names |= {slug: wager.name for slug, wager in terms.declared.wagers.items()}
    bets = ("main", *(slug for slug in terms.declared.wagers if slug in here.wagers or slug in there.wagers))
    sides = [{"main": side.main, **side.wagers} for side in (there, here)]
    return {
        "beside": {
            "terms": other.text,
            "own": other.own,
            "query": other.query(),
            "reports_query": terms.query(strategy, other.text),
            "differs": [{"what": what, "first": one, "second": two} for what, one, two in between(other, terms)],
            "bets": [
                {"slug": slug, "name": names[slug], "first": _figures(sides[0].get(slug)),
                 "second": _figures(sides[1].get(slug)), "difference": _difference(*(side.get(slug) for side in sides))}
                for slug in bets
            ],
        }
    }  # fmt: skip


def _figures(found: Figures | None) -> Data | None:
    if found is None:
        return None
    return {
        **exact(
            house_edge=found.house_edge, element_of_risk=found.element_of_risk, hit_frequency=found.hit_frequency
        ),
        "standard_deviation_float": found.standard_deviation,
        **found.sampled_dict(),
    }  # fmt: skip


def _difference(first: Figures | None, second: Figures | None) -> Data | None:
    if first is None or second is None:
        return None
    said: Data = exact(
        house_edge=second.house_edge - first.house_edge,
        element_of_risk=second.element_of_risk - first.element_of_risk,
        hit_frequency=second.hit_frequency - first.hit_frequency,
    ) | {"standard_deviation_float": second.standard_deviation - first.standard_deviation}
    sampled = [side for side in (first, second) if side.is_sampled]
    if sampled:  # as if each were sampled by itself: too wide rather than too narrow
        said["within"] = {key: hypot(*(side.margin_of(attrgetter(key)) for side in sampled)) for key in SHOWN}
    return said
