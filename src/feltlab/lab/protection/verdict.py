"""The verdict: what the figures mean for a table, in plain words, and which procedure prevents the rest."""

from collections.abc import Sequence
from typing import Any

from feltlab.lab.protection.collusion import Row
from feltlab.lab.protection.exposed import Exposed

Finding = dict[str, Any]
_PREVENTS = {
    "ace-odd-even": "seats keep their cards to themselves and say nothing about them until all have decided",
    "low-four": "seats keep their cards to themselves and say nothing about them until all have decided",
    "quick-draw-holdem": "the usual courtesy that hole cards are not shown is enough",
    "rule-out": "nothing is needed: the hands are face up by the rules",
}
_EXPOSED = {
    "ace-odd-even": "the dealer's cards stay face down and squared from the shuffler to the last decision; an exposed"
    " card voids the round for seats that have not decided",
    "low-four": "the dealer's cards stay face down and squared from the shuffler to the last decision; an exposed card"
    " voids the round for seats that have not decided",
    "quick-draw-holdem": "burn before the turn and the river, deal each only when all seats have decided; a board card"
    " seen early goes back and the stub is shuffled",
    "rule-out": "Rule Cards are dealt face down, and turned only when the last trade is done",
}


def _finding(threat: str, safe: bool, finding: str, procedure: str) -> Finding:
    return {"threat": threat, "safe": safe, "finding": finding, "procedure": procedure}


def percent(value: float) -> str:
    return f"{value:.2%}".replace("-", "−")


def antes(value: float) -> str:
    return f"{value:+.2f} antes".replace("-", "−")


def findings(
    slug: str,
    rows: Sequence[Row],
    cases: Sequence[Exposed],
    counting: dict[str, Any] | None,
    setting: dict[str, Any] | None,
) -> list[Finding]:
    """One entry a threat, worst first."""
    found = [_collusion(slug, rows), *(_exposed(slug, case) for case in cases[:1])]
    if counting is not None:
        found += _counting(counting)
    if setting is not None:
        found.append(_low_four(setting) if slug == "low-four" else _odd_even(setting))
    return sorted(found, key=lambda entry: entry["safe"])


def _sure(row: Row) -> bool:
    """The house keeps an edge, by more than chance can explain."""
    return row.house_edge > 2 * row.standard_error


def _collusion(slug: str, rows: Sequence[Row]) -> Finding:
    alone, full = float(rows[0].alone), max(rows, key=lambda row: row.seats)
    many = {0: "no other seat", 1: "one other seat"}.get(full.seats, f"{full.seats} other seats")
    sides = f"the edge falls from {percent(alone)} to {percent(full.house_edge)} of the initial wager"
    lost = [row.seats for row in rows if not _sure(row)]
    if not lost:
        words = f"A seat that knows the cards of {many} and plays perfectly: {sides}. The house keeps the edge."
        return _finding("seats that talk", True, words, _PREVENTS[slug])
    words = f"A seat that knows the cards of {many} and plays perfectly: {sides}." + (
        f" With {min(lost)} or more known the player has the edge." if len(rows) > 1 else " The player has the edge."
    )
    return _finding("seats that talk", False, words, _PREVENTS[slug])


def _exposed(slug: str, case: Exposed) -> Finding:
    edge = float(case.house_edge)
    words = f"{case.card[0].upper()}{case.card[1:]}: the edge goes from {percent(float(case.alone))} to {percent(edge)}"
    if case.by_rank:
        low, high = (pick(case.by_rank, key=lambda rank: case.by_rank[rank]) for pick in (min, max))
        words += (
            f", with the ante already down; from {percent(float(case.by_rank[low]))} when it is {low} to"
            f" {percent(float(case.by_rank[high]))} when it is {high}"
        )
    return _finding("an exposed card", edge > 0, words + ".", _EXPOSED[slug])


def _counting(counting: dict[str, Any]) -> list[Finding]:
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
        found.append(_finding(f"counting: {name}", figures["flat_per_100_float"] < 0.01, words, procedure))
    deck = counting["rule_deck"]
    edges = [percent(entry["house_edge_float"]) for entry in deck["rounds"]]
    words = (
        "A rule deck that is run down without a shuffle, its cards remembered: the edge round by round is"
        f" {', '.join(edges)}; {percent(deck['mean_house_edge_float'])} on average."
    )
    found.append(_finding("an unshuffled rule deck", False, words, "shuffle all fifteen Rule Cards before every round"))
    return found


def _decks(row: dict[str, Any]) -> str:
    return f"{row['decks']} deck{'s' * (row['decks'] > 1)}"


def _players(row: dict[str, Any]) -> str:
    return f"{row['players']} player{'s' * (row['players'] > 1)}"


def _low_four(setting: dict[str, Any]) -> Finding:
    words = (
        "High Points Bonus paid on the four cards as set, discards unseen: with equal stakes best play of Ante and"
        f" bonus goes from {antes(setting['checked_float'])} a round to {antes(setting['unchecked_float'])};"
        f" where folds may claim any four too, {antes(setting['unchecked_folds_too_float'])}."
        " With the discards checked, setting badly gains nothing."
    )
    procedure = "turn all seven cards and pay the lowest total, as the manual says; discards stay on the table"
    return _finding("a hand set badly for the High Points Bonus", False, words, procedure)


def _odd_even(setting: dict[str, Any]) -> Finding:
    words = (
        f"Ante and Poker Bonus decided together, equal stakes: {percent(setting['joint_optimum_float'])} of an ante,"
        f" {percent(setting['gained_by_joint_play_float'])} better for the player than playing the Ante for itself, and"
        f" {percent(setting['hidden_cost_float'])} worse than the two printed edges promise."
    )
    procedure = "nothing is needed: aces stay where they are set, and the bonus is paid on the set hand"
    return _finding("a hand set for the Poker Bonus", setting["joint_optimum_float"] < 0, words, procedure)
