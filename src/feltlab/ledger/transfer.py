"""One movement of money."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transfer:
    """Whole cents leave `debit` and arrive at `credit`. The id is permanent: posted again, it moves nothing."""

    id: str
    debit: str
    credit: str
    cents: int
