"""The felt pages: play, watch, practise."""
