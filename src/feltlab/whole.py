"""Files written completely or not at all: beside their place first, then moved into it.

Links are followed, and anything but a file, such as a device or a pipe, is written to directly: neither is replaced.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from feltlab.errors import FeltlabError
from feltlab.stores import why_spared


def cache_home() -> Path | None:
    """The user's folder for files that can be made again; None for a user without a home."""
    if said := os.environ.get("XDG_CACHE_HOME"):
        return Path(said) / "feltlab"
    try:
        return Path.home() / ".cache" / "feltlab"
    except RuntimeError:
        return None


def check_place(output: Path) -> None:
    """Refuse a place that cannot be written before any long work begins."""
    place = _place(output)
    if not output.name:
        raise FeltlabError(f"cannot write {output}: it is not a file name")
    if place.is_dir():
        raise FeltlabError(f"cannot write {output}: it is a folder")
    if not place.parent.is_dir():
        raise FeltlabError(f"cannot write {output}: there is no folder {place.parent}")
    _check_spared(output)
    beside = [] if _is_no_file(output) else [place.parent]
    if not all(os.access(folder, os.W_OK | os.X_OK) for folder in beside):
        raise FeltlabError(f"cannot write {output}: permission denied")
    if output.exists() and not os.access(output, os.W_OK):
        raise FeltlabError(f"cannot write {output}: permission denied")


@contextmanager
def writing(output: Path) -> Iterator[IO[bytes]]:
    """The text written here is at `output` when it is complete, and not at all otherwise."""
    check_place(output)
    try:
        if _is_no_file(output):
            with output.open("wb") as stream:
                yield stream
            return
        place = _place(output)
        with tempfile.NamedTemporaryFile(dir=place.parent, prefix=f".{place.name}.", delete=False) as file:
            beside = Path(file.name)
            try:
                yield file
                file.flush()
                os.fsync(file.fileno())
                beside.chmod(_mode(place))
                _check_spared(output)  # a database may have been created there in the meantime
                beside.replace(place)
            finally:
                beside.unlink(missing_ok=True)
    except OSError as error:
        raise FeltlabError(f"cannot write {output}: {error.strerror}") from None


def write_whole(output: Path, data: bytes) -> None:
    with writing(output) as file:
        file.write(data)


def _check_spared(output: Path) -> None:
    if why := why_spared(output):
        raise FeltlabError(f"cannot write {output}: {why}; name another file")


def _place(output: Path) -> Path:
    """Where a link leads."""
    return Path(os.path.realpath(output)) if output.is_symlink() else output


def _is_no_file(output: Path) -> bool:
    return output.exists() and not output.is_file() and not output.is_dir()


def _mode(place: Path) -> int:
    """The mode of the replaced file, or the default for a new file."""
    if place.exists():
        return place.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
