"""The types that scripts are checked against are those of what is sent: kinds of events, and the fields of a view."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import feltlab.web
from feltlab.table import events, shoe, views

DECLARED = (Path(feltlab.web.__file__).parent / "felt/wire.d.ts").read_text("utf-8")
NOT_FOR_PLAYERS = {"TableOpened", "RateSet"}


def fields(interface: str) -> set[str]:
    found = re.search(rf"interface {interface} {{\n(.*?)\n  }}", DECLARED, re.DOTALL)
    assert found, interface
    return set(re.findall(r"^    (\w+)\??:", found[1], re.MULTILINE))


def test_every_kind_of_event_is_declared() -> None:
    kinds = {
        name for name, kind in vars(events).items() if inspect.isclass(kind) and kind.__module__ == events.__name__
    }
    assert fields("Kinds") == kinds - NOT_FOR_PLAYERS


@pytest.mark.parametrize("interface", ["View", "Config", "Seat", "Round", "Hand", "Laid", "Shoe"])
def test_every_declared_field_is_sent(interface: str) -> None:
    trees = [ast.parse(inspect.getsource(module)) for module in (views, shoe)]
    sent = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert fields(interface) - sent == set()
