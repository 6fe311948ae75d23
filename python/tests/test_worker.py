"""Documents as rows from a worker process, and documents that crash it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pyarrow as pa
import pytest

import pdfa2hocr
from digests import errors
from many import POISON, Many, make, small
from pdfa2hocr.rows import TABLES, Settings, explode, rows, table_schema
from pdfa2hocr.worker import Answer, Failure, Limits, Worker


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Many:
    return make(tmp_path_factory.mktemp("many"), pdfa2hocr.program(), 20, len(POISON))


LIMITS = Limits(memory="64M", cpu=3, time=8)


def test_rows_are_those_of_the_library(fixtures: Path) -> None:
    path = str(fixtures / "tagged" / "tables-and-lists.pdf")
    batches = list(rows(path, Settings()))
    assert batches[0].schema == table_schema("nested")
    for table in TABLES:
        own = pa.Table.from_batches([explode(batch, table) for batch in batches])
        with pdfa2hocr.open(path) as doc:
            expected = pa.table(doc.to_arrow(table))
        assert own.drop_columns("path").to_pylist() == expected.drop_columns("path").to_pylist()
        assert own.num_rows or table == "tables"


def test_content_and_what_a_reader_fetches_are_called_by_the_path(tmp_path: Path) -> None:
    path = tmp_path / "fetched.pdf"
    path.write_bytes(small(7))
    expected = None
    for settings, content in [
        (Settings(), small(7)),
        (Settings(reader=lambda _: small(7)), None),
        (Settings(reader=lambda _: str(path)), None),
        (Settings(reader=lambda _: path), None),
        (Settings(reader=lambda _: memoryview(small(7))), None),
    ]:
        found = [batch.to_pylist() for batch in rows("s3://bucket/a.pdf", settings, content)]
        expected = expected or found
        assert found == expected
        assert {row["path"] for batch in found for row in batch} == {"s3://bucket/a.pdf"}


def test_what_a_reader_cannot_fetch_is_the_error_of_the_document() -> None:
    def reader(path: str) -> bytes:
        raise OSError("no such\nkey")

    [batch] = rows("s3://bucket/a.pdf", Settings(reader=reader))
    [row] = explode(batch, "documents").to_pylist()
    assert row["error"] == "file"
    assert row["message"] == "cannot fetch s3://bucket/a.pdf: no such key"
    assert row["exit"] == 2
    [batch] = rows("a.pdf", Settings(reader=lambda _: None))  # type: ignore[arg-type, return-value]
    [row] = explode(batch, "documents").to_pylist()
    assert row["error"] == "file" and row["message"].startswith("cannot fetch a.pdf: ") and "NoneType" in row["message"]


def test_paths_and_lists_are_given_as_usual_in_python(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(small(7))
    assert [batch.to_pylist() for batch in rows(path, Settings())] == [
        batch.to_pylist() for batch in rows(str(path), Settings(tables=list(TABLES)))
    ]
    with pytest.raises(TypeError, match=r'tables: write a list, like \["words"\]'):
        Settings(tables="words")
    with pytest.raises(TypeError, match=r'options: write a list, like \["-p"\]'):
        Settings(options="-p")


def test_what_is_wrong_with_a_document_costs_only_that(many: Many) -> None:
    settings = Settings(limits=LIMITS, command=many.command)
    paths = sorted(str(path) for path in many.folder.rglob("*.pdf"))
    assert len(paths) == 20
    found = [
        row
        for path in paths
        for batch in rows(path, settings)
        for row in explode(batch, "documents").to_pylist()
    ]
    assert [row["path"] for row in found] == paths
    assert errors(found) == many.errors
    for row in found:
        ended = row["error"] in ("time", "cpu-time", "memory", "crash")
        assert (row["exit"] is None) == ended, row


def test_a_process_reads_many_documents_and_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(small(1))
    with Worker(most=3) as worker:
        processes = []
        for _ in range(7):
            answer = worker.read(str(path))
            assert isinstance(answer, Answer)
            answer.stream.close()
            assert worker._process is not None
            processes.append(worker._process._child.pid)
    assert [processes.count(process) for process in dict.fromkeys(processes)] == [3, 3, 1]


def test_a_process_that_has_died_meanwhile_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(small(1))
    with Worker() as worker:
        assert isinstance(worker.read(str(path)), Answer)
        assert worker._process is not None
        os.kill(worker._process._child.pid, 9)
        assert isinstance(worker.read(str(path)), Answer)


def test_a_large_document_is_sent_whole(fixtures: Path) -> None:
    content = small(1) + b"%" + bytes(100 << 20)
    with Worker(Limits(memory=None)) as worker:
        answer = worker.read("large.pdf", content=content)
    assert isinstance(answer, Answer), answer


def test_a_program_that_is_no_worker_is_an_error_and_not_a_wait() -> None:
    begun = time.monotonic()
    with Worker(Limits(time=30), command=["sh", "-c", "echo this is no worker >&2; exit 3"]) as worker:
        failure = worker.read("a.pdf")
    assert failure == Failure("crash", "this is no worker", 3)
    with Worker(Limits(time=30), command=["sh", "-c", "cat"]) as worker:
        assert isinstance(worker.read("a.pdf"), Failure)
    assert time.monotonic() - begun < 30


def test_a_table_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="there is no table sentences; the tables are documents"):
        Settings(tables=("words", "sentences"))


def test_limits_that_no_process_has() -> None:
    with Worker(Limits(memory="much")) as worker, pytest.raises(ValueError, match="--memory-limit"):
        worker.read("a.pdf")
