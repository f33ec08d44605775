"""One admin with many accounts is one person: whoever recently made or reset an account has a hand in it."""

import pytest

from feltlab.commands.account import _audited
from feltlab.ledger.performance import DAY_MS
from feltlab.service.requests import Request, Work
from feltlab.service.store import Transaction
from feltlab.web.accounts.independence import in_one_hand, in_the_same_hand
from feltlab.web.door.house import says_something
from tests.web.live.site import Browser, Clock, Site, fresh_key
from tests.web.live.test_p40_two_people import ALONE, answer, in_house, issue, made_by
from tests.web.staff import code_of


async def taken_over(admin: Browser, site: Site, name: str) -> Browser:
    """Another's account, whose password an admin resets and whose code they have."""
    reset = {"key": fresh_key(), "what": "password", "reason": "forgotten"}
    password = (await admin.post(f"/api/accounts/{name}/reset", reset)).json["password"]
    found, fresh = Browser(site), "another horse, another battery"
    player = site.pit.store.player_named(name)
    assert player is not None
    assert (await found.post("/api/login", {"name": name, "password": password})).status == 200
    assert (await found.post("/api/login/code", {"code": code_of(site.pit, player.id)})).status == 200
    assert (await found.post("/api/account/password", {"old": password, "password": fresh})).status == 200
    found.me = (await found.get("/api/me")).json
    return found


def test_p40_accounts_that_one_admin_has_made_or_reset_are_not_two_people() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        admin, ada = people["admin-1"], people["player"]
        first, second = [await made_by(admin, site, name, "floor") for name in ("sia", "sib")]
        between = await made_by(admin, site, "mid", "admin")
        cousin = await made_by(between, site, "leaf", "floor")
        taken = await taken_over(admin, site, "floor-1")
        for asks, agrees in ((first, second), (cousin, second), (second, cousin), (first, taken), (taken, cousin)):
            number = (await issue(asks, ada, 5 * ALONE)).json["request"]
            assert (await answer(agrees, number)).json["refused"] == "not-independent"
            assert (await answer(agrees, number, "refuse")).status == 200
        number = (await issue(first, ada, 5 * ALONE)).json["request"]
        assert (await answer(people["floor-2"], number)).status == 200  # in nobody's hand but their own

    in_house(work)


def test_p40_accounts_in_one_hand_issue_together_what_one_issues_alone() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        admin, ada = people["admin-1"], people["player"]
        made = [await made_by(admin, site, f"puppet-{number}", "floor") for number in range(2)]
        taken = await taken_over(admin, site, "floor-1")
        assert (await issue(made[0], ada, ALONE - 100)).status == 200
        for who in (*made, taken, admin):
            assert (await issue(who, ada, 101)).status == 202
        assert (await issue(taken, ada, 100)).status == 200
        assert (await issue(made[1], ada, 1)).status == 202
        assert (await issue(people["floor-2"], ada, ALONE)).status == 200

    in_house(work)


def test_p40_accounts_are_their_own_after_some_days_and_when_made_at_the_machine() -> None:
    clock = Clock()

    async def work(site: Site, people: dict[str, Browser]) -> None:
        store, floor = site.pit.store, [people[name].me["player"] for name in ("floor-1", "floor-2")]

        def at_the_machine(rows: Transaction) -> None:
            for id in floor:
                player = rows.player(id)
                assert player is not None
                _audited(rows, player, "add", "the house opens")

        site.pit.ask(Request(Work(at_the_machine)))
        assert not in_one_hand(store, floor[0], floor[1], clock())
        assert in_the_same_hand(store, floor[0], clock()) == {floor[0]}
        made = [await made_by(people["admin-1"], site, name, "floor") for name in ("sia", "sib")]
        one, other = (who.me["player"] for who in made)
        assert in_the_same_hand(store, one, clock()) == {one, other, people["admin-1"].me["player"]}
        assert in_one_hand(store, one, other, clock() + 6 * DAY_MS)
        assert not in_one_hand(store, one, other, clock() + 8 * DAY_MS)

    in_house(work, clock)


@pytest.mark.parametrize("words", ["\u200b", "\u3164", "\u115f\uffa0 \u00ad", "\u2800", "\ufeff\u2060", "…", "\u034f"])
def test_p40_what_cannot_be_seen_is_no_reason(words: str) -> None:
    assert not says_something(words)
    assert says_something(f"{words}ß{words}")
    assert says_something(f"{words}7")
