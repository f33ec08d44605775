"""feltlab serve: the site and its live tables."""

import asyncio
import gc
import ipaddress
import math
import os
import signal
import socket
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from feltlab.commands.database_url import NAMED_BY, WAYS, read_url
from feltlab.commands.options import BudgetOption, GameFileOption, GameFilesArgument
from feltlab.errors import FeltlabError
from feltlab.given import read_given

if TYPE_CHECKING:
    from feltlab.service.pit import Pit
    from feltlab.web.door.listening import Door

DEFAULT_PORT: Final = 8000
GOODBYE_SECONDS: Final = 0.2
"""Time to send the last words before the connections are cut."""
GOODBYE_TLS_SECONDS: Final = 2.0
"""For a client to answer the end of TLS; until then its connection keeps a place."""

OF_SERVER: Final[Mapping[str, Any]] = {
    "log_config": None, "access_log": False, "server_header": False, "ws_max_size": 64 * 1024,
    "ws_ping_interval": 20.0, "ws_ping_timeout": 20.0, "timeout_graceful_shutdown": 5,
    "loop": "asyncio",  # the door is asked for each connection
    "proxy_headers": False,  # our own rule decides whether to trust a proxy, see `web.origin`
}  # fmt: skip

HostOption = Annotated[
    str,
    typer.Option("--host", metavar="ADDRESS", help="The address to listen on; a demo listens on this machine only."),
]
PortOption = Annotated[
    int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes any free one.")
]
DatabaseOption = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help=f"sqlite:///file.db, postgresql://…, {WAYS}; default: a file in your data folder.",
        envvar=NAMED_BY,
        callback=read_url,
    ),
]
DemoOption = Annotated[
    bool, typer.Option("--demo/--login", help="Guests with play money, or accounts with a password.")
]
GraceOption = Annotated[
    float,
    typer.Option(
        "--grace",
        metavar="SECONDS",
        min=0,
        max=3600,
        help="How long a player may be disconnected before counting as away.",
    ),
]
SilenceOption = Annotated[
    float,
    typer.Option("--silence", metavar="SECONDS", min=0, max=3600, help="The same for a player who uses only HTTP."),
]
FreeOption = Annotated[
    float,
    typer.Option(
        "--free-seats",
        metavar="MINUTES",
        min=0,
        max=1440,
        help="When the seat of a player who is away is freed; 0: never.",
    ),
]
CloseOption = Annotated[
    float,
    typer.Option(
        "--close-idle",
        metavar="MINUTES",
        min=0,
        max=1440,
        help="When a guest's empty table closes; 0: never.",
    ),
]
LogOption = Annotated[
    str, typer.Option("--log", metavar="plain|json", help="Warnings as plain text, or everything as JSON lines.")
]
CertificateOption = Annotated[
    Path | None, typer.Option("--certificate", metavar="FILE", help="TLS: a PEM file with the certificate.")
]
ProxyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy", metavar="ADDRESS", help="A proxy, or a network of them, whose X-Forwarded-For counts."
    ),
]
NameOption = Annotated[
    list[str] | None,
    typer.Option("--hostname", metavar="NAME", help="With --login: a host name of the site; repeatable."),
]
TwoOption = Annotated[
    bool, typer.Option("--second-person/--one-person", help="With --login: whether some staff actions need two people.")
]
FactorOption = Annotated[
    bool,
    typer.Option("--second-factor/--one-factor", help="With --login: whether staff need more than a password."),
]
AloneOption = Annotated[
    int, typer.Option("--alone", metavar="DOLLARS", min=0, help="Chips that one staff member may issue alone in a day.")
]
MostOption = Annotated[
    list[str] | None, typer.Option("--most", metavar="ROLE=DOLLARS", help="Maximum chips in one transaction, by role.")
]
LimitOption = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=N",
        help="A limit on connections: connections, connections-per-address, silent-per-address, sockets-per-address,"
        " sockets-per-table, header-seconds, body-seconds, idle-seconds, reader-seconds, frames-per-second,"
        " session-frames-per-second or address-frames-per-second.",
    ),
]
AnchorOption = Annotated[
    str,
    typer.Option(
        "--anchor", metavar="WHERE", help="Where to record the ends of the chains: FILE, syslog or an http(s) address."
    ),
]
AnchorMinutesOption = Annotated[
    float, typer.Option("--anchor-minutes", metavar="N", min=0.01, max=1440, help="How often to record them.")
]
PrivateKeyOption = Annotated[Path | None, typer.Option("--private-key", metavar="FILE", help="TLS: its key.")]


