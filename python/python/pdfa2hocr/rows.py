"""Documents as rows of Arrow tables, for engines that process many documents.

`docs/arrow.md` describes the columns. A document has a row for each page and one for itself. If it cannot
be read, it has only its own row, with the error.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from pdfa2hocr import schema
from pdfa2hocr.worker import Failure, Limits, Worker

__all__ = ["TABLES", "Reader", "Settings", "explode", "named", "rows", "table_schema"]

TABLES = ("documents", "pages", "words", "lines", "blocks", "tables")
"""All tables."""

Reader = Callable[[str], "bytes | memoryview | str | os.PathLike[str]"]
"""Returns the bytes of the document at a path, or the path of a local file with these bytes."""


@dataclass(frozen=True)
class Settings:
    """Settings for reading documents."""

    tables: Sequence[str] = TABLES
    """The tables to fill; `documents` is always included."""
    options: Sequence[str] = ()
    """Options of the command line, each with its value in one word: `("-p", "--pages=1-5")`."""
    password: str | None = field(default=None, repr=False)
    limits: Limits = Limits()
    reader: Reader | None = None
    """Fetches documents; by default paths are opened."""
    command: Sequence[str] | None = None
    """The command that starts the program; by default that of the package."""

    def __post_init__(self) -> None:
        for name in ("tables", "options"):
            if isinstance(getattr(self, name), str):
                raise TypeError(f"{name}: write a list, like [\"{getattr(self, name)}\"]")
            # Lists may change later, and tables may be an iterator.
            object.__setattr__(self, name, tuple(getattr(self, name)))
        unknown = set(self.tables) - set(TABLES)
        if unknown:
            names = ", ".join(sorted(unknown))
            raise ValueError(f"there is no table {names}; the tables are {', '.join(TABLES)}")


@cache
def table_schema(table: str) -> pa.Schema:
    """The schema of a table, or of the rows (`nested`)."""
    return pa.schema(schema(table))


def rows(
    path: str | os.PathLike[str], settings: Settings, content: bytes | memoryview | None = None
) -> Iterator[pa.RecordBatch]:
    """Yields the rows of a document, a few pages at a time.

    The document is `content`, or the result of the reader, or the file at the path.
    """
    path = name = os.fspath(path)
    if content is None and settings.reader is None:
        path = _local(path)
    elif content is None and settings.reader is not None:
        try:
            fetched = settings.reader(path)
            if isinstance(fetched, (str, os.PathLike)):
                path = os.fspath(fetched)
            else:
                content = memoryview(fetched).cast("B")
        except Exception as error:  # An error of one document does not affect the others.
            line = " ".join(str(error).split()) or type(error).__name__
            yield failed(name, Failure("file", f"cannot fetch {path}: {line}", 2))
            return
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
    """The rows of one table, extracted from rows of pages and documents."""
    if table not in TABLES:
        raise ValueError(f"there is no table {table}; the tables are {', '.join(TABLES)}")
    if table in ("documents", "pages"):
        whole = "document" if table == "documents" else "page"
        # Only these columns, because a filter copies the rows of all tables.
        part = batch.select(["path", whole])
        part = part.filter(pc.is_valid(part.column(whole)))
        columns = {"path": part.column("path")}
        things = part.column(whole)
    else:
        lists, page = batch.column(table), batch.column("page")
        around = pc.list_parent_indices(lists)
        columns = {"path": batch.column("path").take(around)}
        columns |= {name: pc.struct_field(page, name).take(around) for name in ("page", "label")}
        things = pc.list_flatten(lists)
    columns |= zip((field.name for field in things.type), things.flatten())
    return pa.RecordBatch.from_pydict(columns, schema=table_schema(table))


def _local(path: str) -> str:
    """The path in a `file:` URI as Hadoop writes it, which is without escapes."""
    for scheme in ("file://", "file:"):
        if path.startswith(scheme):
            return path.removeprefix(scheme)
    return path


def failed(path: str, failure: Failure) -> pa.RecordBatch:
    """The row of a document that cannot be read."""
    document = {"error": failure.error, "message": failure.message, "exit": failure.exit}
    return pa.RecordBatch.from_pylist(
        [{"path": named(path), "document": document}], schema=table_schema("nested")
    )


def named(path: str) -> str:
    """The path as in the column `path`: bytes that are not Unicode are replaced by U+FFFD."""
    return os.fsencode(path).decode(errors="replace")


_workers: dict[object, Worker] = {}
"""The workers of this process by their settings, kept for the next documents."""

_owner = 0


def _worker(settings: Settings) -> Worker:
    global _owner
    if _owner != os.getpid():
        # After a fork, the workers belong to the parent process.
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
