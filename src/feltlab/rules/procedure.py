"""The dealer's procedure as data and words: the deal, the order of take and pay, and the calls."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from feltlab.rules.about import is_said, said, spoken
from feltlab.rules.round import Script
from feltlab.rules.steps import CARDS, SEATS, Ask, Deal


@dataclass(frozen=True, slots=True)
class Order:
    """A direction around the table."""

    starts: str  # "dealer's left" or "dealer's right"
    goes: str  # "clockwise" or "counterclockwise"

    def seats(self, count: int) -> range:
        """Seat 1 is at the dealer's left; clockwise runs to the dealer's right."""
        return range(1, count + 1) if self.starts == "dealer's left" else range(count, 0, -1)


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards that leave the deck together."""

    to: str  # "each seat", or a place of the table
    cards: int
    face: str  # "up" or "down"
    when: str


@dataclass(frozen=True, slots=True)
class Stage:
    phase: str
    words: str
    number: int = 0
    """Its place in the manual as written, from 0; omitted steps keep their numbers."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the documents are read where they are silent or disagree."""

    rule: int
    reading: str
    why: str


@dataclass(frozen=True)
class Procedure:
    dealing: Order
    taking: Order
    steps: tuple[Stage, ...]
    calls: Mapping[str, str]
    """The dealer's calls, by occasion, with examples in the words of the table."""
    misdeal: str
    discards: str
    irregularities: tuple[str, ...]
    void_words: Mapping[str, str] = field(default_factory=dict)
    """By cause, why a round is void, if the plain sentence about the place is not what a floor supervisor would say."""

    @classmethod
    def read(
        cls, data: Mapping[str, Any], offered: Collection[str] | None = None, numbers: Mapping[str, str] | None = None
    ) -> "Procedure":
        """`numbers` fill the braces of its sentences, as in the house's rules."""
        filled = numbers or {}
        return cls(
            dealing=Order(**data["dealing"]),
            taking=Order(**data["taking"]),
            steps=tuple(
                Stage(step["phase"], spoken(step["words"], offered).format_map(filled), number)
                for number, step in enumerate(data["steps"])
                if is_said(step, offered)
            ),
            calls={
                occasion.format_map(filled): words.format_map(filled)
                for occasion, call in data["calls"].items()
                for words in said(call, offered)
            },
            misdeal=spoken(data["misdeal"], offered),
            discards=spoken(data["discards"], offered),
            irregularities=tuple(said(data["irregularities"], offered)),
            void_words=data.get("void_words", {}),
        )


def packets(script: Script) -> tuple[Packet, ...]:
    """The cards that leave the decks, in the round's order."""
    found: list[Packet] = []
    when = "once no more bets is called"
    for step in script.steps:
        if isinstance(step, Deal):
            found.append(Packet(_whom(step), step.cards, step.face, when))
            when = "after the last seat"
        elif isinstance(step, Ask):
            if step.trade:
                face = "up" if script.open_hands else "down"
                turn = "in turn, " if step.in_turn else ""
                when = f"{turn}only to a seat that trades {'as many cards' if step.trade.several else 'a card'}"
                found.append(Packet("each seat", step.trade.most, face, when))
            when = f"after the last {'trade' if step.trade else 'decision'}"
    return tuple(found)


def _whom(deal: Deal) -> str:
    if deal.to == SEATS:
        return "each seat"
    return deal.place if deal.deck == CARDS else deal.deck.lower()
