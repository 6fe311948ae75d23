"""`python -m pdfa2hocr.spark INPUT… OUTPUT`: a Spark job from documents to tables, which can be restarted.

A hash of their paths splits the documents into buckets, which are processed one after the other. A bucket
is read once, and its rows replace those of the bucket in each table (`words/bucket=00007`): see
`pdfa2hocr.spark.store`. Then `_done` records the bucket with a digest of its list of files. A restarted job
skips it, unless the list has changed.
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
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pdfa2hocr.rows import Reader, Settings, named, table_schema
from pdfa2hocr.spark import frames
from pdfa2hocr.spark.folder import Folder
from pdfa2hocr.spark.store import FORMATS, Bucket, JobError, Store
from pdfa2hocr.worker import Failure, Limits, Worker

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["JobError", "main", "run"]

_IN_A_BUCKET = 10_000
"""Approximate number of documents in a bucket, unless the caller gives the number of buckets."""

_CONTENT = 64 << 20
"""Maximum size in bytes of a document that Spark reads, because it keeps it in memory."""

Listed = list[tuple[str, int]]


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
    for key, value in given.conf:
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        run(
            spark,
            given.input,
            given.output,
            tables=given.table,
            options=given.options,
            password=given.password,
            limits=Limits(given.memory_limit, given.cpu_limit, given.time_limit),
            reader=given.reader,
            content=given.content,
            pattern=given.pattern,
            buckets=given.buckets,
            bins=given.partitions,
            keep_nested=given.keep_nested,
            format=given.format,
            namespace=given.namespace,
        )
    except (JobError, ValueError, OSError) as error:
        print(f"pdfa2hocr: {error}", file=sys.stderr)
        return 1
    finally:
        spark.stop()
    return 0


def run(
    spark: SparkSession,
    inputs: frames.Inputs,
    output: str | os.PathLike[str],
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
    format: str = "parquet",
    namespace: str | None = None,
    command: Sequence[str] | None = None,
) -> dict[str, int]:
    """Reads the documents below `inputs` into tables below `output`.

    `format` is that of the tables, one of `FORMATS`. Tables of Iceberg are in the catalog, in `namespace`.

    Returns the number of documents, of those that this run has read, and of all those with an error.
    """
    settings = Settings(tables, options, password, limits, reader, command)
    tables, options = sorted({"documents", *settings.tables}), settings.options
    with Worker(limits, command=command) as worker:
        # Wrong limits, which raise an error, and wrong options would fail in every task.
        answer = worker.read("", content=b"", options=options, password=password)
    if isinstance(answer, Failure) and answer.error == "argument":
        raise JobError(answer.message)
    listed = frames.listing(spark, inputs, pattern)
    if not listed:
        raise JobError(f"no files that are called like {pattern} below {', '.join(frames.places(inputs))}")
    if buckets is None:
        buckets = max(1, len(listed) // _IN_A_BUCKET)
    folder = Folder(spark, os.fspath(output))
    store = Store(spark, folder, format, namespace)
    buckets = _begin(folder, buckets, tables, options, format)
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
        with store.bucket(number, tables, keep_nested) as bucket:
            if content:
                _read_contents(spark, files, bucket, settings)
            else:
                bucket.read(frames.dealt(spark, files, bins), settings)
        folder.write(mark, digest)
        read += len(files)
    errors = store.errors()
    _say(f"{len(listed)} documents, {errors} with errors; {len(listed) - read} were done before")
    return {"documents": len(listed), "read": read, "errors": errors}


def _read_contents(spark: SparkSession, files: Listed, bucket: Bucket, settings: Settings) -> None:
    """Reads documents whose content Spark itself reads.

    Spark skips files that it cannot read. Those, and files with names that it takes for patterns, are read by
    their paths, which gives their errors, too.
    """
    by_spark = [path for path, length in files if length <= _CONTENT and frames.is_plain(path)]
    large = [(path, length) for path, length in files if length > _CONTENT]
    if by_spark:
        bucket.read(frames.contents(spark, by_spark), settings)
    if large:
        bucket.read(frames.dealt(spark, large), replace(settings, reader=_too_large))
    known = bucket.documents()
    unread = [(path, length) for path, length in files if named(path) not in known]
    here = [file for file in unread if "://" not in file[0]]
    elsewhere = [file for file in unread if "://" in file[0]]
    if here:
        bucket.read(frames.dealt(spark, here), settings)
    if elsewhere:
        bucket.read(frames.dealt(spark, elsewhere), replace(settings, reader=_unreadable))


def _too_large(path: str) -> bytes:
    raise ValueError(f"it has more than {_CONTENT >> 20} MB; name a reader")


def _unreadable(path: str) -> bytes:
    raise ValueError("Spark cannot read it")


def _begin(
    folder: Folder, buckets: int, tables: Sequence[str], options: Sequence[str], format: str
) -> int:
    """Begins a job in a folder, or continues the existing one. Returns its number of buckets."""
    metadata = table_schema("nested").metadata or {}
    job = {
        "schema": metadata.get(b"pdfa2hocr.version", b"").decode(),
        "tables": list(tables),
        "options": list(options),
        "format": format,
        "buckets": buckets,
    }
    before = folder.text("_job.json")
    if before is None:
        folder.write("_job.json", json.dumps(job, indent=1) + "\n")
        return buckets
    earlier: dict[str, Any] = json.loads(before)
    for key in ("schema", "tables", "options", "format"):
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


def _say(line: str) -> None:
    print(f"pdfa2hocr: {line}", file=sys.stderr, flush=True)


# Values of arguments, which are checked before Spark starts.


def _reader(name: str) -> Reader:
    """The function with a name like `package.module:function`, which every machine must have."""
    module, _, function = name.partition(":")
    try:
        reader: Reader = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{name} is not the function of a module: {error}") from error
    return reader


def _tables(names: str) -> tuple[str, ...]:
    try:
        return tuple(Settings(names.split(",")).tables)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _options(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from error


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1")
    return int(text)


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text} has no value: write KEY=VALUE")
    return key, value


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
        type=_tables,
        default="documents,words",
        help="tables, with commas between them: documents, pages, words, lines, blocks, tables (default:"
        " documents,words; documents are always written)",
    )
    add(
        "--options",
        metavar="OPTIONS",
        type=_options,
        default="",
        help="those of pdfa2hocr, each with its value in one word: --options='-p --pages=1-5'",
    )
    add("--password", help="the password of encrypted files")
    add("--pattern", default="*.pdf", help="what files in folders are called (default: *.pdf)")
    add("--memory-limit", metavar="SIZE", default="1G", help="memory for a document (default: 1G)")
    add("--cpu-limit", metavar="SECONDS", type=float, default=300, help="processor time (default: 300)")
    add("--time-limit", metavar="SECONDS", type=float, default=600, help="time (default: 600)")
    add("--reader", metavar="MODULE:FUNCTION", type=_reader, help="gives the bytes of a path, or the path of a file")
    add("--content", action="store_true", help="have Spark read the files: for small ones")
    add("--buckets", metavar="N", type=_count, help="parts that are done one after the other")
    add("--partitions", metavar="N", type=_count, help="tasks of a bucket (default: four a core)")
    add("--format", choices=FORMATS, default="parquet", help="the format of the tables (default: parquet)")
    add("--namespace", metavar="NAME", help="where tables of iceberg are: a catalog and a namespace")
    add("--keep-nested", action="store_true", help="keep the rows that the tables are made of")
    add("--master", help="where Spark runs: local[4], spark://host:7077 (default: Spark's own)")
    add("--conf", metavar="KEY=VALUE", type=_setting, action="append", default=[], help="a setting of Spark")
    return parser
