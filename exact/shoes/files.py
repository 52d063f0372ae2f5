"""Tables of shoes on disk: CSV and Parquet read and written batch by batch, in constant memory.

A batch keeps the columns of the input as they are (CSV as texts, so that they are written again unchanged) and the
number of each row as a user counts: the line of a CSV file, the row of a Parquet file from 1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.errors import ShoeError
from exact.game.card import VALUES

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

COUNTS = tuple(f"c{value}" for value in VALUES)
"""The columns that hold the unseen cards of each value."""

BATCH = 1 << 17
"""Rows of a batch; all but the last of a file have as many."""

_CSV_BLOCK = 1 << 22
SUFFIXES = (".csv", ".parquet")


class FileError(ShoeError):
    """A file of shoes that cannot be read, or a result that cannot be written."""


@dataclass(frozen=True)
class Batch:
    """Some rows: ``table`` with the columns of the input, ``numbers`` the number of each row."""

    table: pa.Table
    numbers: NDArray[np.int64]


@dataclass
class Source:
    """A CSV or Parquet file of rows. ``malformed`` gathers the lines that have too few or too many fields."""

    path: Path
    columns: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """The columns to read; all if none are named."""
    coded: tuple[str, ...] = ()
    """The columns of few distinct texts, which come as numbers and a dictionary."""
    most_malformed: int | None = None
    """So many malformed lines are gathered, one more is an error; None: as many as there are."""
    malformed: dict[int, str] = field(default_factory=dict)
    done: int = 0
    """Bytes (CSV) or rows (Parquet) read so far."""
    total: int = 0
    """Bytes (CSV) or rows (Parquet) in all."""

    @property
    def is_csv(self) -> bool:
        """Whether it is CSV."""
        return self.path.suffix.lower() == ".csv"

    def records(self) -> Iterator[Batch]:
        """The rows in order, in batches as they come from the file."""
        return self._csv() if self.is_csv else self._parquet()

    def _parquet(self) -> Iterator[Batch]:
        import numpy as np
        import pyarrow as pa
        from pyarrow.parquet import ParquetFile

        # pre_buffer: otherwise every column read would stay in memory to the end.
        with ParquetFile(self.path, read_dictionary=list(self.coded), pre_buffer=False) as file:
            for record in file.iter_batches(BATCH, columns=list(self.only) or None):
                start = self.done + 1
                self.done += len(record)
                yield Batch(pa.Table.from_batches([record]), np.arange(start, start + len(record)))

    def _csv(self) -> Iterator[Batch]:
        import pyarrow as pa

        with self.path.open("rb") as file:
            line = 2
            reader = _csv_reader(file, self)
            for record in _until_bad(reader, self.path):
                self.done = file.tell()
                numbers, line = _lines(line, len(record), self.malformed)
                yield Batch(pa.Table.from_batches([record]), numbers)


def batches(source: Source) -> Iterator[Batch]:
    """The rows of a source in order, cut so that the n-th batch is the same whatever the library reads at a time."""
    import numpy as np
    import pyarrow as pa

    tables: list[pa.Table] = []
    numbers: list[NDArray[np.int64]] = []
    rows, read = 0, False
    for record in source.records():
        tables.append(record.table)
        numbers.append(record.numbers)
        rows += len(record.numbers)
        if rows >= BATCH:
            table, number = pa.concat_tables(tables), np.concatenate(numbers)
            for start in range(0, rows - rows % BATCH, BATCH):
                yield Batch(table.slice(start, BATCH), number[start : start + BATCH])
            rows %= BATCH
            # The rest is copied: a slice would keep the memory of all rows before it.
            tables = [table.slice(len(table) - rows).combine_chunks()] if rows else []
            numbers = [number[len(number) - rows :].copy()] if rows else []
            read = True
    if rows or not read:  # a file without rows is one batch without rows
        tables = tables or [pa.table({name: pa.array([], pa.string()) for name in source.columns})]
        yield Batch(pa.concat_tables(tables), np.concatenate(numbers or [np.empty(0, np.int64)]))


def _until_bad(reader: Any, path: Path) -> Iterator[Any]:
    """The batches of a CSV reader, its errors turned into ours."""
    import pyarrow as pa

    while True:
        try:
            record = reader.read_next_batch()
        except StopIteration:
            return
        except pa.ArrowInvalid as error:
            raise FileError(f"{path}: {_first_line(error)}") from None
        yield record


def _csv_reader(file: Any, source: Source) -> Any:
    """A streaming reader that takes every field as text and notes lines with a wrong number of fields."""
    import pyarrow as pa
    from pyarrow import csv

    def note(row: Any) -> str:
        source.malformed[row.number] = f"{row.actual_columns} fields: write {row.expected_columns}"
        return "error" if source.most_malformed is not None and len(source.malformed) > source.most_malformed else "skip"

    types = dict.fromkeys(source.columns, pa.string()) | dict.fromkeys(source.coded, pa.dictionary(pa.int32(), pa.string()))
    reading = csv.ReadOptions(block_size=_CSV_BLOCK, use_threads=False)
    parsing = csv.ParseOptions(ignore_empty_lines=False, invalid_row_handler=note)
    converting = csv.ConvertOptions(column_types=types, include_columns=list(source.only), strings_can_be_null=False)
    try:  # the first block is read at once
        return csv.open_csv(file, read_options=reading, parse_options=parsing, convert_options=converting)
    except pa.ArrowInvalid as error:
        raise FileError(f"{source.path}: {_first_line(error)}") from None


def _lines(first: int, rows: int, malformed: dict[int, str]) -> tuple[NDArray[np.int64], int]:
    """The line numbers of so many good rows from a line on, malformed lines left out, and the line after them."""
    import numpy as np

    numbers: list[int] = []
    for bad in sorted(number for number in malformed if number >= first):
        take = min(bad - first, rows - len(numbers))
        numbers.extend(range(first, first + take))
        first += take
        if len(numbers) == rows:
            break
        first = bad + 1
    rest = rows - len(numbers)
    return np.array([*numbers, *range(first, first + rest)] if numbers else range(first, first + rest), np.int64), first + rest


def open_source(path: Path) -> Source:
    """A file of rows with its columns; FileError says what is wrong with it."""
    if path.suffix.lower() not in SUFFIXES:
        raise FileError(f"{path}: a file of shoes ends in .csv or .parquet")
    try:
        source = Source(path, *_header(path))
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {_first_line(error)}") from None
    repeated = {name for name in source.columns if source.columns.count(name) > 1}
    if repeated:
        raise FileError(f"{path}: column {min(repeated)!r} stands twice: give each column a name of its own")
    source.total = path.stat().st_size if source.is_csv else _parquet_rows(path)
    return source


def _header(path: Path) -> tuple[tuple[str, ...]]:
    """The names of the columns."""
    import csv

    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    if path.suffix.lower() != ".csv":
        try:
            with ParquetFile(path) as file:
                return (tuple(file.schema_arrow.names),)
        except pa.ArrowInvalid as error:
            raise FileError(f"{path}: is no Parquet file: {_first_line(error)}") from None
    try:
        with path.open(encoding="utf-8-sig", newline="") as text:
            header = next(csv.reader(text), None)
    except (UnicodeDecodeError, csv.Error) as error:
        raise FileError(f"{path}: is no CSV file: {error}") from None
    if not header:
        raise FileError(f"{path}: is empty: write a line of column names first")
    return (tuple(header),)


def _parquet_rows(path: Path) -> int:
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        return int(file.metadata.num_rows)


def _first_line(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).splitlines()[0]


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its place once it is written, and never half."""
    part = target.with_name(f".{target.name}.part")
    try:
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise FileError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
