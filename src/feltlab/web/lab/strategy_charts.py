"""Charts of a whole strategy: every hand counted, none sampled. The game decides what is counted."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any

from feltlab.exact.pictures import Bars, Means, Picture, Shares, Squares, Stacked
from feltlab.lab import analyze, lab_of
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.web.lab.terms import LabTerms, printed_terms, read_terms
from feltlab.web.site import charts
from feltlab.web.site.charts import Bar, Chart, Curve, Square, Stack
from feltlab.web.site.shown import decimal, percent
from feltlab.web.site.text import TEXT

_T = TEXT["strategy_chart"]


def _drawn(picture: Picture) -> Chart:
    match picture:
        case Stacked():
            return _stacked(picture)
        case Means():
            return _means(picture)
        case Bars():
            return _bars(picture)
        case Squares():
            return _squares(picture)
        case _:
            raise AssertionError("a picture is one of these four")


def _stacked(picture: Stacked) -> Chart:
    found = picture.found
    total = found.hands.total()
    rows = []
    for label in picture.labels:
        hands, active = found.hands[label], found.active[label]
        rows.append(
            Stack(
                str(label),
                [(active / total, "c1"), ((hands - active) / total, "c3")],
                [percent(hands / total), percent(found.share(label), 1)],
            )
        )
    head = (picture.label, _T["of_hands"], picture.active)
    keys = [("c1", picture.active), ("c3", picture.passive)]
    return charts.columns(picture.title, picture.words, rows, head, lambda y: f"{100 * y:g}%", keys, picture.below)


def _means(picture: Means) -> Chart:
    found = picture.found
    curve = Curve([(float(label), found.mean(label)) for label in picture.labels], "line1")
    rows = [(str(label), decimal(found.mean(label), 4)) for label in picture.labels]
    return charts.lines(
        picture.title, picture.words, [curve], lambda x: f"{x:g}", lambda y: decimal(y, 1),
        (picture.label, _T["mean_value"]), rows, limit=picture.limit, below=picture.below,
    )  # fmt: skip


def _bars(picture: Bars) -> Chart:
    found = picture.found
    rows = [
        Bar(
            str(label),
            found.share(label),
            percent(found.share(label), 1) + (f" · {decimal(found.mean(label), 2)}" if picture.means else ""),
        )
        for label in picture.labels
    ]
    return charts.bars(picture.title, picture.words, rows, (picture.label, picture.active))


def _squares(picture: Squares) -> Chart:
    found = picture.found
    rows = [
        (
            name,
            [
                None
                if label is None
                else Square(found.share(label), f"{percent(found.share(label), 1)}, {decimal(found.mean(label), 2)}")
                for label in labels
            ],
        )
        for name, labels in picture.rows
    ]
    keys = [("c1", picture.active), ("pale", picture.passive)]
    return charts.grid(picture.title, picture.words, picture.across, rows, picture.label, keys)


def _plain(game: Game, rows: Iterable[Mapping[str, Any]]) -> list[Picture]:
    """The first question in two pictures: which hands put up money, and the value of the best answer."""
    asked = [ask.raises.options for ask in game.round.asks.values() if ask.raises][:1]
    if not asked:
        return []
    options, stage = asked[0], next(iter(game.round.asks))
    passive = min(options, key=lambda option: options[option])
    hands = sorted(
        (
            max(row[f"ev_{option}_float"] for option in options if row[f"ev_{option}_float"] != ""),
            row["decision"] != passive,
            row["hands"],
        )
        for row in takewhile(lambda row: row.get("stage", stage) == stage, rows)  # the first question's come first
    )
    total, seen, found = sum(count for _, _, count in hands), 0, Shares()
    for value, active, count in hands:
        found.add(1 + 10 * seen // total, count, active, value)
        seen += count
    words = {name: text.format(option=passive) for name, text in _T["plain"].items()}
    labels = range(1, 11)
    return [
        Stacked(
            words["title"], words["words"], words["label"], found, labels, words["active"],
            words["passive"].capitalize(), words["below"],
        ),
        Means(words["value"], words["value_words"], words["label"], found, labels, -1.0, words["below"]),
    ]  # fmt: skip


def drawn(terms: LabTerms) -> dict[str, Any]:
    """All hands of a strategy in a few pictures; takes a second or a few on first use."""
    return _own(terms.slug, terms.text) if terms.own else _printed(terms.slug)


@cache
def _printed(slug: str) -> dict[str, Any]:
    return _pictured(printed_terms(slug))


@lru_cache(maxsize=16)
def _own(slug: str, text: str) -> dict[str, Any]:
    return _pictured(read_terms(slug, text))


def _pictured(found: LabTerms) -> dict[str, Any]:
    game, lab, terms = found.declared, lab_of(found.slug), found.terms
    part = part_of(game, "charts")
    if analyze(game.slug, house=found.house).main.is_sampled:
        return {"game": game.slug, "charts": []}  # there is no best play to draw
    rows = getattr(lab, "pictured_rows", lab.strategy_rows)(terms)
    pictures: list[Picture] = part.pictures(rows, terms) if part else _plain(game, rows)
    return {"game": game.slug, "charts": [_drawn(picture).to_dict() for picture in pictures]}
