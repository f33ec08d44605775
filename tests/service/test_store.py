"""One suite for both databases: what is written is read back, once, or not at all."""

from collections.abc import Callable
from contextlib import closing

import pytest

from feltlab.errors import ConflictError, FeltlabError, LeaseError, StoreError
from feltlab.ledger.ledger import HOUSE
from feltlab.ledger.performance import Drop, Sums
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.chain import AUDIT, GENESIS, verify_audit, verify_chain
from feltlab.service.checks import ledger_sums, problems
from feltlab.service.rows import Head
from feltlab.service.store import Store, Transaction, open_store
from tests.service.filling import MINUTE, TABLE, contents, open_table, play

DAY = 86_400_000


def test_a_played_table_is_read_back(store: Store) -> None:
    open_table(store)
    for number in range(1, 8):
        play(store, number)
    table = store.table(TABLE)
    assert table is not None
    assert (table.last_number, table.snapshot_number, table.owner) == (14, 14, None)
    assert [event.number for event in store.events(TABLE)] == list(range(1, 15))
    assert [event.number for event in store.events(TABLE, after=9, limit=3)] == [10, 11, 12]
    assert [event.prev_hash for event in store.events(TABLE, limit=1)] == [GENESIS]
    assert [found.round for found in store.rounds_of_table(TABLE, 3)] == [7, 6, 5]
    assert [found.round for found in store.rounds_of_seat(TABLE, 2)] == [7, 1]
    assert [found.round for found in store.rounds_of_player("p1")] == [7, 4, 1]
    assert [found.staked for found in store.results(TABLE, 7)] == [200]
    assert store.balance("purse:p1") == sum(500 + number - 100 for number in (1, 4, 7))
    assert store.balance("purse:nobody") == 0
    assert [posting.transfer.id for posting in store.transfers_of("purse:p1", 2)] == ["t1:7:1", "t1:7:0"]
    assert [posting.transfer.id for posting in store.transfers_of("bank:t1", 1)] == ["t1:7:1"]
    assert store.setting("last") == "7"
    assert store.setting("none") is None
    assert problems(store) == []


def test_events_and_audit_come_in_pages_without_a_gap(store: Store) -> None:
    open_table(store)
    with store.transaction() as tx:
        tx.append_events([r.NewEvent(TABLE, n, 1, n, "e", "{}") for n in range(1, 2502)])
        tx.append_audit([r.NewAudit(n, "a", "b", "{}") for n in range(1, 2502)])
    assert [event.number for event in store.events(TABLE)] == list(range(1, 2502))
    assert len(list(store.events(TABLE, after=100, limit=2000))) == 2000
    assert [entry.number for entry in store.audit(limit=1001)] == list(range(1, 1002))
    assert verify_chain(store, TABLE) is None
    assert verify_chain(store, TABLE, newest=7) is None
    assert verify_audit(store) is None


def second_settlement(tx: Transaction) -> None:
    tx.add_results([r.BetResult(TABLE, 1, 2, "ante", "p9", "low-four", "terms", 5, 1, 1, 0)])


def used_transfer(tx: Transaction) -> None:
    tx.post([r.Posting(Transfer("t1:1:0", HOUSE, "purse:x", 5), 1)], {})


def used_key(tx: Transaction) -> None:
    tx.add_answers([r.Answer("t1/key-1", None, "other", "{}", 1)])


def gap_in_events(tx: Transaction) -> None:
    tx.append_events([r.NewEvent(TABLE, 4, 1, 1, "e", "{}")])


def event_twice(tx: Transaction) -> None:
    tx.append_events([r.NewEvent(TABLE, 2, 1, 1, "e", "{}")])


def event_of_no_table(tx: Transaction) -> None:
    tx.append_events([r.NewEvent("none", 1, 1, 1, "e", "{}")])


