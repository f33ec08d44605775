"""The line of strangers: whoever has no session that is known here waits behind those who play.

One of them begins in each turn of the event loop. In between the loop takes up everything that players have sent, so a
player waits for one stranger at most, however many have come; and who finds the line full is told to come back.
"""

import asyncio
from collections import deque
from typing import Final

ROOM: Final = 256
"""Strangers who may wait; at about a millisecond each the last one is served within the blink of an eye."""


class Line:
    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._moves = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def has_come_up(self, is_expected: bool = False) -> bool:
        """Whether one's turn has come; false at once if there is no room to wait for it and one is not expected."""
        if len(self._waiting) >= self.room and not is_expected:
            return False
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if not self._moves:
            self._moves = True
            loop.call_soon(self._move, loop)
        await turn
        return True

    def _move(self, loop: asyncio.AbstractEventLoop) -> None:
        """The next one who still waits; what is called soon from here is called in the next turn of the loop."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                break
        self._moves = bool(self._waiting)
        if self._moves:
            loop.call_soon(self._move, loop)
