"""The verdict: what the figures mean for a table, in plain words, and which procedure prevents the rest."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from feltlab.cards import RANKS
from feltlab.lab.protection.collusion import Row
from feltlab.lab.protection.exposed import Exposed

Finding = dict[str, Any]
_PREVENTS = {
    "ace-odd-even": "seats keep their cards to themselves and say nothing about them until all have decided",
    "low-four": "seats keep their cards to themselves and say nothing about them until all have decided",
    "quick-draw-holdem": "the usual courtesy that hole cards are not shown is enough",
    "rule-out": "nothing is needed: the hands are face up by the rules",
}
_DEALER_CARD = (
    "the dealer's cards stay face down and squared from the shuffler to the last decision; a card that shows earlier"
    " voids the round for every seat, whatever its rank, and all bets go back"
)
_EXPOSED = {
    "ace-odd-even": _DEALER_CARD,
    "low-four": _DEALER_CARD,
    "quick-draw-holdem": "the community cards lie face down on their places, and each is turned only when all seats"
    " have decided; one seen earlier voids the round, and open bets go back",
    "rule-out": "Rule Cards are dealt face down, and turned only when the last trade is done; one seen earlier voids"
    " the round, and Main bets go back",
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
    """Safe only where no card that can show gives the player the edge: the house does not choose which one does."""
    words = f"{case.card[0].upper()}{case.card[1:]}: the edge goes from {_edge(case.alone)} to {_edge(case.house_edge)}"
    lost = case.lost
    if case.by_rank:
        words += " on average, the initial wager already down"
    if lost:
        gains = {rank: -case.by_rank[rank] for rank in lost.ranks}
        least, most = min(gains, key=gains.__getitem__), max(gains, key=gains.__getitem__)
        words += (
            f". But the player has the edge when the card is {runs(lost.ranks)}: {len(lost.ranks)} of"
            f" {len(case.by_rank)} ranks, {_edge(lost.share)} of the rounds in which one shows. It is from"
            f" {_edge(gains[least])} ({_named(least)}) to {_edge(gains[most])} ({_named(most)}),"
            f" {_edge(-lost.house_edge)} on average over these ranks"
        )
    return _finding("an exposed card", case.house_edge > 0 and lost is None, words + ".", _EXPOSED[slug])


def _edge(value: Fraction) -> str:
    return percent(float(value))


def _named(rank: str) -> str:
    return "10" if rank == "T" else rank


def runs(ranks: Sequence[str]) -> str:
    """Ranks in their order, three or more neighbours as one run: 2, 4 or 7 to K."""
    parts: list[list[str]] = []
    for rank in ranks:
        if parts and RANKS.index(rank) == RANKS.index(parts[-1][-1]) + 1:
            parts[-1].append(rank)
        else:
            parts.append([rank])
    words: list[str] = []
    for part in parts:
        words += [f"{_named(part[0])} to {_named(part[-1])}"] if len(part) > 2 else map(_named, part)
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


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
