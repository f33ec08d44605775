"""Logs to standard error: warnings in plain words, or everything as JSON lines.

Bodies, cookies and cards are never logged: every logged field is named. A repeated warning is written once and then
counted.
"""

import logging
import sys
import threading
import time
from dataclasses import dataclass
from typing import Final, TextIO

from feltlab.errors import FeltlabError
from feltlab.wire import dump

EXTRA: Final = ("ms", "times")
COUNTED_SECONDS: Final = 10.0
"""How long repeated warnings are counted before their number is written."""
MOST_ALIKE: Final = 50
"""Lines with the same words and different names in that time; further ones are counted as one."""

Key = tuple[str, ...]


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return dump(line)


@dataclass
class _Repeated:
    record: logging.LogRecord
    message: str
    times: int = 0


class CountedLines(logging.StreamHandler[TextIO]):
    """Writes a warning or an error at once, and the number of its repetitions later."""

    def __init__(self, stream: TextIO, seconds: float = COUNTED_SECONDS) -> None:
        super().__init__(stream)
        self.seconds = seconds
        self._held: dict[Key, _Repeated] = {}
        self._alike: dict[Key, int] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.WARNING or self._is_new(record):
            super().emit(record)

    def _is_new(self, record: logging.LogRecord) -> bool:
        kind: Key = (record.name, record.levelname, str(record.msg))
        message = record.getMessage()
        key: Key = (*kind, message, repr(record.exc_info[1] if record.exc_info else None))
        if key not in self._held and self._alike.get(kind, 0) >= MOST_ALIKE:
            key = kind
        found = self._held.get(key)
        if found is not None:
            found.times += 1
            return False
        self._held[key] = _Repeated(record, message)
        self._alike[kind] = self._alike.get(kind, 0) + 1
        if self._timer is None:
            self._timer = threading.Timer(self.seconds, self.tell)
            self._timer.daemon = True
            self._timer.start()
        return True

    def tell(self) -> None:
        """How often each was repeated; then each counts as new again."""
        with self.lock or threading.RLock():
            held, self._held, self._alike, self._timer = self._held, {}, {}, None
            for each in held.values():
                if each.times:
                    record, counted = each.record, f"… {each.times:,} times more: {each.message}"
                    line = logging.LogRecord(record.name, record.levelno, record.pathname, 0, counted, None, None)
                    line.times = each.times
                    super().emit(line)

    def close(self) -> None:
        self.tell()
        super().close()


def write_logs(form: str) -> None:
    if form not in ("plain", "json"):
        raise FeltlabError("logs are plain or json")
    handler = CountedLines(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("feltlab").setLevel(logging.INFO if form == "json" else logging.WARNING)
