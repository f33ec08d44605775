"""What counting a shoe of Rule Out! comes to, in plain words, and which procedure prevents it."""

from typing import Any

from feltlab.exact.protection import Finding, Priced, finding, percent


def findings(counting: Priced) -> list[Finding]:
    """Of all shoes and tables the worst, at the penetration asked for."""
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
            f" {percent(figures['positive_fraction_float'])} of rounds favour the player and a bet made only then wins"
            f" {figures['flat_per_100_float']:.2f} bets per 100 rounds; least with {_decks(best)} and {_players(best)},"
            f" {best[bet]['flat_per_100_float']:.2f}."
        )
        procedure = (
            "shuffle all cards before every round, as the alternate tables demand"
            if bet == "joker_alternate"
            else f"shuffle all cards before every round; half of a shoe of {_decks(half)} cut off leaves a flat bet"
            f" {half[bet]['flat_per_100_float']:.2f} bets per 100 rounds; no entry and no larger bets in mid-shoe"
        )
        found.append(finding(f"counting: {name}", figures["flat_per_100_float"] < 0.01, words, procedure))
    deck = counting["rule_deck"]
    edges = [percent(entry["house_edge_float"]) for entry in deck["rounds"]]
    words = (
        "A rule deck that is run down without a shuffle, its cards remembered: the edge round by round is"
        f" {', '.join(edges)}; {percent(deck['mean_house_edge_float'])} on average."
    )
    found.append(finding("an unshuffled rule deck", False, words, "shuffle all fifteen Rule Cards before every round"))
    return found


def _decks(row: dict[str, Any]) -> str:
    return f"{row['decks']} deck{'s' * (row['decks'] > 1)}"


def _players(row: dict[str, Any]) -> str:
    return f"{row['players']} player{'s' * (row['players'] > 1)}"
