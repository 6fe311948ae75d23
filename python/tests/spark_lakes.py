"""Tables of Delta and of Iceberg, written by a Spark that has both.

The package `jsoniq` brings the classes of both in one archive. Spark loads them when it starts, so this module needs a
process of its own: `python -m pytest tests/spark_lakes.py`.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")

from pyspark.sql import DataFrame, SparkSession

import sessions
from digests import digest, read
from many import small
from pdfa2hocr.rows import Settings
from pdfa2hocr.spark import job
from pdfa2hocr.spark.store import has_format

TABLES = ("documents", "words")
SOURCES = ("org.apache.spark.sql.delta.sources.DeltaDataSource", "org.apache.iceberg.spark.source.IcebergSource")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The settings of a Spark with Delta, and with Iceberg in the catalog `lake`."""
    package = importlib.util.find_spec("jsoniq")
    if package is None or package.origin is None:
        pytest.skip("jsoniq, which brings Delta and Iceberg, is not installed")
    folder = tmp_path_factory.mktemp("lakes")
    # The archive lacks the names of the formats, by which Spark finds their classes.
    names = folder / "names.jar"
    with zipfile.ZipFile(names, "w") as archive:
        archive.writestr("META-INF/services/org.apache.spark.sql.sources.DataSourceRegister", "\n".join(SOURCES))
    return {
        "spark.jars": ",".join(map(str, [names, *Path(package.origin).parent.glob("jars/*.jar")])),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.lake.type": "hadoop",
        "spark.sql.catalog.lake.warehouse": str(folder / "lake"),
    }


@pytest.fixture(scope="module")
def lakes(settings: dict[str, str]) -> Iterator[SparkSession]:
    """A local Spark with these settings."""
    with sessions.local(settings) as session:
        assert has_format(session, "delta") and has_format(session, "iceberg")
        yield session


@pytest.fixture(params=["delta", "iceberg"])
def format(request: pytest.FixtureRequest) -> str:
    """A format of tables."""
    return str(request.param)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A folder with twenty documents and a broken one."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(20):
        (folder / f"{number:02}.pdf").write_bytes(small(number))
    (folder / "broken.pdf").write_bytes(b"no PDF")
    return folder


def expected(folder: Path) -> dict[str, tuple[int, str]]:
    """The digests of the tables that a worker reads."""
    return read(sorted(map(str, folder.iterdir())), Settings(tables=TABLES))


def table(lakes: SparkSession, format: str, output: Path, name: str) -> DataFrame:
    """A table of a job whose tables of Iceberg are in `lake.NAME`, with the name of the output folder."""
    if format == "iceberg":
        return lakes.table(f"lake.{output.name}.{name}")
    return lakes.read.format(format).load(f"{output}/{name}")


def digests(lakes: SparkSession, format: str, output: Path) -> dict[str, tuple[int, str]]:
    """The digests of the tables of a job."""
    return {name: digest([table(lakes, format, output, name).drop("bucket").toArrow()]) for name in TABLES}


def test_tables_hold_what_workers_read_and_change_with_the_files(
    lakes: SparkSession, documents: Path, tmp_path: Path, format: str
) -> None:
    output = tmp_path / f"{format}_changing"
    given: dict[str, Any] = {"tables": TABLES, "format": format, "namespace": f"lake.{output.name}", "buckets": 3}

    def run() -> dict[str, int]:
        return job.run(lakes, [str(documents)], str(output), **given)

    assert run() == {"documents": 21, "read": 21, "errors": 1}
    assert digests(lakes, format, output) == expected(documents)
    buckets = table(lakes, format, output, "documents").select("bucket").distinct().collect()
    assert {row.bucket for row in buckets} == {0, 1, 2}

    # Nothing has changed, so nothing is read.
    assert run()["read"] == 0

    # A bucket whose files have changed, and one without a mark, replace their rows.
    (documents / "00.pdf").write_bytes(small(4711))
    (documents / "01.pdf").unlink()
    (output / "_done" / "00002").unlink()
    run()
    assert digests(lakes, format, output) == expected(documents)


def test_rows_that_spark_writes_are_the_same(
    lakes: SparkSession, documents: Path, tmp_path: Path, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Spark writes the rows where Python cannot write to the folder of the output.
    monkeypatch.setattr("pdfa2hocr.spark.folder.Folder.local", lambda _: None)
    output = tmp_path / f"{format}_by_spark"
    given: dict[str, Any] = {"tables": TABLES, "format": format, "namespace": f"lake.{output.name}", "buckets": 2}
    job.run(lakes, [str(documents)], str(output), **given)
    assert digests(lakes, format, output) == expected(documents)


def test_the_command_of_the_docs_writes_both(
    lakes: SparkSession, settings: dict[str, str], documents: Path, tmp_path: Path, format: str
) -> None:
    output = tmp_path / f"{format}_by_command"
    command = [sys.executable, "-m", "pdfa2hocr.spark", str(documents), str(output), f"--format={format}"]
    command += [f"--conf={name}={value}" for name, value in (sessions.LOCAL | settings).items()]
    if format == "iceberg":
        command.append(f"--namespace=lake.{output.name}")
    done = subprocess.run([*command, "--table=documents,words"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert digests(lakes, format, output) == expected(documents)
