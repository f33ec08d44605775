"""The command line. Exit codes: 0 success; 1 finished, but something differs or was refused; 2 bad usage."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from importlib.resources import files
from io import TextIOWrapper
from shutil import get_terminal_size
from textwrap import wrap
from typing import Annotated, Final

import typer

from feltlab import __version__
from feltlab.errors import FeltlabError, shown

COMMANDS: Final = {
    "games": "games:games",
    "rules": "games:rules",
    "settle": "settle:settle",
    "analyze": "lab:analyze",
    "advise": "lab:advise",
    "strategy": "lab:strategy",
    "progressive": "progressive:progressive",
    "verify": "verify:verify",
    "new": "authoring:new",
    "check": "authoring:check",
    "explain": "authoring:explain",
    "verify-shuffle": "verify_shuffle:verify_shuffle",
    "design": "design:design",
    "risk": "risk:risk",
    "what-if": "risk:what_if",
    "simulate": "simulate:simulate",
    "replay": "replay:replay",
    "sessions": "sessions:sessions",
    "shift": "sessions:shift",
    "shoe": "sessions:shoe",
    "protect": "protect:protect",
    "report": "report:report",
    "play": "play:play",
    "export": "history:export",
    "backup": "database:backup",
    "copy": "database:copy",
    "audit": "audit:audit",
    "serve": "serve:serve",
    "compile": "compile:compile_all",
    "account": "account:account",
}
"""Each command's module in `feltlab.commands` and its function there."""

SERVERS: Final = ("serve", "play")
DIRECT: Final = ("games", "rules", "settle", "advise")
"""Called without the parser for plain words: loading it takes longer than answering."""
EXTRAS: Final = {
    **dict.fromkeys(("matplotlib", "jinja2", "openpyxl", "typst"), "report"),
    **dict.fromkeys(("apsw", "fastapi", "starlette", "uvicorn", "websockets", "argon2", "pyotp", "segno"), "serve"),
    "distributed": "cluster",
    "psycopg": "postgres",
}
"""Packages that not everyone installs, and the extra with each."""
OPTIONS: Final = {
    "--version": "Print the version.",
    "--install-completion": "Install completion for the current shell.",
    "--show-completion": "Show completion for the current shell, to copy it or customize the installation.",
    "--help": "Show this message and exit.",
}
"""Of the command itself, for the list of commands."""

app = typer.Typer(
    name="feltlab",
    help="The lab bench for casino table games: prove a game, play it, run it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"feltlab {__version__}")
        raise typer.Exit


@app.callback()
def feltlab(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help=OPTIONS["--version"])
    ] = False,
) -> None:
    pass


def _extra_of(error: ModuleNotFoundError) -> str | None:
    return EXTRAS.get((error.name or "").partition(".")[0])


def _register_all() -> None:
    """For naming all commands: leaves out those whose extra is not installed."""
    for name in COMMANDS:
        try:
            _register(name)
        except ModuleNotFoundError as error:
            if not _extra_of(error):
                raise


def _register(name: str) -> None:
    module, function = COMMANDS[name].split(":")
    found = getattr(import_module(f"feltlab.commands.{module}"), function)
    if isinstance(found, typer.Typer):  # a command with commands of its own
        app.add_typer(found, name=name)
    else:
        app.command(name)(found)


def _list_commands() -> None:
    """The help of the command itself, plain and at once: nothing is loaded for it."""
    commands = {name: _summary(*place.split(":")) for name, place in COMMANDS.items()}
    print(f"Usage: feltlab [OPTIONS] COMMAND [ARGS]...\n\n{app.info.help}")
    for title, rows in (("Options", OPTIONS), ("Commands", commands)):
        print(f"\n{title}:")
        column = max(map(len, rows)) + 4
        for name, words in rows.items():
            lines = wrap(words, max(30, min(get_terminal_size().columns, 120) - column)) or [""]
            print("\n".join([f"  {name:<{column - 2}}{lines[0]}", *(" " * column + line for line in lines[1:])]))
    print("\n`feltlab COMMAND --help` shows its options and examples.")


