"""Documents as rows, whatever becomes of them: what engines for many documents call for each.

`docs/arrow.md` has the columns. Every document gives the rows of its pages and one of its own; one that
cannot be read gives that row only, with its error.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from pdfa2hocr import schema
from pdfa2hocr.worker import Failure, Limits, Worker

__all__ = ["TABLES", "Reader", "Settings", "explode", "nested_schema", "rows"]

TABLES = ("documents", "pages", "words", "lines", "blocks", "tables")
"""All tables."""

Reader = Callable[[str], "bytes | str"]
"""Gives for a path the bytes of the document, or the path of a file that has them."""


@dataclass(frozen=True)
class Settings:
    """How documents are read."""

    tables: Sequence[str] = TABLES
    """The tables whose rows are wanted; the documents are always among them."""
    options: Sequence[str] = ()
    """Those of the command line, each with its value in one word: `("-p", "--pages=1-5")`."""
    password: str | None = field(default=None, repr=False)
    limits: Limits = Limits()
    reader: Reader | None = None
    """How documents are fetched; by default paths are opened."""
    command: Sequence[str] | None = None
    """What starts the program; by default that of the package."""

    def __post_init__(self) -> None:
        unknown = set(self.tables) - set(TABLES)
        if unknown:
            names = ", ".join(sorted(unknown))
            raise ValueError(f"there is no table {names}; the tables are {', '.join(TABLES)}")


def nested_schema() -> pa.Schema:
    """The schema of the rows."""
    return pa.schema(schema("nested"))


def rows(
    path: str, settings: Settings, content: bytes | memoryview | None = None
) -> Iterator[pa.RecordBatch]:
    """The rows of a document, a few pages at a time. It is `content`, or what the reader fetches, or the
    file at the path.
    """
    name = path
    if content is None and settings.reader is None:
        path = _local(path)
    elif content is None and settings.reader is not None:
        try:
            fetched = settings.reader(path)
        except Exception as error:  # Whatever is wrong with one document, the others are read.
            line = " ".join(str(error).split()) or type(error).__name__
            yield failed(name, Failure("file", f"cannot fetch {path}: {line}", 2))
            return
        if isinstance(fetched, str):
            path = fetched
        else:
            content = fetched
    tables = [table for table in TABLES if table == "documents" or table in settings.tables]
    answer = _worker(settings).read(
        path,
        content=content,
        name=name,
        tables=tables,
        options=settings.options,
        password=settings.password,
    )
    if isinstance(answer, Failure):
        yield failed(name, answer)
        return
    with answer.stream, pa.ipc.open_stream(answer.stream) as reader:
        yield from reader


def explode(batch: pa.RecordBatch, table: str) -> pa.RecordBatch:
    """The rows of one table that are in rows of pages and documents."""
    if table not in TABLES:
        raise ValueError(f"there is no table {table}; the tables are {', '.join(TABLES)}")
    whole = "document" if table == "documents" else "page"
    batch = batch.filter(pc.is_valid(batch.column(whole)))
    columns = {"path": batch.column("path")}
    if table in ("documents", "pages"):
        things = batch.column(whole)
    else:
        for name in ("page", "label"):
            columns[name] = pc.struct_field(batch.column("page"), name)
        lists = batch.column(table)
        around = pc.list_parent_indices(lists)
        columns = {name: column.take(around) for name, column in columns.items()}
        things = pc.list_flatten(lists)
    for field in things.type:
        columns[field.name] = pc.struct_field(things, field.name)
    return pa.RecordBatch.from_pydict(columns, schema=pa.schema(schema(table)))


def _local(path: str) -> str:
    """The path of a file that is named by a URI, as Hadoop writes them: without escapes."""
    for scheme in ("file://", "file:"):
        if path.startswith(scheme):
            return path.removeprefix(scheme)
    return path


def failed(path: str, failure: Failure) -> pa.RecordBatch:
    """The row of a document that cannot be read."""
    document = {"error": failure.error, "message": failure.message, "exit": failure.exit}
    path = os.fsencode(path).decode(errors="replace")
    return pa.RecordBatch.from_pylist(
        [{"path": path, "document": document}], schema=nested_schema()
    )


_workers: dict[object, Worker] = {}
"""The workers of this process, which are kept for its next documents."""

_owner = 0


def _worker(settings: Settings) -> Worker:
    global _owner
    if _owner != os.getpid():
        # Those of a process that this one is a fork of are not its own.
        _workers.clear()
        _owner = os.getpid()
    key = (settings.limits, tuple(settings.command or ()))
    if key not in _workers:
        _workers[key] = Worker(settings.limits, command=settings.command)
    return _workers[key]


@atexit.register
def _close() -> None:
    if _owner == os.getpid():
        for worker in _workers.values():
            worker.close()
