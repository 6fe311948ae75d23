"""Documents and pages with the interface of pdfplumber."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Self

import pdfa2hocr
from pdfa2hocr._types import Source
from pdfa2hocr.plumber.content import Content, Objects
from pdfa2hocr.plumber.image import PageImage
from pdfa2hocr.plumber.objects import Form, Obj
from pdfa2hocr.plumber.tables import Table, TableFinder, TableSettings

__all__ = ["PDF", "Page", "open"]

Settings = TableSettings | dict[str, Any] | None


def open(
    path_or_fp: Source,
    pages: Iterable[int] | None = None,
    laparams: None = None,
    password: str | None = None,
    strict_metadata: bool = False,
    unicode_norm: Form | None = None,
    **options: Any,
) -> PDF:
    """Opens a document. `pages` are numbers from 1; `unicode_norm` normalizes the characters; `options` are those of
    `pdfa2hocr.open`. `strict_metadata` changes nothing, because every value of the metadata can be read.

    Raises the exceptions of `pdfa2hocr.open`, and `ValueError` for `laparams`.
    """
    if laparams is not None:
        raise ValueError('laparams: use layout="classic" with pdfa2hocr.open for the text boxes of pdfminer')
    return PDF(pdfa2hocr.open(path_or_fp, password=password, **options), pages, unicode_norm)


class PDF(Objects):
    """A document."""

    def __init__(
        self, document: pdfa2hocr.Document, pages: Iterable[int] | None = None, unicode_norm: Form | None = None
    ) -> None:
        self.document = document
        """The document as `pdfa2hocr.open` gives it, for reading order, headings and other formats."""
        self.unicode_norm = unicode_norm
        self._numbers = None if pages is None else set(pages)

    @cached_property
    def pages(self) -> list[Page]:
        """The pages. Their content is read when it is asked for."""
        found = []
        above = 0.0
        for number in range(1, self.document.page_count + 1):
            if self._numbers is None or number in self._numbers:
                page = Page(self, number, above)
                found.append(page)
                above += page.height
        return found

    @cached_property
    def metadata(self) -> dict[str, str]:
        """The entries of the document information dictionary, as they are in the file."""
        return dict(self.document.inspect("metadata")["info"])

    @property
    def objects(self) -> dict[str, list[Obj]]:
        """The objects of all pages by their kind."""
        found: dict[str, list[Obj]] = {}
        for page in self.pages:
            for kind, own in page.objects.items():
                found.setdefault(kind, []).extend(own)
        return found

    @property
    def annots(self) -> list[Obj]:
        """The annotations of all pages."""
        return [annot for page in self.pages for annot in page.annots]

    def close(self) -> None:
        """Closes the document."""
        self.document.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Page(Content):
    """A page, or a part of one."""

    def __init__(self, pdf: PDF, page_number: int, initial_doctop: float) -> None:
        super().__init__(pdf.document, page_number, initial_doctop, pdf.unicode_norm)
        self.pdf = pdf

    def debug_tablefinder(self, table_settings: Settings = None) -> TableFinder:
        """The tables, with the edges, crossings and cells that led to them."""
        return TableFinder(self, table_settings)

    def find_tables(self, table_settings: Settings = None) -> list[Table]:
        """The tables."""
        return TableFinder(self, table_settings).tables

    def find_table(self, table_settings: Settings = None) -> Table | None:
        """The table with the most cells."""
        tables = self.find_tables(table_settings)
        return min(tables, key=lambda table: (-len(table.cells), table.bbox[1], table.bbox[0]), default=None)

    def extract_tables(self, table_settings: Settings = None) -> list[list[list[str | None]]]:
        """The texts of the tables by rows."""
        settings = TableSettings.resolve(table_settings)
        return [table.extract(**settings.text_settings) for table in self.find_tables(settings)]

    def extract_table(self, table_settings: Settings = None) -> list[list[str | None]] | None:
        """The texts of the table with the most cells."""
        settings = TableSettings.resolve(table_settings)
        table = self.find_table(settings)
        return None if table is None else table.extract(**settings.text_settings)

    def to_image(
        self,
        resolution: float | None = None,
        width: float | None = None,
        height: float | None = None,
        antialias: bool = True,
        force_mediabox: bool = False,
    ) -> PageImage:
        """A picture of the page, of 72 pixels an inch by default, or with a width or height in pixels.

        It shows the crop box, or the media box. The page is drawn by the program, which always smooths, and Pillow
        draws on it. Raises ImportError without Pillow.
        """
        if sum(value is not None for value in (resolution, width, height)) > 1:
            raise ValueError("write one of resolution, width and height")
        if width is not None:
            resolution = 72 * width / self.width
        elif height is not None:
            resolution = 72 * height / self.height
        return PageImage(self, resolution=resolution or 72, force_mediabox=force_mediabox)
