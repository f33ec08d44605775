"""feltlab: the lab bench for casino table games. Prove a game, play it, run it."""

__version__ = "0.1.0"
