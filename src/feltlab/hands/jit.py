"""One decorator for all compiled code, with a cache that is never stale.

Numba renews a cached function when its own file changes, but not when a function or table that it uses changes. So the
cache folder is named after the contents of all compiled rooms: any change starts a new one.

Numba takes longer to load than a round takes to settle. It is loaded when a loop is called, when code is compiled, or
when one function has read `FEW` hands; until then the same function reads hands in plain Python.
"""

import os
import sys
from atexit import register
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial, update_wrapper
from hashlib import blake2b
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from threading import get_ident
from typing import Any, Final, TypeVar, cast

from feltlab.hands.late import settle_all, settled
from feltlab.whole import cache_home

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent
FEW: Final = 500
"""Hands. So many are read in plain Python in less time than numba takes to load."""
_ONE_HAND = "feltlab.hands."
"""The functions of this room take one hand; those of other rooms are loops."""
_WRITTEN: list[Callable[..., Any]] = []
"""Of numba not told yet."""


def _compiled_files() -> Iterator[Path]:
    """The files of all compiled rooms, and those of a game's folder with compiled code of their own."""
    for room in ("hands", "kernels"):
        yield from (file for file in sorted((_PACKAGE / room).iterdir()) if file.suffix in (".py", ".npz"))
    yield _PACKAGE / "rules" / "codes.py"
    for file in sorted((_PACKAGE / "games").glob("*/*.py")):
        if any(name in file.read_text("utf-8") for name in ("feltlab.hands.jit", "feltlab.rules.codes")):
            yield file


@cache
def cache_folder() -> Path:
    """Beside the package, for everyone. Users who may not write there get a copy in their own cache, or one for this
    process only.
    """
    digest = blake2b(digest_size=8)
    for file in _compiled_files():
        digest.update(str(file.relative_to(_PACKAGE)).encode() + file.read_bytes())
    for_all = _PACKAGE / "__pycache__" / f"compiled-{digest.hexdigest()}"
    if os.access(for_all if for_all.exists() else _PACKAGE, os.W_OK):
        return for_all
    home = cache_home()
    if home and _is_ready(own := home / "__pycache__" / for_all.name, for_all):
        return own
    print("feltlab: compiled code cannot be kept: set XDG_CACHE_HOME to a writable folder", file=sys.stderr)
    passing = Path(mkdtemp(prefix="feltlab-"))
    register(rmtree, passing, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(passing / for_all.name)  # for processes of ours
    _is_ready(passing / for_all.name, for_all)
    return passing / for_all.name


def _is_ready(own: Path, for_all: Path) -> bool:
    """Creates the folder, with everything compiled so far, if it does not exist."""
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


class _Unseen(MetaPathFinder):
    """While one thread loads numba, it does not find packages that numba would load in turn and we never use.

    Where scipy is installed, to load it takes as long as all that we ask of numba. Nobody misses it: numba asks for it
    again when it compiles linear algebra.
    """

    names = frozenset(("coverage", "scipy"))

    def __init__(self) -> None:
        self.thread = get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name in self.names and get_ident() == self.thread:
            raise ModuleNotFoundError(f"{name} is not needed", name=name)
        return None


def _numba() -> Any:
    sys.meta_path.insert(0, unseen := _Unseen())
    try:
        numba = import_module("numba")
        import_module("numba.np.arraymath")  # else loaded at the first call: it is here that scipy is looked for
        return numba
    finally:
        sys.meta_path.remove(unseen)


@cache
def load() -> Any:
    """Numba, with everything that compiled code may call. Code that imports numba by name gets it from here."""
    numba = _numba()
    from numba.extending import register_jitable

    if not os.environ.get("NUMBA_CACHE_DIR"):
        folder = cache_folder()
        if not any(folder.glob("*")) and sys.stderr.isatty():
            print("feltlab: first use, compiling for this machine (once, up to a minute)", file=sys.stderr)
        numba.config.CACHE_DIR = str(folder)
    settle_all()
    for function in _WRITTEN:
        register_jitable(inline="always")(function)
    return numba


def is_loaded() -> bool:
    return load.cache_info().currsize > 0


class Late(partial[Any]):
    """A function that becomes machine code when it is called or compiled into another; numba accepts it as its own.

    A `partial` calls its function without a step in Python, and that function can be replaced.
    """

    py_func: Callable[..., Any]
    make: Callable[[], Any]

    def machine(self) -> Any:
        """Numba's version; from now on calls go there, if it can be called from Python."""
        made = self.make()
        if self.func is not made and not getattr(made, "targetoptions", {}).get("no_cpython_wrapper"):
            self.__setstate__((made, (), {}, vars(self)))
        return made

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "make" not in vars(self):
            raise AttributeError(name)
        return getattr(self.machine(), name)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


def _late(function: Function, make: Callable[[Callable[..., Any]], Any]) -> Function:
    calls, most = count(1), FEW if function.__module__.startswith(_ONE_HAND) else 0

    def first(*given: Any, **named: Any) -> Any:
        if is_loaded() or next(calls) > most:
            return late.machine()(*map(settled, given), **named)
        return _plain(function(*given, **named))

    late = Late(first)
    update_wrapper(late, function)
    late.py_func, late.make = function, cache(partial(make, function))
    return cast(Function, late)


def _plain(found: Any) -> Any:
    """Numbers as machine code returns them to Python: plain, not numpy's."""
    if isinstance(found, tuple):
        return tuple(map(_plain, found))
    return found.item() if hasattr(found, "item") and not found.shape else found


def written(function: Function) -> Function:
    """Called from Python as its author wrote it; copied into compiled callers."""
    if is_loaded():
        load().extending.register_jitable(inline="always")(function)
    else:
        _WRITTEN.append(function)
    return function


def inlined(function: Function) -> Function:
    """Machine code that becomes part of every loop around it, so that the loop can use vector instructions.

    Called from Python for a single hand, it keeps the interpreter's lock: releasing it and taking it back costs more.
    """
    return _late(function, partial(_made, nogil=False, forceinline=True))


def shared(function: Function) -> Function:
    """Like `inlined` for compiled callers, plain for all others.

    For functions of a few shifts or comparisons, where a call of machine code from Python costs more than it saves.
    """
    return _for_machine_code(function, forceinline=True)


def _of_one_kind(resolve: Callable[..., Any], args: Iterable[Any], kws: Mapping[str, Any]) -> Any:
    """Types constants as any number and small numbers as whole ones, so functions are not compiled again for each."""
    types = load().types
    narrow = (types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32)
    kinds = map(types.unliteral, args)
    return resolve([types.int64 if kind in narrow else kind for kind in kinds], kws)


def compiled(function: Function) -> Function:
    """Machine code from the first call on, kept for the next process; runs without the interpreter's lock."""
    return _late(function, _made)


def inner(function: Function) -> Function:
    """Like `compiled`, for compiled callers only: the entry from Python takes a fifth of the time to compile."""
    return _for_machine_code(function)


def _for_machine_code(function: Function, **more: bool) -> Function:
    late = Late(function)
    update_wrapper(late, function)
    late.py_func, late.make = function, cache(partial(_made, function, no_cpython_wrapper=True, **more))
    return cast(Function, late)


def _made(function: Callable[..., Any], nogil: bool = True, **more: bool) -> Any:
    made = load().njit(cache=True, nogil=nogil, no_cfunc_wrapper=True, **more)(function)  # no C code ever calls it
    if made is not function:  # NUMBA_DISABLE_JIT leaves everything plain
        made.get_call_template = partial(_of_one_kind, made.get_call_template)
    return made


if "numba" in sys.modules:
    load()
