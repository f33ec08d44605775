"""A game's picture on the lobby's felt as data: cards and marks on a cloth 320 wide, from the upper left corner."""

from dataclasses import dataclass


@dataclass(frozen=True)
class HeldCard:
    """A playing card, 30 wide and 42 tall, turned about its center; `kind` is set or out."""

    code: str
    x: float
    y: float
    turn: float = 0
    kind: str = ""
    size: float = 1


@dataclass(frozen=True)
class NamedCard:
    """A card of a second deck."""

    name: str
    x: float
    y: float
    turn: float = 0
    size: float = 1


@dataclass(frozen=True)
class Print:
    """Words on the cloth."""

    words: str
    x: float
    y: float


@dataclass(frozen=True)
class Stroke:
    """Lines on the cloth; `kind` is divide or strike."""

    kind: str
    path: str


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float


SceneMark = HeldCard | NamedCard | Print | Stroke | Box
Scene = tuple[SceneMark, ...]
