"""Money as transfers between accounts, and what a table earned; it knows nothing of cards, games or tables."""

from feltlab.ledger.ledger import Ledger, Unposted
from feltlab.ledger.transfer import Transfer

__all__ = ["Ledger", "Transfer", "Unposted"]
