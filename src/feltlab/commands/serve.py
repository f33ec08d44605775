"""feltlab serve: the site and its live tables."""

import asyncio
import ipaddress
import os
import signal
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from feltlab.commands.options import GameFileOption, GameFilesArgument
from feltlab.errors import FeltlabError, StoreError

DEFAULT_PORT: Final = 8000
GOODBYE_SECONDS: Final = 0.2
"""For the last words to be sent before the connections are cut."""

HostOption = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; the demo: this machine.")]
PortOption = Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0 takes any that is free.")]
DatabaseOption = Annotated[
    str,
    typer.Option("--database", metavar="URL", help="sqlite:///file.db or postgresql://…; a file of your own if none."),
]
DemoOption = Annotated[
    bool, typer.Option("--demo/--login", help="Guests with play money, or accounts with a password.")
]
GraceOption = Annotated[
    float, typer.Option("--grace", metavar="SECONDS", min=0, max=3600, help="How long a player may be disconnected.")
]
LogOption = Annotated[str, typer.Option("--log", metavar="plain|json", help="Plain warnings, or all as JSON lines.")]
CertificateOption = Annotated[
    Path | None, typer.Option("--certificate", metavar="FILE", help="TLS: a PEM file with the certificate.")
]
PrivateKeyOption = Annotated[Path | None, typer.Option("--private-key", metavar="FILE", help="TLS: its key.")]


def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = DEFAULT_PORT,
    database: DatabaseOption = "",
    demo: DemoOption = True,
    grace: GraceOption = 20,
    log: LogOption = "plain",
    certificate: CertificateOption = None,
    private_key: PrivateKeyOption = None,
    game: GameFileOption = None,
    more: GameFilesArgument = None,
) -> None:
    """Serve the lab, the school and the live tables.

    With --demo everybody on this machine is a guest with play money. With --login people have accounts
    (`feltlab account`); over a network that needs TLS, here or in a proxy before it.

    Example: feltlab serve

    Example: feltlab serve --game my_game.py

    Example: feltlab serve --demo --game examples/games/*.py

    Example: feltlab serve --port 0 --database sqlite:///friday.db

    Example: feltlab serve --login --host 0.0.0.0 --port 8443 --certificate felt.pem --private-key felt.key
    """
    from feltlab.service.pit import Pit
    from feltlab.service.store import open_store
    from feltlab.web.app import create_app
    from feltlab.web.logs import write_logs
    from feltlab.web.opening import open_house
    from feltlab.web.settings import Settings

    write_logs(log)
    settings = Settings(demo=demo, grace=grace)
    listening = _listen(host, port, demo)
    pit = Pit(open_store(database or own_database()), owner=_owner(database))
    open_house(pit, settings)
    app = create_app(pit, settings=settings, warm=True)
    tls = _tls(certificate, private_key)
    run(app, listening, settings.closing_seconds, tls)


def _listen(host: str, port: int, demo: bool) -> socket.socket:
    if demo and not _is_loopback(host):
        raise FeltlabError("the demo has no login and listens on this machine only: use --login for a network")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
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


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_database() -> str:
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "feltlab"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"cannot make {folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'feltlab.db'}"


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
    return {"ssl_certfile": str(certificate), "ssl_keyfile": str(private_key)}


def run(app: Any, listening: socket.socket, closing_seconds: float, tls: Mapping[str, str] | None = None) -> None:
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            """The address is given out when there is somebody to answer."""
            await super().startup(sockets)
            if self.started:
                typer.echo(f"feltlab is at {_address(listening, bool(tls))} (Ctrl-C ends it)")

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Rounds that are out may finish while their players are still connected."""
            app.state.hall.announce_closing()
            await asyncio.to_thread(app.state.pit.close_down, closing_seconds)
            app.state.hall.say_goodbye()
            await asyncio.sleep(GOODBYE_SECONDS)
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, ws_max_size=64 * 1024, ws_ping_interval=20.0,
        ws_ping_timeout=20.0, timeout_graceful_shutdown=5, **dict[str, Any](tls or {}),
    )  # fmt: skip
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _noted)  # what uvicorn hands the signal on to when it has ended
    Server(config).run(sockets=[listening])


def _noted(_number: int, _frame: object) -> None:
    pass


def _address(listening: socket.socket, tls: bool) -> str:
    host, port = listening.getsockname()[:2]
    scheme = "https" if tls else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
