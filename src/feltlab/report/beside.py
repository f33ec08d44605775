"""Two sets of terms of one game, side by side."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from feltlab.errors import FeltlabError
from feltlab.exact.figures import Figures
from feltlab.report.content_terms import Difference, differences, offer_of
from feltlab.report.names import strategy_name, table_name
from feltlab.report.numerals import of
from feltlab.report.subject import Subject

A, B = "A", "B"


@dataclass(frozen=True)
class Pair:
    first: Subject
    second: Subject

    def __post_init__(self) -> None:
        if self.first.slug != self.second.slug:
            raise FeltlabError(f"{self.first.slug} and {self.second.slug} are different games")

    @property
    def title(self) -> str:
        return self.first.game.title

    @property
    def subjects(self) -> dict[str, Subject]:
        return {A: self.first, B: self.second}

    @cached_property
    def differing(self) -> tuple[Difference, ...]:
        return tuple(differences(offer_of(self.first), offer_of(self.second)))

    def names(self) -> dict[str, str]:
        return self.second.names() | self.first.names()

    def wagers(self) -> Iterator[tuple[str, str, Figures | None, Figures | None]]:
        """The main game and each side bet that either offers: its slug, its name, both figures."""
        names = self.names()
        yield "main", names["main"], self.first.main, self.second.main
        here, there = self.first.analysis.wagers, self.second.analysis.wagers
        for slug in dict.fromkeys((*here, *there)):
            yield slug, names[slug], here.get(slug), there.get(slug)

    def strategies(self) -> Iterator[tuple[str, Figures | None, Figures | None]]:
        here, there = self.first.priced, self.second.priced
        for name in dict.fromkeys((*here, *there)):
            yield strategy_name(self.first.game, name), here.get(name), there.get(name)

    @staticmethod
    def called(subject: Subject) -> str:
        """The name of a set of terms."""
        rules = subject.options.rules
        named = f"rule file {Path(rules).name}" if rules else "the game's documents"
        game = subject.game
        tables = ", ".join(
            f"{game.wagers[slug].name}: {table_name(game, id)}" for slug, id in subject.options.pay_tables
        )
        decks = of(str(subject.options.decks), "deck") if subject.options.decks is not None else ""
        return "; ".join(filter(None, (named, tables, decks)))

    @cached_property
    def canonical(self) -> bytes:
        """Both sets of figures in the canonical JSON form."""
        both = {"first": self.first.figures, "second": self.second.figures}
        return json.dumps(both, sort_keys=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"

    @property
    def checksum(self) -> str:
        return sha256(self.canonical).hexdigest()

    def command(self, ending: str = "pdf", *words: str) -> str:
        beside = self.second.options.rules or PRINTED
        return self.first.command(ending, "--beside", beside, *words)


PRINTED = "printed"
"""Stands for a rule file: the terms of the documents."""
