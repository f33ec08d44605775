"""Files written whole or not at all: beside their place first, then moved into it."""

import os
import tempfile
from pathlib import Path

from feltlab.errors import FeltlabError


def check_place(output: Path) -> None:
    """Refuse a place that cannot be written before anything long begins."""
    folder = output.parent
    if not folder.is_dir():
        raise FeltlabError(f"cannot write {output}: there is no folder {folder}")
    if output.is_dir():
        raise FeltlabError(f"cannot write {output}: it is a folder")
    if not os.access(folder, os.W_OK | os.X_OK) or (output.exists() and not os.access(output, os.W_OK)):
        raise FeltlabError(f"cannot write {output}: permission denied")


def write_whole(output: Path, data: bytes) -> None:
    beside = None
    try:
        with tempfile.NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}.", delete=False) as file:
            beside = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(_mode(output))
        beside.replace(output)
    except OSError as error:
        raise FeltlabError(f"cannot write {output}: {error.strerror}") from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)


def _mode(output: Path) -> int:
    """That of the file that is replaced, or what a new file gets."""
    if output.exists():
        return output.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
