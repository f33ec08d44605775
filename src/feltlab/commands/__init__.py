"""The commands behind `feltlab`, one module each."""
