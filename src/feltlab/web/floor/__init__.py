"""The floor: its API and pages, the dealer's place, accounts for the admin."""