def result_of_no_round(tx: Transaction) -> None:
    tx.add_results([r.BetResult(TABLE, 99, 2, "ante", "p9", "low-four", "terms", 5, 1, 1, 0)])


def overdrawn_purse(tx: Transaction) -> None:
    tx.post([], {"purse:p1": -1})


def taken_name(tx: Transaction) -> None:
    tx.put_players([r.Player("other", "name p1", "player", None, 1)])


def session_of_nobody(tx: Transaction) -> None:
    tx.add_sessions([r.Session("new", "nobody", 1, 2, 1)])


@pytest.mark.parametrize(
    "mistake",
    [
        second_settlement,
        used_transfer,
        used_key,
        gap_in_events,
        event_twice,
        event_of_no_table,
        result_of_no_round,
        overdrawn_purse,
        taken_name,
        session_of_nobody,
    ],
)
def test_a_row_that_cannot_be_rolls_everything_back(store: Store, mistake: Callable[[Transaction], None]) -> None:
    open_table(store)
    play(store, 1)
    before = contents(store)

    def all_of_it() -> None:
        with store.transaction() as tx:
            tx.put_setting("last", "changed")
            mistake(tx)

    with pytest.raises(ConflictError) as caught:
        all_of_it()
    assert "\n" not in str(caught.value)
    assert contents(store) == before
    play(store, 2)


def test_an_error_that_someone_catches_inside_still_undoes_everything(store: Store) -> None:
    open_table(store)
    play(store, 1)
    before = contents(store)
    fresh = r.Answer("fresh", None, "", "{}", 1)

    def all_of_it() -> None:
        with store.transaction() as tx:
            try:
                tx.add_answers([fresh, r.Answer("t1/key-1", None, "", "{}", 1)])
            except ConflictError:
                tx_failed.append(True)

    tx_failed: list[bool] = []
    with pytest.raises(StoreError):
        all_of_it()
    assert tx_failed
    assert contents(store) == before


def test_any_exception_rolls_back(store: Store) -> None:
    def all_of_it() -> None:
        with store.transaction() as tx:
            tx.put_setting("a", "b")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        all_of_it()
    assert store.setting("a") is None


def test_readers_see_the_last_commit_while_a_transaction_is_open(store: Store) -> None:
    with store.transaction() as tx:
        tx.put_setting("a", "1")
    with store.transaction() as tx:
        tx.put_setting("a", "2")
        assert store.setting("a") == "1"
    assert store.setting("a") == "2"


def test_a_transaction_inside_another_is_refused_rather_than_waited_for(store: Store) -> None:
    with store.transaction() as tx:
        tx.put_setting("a", "1")
        with pytest.raises(StoreError, match="inside a transaction"), store.transaction():
            pass
    assert store.setting("a") == "1"


def test_a_table_has_one_owner_who_alone_writes_to_it(store: Store) -> None:
    open_table(store)

    def taken(owner: str) -> set[str]:
        with store.transaction() as tx:
            tx.hold(owner)
            return tx.take_tables()

    with pytest.raises(LeaseError, match="another process"):
        taken("a")
    with store.transaction() as tx:
        tx.begin_owner("a", 600)
    assert taken("a") == {TABLE}
    with store.transaction() as tx:
        tx.hold("a")
        tx.append_events([r.NewEvent(TABLE, 1, 1, 0, "bet", "{}")])
        tx.end_owner()
    with store.transaction() as tx:
        tx.begin_owner("b", 600)
    assert taken("b") == {TABLE}
    with pytest.raises(LeaseError):
        taken("a")


def test_configuration_changes_but_the_chain_goes_on(store: Store) -> None:
    open_table(store)
    play(store, 1)
    with store.transaction() as tx:
        tx.put_tables([r.NewTable(TABLE, "low-four", '{"limit":5}')])
    [table] = store.tables()
    assert (table.config, table.last_number) == ('{"limit":5}', 2)


