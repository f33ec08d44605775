"""Small changes to a module, one at a time: a comparison, a sign, a number, a word, a condition, an answer.

    python -m tests.mutation.mutants [MODULE …]

Each mutant is run against the module's own fast tests in a process of its own, with the changed module in place of the
real one. Prints one line for each that survives, with the reason where one is argued, and the counts.
"""

import ast
import copy
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.argued import why

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

DESCRIBED = "tests/games/test_described.py"
TESTS = {
    "feltlab.ledger.ledger": ["tests/mutation/test_ledger_edges.py", "tests/ledger/test_ledger.py"],
    "feltlab.service.postings": [
        "tests/mutation/test_postings.py", "tests/live/test_p08_p13_p20_faults.py::test_p08_the_same_seed_gives_the_same_run",
        "tests/live/test_pit.py::test_a_bank_is_filled_before_it_runs_out",
    ],
    "feltlab.rules.progressive": ["tests/games/test_progressive.py"],
    "feltlab.table.taking": [
        "tests/table/test_p19_p23_limits_and_meters.py", "tests/table/test_p18_pays_are_exact.py",
        "tests/table/test_p24_recovery.py", "tests/table/test_views_and_announcements.py", "tests/table/test_edges.py",
        "-k", "not p19_shares",
    ],
    "feltlab.cards.shuffle": ["tests/shuffle/test_known_answers.py", "tests/shuffle"],
    "feltlab.rules.settlement": ["tests/games/test_settlement.py"],
    "feltlab.games.ace_odd_even.rules": ["tests/games/test_ace_odd_even.py", "tests/test_vectors_ace_odd_even.py", DESCRIBED],
    "feltlab.games.low_four.rules": ["tests/games/test_low_four.py", "tests/test_vectors_low_four.py", DESCRIBED],
    "feltlab.games.quick_draw_holdem.rules": ["tests/games/test_quick_draw_holdem.py", "tests/test_vectors_quick_draw.py", DESCRIBED],
    "feltlab.games.rule_out.rules": ["tests/games/test_rule_out.py", "tests/test_vectors_rule_out.py", DESCRIBED],
    "feltlab.hands.low": ["tests/hands/test_low.py", "tests/test_vectors_low_four.py"],
    "feltlab.hands.parity": ["tests/hands/test_parity.py", "tests/test_vectors_ace_odd_even.py"],
    "feltlab.hands.poker": ["tests/hands/test_poker.py", "tests/test_vectors_quick_draw.py"],
    "feltlab.hands.survivors": ["tests/hands/test_survivors.py", "tests/test_vectors_rule_out.py"],
    "feltlab.hands.flushes": ["tests/hands/test_rankings.py", "-k", "not stored"],
    "feltlab.hands.poker_hands": ["tests/hands/test_poker_hands.py"],
    "feltlab.hands.rank_masks": ["tests/hands/test_poker_hands.py"],
    "feltlab.hands.ranking": ["tests/hands/test_poker_hands.py", "tests/hands/test_rankings.py"],
    "feltlab.hands.totals": ["tests/hands/test_rankings.py", "-k", "not stored"],
    "feltlab.hands.two_cards": ["tests/hands/test_two_cards.py"],
    "feltlab.hands.wild": ["tests/hands/test_rankings.py", "-k", "not stored"],
}  # fmt: skip

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    line: int
    what: str
    text: str


