"""Strangers who fetch pages take nothing from players: a page is written once, off the loop, one at a time."""

import asyncio
import threading
from typing import Any

import pytest

from feltlab.web.site.kept_pages import ROOM, KeptPages, NoRoomError
from feltlab.web.site.page import Seen
from tests.web.live.site import Browser, running


def test_p41_a_page_is_written_once_for_all_and_again_when_its_data_change() -> None:
    pages, written, facts = KeptPages(), [], {"edge": 1}

    def write(data: dict[str, Any]) -> str:
        written.append(dict(data))
        return f"{data['edge']}"

    def ask(key: str = "lab") -> bytes:
        return pages.ask(key, lambda: dict(facts), write, ".html", False).result(10).body

    assert [ask() for _ in range(20)] == [b"1"] * 20
    facts["edge"] = 2
    assert ask() == b"2"
    assert written == [{"edge": 1}, {"edge": 2}]


def test_p41_strangers_who_ask_for_too_many_different_pages_are_turned_away() -> None:
    pages, go = KeptPages(), threading.Event()

    def build() -> dict[str, Any]:
        assert go.wait(10)
        return {}

    asked = [pages.ask(key, build, str, ".html", False) for key in range(ROOM)]
    assert pages.ask(0, build, str, ".html", False) is asked[0]  # for that nothing more is done
    with pytest.raises(NoRoomError):
        pages.ask("one more", build, str, ".html", False)
    asked.append(pages.ask("a player's", build, str, ".html", True))
    go.set()
    assert {future.result(10).body for future in asked} == {b"{}"}


def test_p41_pages_are_written_beside_the_loop_and_who_finds_no_room_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[str] = []

    def noted(self: Seen, template: str, data: dict[str, Any], writes: Any = Seen.written) -> Any:
        threads.append(threading.current_thread().name)
        return writes(self, template, data)

    monkeypatch.setattr(Seen, "written", noted)

    async def ask() -> None:
        async with running() as site:
            stranger = Browser(site)
            for page in ("/rules/low-four", "/rules/low-four", "/play/low-four"):
                assert (await stranger.get(page)).status == 200
            assert [name.partition("_")[0] for name in threads] == ["writing", "writing"]
            monkeypatch.setattr("feltlab.web.site.kept_pages.ROOM", 0)
            heard = await stranger.get("/rules/low-four")
            assert (heard.status, heard.headers["retry-after"]) == (503, "1")
            assert site.app.state.house.metrics.turned_away.values == {(): 1}
            assert (await (await site.guest()).get("/rules/low-four")).status == 200

    asyncio.run(ask())
