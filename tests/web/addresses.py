"""The addresses of the site's own pages."""

from feltlab.games import GAMES

PAGES = [
    "/", "/lab", "/lab/verify", "/school",
    *(f"/{room}/{slug}" for room in ("rules", "lab", "school") for slug in GAMES),
]  # fmt: skip


def twin(page: str) -> str:
    return "/index.json" if page == "/" else f"{page}.json"
