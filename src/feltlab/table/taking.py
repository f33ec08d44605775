"""Take and pay: each seat's results, within the aggregate limit, with meters shared by the written rule."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeVar

from feltlab.money import dollars
from feltlab.rules.laying import early_words, turned_up
from feltlab.rules.parts import part_of
from feltlab.rules.progressive import Awards, award
from feltlab.rules.round import Script
from feltlab.rules.settlement import Result, Settlement
from feltlab.rules.settling import Facts, coded, settled
from feltlab.rules.steps import FOLD, Take
from feltlab.rules.tokens import tokens_returned
from feltlab.table.config import Config
from feltlab.table.events import Event, MeterAwarded, MetersFed, SeatSettled
from feltlab.table.pack import pack_of
from feltlab.table.script import line_of, script_of
from feltlab.table.state import Round, SeatHand, Settled, State

Key = TypeVar("Key")


def taking_order(step: Take, round: Round) -> list[int]:
    """The seats of a pass, in the order of take and pay."""
    order = round.config.rule_book.book.procedure.taking.seats(round.config.places)
    script = script_of(round)
    return [seat for seat in order if seat in round.hands and _concerns(step, round.hands[seat], script)]


def _concerns(step: Take, hand: SeatHand, script: Script) -> bool:
    return (
        not hand.void
        and not hand.stakes.keys().isdisjoint(step.wagers)
        and (not step.folded_at or hand.choices.get(script.asks[step.folded_at].name) == FOLD)
    )


def is_taken(step: Take, round: Round) -> bool:
    script = script_of(round)
    for hand in round.hands.values():
        if _concerns(step, hand, script) and not _is_settled(step, hand):
            return False
    return not _has_to_feed(step, round) and (round.awarded or not _winners_of_meters(step, round))


def _is_settled(step: Take, hand: SeatHand) -> bool:
    done = hand.settled
    return all(wager in done for wager in step.wagers if wager in hand.stakes)


def take(state: State, step: Take) -> list[Event]:
    """What is left to do in a pass."""
    round = state.round
    assert round is not None  # noqa: S101
    if _has_to_feed(step, round):
        return [MetersFed(fed_by(state, round))]
    order = taking_order(step, round)
    facts = {seat: _facts(state, round, seat) for seat in order}
    settlements = {seat: _of_pass(step, _heard(step, facts[seat])) for seat in order}
    won = _shares(order, settlements)
    awards = {wager: award(state.meters[wager], list(shares.values())) for wager, shares in won.items()}
    capped = _within_limit(step, round, order, settlements)
    paid = {
        (seat, wager): cents
        for wager, given in awards.items()
        for seat, cents in zip(won[wager], given.paid, strict=True)
    }
    events: list[Event] = []
    for seat in order:
        hand = round.hands[seat]
        done = hand.settled
        if _is_settled(step, hand):
            continue
        back = tokens_returned(settlements[seat], hand.tokens)
        results = tuple(
            _result(result, paid.get((seat, result.wager)), capped, seat, back.get(result.wager, 0))
            for result in settlements[seat].results
            if result.wager not in done
        )
        events.append(_called(step, round, seat, results, facts[seat], settlements[seat]))
    if not round.awarded:
        events += [_awarded(wager, won[wager], given) for wager, given in awards.items()]
    return events


def fed_by(state: State, round: Round, void: bool = False) -> dict[str, int]:
    """Units that this round's bets add to the meters: at take and pay, before the meters are won.

    For a void hand, or all hands of a void round, only bets that were taken before.
    """
    bets = _feeding(round, void)
    return {
        wager: sum(stakes.get(wager, 0) for stakes in bets) * meter.increment_ppm
        for wager, meter in state.meters.items()
        if any(wager in stakes for stakes in bets)
    }


def _has_to_feed(step: Take, round: Round) -> bool:
    """A pass that settles a progressive feeds its meter first, even if every bet on it was taken from a fold."""
    meters = set(round.config.rule_book.progressive_wagers) & set(step.wagers)
    return not round.fed and any(not meters.isdisjoint(stakes) for stakes in _feeding(round))


def _feeding(round: Round, void: bool = False) -> list[Mapping[str, int]]:
    return [_taken_from(hand) if void or hand.void else hand.stakes for hand in round.hands.values()]


def _taken_from(hand: SeatHand) -> dict[str, int]:
    return {result.wager: result.staked for result in hand.results if not result.returned}


def folds_due(state: State) -> list[Event]:
    """What is taken from seats that have just folded, while others are still deciding."""
    round = state.round
    for step in script_of(round).takes if round else ():
        if round and step.at_once and step.folded_at == round.asked and not is_taken(step, round):
            return take(state, step)
    return []


def _facts(state: State, round: Round, seat: int) -> Facts:
    meters = {wager: meter.cents for wager, meter in state.meters.items()}
    return coded(line_of(pack_of(state.table, round), seat, round.hands[seat], round.config, meters))


def _heard(step: Take, facts: Facts) -> Settlement:
    """Until hands are turned up, no reason names a face-down hand. A game's own words see to that."""
    hides = not step.shows and not part_of(facts.round.game, "speech")
    return settled(facts, partial(early_words, facts, step) if hides else None)


