"""The objects and the text of a page, or of a part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property
from re import Pattern
from typing import Any, Self

from pdfa2hocr import Document
from pdfa2hocr.plumber import objects, text
from pdfa2hocr.plumber.objects import Box, Form, Obj

__all__ = ["Content", "Objects"]


class Objects:
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


class Content(Objects):
    """The objects and the text of a page, or of a part of it."""

    is_original = True
    """Whether it is a whole page with all its objects."""

    def __init__(self, document: Document, page_number: int, initial_doctop: float, unicode_norm: Form | None) -> None:
        self._document = document
        self._unicode_norm = unicode_norm
        self.root_page = self
        self.page_number = page_number
        self.initial_doctop = initial_doctop
        self._cuts: list[Callable[[list[Obj]], list[Obj]]] = []
        self._area: Box | None = None

    @cached_property
    def _raw(self) -> dict[str, Any]:
        raw: dict[str, Any] = self._document._graphics(self.page_number - 1)
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
            return objects.graphics(self._raw, self.page_number, self.initial_doctop, self._unicode_norm)
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

    def _part(self, area: Box | None, cut: Callable[[list[Obj]], list[Obj]]) -> Self:
        part = copy(self)
        part.close()
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

    def crop(self, bbox: Sequence[float], relative: bool = False, strict: bool = True) -> Self:
        """The part of the page in a box; objects are cut at its edges."""
        area = self._area_of(bbox, relative, strict)
        return self._part(area, lambda objs: objects.clip(objs, area))

    def within_bbox(self, bbox: Sequence[float], relative: bool = False, strict: bool = True) -> Self:
        """The part of the page in a box, with the objects that are completely in it."""
        area = self._area_of(bbox, relative, strict)
        return self._part(area, lambda objs: objects.within(objs, area))

    def outside_bbox(self, bbox: Sequence[float], relative: bool = False, strict: bool = True) -> Self:
        """The page without the objects that touch a box."""
        area = self._area_of(bbox, relative, strict)
        return self._part(None, lambda objs: objects.outside(objs, area))

    def filter(self, test_function: Callable[[Obj], bool]) -> Self:
        """The page with the objects for which a function returns True."""
        return self._part(None, lambda objs: [obj for obj in objs if test_function(obj)])

    def dedupe_chars(self, tolerance: float = 1, extra_attrs: Sequence[str] | None = ("fontname", "size")) -> Self:
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

    def _png(self, scale: float, program: str) -> bytes:
        """A picture of the crop box, drawn by the program."""
        return self._document._png(self.page_number - 1, scale, program)

    def close(self) -> None:
        """Frees the content of the page; it is read again when it is asked for."""
        for name in ("_raw", "_all", "edges"):
            self.__dict__.pop(name, None)

    def flush_cache(self, properties: Iterable[str] | None = None) -> None:
        """The same as `close`."""
        self.close()

    def __repr__(self) -> str:
        return f"<Page:{self.page_number}>"