def test_answers_are_found_by_key(store: Store) -> None:
    answers = [r.Answer(f"key '{n}\"", None, "hash", '{"n":1}', n) for n in range(5)]
    with store.transaction() as tx:
        tx.add_answers(answers)
    with store.transaction() as tx:
        assert tx.answers([answer.key for answer in answers[:2]] + ["other"]) == {a.key: a for a in answers[:2]}
    assert store.answer("other") is None
    assert store.answer(answers[3].key) == answers[3]


def test_players_and_sessions(store: Store) -> None:
    ann = r.Player("1", "Ann", "dealer", "secret hash", 5)
    bob = r.Player("2", "Bob", "player", None, 6, disabled=True)
    with store.transaction() as tx:
        tx.put_players([bob, ann])
        tx.add_sessions([r.Session(f"s{n}", "1", 1, 10 + n, 1) for n in range(4)])
        tx.see_session("s3", 12)
        tx.see_session("ended", 12)
        assert (tx.session("s3"), tx.session("ended")) == (r.Session("s3", "1", 1, 13, 12), None)
    assert store.players() == [ann, bob]
    assert store.player("2") == bob
    assert store.player_named("Ann") == ann
    assert store.player_named("ann") == store.player_named("Ann")  # not told apart by case
    assert store.session("s3") == r.Session("s3", "1", 1, 13, 12)
    with store.transaction() as tx:
        tx.drop_sessions(["s0"])
        tx.drop_expired_sessions(now=11)
    assert [store.session(f"s{n}") is not None for n in range(4)] == [False, False, True, True]
    with store.transaction() as tx:
        tx.drop_player_sessions("1")
    assert store.session("s3") is None


def test_a_player_in_two_seats_sees_the_round_once(store: Store) -> None:
    open_table(store)
    with store.transaction() as tx:
        tx.put_rounds([r.RoundRow(TABLE, 1, 7), r.RoundRow(TABLE, 2, 8)])
        tx.add_round_seats([r.RoundSeat(TABLE, n, seat, "p", 6 + n) for n in (1, 2) for seat in (1, 2)])
    assert [found.round for found in store.rounds_of_player("p")] == [2, 1]
    assert [found.round for found in store.rounds_of_player("p", 1)] == [2]


def test_a_round_is_brought_up_to_date(store: Store) -> None:
    open_table(store)
    with store.transaction() as tx:
        tx.put_rounds([r.RoundRow(TABLE, 1, 7)])
    assert store.round(TABLE, 1) == r.RoundRow(TABLE, 1, 7)
    voided = r.RoundRow(TABLE, 1, 7, 9, "voided", "misdeal", "{}")
    with store.transaction() as tx:
        tx.put_rounds([voided])
    assert store.round(TABLE, 1) == voided
    assert store.round(TABLE, 2) is None


def test_bets_are_added_up_by_day_and_terms_exactly(store: Store) -> None:
    open_table(store)
    big = 10**12

    def result(round_: int, at: int, terms: str, initial: int) -> r.BetResult:
        return r.BetResult(TABLE, round_, 1, "ante", "p", "low-four", terms, at, initial, 2 * initial, initial)

    with store.transaction() as tx:
        tx.put_rounds([r.RoundRow(TABLE, n, 0) for n in range(1, 6)])
        tx.add_results([result(1, 5, "a", big), result(2, 6, "a", big), result(3, 7, "a", 3)])
        tx.add_results([result(4, DAY, "a", 5), result(5, DAY, "b", 5)])
        tx.post([r.Posting(Transfer("x", HOUSE, "purse:p", 70), DAY, TABLE)], {HOUSE: -70, "purse:p": 70})
        tx.post([r.Posting(Transfer("y", HOUSE, "purse:p", 30), DAY)], {HOUSE: -100, "purse:p": 100})
    first = Sums(TABLE, "low-four", "ante", "a", 0, 3, 2 * big + 3, 2 * big**2 + 9, 4 * big + 6, 2 * big + 3)
    second = Sums(TABLE, "low-four", "ante", "a", 1, 1, 5, 25, 10, 5)
    assert store.sums() == [first, second, Sums(TABLE, "low-four", "ante", "b", 1, 1, 5, 25, 10, 5)]
    assert store.sums(TABLE, "low-four", until=DAY) == [first]
    assert store.sums(since=DAY + 1) == []
    assert store.sums(game="rule-out") == []
    assert store.drops() == [Drop(TABLE, 1, 70)]
    assert store.drops(table_id="other") == []
    assert ledger_sums(store).is_right


