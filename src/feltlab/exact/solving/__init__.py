"""How any game is solved exactly: tabulate its rules, count the deals by a plan, apply the pays to the counts."""
