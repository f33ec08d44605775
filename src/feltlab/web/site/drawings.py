"""Pictures for the lobby: a felt of each game, with a hand that shows its idea, and the table at the top.

Drawn as SVG without styles; `lobby.css` colors it. The betting spots are those of the rule book, the hand is the game's
own `drawing`; a game without one has cards as they might be dealt.
"""

from collections.abc import Iterable
from html import escape

from markupsafe import Markup

from feltlab.cards import DECK, card_text
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.rules.scene import Box, HeldCard, NamedCard, Print, Scene, Stroke
from feltlab.rules.wagers import Role
from feltlab.web.site.marks import MARKS
from feltlab.web.site.text import TEXT

_WIDTH, _HEIGHT = 320, 150
_RAIL, _SAG = 96, 164
"""Where the rail meets the sides of the picture, and four times how far it hangs below that in the middle."""
_SHAPES = {
    Role.INITIAL: '<path class="place first" d="M{x:g} {top:g} l10 10 l-10 10 l-10 -10 Z"/>',
    Role.RAISE: '<rect class="place" x="{left:g}" y="{up:g}" width="16" height="16" rx="3"/>',
    Role.SIDE: '<circle class="place" cx="{x:g}" cy="{y:g}" r="8"/>',
    Role.PROGRESSIVE: (
        '<circle class="place meter" cx="{x:g}" cy="{y:g}" r="5"/>'
        '<circle class="place meter" cx="{x:g}" cy="{y:g}" r="9"/>'
    ),
}


def card(code: str, x: float, y: float, turn: float = 0, kind: str = "", size: float = 1) -> str:
    """A card with its upper left corner at a point, 30 wide and 42 tall, turned about its middle."""
    ink = "red" if code[1] in "dh" else "black"
    moved = f"translate({x:g} {y:g}) scale({size:g}) rotate({turn:g} 15 21)"
    return (
        f'<g class="held {ink} {kind}" transform="{moved}"><rect class="card-face" width="30" height="42" rx="3.5"/>'
        f'<path class="rank" transform="translate(3.2 3.6) scale(.46)" d="{MARKS["ranks"][code[0]]}"/>'
        f'<path class="ink" transform="translate(7.2 19.6) scale(.84)" d="{MARKS["suits"][code[1]]}"/></g>'
    )


def _rule_card(name: str, x: float, y: float, turn: float = 0, size: float = 1) -> str:
    shown = escape(name.replace("-", "–"))
    moved = f"translate({x:g} {y:g}) scale({size:g}) rotate({turn:g} 15 21)"
    return (
        f'<g class="held" transform="{moved}"><rect class="rule-card" width="30" height="42" rx="3.5"/>'
        '<rect class="rule-frame" x="2.5" y="2.5" width="25" height="37" rx="2"/>'
        f'<text class="rule-name" x="15" y="25" text-anchor="middle">{shown}</text></g>'
    )


def _print(words: str, x: float, y: float) -> str:
    return f'<text class="print" x="{x:g}" y="{y:g}" text-anchor="middle">{escape(words)}</text>'


def _scene(game: Game) -> Iterable[str]:
    """The idea of a game, in a few cards."""
    part = part_of(game, "drawing")
    marks: Scene = part.SCENE if part else _hands(game)
    for mark in marks:
        match mark:
            case HeldCard():
                yield card(mark.code, mark.x, mark.y, mark.turn, mark.kind, mark.size)
            case NamedCard():
                yield _rule_card(mark.name, mark.x, mark.y, mark.turn, mark.size)
            case Print():
                yield _print(mark.words, mark.x, mark.y)
            case Stroke():
                yield f'<path class="{mark.kind}" d="{mark.path}"/>'
            case Box():
                yield (
                    f'<rect class="box" x="{mark.x:g}" y="{mark.y:g}" width="{mark.width:g}"'
                    f' height="{mark.height:g}" rx="7"/>'
                )


