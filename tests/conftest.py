import gc
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from feltlab.games import GAMES
from feltlab.service.keys import make_key
from tests.command_server import CommandServer

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
_KEYS = tempfile.TemporaryDirectory(prefix="feltlab-key-")
os.environ["FELTLAB_CHAIN_KEY"] = f"{_KEYS.name}/chain.key"  # one for all stores, which tests copy and rename
make_key(Path(_KEYS.name, "chain.key"))
if "FELTLAB_SOLVED" not in os.environ:  # tables are made anew by every run, once for all of its processes
    _SOLVED = tempfile.TemporaryDirectory(prefix="feltlab-solved-")
    os.environ["FELTLAB_SOLVED"] = _SOLVED.name

Feltlab = Callable[..., "subprocess.CompletedProcess[str]"]

LONGEST = (
    "test_p34_load", "test_p07_taint", "test_without_a_game", "test_p09_p21_kill",  # the first and the last mostly wait
)  # fmt: skip
LONGEST_WITH_A_BROWSER = (
    "test_browser", "test_drawing", "test_said", "test_coached", "test_hands", "test_hands_kept", "test_floor_browser",
    "test_lab_browser", "test_still", "test_round", "test_company", "test_login", "test_felt_pages", "test_screens", "test_manual",
)  # fmt: skip
LONG = (
    "test_fonts", "test_solving", "test_risk", "test_p20_p29_p31_long_runs", "test_soak_agreement",
    "test_strategy_file", "test_kernel_is_rule_book", "test_p03_planted_faults_are_caught", "test_lab_site", "test_school",
    "test_every_form", "test_documents", "test_protection", "test_general_protection", "test_quick_draw_holdem",
    "test_generator", "test_design", "test_cluster", "test_p11_once", "test_p16_bad_input", "test_p31_theory",
)  # fmt: skip
"""Long modules come first: at the end one worker would have them while others wait."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collected tests stay to the end, so the garbage collector never looks through them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "command_server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.compiled("runs the command as people do"))
        for mark in item.iter_markers("compiled"):
            if not (mark.args and mark.args[0]):
                raise pytest.UsageError(f"{item.nodeid}: why does it need machine code? @pytest.mark.compiled(why)")
    items.sort(key=_place_in({item.path for item in items if "browser" in getattr(item, "fixturenames", ())}))


def _place_in(with_browser: set[Path]) -> Callable[[pytest.Item], tuple[int, int]]:
    """Modules with a browser run one after the other: each takes over the browser of the one before."""

    def place(item: pytest.Item) -> tuple[int, int]:
        groups = (LONGEST, LONGEST_WITH_A_BROWSER, LONG)
        for group, names in enumerate(groups):
            if item.path.stem in names:
                return group, names.index(item.path.stem)
        return (1, len(LONGEST_WITH_A_BROWSER)) if item.path in with_browser else (len(groups), 0)

    return place


@pytest.fixture(scope="session")
def command_server() -> Iterator[CommandServer]:
    server = CommandServer()
    yield server
    server.close()


@pytest.fixture
def feltlab(command_server: CommandServer) -> Feltlab:
    """The command as people run it, in a process of its own."""

    def run(*arguments: str, stdin: str | bytes = b"") -> "subprocess.CompletedProcess[str]":
        return command_server.run(list(arguments), stdin.encode() if isinstance(stdin, str) else stdin)

    return run


@pytest.fixture(scope="module", autouse=True)
def _no_game_is_left_behind() -> Iterator[None]:
    """What a module loads from files is no other module's game."""
    before = set(GAMES)
    yield
    for slug in set(GAMES) - before:
        del GAMES[slug]


@pytest.fixture(autouse=True)
def _survives_a_peer_that_hangs_up() -> Iterator[None]:
    """The command lets a closed pipe end its process: run here instead of through `feltlab`, it would end the tests."""
    yield
    found = signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # whoever changed it fails, and nobody after that
    assert found == signal.SIG_IGN
