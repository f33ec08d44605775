"""Exact solutions: figures as fractions, and the plans that solve any declared game."""
