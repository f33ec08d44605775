"""What all pages share, the lobby and the rules."""
