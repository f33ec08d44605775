"""Money as transfers between accounts, and what a table earned; it has never heard of cards, games or tables."""

from feltlab.ledger.ledger import Ledger, Unposted
from feltlab.ledger.transfer import Transfer

__all__ = ["Ledger", "Transfer", "Unposted"]
