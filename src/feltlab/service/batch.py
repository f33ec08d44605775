"""One batch of requests, carried out in memory and written in one transaction."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final

import orjson

from feltlab.errors import AlteredError, ConflictError
from feltlab.ledger.ledger import HOUSE, Ledger, Unposted
from feltlab.ledger.performance import DAY_MS
from feltlab.ledger.transfer import Transfer
from feltlab.money import MAX_STAKE
from feltlab.service.kept_settings import TERMS
from feltlab.service.postings import accounts_of, bank, filled, postings, purse, tokens_of
from feltlab.service.records import Records
from feltlab.service.requests import AtTable, By, Chips, Done, Keep, Refused, Reply, Request, Tokens, Work
from feltlab.service.rows import Answer, NewAudit, NewTable, Posting, Snapshot
from feltlab.service.standing import is_alone, issued_alone, objection, too_much_alone
from feltlab.service.store import Transaction
from feltlab.table import Change, Refusal, State, changes
from feltlab.table.commands import Advance, Configure, Open, Rate, Sit, Status, Void
from feltlab.table.events import Event, event_body, logged
from feltlab.table.plain import encode
from feltlab.table.state import dealt_from
from feltlab.wire import dump

AUDITED: Final = (Open, Configure, Rate, Status, Void, Advance)
EVENTS_BETWEEN_SNAPSHOTS: Final = 500


@dataclass(frozen=True)
class Handled:
    reply: Reply
    events: tuple[tuple[int, Event], ...] = ()
    state: State | None = None


class Batch:
    """`tables` is the committed state; the batch's results are in `staged` until the commit has succeeded."""

    def __init__(
        self,
        rows: Transaction,
        ledger: Ledger,
        tables: Mapping[str, State],
        now: int,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.rows, self.ledger, self.tables, self.now, self.entropy = rows, ledger, tables, now, entropy
        self.staged: dict[str, State] = {}
        self.records = Records()
        self.postings: list[Posting] = []
        self.answers: dict[str, Answer] = {}
        self.audit: list[NewAudit] = []
        self.opened: list[NewTable] = []

    def work(self, requests: Sequence[Request]) -> list[Handled]:
        """The outcome of each request; afterward everything is written but not yet committed."""
        self._hold_accounts(requests)
        self.answers = self.rows.answers([request.key for request in requests if request.key])
        before = set(self.answers)
        outcomes = [self._one(request) for request in requests]
        self._write([answer for key, answer in self.answers.items() if key not in before])
        return outcomes

    def _hold_accounts(self, requests: Sequence[Request]) -> None:
        """Read every balance that the batch may need, and keep other processes from changing it."""
        accounts = {HOUSE}
        for request in requests:
            match request.asked:
                case AtTable(table=table, command=command, actor=actor):
                    accounts |= {purse(actor), tokens_of(actor)} | (
                        {purse(command.player)} if isinstance(command, Sit) else set()
                    )
                    if table in self.tables:
                        accounts |= accounts_of(self.tables[table])
                    else:
                        accounts.add(bank(table))
                case Chips(player=player) | Tokens(player=player):
                    accounts |= {purse(player), tokens_of(player)}
                case _:
                    pass
        self.ledger.load(self.rows.balances(sorted(accounts)))

    def _one(self, request: Request) -> Handled:
        known = self.answers.get(request.key) if request.key else None
        if known is not None:
            if known.body_hash != request.body_hash:
                return Handled(Refused("key-reused", "the key was used before for something else"))
            return Handled(Done(**orjson.loads(known.answer)))
        match request.asked:
            case AtTable() as asked:
                outcome = self._at_table(asked)
            case Chips() | Tokens() as asked:
                outcome = self._chips(asked, request.key)
            case Work(do=do):
                return Handled(Done(None, 0, 0, do(self.rows)))
            case Keep():
                return Handled(Done(None, 0, 0))
        if request.key and isinstance(outcome.reply, Done):
            reply = outcome.reply
            done = {"table": reply.table, "number": reply.number, "purse": reply.purse, "tokens": reply.tokens}
            answer = Answer(request.key, outcome.reply.table, request.body_hash, dump(done), self.now)
            self.answers[request.key] = answer
        return outcome

    def _at_table(self, asked: AtTable) -> Handled:
        state = self.staged.get(asked.table) or self.tables.get(asked.table)
        if state is None and not isinstance(asked.command, Open):
            return Handled(Refused("no-such-table", "there is no such table here"))
        funds = self._funds(state, asked.actor)
        if isinstance(asked.command, Sit):  # a bot bets in the same step that seats it
            funds[asked.command.player] = self.ledger.balance(purse(asked.command.player))
        tokens = {asked.actor: self.ledger.balance(tokens_of(asked.actor))}
        done = changes(state, asked.command, self.now, self.entropy(32), funds, tokens)
        if isinstance(done, Refusal):
            return Handled(Refused(done.reason, done.words))
        if asked.by and (refused := objection(asked.by, state, asked.command)):
            return Handled(refused)
        after = done[-1].after
        moves = [move for before, event, _ in done for move in postings(before, event)]
        moves = filled(asked.table, after.number, self.ledger.balance(bank(asked.table)), moves)
        if unposted := self.ledger.post(moves):
            if not _is_want_of_money(unposted, moves):
                # The stakes and the bank are the table's own: another process must have continued the table.
                raise ConflictError(f"the books do not fit the table {asked.table}: {unposted.message}")
            return Handled(_unpaid(unposted, moves))
        self._keep(asked, done, moves)
        numbered = tuple([(result.number, logged(event)) for _, event, result in done])
        return Handled(self._done(asked.actor, asked.table, after.number), numbered, after)

    def _done(self, player: str, table: str | None = None, number: int = 0) -> Done:
        purses, tokens = self.ledger.balance(purse(player)), self.ledger.balance(tokens_of(player))
        return Done(table, number, purses, tokens=tokens)

    def _funds(self, state: State | None, actor: str) -> dict[str, int]:
        players = {actor} | ({seat.player for seat in state.seats.values()} if state else set())
        return {player: self.ledger.balance(purse(player)) for player in players}

    def _keep(self, asked: AtTable, done: Sequence[Change], moves: Sequence[Transfer]) -> None:
        for before, event, after in done:
            self.records.add(before, event, after, self.now)
        last = done[-1].after
        self.staged[asked.table] = last
        self.postings += [Posting(move, self.now, asked.table, last.number) for move in moves]
        if isinstance(asked.command, Open):
            self.opened.append(NewTable(asked.table, last.config.game, dump(encode(last.config))))
        if asked.by or isinstance(asked.command, AUDITED):
            detail = {"table": asked.table, "number": last.number, **_detail(asked.command)}
            self._note(asked.by, asked.actor, type(asked.command).__name__.lower(), detail)

    def _note(self, by: By | None, actor: str, action: str, detail: dict[str, Any]) -> None:
        """In the trail: who, from where and why; and that the second person agreed."""
        told = {name: value for name, value in (by.told() if by else {}).items() if not detail.get(name)}
        self.audit.append(NewAudit(self.now, actor, action, dump({**detail, **told})))
        if by and by.second:
            agreed = {"request": by.request, "for": by.actor, **by.second.told()}
            self.audit.append(NewAudit(self.now, by.second.actor, "approved", dump(agreed)))

    def _chips(self, asked: Chips | Tokens, key: str) -> Handled:
        what = "chips" if isinstance(asked, Chips) else "tokens"
        if not 0 < abs(asked.cents) <= MAX_STAKE:
            return Handled(Refused("bad-amount", f"{what} are issued and taken back in whole cents, more than 0"))
        if not key:  # the key is the transfer's name, and a name is permanent
            return Handled(Refused("no-key", f"issuing and taking back {what} needs a key"))
        by = asked.by
        if by and is_alone(by):
            try:
                issued = self._issued_by(by.accounts | {by.actor})
            except AlteredError as error:
                return Handled(Refused("broken-trail", str(error)))
            if refused := too_much_alone(by, asked.cents, issued):
                return Handled(refused)
        pocket = purse(asked.player) if isinstance(asked, Chips) else tokens_of(asked.player)
        debit, credit = (HOUSE, pocket) if asked.cents > 0 else (pocket, HOUSE)
        move = Transfer(f"{what}/{key}", debit, credit, abs(asked.cents))
        if unposted := self.ledger.post([move]):
            return Handled(_unpaid(unposted, [move]))
        table = asked.table if isinstance(asked, Chips) else None
        self.postings.append(Posting(move, self.now, table, actor=by.name if by else None))
        if by:
            told = {"player": asked.player, "cents": asked.cents, "table": table, "transfer": move.id}
            self._note(by, by.actor, what, told)
        return Handled(self._done(asked.player))

    def _issued_by(self, accounts: Set[str]) -> int:
        """What one person alone has issued and taken back today, in this batch too."""
        here = sum(posting.transfer.cents for posting in self.postings if posting.actor in accounts)
        return here + issued_alone(self.rows.newest_audit(), accounts, self.now - self.now % DAY_MS)

    def _write(self, answers: Sequence[Answer]) -> None:
        rows, records = self.rows, self.records
        if self.opened:
            rows.put_tables(self.opened)
        if records.events:
            rows.append_events(records.events)
            rows.put_snapshots(self._snapshots())
        if records.seeds:
            rows.put_seeds(list(records.seeds.values()))
        for terms, config in records.terms.items():
            rows.put_setting(f"{TERMS}{terms}", config)
        if records.rounds:
            rows.put_rounds(list(records.rounds.values()))
        if records.seats:
            rows.add_round_seats(records.seats)
        if records.results:
            rows.add_results(records.results)
        if self.postings:
            rows.post(self.postings, self.ledger.changed())
        if answers:
            rows.add_answers(answers)
        if self.audit:
            rows.append_audit(self.audit)

    def _snapshots(self) -> list[Snapshot]:
        """Now and then, so that a restart replays little; the seed of an open round is kept apart."""
        found = []
        for table, state in self.staged.items():
            before = self.tables[table].number if table in self.tables else 0
            if before // EVENTS_BETWEEN_SNAPSHOTS != state.number // EVENTS_BETWEEN_SNAPSHOTS:
                found.append(Snapshot(table, state.number, dump(dealt_from(state, "").to_dict())))
        return found


def _is_want_of_money(refused: Unposted, moves: Sequence[Transfer]) -> bool:
    return any(move.id == refused.id and move.debit.startswith(("purse:", "tokens:")) for move in moves)


def _unpaid(refused: Unposted, moves: Sequence[Transfer]) -> Refused:
    if refused.code != "overdrawn":
        return Refused(refused.code, refused.message)
    tokens = any(move.id == refused.id and move.debit.startswith("tokens:") for move in moves)
    refusal = Refusal("insufficient-tokens" if tokens else "insufficient-funds")
    return Refused(refusal.reason, refusal.words)  # the ledger names its accounts


def _detail(command: Any) -> dict[str, Any]:
    shown: dict[str, Any] = event_body(command)
    return {name: value for name, value in shown.items() if name != "table"}
