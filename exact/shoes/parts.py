"""The finished pieces of a sweep on disk, and their putting together.

``OUT.parts/sweep.json`` says which sweep the pieces belong to; each piece is a file of rows and, written after it, a
JSON file with its number of rows and the rows kept out: where that file stands, the piece is whole.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.shoes.files import COUNTS, SUFFIXES, FileError, RowFile, whole_file

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_INT64 = 2**63


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that is on disk: rows written, rows kept out with the reason, whether an earlier run had done it."""

    rows: int
    refused: Mapping[int, str]
    resumed: bool


class Parts:
    """The folder of pieces of one sweep, locked while in use."""

    def __init__(self, target: Path, identity: Mapping[str, object], columns: tuple[str, ...]) -> None:
        """Raises FileError where the target cannot be written or the pieces there belong to another sweep."""
        if target.suffix.lower() not in SUFFIXES:
            raise FileError(f"-o {target}: a result ends in .csv or .parquet")
        self.target, self.folder, self.columns = target, Path(f"{target}.parts"), columns
        self._identity = json.loads(json.dumps(identity))

    def __enter__(self) -> Parts:
        import fcntl

        try:
            self.folder.mkdir(exist_ok=True)
            self._lock = (self.folder / "lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._check_identity()
        except BlockingIOError:
            raise FileError(f"{self.folder}: in use by another run: wait for it or write to another file") from None
        except OSError as error:
            raise FileError(f"-o {self.target}: cannot be written: {error.strerror}") from None
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def _check_identity(self) -> None:
        file = self.folder / "sweep.json"
        if not file.exists():
            with whole_file(file) as part:
                part.write_text(json.dumps(self._identity))
        elif _note(file) != self._identity:
            raise FileError(f"{self.folder}: holds pieces of another sweep or of a changed input: remove it to start anew")

    def _place(self, number: int, suffix: str) -> Path:
        return self.folder / f"{number:08d}{suffix}"

    def finished(self, number: int, rows: int) -> Piece | None:
        """The piece of that number, if it is on disk already; it must have been made from as many rows."""
        file = self._place(number, ".json")
        if not file.exists():
            return None
        note = _note(file)
        try:
            read, written, refused = note["read"], note["rows"], {int(row): reason for row, reason in note["refused"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            raise FileError(f"{file}: is not a whole note of a piece: remove {self.folder} to start anew") from None
        if read != rows:
            raise FileError(f"{file}: made from {read} rows, not {rows}: remove {self.folder} to start anew")
        return Piece(written, refused, resumed=True)

    def keep(self, number: int, read: int, table: pa.Table, returns: Numbers, deals: Numbers | None, refused: dict[int, str]) -> Piece:
        """Writes a piece: the columns of the input, the returns, the counts."""
        columns = [*returns.T, *([] if deals is None else deals.T)]
        with whole_file(self._place(number, self.target.suffix.lower())) as part:
            if self.target.suffix.lower() == ".csv":
                _write_csv(part, table, columns)
            else:
                _write_parquet(part, table, self.columns, columns)
        with whole_file(self._place(number, ".json")) as part:
            part.write_text(json.dumps({"read": read, "rows": len(table), "refused": refused}))
        return Piece(len(table), refused, resumed=False)

    def put_together(self, source: RowFile) -> None:
        """Makes the target of all pieces, in order, and removes them."""
        pieces = sorted(path for path in self.folder.glob(f"*{self.target.suffix.lower()}") if path.stem.isdigit())
        with whole_file(self.target) as part:
            if self.target.suffix.lower() == ".csv":
                _join_csv(part, pieces, (*source.columns, *self.columns))
            else:
                _join_parquet(part, pieces)
        shutil.rmtree(self.folder)


def _note(file: Path) -> Any:
    """What a note of a sweep says."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{file}: is damaged ({error}): remove {file.parent} to start anew") from None


def _write_csv(path: Path, table: pa.Table, columns: list[Numbers]) -> None:
    """The rows as CSV, a return as the shortest text that reads back as the same float."""
    texts = [column.to_pylist() for column in table.columns]
    numbers = [map(repr, column.tolist()) for column in columns]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(zip(*texts, *numbers, strict=True))


def _join_csv(path: Path, pieces: list[Path], header: tuple[str, ...]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow(header)
    with path.open("ab") as whole:
        for piece in pieces:
            with piece.open("rb") as file:
                shutil.copyfileobj(file, whole, 1 << 20)


def _write_parquet(path: Path, table: pa.Table, names: tuple[str, ...], columns: list[Numbers]) -> None:
    import pyarrow as pa
    from pyarrow.parquet import write_table

    for index, name in enumerate(table.column_names):
        if name in COUNTS and pa.types.is_string(table.schema.field(index).type):  # from CSV: whole numbers, checked
            table = table.set_column(index, name, table.column(index).cast(pa.int64()))
    for name, column in zip(names, columns, strict=True):
        if column.dtype == object:
            if any(number >= _INT64 for number in column):
                raise FileError(f"column {name!r}: counts of 2^63 and more do not fit a Parquet integer: write CSV")
            column = column.astype("int64")
        table = table.append_column(name, pa.array(column))
    write_table(table, path)


def _join_parquet(path: Path, pieces: list[Path]) -> None:
    from pyarrow.parquet import ParquetWriter, read_table

    with ParquetWriter(path, read_table(pieces[0]).schema) as writer:
        for piece in pieces:
            writer.write_table(read_table(piece))
