"""Documents and pages with the interface of pdfplumber."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from re import Pattern
from typing import Any, Self

import pdfa2hocr
from pdfa2hocr._types import Source
from pdfa2hocr.plumber import objects, text
from pdfa2hocr.plumber.image import PageImage
from pdfa2hocr.plumber.objects import Box, Form, Obj
from pdfa2hocr.plumber.tables import Table, TableFinder, TableSettings

__all__ = ["PDF", "Page", "open"]

Cut = Callable[[Iterable[Obj], Box], list[Obj]]
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


class _Objects:
    """Objects by their kind, of a page or a document."""

    @property
    def objects(self) -> dict[str, list[Obj]]:
        """The characters, lines, rectangles, curves and images by their kind; kinds without any are missing."""
        raise NotImplementedError

    @property
    def chars(self) -> list[Obj]:
        """The characters."""
        return self.objects.get("char", [])

    @property
    def lines(self) -> list[Obj]:
        """The straight lines."""
        return self.objects.get("line", [])

    @property
    def rects(self) -> list[Obj]:
        """The rectangles."""
        return self.objects.get("rect", [])

    @property
    def curves(self) -> list[Obj]:
        """All other painted paths."""
        return self.objects.get("curve", [])

    @property
    def images(self) -> list[Obj]:
        """The images."""
        return self.objects.get("image", [])

    @property
    def annots(self) -> list[Obj]:
        """The annotations."""
        raise NotImplementedError

    @property
    def hyperlinks(self) -> list[Obj]:
        """The annotations that link to an address."""
        return [annot for annot in self.annots if annot["uri"] is not None]

    @property
    def rect_edges(self) -> list[Obj]:
        """The edges of rectangles."""
        return [edge for rect in self.rects for edge in objects.edges(rect)]

    @property
    def curve_edges(self) -> list[Obj]:
        """The edges of curves."""
        return [edge for curve in self.curves for edge in objects.edges(curve)]

    @cached_property
    def edges(self) -> list[Obj]:
        """The lines, and the edges of rectangles and curves."""
        lines = [edge for line in self.lines for edge in objects.edges(line)]
        return lines + self.rect_edges + self.curve_edges

    @property
    def horizontal_edges(self) -> list[Obj]:
        """The horizontal edges."""
        return [edge for edge in self.edges if edge["orientation"] == "h"]

    @property
    def vertical_edges(self) -> list[Obj]:
        """The vertical edges."""
        return [edge for edge in self.edges if edge["orientation"] == "v"]


class PDF(_Objects):
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


class Page(_Objects):
    """A page, or a part of one."""

    is_original = True
    """Whether it is a whole page with all its objects."""

    def __init__(self, pdf: PDF, page_number: int, initial_doctop: float) -> None:
        self.pdf = pdf
        self.root_page = self
        self.page_number = page_number
        self.initial_doctop = initial_doctop
        self._cuts: list[Callable[[list[Obj]], list[Obj]]] = []
        self._area: Box | None = None

    @cached_property
    def _raw(self) -> dict[str, Any]:
        raw: dict[str, Any] = self.pdf.document._graphics(self.page_number - 1)
        return raw

    @property
    def rotation(self) -> int:
        """The clockwise rotation of the page, in degrees."""
        return int(self.root_page._raw["rotation"])

    @property
    def mediabox(self) -> Box:
        """The media box, whose upper left corner is the origin."""
        x0, top, x1, bottom = self.root_page._raw["mediabox"]
        return 0, 0, x1 - x0, bottom - top

    @property
    def cropbox(self) -> Box:
        """The visible part of the page."""
        left, upper = self.root_page._raw["mediabox"][:2]
        x0, top, x1, bottom = self.root_page._raw["cropbox"]
        return x0 - left, top - upper, x1 - left, bottom - upper

    @property
    def bbox(self) -> Box:
        """The media box, or the part of it."""
        return self.mediabox if self._area is None else self._area

    @property
    def width(self) -> float:
        """The width in points."""
        return self.bbox[2] - self.bbox[0]

    @property
    def height(self) -> float:
        """The height in points."""
        return self.bbox[3] - self.bbox[1]

    @cached_property
    def _all(self) -> dict[str, list[Obj]]:
        if self.root_page is self:
            return objects.graphics(self._raw, self.page_number, self.initial_doctop, self.pdf.unicode_norm)
        found = self.root_page._all
        for cut in self._cuts:
            found = {kind: cut(own) for kind, own in found.items()}
        return found

    @property
    def objects(self) -> dict[str, list[Obj]]:
        """The characters, lines, rectangles, curves and images by their kind; kinds without any are missing."""
        return {kind: own for kind, own in self._all.items() if own and kind != "annot"}

    @property
    def annots(self) -> list[Obj]:
        """The annotations."""
        return self._all["annot"]

    def _part(self, area: Box | None, cut: Callable[[list[Obj]], list[Obj]]) -> Page:
        part = Page(self.pdf, self.page_number, self.initial_doctop)
        part.root_page = self.root_page
        part.is_original = False
        part._area = self.bbox if area is None else area
        part._cuts = [*self._cuts, cut]
        return part

    def _area_of(self, bbox: Sequence[float], relative: bool, strict: bool) -> Box:
        x0, top, x1, bottom = bbox
        left, upper, right, lower = self.bbox
        if relative:
            x0, top, x1, bottom = x0 + left, top + upper, x1 + left, bottom + upper
        if not (x0 < x1 and top < bottom):
            raise ValueError(f"bbox: {bbox} has no area; write left, top, right, bottom")
        if strict and not (left <= x0 and upper <= top and x1 <= right and bottom <= lower):
            raise ValueError(f"bbox: {bbox} is not within the page, {self.bbox}; strict=False allows it")
        return x0, top, x1, bottom

    def crop(self, bbox: Sequence[float], relative: bool = False, strict: bool = True) -> Page:
        """The part of the page in a box; objects are cut at its edges."""
        area = self._area_of(bbox, relative, strict)
        return self._part(area, lambda objs: objects.clip(objs, area))

    def within_bbox(self, bbox: Sequence[float], relative: bool = False, strict: bool = True) -> Page:
        """The part of the page in a box, with the objects that are completely in it."""
        area = self._area_of(bbox, relative, strict)
        return self._part(area, lambda objs: objects.within(objs, area))

    def outside_bbox(self, bbox: Sequence[float], relative: bool = False, strict: bool = True) -> Page:
        """The page without the objects that touch a box."""
        area = self._area_of(bbox, relative, strict)
        return self._part(None, lambda objs: objects.outside(objs, area))

    def filter(self, test_function: Callable[[Obj], bool]) -> Page:
        """The page with the objects for which a function returns True."""
        return self._part(None, lambda objs: [obj for obj in objs if test_function(obj)])

    def dedupe_chars(self, tolerance: float = 1, extra_attrs: Sequence[str] | None = ("fontname", "size")) -> Page:
        """The page without characters that are drawn again at the same place."""
        kept = {id(char) for char in text.dedupe(self.chars, tolerance, extra_attrs)}
        removed = {id(char) for char in self.chars} - kept
        return self._part(None, lambda objs: [obj for obj in objs if id(obj) not in removed])

    def extract_words(self, return_chars: bool = False, **settings: Any) -> list[Obj]:
        """The words. `settings` are those of `text.WordSettings`."""
        given, others = text.arguments(settings)
        text.no_others(others)
        found = text.words(self.chars, given)
        return [{**word, "chars": chars} if return_chars else word for word, chars in found]

    def _text_map(self, settings: dict[str, Any]) -> text.TextMap:
        return text.text_map(self.chars, self.bbox, settings)

    def extract_text(self, **settings: Any) -> str:
        """The text, line by line. With `layout=True`, blanks and empty lines show the places on the page."""
        return self._text_map(settings).text

    def extract_text_simple(self, x_tolerance: float = 3, y_tolerance: float = 3) -> str:
        """The text by a faster and coarser method."""
        return text.simple_text(self.chars, x_tolerance, y_tolerance)

    def extract_text_lines(self, strip: bool = True, return_chars: bool = True, **settings: Any) -> list[Obj]:
        """The lines with their boxes."""
        return self._text_map(settings).lines(strip, return_chars)

    def search(
        self,
        pattern: str | Pattern[str],
        regex: bool = True,
        case: bool = True,
        main_group: int = 0,
        return_groups: bool = True,
        return_chars: bool = True,
        **settings: Any,
    ) -> list[Obj]:
        """The matches of a pattern in the text."""
        return self._text_map(settings).search(pattern, regex, case, main_group, return_groups, return_chars)

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

    def close(self) -> None:
        """Frees the content of the page; it is read again when it is asked for."""
        for name in ("_raw", "_all", "edges"):
            self.__dict__.pop(name, None)

    def flush_cache(self, properties: Iterable[str] | None = None) -> None:
        """The same as `close`."""
        self.close()

    def __repr__(self) -> str:
        return f"<Page:{self.page_number}>"