def _is_words(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Annotations, docstrings, messages, assertions, exports: changing them changes no behaviour that is promised."""
    here: ast.AST | None = node
    while here is not None:
        above = parents.get(here)
        if isinstance(above, ast.AnnAssign | ast.arg) and above.annotation is here:
            return True
        if isinstance(above, ast.FunctionDef) and above.returns is here:
            return True
        if isinstance(here, ast.JoinedStr | ast.Assert | ast.Raise | ast.Import | ast.ImportFrom):
            return True
        if isinstance(here, ast.Subscript) and isinstance(here.value, ast.Name) and here.value.id == "Literal":
            return True
        if isinstance(above, ast.Assign) and ast.unparse(above.targets[0]) == "__all__":
            return True
        if isinstance(above, ast.ClassDef) and here in above.decorator_list:  # frozen, slots
            return True
        if isinstance(above, ast.Expr) and isinstance(here, ast.Constant):
            return True
        here = above
    return False


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A node in other forms."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARED:
            other = copy.deepcopy(node)
            other.ops[0] = COMPARED[type(op)]()
            yield f"{type(op).__name__} is {type(other.ops[0]).__name__}", other
        case ast.BinOp(op=op) if type(op) in COUNTED:
            binary = copy.deepcopy(node)
            binary.op = COUNTED[type(op)]()
            yield f"{type(op).__name__} is {type(binary.op).__name__}", binary
        case ast.BoolOp(op=op):
            both = copy.deepcopy(node)
            both.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"{type(op).__name__} is {type(both.op).__name__}", both
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not is gone", copy.deepcopy(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "minus is gone", copy.deepcopy(operand)
        case ast.Constant(value=bool() as value):
            yield f"{value} is {not value}", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield f"{value} is {value + 1}", ast.Constant(value + 1)
        case ast.Constant(value=str() as value) if value and " " not in value:  # with one, it is words for people
            yield f"{value!r} is another word", ast.Constant(value + "x")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "the other branch", ast.IfExp(copy.deepcopy(test), copy.deepcopy(orelse), copy.deepcopy(body))
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield "returns nothing", ast.Return(ast.Constant(None))
        case ast.AugAssign(op=op) if type(op) in COUNTED:
            augmented = copy.deepcopy(node)
            augmented.op = COUNTED[type(op)]()
            yield f"{type(op).__name__}= is {type(augmented.op).__name__}=", augmented
        case _:
            return


def mutants_of(source: str) -> Iterator[Mutant]:
    tree = ast.parse(source)
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for node in list(ast.walk(tree)):
        if _is_words(node, parents):
            continue
        for what, changed in _changes(node):
            text = ast.unparse(_with(tree, parents[node], node, changed))
            yield Mutant(getattr(node, "lineno", 0), what, text)


def _with(tree: ast.Module, parent: ast.AST, node: ast.AST, changed: ast.AST) -> ast.Module:
    """The tree with one node exchanged, copied before it is put back."""
    for name, value in ast.iter_fields(parent):
        if value is node:
            setattr(parent, name, changed)
            result = ast.fix_missing_locations(copy.deepcopy(tree))
            setattr(parent, name, node)
            return result
        if isinstance(value, list) and any(each is node for each in value):
            place = next(number for number, each in enumerate(value) if each is node)
            value[place] = changed
            result = ast.fix_missing_locations(copy.deepcopy(tree))
            value[place] = node
            return result
    raise AssertionError("a node is in its parent")


NURSERY = """
import importlib.util, os, resource, sys
import hypothesis, numba, numpy, pytest, rich.table, typer

NAME, TESTS, MARKS, SECONDS = {name!r}, {tests!r}, {marks!r}, None

class Finder:
    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_file_location(name, FILE) if name == NAME else None

sys.meta_path.insert(0, Finder())
answers = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
for line in sys.stdin:
    FILE = line.strip()
    child = os.fork()
    if child == 0:
        if SECONDS:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        os._exit(pytest.main(["-x", "-q", "-m", MARKS, "-p", "no:cacheprovider", "--assert=plain", *TESTS]))
    _, status, used = os.wait4(child, 0)
    SECONDS = SECONDS or 5 + int(2 * (used.ru_utime + used.ru_stime))
    print(os.waitstatus_to_exitcode(status), file=answers, flush=True)
"""
"""Reads the names of files, one a line; answers each with the exit code of the tests run on it in place of the module.
What every run would load anew, and no mutant changes, is loaded once. The first file is the module as it is: a mutant may
take twice the processor's time of that, then it is noticed for running on and on."""


class Nursery:
    """The tests of one module, ready to be run on its mutants."""

    def __init__(self, module: str) -> None:
        plain = module.startswith("feltlab.hands.")
        script = NURSERY.format(
            name=module, tests=TESTS[module], marks="not soak and not compiled" if plain else "not soak"
        )
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        if plain:
            environment["NUMBA_DISABLE_JIT"] = "1"  # a mutant would take half a minute to compile
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-c", script],
            cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def is_killed(self, text: str) -> bool:
        """Whether the tests notice; a mutant that runs for ever is noticed too."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        file = Path(self._folder.name) / "mutant.py"
        file.write_text(text)
        self._process.stdin.write(f"{file}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline()) != 0

    def close(self) -> None:
        self._process.communicate()
        self._folder.cleanup()


def source_of(module: str) -> str:
    return (SOURCE / Path(*module.split("."))).with_suffix(".py").read_text()


def run(module: str, every: int = 1) -> tuple[int, list[Mutant]]:
    """How many mutants there were, and those that survived and should not; `every` 3 takes each third."""
    source = source_of(module)
    chosen = list(mutants_of(source))[::every]
    with closing(Nursery(module)) as nursery:
        assert not nursery.is_killed(source), f"the tests of {module} fail without a mutant"
        survivors = []
        for mutant in chosen:
            if nursery.is_killed(mutant.text):
                continue
            reason = why(module, source.splitlines()[mutant.line - 1], mutant.what)
            if reason is None:
                survivors.append(mutant)
            print(f"  survives: {module} line {mutant.line}: {mutant.what} ({reason or '?'})", flush=True)
    return len(chosen), survivors


def main(modules: list[str]) -> None:
    every = int(os.environ.get("FELTLAB_MUTANTS_EVERY", "1"))
    for module in modules or TESTS:
        started = time.monotonic()
        count, survivors = run(module, every)
        rate = 1 - len(survivors) / count
        print(
            f"{module}: {count - len(survivors)} of {count} killed or argued, {rate:.1%}, "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
