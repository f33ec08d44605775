"""Tables and counts kept on disk, so that no other process has to make them again. You may delete the folder.

A file is named after everything it follows from: the code of the rules that were asked, including what they call, and
the numbers they were asked about, but never a pay. A damaged or foreign file is made again.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import CodeType, ModuleType
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import cache_folder
from feltlab.whole import cache_home

Arrays = dict[str, npt.NDArray[Any]]

SETTING: Final = "FELTLAB_SOLVED"
"""The environment variable for the folder with the tables, or `off`."""
OFF: Final = "off"
MOST_BYTES: Final = 2 << 30
"""The oldest files are deleted if there are more."""
WORTH_SECONDS: Final = 0.1
"""Results that take less time are made again."""
_PACKAGE: Final = Path(__file__).parents[2]


def folder() -> Path | None:
    """None if nothing is kept."""
    said = os.environ.get(SETTING, "")
    if said == OFF:
        return None
    home = cache_home()
    return Path(said) if said else home and home / "solved"


def kept(what: str, key: Sequence[object], make: Callable[[], Arrays]) -> Arrays:
    """Arrays by name, as kept under this key or as made now."""
    where = folder()
    try:
        name = _digest((_version(), what, *key)) if where else ""
    except UntoldError:
        name = ""
    if where is None or not name:
        return make()
    file = where / f"{what}-{name}.npz"
    found = _read(file, name)
    if found is None:
        started = time.perf_counter()
        found = make()
        if time.perf_counter() - started > WORTH_SECONDS:
            _write(file, name, found)
    return found


def _read(file: Path, name: str) -> Arrays | None:
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            found = {entry: stored[entry] for entry in stored.files}
        if str(found.pop("key")) != name:
            return None
        os.utime(file)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, MemoryError, TypeError, AttributeError):
        return None
    return found


def _write(file: Path, name: str, arrays: Arrays) -> None:
    """Written completely or not at all; if it cannot be written, it is not kept."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, prefix="new-", delete=False) as new:
            try:
                np.savez(new, key=np.array(name), **arrays)  # type: ignore[arg-type]
            except BaseException:
                Path(new.name).unlink()
                raise
        Path(new.name).replace(file)
        _forget_oldest(file.parent)


def _forget_oldest(where: Path) -> None:
    files = sorted(_files(where))
    total = sum(size for _, size, _ in files)
    for _, size, path in files[:-1]:
        if total <= MOST_BYTES:
            return
        with suppress(OSError):
            Path(path).unlink()
        total -= size


def _files(where: Path) -> Iterator[tuple[float, int, str]]:
    """When each was last used, its size and its path. Other processes write and delete here too."""
    with os.scandir(where) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                found = entry.stat()
                yield found.st_mtime, found.st_size, entry.path


class UntoldError(Exception):
    """A rule depends on something that cannot be identified from one run to the next."""


@cache
def _version() -> str:
    """The version of Python, and of every part of the package that affects tables and counts."""
    digest = blake2b(cache_folder().name.encode() + sys.version.encode(), digest_size=16)
    for file in sorted((_PACKAGE / "exact" / "solving").glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _digest(key: Sequence[object]) -> str:
    digest = blake2b(digest_size=20)
    for part in _parts(key, ()):
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def _parts(value: Any, within: tuple[object, ...]) -> Iterator[bytes]:
    """Everything that a value is made of; for code, also what it calls and looks up."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype.str}{value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
    elif isinstance(value, str | bytes | int | float | bool | None.__class__ | np.integer):
        yield f"{type(value).__name__} {value!r}".encode()
    elif isinstance(value, tuple | list | frozenset):
        entries = sorted(value, key=repr) if isinstance(value, frozenset) else value
        yield f"{type(value).__name__} {len(entries)}".encode()
        for entry in entries:
            yield from _parts(entry, within)
    elif isinstance(value, Mapping):
        yield from _parts(list(value.items()), within)
    elif isinstance(value, ModuleType | type) or type(value).__name__ == "builtin_function_or_method":
        yield f"{getattr(value, '__module__', '')} {value.__name__}".encode()
    else:
        yield from _code_parts(getattr(value, "py_func", value), within)


def _code_parts(function: Any, within: tuple[object, ...]) -> Iterator[bytes]:
    code = getattr(function, "__code__", None)
    if code is None:
        raise UntoldError(repr(function))
    yield f"{function.__module__} {function.__qualname__}".encode()
    if any(function is other for other in within):
        return
    within = (*within, function)
    yield from _parts([cell.cell_contents for cell in function.__closure__ or ()], within)
    yield from _parts(function.__defaults__ or (), within)
    if function.__module__.startswith("feltlab."):  # whose files are part of the version
        return
    for inner in _codes(code):
        yield inner.co_code
        yield from _parts([constant for constant in inner.co_consts if not isinstance(constant, CodeType)], within)
        yield repr((inner.co_names, inner.co_varnames)).encode()
        for name in inner.co_names:
            if name in function.__globals__:
                yield from _parts(function.__globals__[name], within)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
