"""Monte Carlo with dealing code of its own: it shares the game file with the enumerator, no drawing logic."""
