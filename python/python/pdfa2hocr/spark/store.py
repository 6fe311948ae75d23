"""The tables of a job, in one of several formats, written bucket by bucket.

| format | a table | rows of a bucket |
| --- | --- | --- |
| parquet | the folder `OUTPUT/words` | replaced with its folder `bucket=00007` |
| delta | a Delta table in `OUTPUT/words` | replaced by `replaceWhere` |
| iceberg | the table `NAMESPACE.words` | replaced by an overwrite of the partition |

Where Python can write to the output folder, tasks write the rows as Parquet themselves. On other file systems
Spark writes them as rows of pages (`nested`), from which it makes the tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import pyarrow.parquet as pq
from pyarrow import dataset

from pdfa2hocr.rows import Settings
from pdfa2hocr.spark import frames, parquet
from pdfa2hocr.spark.folder import Folder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["FORMATS", "Bucket", "JobError", "Store", "has_format"]

FORMATS = ("parquet", "delta", "iceberg")
"""The formats of tables."""

_STAGED = "_staged"


class JobError(Exception):
    """An error of a job, in one line."""


def has_format(spark: SparkSession, format: str) -> bool:
    """Whether the classes of a format are installed."""
    sources = spark._jvm.org.apache.spark.sql.execution.datasources.DataSource  # type: ignore[union-attr]
    try:
        sources.lookupDataSource(format, spark._jsparkSession.sessionState().conf())
    except Exception:  # It depends on the version of Spark.
        return False
    return True


class Bucket(Protocol):
    """A bucket of documents while it is read."""

    def read(self, files: DataFrame, settings: Settings) -> None:
        """Adds the rows of documents."""

    def documents(self) -> set[str]:
        """The paths of the documents that have been added."""

    def publish(self, tables: Sequence[str], keep_nested: bool) -> None:
        """Replaces the rows of the bucket in the tables."""


class Store:
    """The tables of a job."""

    def __init__(self, spark: SparkSession, folder: Folder, format: str, namespace: str | None) -> None:
        if format == "iceberg" and namespace is None:
            raise JobError("tables of iceberg need --namespace, the name of a catalog with a namespace: lake.pdf")
        if not has_format(spark, format):
            raise JobError(
                f"{format} is not installed: start Spark with its package, as by --conf spark.jars.packages=NAME"
            )
        self.spark = spark
        self.folder = folder
        self._format = format
        self._namespace = namespace

    @contextmanager
    def bucket(self, number: int, tables: Sequence[str], keep_nested: bool) -> Iterator[Bucket]:
        """A bucket, whose rows replace those in the tables at the end."""
        self.folder.remove(_STAGED)
        local = self.folder.local()
        staged = [*tables, parquet.NESTED] if keep_nested else tables
        bucket: Bucket = _BySpark(self, number) if local is None else _ByTasks(self, number, local, staged)
        yield bucket
        bucket.publish(tables, keep_nested)
        self.folder.remove(_STAGED)

    def place(self, table: str, number: int) -> str:
        """The folder of a bucket in a table of Parquet, below the output folder."""
        return f"{table}/bucket={number:05}"

    @property
    def has_folders(self) -> bool:
        """Whether a table has a folder for each bucket."""
        return self._format == "parquet"

    def write(self, rows: DataFrame, table: str, number: int) -> None:
        """Replaces the rows of a bucket in a table, by Spark."""
        from pyspark.sql import functions as f

        if self._format == "parquet":
            writer = rows.write.mode("overwrite").option("compression", "zstd")
            writer.parquet(self.folder.path(self.place(table, number)))
            return
        rows = rows.withColumn("bucket", f.lit(number))
        if self._format == "delta":
            writer = rows.write.format("delta").mode("overwrite").partitionBy("bucket")
            writer.option("replaceWhere", f"bucket = {number}").save(self.folder.path(table))
            return
        name = f"{self._namespace}.{table}"
        if self.spark.catalog.tableExists(name):
            rows.writeTo(name).overwrite(f.col("bucket") == number)
        else:
            rows.writeTo(name).using("iceberg").partitionedBy(f.col("bucket")).create()

    def errors(self) -> int:
        """The number of documents with an error."""
        local = self.folder.local()
        if self.has_folders and local is not None:
            found = dataset.dataset(f"{local}/documents", format="parquet").to_table(columns=["error"])
            return int(found.num_rows - found.column("error").null_count)
        if self._format == "iceberg":
            documents = self.spark.table(f"{self._namespace}.documents")
        else:
            place = frames.escaped(self.folder.path("documents"))
            documents = self.spark.read.format(self._format).load(place)
        return documents.where("error is not null").count()


class _ByTasks:
    """A bucket that tasks write as Parquet."""

    def __init__(self, store: Store, number: int, local: str, tables: Sequence[str]) -> None:
        self._store = store
        self._number = number
        self._local = local
        self._tables = tables
        self._files: list[str] = []

    def read(self, files: DataFrame, settings: Settings) -> None:
        self._files += parquet.write(files, f"{self._local}/{_STAGED}", self._tables, settings)

    def documents(self) -> set[str]:
        return {
            path
            for file in self._of("documents")
            for path in pq.read_table(file, columns=["path"]).column("path").to_pylist()
        }

    def publish(self, tables: Sequence[str], keep_nested: bool) -> None:
        for table in self._tables:
            place = self._store.place(table, self._number)
            if self._store.has_folders or table == parquet.NESTED:
                self._store.folder.remove(place)
                parquet.publish(self._of(table), table, f"{self._local}/{place}")
            else:
                files = [frames.escaped(file) for file in self._of(table)]
                schema = frames.spark_type(table)
                read = self._store.spark.read.schema(schema)
                rows = read.parquet(*files) if files else self._store.spark.createDataFrame([], schema)
                self._store.write(rows, table, self._number)

    def _of(self, table: str) -> list[str]:
        return [file for file in self._files if file.endswith(f"/{table}.parquet")]


class _BySpark:
    """A bucket that Spark writes as rows of pages, which it reads back for each table."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number
        self._place = store.folder.path(store.place(parquet.NESTED, number))
        store.folder.remove(store.place(parquet.NESTED, number))

    def read(self, files: DataFrame, settings: Settings) -> None:
        nested = frames.read_with(files, settings)
        nested.write.mode("append").option("compression", "zstd").parquet(self._place)

    def _nested(self) -> DataFrame:
        return self._store.spark.read.schema(frames.nested_type()).parquet(frames.escaped(self._place))

    def documents(self) -> set[str]:
        return {row.path for row in self._nested().where("document is not null").select("path").collect()}

    def publish(self, tables: Sequence[str], keep_nested: bool) -> None:
        nested = self._nested()
        for table in tables:
            self._store.write(frames.explode(nested, table), table, self._number)
        if not keep_nested:
            self._store.folder.remove(parquet.NESTED)
