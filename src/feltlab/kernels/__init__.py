"""Compiled loops over hands: arrays and scalars in, integers out."""
