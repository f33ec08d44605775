"""The colors of each game's cloth, as one style sheet: those of its folder, or ones chosen by its name."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from fastapi import APIRouter, Response

from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.rules.words import words_of

router = APIRouter()
Looks = Mapping[str, str]
_HUES: Final = (
    ("#155263", "#1d6c82", "#0a303b", "#d3e6ec", "#185a6c", "#1e6a80"),
    ("#5b3413", "#7a4a1f", "#371e09", "#efe2d2", "#653b17", "#74471f"),
    ("#4a1f57", "#63307a", "#2c1036", "#e9daf0", "#522460", "#5f2c70"),
    ("#3d4a1b", "#546427", "#242d0e", "#e4ead2", "#445220", "#4f6026"),
    ("#23395b", "#31507d", "#131f35", "#d8e0ee", "#283f64", "#2f4b76"),
)
_NAMES: Final = ("cloth", "light", "dark", "ink", "day", "night")


def looks_of(game: Game) -> Looks:
    own: Looks = words_of(game, "felt").get("looks", {})
    chosen = blake2b(game.slug.encode()).digest()[0] % len(_HUES)
    return {**dict(zip(_NAMES, _HUES[chosen], strict=True)), **own}


def _rules(game: Game) -> str:
    looks = looks_of(game)
    return (
        f":root:has(.felt-{game.slug}) {{ --cloth: {looks['cloth']}; --cloth-light: {looks['light']};"
        f" --cloth-dark: {looks['dark']}; --ink-felt-soft: {looks['ink']}; }}\n"
        f".cloth-{game.slug} .cloth {{ fill: light-dark({looks['day']}, {looks['night']}); }}\n"
    )


@lru_cache(maxsize=8)
def _sheet(games: tuple[str, ...]) -> str:
    return "".join(_rules(GAMES[slug]) for slug in games)


@router.get("/looks.css", include_in_schema=False)
async def looks() -> Response:
    return Response(_sheet(tuple(GAMES)), media_type="text/css", headers={"Cache-Control": "no-cache"})
