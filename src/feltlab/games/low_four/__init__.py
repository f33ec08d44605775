"""Low Four."""
