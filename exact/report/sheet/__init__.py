"""The math sheet that a regulator reads: its figures, its evidence, its text, and the forms that it is written in."""
