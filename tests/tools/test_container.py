"""The container's files match the command line and the service. Nothing here builds an image."""

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from feltlab import cli
from feltlab.commands.database_url import NAMED_BY
from feltlab.commands.serve import DEFAULT_PORT

ROOT = Path(__file__).parents[2]
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")


def test_the_command_is_one_that_serve_takes() -> None:
    (command,) = re.findall(r"^CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    first, *options = json.loads(command)
    assert first == "serve"
    cli._register_all()
    helped = CliRunner().invoke(cli.app, ["serve", "--help"], env={"COLUMNS": "300", "TERMINAL_WIDTH": "300"}).output
    for option in options:
        assert not option.startswith("--") or option in helped


def test_the_server_has_no_rights_that_it_does_not_need() -> None:
    stages = CONTAINERFILE.split("\nFROM ")
    last = stages[-1]
    assert re.search(r"^USER 10001:10001$", last, re.MULTILINE)
    assert last.index("USER ") < last.index("ENTRYPOINT")
    services = COMPOSE.partition("\nsecrets:")[0].split("\n  database:\n")
    assert len(services) == 2
    for service in services:
        for words in ("read_only: true", "- ALL", "no-new-privileges:true"):
            assert words in service


def test_health_is_asked_where_the_service_answers() -> None:
    assert f"127.0.0.1:{DEFAULT_PORT}/healthz" in CONTAINERFILE
    assert f"EXPOSE {DEFAULT_PORT}" in CONTAINERFILE
    assert f'"127.0.0.1:{DEFAULT_PORT}:{DEFAULT_PORT}"' in COMPOSE
    routes = "".join(file.read_text("utf-8") for file in (ROOT / "src/feltlab/web").rglob("*.py"))
    assert '"/healthz"' in routes


def test_what_is_written_and_secret_is_named_once() -> None:
    assert f'{NAMED_BY}: "@/run/secrets/database_url"' in COMPOSE
    for folder in ("/data", "/cache"):
        assert re.search(rf"install -d .*{folder}", CONTAINERFILE)
        assert f":{folder}\n" in COMPOSE
    assert "secrets" in (ROOT / ".containerignore").read_text("utf-8").split()
    assert "secrets/" in (ROOT / ".gitignore").read_text("utf-8").split()
    assert (ROOT / ".containerignore").read_text("utf-8") == (ROOT / ".dockerignore").read_text("utf-8")
