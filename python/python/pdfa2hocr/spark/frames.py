"""Files, pages and tables as data frames of Spark."""

from __future__ import annotations

import heapq
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa

from pdfa2hocr.rows import TABLES, Reader, Settings, named, rows, table_schema
from pdfa2hocr.worker import Limits

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

__all__ = [
    "TABLES",
    "Limits",
    "batch_of",
    "bucket",
    "chosen",
    "contents",
    "deal",
    "dealt",
    "documents",
    "escaped",
    "explode",
    "files",
    "is_plain",
    "listing",
    "nested_type",
    "places",
    "read",
    "read_with",
    "spark_type",
]

Inputs: TypeAlias = "str | os.PathLike[str] | Sequence[str | os.PathLike[str]]"
"""One or several files and folders."""

_EACH = 1 << 16
"""Fixed cost of a document, in bytes of its size: even the smallest takes some time."""

_FILES = pa.schema([("path", pa.string()), ("length", pa.int64()), ("raw_path", pa.binary())])
"""The columns of files. `raw_path` has the bytes of a path that is not Unicode, and is null for others."""


def read(
    files: DataFrame,
    *,
    tables: Sequence[str] = TABLES,
    options: Sequence[str] = (),
    password: str | None = None,
    limits: Limits = Limits(),
    reader: Reader | None = None,
    command: Sequence[str] | None = None,
) -> DataFrame:
    """Reads the documents of a DataFrame with a column `path` into rows: one for each page, and one for
    each document.

    A column `content`, as from `binaryFile`, has the document itself. It is for small files, because Spark
    keeps them in memory. Otherwise `reader` fetches the document, or the task opens its path. `tables` are
    the tables for `explode`; others stay empty. `options` are those of the command line, each with its
    value in one word (`"--pages=1-5"`). `command` starts the program, if it is not that of the package.
    """
    settings = Settings(tables, options, password, limits, reader, command)
    return read_with(files, settings)


def read_with(files: DataFrame, settings: Settings) -> DataFrame:
    """The same with settings that exist already."""
    return chosen(files).mapInArrow(_read_all(settings), nested_type())


def chosen(files: DataFrame) -> DataFrame:
    """The columns that `documents` reads."""
    return files.select(*(name for name in ("path", "raw_path", "content") if name in files.columns))


def documents(batch: pa.RecordBatch) -> Iterator[tuple[str, memoryview | None]]:
    """The documents in a batch of files: the path, and the content if the batch has it."""
    names = batch.schema.names
    raw_paths = batch.column("raw_path") if "raw_path" in names else None
    contents = batch.column("content") if "content" in names else None
    for row, path in enumerate(batch.column("path").to_pylist()):
        raw = None if raw_paths is None else raw_paths[row].as_py()
        content = None if contents is None else contents[row].as_buffer()
        yield path if raw is None else os.fsdecode(raw), None if content is None else memoryview(content)


