"""Types of arguments and results, for type checkers and readers."""

from __future__ import annotations

from os import PathLike
from typing import Any, BinaryIO, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

__all__ = ["Box", "Difference", "Found", "Hit", "MatchOf", "Metadata", "Options", "Place", "Source", "WordFacts"]

Path: TypeAlias = str | PathLike[str]

Word = TypeVar("Word")
"""The words of the extension, which imports this module."""

Source: TypeAlias = str | PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""A path, bytes, or a file opened in binary mode."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in points from the upper left corner of the page."""


class Options(TypedDict, total=False):
    """The options of a conversion; `pdfa2hocr --help` explains each, and `options()` lists them."""

    all_text: bool
    alt: Path | None
    affinity_gap: float
    affinity_share: float
    auto_evidence: float
    boxes_flow: float | Literal["none"]
    char_boxes: bool
    char_margin: float
    column_fill: float
    column_order: Literal["ltr", "rtl", "auto"]
    column_width: float
    columns: int | Literal["auto"] | None
    corrections: Path | list[str] | None
    dpi: float | None
    file_grp: str | None
    flow: bool
    font_mapping: Path | None
    front_matter: bool
    gutter_crossing: float
    gutter_evidence: float
    gutter_width: float
    icu: str | None
    ignore_pages: str | None
    ignore_text_groups: bool
    images: Path | None
    images_as: Literal["png", "jpeg"] | None
    input_dpi: float | None
    loss: bool
    jobs: int | None
    join_overlap: float
    keep_chart_text: bool
    keep_heads: bool
    keep_lines: bool
    layout: Literal["regions", "classic"]
    line_margin: float
    line_overlap: float
    mapping: Path | None
    meta: Path | None
    module: Path | list[str] | None
    module_arg: dict[str, Any] | list[str] | None
    module_depth: int
    module_memory: int
    module_steps: int
    no_hyphens: bool
    normalize: Literal["nfc", "nfkc", "none"]
    ocr: Literal["auto", "all", "off"]
    ocr_cache: Path | None
    ocr_command: str
    ocr_lang: str | None
    ocr_replace_bad: bool
    ocr_time_limit: int
    page_analysis: bool
    page_parts: int
    overwrite: bool
    pages: str | None
    password: str | None
    pdf_conformance: Literal["a-2u", "a-2a", "a-3a", "a-4", "ua-1", "plain"]
    pdf_images: str
    replace_tags: bool
    resolution: tuple[int, int] | str | None
    road: Literal["tags", "geometry", "auto"]
    row_joins: int
    row_overlap: float
    scan_dir: Path | None
    segment_marks: str
    short_rows: float
    special_font_tags: bool
    strict: bool
    tagged: bool
    text_run: float
    viewer_as: Literal["auto", "file", "folder"]
    word_margin: float
    x_tolerance: float
    y_tolerance: float


class Metadata(TypedDict):
    """The metadata of a document. Dates are ISO 8601, languages BCP 47 tags."""

    title: str | None
    author: str | None
    subject: str | None
    keywords: str | None
    creator: str | None
    producer: str | None
    created: str | None
    modified: str | None
    languages: list[str]


class WordFacts(TypedDict):
    """A word with the keys of pdfplumber. Lengths are in points.

    `top` and `bottom` are measured from the top of the page, `doctop` from the top of the first page.
    """

    text: str
    x0: float
    x1: float
    top: float
    doctop: float
    bottom: float
    upright: bool
    height: float
    width: float
    direction: Literal["ltr", "rtl", "ttb", "btt"]
    fontname: str | None
    size: float


class MatchOf(TypedDict, Generic[Word]):
    """A match of a pattern: its words, a box around them in points, and a box for each line of them."""

    text: str
    groups: tuple[str | None, ...]
    x0: float
    top: float
    x1: float
    bottom: float
    boxes: list[Box]
    words: list[Word]


class Place(TypedDict):
    """The place of a quotation on a page."""

    page: int
    """The page's number, from 1."""
    label: NotRequired[str]
    """The page label, if the document has page labels."""
    size: list[float]
    """Width and height of the page, in points."""
    boxes: list[list[float]]
    """A box for each line."""


class Difference(TypedDict):
    """A difference between a quotation and the document."""

    quoted: str
    """The word in the quotation; empty if the document has an additional word."""
    printed: str
    """The word in the document; empty if it is missing there."""


class Hit(TypedDict):
    """A passage of the document that matches a quotation, or is near it."""

    score: float
    """The similarity of both, from 0 to 1."""
    text: str
    """The text of the passage."""
    places: list[Place]
    differs: list[Difference]
    """The words that differ, in reading order."""


class Found(TypedDict):
    """The passages found for a quotation."""

    quote: str
    located: list[Hit]
    near: list[Hit]
