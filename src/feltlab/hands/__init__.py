"""What cards are worth: small compiled functions on ints, the same for one round and for a billion."""
