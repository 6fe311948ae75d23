"""`python -m pdfa2hocr.spark INPUT… OUTPUT`: a Spark job from documents to Parquet, which can be restarted.

A hash of their paths splits the documents into buckets, which are processed one after the other. A bucket
is read once into rows of pages (`nested`). These are exploded into the tables, each in a folder of the
bucket (`words/bucket=0007`). Then `_done` records the bucket with a digest of its list of files. A
restarted job skips it, unless the list has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pdfa2hocr.rows import Reader, nested_schema
from pdfa2hocr.spark import frames
from pdfa2hocr.worker import Limits

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["main", "run"]

_IN_A_BUCKET = 10_000
"""Approximate number of documents in a bucket, unless the caller gives the number of buckets."""

_CONTENT = 64 << 20
"""Maximum size in bytes of a document that Spark reads, because it keeps it in memory."""

Listed = list[tuple[str, int]]


class JobError(Exception):
    """An error of a job, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the job with these arguments, by default those of the command line."""
    parser = _parser()
    given = parser.parse_args(arguments)
    from pyspark.sql import SparkSession

    # Workers use this interpreter, which has the package, unless the user sets another.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("pdfa2hocr")
    if given.master is not None:
        builder = builder.master(given.master)
    for setting in given.conf:
        key, _, value = setting.partition("=")
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        run(
            spark,
            given.input,
            given.output,
            tables=given.table.split(","),
            options=shlex.split(given.options),
            password=given.password,
            limits=Limits(given.memory_limit, given.cpu_limit, given.time_limit),
            reader=_named(given.reader),
            content=given.content,
            pattern=given.pattern,
            buckets=given.buckets,
            bins=given.partitions,
            keep_nested=given.keep_nested,
        )
    except (JobError, ValueError, OSError) as error:
        print(f"pdfa2hocr: {error}", file=sys.stderr)
        return 1
    finally:
        spark.stop()
    return 0


def run(
    spark: SparkSession,
    inputs: Sequence[str],
    output: str,
    *,
    tables: Sequence[str] = ("documents", "words"),
    options: Sequence[str] = (),
    password: str | None = None,
    limits: Limits = Limits(),
    reader: Reader | None = None,
    content: bool = False,
    pattern: str = "*.pdf",
    buckets: int | None = None,
    bins: int | None = None,
    keep_nested: bool = False,
    command: Sequence[str] | None = None,
) -> dict[str, int]:
    """Reads the documents below `inputs` into tables below `output`.

    Returns the number of documents, of those that this run has read, and of all those with an error.
    """
    tables = sorted({"documents", *tables})
    reading: dict[str, Any] = {
        "tables": tables,
        "options": options,
        "password": password,
        "limits": limits,
        "command": command,
    }
    listed = frames.listing(spark, inputs, pattern)
    if not listed:
        raise JobError(f"no files that are called like {pattern} below {', '.join(inputs)}")
    if buckets is None:
        buckets = max(1, len(listed) // _IN_A_BUCKET)
    folder = _Folder(spark, output)
    buckets = _begin(folder, buckets, tables, options)
    parted: list[Listed] = [[] for _ in range(buckets)]
    for path, length in listed:
        parted[frames.bucket(path, buckets)].append((path, length))
    read = 0
    for number, files in enumerate(parted):
        if not files:
            continue
        mark, digest = f"_done/{number:05}", _digest(files)
        if folder.text(mark) == digest:
            continue
        _say(f"bucket {number + 1} of {buckets}: {len(files)} documents")
        folder.remove(mark)
        if content:
            nested = _by_content(spark, files, reading)
        else:
            nested = frames.read(frames.dealt(spark, files, bins), reader=reader, **reading)
        staged = folder.path(f"nested/bucket={number:05}")
        nested.write.mode("overwrite").option("compression", "zstd").parquet(staged)
        # The written rows are read back, so that documents are not converted again for each table.
        nested = spark.read.schema(frames.nested_type()).parquet(staged)
        for table in tables:
            rows = frames.explode(nested, table)
            place = folder.path(f"{table}/bucket={number:05}")
            rows.write.mode("overwrite").option("compression", "zstd").parquet(place)
        folder.write(mark, digest)
        if not keep_nested:
            folder.remove(f"nested/bucket={number:05}")
        read += len(files)
    if not keep_nested:
        folder.remove("nested")
    documents = spark.read.parquet(folder.path("documents"))
    errors = documents.where("error is not null").count()
    _say(f"{len(listed)} documents, {errors} with errors; {len(listed) - read} were done before")
    return {"documents": len(listed), "read": read, "errors": errors}


def _by_content(spark: SparkSession, files: Listed, reading: dict[str, Any]) -> DataFrame:
    """The rows of documents that Spark itself reads. Documents that are too large for that get an error."""
    from pyspark.sql import functions as f

    small = [path for path, length in files if length <= _CONTENT]
    large = [(path, length) for path, length in files if length > _CONTENT]
    parts = []
    if small:
        contents = spark.read.format("binaryFile").load(small)
        if not any("://" in path for path in small):
            # Restores the paths that were given.
            contents = contents.withColumn("path", f.regexp_replace("path", "^file:/*", "/"))
        parts.append(frames.read(contents, **reading))
    if large:
        parts.append(frames.read(frames.dealt(spark, large), reader=_too_large, **reading))
    together = parts[0]
    for part in parts[1:]:
        together = together.unionByName(part)
    return together


def _too_large(path: str) -> bytes:
    raise ValueError(f"it has more than {_CONTENT >> 20} MB; name a reader")


def _begin(
    folder: _Folder, buckets: int, tables: Sequence[str], options: Sequence[str]
) -> int:
    """Begins a job in a folder, or continues the existing one. Returns its number of buckets."""
    metadata = nested_schema().metadata or {}
    job = {
        "schema": metadata.get(b"pdfa2hocr.version", b"").decode(),
        "tables": list(tables),
        "options": list(options),
        "buckets": buckets,
    }
    before = folder.text("_job.json")
    if before is None:
        folder.write("_job.json", json.dumps(job, indent=1) + "\n")
        return buckets
    earlier: dict[str, Any] = json.loads(before)
    for key in ("schema", "tables", "options"):
        if earlier.get(key) != job[key]:
            raise JobError(
                f"{folder.path('')} holds a job with other {key} ({earlier.get(key)}): name another folder"
            )
    return int(earlier["buckets"])


def _digest(files: Listed) -> str:
    """The digest of a list of files, by their paths and lengths."""
    digest = hashlib.sha256()
    for path, length in files:
        digest.update(f"{length} {path}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


class _Folder:
    """The output folder, on any file system that Spark writes to."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        self._jvm: Any = spark._jvm
        self._root = path.rstrip("/") or "/"
        configuration = spark._jsparkSession.sessionState().newHadoopConf()
        self._system = self._at("").getFileSystem(configuration)

    def path(self, below: str) -> str:
        return f"{self._root}/{below}" if below else self._root

    def _at(self, below: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(self.path(below))

    def text(self, below: str) -> str | None:
        """The content of a small file; `None` if it does not exist."""
        if not self._system.exists(self._at(below)):
            return None
        stream = self._system.open(self._at(below))
        try:
            return str(self._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
        finally:
            stream.close()

    def write(self, below: str, text: str) -> None:
        """Writes a small file, which appears when it is complete."""
        unfinished = self._at(f"{below}.part")
        stream = self._system.create(unfinished, True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()
        self._system.rename(unfinished, self._at(below))

    def remove(self, below: str) -> None:
        self._system.delete(self._at(below), True)


def _named(name: str | None) -> Reader | None:
    """The function with a name like `package.module:function`, which every machine must have."""
    if name is None:
        return None
    module, _, function = name.partition(":")
    reader: Reader = getattr(importlib.import_module(module), function)
    return reader


def _say(line: str) -> None:
    print(f"pdfa2hocr: {line}", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pdfa2hocr.spark",
        description="Reads PDFs by Apache Spark into tables (Parquet). A job that was interrupted goes on"
        " where it was when it is begun again.",
    )
    add = parser.add_argument
    add("input", nargs="+", metavar="INPUT", help="folders or files, as every machine finds them")
    add("output", metavar="OUTPUT", help="a folder for the tables")
    add(
        "--table",
        metavar="LIST",
        default="documents,words",
        help="tables, with commas between them: documents, pages, words, lines, blocks, tables (default:"
        " documents,words; documents are always written)",
    )
    add(
        "--options",
        metavar="OPTIONS",
        default="",
        help="those of pdfa2hocr, each with its value in one word: --options='-p --pages=1-5'",
    )
    add("--password", help="the password of encrypted files")
    add("--pattern", default="*.pdf", help="what files in folders are called (default: *.pdf)")
    add("--memory-limit", metavar="SIZE", default="1G", help="memory for a document (default: 1G)")
    add("--cpu-limit", metavar="SECONDS", type=float, default=300, help="processor time (default: 300)")
    add("--time-limit", metavar="SECONDS", type=float, default=600, help="time (default: 600)")
    add("--reader", metavar="MODULE:FUNCTION", help="gives the bytes of a path, or the path of a file")
    add("--content", action="store_true", help="have Spark read the files: for small ones")
    add("--buckets", metavar="N", type=int, help="parts that are done one after the other")
    add("--partitions", metavar="N", type=int, help="tasks of a bucket (default: four a core)")
    add("--keep-nested", action="store_true", help="keep the rows that the tables are made of")
    add("--master", help="where Spark runs: local[4], spark://host:7077 (default: Spark's own)")
    add("--conf", metavar="KEY=VALUE", action="append", default=[], help="a setting of Spark")
    return parser
