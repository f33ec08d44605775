from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from feltlab.web.app import create_app
from feltlab.web.lab import made
from feltlab.web.site import figures


@pytest.fixture(scope="session")
def site() -> Iterator[TestClient]:
    """The site without a live service. A server error is an answer here, so that tests can say which question it was."""
    # Entered, it keeps one event loop for all questions instead of making one for each.
    with TestClient(create_app(), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module", autouse=True)
def _no_work_is_left_behind() -> Iterator[None]:
    """Which modules ran before in the same process decides nothing: their games are solved, their reports forgotten."""
    yield
    for job in figures._JOBS.values():
        job.join()  # while its game is there
    figures._JOBS.clear()
    made._made.clear()
