"""Ruled lines, or the alignment of words, to tables, by the method of pdfplumber.

Edges that are near each other are moved together and joined; their crossings are the corners of cells; cells
that share corners are a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from typing import Any, Literal

from pdfa2hocr.plumber.content import Content
from pdfa2hocr.plumber.objects import Box, Obj, around, clusters, edges
from pdfa2hocr.plumber.text import text_map

__all__ = ["CellGroup", "Table", "TableFinder", "TableSettings"]

Strategy = Literal["lines", "lines_strict", "text", "explicit"]
Point = tuple[float, float]

_MOST_EDGES = 20_000
"""Most edges of a page in which tables are searched, so that the work has a limit."""
_MOST_CROSSINGS = 20_000
"""Most crossings of edges from which cells are made."""


@dataclass
class TableSettings:
    """The settings of tables, as in pdfplumber. Lengths are in points."""

    vertical_strategy: Strategy = "lines"
    horizontal_strategy: Strategy = "lines"
    explicit_vertical_lines: Sequence[Obj | float] = ()
    explicit_horizontal_lines: Sequence[Obj | float] = ()
    snap_tolerance: float = 3
    snap_x_tolerance: float | None = None
    snap_y_tolerance: float | None = None
    join_tolerance: float = 3
    join_x_tolerance: float | None = None
    join_y_tolerance: float | None = None
    edge_min_length: float = 3
    edge_min_length_prefilter: float = 1
    min_words_vertical: int = 3
    min_words_horizontal: int = 1
    intersection_tolerance: float = 3
    intersection_x_tolerance: float | None = None
    intersection_y_tolerance: float | None = None
    text_settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for setting in ("snap", "join", "intersection"):
            for axis in "xy":
                if getattr(self, f"{setting}_{axis}_tolerance") is None:
                    setattr(self, f"{setting}_{axis}_tolerance", getattr(self, f"{setting}_tolerance"))
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, int | float) and value < 0:
                raise ValueError(f"{one.name}: it is {value}; write 0 or more")
        for name in ("vertical", "horizontal"):
            strategy = getattr(self, f"{name}_strategy")
            if strategy not in ("lines", "lines_strict", "text", "explicit"):
                raise ValueError(f'{name}_strategy: "{strategy}" is unknown: write lines, lines_strict, text or explicit')
            if strategy == "explicit" and len(getattr(self, f"explicit_{name}_lines") or ()) < 2:
                raise ValueError(f"explicit_{name}_lines: there must be two or more")

    @classmethod
    def resolve(cls, given: TableSettings | dict[str, Any] | None) -> TableSettings:
        """Settings from a dictionary. Keys that begin with `text_` are settings of words."""
        if isinstance(given, cls):
            return given
        if given is not None and not isinstance(given, dict):
            raise ValueError("table_settings: write a dictionary")
        known = {one.name for one in fields(cls)}
        own: dict[str, Any] = {}
        text: dict[str, Any] = {}
        for key, value in (given or {}).items():
            if key == "text_settings":
                text.update(value or {})
            elif key.startswith("text_"):
                text[key.removeprefix("text_")] = value
            elif key in known:
                own[key] = value
            else:
                raise ValueError(f'table_settings: "{key}" is unknown')
        tolerance = text.pop("tolerance", 3)
        text = {"x_tolerance": tolerance, "y_tolerance": tolerance, **text}
        return cls(**own, text_settings=text)


class CellGroup:
    """A row or a column: its cells by columns or rows, `None` where none begins."""

    def __init__(self, cells: list[Box | None]) -> None:
        self.cells = cells
        self.bbox = _around(cell for cell in cells if cell is not None)


class Table:
    """A table: the boxes of its cells."""

    def __init__(self, page: Content, cells: list[Box]) -> None:
        self.page = page
        self.cells = cells

    @property
    def bbox(self) -> Box:
        """The box around the cells."""
        return _around(self.cells)

    @property
    def rows(self) -> list[CellGroup]:
        """The rows, from top to bottom."""
        return self._groups(1, 0)

    @property
    def columns(self) -> list[CellGroup]:
        """The columns, from left to right."""
        return self._groups(0, 1)

    def _groups(self, by: int, along: int) -> list[CellGroup]:
        starts = sorted({cell[along] for cell in self.cells})
        ordered = sorted(self.cells, key=lambda cell: (cell[by], cell[along]))
        groups = []
        for _, group in groupby(ordered, lambda cell: cell[by]):
            known = {cell[along]: cell for cell in group}
            groups.append(CellGroup([known.get(start) for start in starts]))
        return groups

    def extract(self, **given: Any) -> list[list[str | None]]:
        """The texts of the cells by rows. The arguments are those of `Page.extract_text`."""
        chars = self.page.chars

        def inside(char: Obj, cell: Box) -> bool:
            across, down = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
            return bool(cell[0] <= across < cell[2] and cell[1] <= down < cell[3])

        texts: list[list[str | None]] = []
        for row in self.rows:
            in_row = [char for char in chars if inside(char, row.bbox)]
            texts.append(
                [
                    None if cell is None else text_map([c for c in in_row if inside(c, cell)], cell, given).text
                    for cell in row.cells
                ]
            )
        return texts


class TableFinder:
    """The tables of a page, with the steps that led to them."""

    def __init__(self, page: Content, settings: TableSettings | dict[str, Any] | None = None) -> None:
        self.page = page
        self.settings = TableSettings.resolve(settings)
        self.edges = self._edges()
        self.intersections = _crossings(self.edges, self.settings)
        self.cells = _cells(self.intersections)
        self.tables = [Table(page, cells) for cells in _tables(self.cells)]

    def _edges(self) -> list[Obj]:
        s = self.settings
        found = self._of("v", s.vertical_strategy, s.explicit_vertical_lines, s.min_words_vertical)
        found += self._of("h", s.horizontal_strategy, s.explicit_horizontal_lines, s.min_words_horizontal)
        return [edge for edge in _merged(found, s) if _length(edge) >= s.edge_min_length]

    def _of(self, way: str, strategy: Strategy, explicit: Sequence[Obj | float] | None, least: int) -> list[Obj]:
        found: list[Obj] = []
        if strategy in ("lines", "lines_strict"):
            for edge in self.page.edges:
                is_kind = strategy == "lines" or edge["object_type"] == "line"
                if is_kind and edge["orientation"] == way and _length(edge) >= self.settings.edge_min_length_prefilter:
                    found.append(edge)
        elif strategy == "text":
            own = self.page.extract_words(**self.settings.text_settings)
            found = _columns_of_words(own, least) if way == "v" else _rows_of_words(own, least)
        x0, top, x1, bottom = self.page.bbox
        for line in explicit or ():
            if isinstance(line, dict):
                found += [edge for edge in edges(line) if edge["orientation"] == way]
            else:
                found.append(_edge(line, top, line, bottom) if way == "v" else _edge(x0, line, x1, line))
        return found[:_MOST_EDGES]


def _edge(x0: float, top: float, x1: float, bottom: float) -> Obj:
    size = {"width": x1 - x0, "height": bottom - top}
    return {"x0": x0, "top": top, "x1": x1, "bottom": bottom, "orientation": "v" if x0 == x1 else "h", **size}


def _length(edge: Obj) -> float:
    return float(edge["height"] if edge["orientation"] == "v" else edge["width"])


def _around(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _rows_of_words(found: Sequence[Obj], least: int) -> list[Obj]:
    """Lines above and below each row of words."""
    rows = [around(row) for row in clusters(found, lambda word: float(word["top"]), 1) if len(row) >= least]
    if not rows:
        return []
    x0, x1 = min(row[0] for row in rows), max(row[2] for row in rows)
    return [_edge(x0, y, x1, y) for row in rows for y in (row[1], row[3])]


def _columns_of_words(found: Sequence[Obj], least: int) -> list[Obj]:
    """Lines at the left of columns of words that are aligned at the left, the right or the middle, and at the
    right of the last one."""
    ways = (lambda w: float(w["x0"]), lambda w: float(w["x1"]), lambda w: (w["x0"] + w["x1"]) / 2)
    groups = [group for way in ways for group in clusters(found, way, 1)]
    columns: list[Box] = []
    for group in sorted(groups, key=lambda group: -len(group)):
        x0, top, x1, bottom = around(group)
        overlaps = any(
            min(x1, c[2]) >= max(x0, c[0])
            and min(bottom, c[3]) >= max(top, c[1])
            and min(x1, c[2]) - max(x0, c[0]) + min(bottom, c[3]) - max(top, c[1]) > 0
            for c in columns
        )
        if len(group) >= least and not overlaps:
            columns.append((x0, top, x1, bottom))
    if not columns:
        return []
    _, top, right, bottom = _around(columns)
    return [_edge(x, top, x, bottom) for x in [*sorted(column[0] for column in columns), right]]


def _merged(found: Sequence[Obj], settings: TableSettings) -> list[Obj]:
    """Edges moved together and joined."""
    merged: list[Obj] = []
    for way, axis, ends, snap, join in (
        ("h", "top", ("x0", "x1"), settings.snap_y_tolerance, settings.join_x_tolerance),
        ("v", "x0", ("top", "bottom"), settings.snap_x_tolerance, settings.join_y_tolerance),
    ):
        own = [edge for edge in found if edge["orientation"] == way]
        assert snap is not None and join is not None
        for group in clusters(own, lambda edge: float(edge[axis]), snap):
            at = sum(edge[axis] for edge in group) / len(group)
            joined: list[list[float]] = []
            for edge in sorted(group, key=lambda edge: float(edge[ends[0]])):
                if joined and edge[ends[0]] <= joined[-1][1] + join:
                    joined[-1][1] = max(joined[-1][1], edge[ends[1]])
                else:
                    joined.append([edge[ends[0]], edge[ends[1]]])
            for start, end in joined:
                merged.append(_edge(at, start, at, end) if way == "v" else _edge(start, at, end, at))
    return merged


Crossings = dict[Point, tuple[set[int], set[int]]]
"""The points at which edges cross, with the indices of the vertical and horizontal edges there."""


def _crossings(found: Sequence[Obj], settings: TableSettings) -> Crossings:
    x_most, y_most = settings.intersection_x_tolerance, settings.intersection_y_tolerance
    assert x_most is not None and y_most is not None
    crossings: Crossings = {}
    across = [(number, edge) for number, edge in enumerate(found) if edge["orientation"] == "h"]
    for number, v in enumerate(found):
        if v["orientation"] != "v":
            continue
        for other, h in across:
            is_down = v["top"] <= h["top"] + y_most and v["bottom"] >= h["top"] - y_most
            if is_down and h["x0"] - x_most <= v["x0"] <= h["x1"] + x_most:
                vertical, horizontal = crossings.setdefault((v["x0"], h["top"]), (set(), set()))
                vertical.add(number)
                horizontal.add(other)
        if len(crossings) > _MOST_CROSSINGS:
            break
    return crossings


def _cells(crossings: Crossings) -> list[Box]:
    """The smallest rectangle to the right of and below each crossing whose sides are edges."""
    below: dict[float, list[Point]] = {}
    right: dict[float, list[Point]] = {}
    for point in sorted(crossings):
        below.setdefault(point[0], []).append(point)
        right.setdefault(point[1], []).append(point)
    cells = []
    for x, y in sorted(crossings):
        vertical, horizontal = crossings[x, y]
        rights = [p for p in right[y] if p[0] > x and crossings[p][1] & horizontal]
        downs = [p for p in below[x] if p[1] > y and crossings[p][0] & vertical]
        corner = next(
            (
                (r[0], d[1])
                for d in downs
                for r in rights
                if (r[0], d[1]) in crossings
                and crossings[r[0], d[1]][0] & crossings[r][0]
                and crossings[r[0], d[1]][1] & crossings[d][1]
            ),
            None,
        )
        if corner is not None:
            cells.append((x, y, *corner))
    return cells


def _tables(cells: Sequence[Box]) -> list[list[Box]]:
    """Cells that share corners, directly or through others; a single cell is not a table."""
    by_corner: dict[Point, list[int]] = {}
    corners = [[(x, y) for x in (cell[0], cell[2]) for y in (cell[1], cell[3])] for cell in cells]
    for number, own in enumerate(corners):
        for corner in own:
            by_corner.setdefault(corner, []).append(number)
    seen: set[int] = set()
    tables = []
    for number in range(len(cells)):
        if number in seen:
            continue
        seen.add(number)
        waiting, group = [number], []
        while waiting:
            one = waiting.pop()
            group.append(one)
            for corner in corners[one]:
                new = [other for other in by_corner[corner] if other not in seen]
                seen.update(new)
                waiting += new
        if len(group) > 1:
            tables.append([cells[one] for one in sorted(group)])
    return sorted(tables, key=lambda table: min((cell[1], cell[0]) for cell in table))
