"""The command line. Exit codes: 0 done; 1 done, and something differs or was refused; 2 the call is wrong."""

import os
import signal
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Final

import typer

from feltlab import __version__
from feltlab.errors import FeltlabError

COMMANDS: Final = {
    "games": "games:games",
    "rules": "games:rules",
    "settle": "settle:settle",
    "analyze": "lab:analyze",
    "advise": "lab:advise",
    "strategy": "lab:strategy",
    "progressive": "progressive:progressive",
    "verify": "verify:verify",
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
    "serve": "serve:serve",
    "account": "account:account",
    "compile": "compile:compile_all",
}
"""Each command's module in `feltlab.commands` and its function there."""

SERVERS: Final = ("serve", "play")

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
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def _register(names: Iterable[str]) -> None:
    for name in names:
        module, function = COMMANDS[name].split(":")
        found = getattr(import_module(f"feltlab.commands.{module}"), function)
        if isinstance(found, typer.Typer):  # a command with commands of its own
            app.add_typer(found, name=name)
        else:
            app.command(name)(found)


def main() -> None:
    first = next(iter(sys.argv[1:]), "")
    talks_to_others = first in SERVERS or any(word.startswith("--cluster") for word in sys.argv)
    if not talks_to_others:  # a peer that hangs up must not end them
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away, as `| head` does, ends us quietly
    _register([first] if first in COMMANDS else COMMANDS)  # only what is asked for is loaded: a second sooner
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(error.format_message())
    except FeltlabError as error:
        code = _complain(str(error))
    except OSError as error:  # the output could not be written; leave nothing for the interpreter to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _complain(f"cannot go on: {error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    sys.exit(code)


def _complain(message: str) -> int:
    if not message:  # nothing was asked for, and the help has been shown
        return 0
    print("feltlab: " + " ".join(message.split()), file=sys.stderr)
    return 2