def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = DEFAULT_PORT,
    database: DatabaseOption = "",
    demo: DemoOption = True,
    grace: GraceOption = 20,
    silence: SilenceOption = 60,
    free_seats: FreeOption = 15,
    close_idle: CloseOption = 30,
    log: LogOption = "plain",
    certificate: CertificateOption = None,
    private_key: PrivateKeyOption = None,
    trusted_proxy: ProxyOption = None,
    hostname: NameOption = None,
    second_person: TwoOption = True,
    second_factor: FactorOption = True,
    alone: AloneOption = 10_000,
    most: MostOption = None,
    limit: LimitOption = None,
    anchor: AnchorOption = "",
    anchor_minutes: AnchorMinutesOption = 10,
    game: GameFileOption = None,
    more: GameFilesArgument = None,
    budget: BudgetOption = None,
) -> None:
    """Serve the lab, the school and the live tables.

    With --demo everyone on this machine is a guest with play money. With --login people have accounts
    (`feltlab account`); over a network this needs TLS, here or in a proxy in front of it.

    Example: feltlab serve

    Example: feltlab serve --demo --game examples/games/*.py

    Example: feltlab serve --port 0 --database sqlite:///friday.db

    Example: feltlab serve --login --host 0.0.0.0 --port 8443 --certificate felt.pem --private-key felt.key
    """
    from feltlab.service.pit import Pit
    from feltlab.service.store import open_store
    from feltlab.web.app import create_app
    from feltlab.web.door.listening import within_file_limit
    from feltlab.web.door.logs import write_logs
    from feltlab.web.door.origin import read_networks
    from feltlab.web.door.settings import Settings, read_connection_limits, read_limits
    from feltlab.web.live.opening import open_house

    write_logs(log)
    settings = Settings(
        demo=demo, grace=grace, silence=silence, away_seconds=60 * free_seats, idle_table_seconds=60 * close_idle,
        trusted_proxies=read_networks(trusted_proxy or ()),
        hostnames=tuple(name.lower() for name in hostname or ()), second_person=second_person,
        second_factor=second_factor, alone_cents=100 * alone, most_cents=read_limits(most or ()),
        limits=read_connection_limits(limit or ()),
    )  # fmt: skip
    tls = _tls(certificate, private_key)  # before anything is opened that would have to be closed again
    _warn(host, demo, bool(tls))
    listening = _listen(host, port, demo)
    _check_anchor(anchor, url := database or own_database())
    pit = Pit(open_store(url, takes_over=True), owner=_owner(database))
    open_house(pit, settings)
    _note(pit, anchor, anchor_minutes)
    run(create_app(pit, settings=within_file_limit(settings), warm=True), listening, tls)


def _check_anchor(anchor: str, url: str) -> None:
    """Before anything is created: a line written into the database's own file would destroy it."""
    from feltlab.service.anchors import check_outside
    from feltlab.service.sqlite_store import sqlite_path

    check_outside(anchor, sqlite_path(url) if url.startswith("sqlite:") else None)


def _note(pit: "Pit", anchor: str, minutes: float) -> None:
    from feltlab.service.noting import note_outside

    if anchor:
        note_outside(pit, anchor, minutes)


def _listen(host: str, port: int, demo: bool) -> "Door":
    from feltlab.web.door.listening import Door

    if demo and not _is_loopback(host):
        raise FeltlabError("the demo has no login and listens only on this machine: use --login for a network")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = Door(family, kind, protocol)
    except OSError as error:
        raise FeltlabError(f"cannot listen on {host}: {error.strerror or error}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        listening.close()
        raise FeltlabError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    listening.listen()
    return listening


def _warn(host: str, demo: bool, tls: bool) -> None:
    if not demo and not tls and not _is_loopback(host):
        typer.echo(
            f"warning: passwords reach {host} without TLS: give --certificate and --private-key, or listen on"
            " 127.0.0.1 behind a proxy that has them",
            err=True,
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_database() -> str:
    from feltlab.service.keys import data_folder

    return f"sqlite:///{data_folder() / 'feltlab.db'}"


def _owner(database: str) -> str:
    """An SQLite file has one writer, which takes its tables back at once; several may share a PostgreSQL database."""
    return f"{socket.gethostname()}-{os.getpid()}" if database.startswith("postgres") else "pit"


def _tls(certificate: Path | None, private_key: Path | None) -> dict[str, str]:
    if certificate is None or private_key is None:
        if certificate is not private_key:
            raise FeltlabError("--certificate and --private-key go together")
        return {}
    for file in (certificate, private_key):
        if not file.is_file():
            raise FeltlabError(f"there is no file {file}")
        try:
            read_given(file)
        except OSError as error:
            raise FeltlabError(f"cannot read {file}: {error.strerror}") from None
    return {"ssl_certfile": str(certificate), "ssl_keyfile": str(private_key)}


def run(app: Any, listening: "Door", tls: Mapping[str, str] | None = None) -> None:
    import uvicorn

    house = app.state.house
    gate = listening.gate = house.gate

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            """The address is printed once there is something to answer it."""
            if tls:
                loop: Any = asyncio.get_running_loop()
                loop.create_server = partial(loop.create_server, ssl_shutdown_timeout=GOODBYE_TLS_SECONDS)
            await super().startup(sockets)
            if self.started:
                _keep_what_is_loaded()
                self.watching = asyncio.create_task(gate.watch())
                typer.echo(f"feltlab is at {_address(listening, bool(tls))} (Ctrl-C to stop)")

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Rounds in progress may finish while their players are still connected."""
            app.state.hall.announce_closing()
            await asyncio.to_thread(app.state.pit.close_down, house.settings.closing_seconds)
            app.state.hall.say_goodbye()
            await asyncio.sleep(GOODBYE_SECONDS)
            await super().shutdown(sockets)
            self.watching.cancel()

    config = uvicorn.Config(app, **of_server(app), **dict[str, Any](tls or {}))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _noted)  # uvicorn passes the signal on when it has ended
    Server(config).run(sockets=[listening])


def _keep_what_is_loaded() -> None:
    """Code and rule books stay: looking through them for garbage would hold up every table for a fifth of a second."""
    gc.collect()
    gc.freeze()


def of_server(app: Any) -> dict[str, Any]:
    """How uvicorn serves it: both protocols tell the gate what their connections do."""
    from feltlab.web.door.frames import GatedSocket
    from feltlab.web.door.gated import GatedHttp
    from feltlab.web.door.listening import AT_A_TIME

    house = app.state.house
    return {
        **OF_SERVER, "http": partial(GatedHttp, house.gate), "ws": partial(GatedSocket, house.gate),
        "backlog": AT_A_TIME, "timeout_keep_alive": math.ceil(house.settings.limits.idle_seconds),
    }  # fmt: skip


def _noted(_number: int, _frame: object) -> None:
    pass


def _address(listening: socket.socket, tls: bool) -> str:
    host, port = listening.getsockname()[:2]
    scheme = "https" if tls else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
