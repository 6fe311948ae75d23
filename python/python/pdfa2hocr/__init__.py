"""Words, lines, columns, paragraphs and tables of PDFs, with their boxes, in reading order.

    with pdfa2hocr.open("book.pdf") as doc:
        for page in doc:
            print(page.number, page.text)

Boxes are in points (1/72 inch) from the upper left corner of the visible page; page numbers begin at 1.
Failures raise an `Error`. Parts that cannot be read are skipped, and `warnings` lists them.
"""

from __future__ import annotations

from typing import TypeAlias

from pdfa2hocr._chunks import Chunk
from pdfa2hocr._native import (
    ArrowBatch,
    ArrowSchema,
    ArrowStream,
    Block,
    Cell,
    Diagnostic,
    Document,
    Fault,
    Finding,
    Line,
    OutlineItem,
    Page,
    PageIterator,
    Pages,
    Paragraph,
    Report,
    StructElem,
    Table,
    Word,
    __version__,
    check_hocr,
    open,
    options,
    schema,
    validate,
)
from pdfa2hocr._program import program
from pdfa2hocr._tag import tag
from pdfa2hocr._types import (
    Box,
    Difference,
    Found,
    Hit,
    MatchOf,
    Metadata,
    Options,
    Place,
    Source,
    WordFacts,
)
from pdfa2hocr.errors import (
    ArgumentError,
    Error,
    FileError,
    ForbiddenFileError,
    InternalError,
    LimitError,
    MissingFileError,
    ModuleError,
    ObjectsError,
    PasswordError,
    StructureError,
)

Match: TypeAlias = MatchOf[Word]
# `help` shows it; an alias has none of its own.
Match.__doc__ = MatchOf.__doc__

__all__ = [
    "ArgumentError",
    "ArrowBatch",
    "ArrowSchema",
    "ArrowStream",
    "Block",
    "Box",
    "Cell",
    "Chunk",
    "Diagnostic",
    "Difference",
    "Document",
    "Error",
    "Fault",
    "FileError",
    "Finding",
    "ForbiddenFileError",
    "Found",
    "Hit",
    "InternalError",
    "LimitError",
    "Line",
    "Match",
    "Metadata",
    "MissingFileError",
    "ModuleError",
    "ObjectsError",
    "Options",
    "OutlineItem",
    "Page",
    "PageIterator",
    "Pages",
    "Paragraph",
    "PasswordError",
    "Place",
    "Report",
    "Source",
    "StructElem",
    "StructureError",
    "Table",
    "Word",
    "WordFacts",
    "__version__",
    "check_hocr",
    "open",
    "options",
    "program",
    "schema",
    "tag",
    "validate",
]
