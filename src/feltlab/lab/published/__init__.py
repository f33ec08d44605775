"""What the documents print, claim by claim, beside what the lab computes."""
