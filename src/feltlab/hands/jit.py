"""One decorator for everything that is compiled, with a cache that can never be stale.

Numba renews a cached function when its own file changes, but not when a function or table that it uses
does. So the cache folder is named after the contents of all compiled rooms: any change starts a new one.
"""

import os
import sys
from atexit import register
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.extending import register_jitable

from feltlab.whole import cache_home

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent
_njit: Callable[..., Any] = numba.njit
_without_value: Callable[[Any], Any] = types.unliteral
_NARROW = (types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32)


def _compiled_files() -> Iterator[Path]:
    """All of the compiled rooms, and of a game's folder what has compiled code of its own."""
    for room in ("hands", "kernels"):
        yield from (file for file in sorted((_PACKAGE / room).iterdir()) if file.suffix in (".py", ".npz"))
    yield _PACKAGE / "rules" / "codes.py"
    for file in sorted((_PACKAGE / "games").glob("*/*.py")):
        if any(name in file.read_text("utf-8") for name in ("feltlab.hands.jit", "feltlab.rules.codes")):
            yield file


@cache
def cache_folder() -> Path:
    """Beside the package, for all. Who may not write there has a copy in the user's cache, or else for this process."""
    digest = blake2b(digest_size=8)
    for file in _compiled_files():
        digest.update(str(file.relative_to(_PACKAGE)).encode() + file.read_bytes())
    for_all = _PACKAGE / "__pycache__" / f"compiled-{digest.hexdigest()}"
    if os.access(for_all if for_all.exists() else _PACKAGE, os.W_OK):
        return for_all
    home = cache_home()
    if home and _is_ready(own := home / "__pycache__" / for_all.name, for_all):
        return own
    print("feltlab: compiled code cannot be kept: set XDG_CACHE_HOME to a folder that can be written", file=sys.stderr)
    passing = Path(mkdtemp(prefix="feltlab-"))
    register(rmtree, passing, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(passing / for_all.name)  # for processes of ours
    _is_ready(passing / for_all.name, for_all)
    return passing / for_all.name


def _is_ready(own: Path, for_all: Path) -> bool:
    """Made where it is not there, with all that is compiled already."""
    if own.exists():
        return os.access(own, os.W_OK)
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(mkdtemp(dir=own.parent))
        if for_all.is_dir():
            copytree(for_all, beside, dirs_exist_ok=True)
        beside.rename(own)
    except OSError:
        return own.exists() and os.access(own, os.W_OK)  # another process was first
    return True


if not os.environ.get("NUMBA_CACHE_DIR"):
    _folder = cache_folder()
    if not any(_folder.glob("*")) and sys.stderr.isatty():
        print("feltlab: first use, compiling for this machine (once, up to a minute)", file=sys.stderr)
    numba.config.CACHE_DIR = str(_folder)  # type: ignore[attr-defined]


def inlined(function: Function) -> Function:
    """Compiled into its callers, so that a loop around it can use vector instructions.

    Called from Python, for a single hand, it keeps the interpreter's lock: to give it up and take it back costs more.
    """
    return cast(Function, numba.njit(inline="always", cache=True)(function))


def shared(function: Function) -> Function:
    """Compiled into compiled callers as `inlined` is, and plain to all others.

    For what takes a few shifts or comparisons: there a call of machine code from Python costs more than it saves.
    """
    made: Function = register_jitable(inline="always")(function)
    return made


def _of_one_kind(resolve: Callable[..., Any], args: Iterable[Any], kws: Mapping[str, Any]) -> Any:
    """A constant is any number and a small number is a whole one: else each would be compiled again for its callers."""
    kinds = map(_without_value, args)
    return resolve([types.int64 if kind in _NARROW else kind for kind in kinds], kws)


def compiled(function: Function) -> Function:
    """Machine code on the first call, kept for the next process; runs outside the interpreter's lock."""
    return _made(function)


def inner(function: Function) -> Function:
    """The same, for compiled callers only: the way in from Python takes a fifth of the time to compile."""
    return _made(function, no_cpython_wrapper=True)


def _made(function: Function, **more: bool) -> Function:
    made = _njit(cache=True, nogil=True, no_cfunc_wrapper=True, **more)(function)  # no C code ever calls it
    made.get_call_template = partial(_of_one_kind, made.get_call_template)
    return cast(Function, made)
