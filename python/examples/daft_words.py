"""Reads the words of many documents with Daft: python daft_words.py FOLDER"""

from __future__ import annotations

import sys
from pathlib import Path

import daft
import pyarrow as pa
from daft import DataType, col

from pdfa2hocr.rows import Settings, rows, table_schema

SETTINGS = Settings(tables=("words", "documents"))
PAGES = pa.list_(pa.struct(list(table_schema("nested"))))
"""The result for a document: a list of rows, one for each page and one for the document."""


@daft.func.batch(return_dtype=DataType.from_arrow_type(PAGES))
def read(paths: daft.Series) -> pa.Array:
    documents = [
        [row for batch in rows(path, SETTINGS) for row in batch.to_pylist()]
        for path in paths.to_pylist()
    ]
    return pa.array(documents, PAGES)


def words(paths: list[str]) -> daft.DataFrame:
    """Returns a row for each word."""
    pages = daft.from_pydict({"path": paths}).select(read(col("path")).alias("row")).explode("row")
    row = col("row")
    pages = pages.select(
        row["path"].alias("path"),
        row["page"]["page"].alias("page"),
        row["words"].alias("word"),
    )
    each = pages.where(col("word").not_null()).explode("word").where(col("word").not_null())
    return each.select("path", "page", col("word")["text"], col("word")["confidence"])


if __name__ == "__main__":
    words([str(path) for path in sorted(Path(sys.argv[1]).rglob("*.pdf"))]).show()
