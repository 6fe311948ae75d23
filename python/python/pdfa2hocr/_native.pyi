# Stubs of the compiled extension. Boxes are left, top, right, bottom, in points (1/72 inch) from the
# upper left corner of the visible page.

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NoReturn, Self, Unpack, final, overload

from pandas import DataFrame
from typing_extensions import CapsuleType

from pdfa2hocr._chunks import Chunk
from pdfa2hocr._types import Box, Found, MatchOf, Metadata, Options, Source, WordFacts

__all__ = [
    "ArrowBatch",
    "ArrowSchema",
    "ArrowStream",
    "Block",
    "Cell",
    "Diagnostic",
    "Document",
    "Fault",
    "Finding",
    "Line",
    "OutlineItem",
    "Page",
    "PageIterator",
    "Pages",
    "Paragraph",
    "Report",
    "StructElem",
    "Table",
    "Word",
    "__version__",
    "check_hocr",
    "open",
    "options",
    "panic_for_tests",
    "rebuild",
    "run_program",
    "schema",
    "validate",
]

__version__: str
"""The version of the package."""

@final
class Word:
    """A word, or the part of a divided word on one line."""

    @property
    def bbox(self) -> Box:
        """Left, top, right, bottom, in points from the upper left corner of the page."""
    @property
    def x0(self) -> float:
        """The left edge, in points from the left edge of the page."""
    @property
    def top(self) -> float:
        """The upper edge, in points from the top of the page."""
    @property
    def x1(self) -> float:
        """The right edge, in points from the left edge of the page."""
    @property
    def bottom(self) -> float:
        """The lower edge, in points from the top of the page."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def text(self) -> str:
        """The text. A soft hyphen (U+00AD) at its end means that the word continues on the next line."""
    @property
    def fontname(self) -> str | None:
        """The font of most of its characters."""
    @property
    def size(self) -> float:
        """The size of that font in points; 0 without a font."""
    @property
    def bold(self) -> bool:
        """Whether it is bold."""
    @property
    def italic(self) -> bool:
        """Whether it is italic."""
    @property
    def confidence(self) -> int:
        """The share of its characters that is expected to be right, in percent."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, if it is known."""
    @property
    def glued(self) -> bool:
        """Whether it follows the word before without a space."""
    @property
    def direction(self) -> Literal["ltr", "rtl", "ttb", "btt"]:
        """The direction in which it is read."""

@final
class Line:
    """A printed line, or the part of it in one paragraph."""

    @property
    def bbox(self) -> Box:
        """Left, top, right, bottom, in points from the upper left corner of the page."""
    @property
    def x0(self) -> float:
        """The left edge, in points from the left edge of the page."""
    @property
    def top(self) -> float:
        """The upper edge, in points from the top of the page."""
    @property
    def x1(self) -> float:
        """The right edge, in points from the left edge of the page."""
    @property
    def bottom(self) -> float:
        """The lower edge, in points from the top of the page."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def words(self) -> tuple[Word, ...]:
        """In reading order."""
    @property
    def text(self) -> str:
        """The text, with spaces between words."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, if it is known."""
    @property
    def right_to_left(self) -> bool:
        """Whether it is read from right to left."""
    @property
    def baseline(self) -> tuple[float, float] | None:
        """A point of the baseline, in points from the upper left corner; None for words without a line."""
    @property
    def angle(self) -> float:
        """The rotation in degrees, counter-clockwise."""
    @property
    def size(self) -> float:
        """The font size in points; 0 if it is unknown."""
    @property
    def vertical(self) -> bool:
        """Whether the text runs from top to bottom."""

@final
class Paragraph:
    """Lines that belong together."""

    @property
    def bbox(self) -> Box:
        """Left, top, right, bottom, in points from the upper left corner of the page."""
    @property
    def x0(self) -> float:
        """The left edge, in points from the left edge of the page."""
    @property
    def top(self) -> float:
        """The upper edge, in points from the top of the page."""
    @property
    def x1(self) -> float:
        """The right edge, in points from the left edge of the page."""
    @property
    def bottom(self) -> float:
        """The lower edge, in points from the top of the page."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """In reading order."""
    @property
    def heading(self) -> int | None:
        """The level of a heading, from 1; None for other paragraphs."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, if it is known."""
    @property
    def text(self) -> str:
        """The text, with a line break between lines."""

