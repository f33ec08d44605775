"""Rule Out!."""
