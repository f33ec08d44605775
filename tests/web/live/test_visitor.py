"""What a page shows to whom: the floor in the navigation, and the rooms open to everyone."""

import pytest

from feltlab.errors import StoreError
from feltlab.service.sql_store import SqlStore
from tests.web.addresses import PAGES
from tests.web.floor.house import DEMO, LOGIN, ROLES, running

FLOOR_LINK = 'href="/floor"'


def test_the_floor_is_shown_to_those_who_may_go_there() -> None:
    with running(LOGIN) as house:
        people = {"nobody": house.person(), **{role: house.staff(role) for role in ROLES}}
        for role, person in people.items():
            for path in ("/", "/lab", "/verify-shuffle", "/play", "/nothing-here"):
                answer = person.get(path)
                may = role in ("floor", "auditor", "admin")
                assert (FLOOR_LINK in answer.text) == may, (role, path)
                assert ('href="/deal"' in answer.text) == (role == "dealer"), (role, path)
                assert answer.headers["cache-control"] in ("private, no-cache", "no-store")
                assert ("/login?next=" in answer.text) == (role == "nobody")
            assert (person.get("/floor").status_code == 200) == may


def test_in_the_demo_everybody_sees_the_floor() -> None:
    with running(DEMO) as house:
        text = house.guest().get("/").text
        assert FLOOR_LINK in text
        assert "/login" not in text


@pytest.mark.parametrize("page", [*PAGES, "/practice/low-four", "/verify-shuffle", "/play"])
def test_the_other_rooms_are_open_to_nobody_in_particular(page: str) -> None:
    with running(LOGIN) as house:
        assert house.person().get(page).status_code == 200


def test_they_stay_open_while_the_store_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise StoreError("gone")

    with running(LOGIN) as house:
        somebody = house.staff("floor")
        house.app.state.sessions._known.clear()
        monkeypatch.setattr(SqlStore, "session", broken)
        answer = somebody.get("/school")
        assert answer.status_code == 200
        assert FLOOR_LINK not in answer.text


def test_the_login_leads_back_to_the_page_with_its_question() -> None:
    with running(LOGIN) as house:
        nobody = house.person()
        assert 'href="/login?next=/play/low-four%3Fpublic"' in nobody.get("/play/low-four?public").text
        assert nobody.get("/login.json?next=/play/low-four%3Fpublic").json()["goes_to"] == "/play/low-four?public"