@final
class Block:
    """An area of a page: a column of text, a table, a running head, an image."""

    @property
    def bbox(self) -> Box:
        """Left, top, right, bottom, in points from the upper left corner of the page."""
    @property
    def x0(self) -> float:
        """The left edge, in points from the left edge of the page."""
    @property
    def top(self) -> float:
        """The upper edge, in points from the top of the page."""
    @property
    def x1(self) -> float:
        """The right edge, in points from the left edge of the page."""
    @property
    def bottom(self) -> float:
        """The lower edge, in points from the top of the page."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def role(self) -> Literal["text", "table", "header", "footer", "pageno", "image"]:
        """The kind of area."""
    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """In reading order; empty for an image."""
    @property
    def alt(self) -> str | None:
        """The alternative text of an image, if the document has one."""
    @property
    def text(self) -> str:
        """The text, with an empty line between paragraphs."""

@final
class Cell:
    """A cell of a table."""

    @property
    def bbox(self) -> Box:
        """Left, top, right, bottom, in points from the upper left corner of the page."""
    @property
    def x0(self) -> float:
        """The left edge, in points from the left edge of the page."""
    @property
    def top(self) -> float:
        """The upper edge, in points from the top of the page."""
    @property
    def x1(self) -> float:
        """The right edge, in points from the left edge of the page."""
    @property
    def bottom(self) -> float:
        """The lower edge, in points from the top of the page."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def text(self) -> str:
        """The text, with spaces between words."""
    @property
    def is_header(self) -> bool:
        """Whether it is a header cell."""
    @property
    def row_span(self) -> int:
        """The number of rows that it spans, at least 1."""
    @property
    def column_span(self) -> int:
        """The number of columns that it spans, at least 1."""

@final
class Table:
    """A table."""

    @property
    def bbox(self) -> Box:
        """Left, top, right, bottom, in points from the upper left corner of the page."""
    @property
    def x0(self) -> float:
        """The left edge, in points from the left edge of the page."""
    @property
    def top(self) -> float:
        """The upper edge, in points from the top of the page."""
    @property
    def x1(self) -> float:
        """The right edge, in points from the left edge of the page."""
    @property
    def bottom(self) -> float:
        """The lower edge, in points from the top of the page."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows from top to bottom, each with the cells that begin in it."""
    def extract(self) -> list[list[str | None]]:
        """The texts of the cells: a list for each row, all of the same length.

        None is a missing cell, or one that continues from the left or from above.
        """
    def to_pandas(self) -> DataFrame:
        """The table as a DataFrame.

        The first row names the columns if it has only header cells. Raises ImportError without pandas.
        """

@final
class Diagnostic:
    """A problem in a document. Everything else was read."""

    @property
    def kind(self) -> str:
        """Its kind, as in logs: font, unicode, limit, …"""
    @property
    def message(self) -> str:
        """The message in one line, without the place."""
    @property
    def page(self) -> int | None:
        """The page number, from 1, if it is known."""
    @property
    def object(self) -> tuple[int, int] | None:
        """The number and the generation of the object, if they are known."""
    @property
    def offset(self) -> int | None:
        """The byte offset in the file, or, with a page, in its content, if it is known."""

@final
class OutlineItem:
    """An item of the outline: a bookmark."""

    @property
    def title(self) -> str:
        """The title in the document."""
    @property
    def page(self) -> int | None:
        """The number of its page, from 1."""
    @property
    def top(self) -> float | None:
        """The distance of its target from the top of the page, in points."""
    @property
    def items(self) -> list[OutlineItem]:
        """The items below it."""

