"""What a game's folder says about its protection, asked for by slug."""

from feltlab.exact.protection import Counting, Exposed, Priced, Threats
from feltlab.games import GAMES
from feltlab.lab import lab_of
from feltlab.rules.game import Terms
from feltlab.rules.parts import part_of


def threats_of(slug: str) -> Threats | None:
    part = part_of(GAMES[slug], "protection")
    threats: Threats | None = part.THREATS if part else None
    return threats


def counting_of(slug: str) -> Counting | None:
    threats = threats_of(slug)
    return threats.counting if threats else None


def exposed_cards(slug: str, terms: Terms) -> list[Exposed]:
    """What a card seen too early is worth; the likeliest slip first."""
    threats = threats_of(slug)
    return threats.exposed(terms, lab_of(slug).analyze(terms).main.house_edge) if threats else []


def set_for_a_bonus(slug: str, terms: Terms) -> Priced | None:
    """What setting a hand for a side bet brings; None where hands are not set."""
    threats = threats_of(slug)
    return threats.setting.price(terms) if threats and threats.setting else None
