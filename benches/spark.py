"""Files a second of batches, of workers and of Spark: python benches/spark.py FOLDER

Reads all PDFs below a folder, which should have at least 2,000 of them, by the installed package. Prints a
table, and what ten million files of twenty pages would take.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import SparkSession

import pdfa2hocr
import pdfa2hocr.spark as pdf
from pdfa2hocr.spark import job
from pdfa2hocr.rows import Settings, rows

TABLES = ("documents", "words")
PAPER_FILES, PAPER_PAGES = 10_000_000, 20


def main() -> None:
    """Measures, and prints."""
    folder = Path(sys.argv[1])
    files = [str(path) for path in sorted(folder.rglob("*.pdf"))]
    settings = Settings(tables=TABLES)

    def worker() -> None:
        for path in files:
            for _ in rows(path, settings):
                pass

    def batch(jobs: int) -> None:
        with tempfile.TemporaryDirectory() as output:
            program = [pdfa2hocr.program(), "batch", str(folder), "--output-dir", output]
            subprocess.run([*program, "--format", "tsv", "-q", f"-j{jobs}"], check=False)

    timed: dict[str, float] = {}

    def measure(name: str, work: Callable[[], object]) -> None:
        begun = time.monotonic()
        work()
        timed[name] = time.monotonic() - begun

    print(f"{len(files)} files")
    measure("worker, one core", worker)
    for jobs in (1, 2):
        measure(f"batch -j{jobs}", lambda: batch(jobs))
    for cores in (1, 2):
        sessions: list[SparkSession] = []
        builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
        measure(f"local[{cores}]: start", lambda: sessions.append(builder.getOrCreate()))
        [spark] = sessions
        # The first job of a session starts what the others use.
        measure(f"local[{cores}]: first job", lambda: pdf.dealt(spark, [("a", 1)]).collect())
        with tempfile.TemporaryDirectory() as output:
            place = f"{output}/tables"
            measure(
                f"local[{cores}]: job",
                lambda: job.run(spark, [str(folder)], place, tables=TABLES),
            )
            documents = spark.read.parquet(f"{place}/documents").agg({"pages": "sum"})
            pages = documents.collect()[0][0]
        spark.stop()
    print(f"{pages} pages")
    for name, seconds in timed.items():
        print(f"| {name} | {seconds:.1f} s | {len(files) / seconds:.0f} files/s |")
    by_spark, alone = timed["local[1]: job"], timed["worker, one core"]
    overhead = max(0.0, (by_spark - alone) / len(files))
    each = alone / pages * PAPER_PAGES + overhead
    print(f"Spark adds {1000 * overhead:.1f} ms a file")
    print(f"{PAPER_FILES} files of {PAPER_PAGES} pages: {each * PAPER_FILES / 3600:.0f} core-hours")


if __name__ == "__main__":
    main()
