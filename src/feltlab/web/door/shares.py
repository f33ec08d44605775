"""What the WebSockets of one session, and of one address, may send together.

A client that is cut off and reconnects finds its budget as it left it.
"""

from functools import partial
from hashlib import sha256

from starlette.requests import HTTPConnection

from feltlab.web.door.gate import Headers, Take
from feltlab.web.door.limits import Buckets
from feltlab.web.door.origin import counted_as, forwarded_address, is_among
from feltlab.web.door.settings import BURST_SECONDS, RequestRate, Settings


class FrameShares:
    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.cookie, self.trusted = settings.cookie, settings.trusted_proxies
        self.by_session = _buckets(limits.session_frames_per_second)
        self.by_address = _buckets(limits.address_frames_per_second)

    def of(self, peer: str, headers: Headers) -> tuple[Take, ...]:
        """The budgets that a WebSocket shares.

        One without a session shares a budget with all such of the address; a proxy that does not say for whom it speaks
        has no budget by address.
        """
        address = forwarded_address(peer, headers, self.trusted)
        token = HTTPConnection({"type": "http", "headers": headers}).cookies.get(self.cookie, "")
        session = sha256(token.encode()).hexdigest() if token else counted_as(address)
        own = partial(self.by_session.take, session)
        return (own,) if is_among(address, self.trusted) else (own, partial(self.by_address.take, counted_as(address)))


def _buckets(per_second: int) -> Buckets:
    return Buckets(RequestRate(per_second, BURST_SECONDS * per_second))
