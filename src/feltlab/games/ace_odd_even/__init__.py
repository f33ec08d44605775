"""Ace Odd Even."""
