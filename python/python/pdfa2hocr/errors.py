"""Exceptions, one for each exit code of the program."""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = [
    "ArgumentError",
    "Error",
    "FileError",
    "ForbiddenFileError",
    "InternalError",
    "LimitError",
    "MissingFileError",
    "ModuleError",
    "ObjectsError",
    "PasswordError",
    "StructureError",
]


class Error(Exception):
    """The base class. The message is one line.

    `kind` is the kind of error as in logs, `page` the page number, from 1. `object` is the number and
    the generation of the PDF object, `offset` the byte offset in the file or in the page's content.
    `errno` is the number of the system's error, and `filename` the file, if there is one. Unknown values are
    None.
    """

    exit_code: ClassVar[int] = 2
    """The exit code of the program for this error."""

    kind: str
    page: int | None
    object: tuple[int, int] | None
    offset: int | None
    errno: int | None
    filename: str | bytes | int | None

    def __init__(
        self,
        message: str = "",
        *,
        kind: str = "",
        page: int | None = None,
        object: tuple[int, int] | None = None,
        offset: int | None = None,
        errno: int | None = None,
        filename: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.page = page
        self.object = object
        self.offset = offset
        self.errno = errno
        self.filename = filename

    def __reduce__(self) -> tuple[Any, ...]:
        # The state that OSError pickles has no attributes of subclasses.
        return (type(self), (str(self),), self.__dict__ | {"errno": self.errno, "filename": self.filename})

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument is wrong, or a file that it names; or an output would replace an input or a PDF."""

    exit_code = 1


class FileError(Error, OSError):
    """A file cannot be opened, read or written."""

    exit_code = 2


class MissingFileError(FileError, FileNotFoundError):
    """A file does not exist."""


class ForbiddenFileError(FileError, PermissionError):
    """The user must not open, read or write a file."""


class StructureError(Error):
    """The document has no pages, or no tags although `tagged=True` requires them."""

    exit_code = 3


class ObjectsError(Error):
    """The file is not a PDF, or it is damaged beyond repair."""

    exit_code = 4


class PasswordError(Error):
    """The document needs a password, or the password is wrong."""

    exit_code = 5


class ModuleError(Error):
    """A module has an error."""

    exit_code = 6


class LimitError(Error):
    """The document exceeds a limit of memory or work."""

    exit_code = 10


class InternalError(Error):
    """A bug in pdfa2hocr. The document stays usable; please report the bug."""

    exit_code = 101
