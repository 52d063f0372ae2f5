"""Tables of shoes on disk: CSV and Parquet read and written batch by batch, in constant memory.

A batch keeps the columns of the input as they are (CSV as texts, so that they are written again unchanged) and the
number of each row as a user counts: the line of a CSV file, the row of a Parquet file from 1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

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
SEPARATORS = ",;\t|"
OPEN_QUOTE = 'a quote is not closed on its line: close it, write "" for a quote in a text, and a row on one line'
SUFFIXES = (".csv", ".parquet")


class FileError(ShoeError):
    """A file of shoes that cannot be read, or a result that cannot be written."""


@dataclass(frozen=True)
class Batch:
    """Some rows: ``table`` with the columns of the input, ``numbers`` the number of each row."""

    table: pa.Table
    numbers: NDArray[np.int64]


@dataclass
class RowFile:
    """A CSV or Parquet file of rows. ``malformed`` gathers the lines that have too few or too many fields."""

    path: Path
    columns: tuple[str, ...] = ()
    separator: str = ","
    only: tuple[str, ...] = ()
    """The columns to read; all if none are named."""
    coded: tuple[str, ...] = ()
    """The columns of few distinct texts, which come as numbers and a dictionary."""
    most_malformed: int | None = None
    """So many malformed lines are gathered, more are an error; None: as many as there are."""
    malformed: dict[int, str] = field(default_factory=dict)
    done: int = 0
    """Bytes (CSV) or rows (Parquet) read so far."""
    total: int = 0
    """Bytes (CSV) or rows (Parquet) in all."""

    @property
    def is_csv(self) -> bool:
        """Whether it is CSV."""
        return self.path.suffix.lower() == ".csv"

    def note_malformed(self, lines: Mapping[int, str]) -> None:
        """Gathers malformed lines; FileError if they are too many."""
        self.malformed |= lines
        if self.most_malformed is not None and len(self.malformed) > self.most_malformed:
            line, reason = next(iter(self.malformed.items()))
            raise FileError(
                f"{self.path}: line {line}: {reason}, and so on in {len(self.malformed):,} lines: correct the header or the rows"
            )

    def records(self) -> Iterator[Batch]:
        """The rows in order, in batches as they come from the file."""
        return _ahead(self._csv()) if self.is_csv else self._parquet()

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
        with self.path.open("rb") as file:
            line = 1
            for block in _blocks(file, self.path):
                self.done = file.tell()
                lines = block if line > 1 else block.partition(b"\n")[2]  # the first line is the header
                line = max(line, 2)
                if lines:
                    batch, line = _csv_batch(lines, line, self)
                    yield batch


def _ahead(batches: Iterator[Batch]) -> Iterator[Batch]:
    """The same batches, the next one always being made by a thread of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        following = thread.submit(next, batches, None)
        while batch := following.result():
            following = thread.submit(next, batches, None)
            yield batch


def batches(source: RowFile) -> Iterator[Batch]:
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