def _read_all(
    settings: Settings,
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def read_all(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for path, content in documents(batch):
                yield from rows(path, settings, content)

    return read_all


def explode(nested: DataFrame, table: str) -> DataFrame:
    """One table of the result of `read`."""
    from pyspark.sql import functions as f

    if table not in TABLES:
        raise ValueError(f"there is no table {table}; the tables are {', '.join(TABLES)}")
    if table == "documents":
        return nested.where(f.col("document").isNotNull()).select("path", "document.*")
    pages = nested.where(f.col("page").isNotNull())
    if table == "pages":
        return pages.select("path", "page.*")
    return pages.select("path", "page.page", "page.label", f.inline(table))


def nested_type() -> StructType:
    """The schema of the result of `read`."""
    return spark_type("nested")


def spark_type(table: str) -> StructType:
    """The schema of a table."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(table_schema(table))


def contents(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """Files with their contents, which Spark reads. Files that it cannot read are missing."""
    from pyspark.errors import PySparkException
    from pyspark.sql import functions as f

    reader = spark.read.format("binaryFile").option("ignoreCorruptFiles", "true").option("ignoreMissingFiles", "true")
    try:
        found = reader.load([escaped(path) for path in paths])
    except PySparkException:
        # A file has been removed since it was listed, or has a name that Hadoop cannot open.
        existing = [escaped(path) for path in paths if _exists(spark, path)]
        if not existing:
            return spark.createDataFrame([], "path string, content binary")
        found = reader.load(existing)
    if not any("://" in path for path in paths):
        # Restores the paths that were given.
        found = found.withColumn("path", f.regexp_replace("path", "^file:/*", "/"))
    return found


def is_plain(path: str) -> bool:
    """Whether Spark can read a file by its name. It takes names for patterns, and Hadoop fails on some of them."""
    _, _, name = path.rpartition("://")
    return named(path) == path and re.search(r"[\\{}\[\]*?:%#\n]", name) is None


def _exists(spark: SparkSession, path: str) -> bool:
    jvm: Any = spark._jvm
    try:
        place = jvm.org.apache.hadoop.fs.Path(path)
        system = place.getFileSystem(spark._jsparkSession.sessionState().newHadoopConf())
        return bool(system.exists(place))
    except Exception:  # Whatever the reason, Spark cannot open it.
        return False


def escaped(path: str) -> str:
    """A path for readers of Spark, which expand patterns."""
    return re.sub(r"[\\{}\[\]*?]", r"\\\g<0>", path)


def files(
    spark: SparkSession, inputs: Inputs, *, bins: int | None = None, pattern: str = "*.pdf"
) -> DataFrame:
    """The files below folders with their lengths, one partition for each bin: see `listing` and `deal`.

    A third column, `raw_path`, has the bytes of paths that are not Unicode, in which `path` is approximate.

    By default there are four bins for each core of the cluster, so that a bin with slow documents does
    not delay the others.
    """
    listed = listing(spark, inputs, pattern)
    return dealt(spark, listed, bins)


def dealt(
    spark: SparkSession, listed: Sequence[tuple[str, int]], bins: int | None = None
) -> DataFrame:
    """The same for a list of paths with their lengths."""
    if bins is None:
        bins = 4 * spark.sparkContext.defaultParallelism
    filled = deal(listed, bins)

    def give(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column("id").to_pylist():
                yield batch_of(filled[number])

    numbers = spark.range(0, len(filled), 1, max(1, len(filled)))
    return numbers.mapInArrow(give, "path string, length long, raw_path binary")


def batch_of(listed: Sequence[tuple[str, int]]) -> pa.RecordBatch:
    """The rows of files: path, length, and the bytes of a path that is not Unicode."""
    shown = [named(path) for path, _ in listed]
    raw = [None if name == path else os.fsencode(path) for name, (path, _) in zip(shown, listed)]
    columns = [
        pa.array(shown, pa.string()),
        pa.array([length for _, length in listed], pa.int64()),
        pa.array(raw, pa.binary()),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=_FILES)


def listing(
    spark: SparkSession, inputs: Inputs, pattern: str = "*.pdf"
) -> list[tuple[str, int]]:
    """The files below folders whose names match the pattern, and single files. Each occurs once, with its
    length; they are sorted by path.

    Paths are absolute, because tasks run in other folders than the caller. Spark lists paths with a
    scheme (`s3a://…`).
    """
    found: dict[str, int] = {}
    for given in places(inputs):
        if "://" in given:
            found.update(_listed_by_spark(spark, given, pattern))
        else:
            found.update(_listed_here(os.path.abspath(given), pattern))
    return sorted(found.items())


def places(inputs: Inputs) -> list[str]:
    """The paths of one or several inputs. A text is a single path: its letters would include `/`."""
    if isinstance(inputs, (str, os.PathLike)):
        return [os.fspath(inputs)]
    return [os.fspath(given) for given in inputs]


def _listed_by_spark(spark: SparkSession, given: str, pattern: str) -> Iterator[tuple[str, int]]:
    listed = (
        spark.read.format("binaryFile")
        .option("recursiveFileLookup", "true")
        .option("pathGlobFilter", pattern)
        .load(given)
        .select("path", "length")
    )
    for row in listed.toLocalIterator():
        yield row.path, row.length


def _listed_here(given: str, pattern: str) -> Iterator[tuple[str, int]]:
    from fnmatch import fnmatchcase

    if not os.path.isdir(given):
        yield given, os.path.getsize(given)
        return

    def unreadable(error: OSError) -> None:
        raise error

    for folder, _, names in os.walk(given, onerror=unreadable):
        for name in names:
            if fnmatchcase(named(name).lower(), pattern.lower()):
                path = os.path.join(folder, name)
                yield path, _length(path)


def _length(path: str) -> int:
    """The size of a file, or 0 if it is unreadable: its error is reported in its row."""
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def deal(listed: Iterable[tuple[str, int]], bins: int) -> list[list[tuple[str, int]]]:
    """Distributes files over at most `bins` bins of similar size. In each bin they are sorted by path.

    The largest files come first, each into the bin that is least full. Files of the same size are
    shuffled, because neighbours in a folder often hang alike.
    """
    listed = sorted(listed, key=lambda file: (-file[1], bucket(file[0], sys.maxsize), file[0]))
    bins = max(1, min(bins, len(listed)))
    filled: list[list[tuple[str, int]]] = [[] for _ in range(bins)]
    fullness = [(0, number) for number in range(bins)]
    for path, length in listed:
        full, number = fullness[0]
        filled[number].append((path, length))
        heapq.heapreplace(fullness, (full + length + _EACH, number))
    return [sorted(one) for one in filled if one]


def bucket(path: str, buckets: int) -> int:
    """The number of a path's bucket, which is the same on every machine."""
    return zlib.crc32(os.fsencode(path)) % buckets
