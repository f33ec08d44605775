from tests.service.conftest import postgres

__all__ = ["postgres"]
