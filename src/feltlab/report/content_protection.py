"""The section on what players who know too much could take, and what prevents it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from feltlab.lab.protection.verdict import runs
from feltlab.report.document import Block, Column, Grid, Paragraph, Part, Section
from feltlab.report.numerals import capital, count, decimal, percent, signed
from feltlab.report.subject import Subject
from feltlab.report.words import told
from feltlab.rules.about import is_said, spoken
from feltlab.rules.game import Game


def protection_section(subject: Subject) -> Section:
    entry, offered = subject.protection, subject.game.wagers
    setting = entry.get("mis_setting")
    return Section(
        "protection",
        "Game protection",
        (
            Paragraph(
                "What players could win if they know more than they should, on the terms of the game's documents and"
                " with the best play for what they know. Edges are in percent of the initial wager; what is sampled"
                f" says so and comes from seed {entry['seed']}. What follows from it, and what prevents it, is in"
                " [[concerns]]."
            ),
            _collusion(entry["collusion"]),
            _exposed(entry["exposed_card"]),
            _counting(subject.game, entry["counting"]),
            *([_setting(subject.game, setting)] if setting and is_said(setting, offered) else []),
        ),
    )


def _collusion(rows: list[dict[str, Any]]) -> Part:
    methods = dict.fromkeys(row["method"] for row in rows if row["seats"])
    cells = tuple(
        (
            str(row["seats"]), str(row["known_cards"]), percent(row["house_edge_float"]),
            percent(row["standard_error"]) if row["samples"] else "exact", percent(row["play_changed_float"], 2),
            count(row["samples"]) if row["samples"] else "–",
        )
        for row in rows
    )  # fmt: skip
    columns = (
        Column("Other seats known", wide=1), Column("Cards", right=True), Column("House edge", right=True),
        Column("Standard error", right=True), Column("Play changed", right=True), Column("Samples", right=True),
    )  # fmt: skip
    said = [Paragraph(f"Method: {method}.") for method in methods]
    return Part(
        "Seats that talk", (Grid("collusion", "House edge by the number of other seats known", columns, cells), *said)
    )


def _exposed(entry: dict[str, Any]) -> Part:
    if not entry["cases"]:
        return Part("An exposed card", (Paragraph("Not priced: [[concerns]] says why."),))
    cases = tuple(
        (capital(case["card"]), percent(case["house_edge_float"]), signed(case["gain_float"]), case["method"])
        for case in entry["cases"]
    )
    columns = (
        Column("Seen", wide=1), Column("House edge", right=True), Column("Player's gain", right=True),
        Column("Method"),
    )  # fmt: skip
    blocks: list[Block] = [Grid("exposed", "A card seen too early", columns, cases)]
    if ranks := entry.get("by_rank"):
        rows = tuple(
            (
                "10" if rank["rank"] == "T" else rank["rank"],
                percent(rank["house_edge_float"]),
                "player" if rank["house_edge_float"] < 0 else "house",
            )
            for rank in ranks
        )
        shown = (Column("Rank", wide=1), Column("House edge", right=True), Column("Who has the edge", right=True))
        strong = frozenset(place for place, row in enumerate(rows) if row[2] == "player")
        blocks += [_lost(entry), Grid("exposed-ranks", "House edge by the rank that is seen", shown, rows, strong)]
    return Part("An exposed card", tuple(blocks))


def _lost(entry: Mapping[str, Any]) -> Paragraph:
    lost = entry.get("player_has_the_edge")
    if lost is None:
        return Paragraph("Every rank is equally likely to show, and the house keeps the edge whichever it is.")
    return Paragraph(
        f"Every rank is equally likely to show. With {runs(lost['ranks'])}, {percent(lost['share_float'], 2)} of the"
        f" rounds in which a card shows, the player has the edge, {percent(-lost['house_edge_float'])} on average over"
        " these ranks; with the others the house has it."
    )


def _counting(game: Game, entry: dict[str, Any]) -> Part:
    if "rows" not in entry:
        return Part("Counting", (Paragraph(f"{capital(entry['finding'])}."),))
    bets = counted_bets(game, entry["rows"][0])
    rows = tuple(
        (str(row["decks"]), str(row["players"]), *(cell for bet in bets for cell in _counted(row[bet])))
        for row in entry["rows"]
    )
    pairs = [name for bet in bets.values() for name in (f"{bet}: good rounds", f"{bet}: won per 100")]
    counted = (Column(name, right=True, wide=1) for name in pairs)
    columns = (Column("Decks", right=True), Column("Seats", right=True), *counted)
    tags = ", ".join(f"{card} {value:+d}".replace("-", "−") for card, value in entry["count"]["tags"].items())
    depth = percent(entry["penetration_float"], 0)
    return Part(
        "Counting",
        (
            Paragraph(
                f"Shoes are dealt to {depth} of their cards. Good rounds are those that favor the player, and a bet"
                f" is made only then; what is won is in bets per 100 rounds. Method:"
                f" {entry['method']}. A practical count: {tags}; {spoken(entry['count']['use'], game.wagers)}."
            ),
            Grid("counting", f"Counting a shoe dealt to {depth}", columns, rows),
        ),
    )


def counted_bets(game: Game, row: Mapping[str, Any]) -> dict[str, str]:
    """The bets of a counted shoe, each by its wager and, if it has several, its pay table: Joker, primary."""
    found = {}
    for bet in (name for name, figures in row.items() if isinstance(figures, Mapping)):
        wager, _, table = bet.partition("_")
        if wager in game.wagers:
            found[bet] = ", ".join(filter(None, (game.wagers[wager].name, table)))
    return found


def _counted(bet: Mapping[str, Any]) -> tuple[str, str]:
    won, error = bet["flat_per_100_float"], bet["flat_per_100_standard_error"]
    return percent(bet["positive_fraction_float"], 1), f"{decimal(won, 2)} ± {decimal(error, 2)}"


def _setting(game: Game, entry: Mapping[str, Any]) -> Part:
    names = told(game)["setting"]
    rows = tuple(
        (names.get(name, name), percent(Fraction(value)), "of hands")
        if name.startswith("hands_")
        else (names.get(name, name), decimal(Fraction(value), 4), entry["unit"])
        for name, value in entry.items()
        if f"{name}_float" in entry
    )
    columns = (Column("What", wide=1), Column("Value", right=True), Column("Unit"))
    caption = f"{entry['what']} ({entry['method']})"
    return Part("Setting a hand for a side bet", (Grid("mis-setting", caption, columns, rows),))
