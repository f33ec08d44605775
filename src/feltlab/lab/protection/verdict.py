"""The verdict: what the figures mean for a table, in plain words, and which procedure prevents the rest."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from feltlab.cards import RANKS
from feltlab.exact.measure import Measure, house_edge
from feltlab.exact.protection import Exposed, Finding, Priced, Row, Threats, finding, percent
from feltlab.games import GAMES
from feltlab.lab.protection.threats import threats_of, why_unpriced


def findings(
    slug: str, rows: Sequence[Row], cases: Sequence[Exposed], counting: Priced | None, setting: Priced | None
) -> list[Finding]:
    """One entry per threat, worst first."""
    threats = threats_of(slug)
    if threats is None:
        return [_not_computed(why_unpriced(slug))]
    found = [_collusion(rows, threats) if GAMES[slug].round.asks else _undecided(rows, threats)]
    if cases:
        found.append(_exposed(cases, threats.prevents_exposure))
    if threats.unpriced:
        found.append(_not_exposed(threats.unpriced, threats.prevents_exposure))
    if threats.counting and counting is not None:
        found += threats.counting.findings(counting)
    if threats.setting and setting is not None:
        found.append(threats.setting.finding(setting))
    return sorted(found, key=lambda entry: entry["safe"])


def _not_computed(why: str) -> Finding:
    """Nothing shows that the game is safe, so it is not called safe."""
    words = (
        "For this game, only the edge against a seat that sees no more than it should is computed so far: what other"
        f" seats' cards or a card seen too early are worth is not known. {why[:1].upper()}{why[1:]}."
    )
    procedure = "seats keep their cards to themselves, and every card stays face down until it is its turn"
    return finding("knowledge that is not priced yet", False, words, procedure)


def _not_exposed(why: str, procedure: str) -> Finding:
    return finding("an exposed card", False, f"What a card seen too early is worth is not computed: {why}.", procedure)


SURE: Final = 3
"""Standard errors from zero within which a sample does not say who has the edge."""
_OPEN: Final = " That is within 3 standard errors of zero: this sample does not decide who has the edge."


def _decided(edge: float, error: float) -> bool:
    return error == 0 or abs(edge) >= SURE * error


def _lost(edge: float, error: float) -> bool:
    """The player has the edge, by more than chance can explain."""
    return edge <= 0 and _decided(edge, error)


def _undecided(rows: Sequence[Row], threats: Threats) -> Finding:
    words = "Nobody decides anything in a round: knowing other cards changes no play."
    return finding("seats that talk", True, words, threats.prevents_talk, _known(rows, set()))


def _collusion(rows: Sequence[Row], threats: Threats) -> Finding:
    procedure, plays = threats.prevents_talk, "plays perfectly" if threats.perfect else "uses it question by question"
    alone, full = float(rows[0].alone), max(rows, key=lambda row: row.seats)
    many = {0: "no other seat", 1: "one other seat"}.get(full.seats, f"{full.seats} other seats")
    before, after = percent(alone), percent(full.house_edge)
    moves = "stays at" if before == after else f"falls from {before} to"
    sides = f"the edge {moves} {after} of the initial wager"
    lost = [row.seats for row in rows if _lost(row.house_edge, row.standard_error)]
    not_told = [row.seats for row in rows if not _decided(row.house_edge, row.standard_error)]
    if not_told and not lost:
        words = f"A seat that knows the cards of {many} and {plays}: {sides}."
        words += f" With {min(not_told)} known it is within 3 standard errors of zero: who has the edge is not decided."
        measures = _known(rows, {1, min(not_told), full.seats})
        return finding("seats that talk", False, words, procedure, measures, decided=False)
    if not lost:
        words = f"A seat that knows the cards of {many} and {plays}: {sides}. The house keeps the edge."
        return finding("seats that talk", True, words, procedure, _known(rows, {1, full.seats}))
    from_on = (
        f" With {min(lost)} or more known the player has the edge." if len(rows) > 1 else " The player has the edge."
    )
    has = from_on if min(lost) else " The player has the edge even without them."
    words = f"A seat that knows the cards of {many} and {plays}: {sides}.{has}"
    return finding("seats that talk", False, words, procedure, _known(rows, {1, min(lost), full.seats}))


def _known(rows: Sequence[Row], seats: set[int]) -> Iterator[Measure]:
    """The edge alone, and with that many seats known."""
    yield house_edge("edge with no other seat known", rows[0].alone)
    for row in rows:
        if row.samples and row.seats in seats:
            many = f"{row.seats} other seat{'s' * (row.seats > 1)}"
            yield house_edge(f"edge with {many} known", row.house_edge, row.standard_error, row.samples)


def _exposed(cases: Sequence[Exposed], procedure: str) -> Finding:
    """Safe only if no exposed card gives the player the edge: the house does not choose which one shows.

    It reports the likeliest slip that is not safe.
    """
    case = next((each for each in cases if not _safe(each)), cases[0])
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
    if case.is_sampled:
        words += f" (sampled: standard error {percent(case.standard_error)}, {case.samples:,} deals)"
    words += "."
    known = lost is not None or _lost(float(case.house_edge), case.standard_error)
    if not _safe(case) and not known:
        near = not _decided(float(case.house_edge), case.standard_error)
        words += (
            _OPEN if near else " The house keeps the edge on average; the edge by the rank that shows is not computed."
        )
        return finding("an exposed card", False, words, procedure, _seen(cases), decided=False)
    return finding("an exposed card", _safe(case), words, procedure, _seen(cases))


def _safe(case: Exposed) -> bool:
    """An average alone never says so about a card whose rank matters: it is known by rank."""
    return bool(case.by_rank) and case.house_edge > 0 and case.lost is None


def _seen(cases: Sequence[Exposed]) -> Iterator[Measure]:
    for case in cases:
        known: Fraction | float = float(case.house_edge) if case.is_sampled else case.house_edge
        yield house_edge(f"edge with {case.card}", known, case.standard_error, case.samples)
        if case.lost:
            yield house_edge(f"the same, when the card is {runs(case.lost.ranks)}", case.lost.house_edge)
            yield Measure("how often it is one of these", case.lost.share, "of the cards that show")


def _edge(value: Fraction) -> str:
    return percent(float(value))


def _named(rank: str) -> str:
    return "10" if rank == "T" else rank


def runs(ranks: Sequence[str]) -> str:
    """Ranks in their order, three or more neighbors as one run: 2, 4 or 7 to K."""
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
