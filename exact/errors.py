"""The errors of this package: one small family under ``ValueError``.

Each message names the field, the value and what would be right, in one line.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass


class ExactError(ValueError):
    """Bad input. Every error that this package raises on purpose is one of these."""


class CardError(ExactError):
    """A text that names no card."""


class ShoeError(ExactError):
    """A shoe that cannot exist, or that is too small for what is asked of it."""


class DealError(ExactError):
    """Cards that the rules would not have dealt in that order, too few or too many."""


class ReadingError(ExactError):
    """A reading or a choice that the game does not have."""


class BetError(ExactError):
    """A bet that the game does not offer."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a game file: where (``bets[0].lines[1].pays``), what, and what would be right.

    ``line`` is where to look in the file, counted from 1, None where it is not known. It takes no part in equality:
    a fault that shows under several choices of a reading is one fault.
    """

    field: str
    value: str
    advice: str
    line: int | None = dataclasses.field(default=None, compare=False)

    def __str__(self) -> str:
        return ": ".join(part for part in (self.field, self.value, self.advice) if part)


class GameError(ExactError):
    """A game file with faults; all of them are in ``faults``, one line each in the message: ``FILE:LINE: field: ...``."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        self.file = file
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{file}{'' if fault.line is None else f':{fault.line}'}: {fault}" for fault in faults))
