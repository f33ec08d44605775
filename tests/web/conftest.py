from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from feltlab.web.app import create_app


@pytest.fixture(scope="session")
def site() -> Iterator[TestClient]:
    """The site without a live service. A server error is an answer here, so that tests can say which question it was."""
    # Entered, it keeps one event loop for all questions instead of making one for each.
    with TestClient(create_app(), raise_server_exceptions=False) as client:
        yield client
