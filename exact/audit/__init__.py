"""The audit of somebody else's simulator or round log against the exact distribution."""