def _of_pass(step: Take, whole: Settlement) -> Settlement:
    """Of a seat's results, those that the pass takes or pays: a side bet it collects has lost."""
    return Settlement(tuple(result for result in whole.results if _is_due(step, result)), whole.hands)


def _is_due(step: Take, result: Result) -> bool:
    return result.wager in step.wagers or (result.wager in step.lost and not result.returned and result.share is None)


def _called(
    step: Take, round: Round, seat: int, results: tuple[Settled, ...], facts: Facts, settlement: Settlement
) -> SeatSettled:
    """A seat as it is settled.

    Turns up the cards that were played or that verify a bonus: it has won, whatever the aggregate limit leaves of it.
    """
    now = {done.wager for done in results}
    won = [done.wager for done in settlement.results if done.wager in now and _has_won(done)]
    up = turned_up(facts, step.shows, won)
    down = tuple(place for place in range(len(round.hands[seat].cards)) if up and place not in up)
    words = settlement.hands
    told = words if step.shows else early_words(facts, step, words)
    says = _says(round.config, results, won)
    call = f"Seat {seat}: {says}" if says else ""
    return SeatSettled(seat, results, dict(told), bool(up), call, down, says)


def _has_won(result: Result) -> bool:
    return result.returned > result.staked or result.share is not None


def _shares(order: Sequence[int], settlements: Mapping[int, Settlement]) -> dict[str, dict[int, Fraction]]:
    """By wager, the seats that won a share of its meter."""
    found: dict[str, dict[int, Fraction]] = {}
    for seat in order:
        for result in settlements[seat].results:
            if result.share is not None:
                found.setdefault(result.wager, {})[seat] = result.share
    return found


def _awarded(wager: str, seats: Iterable[int], given: Awards) -> MeterAwarded:
    return MeterAwarded(wager, dict(zip(seats, given.paid, strict=True)), given.reseeded_units, given.meter)


def _winners_of_meters(step: Take, round: Round) -> bool:
    return round.fed and any(
        result.from_meter and result.wager in step.wagers for hand in round.live.values() for result in hand.results
    )


def _within_limit(
    step: Take, round: Round, order: Sequence[int], settlements: Mapping[int, Settlement]
) -> dict[tuple[int, str], int] | None:
    """What each winner gets if a round's winnings are above the aggregate limit; None if they are not."""
    wins = {
        (seat, result.wager): result.returned - result.staked
        for seat in order
        for result in settlements[seat].results
        if result.returned > result.staked and result.share is None
    }
    before = sum(
        max(0, result.returned - result.staked - result.from_meter)
        for hand in round.hands.values()
        for result in hand.results
        if result.wager not in step.wagers
    )
    left = max(0, round.config.aggregate_limit - before)
    return pro_rata(wins, left) if sum(wins.values()) > left else None


def pro_rata(wins: Mapping[Key, int], limit: int) -> dict[Key, int]:
    """The limit shared in proportion to what each would have won; odd cents go to the largest fractions, in order."""
    total = sum(wins.values())
    shares = {key: win * limit // total for key, win in wins.items()}
    odd = limit - sum(shares.values())
    for key in sorted(wins, key=lambda key: -(wins[key] * limit % total))[:odd]:
        shares[key] += 1
    return shares


def _result(
    result: Result, from_meter: int | None, capped: Mapping[tuple[int, str], int] | None, seat: int, token: int
) -> Settled:
    if from_meter is not None:
        return Settled(result.wager, result.staked, from_meter, result.why, from_meter)
    if capped is not None and (seat, result.wager) in capped:
        why = f"{result.why}; the aggregate limit is shared"
        return Settled(result.wager, result.staked, result.staked + capped[seat, result.wager], why, token=token)
    return Settled(result.wager, result.staked, result.returned, result.why, token=token)


def _says(config: Config, results: Sequence[Settled], won: Sequence[str]) -> str:
    """Ante pays $5, Play pushes, Low Points Bonus loses."""
    names = config.rule_book.wagers
    return ", ".join(f"{names[result.wager].name} {_verb(result, result.wager in won)}" for result in results)


def _verb(result: Settled, won: bool) -> str:
    if result.from_meter:  # the bet is not returned, whatever it won
        return f"wins {dollars(result.from_meter)} of the meter"
    if result.returned > result.staked:
        return f"pays {dollars(result.returned - result.staked)}{' and the token' if result.token else ''}"
    if won:
        return "wins, and nothing is left of the aggregate limit"
    return "pushes" if result.returned == result.staked else "loses"
