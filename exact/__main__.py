"""``python -m exact``."""

from exact.cli import main

main()
