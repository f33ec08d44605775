"""Where a request comes from: the peer, or what a trusted proxy says about it. Addresses are parsed as addresses."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from feltlab.errors import FeltlabError, shown

Network = IPv4Network | IPv6Network
FORWARDED: Final = "x-forwarded-for"
BROWSERS: Final = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox", "FxiOS": "Firefox",
    "CriOS": "Chrome", "Chrom": "Chrome", "Safari": "Safari", "curl": "curl", "python": "Python",
}  # fmt: skip
SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS", "Linux": "Linux",
}  # fmt: skip
"""Parts of a browser's user agent, the most specific first: most user agents name other systems too."""
SHARED_BITS: Final = 64
"""Bits of an IPv6 network: a client with one of its addresses has them all."""


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks of proxies, such as 10.0.0.7 or 10.0.0.0/8."""
    found = []
    for text in texts:
        try:
            found.append(ip_network(text, strict=False))
        except ValueError:
            raise FeltlabError(
                f"{shown(text)} is not an address or a network: 10.0.0.7, 10.0.0.0/8, fd00::/8"
            ) from None
    return tuple(found)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """The last hop that is not a trusted proxy.

    Something that cannot be an address ends the walk, since its author may have written everything before it.
    """
    last = peer
    for hop in (peer, *reversed(forwarded.split(","))):
        address = _address(hop)
        if address is None or (hop is not peer and "%" in hop):  # any text may follow the zone of an IPv6 address
            return last
        last = str(address)
        if not any(address in network for network in trusted):
            return last
    return last


def forwarded_address(peer: str, headers: Iterable[tuple[bytes, bytes]], trusted: Sequence[Network]) -> str:
    """The same from the headers of a request."""
    hops = [value.decode("latin-1") for name, value in headers if name.decode("latin-1").lower() == FORWARDED]
    return client_address(peer, ",".join(hops), trusted) if hops else peer


def _address(hop: str) -> IPv4Address | IPv6Address | None:
    """With or without a port, as proxies write it."""
    text = hop.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def device_of(user_agent: str) -> str:
    """Enough to recognize your own session, in our own words."""
    browser = next((name for part, name in BROWSERS.items() if part in user_agent), "")
    system = next((name for part, name in SYSTEMS.items() if part in user_agent), "")
    return f"{browser}, {system}".strip(", ")


def is_address(text: str) -> bool:
    return _address(text) is not None


def is_among(text: str, networks: Iterable[Network]) -> bool:
    address = _address(text)
    return address is not None and any(address in network for network in networks)


def counted_as(address: str) -> str:
    """What limits count by: an IPv4 address, or the network of an IPv6 one."""
    found = _address(address)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(IPv6Network((int(found) >> SHARED_BITS << SHARED_BITS, SHARED_BITS)))
    return str(found) if found else address
