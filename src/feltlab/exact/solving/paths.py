"""Every way through the questions of a round, and the value of each end on some terms."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from feltlab.errors import PayTableError, RulesError
from feltlab.exact.figures import Outcome
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, NONE, PAID, PUSH
from feltlab.rules.faults import at_fault, wrong_bonus, wrong_none
from feltlab.rules.game import Game, Terms
from feltlab.rules.pay_table import Pay, Share
from feltlab.rules.settling import pay_of
from feltlab.rules.steps import TRADED, Ask, Raise
from feltlab.rules.turning import on_stage
from feltlab.rules.wagers import Role, Wager


class Path(NamedTuple):
    """The answers, question by question, and what they amount to."""

    options: tuple[str, ...] = ()
    """Empty for a question that was never reached."""
    units: tuple[tuple[str, int], ...] = ()
    folded: str = ""
    traded: int = 0
    """The number of cards traded, if a bet depends on it."""

    def asked(self, ask: Ask) -> bool:
        return not self.folded and (ask.trade is not None or not dict(self.units)[_raise(ask).wager])

    def skipped(self) -> "Path":
        return self._replace(options=(*self.options, ""))

    def with_option(self, ask: Ask, option: str) -> "Path":
        if ask.trade:
            return self._replace(options=(*self.options, option), traded=traded_by(option))
        raises = _raise(ask)
        units = tuple((slug, raises.options[option] if slug == raises.wager else made) for slug, made in self.units)
        return Path((*self.options, option), units, ask.stage if ask.folds(option) else "", self.traded)

    def choices(self, game: Game) -> dict[str, str]:
        """In the form of a round's line."""
        asks = game.round.asks.values()
        return {ask.name: option for ask, option in zip(asks, self.options, strict=False) if option}


def _raise(ask: Ask) -> Raise:
    if ask.raises is None:
        raise RulesError(f"the question {ask.stage!r} does not ask for a raise")
    return ask.raises


def start(game: Game) -> Path:
    return Path((), tuple((slug, 0) for slug in game.round.raised))


def options_of(ask: Ask) -> tuple[str, ...]:
    """From the least money at risk to the most; for a trade, by number of cards."""
    if ask.trade:
        return tuple(f"trade {count}" if count else "keep" for count in range(ask.trade.most + 1))
    raises = _raise(ask)
    return tuple(sorted(raises.options, key=lambda option: raises.options[option]))


def traded_by(option: str) -> int:
    """The cards that an option of a trade exchanges."""
    return int(option.partition(" ")[2] or 0)


def later_path(game: Game, number: int) -> Path:
    """A way that reaches a question with as little money at risk before it as possible."""
    path = start(game)
    for ask in list(game.round.asks.values())[:number]:
        quiet = [option for option in options_of(ask) if not ask.folds(option)]
        path = path.with_option(ask, quiet[0]) if path.asked(ask) else path.skipped()
    return path


def paths(game: Game, skipping: bool = False) -> tuple[Path, ...]:
    """Every whole way through the round; with `skipping`, also those on which the cards skip a question."""
    found = [start(game)]
    for ask in game.round.asks.values():
        passed = [path.skipped() for path in found if skipping and path.asked(ask)]
        untold = ask.trade is not None and TRADED not in game.bound_settle.names
        found = [*(longer for path in found for longer in _longer(path, ask, untold)), *passed]
    return tuple(found)


def _longer(path: Path, ask: Ask, untold: bool) -> Iterator[Path]:
    """`untold`: the answer changes nothing that a rule looks at."""
    if untold or not path.asked(ask):
        yield path.skipped()
        return
    for option in options_of(ask):
        yield path.with_option(ask, option)


class End(NamedTuple):
    """How a round ended: its name, and what was staked and won or lost, in initial wagers."""

    event: str
    pays: str
    staked: Fraction
    net: Fraction
    folded: bool
    nets: tuple[tuple[str, Fraction], ...]
    """By wager of the main game."""
    paid: tuple[tuple[str, str, Fraction], ...] = ()
    """The pay table lines that were paid: wager, event, stake."""
    wrong: str = ""
    """What is wrong with its codes, if a round gets here: rules may say anything about cards that cannot be dealt."""


def end_of(game: Game, path: Path, codes: Sequence[int], terms: Terms) -> End:
    units = dict(path.units)
    staked, nets, said, lines, wrong = Fraction(0), [], [], [], ""
    for slug, code in zip(game.settled, codes, strict=True):
        wager = game.wagers[slug]
        wrong = wrong or wrong_none(wager, code, wager.role is Role.INITIAL or bool(units.get(slug)))
        if code == NONE or wager.role in (Role.SIDE, Role.PROGRESSIVE):
            continue
        if unpayable := wrong_bonus(wager, code):  # for a hand so rare that no trial has dealt it
            raise at_fault(unpayable, game.settle)
        stake = Fraction(units.get(slug, 1))
        net, pays = worth(wager, code, terms)
        if wager.role is not Role.BONUS:
            staked += stake
        nets.append((slug, net * stake))
        line = terms.pays[slug].by_grade[code - PAID] if code >= PAID else None
        if line:
            lines.append((slug, line.event, stake))
        if wager.role is not Role.BONUS or net or line:
            said.append((wager.name, _called(wager, code, terms, pays)))
    event = _played(game, path) + _said(said)
    total = sum((net for _, net in nets), Fraction(0))
    return End(event, _net_text(total), staked, total, bool(path.folded), tuple(nets), tuple(lines), wrong)


def outcome_of(game: Game, end: End, count: int) -> Outcome:
    if end.wrong:  # in a round so rare that no trial has dealt it
        raise at_fault(end.wrong, game.settle)
    return Outcome(end.event, end.pays, count, end.staked, end.net, end.folded, end.paid)


def _played(game: Game, path: Path) -> str:
    """The answers, where an end's codes alone do not tell them."""
    if path.folded:
        return "fold: " if len(game.round.asks) == 1 else f"fold {on_stage(path.folded)}: "
    several = sum(not other.folded for other in paths(game)) > 1
    made = ", ".join(filter(None, path.options))
    return f"{made}: " if several and made else ""


def _said(said: Sequence[tuple[str, str]]) -> str:
    """Bet by bet; several with the same result are named together."""
    if len(said) > 2 and len({called for _, called in said}) == 1:
        return f"every bet {said[0][1]}"
    return ", ".join(f"{name} {called}" for name, called in said)


def _net_text(net: Fraction) -> str:
    return "push" if net == 0 else f"{'wins' if net > 0 else 'loses'} {abs(net)}"


def worth(wager: Wager, code: int, terms: Terms) -> tuple[Fraction, Pay | None]:
    """What a stake of one wins or loses by a code, and the pay."""
    pays = None if code == LOSE else pay_of(wager, code, terms)
    if pays is None:
        return Fraction(0 if wager.role is Role.BONUS else -1), None
    if isinstance(pays, Share):
        raise PayTableError(f"{wager.slug} has no meter: no line of it can pay {pays}")
    if wager.role is Role.BONUS:  # 5 for 1 keeps a stake that was never bet: it pays 5, as 5 to 1 does
        return Fraction(pays.pays, pays.per), pays
    return pays.net, pays


def _called(wager: Wager, code: int, terms: Terms, pays: Pay | None) -> str:
    if code >= PAID:
        line = terms.pays[wager.slug].by_grade[code - PAID]
        return f"{line.event} {pays}" if line else "is not paid"
    return {LOSE: "loses", PUSH: "pushes"}.get(code) or (f"wins {pays}" if isinstance(pays, Odds) else "wins")
