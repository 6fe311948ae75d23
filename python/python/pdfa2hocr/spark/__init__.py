"""Thousands of documents, or millions, by Apache Spark.

    import pdfa2hocr.spark as pdf

    files = pdf.files(spark, ["/corpus"])                  # path, length; balanced by size
    nested = pdf.read(files, tables=["words"])             # a row a page
    words = pdf.explode(nested, "words")                   # a row a word

A document that cannot be read, or that crashes its process, becomes a row of the table `documents` with its
error; no task fails. `python -m pdfa2hocr.spark INPUT OUTPUT` runs the same as a job that can be
interrupted: see `pdfa2hocr.spark.job`. `docs/spark.md` explains both, `docs/arrow.md` the columns.
"""

from pdfa2hocr.rows import TABLES
from pdfa2hocr.spark.frames import bucket, contents, deal, dealt, explode, files, listing, nested_type, read
from pdfa2hocr.worker import Limits

__all__ = [
    "TABLES",
    "Limits",
    "bucket",
    "contents",
    "deal",
    "dealt",
    "explode",
    "files",
    "listing",
    "nested_type",
    "read",
]
