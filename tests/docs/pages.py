"""The pages that people read, parsed: blocks, commands, headings, links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), *(ROOT / ".github").rglob("*.md")])
BLOCK: Final = re.compile(r"^( *)```([^\n`]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN: Final = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")


@dataclass(frozen=True)
class Command:
    """A line of a `console` block after its `$`, and what the block shows below it."""

    words: str
    shown: str


@dataclass(frozen=True)
class File:
    """A `python` block that is a whole game file, under the name that the page gives it."""

    name: str
    text: str


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def prose_of(page: Path) -> str:
    """Without blocks."""
    return BLOCK.sub("", text_of(page))


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The language and the text of every block."""
    for found in BLOCK.finditer(text_of(page)):
        yield found[2].strip(), found[3]


def spans(page: Path) -> list[str]:
    """What stands between single backticks."""
    return [" ".join(found.split()) for found in SPAN.findall(prose_of(page))]


def steps(page: Path) -> Iterator[Command | File]:
    """What a reader types and saves, in order."""
    for language, text in blocks(page):
        if language == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                words, _, shown = part.partition("\n")
                yield Command(words, shown.strip())
        elif language == "python" and (title := re.match(r'"""(\w+):', text)) and "GAME = " in text:
            yield File(f"{title[1].lower()}.py", text)


def anchors(page: Path) -> list[str]:
    """Of its headings, as GitHub and the site make them."""
    found: list[str] = []
    for heading in re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE):
        plain = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        found.append(plain if plain not in found else f"{plain}-{found.count(plain)}")
    return found


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", prose_of(page))
