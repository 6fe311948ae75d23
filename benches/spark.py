"""Files a second of batches, of workers and of Spark: python benches/spark.py FOLDER [ROUNDS]

Reads all PDFs below a folder, which should have a thousand or more, by the installed package, in several rounds.
Prints the medians, the share of the time that Spark adds to reading the documents alone, and to reading them and
writing their Parquet, and what ten million files of twenty pages would take. A job of one file measures what a job
takes apart from its files. Processor time, of all processes together, depends less on the load of the machine.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import SparkSession

import pdfa2hocr
import pdfa2hocr.spark as pdf
from pdfa2hocr.spark import frames, job, parquet
from pdfa2hocr.rows import Settings, rows

TABLES = ("documents", "words")
PAPER_FILES, PAPER_PAGES = 10_000_000, 20


def main() -> None:
    """Measures, and prints."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    folder = Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    files = [str(path) for path in sorted(folder.rglob("*.pdf"))]
    settings = Settings(tables=TABLES)

    def worker() -> None:
        for path in files:
            for _ in rows(path, settings):
                pass

    def worker_and_parquet() -> None:
        listed = [(path, 0) for path in files]
        with tempfile.TemporaryDirectory() as output:
            for _ in parquet.writing(output, TABLES, settings)([frames.batch_of(listed)]):
                pass

    def batch(jobs: int) -> None:
        with tempfile.TemporaryDirectory() as output:
            program = [pdfa2hocr.program(), "batch", str(folder), "--output-dir", output]
            subprocess.run([*program, "--format", "tsv", "-q", f"-j{jobs}"], check=False)

    timed: dict[str, list[float]] = {}
    used: dict[str, list[float]] = {}

    def measure(name: str, work: Callable[[], object]) -> None:
        begun, before = time.monotonic(), processor_time()
        work()
        timed.setdefault(name, []).append(time.monotonic() - begun)
        used.setdefault(name, []).append(processor_time() - before)

    def read_by_spark(spark: SparkSession, name: str, inputs: list[str]) -> int:
        """Runs a job, and returns the number of pages."""
        with tempfile.TemporaryDirectory() as output:
            measure(name, lambda: job.run(spark, inputs, f"{output}/tables", tables=TABLES))
            documents = spark.read.parquet(f"{output}/tables/documents")
            return int(documents.agg({"pages": "sum"}).collect()[0][0])

    print(f"{len(files)} files")
    for jobs in (1, 2):
        measure(f"batch -j{jobs}", lambda: batch(jobs))
    for cores in (2, 1):
        for _ in range(rounds):
            if cores == 1:
                # The same round has the same load of the machine.
                measure("worker, one core", worker)
                measure("worker and Parquet, one core", worker_and_parquet)
            sessions: list[SparkSession] = []
            builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
            measure(f"local[{cores}]: start", lambda: sessions.append(builder.getOrCreate()))
            [spark] = sessions
            # The first job of a session starts what the others use.
            measure(f"local[{cores}]: first job", lambda: pdf.dealt(spark, [("a", 1)]).collect())
            read_by_spark(spark, f"local[{cores}]: job of one file", files[:1])
            pages = read_by_spark(spark, f"local[{cores}]: job", [str(folder)])
            # Spark ends idle processes, whose processor time would be missing from that of others.
            spark.stop()
    print(f"{pages} pages, medians of {rounds} rounds")
    for name, seconds in timed.items():
        median = statistics.median(seconds)
        processor = statistics.median(used[name])
        print(f"| {name} | {median:.1f} s | {len(files) / median:.0f} files/s | {processor:.1f} s of processors |")
    overhead = 0.0
    for kind, seconds in (("processor", used), ("elapsed", timed)):
        print(f"A job takes {statistics.median(seconds['local[1]: job of one file']):.1f} s of {kind} time by itself")
        for work in ("worker, one core", "worker and Parquet, one core"):
            each_round = zip(seconds["local[1]: job"], seconds["local[1]: job of one file"], seconds[work])
            added = [(whole - fixed - alone, alone) for whole, fixed, alone in each_round]
            overhead = statistics.median(more for more, _ in added) / len(files)
            shares = sorted(100 * more / alone for more, alone in added)
            print(
                f"Spark adds to a {work}: {1000 * overhead:.1f} ms a file of {kind} time,"
                f" {statistics.median(shares):.0f} % ({shares[0]:.0f} to {shares[-1]:.0f})"
            )
    # The last overhead is that of Spark itself.
    alone = statistics.median(timed["worker and Parquet, one core"])
    each = alone / pages * PAPER_PAGES + max(0.0, overhead)
    print(f"{PAPER_FILES} files of {PAPER_PAGES} pages: {each * PAPER_FILES / 3600:.0f} core-hours")


def processor_time() -> float:
    """Seconds of processor time of this process and all processes below it, also of those that have ended."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            facts = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(facts[1])
        ticks[int(folder.name)] = sum(map(int, facts[11:15]))
    own = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in own} - own:
        own |= more
    return sum(ticks[process] for process in own) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
