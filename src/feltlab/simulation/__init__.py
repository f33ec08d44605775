"""Rounds played by the real rules, in shards that add up to the same integers however they are spread."""
