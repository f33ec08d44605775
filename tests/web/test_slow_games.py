"""A game that takes long to solve: nobody waits for it, one job solves it, and then everything is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.rules.game import Game
from feltlab.web.site import figures
from feltlab.web.site.work import Job
from tests.waiting import until

FILE = Path(__file__).parents[2] / "examples" / "games" / "let_it_ride.py"
LINE = {"game": "let-it-ride", "player": "As Kd 9h"}


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    loaded = load_game(FILE)
    monkeypatch.setattr(figures, "is_slow", lambda slug: slug == loaded.slug)
    yield loaded
    figures._JOBS.pop(loaded.slug, None)
    del GAMES[loaded.slug]


def test_whoever_asks_is_told_at_once_and_it_is_solved_once(site: TestClient, game: Game) -> None:
    with Job._running:  # the job has begun and cannot go on
        for _ in range(3):
            page = site.get(f"/lab/{game.slug}")
            assert (page.status_code, page.headers["refresh"]) == (503, "5")
            assert "still being solved" in page.text
            assert "Not ready yet" in page.text
            assert "This is not on the table" not in page.text
            advised = site.post("/api/lab/advise", json=LINE)
            assert (advised.status_code, advised.headers["retry-after"]) == (503, "5")
        for address in (f"/play/{game.slug}/strategy.json", f"/practice/{game.slug}/hand.json"):
            assert site.get(address).status_code == 503
        lobby = site.get("/").text
        assert "Being solved now" in lobby
        assert game.slug not in [entry["slug"] for entry in site.get("/lab/verify.json").json()["games"]]
        (job,) = figures._JOBS.values()
        assert job.alive
    until(lambda: figures.is_ready(game.slug))
    assert "3.51%" in site.get("/").text
    assert site.get(f"/lab/{game.slug}").status_code == 200
    assert site.post("/api/lab/advise", json=LINE).status_code in (200, 400)


def test_what_goes_wrong_is_said(site: TestClient, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(slug: str) -> None:
        raise MemoryError("no room for it")

    monkeypatch.setattr(figures, "_solve", broken)
    monkeypatch.setattr("threading.excepthook", lambda _: None)
    site.get(f"/lab/{game.slug}")
    until(lambda: not figures._JOBS[game.slug].alive)
    answer = site.get(f"/lab/{game.slug}")
    assert answer.status_code == 400
    assert "No room for it." in answer.text