@final
class StructElem:
    """An element of the structure tree (ISO 32000-1, 14.7.2)."""

    @property
    def name(self) -> str:
        """Its type in the document, which may be a custom one."""
    @property
    def standard(self) -> str:
        """Its standard type: P, H1, Table, …"""
    @property
    def page(self) -> int | None:
        """The number of its first page, from 1."""
    @property
    def lang(self) -> str | None:
        """Its language as a BCP 47 tag."""
    @property
    def alt(self) -> str | None:
        """Its alternative text."""
    @property
    def actual_text(self) -> str | None:
        """The text that replaces its content (ActualText)."""
    @property
    def expansion(self) -> str | None:
        """The expansion of an abbreviation."""
    @property
    def title(self) -> str | None:
        """Its title."""
    @property
    def id(self) -> str | None:
        """Its identifier."""
    @property
    def attributes(self) -> list[tuple[str, str]]:
        """Names and values."""
    @property
    def href(self) -> str | None:
        """The target of its first link."""
    @property
    def text(self) -> list[str]:
        """Its own text on the selected pages, one string for each item."""
    @property
    def children(self) -> list[StructElem]:
        """Its child elements."""

@final
class Page:
    """A page, or a part of one. It stays usable when its document is closed."""

    @property
    def number(self) -> int:
        """The page number, from 1."""
    @property
    def label(self) -> str | None:
        """The page label in the document, like xii."""
    @property
    def width(self) -> float:
        """The width in points."""
    @property
    def height(self) -> float:
        """The height in points."""
    @property
    def bbox(self) -> Box:
        """The box of the page, or of this part of it."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, if it is known."""
    @property
    def needs_ocr(self) -> bool:
        """Whether it is an image whose text has not been recognized."""
    @property
    def tags_left(self) -> Literal["untagged", "artifact", "group", "order", "table"] | None:
        """With `road="auto"`: why a tagged page is read by its geometry."""
    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings about this page."""
    @property
    def blocks(self) -> tuple[Block, ...]:
        """Columns and other areas of text, tables, running heads, images, in reading order."""
    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """In reading order, including those in tables."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """In reading order."""
    @property
    def words(self) -> tuple[Word, ...]:
        """In reading order."""
    @property
    def tables(self) -> tuple[Table, ...]:
        """In reading order. A table inside another follows it."""
    @property
    def text(self) -> str:
        """The text, with an empty line between paragraphs and a tab between the cells of a row."""
    def to_hocr(self) -> str:
        """The page as a complete hOCR file."""
    def to_format(self, format: str) -> str:
        """The page as a complete file in a format.

        Formats are `hocr`, `alto`, `text`, `tsv`, `json`, `vertical`, `pdfminer-xml`, `segments`, and
        `sqlite`, which is the script that creates a database. Raises ArgumentError for others.
        """
    def to_arrow(self, table: str = "words", *, path: str | None = None) -> ArrowBatch:
        """A table of the page, for Arrow consumers: `pyarrow.record_batch(page.to_arrow())`.

        Tables are `pages`, `words`, `lines`, `blocks` and `tables`; `path` is the value of that column.
        Raises ArgumentError for another table.
        """
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[CapsuleType, CapsuleType]: ...
    def explain(self) -> str:
        """A drawing of the page as SVG, with its words, lines, blocks, tables and reading order."""
    def crop(self, bbox: Box) -> Self:
        """The page, reduced to the characters, cells and images that a box touches.

        Coordinates stay points from the upper left corner of the whole page. The result contains
        nothing else of the page. Raises ArgumentError for a box outside the page.
        """
    def within_bbox(self, bbox: Box) -> Self:
        """The page, reduced to the characters, cells and images that are completely in a box.

        Raises ArgumentError for a box outside the page.
        """
    def extract_words(self) -> list[WordFacts]:
        """The words as dictionaries, as in pdfplumber."""
    def extract_text(self) -> str:
        """The text. This is pdfplumber's name of `text`."""
    def extract_tables(self) -> list[list[list[str | None]]]:
        """The texts of all tables by rows and columns. This is pdfplumber's name."""
    def search(
        self, pattern: str | re.Pattern[str], *, regex: bool = True, case: bool = True
    ) -> list[MatchOf[Word]]:
        """The matches of a pattern in the lines of the page, which are joined by line breaks.

        Without `regex` the pattern is literal text, without `case` the case is ignored. Raises re.error
        for an invalid pattern.
        """
    def _repr_html_(self) -> str: ...

