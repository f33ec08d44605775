"""What a game's folder says about its protection, or what follows from its declaration, by slug."""

from feltlab.exact.protection import Counting, Priced, Threats
from feltlab.exact.solving.parts import general_lab
from feltlab.exact.solving.threats import general_threats, unpriced
from feltlab.games import GAMES
from feltlab.rules.game import Terms
from feltlab.rules.parts import part_of


def threats_of(slug: str) -> Threats | None:
    """None if a game brings nothing and no general plan can price it."""
    part = part_of(GAMES[slug], "protection")
    if part:
        threats: Threats = part.THREATS
        return threats
    return None if why_unpriced(slug) else general_threats(general_lab(GAMES[slug]))


def why_unpriced(slug: str) -> str:
    """Why no general plan prices what players know; empty if one does."""
    return unpriced(general_lab(GAMES[slug]))


def counting_of(slug: str) -> Counting | None:
    threats = threats_of(slug)
    return threats.counting if threats else None


def set_for_a_bonus(slug: str, terms: Terms) -> Priced | None:
    """The gain from setting a hand for a side bet; None if hands are not set."""
    threats = threats_of(slug)
    return threats.setting.price(terms) if threats and threats.setting else None
