"""How any game is solved exactly: its rules are tabulated, a plan counts the deals, pays are applied to the counts."""
