"""What every table refuses: bets that the documents do not allow. The same evidence for all games, by their wagers."""

from collections.abc import Callable, Mapping

from feltlab.table.commands import Bet, Decide, Ready
from tests.table.driver import ALL_BETS, OPENING, Table, player
from tests.table.manuals import Refused

Bets = Mapping[str, int]


def betting(game: str) -> Callable[[], Table]:
    return lambda: Table(game).sit(1)


def _bet(bets: Bets) -> Callable[[Table], Bet]:
    return lambda table: Bet(player(1), 1, table.round.number, bets)


def _refused(game: str, reason: str, bets: Bets) -> Refused:
    return Refused(reason, betting(game), _bet(bets), _bet(ALL_BETS[game]))


def side_bets_alone(game: str) -> Refused:
    """No opening bet: every side bet is there, and it is not taken."""
    return _refused(
        game, "bad-wager", {wager: cents for wager, cents in ALL_BETS[game].items() if wager != OPENING[game]}
    )


def below_minimum(game: str) -> Refused:
    return _refused(game, "below-minimum", {OPENING[game]: 99})


def above_maximum(game: str) -> Refused:
    return _refused(game, "above-maximum", {OPENING[game]: 10**9})


def after_the_first_card(game: str) -> Refused:
    """The same bets are refused once cards are out, and taken when the next round is open."""

    def dealt() -> Table:
        table = Table(game).sit(1)
        table.lock((1,))
        return table

    def next_round(table: Table) -> Bet:
        table.play_out()
        return Bet(player(1), 1, table.round.number, ALL_BETS[game])

    return Refused("bets-closed", dealt, _bet(ALL_BETS[game]), next_round)


def too_high(game: str, wager: str) -> Refused:
    """A side bet of a cent more than the opening bet."""
    bets = {**ALL_BETS[game], wager: ALL_BETS[game][OPENING[game]] + 1}
    return _refused(game, "bad-wager", bets)


def deciding(reason: str, game: str, bad: Mapping[str, object], good: Mapping[str, object]) -> Refused:
    def dealt() -> Table:
        table = Table(game).sit(1)
        table.lock((1,))
        return table

    def made(choice: Mapping[str, object]) -> Callable[[Table], Decide]:
        return lambda table: Decide(player(1), 1, table.round.number, table.round.asked, choice)

    return Refused(reason, dealt, made(bad), made(good))


def token_on_the_play(tokens: Bets, bad: int, good: int) -> Refused:
    """A token on the Play beside those on other bets: of the one size it is refused, of the other it is taken."""

    def dealt() -> Table:
        table = Table("ace-odd-even").sit(1)
        table.must(Bet(player(1), 1, table.round.number, {"ante": 1000}, tokens))
        table.must(Ready(player(1), 1, table.round.number))
        return table

    def made(token: int) -> Callable[[Table], Decide]:
        parts = {"play": token} if token else {}
        return lambda table: Decide(player(1), 1, table.round.number, "play", {"decision": "play"}, parts)

    return Refused("bad-token", dealt, made(bad), made(good))


def token_on_a_bonus(bad: int, good: int) -> Refused:
    def made(token: int) -> Callable[[Table], Bet]:
        bets = {"ante": 5_000, "odd-even": 5_000}
        return lambda table: Bet(player(1), 1, table.round.number, bets, {"odd-even": token})

    return Refused("bad-token", betting("ace-odd-even"), made(bad), made(good))
