"""The English words of the pages, all from `words.toml`; what the rule books say comes from the books."""

import tomllib
from importlib.resources import files
from typing import Any, Final

TEXT: Final[dict[str, Any]] = tomllib.loads((files("feltlab.web") / "words.toml").read_text("utf-8"))
