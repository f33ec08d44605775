"""Scripts, styles and fonts, kept in memory and compressed once.

Every newcomer asks for them, all at the same time: reading and compressing them for each would take the loop from the
players.
"""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

TYPES: Final = {
    ".css": "text/css", ".html": "text/html", ".ipynb": "application/json", ".js": "text/javascript",
    ".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain",
    ".woff2": "font/woff2",
}  # fmt: skip
PACKED_ALREADY: Final = (".png", ".woff2")


@dataclass(frozen=True)
class KeptFile:
    type: str
    body: bytes
    packed: bytes | None
    tag: str

    @classmethod
    def read(cls, path: Path) -> "KeptFile":
        return cls.of(path.read_bytes(), path.suffix)

    @classmethod
    def of(cls, body: bytes, suffix: str) -> "KeptFile":
        packed = None if suffix in PACKED_ALREADY else gzip.compress(body, mtime=0)
        return cls(TYPES[suffix], body, packed, f'"{blake2b(body, digest_size=12).hexdigest()}"')

    def answer(self, request: Request) -> Response:
        headers = {"ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.packed, "gzip"
        return Response(body, headers=headers, media_type=self.type)


@cache
def kept_files(folder: Path) -> dict[str, KeptFile]:
    """By address below the folder."""
    return {str(path.relative_to(folder)): KeptFile.read(path) for path in folder.rglob("*") if path.is_file()}


class StaticFiles:
    def __init__(self, files: Mapping[str, KeptFile]) -> None:
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        file = self._files.get(request.scope["path"].removeprefix(request.scope.get("root_path", "")).lstrip("/"))
        if file is None:
            raise HTTPException(404)
        return file.answer(request)
