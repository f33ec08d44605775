"""A walk through everything without one of the games: `python one_game_less.py MISSING ROUNDS FOLDER`.

Runs in a process of its own, on a copy of the package from which the folder of the game MISSING is gone; ROUNDS has
golden rounds, FOLDER takes what is written. Prints what took how long; what fails is an error.
"""

import io
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any

from fastapi.testclient import TestClient

from feltlab import cli
from feltlab.commands import compile
from feltlab.games import GAMES, Game
from feltlab.rules.parts import part_of
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.web.app import create_app
from feltlab.web.door.settings import Settings
from feltlab.web.live.opening import open_house
from feltlab.web.school import drills

ADDRESS = "http://localhost:8000"
WITHOUT_A_GAME = {
    "games", "new", "settle", "compile", "verify-shuffle", "export", "backup", "copy", "audit", "serve", "account",
}  # fmt: skip
"""Commands that are called without the name of one."""


def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    """The command line in this process."""
    out, wrong = io.StringIO(), io.StringIO()
    sys.argv, sys.stdin = ["feltlab", *arguments], io.TextIOWrapper(io.BytesIO(typed.encode()))
    with redirect_stdout(out), redirect_stderr(wrong):
        try:
            cli.main()
        except SystemExit as ended:
            return int(ended.code or 0), out.getvalue(), wrong.getvalue()
    raise AssertionError("main always ends with a code")


def calls(game: Game, rounds: list[dict[str, Any]], folder: Path) -> Iterator[tuple[list[str], str]]:
    """Every command that takes a game, in its quickest form, and its input."""
    slug, seen = game.slug, {"game", *game.seen_fields}
    hand = {name: value for name, value in rounds[0].items() if name in seen}
    yield ["rules", slug], ""
    yield ["analyze", slug], ""
    yield ["advise"], json.dumps({**hand, "wagers": {game.initial: 500}})
    yield ["strategy", slug], ""
    yield ["simulate", slug, "--rounds", "4000", "--json"], ""
    yield ["replay", slug, "--round", "7", "--seats", "2"], ""
    yield ["sessions", slug, "--length", "20", "--sessions", "50", "--json"], ""
    yield ["shift", slug, "--hours", "1", "--shifts", "10", "--json"], ""
    yield ["report", slug, "--rack-card", "-o", str(folder / f"{slug}.pdf")], ""
    yield ["play", slug, "--bots", "2", "--seed", "1"], "\n".join(["5", *map(answer, game.round.asks.values()), "q"])
    yield ["what-if", slug, "--pays", "--json"], ""
    if scales := [wager for wager in game.book.scales if wager not in game.progressive_wagers]:
        yield ["design", slug, scales[-1], "--edge", "8%", "--tolerance", "8%", "--lines", "3", "--json"], ""
    yield ["risk", slug, "--json"], ""
    if game.progressive_wagers:
        yield ["progressive", slug], ""
    if part_of(game, "shoe"):  # to count shoes takes half a minute
        yield ["shoe", slug, "--shoes", "20", "--json"], ""
    else:
        yield ["protect", slug, "--seats", "1", "--samples", "100", "--json"], ""


def answer(ask: Any) -> str:
    return "keep" if ask.trade else str(ask.options[-1])


def commands(missing: str, kept: Path, folder: Path) -> Iterator[str]:
    rounds = {slug: [json.loads(line) for line in (kept / f"{slug}.jsonl").open()] for slug in GAMES}
    for arguments in (["games", "--json"], ["verify", "--json"]):
        code, out, wrong = run(*arguments)
        assert (code <= 1, wrong) == (True, ""), (arguments, code, wrong)
        assert [slug for slug in (missing, *GAMES) if slug in out] == list(GAMES), arguments
        yield arguments[0]
    for of, part in (*compile._jobs(), *compile._more_jobs()):
        if of not in GAMES:  # the others are asked for below
            yield f"compile {compile._compile(of, part)}"
    later = min((slug for slug in GAMES if slug > missing), default=min(GAMES))
    for slug, game in GAMES.items():
        code, out, wrong = run("settle", "--json", typed="\n".join(map(json.dumps, rounds[slug])))
        assert (code, out.count("\n")) == (0, len(rounds[slug])), (slug, code, out, wrong)
        # Everything for one of those that are left: without each of the games in turn, every game has its turn.
        asked = (
            list(calls(game, rounds[slug], folder))
            if slug == later
            else [(["rules", slug], ""), (["analyze", slug], "")]
        )
        for arguments, typed in asked:
            code, out, wrong = run(*arguments, typed=typed)
            assert (code, bool(out), wrong) == (0, True, ""), (arguments, code, out, wrong)
            yield " ".join(arguments[:2])


