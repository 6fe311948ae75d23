# What is compiled. Boxes are left, top, right, bottom, in points (1/72 inch) from the upper left corner
# of the visible page.

import re
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Self, Unpack, final, overload

from pandas import DataFrame
from typing_extensions import CapsuleType

from pdfa2hocr._types import Box, Found, Match, Metadata, Options, Source, WordFacts

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
    "check_hocr",
    "open",
    "options",
    "panic_for_tests",
    "schema",
    "validate",
]

@final
class Word:
    """A word, or the piece of one that is on one line."""

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
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def text(self) -> str:
        """The text. A soft hyphen (U+00AD) at its end says that the word goes on in the next line."""
    @property
    def fontname(self) -> str | None:
        """The font of most of its characters."""
    @property
    def size(self) -> float:
        """The size of that font, in points; 0 where there is none."""
    @property
    def bold(self) -> bool:
        """Its stems are heavy."""
    @property
    def italic(self) -> bool:
        """It is slanted."""
    @property
    def confidence(self) -> int:
        """Expected share of right characters, in percent."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, where it is known."""
    @property
    def glued(self) -> bool:
        """It follows the word before without a space."""
    @property
    def direction(self) -> Literal["ltr", "rtl", "ttb", "btt"]:
        """Which way it is read."""

@final
class Line:
    """A printed line, as far as it is in one paragraph."""

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
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def words(self) -> tuple[Word, ...]:
        """In reading order."""
    @property
    def text(self) -> str:
        """The text, with spaces between words."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, where it is known."""
    @property
    def right_to_left(self) -> bool:
        """It is read from right to left."""
    @property
    def baseline(self) -> tuple[float, float] | None:
        """A point of the baseline, in points from the upper left corner; None for words on no line."""
    @property
    def angle(self) -> float:
        """How far it is turned, in degrees, counter-clockwise."""
    @property
    def size(self) -> float:
        """Height of the font, in points; 0 where it is not known."""
    @property
    def vertical(self) -> bool:
        """It is written from top to bottom."""

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
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """In reading order."""
    @property
    def heading(self) -> int | None:
        """Of a heading, its level from 1."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, where it is known."""
    @property
    def text(self) -> str:
        """The text, with a line break between lines."""

@final
class Block:
    """An area of a page: text in a column, a table, a running head, an image."""

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
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def role(self) -> Literal["text", "table", "header", "footer", "pageno", "image"]:
        """What it is."""
    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """In reading order; none in an image."""
    @property
    def alt(self) -> str | None:
        """Of an image, what it shows, if the document says so."""
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
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def text(self) -> str:
        """Its words, with spaces between them."""
    @property
    def is_header(self) -> bool:
        """It is the header of other cells."""
    @property
    def row_span(self) -> int:
        """How many rows it is high, at least 1."""
    @property
    def column_span(self) -> int:
        """How many columns it is wide, at least 1."""

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
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """From top to bottom, each with the cells that begin in it."""
    def extract(self) -> list[list[str | None]]:
        """The texts of the cells, a list for each row, all as long.

        None is where there is no cell, or where one that begins to the left or above goes on.
        """
    def to_pandas(self) -> DataFrame:
        """The table as a DataFrame.

        Its columns are called by the first row, if that has only header cells. Raises ImportError
        without pandas.
        """

@final
class Diagnostic:
    """Something that went wrong; what could be read was read nevertheless."""

    @property
    def kind(self) -> str:
        """The word for it in logs: font, unicode, limit, …"""
    @property
    def message(self) -> str:
        """What happened, in one line, without the place."""
    @property
    def page(self) -> int | None:
        """The page, from 1, if it is known."""
    @property
    def object(self) -> tuple[int, int] | None:
        """Number and generation of the object, if they are known."""
    @property
    def offset(self) -> int | None:
        """The byte in the file, or, with a page, in its content, if it is known."""

@final
class OutlineItem:
    """An item of the outline: a bookmark."""

    @property
    def title(self) -> str:
        """As the document has it."""
    @property
    def page(self) -> int | None:
        """The number of the page that it leads to, from 1."""
    @property
    def top(self) -> float | None:
        """How far down on that page, in points."""
    @property
    def items(self) -> list[OutlineItem]:
        """Those below it."""

@final
class StructElem:
    """An element of the structure tree (ISO 32000-1, 14.7.2)."""

    @property
    def name(self) -> str:
        """Its own type, which the document may have made up."""
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
        """What it shows."""
    @property
    def actual_text(self) -> str | None:
        """The text that stands for its content."""
    @property
    def expansion(self) -> str | None:
        """What it abbreviates."""
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
        """Where the first of its links leads."""
    @property
    def text(self) -> list[str]:
        """Its own text, item by item, on the pages that were asked for."""
    @property
    def children(self) -> list[StructElem]:
        """The elements in it."""

