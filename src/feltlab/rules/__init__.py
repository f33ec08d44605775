"""The vocabulary of a rule book: what a game says of itself, and how a round of any game is read and settled."""
