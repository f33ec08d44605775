"""The vocabulary of a rule book: how a game is declared, and how a round of any game is read and settled."""
