"""A process that plays rounds into a store and reports each commit; run by the disk error tests.

python -m tests.service.writer PATH ROUNDS

Prints `done N` when round N is committed and `failed N` when the store refused; then, as the service does, it checks
whether the round is there after all, and tries again.
"""

import sys
from contextlib import closing

from feltlab.errors import StoreError
from feltlab.service import sqlite_store
from feltlab.service.store import Store, open_store
from tests.service.filling import TABLE, open_table, play

TRIES = 3


def attempt(store: Store, number: int) -> bool:
    for _ in range(TRIES):
        try:
            if store.round(TABLE, number) is None:
                play(store, number)
        except StoreError as error:
            print(f"failed {number}: {error}", flush=True)
        else:
            print(f"done {number}", flush=True)
            return True
    return False


def main(path: str, rounds: int) -> None:
    # A short log, so that it is played in often while errors are about.
    sqlite_store.LOG_PAGES = 40  # type: ignore[misc]
    try:
        with closing(open_store(f"sqlite:///{path}")) as store:
            open_table(store)
            if all(attempt(store, number) for number in range(1, rounds + 1)):
                print("finished", flush=True)
    except StoreError as error:
        print(f"gave up: {error}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