@final
class Page:
    """A page, or what is in a part of one. It stays when its document is closed."""

    @property
    def number(self) -> int:
        """Where the page is in the document, from 1."""
    @property
    def label(self) -> str | None:
        """What the document calls the page: xii."""
    @property
    def width(self) -> float:
        """In points."""
    @property
    def height(self) -> float:
        """In points."""
    @property
    def bbox(self) -> Box:
        """Of the page, or of the part of one that this is."""
    @property
    def lang(self) -> str | None:
        """The language as a BCP 47 tag, where it is known."""
    @property
    def needs_ocr(self) -> bool:
        """It is an image whose text nobody has recognized."""
    @property
    def tags_left(self) -> Literal["untagged", "artifact", "group", "order", "table"] | None:
        """Why it is read by its geometry although it has tags, with `road="auto"`."""
    @property
    def warnings(self) -> list[Diagnostic]:
        """What went wrong on the page."""
    @property
    def blocks(self) -> tuple[Block, ...]:
        """Columns and other areas of text, tables, running heads, images, in reading order."""
    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """In reading order, those of tables among them."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """In reading order."""
    @property
    def words(self) -> tuple[Word, ...]:
        """In reading order."""
    @property
    def tables(self) -> tuple[Table, ...]:
        """In reading order; one inside another comes behind it."""
    @property
    def text(self) -> str:
        """The text: an empty line between paragraphs, a tab between the cells of a row."""
    def to_hocr(self) -> str:
        """The page as hOCR, a file of its own."""
    def to_format(self, format: str) -> str:
        """The page in a format, as a file of its own.

        `hocr`, `alto`, `text`, `tsv`, `json`, `vertical`, `pdfminer-xml`, `segments`; `sqlite` is the
        script that makes a database. Raises ArgumentError for others.
        """
    def to_arrow(self, table: str = "words", *, path: str | None = None) -> ArrowBatch:
        """A table of the page, for what takes in Arrow: `pyarrow.record_batch(page.to_arrow())`.

        `pages`, `words`, `lines`, `blocks` or `tables`; `path` is what the rows call the document.
        Raises ArgumentError for another table.
        """
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[CapsuleType, CapsuleType]: ...
    def explain(self) -> str:
        """A drawing of the page as SVG, with its words, lines, blocks, tables and reading order."""
    def crop(self, bbox: Box) -> Self:
        """The page with only what a box touches, character by character.

        Places stay what they are: points from the upper left corner of the whole page. It holds
        nothing of the rest of the page. Raises ArgumentError for a box that is not on the page.
        """
    def within_bbox(self, bbox: Box) -> Self:
        """The page with only the characters, cells and images that are whole in a box.

        Raises ArgumentError for a box that is not on the page.
        """
    def extract_words(self) -> list[WordFacts]:
        """The words as dictionaries, as pdfplumber has them."""
    def extract_text(self) -> str:
        """The text, as pdfplumber calls it."""
    def extract_tables(self) -> list[list[list[str | None]]]:
        """The texts of all tables, by rows and columns, as pdfplumber calls it."""
    def search(
        self, pattern: str | re.Pattern[str], *, regex: bool = True, case: bool = True
    ) -> list[Match]:
        """Where a pattern matches in the lines of the page, which are parted by line breaks.

        Without `regex` the pattern is taken as it is, without `case` in upper and lower case. Raises
        re.error for a pattern that is wrong.
        """
    def _repr_html_(self) -> str: ...

@final
class PageIterator:
    """A walk over pages. A few are read ahead, by the threads of `jobs`."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Page: ...

@final
class Pages:
    """Some pages of a document. They are read when they are asked for."""

    def __len__(self) -> int: ...
    def __iter__(self) -> PageIterator: ...
    @overload
    def __getitem__(self, key: int, /) -> Page: ...
    @overload
    def __getitem__(self, key: slice, /) -> Pages: ...

