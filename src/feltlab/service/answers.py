"""Stored answers: each has a mark made with the house's key, so that an added or changed answer is found.

Otherwise someone who can write to the database but does not have the key could make a command that never happened count
as done, or change the purse in an answer.
"""

import hmac
from dataclasses import astuple
from typing import Final

import orjson

from feltlab.service.database import Database
from feltlab.service.rows import Answer
from feltlab.service.store import Store
from feltlab.service.taken_over import detail_of
from feltlab.wire import dump

MARKED_SINCE: Final = 4
"""The first version of the schema whose answers have marks."""
PAGE: Final = 1000
_PAGE_OF: Final = (
    "SELECT mac, key, table_id, body_hash, answer, at FROM answers WHERE key > ? ORDER BY key LIMIT ?"
)  # fmt: skip


def answer_mac(key: bytes, answer: Answer) -> str:
    return hmac.digest(key, f"answer\n{dump(astuple(answer))}".encode(), "sha256").hex()


def is_marked(key: bytes, mac: str, answer: Answer) -> bool:
    return hmac.compare_digest(mac.encode(), answer_mac(key, answer).encode())


def mark_answers(db: Database, key: bytes) -> None:
    """Mark all stored answers as they are, in a store from before the marks or taken over with another key."""
    last = ""
    while page := db.execute(_PAGE_OF, (last, PAGE)):
        marks = [(answer_mac(key, Answer(*row)), row[0]) for _, *row in page]
        db.execute_many("UPDATE answers SET mac = ? WHERE key = ?", marks)
        last = str(page[-1][1])


def wrong_answers(store: Store) -> list[str]:
    """Answers without their mark, and those that name an event that does not exist."""
    found, told = list[str](), dict[str, int]()
    last = ""
    with store.reading() as db:
        while page := db.execute(_PAGE_OF, (last, PAGE)):
            for mac, *row in page:
                answer = Answer(*row)
                if not is_marked(store.key, str(mac), answer):
                    found.append(f"the answer under {answer.key} was added or changed")
                elif answer.table_id is not None:
                    number = orjson.loads(answer.answer).get("number", 0)
                    told[answer.table_id] = max(number, told.get(answer.table_id, 0))
            last = str(page[-1][1])
        again = [row for row in db.execute("SELECT detail FROM audit WHERE action = 'upgrade'") if _marks(row[0])]
    if len(again) > 1:
        found.append("the database was set back to before its answers had marks, and they were made again")
    for table, number in told.items():  # read after the answers: a table in play has more by now
        kept = store.table(table)
        if kept is None or kept.last_number < number:
            found.append(f"an answer names event {number} of {table}, which does not exist")
    return found


def _marks(detail: str) -> bool:
    return bool(detail_of(detail).get("to") == MARKED_SINCE)
