"""One live table as a pure state machine: `(state, command) -> events`, and what each client may see of it."""

from feltlab.table.config import Config
from feltlab.table.evolve import evolve
from feltlab.table.refusal import Refusal
from feltlab.table.state import State
from feltlab.table.step import Change, changes, step

__all__ = ["Change", "Config", "Refusal", "State", "changes", "evolve", "step"]