def _hands(game: Game) -> Scene:
    """A seat's cards, fanned, and smaller above them the cards of the table: as a deal of the game might look."""
    deck = [DECK[place * 19 % len(DECK)] for place in range(len(DECK))]
    own, shared = deck[: game.round.hand], deck[game.round.hand :][: min(game.round.shared, 7)]
    rows = ((own, 54.0, 24.0, 1.0, 6.0), (shared, 12.0, 20.0, 0.6, 0.0))
    return tuple(
        HeldCard(
            card_text(card), _WIDTH / 2 - 15 * size + gap * (place - middle), y, turn=turn * (place - middle), size=size
        )
        for cards, y, gap, size, turn in rows
        for middle in [(len(cards) - 1) / 2]
        for place, card in enumerate(cards)
    )


def _rail_at(x: float) -> float:
    share = x / _WIDTH
    return _RAIL + _SAG * share * (1 - share)


def _places(game: Game) -> Iterable[str]:
    """A betting spot for each wager with a stake of its own, along the rail."""
    wagers, gap = [wager for wager in game.wagers.values() if wager.role is not Role.BONUS], 31
    for place, wager in enumerate(wagers):
        x = _WIDTH / 2 + gap * (place - (len(wagers) - 1) / 2)
        y = _rail_at(x) - 17
        yield _SHAPES[wager.role].format(x=x, y=y, top=y - 10, left=x - 8, up=y - 8)


def _svg(kind: str, box: str, label: str, parts: Iterable[str]) -> Markup:
    return Markup(  # noqa: S704 - built from numbers and from our own words only
        f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def felt(game: Game) -> Markup:
    """The cloth of one seat, with the idea of the game."""
    low = _RAIL + _SAG / 2
    cloth = [
        f'<path class="cloth" d="M0 0 H{_WIDTH} V{_RAIL} Q{_WIDTH / 2:g} {low:g} 0 {_RAIL} Z"/>',
        f'<path class="rail" d="M0 {_RAIL} Q{_WIDTH / 2:g} {low:g} {_WIDTH} {_RAIL}"/>',
    ]
    label = TEXT["lobby"]["felt"].format(title=game.title)
    drawn = [*cloth, *_places(game), *_scene(game)]
    return _svg(f"felt cloth-{game.slug}", f"0 0 {_WIDTH} {_HEIGHT}", label, drawn)


def _chips(x: float, y: float, kinds: Iterable[str]) -> Iterable[str]:
    """A stack, from the lowest chip up."""
    for place, kind in enumerate(kinds):
        at = y - 6 * place
        side = f"M{x - 20:g} {at:g} v5 a20 9 0 0 0 40 0 v-5"
        yield f'<path class="chip {kind}" d="{side}"/><path class="chip-marks" d="{side}"/>'
        yield f'<ellipse class="chip {kind}" cx="{x:g}" cy="{at:g}" rx="20" ry="9"/>'
    yield f'<ellipse class="chip-ring" cx="{x:g}" cy="{at:g}" rx="15.5" ry="6.6"/>'


_HERO_PLACES = (
    (Role.INITIAL, 166, 168), (Role.RAISE, 198, 175), (Role.SIDE, 230, 177.5), (Role.SIDE, 262, 175),
    (Role.PROGRESSIVE, 294, 168),
)  # fmt: skip


def table() -> Markup:
    """The table at the top of the lobby: a card for each game, and chips."""
    arc = "M10 8 H450 C450 150 340 226 230 226 C120 226 10 150 10 8 Z"
    parts = [
        f'<path class="cloth" d="{arc}"/><path class="rail" d="{arc}"/>',
        *(_SHAPES[role].format(x=x, y=y, top=y - 10, left=x - 8, up=y - 8) for role, x, y in _HERO_PLACES),
        '<path class="line" d="M38 26 C48 132 138 198 230 198 C322 198 412 132 422 26"/>',
        *_chips(82, 96, ("c5", "c25", "c5", "c100")),
        *_chips(378, 92, ("c100", "c25", "c25", "c5", "c5")),
        card("As", 119, 48, -17, size=2.3),
        card("4d", 164, 34, -6, size=2.3),
        card("7h", 212, 34, 6, size=2.3),
        _rule_card("2-5", 258, 48, 17, size=2.3),
    ]
    return _svg("hero-table", "0 0 460 236", TEXT["lobby"]["hero"], parts)