def refusals(missing: str, kept: Path, folder: Path) -> Iterator[str]:
    """What is said of the game that is not there: one line, with those that are."""
    known = f"'{missing}' is not a game: choose from {', '.join(GAMES)}"
    more = {
        "replay": ["--round", "1"], "design": ["any", "--edge", "5%"], "report": ["-o", str(folder / "none.pdf")],
    }  # fmt: skip
    for name in sorted(set(cli.COMMANDS) - WITHOUT_A_GAME - {"advise"}):
        said = run(name, missing, *more.get(name, []))
        assert said == (2, "", f"feltlab: {known}\n"), (name, said)
        yield name
    line = (kept / f"{missing}.jsonl").read_text().splitlines()[0]
    for name in ("settle", "advise"):
        assert run(name, typed=line) == (1, f"line 1: {known}\n", ""), name
        yield name


def addresses(slug: str) -> list[str]:
    rooms = ("rules", "lab", "school", "play", "practice")
    pages = [f"/{room}/{slug}{ending}" for room in rooms for ending in ("", ".json")]
    live = [f"/table/{slug}-1{ending}" for ending in ("", ".json", "/felt.json", "/strategy.json")]
    floor = [f"/floor/tables/{slug}-1", f"/api/tables/{slug}-1"]
    return [*pages, *live, *floor, f"/play/{slug}/strategy.json"]


SHARED = [
    "/", "/index.json", "/play", "/lab", "/lab.json", "/lab/verify", "/school", "/school.json", "/floor", "/floor/new",
    "/floor/audit", "/deal", "/verify-shuffle", "/api/tables", "/api/floor", "/api/openapi.json",
]  # fmt: skip


def pages(missing: str) -> Iterator[str]:
    pit, settings = Pit(open_store("sqlite://")), Settings()
    open_house(pit, settings)
    with TestClient(create_app(pit, settings=settings), base_url=ADDRESS, headers={"origin": ADDRESS}) as site:
        site.get("/api/me")
        for address in [*SHARED, *(address for slug in GAMES for address in addresses(slug))]:
            heard = site.get(address)
            assert heard.status_code == 200, (address, heard.status_code, heard.text[:300])
            assert missing not in heard.text, address
            yield address
        for address in addresses(missing):
            heard = site.get(address)
            assert heard.status_code == 404, (address, heard.status_code)
        for slug, drill in [(slug, drill) for slug, game in GAMES.items() for drill in drills.drills_of(game)]:
            asked = site.post(f"/api/school/{slug}/{drill}", json={"seed": 1})
            assert asked.status_code == 200, (slug, drill, asked.text)
            yield f"{slug} {drill}"
        opened = site.post("/api/tables", json={"key": "k", "config": {"game": missing, "private": True}})
        assert opened.status_code == 422
        assert opened.json()["error"] == f"config.game is not one of {', '.join(GAMES)}"
        asked = site.post("/api/lab/analyze", json={"game": missing})
        assert asked.json()["error"] == f"'{missing}' is not a game: choose from {', '.join(GAMES)}"
    pit.stop()


def walk(missing: str, kept: Path, folder: Path) -> None:
    print(f"feltlab {Path(cli.__file__).parent}")
    assert missing not in GAMES
    handled = signal.getsignal(signal.SIGPIPE)
    last = perf_counter()
    for done in chain(commands(missing, kept, folder), refusals(missing, kept, folder), pages(missing)):
        now = perf_counter()
        print(f"{now - last:7.2f} {done}")
        last = now
    signal.signal(signal.SIGPIPE, handled)


if __name__ == "__main__":
    walk(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
