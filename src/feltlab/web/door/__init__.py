"""What stands between the wire and the house: connections, limits, bodies, and the house itself as the web asks it."""
