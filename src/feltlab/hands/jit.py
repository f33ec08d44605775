"""One decorator for everything that is compiled, with a cache that can never be stale.

Numba renews a cached function when its own file changes, but not when a function or table that it uses
does. So the cache folder is named after the contents of all compiled rooms: any change starts a new one.
"""

import os
import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent


def _compiled_files() -> Iterator[Path]:
    """All of the compiled rooms, and of a game's folder what has compiled code of its own."""
    for room in ("hands", "kernels"):
        yield from (file for file in sorted((_PACKAGE / room).iterdir()) if file.suffix in (".py", ".npz"))
    yield _PACKAGE / "rules" / "codes.py"
    for file in sorted((_PACKAGE / "games").glob("*/*.py")):
        if any(name in file.read_text("utf-8") for name in ("feltlab.hands.jit", "feltlab.rules.codes")):
            yield file


def cache_folder() -> Path:
    digest = blake2b(digest_size=8)
    for file in _compiled_files():
        digest.update(str(file.relative_to(_PACKAGE)).encode() + file.read_bytes())
    home = _PACKAGE
    if not os.access(home, os.W_OK):
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "feltlab"
    return home / "__pycache__" / f"compiled-{digest.hexdigest()}"


if not os.environ.get("NUMBA_CACHE_DIR"):
    _folder = cache_folder()
    if not _folder.exists() and sys.stderr.isatty():
        print("feltlab: first use, compiling for this machine (once, up to half a minute)", file=sys.stderr)
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


def compiled(function: Function) -> Function:
    """Machine code on the first call, kept for the next process; runs outside the interpreter's lock."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