def _blocks(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """A file in pieces of whole lines, each line ended by a line feed alone."""
    rest = b""
    while data := file.read(_CSV_BLOCK):
        if data.endswith(b"\r"):
            data += file.read(1)  # the line feed that may belong to it
        data = rest + (data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data)
        whole = data.rfind(b"\n") + 1
        rest = data[whole:]
        if len(rest) > _CSV_BLOCK:
            raise FileError(f"{path}: a line of more than {_CSV_BLOCK:,} bytes: write a row on a line")
        if whole:
            yield data[:whole]
    if rest:
        yield rest + b"\n"


def _csv_batch(lines: bytes, first: int, source: RowFile) -> tuple[Batch, int]:
    """The rows of whole lines, and the number of the line after them; ``first``: that of the first line.

    Empty lines are no rows. Raises FileError where a quote runs on into the next line: it would take in whole rows.
    """
    import numpy as np

    table, bad = _parse_csv(lines, source, first)
    number = int(np.count_nonzero(np.frombuffer(lines, np.uint8) == ord("\n")))
    numbers = np.arange(first, first + number)
    # A line is a row, unless it is empty or a quote is open at its end: in the last line none is missing for that.
    if len(table) + len(bad) < number:
        numbers = numbers[_filled(lines)]
    whole = len(table) + len(bad) == len(numbers)
    start = lines.rfind(b"\n", 0, -1) + 1 if whole else 0
    if not whole or b'"' in lines[start:]:
        _refuse_open_quote(lines[start:], first + lines.count(b"\n", 0, start), source, whole=whole)
    source.note_malformed({int(numbers[row]): reason for row, reason in bad.items()})
    return Batch(table, np.delete(numbers, list(bad)) if bad else numbers), first + number


def _parse_csv(lines: bytes, source: RowFile, first: int) -> tuple[pa.Table, dict[int, str]]:
    """The rows of as many fields as there are columns, every field a text, and the places of the others."""
    import pyarrow as pa
    from pyarrow import csv

    bad: dict[int, str] = {}

    def note(row: Any) -> str:
        bad[row.number - 1] = f"{row.actual_columns} fields: write {row.expected_columns}"
        return "skip"

    types = dict.fromkeys(source.columns, pa.string()) | dict.fromkeys(source.coded, pa.dictionary(pa.int32(), pa.string()))
    reading = csv.ReadOptions(block_size=len(lines) + 1, use_threads=False, column_names=list(source.columns))
    parsing = csv.ParseOptions(delimiter=source.separator, invalid_row_handler=note)
    converting = csv.ConvertOptions(column_types=types, include_columns=list(source.only), strings_can_be_null=False)
    try:
        return csv.read_csv(pa.BufferReader(lines), read_options=reading, parse_options=parsing, convert_options=converting), bad
    except pa.ArrowInvalid as error:
        raise FileError(f"{source.path}: from line {first} on: {_first_line(error)}") from None


def _filled(lines: bytes) -> NDArray[np.int64]:
    """The places of the lines that are not empty."""
    import numpy as np

    ends = np.flatnonzero(np.frombuffer(lines, np.uint8) == ord("\n"))
    return np.flatnonzero(np.diff(ends, prepend=-1) > 1)


def _refuse_open_quote(lines: bytes, first: int, source: RowFile, *, whole: bool) -> None:
    """Raises FileError for the first row that a quote carries on into the next line; if rows are missing in any case."""
    place = open_quote(lines.decode(errors="replace").split("\n"), source.separator)
    if place is not None or not whole:
        raise FileError(f"{source.path}: line {first + (place or 0)}: {OPEN_QUOTE}")


def open_quote(lines: Sequence[str], separator: str) -> int | None:
    """The place of the first line at whose end a quote is open, None if there is none.

    >>> open_quote(['1,"5 7 6"', '2,"8 5', '3,"9"'], ",")
    1
    """
    import csv

    reader = csv.reader([*lines, ""], delimiter=separator)
    begun = 0
    try:
        for _ in reader:
            if reader.line_num > begun + 1:
                return begun
            begun = reader.line_num
    except csv.Error:  # a field that grows too large
        return begun
    return None


def separator_of(header: str) -> str:
    """The separator of a table by its first line: the one by which it has most names, of several the comma.

    >>> separator_of("shoe;cards"), separator_of("cards")
    (';', ',')
    """
    import csv

    return max(SEPARATORS, key=lambda separator: max(map(len, csv.reader([header], delimiter=separator)), default=0))


def open_source(path: Path) -> RowFile:
    """A file of rows with its columns; FileError says what is wrong with it."""
    if path.suffix.lower() not in SUFFIXES:
        raise FileError(f"{path}: a file of shoes ends in .csv or .parquet")
    try:
        source = _csv_source(path) if path.suffix.lower() == ".csv" else RowFile(path, _parquet_columns(path))
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {_first_line(error)}") from None
    repeated = {name for name in source.columns if source.columns.count(name) > 1}
    if repeated:
        raise FileError(f"{path}: column {min(repeated)!r} stands twice: give each column a name of its own")
    source.total = path.stat().st_size if source.is_csv else _parquet_rows(path)
    return source


def _csv_source(path: Path) -> RowFile:
    """A CSV file by its header line."""
    import csv

    try:
        with path.open(encoding="utf-8-sig") as text:
            header = text.readline(_CSV_BLOCK)
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: is no CSV file: {error}") from None
    separator = separator_of(header)
    if open_quote([header], separator) is not None:
        raise FileError(f"{path}: line 1: {OPEN_QUOTE}")
    try:
        columns = next(csv.reader([header], delimiter=separator), None)
    except csv.Error as error:
        raise FileError(f"{path}: is no CSV file: {error}") from None
    if not columns:
        raise FileError(f"{path}: {'starts with an empty line' if header else 'is empty'}: write a line of column names first")
    return RowFile(path, tuple(columns), separator)


def _parquet_columns(path: Path) -> tuple[str, ...]:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            return tuple(file.schema_arrow.names)
    except pa.ArrowInvalid as error:
        raise FileError(f"{path}: is no Parquet file: {_first_line(error)}") from None


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
