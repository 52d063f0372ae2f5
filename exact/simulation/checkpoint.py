"""Checkpoints of a simulation: what was counted so far, so that a run that was stopped goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from exact.game.definition import Game
from exact.shoes.files import FileError, whole_file
from exact.simulation.engine import C, Progressed
from exact.simulation.procedure import Procedure

SECONDS = 1.0
"""Between two checkpoints."""


@dataclass
class Checkpoint:
    """A file that holds how far a run is; ``identity`` says which run."""

    path: Path
    identity: Mapping[str, object]
    written: float = field(default_factory=time.monotonic)

    def begun(self, empty: C) -> Progressed[C] | None:
        """Where an earlier run of the same kind stopped, ``empty`` filled; None if there was none; FileError for another run's file."""
        if not self.path.exists():
            return None
        try:
            kept = json.loads(self.path.read_text())
            same = kept["run"] == json.loads(json.dumps(self.identity))
            if same:
                for name, array in vars(empty).items():
                    array[...] = kept[name]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise FileError(f"{self.path}: is no checkpoint: {error}: remove it to start anew") from None
        if not same:
            raise FileError(f"{self.path}: belongs to another run: remove it to start anew")
        return Progressed(int(kept["blocks"]), empty)

    def keep(self, state: Progressed[C]) -> None:
        """Writes the state, at most every few seconds."""
        if time.monotonic() - self.written < SECONDS:
            return
        counted = {name: array.tolist() for name, array in vars(state.counted).items()}
        with whole_file(self.path) as part:
            part.write_text(json.dumps({"run": self.identity, "blocks": state.blocks} | counted))
        self.written = time.monotonic()

    def remove(self) -> None:
        """Removes the file once the run is finished."""
        self.path.unlink(missing_ok=True)


def run_identity(game: Game, procedure: Procedure, shoes: int, seed: int, *, conditional: bool = False) -> dict[str, object]:
    """What makes two runs the same."""
    document = json.dumps(game.document, sort_keys=True, default=str)
    run = {"game": document, "chosen": dict(game.chosen), "procedure": asdict(procedure), "shoes": shoes, "seed": seed}
    return run | {"conditional": conditional}
