"""The felt pages: play, watch, practice."""
