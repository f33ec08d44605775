import pytest
from fastapi.testclient import TestClient

from feltlab.web.app import create_app


@pytest.fixture(scope="session")
def site() -> TestClient:
    """The site without a live service. A server error is an answer here, so that tests can say which question it was."""
    return TestClient(create_app(), raise_server_exceptions=False)
