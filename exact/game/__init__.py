"""Cards, shoes, rules and bets: what a game is, read from a game file."""
