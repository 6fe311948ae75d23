"""Digests of rows, which do not depend on their order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset

from pdfa2hocr.rows import Settings, explode, rows

SLOW = ("time", "cpu-time")


def digest(tables: Iterable[pa.RecordBatch | pa.Table]) -> tuple[int, str]:
    """Returns the number of rows and their digest.

    Documents that took too long are left out: the load of the machine decides which time limit comes first.
    """
    texts = sorted(
        repr(sorted(row.items()))
        for table in tables
        for row in table.to_pylist()
        if row.get("error") not in SLOW
    )
    return len(texts), hashlib.sha256("\n".join(texts).encode()).hexdigest()


def written(folder: Path) -> tuple[int, str]:
    """The digest of a table that a job has written."""
    files = sorted(folder.glob("bucket=*/*.parquet"))
    return digest([pa.dataset.dataset(files, format="parquet").to_table()])


def errors(documents: Iterable[dict[str, object]]) -> dict[object, object]:
    """The errors of documents by their paths. Both time limits count as `time`."""
    found = {row["path"]: row["error"] for row in documents if row["error"] is not None}
    return {path: "time" if error in SLOW else error for path, error in found.items()}


def read(paths: Iterable[str], settings: Settings) -> dict[str, tuple[int, str]]:
    """The digests of the tables, by their names, as read by a worker of this process."""
    batches = [batch for path in paths for batch in rows(path, settings)]
    return {
        table: digest(explode(batch, table) for batch in batches) for table in settings.tables
    }
