"""Exact odds: the recursive enumerator, the same through compositions, the odds table."""
