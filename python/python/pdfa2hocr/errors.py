"""What can go wrong, after the exit codes of the program."""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "ArgumentError",
    "Error",
    "FileError",
    "InternalError",
    "LimitError",
    "ModuleError",
    "ObjectsError",
    "PasswordError",
    "StructureError",
]


class Error(Exception):
    """Something that pdfa2hocr could not do; the message is one line.

    `kind` is the word for it in logs, `page` the page counted from 1, `object` number and generation
    of the PDF's object, `offset` the byte in the file, or in the page's content: each as far as it is
    known.
    """

    exit_code: ClassVar[int] = 2
    """What the program would end with."""

    kind: str
    page: int | None
    object: tuple[int, int] | None
    offset: int | None

    def __init__(
        self,
        message: str = "",
        *,
        kind: str = "",
        page: int | None = None,
        object: tuple[int, int] | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.page = page
        self.object = object
        self.offset = offset

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument is wrong, or a file that it names; or an output would replace an input or a PDF."""

    exit_code = 1


class FileError(Error, OSError):
    """A file cannot be opened, read or written."""

    exit_code = 2


class StructureError(Error):
    """The document has no pages that can be found; or no tags, with `tagged=True`."""

    exit_code = 3


class ObjectsError(Error):
    """This is not a PDF, or one that is damaged beyond repair."""

    exit_code = 4


class PasswordError(Error):
    """The document needs a password, or another one."""

    exit_code = 5


class ModuleError(Error):
    """A module of the user went wrong."""

    exit_code = 6


class LimitError(Error):
    """The document would need more memory or work than limits allow."""

    exit_code = 10


class InternalError(Error):
    """A mistake of pdfa2hocr itself. The document can be used on; please report it."""

    exit_code = 101
