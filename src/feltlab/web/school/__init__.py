"""The dealer's school: drills, their pages and their API, and the manual's own words."""
