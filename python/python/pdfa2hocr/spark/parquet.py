"""Tasks of Spark that write tables as Parquet files themselves.

Rows then need not pass through the JVM, where they take longer than reading the documents. The files of a task
are in a folder of their own, `staged/ID/words.parquet`. Only the tasks whose results Spark accepts tell the
caller their folders, so files of repeated and failed tasks are ignored.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from pdfa2hocr.rows import Settings, explode, rows, table_schema
from pdfa2hocr.spark import frames

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["NESTED", "publish", "write", "writing"]

NESTED = "nested"
"""The name of the table of pages from which the others are made."""

_GROUP = 32 << 20
"""Bytes of rows in memory, of one table, that are written as a group."""

_WRITTEN = pa.schema([("file", pa.string())])


def write(files: DataFrame, staging: str, tables: Sequence[str], settings: Settings) -> list[str]:
    """Reads the documents of a DataFrame, as `frames.read` does, and writes them to files in `staging`.

    Returns the files, whose names begin with that of their table.
    """
    written = frames.chosen(files).mapInArrow(writing(staging, tuple(tables), settings), "file string")
    return sorted(row.file for row in written.collect())


def publish(staged: Iterable[str], table: str, folder: str) -> None:
    """Moves the files of a table to a new folder, with the mark of a complete table."""
    os.makedirs(folder)
    mine = [file for file in staged if os.path.basename(file) == f"{table}.parquet"]
    for number, file in enumerate(mine):
        os.rename(file, os.path.join(folder, f"part-{number:05}.parquet"))
    if not mine:
        pq.write_table(table_schema(table).empty_table(), os.path.join(folder, "part-00000.parquet"))
    with open(os.path.join(folder, "_SUCCESS"), "wb"):
        pass


def writing(
    staging: str, tables: Sequence[str], settings: Settings
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function of a task: reads the documents in batches of files, and yields the files that it has written."""

    def write_all(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        folder = os.path.join(staging, uuid.uuid4().hex)
        writers = {table: _Writer(os.path.join(folder, f"{table}.parquet"), table) for table in tables}
        for batch in batches:
            for path, content in frames.documents(batch):
                for page in rows(path, settings, content):
                    for writer in writers.values():
                        writer.add(page)
        files = [writer.path for writer in writers.values() if writer.close()]
        yield pa.RecordBatch.from_arrays([pa.array(files, pa.string())], schema=_WRITTEN)

    return write_all


class _Writer:
    """A file of a table. It is created with its first rows."""

    def __init__(self, path: str, table: str) -> None:
        self.path = path
        self._table = table
        self._writer: pq.ParquetWriter | None = None
        self._batches: list[pa.RecordBatch] = []
        self._size = 0

    def add(self, pages: pa.RecordBatch) -> None:
        """Adds the rows of pages."""
        batch = pages if self._table == NESTED else explode(pages, self._table)
        if batch.num_rows == 0:
            return
        self._batches.append(batch)
        self._size += batch.nbytes
        if self._size >= _GROUP:
            self._write()

    def close(self) -> bool:
        """Completes the file. Returns whether there is one."""
        if self._batches:
            self._write()
        if self._writer is not None:
            self._writer.close()
        return self._writer is not None

    def _write(self) -> None:
        if self._writer is None:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            schema = table_schema(self._table)
            # Dictionaries of coordinates take longer to make, and are larger, than the compressed numbers.
            texts = [field.name for field in schema if pa.types.is_string(field.type)]
            self._writer = pq.ParquetWriter(self.path, schema, compression="zstd", use_dictionary=texts)
        rows = pa.Table.from_batches(self._batches)
        self._writer.write_table(rows, row_group_size=rows.num_rows)
        self._batches, self._size = [], 0
