"""Everything between the wire and the house: connections, limits, bodies, and the house itself as the web sees it."""
