"""Small pictures of the four felts, drawn from the rule books: one betting place for each wager that a seat has."""

from markupsafe import Markup

from feltlab.games.game import Game
from feltlab.games.wagers import Role
from feltlab.web.text import TEXT

_WIDTH, _HEIGHT = 320, 150
_SHAPES = {
    Role.INITIAL: '<path class="place first" d="M{x} {top} l22 22 l-22 22 l-22 -22 Z"/>',
    Role.RAISE: '<rect class="place" x="{left}" y="{y}" width="36" height="36" rx="5"/>',
    Role.SIDE: '<circle class="place side" cx="{x}" cy="{middle}" r="18"/>',
    Role.PROGRESSIVE: (
        '<circle class="place meter" cx="{x}" cy="{middle}" r="14"/>'
        '<circle class="place meter" cx="{x}" cy="{middle}" r="19"/>'
    ),
}


_SHOWN = {
    "ace-odd-even": "A K J 9 7 5 3",
    "low-four": "A 2 3 5 9 J K",
    "quick-draw-holdem": "7 7",
    "rule-out": "A 8 K",
}
"""Cards that a seat of each picture holds: the idea of the game at a glance."""


def _fan(x: int, y: int, cards: int, kind: str, ranks: str = "") -> str:
    step = 15 if cards > 3 else 19
    start = x - step * (cards - 1) / 2 - 9
    return "".join(
        f'<rect class="{kind}" x="{start + step * place:g}" y="{y}" width="18" height="26" rx="2.5"/>'
        + (
            f'<text class="pip" x="{start + step * place + 3:g}" y="{y + 12}">{ranks.split()[place]}</text>'
            if ranks
            else ""
        )
        for place in range(cards)
    )


def felt(game: Game) -> Markup:
    """The layout of one seat under what the dealer has before them."""
    parts = [
        f'<path class="cloth" d="M0 0 H{_WIDTH} V96 Q{_WIDTH / 2:g} 178 0 96 Z"/>',
        f'<path class="rail" d="M0 96 Q{_WIDTH / 2:g} 178 {_WIDTH} 96"/>',
    ]
    seat_cards = 0
    for packet in game.book.procedure.packets:
        if packet.to == "each seat":
            seat_cards = seat_cards or packet.cards
        else:
            kind = "rule-card" if packet.to == "rule cards" else "card-back" if packet.to == "dealer" else "card-face"
            parts.append(_fan(_WIDTH // 2, 10, packet.cards, kind))
    wagers = list(game.wagers.values())
    gap = 52
    start = _WIDTH / 2 - gap * (len(wagers) - 1) / 2
    for place, wager in enumerate(wagers):
        x = start + gap * place
        lift = 4 * abs(place - (len(wagers) - 1) / 2)  # the places follow the curve of the rail
        middle = 74 - lift
        parts.append(_SHAPES[wager.role].format(x=x, top=middle - 22, left=x - 18, y=middle - 18, middle=middle))
    parts.append(_fan(_WIDTH // 2, 104, seat_cards, "card-face", _SHOWN.get(game.slug, "")))
    label = TEXT["lobby"]["felt"].format(title=game.title)
    drawn = "".join(parts)
    return Markup(  # noqa: S704 - built from numbers and from our own words only
        f'<svg class="felt" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label.replace(chr(39), "&#39;")}">'
        f"{drawn}</svg>"
    )
