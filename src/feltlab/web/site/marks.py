"""Ranks, suits and symbols as drawn; the scripts of the pages import the same file."""

import json
from importlib.resources import files
from typing import Final

MARKS: Final[dict[str, dict[str, str]]] = json.loads(
    (files("feltlab.web") / "static/site/marks.json").read_text("utf-8")
)
