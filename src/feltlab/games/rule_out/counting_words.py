"""The results of counting a shoe of Rule Out!, in plain words, and which procedure prevents it."""

from fractions import Fraction
from typing import Any

from feltlab.exact.measure import Measure, house_edge
from feltlab.exact.protection import Finding, Priced, finding, percent


def findings(counting: Priced) -> list[Finding]:
    """The worst of all shoes and tables, at the penetration asked for."""
    half = counting["half_shoe"]
    depth = f"{counting['penetration_float']:.0%}"
    found = []
    for bet, name in (("main", "Main bet"), ("joker_primary", "Joker bet, primary table"),
                      ("joker_alternate", "Joker bet, alternate table")):  # fmt: skip
        worst = max(counting["rows"], key=lambda row: row[bet]["flat_per_100_float"])
        best = min(counting["rows"], key=lambda row: row[bet]["flat_per_100_float"])
        figures = worst[bet]
        words = (
            f"{name}, shoe dealt to {depth}: worst with {_decks(worst)} and {_players(worst)}, where"
            f" {percent(figures['positive_fraction_float'])} of rounds favor the player and a bet made only then wins"
            f" {figures['flat_per_100_float']:.2f} bets per 100 rounds; least with {_decks(best)} and {_players(best)},"
            f" {best[bet]['flat_per_100_float']:.2f}."
        )
        procedure = (
            "shuffle all cards before every round, as the alternate tables require"
            if bet == "joker_alternate"
            else f"shuffle all cards before every round; half of a shoe of {_decks(half)} cut off leaves a flat bet"
            f" {half[bet]['flat_per_100_float']:.2f} bets per 100 rounds; no entry or larger bets in mid-shoe"
        )
        safe, about = figures["flat_per_100_float"] < 0.01, "" if bet == "main" else "joker"
        won = [_won(row, bet) for row in (worst, best)] + [_won(half, bet, ", half of the shoe cut off")]
        found.append(finding(f"counting: {name}", safe, words, procedure, won, about))
    deck = counting["rule_deck"]
    edges = [percent(entry["house_edge_float"]) for entry in deck["rounds"]]
    words = (
        "A rule deck that is run down without a shuffle, its cards remembered: the edge round by round is"
        f" {', '.join(edges)}; {percent(deck['mean_house_edge_float'])} on average."
    )
    run_down = [
        house_edge(f"edge in round {entry['round']} of the deck", Fraction(entry["house_edge"]))
        for entry in deck["rounds"]
    ]
    mean = house_edge("edge on average", Fraction(deck["mean_house_edge"]))
    prevents = "shuffle all fifteen Rule Cards before every round"
    found.append(finding("an unshuffled rule deck", False, words, prevents, [*run_down, mean]))
    return found


def _won(row: dict[str, Any], bet: str, cut: str = "") -> Measure:
    won, error = row[bet]["flat_per_100_float"], row[bet]["flat_per_100_standard_error"]
    where = f"{_decks(row)}, {_players(row)}{cut}"
    return Measure(f"won with {where}", won, "bets per 100 rounds", False, error, row["shoes"])


def _decks(row: dict[str, Any]) -> str:
    return f"{row['decks']} deck{'s' * (row['decks'] > 1)}"


def _players(row: dict[str, Any]) -> str:
    return f"{row['players']} player{'s' * (row['players'] > 1)}"
