"""Text recognition by keywords of `open`, by workers and by Spark's rows. It needs Tesseract."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pdfa2hocr
from pdfa2hocr.rows import Settings, explode, rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


@pytest.fixture
def scan(fixtures: Path) -> Path:
    return fixtures / "ocr" / "scans.pdf"


@needs_tesseract
def test_a_scan_is_recognised_by_keyword(scan: Path, tmp_path: Path) -> None:
    assert pdfa2hocr.open(scan)[0].needs_ocr
    with pdfa2hocr.open(scan, ocr="auto", ocr_lang="eng", ocr_cache=tmp_path, ocr_command="tesseract") as doc:
        page = doc[0]
        assert len(page.words) > 5 and not page.needs_ocr, page.warnings
        assert all(0 <= word.confidence <= 100 for word in page.words)
        assert page.to_format("markdown").strip()
    # Bytes are recognised, too.
    with pdfa2hocr.open(scan.read_bytes(), ocr="auto", ocr_lang="eng", ocr_cache=tmp_path) as doc:
        assert [word.text for word in doc[0].words] == [word.text for word in page.words]


RECOGNISE = """
import sys
import pdfa2hocr

with pdfa2hocr.open(sys.argv[1], ocr="auto", ocr_lang="eng", ocr_cache=sys.argv[2]) as doc:
    print(len(doc[0].words))
"""


@needs_tesseract
def test_the_environment_need_not_be_activated(scan: Path, tmp_path: Path) -> None:
    """The folder of the command `pdfa2hocr` is not on the path of programs; Tesseract is."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "tesseract").symlink_to(shutil.which("tesseract") or "")
    done = subprocess.run(
        [sys.executable, "-c", RECOGNISE, str(scan), str(tmp_path / "cache")],
        env=os.environ | {"PATH": str(tools)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5, done.stderr


@needs_tesseract
def test_workers_recognise_by_options(scan: Path, tmp_path: Path) -> None:
    options = ("--ocr=auto", "--ocr-lang=eng", f"--ocr-cache={tmp_path}")
    batches = list(rows(str(scan), Settings(tables=("words",), options=options)))
    words = pa.Table.from_batches([explode(batch, "words") for batch in batches])
    assert words.num_rows > 5
    assert set(words.column("source").to_pylist()) == {"recognised"}


@needs_tesseract
def test_a_job_of_spark_recognises_by_options(spark: SparkSession, scan: Path, tmp_path: Path) -> None:
    from pdfa2hocr.spark import job

    output = tmp_path / "out"
    options = ["--ocr=auto", "--ocr-lang=eng", "--pages=1-2"]
    done = job.run(
        spark, [str(scan)], str(output), tables=["words"], options=[*options, f"--ocr-cache={tmp_path / 'a'}"]
    )
    assert done == {"documents": 1, "read": 1, "errors": 0}
    found = pa.concat_tables(pq.read_table(file) for file in (output / "words").glob("*/*.parquet"))
    assert set(found["page"].to_pylist()) == {1, 2}
    assert set(found["source"].to_pylist()) == {"recognised"}
    # A worker recognises the same, with a cache of its own.
    settings = Settings(tables=("words",), options=[*options, f"--ocr-cache={tmp_path / 'b'}"])
    expected = pa.Table.from_batches([explode(batch, "words") for batch in rows(str(scan), settings)])
    assert found.select(expected.column_names).equals(expected)


def test_a_missing_engine_is_an_error_that_names_it(scan: Path) -> None:
    with pytest.raises(pdfa2hocr.ArgumentError, match="no-such-engine"):
        pdfa2hocr.open(scan, ocr="auto", ocr_command="no-such-engine {image} {output}", ocr_cache="off")


def test_wrong_values_are_errors_of_their_keywords(scan: Path) -> None:
    with pytest.raises(pdfa2hocr.ArgumentError, match="^ocr: "):
        pdfa2hocr.open(scan, ocr="sometimes")  # type: ignore[arg-type]
