"""A run in a file: what is done of it, so that it can be gone on with, on any machine with this version of feltlab."""

from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from feltlab import __version__
from feltlab.errors import FeltlabError
from feltlab.given import read_given
from feltlab.simulation.plan import Plan
from feltlab.simulation.run import Run, Span, check_rounds, no_rounds
from feltlab.simulation.tally import Tally
from feltlab.whole import check_place, write_whole
from feltlab.wire import dump, read_object

LARGEST: Final = 100_000_000
"""Bytes of a run's file."""


def save(run: Run, path: Path) -> None:
    write_whole(path, f"{dump(_sealed(_entry(run)))}\n".encode())


def check_new(path: Path) -> None:
    """Refuse, before any round is played, a file that is there already or that cannot be made."""
    if path.exists():
        raise FeltlabError(f"{path} already exists: continue it with --resume, or save to another file")
    check_place(path)


def load(path: Path, plan: Plan, rounds: int | None = None) -> Run:
    """The run in a file, which must be of this plan; another number of rounds makes it longer."""
    entry = _read(path)
    if entry["version"] != __version__:
        raise FeltlabError(f"{path} was written by feltlab {entry['version']}, but this is {__version__}")
    if entry["fingerprint"] != plan.fingerprint:
        raise FeltlabError(f"{path} is from another run: {_difference(entry['plan'], plan.to_dict())}")
    try:
        run = _run(entry, plan, rounds)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise FeltlabError(f"{path} is not a saved run") from None
    if run.done and run.done[-1].end > run.rounds:
        raise FeltlabError(f"{path} has rounds up to {run.done[-1].end:,} already, more than {run.rounds:,}")
    return run


def _entry(run: Run) -> dict[str, Any]:
    return {
        "version": __version__,
        "fingerprint": run.plan.fingerprint,
        "plan": run.plan.to_dict(),
        "rounds": run.rounds,
        "done": [list(span) for span in run.done],
        "tally": run.tally.to_dict(),
    }


def _sealed(entry: dict[str, Any]) -> dict[str, Any]:
    """With a checksum, by which a file that was cut short or changed by hand is known."""
    return {**entry, "checksum": blake2b(dump(entry).encode(), digest_size=12).hexdigest()}


def _read(path: Path) -> dict[str, Any]:
    try:
        entry = read_object(read_given(path, LARGEST))
    except OSError as error:
        raise FeltlabError(f"cannot read {path}: {error.strerror}") from None
    except FeltlabError as error:
        raise FeltlabError(f"{path} is not a saved run: {error}") from None
    checksum = entry.pop("checksum", None)
    if not {"version", "fingerprint", "plan"} <= entry.keys() or _sealed(entry)["checksum"] != checksum:
        raise FeltlabError(f"{path} is not a saved run, or was changed since it was written")
    return entry


def _run(entry: dict[str, Any], plan: Plan, rounds: int | None) -> Run:
    given, counts = entry["tally"], list(no_rounds(plan).counts)
    for place, count in given["counts"].items():
        counts[int(place)] = count
    tally = Tally(given["rounds"], tuple(counts), tuple(given["sums"]), tuple(given["squares"]))
    done = tuple(Span(first, count) for first, count in entry["done"])
    return Run(plan, check_rounds(entry["rounds"] if rounds is None else rounds), done, tally)


def _difference(theirs: object, ours: dict[str, Any]) -> str:
    """In what the plan of a file differs from the one asked for, in words."""
    if isinstance(theirs, dict):
        for name, own in ours.items():
            if (other := theirs.get(name)) != own:
                plain = isinstance(own, str | int) and isinstance(other, str | int)
                return f"its {name} is {other}, not {own}" if plain else f"its {name} are others"
    return "its plan differs"
