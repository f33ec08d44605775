"""Anchors: where the chains end, recorded outside of the database every few minutes.

An anchor is an entry of the audit trail with the ends of the ledger's chain and of every table chain that has moved
since the last one; its number and hash go outside, as a line of JSON to a file, to syslog or to a URL. These lines
prove that nothing up to them was rewritten or cut off, even by someone who has the key.
"""

import json
import logging
import os
import socket
import stat
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from logging.handlers import SysLogHandler
from pathlib import Path
from typing import Any, Final

from feltlab.errors import FeltlabError, StoreError
from feltlab.service.chain import AUDIT, LEDGER, START, Noted, verify_audit, verify_chain, verify_ledger
from feltlab.service.rows import Head, NewAudit
from feltlab.service.store import Store, Transaction
from feltlab.service.taken_over import NotedEnd, detail_of, head_of, takeovers, wrong_ends, wrong_takeovers
from feltlab.stores import why_spared
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.anchors")
ANCHOR: Final = "anchor"
URL_SECONDS: Final = 10
LONGEST: Final = 65_536
"""Bytes in a line, including the prefix that syslog adds."""
Write = Callable[[Callable[[Transaction], Any]], Any]
"""Has the writer write rows, and returns those written."""
Send = Callable[[str], None]


def sender(where: str) -> Send:
    """The function that sends a line to `syslog`, an http(s) address, or a file."""
    if where == "syslog":
        return _to_syslog
    if where.startswith(("http://", "https://")):
        return lambda line: _to_url(where, line)
    if "://" in where:
        raise FeltlabError("an anchor goes to a file, to syslog or to an http(s) address")
    return lambda line: _to_file(Path(where), line)


def check_outside(where: str, store: Path | None) -> None:
    """Refuse a file of this database or another one, before anything is created or changed."""
    if where != "syslog" and "://" not in where:
        _check_spared(Path(where), store)


def _check_spared(path: Path, store: Path | None = None) -> None:
    if why := why_spared(path, store, for_anchors=True):
        raise StoreError(f"cannot record the anchor at {path}: {why}; name another file")


def _to_file(path: Path, line: str) -> None:
    _check_spared(path)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        os.write(handle, f"{line}\n".encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _to_syslog(line: str) -> None:
    """Through the socket of this machine's log; a logging handler would hide that there is none."""
    priority = SysLogHandler.LOG_AUTH << 3 | SysLogHandler.LOG_NOTICE
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.connect("/dev/log")
        log.send(f"<{priority}>feltlab: {line}\0".encode())


def _to_url(url: str, line: str) -> None:
    asked = urllib.request.Request(url, line.encode(), {"Content-Type": "application/json"})  # noqa: S310 - checked
    with urllib.request.urlopen(asked, timeout=URL_SECONDS) as answer:  # noqa: S310
        answer.read(1)


class Anchors:
    """The clock that records where the chains end."""

    def __init__(self, store: Store, write: Write, now: Callable[[], int], send: Send, minutes: float) -> None:
        self.store, self.write, self.now, self.send, self.minutes = store, write, now, send, minutes
        self._last: Mapping[str, list[Any]] = {}
        self._noted = START
        self._unsent: list[str] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="anchors", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stops after a last anchor."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        stopped = False
        while not stopped:
            stopped = self._stopping.wait(60 * self.minutes)
            try:
                self.note()
            except Exception as error:  # whatever the error, the next one is tried
                LOG.error("the anchor could not be recorded: %s", error)  # noqa: TRY400

    def note(self) -> None:
        """One anchor, if anything has moved; unsent lines go first."""
        ends = _ends(self.store)
        moved = {chain: end for chain, end in ends.items() if self._last.get(chain) != end}
        if moved or self.store.head(AUDIT) != self._noted:
            head: Head = self.write(lambda rows: _append(rows, self.now(), moved))
            self._last, self._noted = ends, head
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now() / 1000))
            self._unsent.append(dump({"anchor": head.number, "hash": head.hash, "at": at}))
        while self._unsent:
            self.send(self._unsent[0])
            self._unsent.pop(0)


def _append(rows: Transaction, now: int, moved: Mapping[str, list[Any]]) -> Head:
    [entry] = rows.append_audit([NewAudit(now, "feltlab", ANCHOR, dump(moved))])
    return Head(entry.number, entry.hash)


