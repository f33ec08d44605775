"""Quick Draw Hold'em."""