def test_bets_are_added_up_by_the_hour(store: Store) -> None:
    open_table(store)
    hour = DAY // 24
    moments = (hour - 1, hour, DAY - 1, DAY, DAY + 2 * hour)
    with store.transaction() as tx:
        tx.put_rounds([r.RoundRow(TABLE, n, 0) for n in range(len(moments))])
        tx.add_results(
            [r.BetResult(TABLE, n, 1, "ante", "p", "low-four", "a", at, 5, 10, 5) for n, at in enumerate(moments)]
        )
        tx.post([r.Posting(Transfer("x", HOUSE, "purse:p", 70), DAY + hour, TABLE)], {HOUSE: -70, "purse:p": 70})
    assert [(row.day, row.hour, row.bets) for row in store.sums(hourly=True)] == [
        (0, 0, 1), (0, 1, 1), (0, 23, 1), (1, 0, 1), (1, 2, 1),
    ]  # fmt: skip
    assert [(row.day, row.hour) for row in store.sums(since=DAY, hourly=True)] == [(1, 0), (1, 2)]
    assert [(row.day, row.hour, row.bets) for row in store.sums()] == [(0, 0, 3), (1, 0, 2)]
    assert store.drops(hourly=True) == [Drop(TABLE, 1, 70, 1)]
    assert store.drops(since=DAY + 2 * hour, hourly=True) == []


def test_the_sql_check_finds_a_balance_that_is_not_its_transfers(store: Store) -> None:
    open_table(store)
    play(store, 1)
    with store.transaction() as tx:
        tx.post([], {"purse:p1": 7})
    sums = ledger_sums(store)
    assert sums.total == 7 - 401
    assert [wrong.account for wrong in sums.wrong] == ["purse:p1"]
    assert len(problems(store)) == 2


def test_what_was_written_is_there_after_opening_again(store_url: str) -> None:
    with closing(open_store(store_url)) as store:
        open_table(store)
        play(store, 1)
        before = contents(store)
    with pytest.raises(StoreError, match="closed"):
        store.setting("last")
    with closing(open_store(store_url)) as store:
        assert contents(store) == before
        play(store, 2)
        assert store.head(AUDIT).number == 2


def test_text_of_any_kind_survives(store: Store) -> None:
    text = "quote ' \" percent % question ? brace {} é 漢 🂡 \\ newline\n"
    with store.transaction() as tx:
        tx.put_setting(text, text)
        tx.append_audit([r.NewAudit(1, text, text, text)])
    assert store.setting(text) == text
    assert [entry.actor for entry in store.audit()] == [text]
    assert verify_audit(store) is None


@pytest.mark.parametrize(
    "url", ["mysql://x", "store.db", "", "sqlite:/x.db", "sqlite:///", "sqlite:///a?b", "postgresql://%zz"]
)
def test_a_url_that_is_none_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(FeltlabError) as caught:
        open_store(url)
    assert "\n" not in str(caught.value)


def test_a_store_in_memory_is_a_store() -> None:
    with closing(open_store("sqlite://")) as store, closing(open_store("sqlite://")) as other:
        open_table(store)
        play(store, 1)
        assert store.head(AUDIT) != Head(0, GENESIS)
        assert other.tables() == []
        assert store.rounds_of_player("p1")[0].opened_at == MINUTE
        assert problems(store) == []
