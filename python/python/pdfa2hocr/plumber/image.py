"""Pictures of pages, with drawings of objects over them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from copy import copy
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO

from pdfa2hocr._program import program
from pdfa2hocr.plumber.content import Content
from pdfa2hocr.plumber.objects import Box, Obj, box
from pdfa2hocr.plumber.tables import TableFinder

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["PageImage"]

Colour = tuple[int, int, int] | tuple[int, int, int, int] | str
Shape = Obj | Sequence[float]

_FILL = (0, 0, 255, 50)
_STROKE = (255, 0, 0, 200)
_STROKE_WIDTH = 1
_CLEAR = (0, 0, 0, 0)
_RADIUS = 5
"""In points, like all lengths but widths of lines."""


class PageImage:
    """A picture of a page. Methods that draw return it, so that calls can follow each other."""

    def __init__(
        self, page: Content, original: Image | None = None, resolution: float = 72, force_mediabox: bool = False
    ) -> None:
        self.page = page
        self.resolution = resolution
        self.scale = resolution / 72
        is_part = page.bbox != page.mediabox or force_mediabox
        self.bbox = page.bbox if is_part else page.cropbox
        """The part of the page that the picture shows."""
        if original is None:
            original = self._drawn()
        self.original = original
        """The picture without drawings."""
        self.reset()

    def _drawn(self) -> Image:
        from PIL import Image

        png = self.page._png(self.scale, program())
        with Image.open(io.BytesIO(png)) as opened:
            picture = opened.convert("RGB")
        # The picture shows the crop box.
        left, top = self.page.cropbox[0], self.page.cropbox[1]
        x0, upper, x1, lower = (round(value * self.scale) for value in _moved(self.bbox, -left, -top))
        return picture.crop((x0, upper, x1, lower))

    def reset(self) -> PageImage:
        """Removes all drawings."""
        from PIL import ImageDraw

        self.annotated: Image = self.original.copy()
        self._draw = ImageDraw.Draw(self.annotated, "RGBA")
        return self

    def copy(self) -> PageImage:
        """A copy of the picture without drawings."""
        return copy(self).reset()

    def _pixels(self, x: float, y: float) -> tuple[int, int]:
        left, top = self.bbox[0], self.bbox[1]
        return int((x - left) * self.scale), int((y - top) * self.scale)

    def draw_line(self, points_or_obj: Any, stroke: Colour = _STROKE, stroke_width: int = _STROKE_WIDTH) -> PageImage:
        """Draws a line through points, or along a line or a curve."""
        if isinstance(points_or_obj, dict):
            x0, top, x1, bottom = box(points_or_obj)
            points = points_or_obj.get("pts") or [(x0, top), (x1, bottom)]
        else:
            points = points_or_obj
        self._draw.line([self._pixels(x, y) for x, y in points], fill=stroke, width=stroke_width)
        return self

    def draw_lines(self, lines: Iterable[Any], **how: Any) -> PageImage:
        """Draws several lines."""
        for line in _rows(lines):
            self.draw_line(line, **how)
        return self

    def draw_vline(self, location: float, stroke: Colour = _STROKE, stroke_width: int = _STROKE_WIDTH) -> PageImage:
        """Draws a vertical line over the whole page."""
        _, top, _, bottom = self.bbox
        return self.draw_line([(location, top), (location, bottom)], stroke, stroke_width)

    def draw_vlines(self, locations: Iterable[float], **how: Any) -> PageImage:
        """Draws several vertical lines."""
        for location in locations:
            self.draw_vline(location, **how)
        return self

    def draw_hline(self, location: float, stroke: Colour = _STROKE, stroke_width: int = _STROKE_WIDTH) -> PageImage:
        """Draws a horizontal line over the whole page."""
        x0, _, x1, _ = self.bbox
        return self.draw_line([(x0, location), (x1, location)], stroke, stroke_width)

    def draw_hlines(self, locations: Iterable[float], **how: Any) -> PageImage:
        """Draws several horizontal lines."""
        for location in locations:
            self.draw_hline(location, **how)
        return self

    def draw_rect(
        self, bbox_or_obj: Shape, fill: Colour = _FILL, stroke: Colour = _STROKE, stroke_width: int = _STROKE_WIDTH
    ) -> PageImage:
        """Draws a box."""
        x0, top, x1, bottom = _box(bbox_or_obj)
        # The stroke is within the box, unless this is smaller.
        half = stroke_width / 2
        x0, x1 = min(x0 + half, (x0 + x1) / 2), max(x1 - half, (x0 + x1) / 2)
        top, bottom = min(top + half, (top + bottom) / 2), max(bottom - half, (top + bottom) / 2)
        self._draw.rectangle((*self._pixels(x0, top), *self._pixels(x1, bottom)), fill, _CLEAR)
        if stroke_width > 0:
            ends = ((x0, x1, top, top), (x0, x1, bottom, bottom), (x0, x0, top, bottom), (x1, x1, top, bottom))
            for left, right, upper, lower in ends:
                self.draw_line([(left, upper), (right, lower)], stroke, stroke_width)
        return self

    def draw_rects(self, list_of_rects: Iterable[Any], **how: Any) -> PageImage:
        """Draws several boxes."""
        for one in _rows(list_of_rects):
            self.draw_rect(one, **how)
        return self

    def draw_circle(
        self, center_or_obj: Shape, radius: float = _RADIUS, fill: Colour = _FILL, stroke: Colour = _STROKE
    ) -> PageImage:
        """Draws a circle around a point, or around the middle of an object."""
        if isinstance(center_or_obj, dict):
            x0, top, x1, bottom = box(center_or_obj)
            x, y = (x0 + x1) / 2, (top + bottom) / 2
        else:
            x, y = center_or_obj
        corners = (*self._pixels(x - radius, y - radius), *self._pixels(x + radius, y + radius))
        self._draw.ellipse(corners, fill, stroke)
        return self

    def draw_circles(self, list_of_circles: Iterable[Any], **how: Any) -> PageImage:
        """Draws several circles."""
        for one in _rows(list_of_circles):
            self.draw_circle(one, **how)
        return self

    def outline_words(self, stroke: Colour = _STROKE, fill: Colour = _FILL, **settings: Any) -> PageImage:
        """Draws the boxes of the words."""
        return self.draw_rects(self.page.extract_words(**settings), stroke=stroke, fill=fill)

    def outline_chars(self, stroke: Colour = _STROKE, fill: Colour = _FILL) -> PageImage:
        """Draws the boxes of the characters."""
        return self.draw_rects(self.page.chars, stroke=stroke, fill=fill)

    def debug_table(self, table: Any, **how: Any) -> PageImage:
        """Draws the cells of a table."""
        return self.draw_rects(table.cells, **how)

    def debug_tablefinder(self, table_settings: Any = None) -> PageImage:
        """Draws the tables, with the edges and crossings that led to them."""
        finder = table_settings if isinstance(table_settings, TableFinder) else TableFinder(self.page, table_settings)
        for table in finder.tables:
            self.debug_table(table)
        self.draw_lines(finder.edges)
        return self.draw_circles(finder.intersections, radius=3, fill=_CLEAR, stroke=(0, 0, 255, 200))

    def save(
        self,
        dest: str | PathLike[str] | BinaryIO,
        format: str = "PNG",
        quantize: bool = True,
        colors: int = 256,
        bits: int = 8,
        **how: Any,
    ) -> None:
        """Writes the picture to a file, by default with a palette of `colors`."""
        from PIL.Image import Quantize

        picture = self.annotated.quantize(colors, Quantize.FASTOCTREE) if quantize else self.annotated
        picture.save(dest, format=format, bits=bits, dpi=(self.resolution, self.resolution), **how)

    def show(self) -> None:
        """Shows the picture in another program."""
        self.annotated.show()

    def _repr_png_(self) -> bytes:
        png = io.BytesIO()
        self.save(png)
        return png.getvalue()


def _moved(area: Box, x: float, y: float) -> Box:
    return area[0] + x, area[1] + y, area[2] + x, area[3] + y


def _box(shape: Shape) -> Box:
    if isinstance(shape, dict):
        return box(shape)
    x0, top, x1, bottom = shape
    return x0, top, x1, bottom


def _rows(shapes: Any) -> list[Any]:
    """Shapes, or the rows of a DataFrame."""
    if hasattr(shapes, "to_dict") and hasattr(shapes, "columns"):
        return list(shapes.to_dict("records"))
    return list(shapes)
