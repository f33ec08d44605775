"""The line of strangers: visitors without a session known here wait behind players.

Some of them begin in each turn of the event loop, and in between the loop handles everything that players have sent. In
a short turn it is one; in a long one as many as take a fair share of it, since a busy house must serve its strangers
too. If the line is full, they are told to come back.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

ROOM: Final = 256
"""Strangers who may wait."""
SHARE: Final = 0.25
"""Share of the loop's work that strangers get while players keep it busy."""
COST: Final = 0.001
"""Seconds of work per stranger, roughly."""


class StrangersLine:
    def __init__(self, room: int = ROOM, worked: Callable[[], float] = time.thread_time) -> None:
        self.room, self.worked = room, worked
        """The loop's CPU time rather than elapsed time: on a machine busy with other things, time passes without work.
        """
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._moves = False
        self._seen = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    async def has_come_up(self, is_expected: bool = False) -> bool:
        """Whether a turn has come; false at once if there is no room to wait for it. Expected ones go first."""
        if len(self._waiting) >= self.room and not is_expected:
            return False
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        if is_expected:
            self._waiting.appendleft(turn)
        else:
            self._waiting.append(turn)
        if not self._moves:
            self._moves, self._seen = True, self.worked()
            loop.call_soon(self._move, loop)
        await turn
        return True

    def _move(self, loop: asyncio.AbstractEventLoop) -> None:
        """The next ones still waiting; a call scheduled here runs in the next turn of the loop."""
        now = self.worked()
        begin = max(1, int((now - self._seen) * SHARE / COST))
        self._seen = now
        while self._waiting and begin:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                begin -= 1
        self._moves = bool(self._waiting)
        if self._moves:
            loop.call_soon(self._move, loop)