@final
class PageIterator:
    """An iterator over pages. It reads a few ahead, with the threads of `jobs`."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Page: ...

@final
class Pages:
    """Some pages of a document. A page is read when it is requested."""

    def __len__(self) -> int: ...
    def __iter__(self) -> PageIterator: ...
    @overload
    def __getitem__(self, key: int, /) -> Page: ...
    @overload
    def __getitem__(self, key: slice, /) -> Pages: ...

@final
class Document:
    """An open document. Use `open` to get one.

    It is a sequence of pages: those of the option `pages`, or all. Iterating reads each page once and
    keeps a few; `doc[0]` also reads the pages around, which decide about its running heads. Threads can
    share it, and a forked process opens it again.
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> PageIterator: ...
    @overload
    def __getitem__(self, key: int, /) -> Page: ...
    @overload
    def __getitem__(self, key: slice, /) -> Pages: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_why: object) -> None: ...
    def close(self) -> None:
        """Closes the document. Pages read before stay usable."""
    @property
    def page_count(self) -> int:
        """The number of pages in the document, regardless of the option `pages`."""
    def pages(self, numbers: str) -> Pages:
        """Some pages by their numbers, from 1: `1-5,9,12-`.

        Raises ArgumentError if there are no such pages.
        """
    @property
    def metadata(self) -> Metadata:
        """The title, author, languages and other metadata."""
    @property
    def outline(self) -> list[OutlineItem]:
        """The bookmarks at the first level; empty without any."""
    def locate(self, quote: str) -> Found:
        """Finds a quotation: its places in order, or else similar passages, the nearest first.

        It reads the selected pages. White space, hyphens, case, accents and OCR errors are ignored;
        a different word is not.
        """
    def locate_all(self, quotes: Sequence[str]) -> list[Found]:
        """Finds many quotations, reading the pages once."""
    @property
    def structure(self) -> list[StructElem]:
        """The structure tree, as its elements at the first level; empty without tags.

        It reads the selected pages for their text.
        """
    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings so far that belong to no page.

        They are from opening the document, and about the fonts of the pages read.
        """
    def to_arrow(self, table: str = "words", *, path: str | None = None) -> ArrowStream:
        """A table of the selected pages, for Arrow consumers.

        Tables are `documents`, `pages`, `words`, `lines`, `blocks` and `tables`; `path` is the value of
        that column, by default the path of the document. Pages are read when the consumer asks for rows,
        again for each consumer. Raises ArgumentError for another table.
        """
    def inspect(self, listing: str) -> Any:
        """Lists the contents of the document: `fonts`, `images`, `objects`, `operators` or `metadata`.

        Returns the lists and dictionaries of `pdfa2hocr inspect LISTING --json`. Raises ArgumentError
        for another listing.
        """
    def _graphics(self, index: int) -> dict[str, Any]: ...
    def _png(self, index: int, scale: float, program: str) -> bytes: ...
    def chunks(
        self,
        max_tokens: int | None = None,
        by: Literal["heading", "page", "block"] = "heading",
        *,
        count: Callable[[str], int] | None = None,
    ) -> list[Chunk]:
        """Divides the chosen pages into chunks for retrieval: Markdown with its headings, pages and boxes.

        A chunk ends at a heading, at the end of a page, or with each block. Small blocks are joined, and large ones
        are divided, so that a chunk has at most `max_tokens`. `count` counts the tokens of a text; without it, four
        characters are a token.

        Raises ValueError for wrong arguments, and the exceptions of reading a page.
        """
    def convert(
        self,
        output: str | PathLike[str] | None,
        formats: str | Iterable[str] | Mapping[str, str | PathLike[str]] | None = None,
        *,
        map: str | PathLike[str] | Mapping[str, str | PathLike[str]] | None = None,
    ) -> list[Path]:
        """Writes the selected pages, and returns the paths of the files.

        One format is written to `output`, several beside it, each with its own extension. Without formats
        the name of `output` chooses: .alto.xml, .page.xml, .tei.xml, .md, .tsv, .txt, .json, .sqlite and .pdf
        their formats, any other name hOCR. A name that contradicts its format is a UserWarning. A
        dictionary has a file for each format, and `output` is None. `map` is a file for the places of the
        text, as `--map` writes it, or a dictionary with a file for each of several formats.

        Files appear when all are complete. They never replace a file that is read, and only a PDF replaces a
        PDF. A PDF that claims less than the option `pdf_conformance` is a UserWarning. They replace an existing file of other bytes only if it is unchanged output, or plain text of a PDF, or the
        option `overwrite` is on. Raises ArgumentError otherwise, and FileError if a file cannot be written.
        """

    def to_pdf(self, output: str | PathLike[str]) -> Path:
        """Writes the document as a tagged PDF, as `convert` does, and returns its path.

        Recognised text becomes invisible text over the images of its pages. A PDF gets tags from its page
        analysis, and nothing visible changes.
        """

@final
class ArrowStream:
    """A table of a document. Its rows are created while they are read, and not kept."""

    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...

@final
class ArrowBatch:
    """A table of a page."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[CapsuleType, CapsuleType]: ...

