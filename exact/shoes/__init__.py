"""Any shoe from one walk of the rules: the odds polynomial in the shoe's counts."""
