"""A Spark job with 2,000 documents, 20 of them poisoned, on a cluster whose first worker loses its executor.

The test starts a cluster of two workers on this machine: `python -m pytest tests/spark_cluster.py` takes some
minutes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pyarrow.dataset
import pytest

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")

import pdfa2hocr
from digests import errors, read, written
from many import POISON, Many, make
from pdfa2hocr.rows import Settings
from pdfa2hocr.worker import Limits

COUNT, POISONED = 2000, 20
MASTER = "spark://127.0.0.1:17077"
LIMITS = Limits(memory="64M", cpu=3, time=8)
TABLES = ("documents", "words")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[list[int]]:
    """Starts a cluster, and yields the processes of its two workers."""
    home = Path(pyspark.__file__).parent
    environment = os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
    }
    with ExitStack() as stack:

        def start(name: str, *arguments: str) -> int:
            log = stack.enter_context(open(tmp_path / f"{name}.log", "wb"))
            process = subprocess.Popen(
                [home / "bin" / "spark-class", *arguments],
                env=environment,
                stdout=log,
                stderr=log,
                process_group=0,
            )
            stack.callback(process.wait)
            stack.callback(os.killpg, process.pid, signal.SIGKILL)
            return process.pid

        def port(number: int) -> list[str]:
            web = number + 1000
            return ["--host", "127.0.0.1", "--port", f"{number}", "--webui-port", f"{web}"]

        start("master", "org.apache.spark.deploy.master.Master", *port(17077))
        _wait(lambda: "New state: ALIVE" in (tmp_path / "master.log").read_text(), 60)
        workers = [
            start(
                f"worker-{number}",
                "org.apache.spark.deploy.worker.Worker",
                *port(17080 + number),
                *("--cores", "1", "--memory", "1500m"),
                *("--work-dir", str(tmp_path / f"work-{number}")),
                MASTER,
            )
            for number in (1, 2)
        ]
        yield workers


def _wait(until: object, seconds: float) -> None:
    assert callable(until)
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


def _executors(worker: int) -> list[int]:
    """The processes that a worker has started to run tasks."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == worker and b"CoarseGrainedExecutorBackend" in command:
            found.append(int(folder.name))
    return found


def test_every_document_has_its_rows_though_an_executor_dies(
    cluster: list[int], tmp_path: Path
) -> None:
    many = make(tmp_path / "many", pdfa2hocr.program(), COUNT, POISONED)
    output = tmp_path / "out"
    job = tmp_path / "job.py"
    job.write_text(JOB)
    given = {
        "input": str(many.folder),
        "output": str(output),
        "tables": TABLES,
        "command": many.command,
        "limits": vars(LIMITS),
    }
    with open(tmp_path / "job.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, str(job), json.dumps(given)],
            env=os.environ | {"PYSPARK_PYTHON": sys.executable},
            stdout=log,
            stderr=log,
            process_group=0,
        )
        try:
            # The output of a task is here until its bucket ends.
            tasks = "_staged/*/words.parquet"
            _wait(lambda: any(output.glob(tasks)) or process.poll() is not None, 240)
            assert process.poll() is None, (tmp_path / "job.log").read_text()
            [executor, *_] = _executors(cluster[0])
            os.kill(executor, signal.SIGKILL)
            assert process.wait(400) == 0, (tmp_path / "job.log").read_text()
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert len(list((tmp_path / "work-1").glob("app-*/*"))) == 2, "the executor was replaced"

    _check(many, output)


def _check(many: Many, output: Path) -> None:
    listed = sorted(str(path) for path in many.folder.rglob("*.pdf"))
    assert len(listed) == COUNT
    files = sorted((output / "documents").glob("bucket=*/*.parquet"))
    documents = pyarrow.dataset.dataset(files, format="parquet").to_table()
    assert sorted(documents["path"].to_pylist()) == listed
    found = errors(documents.to_pylist())
    assert found == many.errors
    assert set(found.values()) == set(POISON.values())

    settings = Settings(TABLES, limits=LIMITS, command=many.command)
    expected = read(listed, settings)
    for table in TABLES:
        assert written(output / table) == expected[table], table
    _check_batch(many, output, listed)


def _check_batch(many: Many, output: Path, listed: list[str]) -> None:
    """Checks that `batch` writes the same words for the same files."""
    folder = output / "batch"
    good = [path for path in listed if path not in many.errors]
    subprocess.run(
        [
            *(pdfa2hocr.program(), "batch", *good, "--output-dir", str(folder)),
            *("--format", "tsv", "--quiet", "--jobs", "2"),
        ],
        check=True,
    )
    manifest = (folder / "manifest.jsonl").read_text().splitlines()
    assert len(manifest) == len(good)
    by_batch = []
    for line in map(json.loads, manifest):
        [file] = line["files"]
        for row in (folder / file).read_text().splitlines()[1:]:
            level, page, *_, confidence, text = row.split("\t")
            if level == "5":
                by_batch.append((line["input"], int(page), text, int(confidence)))
    files = sorted((output / "words").glob("bucket=*/*.parquet"))
    words = pyarrow.dataset.dataset(files, format="parquet").to_table()
    columns = [words[name].to_pylist() for name in ("path", "page", "text", "confidence")]
    assert sorted(by_batch) == sorted(zip(*columns))


JOB = '''
import json
import sys

from pyspark.sql import SparkSession

from pdfa2hocr.spark import job
from pdfa2hocr.worker import Limits

given = json.loads(sys.argv[1])
builder = SparkSession.builder.master("spark://127.0.0.1:17077")
for setting in (
    "spark.executor.memory=800m",
    "spark.driver.host=127.0.0.1",
    "spark.driver.bindAddress=127.0.0.1",
    "spark.ui.enabled=false",
):
    builder = builder.config(*setting.split("="))
spark = builder.getOrCreate()
job.run(
    spark,
    [given["input"]],
    given["output"],
    tables=given["tables"],
    command=given["command"],
    limits=Limits(**given["limits"]),
    bins=16,
)
spark.stop()
'''
