"""Logs to standard error: warnings in plain words, or everything as JSON lines. Bodies, cookies and cards are never in
them: what is logged is named field by field.
"""

import logging
import sys
import time
from typing import Final

from feltlab.errors import FeltlabError
from feltlab.wire import dump

EXTRA: Final = ("ms",)


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


def write_logs(form: str) -> None:
    if form not in ("plain", "json"):
        raise FeltlabError("logs are plain or json")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("feltlab").setLevel(logging.INFO if form == "json" else logging.WARNING)
