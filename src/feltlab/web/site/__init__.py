"""What every page shares, the lobby and the rules."""