def _ends(store: Store) -> dict[str, list[Any]]:
    ledger = store.head(LEDGER)
    tables = {f"table:{row.table_id}": [row.last_number, row.last_hash] for row in store.tables()}
    return {LEDGER: [ledger.number, ledger.hash]} | tables


def read_anchors(path: Path) -> dict[int, str]:
    """The lines sent, as hashes by the number of their entry; ignores the prefix that syslog adds."""
    found: dict[int, str] = {}
    for at, line in enumerate(_lines(path), 1):
        start = line.find("{")
        if start < 0:
            continue
        try:
            said = json.loads(line[start:])
            number, hashed = said["anchor"], said["hash"]
        except (ValueError, KeyError, TypeError, RecursionError):
            number = hashed = None
        if not isinstance(number, int) or not isinstance(hashed, str):
            raise StoreError(f"line {at} of {path} is not an anchor")
        if found.setdefault(number, hashed) != hashed:
            raise StoreError(f"{path} has two anchors for entry {number}: they come from different databases")
    return found


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file or a pipe; a device may never end."""
    try:
        if stat.S_IFMT(path.stat().st_mode) not in (stat.S_IFREG, stat.S_IFIFO, stat.S_IFDIR):
            raise StoreError(f"the anchors {path} cannot be read: neither a file nor a pipe")
        with path.open("rb") as file:
            while line := file.readline(LONGEST + 1):
                if len(line) > LONGEST:
                    raise StoreError(f"the anchors {path} cannot be read: a line is longer than {LONGEST:,} bytes")
                yield line.decode("utf-8")
    except UnicodeDecodeError:
        raise StoreError(f"the anchors {path} cannot be read: they are not text in UTF-8") from None
    except OSError as error:
        raise StoreError(f"the anchors {path} cannot be read: {error.strerror}") from None


def noted_inside(store: Store) -> dict[str, dict[int, str]]:
    """What the trail's own anchors say by chain, since the chains got their present key."""
    taken = takeovers(store)
    found: dict[str, dict[int, str]] = {}
    for noted in _noted_ends(store):
        if not taken or noted.entry > taken[-1].number:
            found.setdefault(noted.chain, {})[noted.row.number] = noted.row.hash
    return found


def _noted_ends(store: Store) -> Iterator[NotedEnd]:
    for entry in store.audit():
        if entry.action == ANCHOR:
            for chain, said in detail_of(entry.detail).items():
                if row := head_of(said):
                    yield NotedEnd(entry.number, chain, row)


def anchors_inside(store: Store) -> list[int]:
    """The entries of the trail that are anchors."""
    with store.reading() as db:
        return [
            int(row[0]) for row in db.execute("SELECT number FROM audit WHERE action = ? ORDER BY number", (ANCHOR,))
        ]


def unsent(store: Store, noted: Noted) -> list[int]:
    """Anchors in the trail after the last one found outside; a missing one in between is proved by those after it."""
    return [number for number in anchors_inside(store) if number > max(noted, default=0)]


def broken_anchors(store: Store, noted: Noted) -> list[str]:
    """Where the chains differ from the anchors: the trail by the lines from outside, all others by the trail."""
    taken = takeovers(store)
    since = taken[-1].number if taken else 0
    found = wrong_takeovers(taken)
    if broken := verify_audit(store, {number: hashed for number, hashed in noted.items() if number > since}):
        found.append(f"the audit trail: {broken.message}")
    inside = {chain: {n: h for n, h in heads.items() if n} for chain, heads in noted_inside(store).items()}
    if broken := verify_ledger(store, inside.pop(LEDGER, {})):
        found.append(f"the ledger: {broken.message}")
    for chain, heads in inside.items():
        if broken := verify_chain(store, chain.removeprefix("table:"), heads):
            found.append(f"the events of {chain.removeprefix('table:')}: {broken.message}")
    outside = [NotedEnd(number, AUDIT, Head(number, hashed)) for number, hashed in sorted(noted.items())]
    found += dict.fromkeys(wrong_ends(taken, [*outside, *_noted_ends(store)]))
    strange = sorted(number for number in noted.keys() - set(anchors_inside(store)) if number <= since)
    return found + [f"entry {number} of the trail was recorded as an anchor, and is not one" for number in strange]
