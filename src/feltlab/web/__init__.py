"""The web site: the lobby, the lab, the dealer's school and, with a live service, the tables."""
