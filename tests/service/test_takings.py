"""The running totals equal the totals of all rows, at any moment; and the audit trail page by page."""

from contextlib import closing
from random import Random

from feltlab.ledger.ledger import HOUSE
from feltlab.ledger.performance import MeterMoves
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.store import Store, open_store
from feltlab.service.takings import OPEN_MS, Takings
from feltlab.service.trail import FULL_MS, Trail
from tests.service.filling import TABLE, open_table

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def add_round(store: Store, number: int, at: int, rng: Random) -> None:
    staked, fed, won = rng.randrange(1, 9) * 100, rng.randrange(1, 50), rng.randrange(1, 20)
    meter = f"meter:{TABLE}:combo"
    moves = [("feed", f"bank:{TABLE}", meter, fed), ("award", meter, "purse:p", won), ("in", HOUSE, "purse:p", 70)]
    moves += [("base", f"reserve:{TABLE}:combo", meter, 1000)] if number % 3 == 0 else []
    with store.transaction() as tx:
        tx.put_rounds([r.RoundRow(TABLE, number, at)])
        tx.add_results([r.BetResult(TABLE, number, 1, "ante", "p", "low-four", "a", at, staked, staked, 2 * staked)])
        tx.post([r.Posting(Transfer(f"{number}/{name}", *move), at, TABLE) for name, *move in moves], {})  # type: ignore[arg-type]


def test_what_is_kept_is_what_adding_up_all_of_it_gives(store: Store) -> None:
    open_table(store)
    rng, now, takings = Random(7), 0, Takings(store)
    for number in range(1, 40):
        now += rng.choice((1000, MINUTE, OPEN_MS, HOUR, 5 * HOUR))
        add_round(store, number, now - rng.randrange(min(now, OPEN_MS - MINUTE)), rng)  # a commit that comes late
        takings.look(now)
        for by, hourly in (("day", False), ("hour", True)):
            since = (now // HOUR - 23) * HOUR if hourly else 0
            found = takings.of(TABLE, by)
            recent = [row for row in found.sums if row.day * DAY + row.hour * HOUR >= since]
            assert sorted(recent, key=repr) == sorted(store.sums(since=max(since, 0), hourly=hourly), key=repr)
            moved = [row for row in found.moves if row.day * DAY + row.hour * HOUR >= since]
            assert sorted(moved, key=repr) == sorted(store.meter_moves(max(since, 0), hourly=hourly), key=repr)
    whole = takings.of(TABLE)
    assert sum(row.staked for row in whole.sums) == sum(row.staked for row in store.sums())
    assert sum(row.cents for row in whole.drops) == 39 * 70
    assert [(type(row), row.reseeded) for row in whole.moves] == [(MeterMoves, 13 * 1000)]
    assert takings.of("another").sums == []


def test_a_page_of_the_trail_is_checked_from_where_it_was_checked_before() -> None:
    with closing(open_store("sqlite://")) as store:
        trail = Trail(store)

        def add(count: int) -> None:
            with store.transaction() as tx:
                tx.append_audit([r.NewAudit(0, "ann", "void", "{}") for _ in range(count)])

        def change(number: int, actor: str) -> None:
            with store.writing() as db:
                db.execute("UPDATE audit SET actor = ? WHERE number = ?", (actor, number))

        add(5)
        assert trail.read(0, 3, 0).broken is None
        add(5)
        page = trail.read(8, 10, 1)
        assert ([row.number for row in page.rows], page.head, page.broken) == ([9, 10], 10, None)
        change(2, "bob")
        assert trail.read(8, 10, 2).broken is None  # checked before: it is seen where it is shown,
        assert getattr(trail.read(0, 3, 3).broken, "number", 0) == 2
        assert getattr(trail.read(8, 10, FULL_MS).broken, "number", 0) == 2  # and when all is checked again
        change(2, "ann")
        assert trail.read(0, 3, FULL_MS + 1).broken is None
        add(1)
        change(11, "bob")
        assert getattr(trail.read(0, 3, FULL_MS + 2).broken, "number", 0) == 11  # what is new is looked at each time