@final
class Document:
    """An open document; `open` gives one.

    It is a sequence of pages: those of the option `pages`, or all. Walking over it reads each page once
    and holds a few; `doc[0]` also reads what is around the page, which decides about its running heads.
    Threads can share it, and a process that was forked off opens it anew.
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
        """Lets the document go. What was taken from it stays."""
    @property
    def page_count(self) -> int:
        """How many pages the document has, whichever were asked for when it was opened."""
    def pages(self, numbers: str) -> Pages:
        """Some pages by their numbers from 1: `1-5,9,12-`.

        Raises ArgumentError when there are no such pages.
        """
    @property
    def metadata(self) -> Metadata:
        """Title, author, languages and their like."""
    @property
    def outline(self) -> list[OutlineItem]:
        """The document's own list of its parts; empty without one."""
    def locate(self, quote: str) -> Found:
        """Where a quotation is: its places in order, or else what is near, the nearest first.

        It reads the pages that were asked for. White space, hyphens, case, accents and slips of programs that
        recognise text do not count; a word in place of another does.
        """
    def locate_all(self, quotes: Sequence[str]) -> list[Found]:
        """Where many quotations are; the pages are read once."""
    @property
    def structure(self) -> list[StructElem]:
        """The structure tree: the elements of the first level; empty without tags.

        It reads the pages that were asked for, for their text.
        """
    @property
    def warnings(self) -> list[Diagnostic]:
        """What went wrong so far that belongs to no page.

        While the document was opened, and with the fonts of the pages that have been read.
        """
    def to_arrow(self, table: str = "words", *, path: str | None = None) -> ArrowStream:
        """A table of the pages that were asked for, for what takes in Arrow.

        `documents`, `pages`, `words`, `lines`, `blocks` or `tables`; `path` is what the rows call the
        document, its own path by default. Pages are read as the consumer asks for rows, anew for each
        consumer. Raises ArgumentError for another table.
        """
    def inspect(self, listing: str) -> Any:
        """What the document is made of: `fonts`, `images`, `objects`, `operators` or `metadata`.

        Lists and dictionaries as `pdfa2hocr inspect LISTING --json` has them. Raises ArgumentError for
        another listing.
        """
    def convert(
        self,
        output: str | PathLike[str] | None,
        formats: str | Iterable[str] | Mapping[str, str | PathLike[str]] | None = None,
    ) -> list[Path]:
        """Writes the pages that were asked for, and returns the files.

        One format goes to `output`, several beside it, each with its own ending. Without formats the
        name of `output` chooses: .alto.xml, .page.xml, .tei.xml, .md, .tsv, .txt, .json and .sqlite
        their formats, any other name hOCR. A name that contradicts its format is a UserWarning. A
        dictionary has a file for each format, and `output` is None. Files appear when all are
        complete. They never replace a PDF or a file that is read, and an existing file of other bytes only
        if it is unchanged output, or plain text of a PDF, or the option `overwrite` is on. Raises
        ArgumentError for that, FileError when they cannot be written.
        """

@final
class ArrowStream:
    """A table of a document. Its rows are made while they are read, and not kept."""

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
        """What the file was checked against: 2b."""
    @property
    def claimed(self) -> bool:
        """Whether the file claims it."""
    @property
    def conforms(self) -> bool:
        """Nothing was found that keeps the file from conforming."""
    @property
    def findings(self) -> list[Finding]:
        """The rules that the file breaks, by clause."""
    @property
    def checked(self) -> int:
        """How many requirements were checked."""
    @property
    def repairs(self) -> list[str]:
        """What had to be repaired before the file could be read. Such a file does not conform."""
    @property
    def warnings(self) -> list[str]:
        """What could not be read."""

@final
class Finding:
    """A rule that a file breaks."""

    @property
    def clause(self) -> str:
        """Clause of the standard."""
    @property
    def test(self) -> int:
        """Number of the test in the clause, as veraPDF has it."""
    @property
    def severity(self) -> Literal["error", "warning"]:
        """A warning does not keep the file from conforming."""
    @property
    def message(self) -> str:
        """What is wrong and how to mend it."""
    @property
    def count(self) -> int:
        """How often the rule is broken."""
    @property
    def faults(self) -> list[Fault]:
        """The first places where it is."""

@final
class Fault:
    """One place where a rule is broken."""

    @property
    def page(self) -> int | None:
        """From 1."""
    @property
    def object(self) -> tuple[int, int] | None:
        """Number and generation."""
    @property
    def offset(self) -> int | None:
        """The byte in the file, or, with a page, in its content."""
    @property
    def found(self) -> str:
        """What is there."""

def open(source: Source, /, **options: Unpack[Options]) -> Document:
    """Opens a document: a path, bytes, or a file in binary mode.

    Options have the names of the command line: `page_analysis=True`, `columns=2`, `pages="1-5"`. Files
    are mapped into memory and must not be cut short while they are open; bytes are copied.

    Raises PasswordError, StructureError, ObjectsError, LimitError, FileError; ArgumentError and
    TypeError for wrong options.
    """

def options() -> list[tuple[str, str | None, str]]:
    """The options that `open` takes: name, what its value is called, what it does."""

def schema(table: str, /) -> ArrowSchema:
    """The columns of a table: `documents`, `pages`, `words`, `lines`, `blocks`, `tables`, or `nested`.

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
    """Checks a PDF against PDF/A or PDF/UA: what it claims to follow, or flavours such as `2b` or `ua1`.

    `max_faults` places are kept of each rule. Raises what `open` raises.
    """

def check_hocr(source: Source, /) -> list[tuple[int, str]]:
    """Checks hOCR, whoever wrote it: lines, from 1, and what is wrong there; the first thousand.

    Raises FileError.
    """

def panic_for_tests() -> None: ...
