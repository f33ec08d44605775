"""The command line. Exit codes: 0 done; 1 done, and something differs or was refused; 2 the call is wrong."""

import os
import sys
from typing import Annotated

import typer

from feltlab import __version__
from feltlab.commands import games, lab, progressive, settle, verify
from feltlab.commands.compile import compile_all
from feltlab.commands.design import design
from feltlab.errors import FeltlabError

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


app.command("games")(games.games)
app.command("rules")(games.rules)
app.command("settle")(settle.settle)
app.command("analyze")(lab.analyze)
app.command("advise")(lab.advise)
app.command("strategy")(lab.strategy)
app.command("progressive")(progressive.progressive)
app.command("verify")(verify.verify)
app.command("design")(design)
app.command("compile")(compile_all)


def main() -> None:
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(error.format_message())
    except FeltlabError as error:
        code = _complain(str(error))
    except BrokenPipeError:  # the reader went away, as `| head` does; leave nothing for the interpreter to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    sys.exit(code)


def _complain(message: str) -> int:
    print("feltlab: " + " ".join(message.split()), file=sys.stderr)
    return 2
