"""Many documents with a local Spark. `spark_cluster.py` tests a cluster, `spark_lakes.py` Delta and Iceberg."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

import pdfa2hocr
import pdfa2hocr.spark as pdf
from digests import digest, read, written
from many import ROOT, Many, make, small
from pdfa2hocr.spark import job
from pdfa2hocr.spark.folder import Folder
from pdfa2hocr.rows import TABLES, Settings, explode, rows
from pdfa2hocr.worker import Limits

LIMITS = Limits(memory="64M", cpu=3, time=8)
GOOD, POISONED = 80, 7


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Many:
    return make(tmp_path_factory.mktemp("many"), pdfa2hocr.program(), GOOD + POISONED, POISONED)


def paths(many: Many) -> list[str]:
    return sorted(str(path) for path in many.folder.rglob("*.pdf"))


def test_a_job_writes_what_workers_read_and_goes_on_where_it_was(
    spark: SparkSession, many: Many, tmp_path: Path
) -> None:
    folder = tmp_path / "documents"
    shutil.copytree(many.folder, folder)
    given: dict[str, Any] = {"limits": LIMITS, "command": many.command}
    output = tmp_path / "out"

    def run() -> dict[str, int]:
        return job.run(spark, [str(folder)], str(output), tables=TABLES, buckets=3, **given)

    assert run() == {"documents": GOOD + POISONED, "read": GOOD + POISONED, "errors": POISONED}
    listed = sorted(str(path) for path in folder.rglob("*.pdf"))
    expected = read(listed, Settings(**given))
    for table in TABLES:
        assert written(output / table) == expected[table], table
    assert not (output / "nested").exists()

    assert run()["read"] == 0

    # New files, and buckets without a mark, are read again, together with the other documents of the bucket.
    shutil.rmtree(output / "words" / "bucket=00001")
    (output / "_done" / "00001").unlink()
    (folder / "3" / "one-more.pdf").write_bytes(small(4711))
    again = run()["read"]
    poisoned = {Path(path).name for path in many.errors}
    assert 1 < again < GOOD + POISONED
    good = sorted(str(path) for path in folder.rglob("*.pdf") if path.name not in poisoned)
    words = read(good, Settings(**given | {"tables": ["words"]}))["words"]
    assert written(output / "words") == words

    with pytest.raises(job.JobError, match="holds a job with other options"):
        job.run(spark, [str(folder)], str(output), tables=TABLES, options=["-p"])


def test_content_that_spark_reads_gives_the_same_rows(
    spark: SparkSession, many: Many, tmp_path: Path
) -> None:
    good = [path for path in paths(many) if path not in many.errors]
    output = tmp_path / "out"
    job.run(spark, good, str(output), tables=["words"], content=True)
    expected = read(good, Settings(tables=("words", "documents")))
    for table in ("words", "documents"):
        assert written(output / table) == expected[table], table


@pytest.mark.parametrize("content", [False, True])
def test_every_name_and_every_file_has_its_row(spark: SparkSession, tmp_path: Path, content: bool) -> None:
    folder = tmp_path / "a,b{c}[d]*?\\"
    folder.mkdir()
    names = ["a,b{c}.pdf", "*.pdf", "[x]?.pdf", "back\\slash.pdf", " a:b%20#c.pdf", "línea\nnueva.pdf"]
    for number, name in enumerate(names):
        (folder / name).write_bytes(small(number))
    raw = os.fsencode(folder) + b"/\xff\xfe.pdf"
    Path(os.fsdecode(raw)).write_bytes(small(99))
    (folder / "broken.pdf").write_bytes(b"broken")
    (folder / "dangling.pdf").symlink_to("missing")
    output = tmp_path / "out{put}"
    done = job.run(spark, [str(folder)], str(output), tables=["words"], content=content)
    assert done == {"documents": len(names) + 3, "read": len(names) + 3, "errors": 2}
    listed = [str(path) for path in folder.iterdir()]
    expected = read(listed, Settings(tables=("words", "documents")))
    for table in ("words", "documents"):
        assert written(output / table) == expected[table], table
    files = pdf.files(spark, [str(folder)])
    words = pdf.explode(pdf.read(files, tables=["words"]), "words")
    assert digest([words.toArrow()]) == expected["words"]


def test_content_of_a_file_that_is_gone_is_an_error_in_its_row(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(small(1))
    found = pdf.contents(spark, [str(tmp_path / "a.pdf"), str(tmp_path / "b.pdf")])
    assert [row.path for row in found.collect()] == [str(tmp_path / "a.pdf")]
    assert pdf.contents(spark, [str(tmp_path / "b.pdf")]).count() == 0


def test_spark_writes_the_same_where_python_cannot(
    spark: SparkSession, many: Many, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folder, "local", lambda self: None)
    good = [path for path in paths(many) if path not in many.errors][:20]
    for content in (False, True):
        output = tmp_path / f"out{content}"
        job.run(spark, [*good, str(tmp_path)], str(output), tables=["words"], content=content)
        expected = read(good, Settings(tables=("words", "documents")))
        for table in ("words", "documents"):
            assert written(output / table) == expected[table], table


def test_wrong_limits_options_and_formats_are_errors(spark: SparkSession, many: Many, tmp_path: Path) -> None:
    good = [path for path in paths(many) if path not in many.errors][:1]
    with pytest.raises(job.JobError, match="delta.*is not installed"):
        job.run(spark, good, str(tmp_path / "delta"), tables=["words"], format="delta")
    with pytest.raises(ValueError, match="1X"):
        job.run(spark, good, str(tmp_path / "limits"), limits=Limits(memory="1X"))
    assert not (tmp_path / "limits").exists()
    with pytest.raises(job.JobError, match="--colums"):
        job.run(spark, good, str(tmp_path / "options"), options=["--colums=2"])
    assert not (tmp_path / "options").exists()
    with pytest.raises(job.JobError, match="need --namespace"):
        job.run(spark, good, str(tmp_path / "iceberg"), tables=["words"], format="iceberg")


def test_a_reader_of_the_job_fetches_documents(spark: SparkSession, many: Many) -> None:
    good = [path for path in paths(many) if path not in many.errors][:10]
    named = {f"s3://corpus/{Path(path).name}": path for path in good}
    files = pdf.dealt(spark, [(name, 1) for name in named], 3)
    nested = pdf.read(files, tables=["words"], reader=lambda name: Path(named[name]).read_bytes())
    found = digest([pdf.explode(nested, "words").toArrow()])
    settings = Settings(tables=("words",))
    expected = [
        explode(batch, "words")
        for name, path in named.items()
        for batch in rows(name, settings, Path(path).read_bytes())
    ]
    assert found == digest(expected)


def test_the_columns_are_those_of_the_tables(spark: SparkSession) -> None:
    nothing = pdf.read(pdf.dealt(spark, [("no.pdf", 0)]))
    for table in TABLES:
        expected = from_arrow_schema(pa.schema(pdfa2hocr.schema(table)))
        assert pdf.explode(nothing, table).schema == expected, table


def test_files_are_listed_once_and_dealt_out_by_size(spark: SparkSession, tmp_path: Path) -> None:
    lengths = [1 << 30, 300 << 20, *([1000] * 200)]
    for number, length in enumerate(lengths):
        with open(tmp_path / f"{number:03}.PDF", "wb") as file:
            file.truncate(length)
    (tmp_path / "other.txt").write_text("")
    given = [str(tmp_path), str(tmp_path / "000.PDF"), f"file://{tmp_path}"]
    listed = pdf.listing(spark, given[:2])
    assert sorted(length for _, length in listed) == sorted(lengths)
    by_spark = pdf.listing(spark, given[2:], "*.PDF")
    assert [length for _, length in by_spark] == [length for _, length in listed]

    # A single path is not a list of letters.
    assert pdf.listing(spark, str(tmp_path)) == pdf.listing(spark, tmp_path) == listed

    bins = pdf.deal(listed, 8)
    assert sorted(file for one in bins for file in one) == listed
    assert [len(one) for one in bins if one[0][1] > 1000 or one[-1][1] > 1000][:2] == [1, 1]
    small = [len(one) for one in bins if max(length for _, length in one) == 1000]
    assert len(small) == 6 and max(small) - min(small) <= 1
    # Neighbours in the folder are in different bins.
    first = {path for path, _ in listed[2:10]}
    assert max(len(first & {path for path, _ in one}) for one in bins) < 6
    files = pdf.dealt(spark, listed, 8)
    assert files.rdd.getNumPartitions() == 8
    assert sorted((row.path, row.length) for row in files.collect()) == listed


def blocks(language: str) -> list[str]:
    """The code blocks of a language in the documentation."""
    parts = (ROOT / "docs" / "spark.md").read_text().split("```")[1::2]
    return [part.removeprefix(f"{language}\n") for part in parts if part.startswith(f"{language}\n")]


def test_the_examples_of_the_documentation_run(spark: SparkSession, tmp_path: Path) -> None:
    on_spark = blocks("python")[0]
    # Spark was started in another folder.
    on_spark = on_spark.replace('"fixtures/', f'"{ROOT}/fixtures/')
    on_spark = on_spark.replace('("nested")', f'("{tmp_path}/nested")')
    names: dict[str, Any] = {}
    exec(on_spark, names)
    assert names["words"].count() > 100
    assert names["errors"].count() == 0



def test_the_command_of_the_documentation_runs(many: Many, tmp_path: Path) -> None:
    [command, *_] = blocks("sh")
    good = tmp_path / "good"
    good.mkdir()
    (good / "a.pdf").write_bytes(small(1))
    (good / "b.pdf").write_bytes(b"broken")
    places = {"/corpus": str(good), "/tables": str(tmp_path / "out"), "python": sys.executable}
    words = [places.get(word, word) for word in shlex.split(command)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last == "pdfa2hocr: 2 documents, 1 with errors; 0 were done before"
    assert written(tmp_path / "out" / "words")[0] == 8


def test_the_extra_installs_versions_that_do_not_warn(spark: SparkSession) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        warnings.simplefilter("error", DeprecationWarning)
        nested = pdf.read(pdf.dealt(spark, [("no.pdf", 0)]), tables=["words"])
        assert nested.count() == 1
        assert len(pdf.explode(nested, "documents").toPandas()) == 1


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pdfa2hocr.spark", str(tmp_path), str(tmp_path / "out")]
    done = subprocess.run([*command, "--master", "local[1]"], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == f"pdfa2hocr: no files that are called like *.pdf below {tmp_path}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table=words,word"], "there is no table word; the tables are"),
        (["--options=-p '"], "-p ': No closing quotation"),
        (["--reader=json:nothing"], "json:nothing is not the function of a module"),
        (["--reader=json"], "json is not the function of a module"),
        (["--buckets=0"], "0 is not a number from 1"),
        (["--conf=spark.ui.enabled"], "spark.ui.enabled has no value"),
    ],
)
def test_wrong_arguments_are_errors_before_spark_starts(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        job.main([*arguments, "in", "out"])
    last = capsys.readouterr().err.splitlines()[-1]
    assert f"argument {arguments[0].partition('=')[0]}: {message}" in last