@final
class ArrowSchema:
    """The columns of a table: `pyarrow.schema(pdfa2hocr.schema("words"))`."""

    def __arrow_c_schema__(self) -> CapsuleType: ...

@final
class Report:
    """The check of a file against one flavour."""

    @property
    def flavour(self) -> str:
        """The flavour that the file was checked against, as 2b."""
    @property
    def claimed(self) -> bool:
        """Whether the file declares this flavour."""
    @property
    def conforms(self) -> bool:
        """Whether the file breaks no rule and was not repaired."""
    @property
    def findings(self) -> list[Finding]:
        """The rules that the file breaks, by clause."""
    @property
    def checked(self) -> int:
        """Number of requirements checked."""
    @property
    def repairs(self) -> list[str]:
        """The repairs that were needed to read the file. Such a file does not conform."""
    @property
    def warnings(self) -> list[str]:
        """Warnings about the parts that could not be read."""

@final
class Finding:
    """A rule that a file breaks."""

    @property
    def clause(self) -> str:
        """The clause of the standard."""
    @property
    def test(self) -> int:
        """The number of the test in the clause, as in veraPDF."""
    @property
    def severity(self) -> Literal["error", "warning"]:
        """A file with warnings only may conform."""
    @property
    def message(self) -> str:
        """The problem, and how to repair it."""
    @property
    def count(self) -> int:
        """Number of faults."""
    @property
    def faults(self) -> list[Fault]:
        """The first faults."""

@final
class Fault:
    """One place where a rule is broken."""

    @property
    def page(self) -> int | None:
        """The page number, from 1."""
    @property
    def object(self) -> tuple[int, int] | None:
        """The number and the generation of the object."""
    @property
    def offset(self) -> int | None:
        """The byte offset in the file, or, with a page, in its content."""
    @property
    def found(self) -> str:
        """The value that was found."""

def open(source: Source, /, **options: Unpack[Options]) -> Document:
    """Opens a document from a path, bytes, or a file in binary mode.

    Options have the names of the command line: `page_analysis=True`, `columns=2`, `pages="1-5"`. Files
    are mapped into memory, and must not be truncated while they are open; bytes are copied.

    Raises PasswordError, StructureError, ObjectsError, LimitError, FileError; ArgumentError and
    TypeError for wrong options.
    """

def options() -> list[tuple[str, str | None, str]]:
    """The options of `open`: the name, the name of its value, and its help."""

def schema(table: str, /) -> ArrowSchema:
    """The columns of a table: `documents`, `pages`, `words`, `lines`, `blocks`, `tables` or `nested`.

    Raises ArgumentError for another table.
    """

def validate(
    source: Source,
    /,
    flavour: str | Sequence[str] | None = None,
    *,
    password: str | None = None,
    max_faults: int = 10,
) -> list[Report]:
    """Checks a PDF against PDF/A or PDF/UA: the flavours that it declares, or given ones like `2b` or `ua1`.

    It keeps at most `max_faults` faults of each rule. Raises the exceptions of `open`.
    """

def check_hocr(source: Source, /) -> list[tuple[int, str]]:
    """Checks hOCR of any program. Returns the line numbers, from 1, and messages of the first 1,000 problems.

    Raises FileError.
    """

def run_program(program: str, arguments: list[str], /) -> NoReturn:
    """Runs the command `pdfa2hocr` and ends the process. `program` is the file that starts it."""

def rebuild(class_: str, values: tuple[Any, ...], /) -> Any:
    """The item of a class with these values, for `pickle`."""

def panic_for_tests() -> None: ...