def _summary(module: str, command: str) -> str:
    """The first paragraph of a function's help, or the whole help of a command with commands of its own."""
    source = (files("feltlab.commands") / f"{module}.py").read_text("utf-8")
    _, function, body = source.partition(f"\ndef {command}(")
    if function:
        return " ".join(body.split('"""')[1].partition("\n\n")[0].split())
    _, group, body = source.partition(f"\n{command} = typer.Typer(")
    if group:
        return body.partition('help="')[2].partition('"')[0]
    raise LookupError(f"{module} has no {command}")


def _lists_commands(first: str) -> bool:
    """Whether only the list of commands is wanted; a shell that completes a line asks for more."""
    return first in ("", "--help") and not _completes()


def _completes() -> bool:
    return any(name.endswith("_COMPLETE") for name in os.environ)


def _direct_call(first: str) -> Callable[[], object] | None:
    from feltlab.commands.direct import direct

    module, function = COMMANDS[first].split(":")
    return direct(getattr(import_module(f"feltlab.commands.{module}"), function), sys.argv[2:])


def _bar() -> AbstractContextManager[None]:
    """For people who wait while a game is solved."""
    from feltlab.commands.solving_bar import SolvingBar  # not loaded if nothing is solved
    from feltlab.exact.solving.progress import watched

    return watched(SolvingBar())


def _speak_anywhere() -> None:
    """JSON is UTF-8 everywhere; in text for people, characters that the terminal cannot show become question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(encoding="utf-8" if "--json" in sys.argv else None, errors="replace")
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="surrogateescape")  # a file name that is not UTF-8 is told as it was given


def _fill_closed_streams() -> None:
    """A stream closed before we began (`2>&-`) leaves its number to the next file opened.

    That may be a database, to which errors would then be written.
    """
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def main() -> None:
    _fill_closed_streams()
    if sys.stdout is None:
        sys.exit(_complain("standard output is closed: send it to /dev/null if nobody needs it"))
    _speak_anywhere()
    first = next(iter(sys.argv[1:]), "")
    talks_to_others = first in SERVERS or any(word.startswith("--cluster") for word in sys.argv)
    if not talks_to_others:  # a peer that hangs up must not end them
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away, as `| head` does, ends us quietly
    try:
        if not _lists_commands(first):
            _load(first)
        with nullcontext() if _lists_commands(first) else _bar():
            code = _run(first)
        sys.stdout.flush()
    except ModuleNotFoundError as error:
        if not (extra := _extra_of(error)):
            raise
        code = _complain(f"{first} needs {error.name}, which is not installed: pip install 'feltlab[{extra}]'")
    except typer.TyperException as error:
        code = _complain(error.format_message())
    except FeltlabError as error:
        code = _complain(str(error))
    except UnicodeEncodeError:
        if not (odd := [word for word in sys.argv if _is_odd(word)]):
            raise
        code = _complain(f"{shown(odd[0])} is not UTF-8 text")
    except OSError as error:  # the output could not be written; leave nothing for the interpreter to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _complain(f"cannot continue: {error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    sys.exit(code)


def _is_odd(word: str) -> bool:
    """Bytes that are not UTF-8 reach us as halves of surrogate pairs."""
    return any("\ud800" <= letter <= "\udfff" for letter in word)


def _load(first: str) -> None:
    """Only the module asked for: a second sooner."""
    gc.disable()  # loaded code stays: looking through it while it grows takes a tenth of the time
    if first in COMMANDS:
        _register(first)
    else:
        _register_all()
    gc.freeze()
    gc.enable()


def _run(first: str) -> int:
    """The exit code."""
    if _lists_commands(first):
        _list_commands()
        return 0
    call = _direct_call(first) if first in DIRECT and not _completes() else None
    if call is None:
        return int(app(standalone_mode=False) or 0)
    try:
        call()
    except typer.Exit as ended:
        return int(ended.exit_code)
    return 0


def _complain(message: str) -> int:
    if not message:  # nothing was asked for, and the help has been shown
        return 0
    try:
        print("feltlab: " + " ".join(message.split()), file=sys.stderr, flush=True)
    except OSError:  # the exit code says it all the same; leave nothing for the interpreter to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    return 2
