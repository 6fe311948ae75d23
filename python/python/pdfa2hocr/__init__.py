"""Words, lines, columns, paragraphs and tables of PDFs, with their boxes, in reading order.

    with pdfa2hocr.open("book.pdf") as doc:
        for page in doc:
            print(page.number, page.text)

Boxes are in points (1/72 inch) from the upper left corner of the visible page; pages are counted from
1. What goes wrong is an `Error`; what can be read is read, and `warnings` say what could not.
"""

from __future__ import annotations

from pdfa2hocr._native import (
    Block,
    Document,
    Line,
    Page,
    PageIterator,
    Pages,
    Paragraph,
    Word,
    open,
    options,
)
from pdfa2hocr.errors import (
    ArgumentError,
    Error,
    FileError,
    InternalError,
    LimitError,
    ModuleError,
    ObjectsError,
    PasswordError,
    StructureError,
)

__all__ = [
    "ArgumentError",
    "Block",
    "Document",
    "Error",
    "FileError",
    "InternalError",
    "LimitError",
    "Line",
    "ModuleError",
    "ObjectsError",
    "Page",
    "PageIterator",
    "Pages",
    "Paragraph",
    "PasswordError",
    "StructureError",
    "Word",
    "open",
    "options",
]
