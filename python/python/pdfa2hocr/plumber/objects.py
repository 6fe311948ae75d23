"""The objects of a page as dictionaries with the keys of pdfplumber, and functions for their boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar
from unicodedata import normalize

__all__ = ["Form", "Obj", "around", "box", "clip", "clusters", "edges", "graphics", "outside", "touching", "within"]

Obj = dict[str, Any]
Box = tuple[float, float, float, float]
Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
"""A form of normalized Unicode text."""
T = TypeVar("T")

_SAME = 0.005
"""Maximum difference of equal coordinates, in points: they are stored with single precision."""


def graphics(
    raw: dict[str, Any], page_number: int, above: float, form: Form | None = None
) -> dict[str, list[Obj]]:
    """The objects of a page by their kind. `above` is the height of all pages before, in points; `form` is that of
    the Unicode text."""
    left, top = raw["mediabox"][0], raw["mediabox"][1]
    height = raw["mediabox"][3] - top

    def placed(kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Obj:
        x0, x1, y0, y1 = x0 - left, x1 - left, y0 - top, y1 - top
        return {
            "object_type": kind,
            "page_number": page_number,
            "x0": x0,
            "x1": x1,
            "top": y0,
            "bottom": y1,
            "doctop": above + y0,
            "y0": height - y1,
            "y1": height - y0,
            "width": x1 - x0,
            "height": y1 - y0,
            **more,
        }

    found: dict[str, list[Obj]] = {"char": [], "line": [], "rect": [], "curve": [], "image": [], "annot": []}
    for char in raw["chars"]:
        # As in pdfminer, the height of a character that is turned by a quarter is its advance.
        size = char["size"] if char["upright"] else char["bbox"][3] - char["bbox"][1]
        text = char["text"] if form is None else normalize(form, char["text"])
        more = {"text": text, "fontname": char["fontname"], "size": size, "adv": char["advance"]}
        more |= {"upright": char["upright"], "mcid": char["mcid"], "tag": char["tag"], "visible": char["visible"]}
        found["char"].append(placed("char", *char["bbox"], **more))
    for path in raw["paths"]:
        points = [(x - left, y - top) for x, y in path["points"]]
        kind, points = _shape(points, path["closed"], path["curved"])
        if kind is None:
            continue
        bounds = _bounds(points)
        x0, y0, x1, y1 = bounds[0] + left, bounds[1] + top, bounds[2] + left, bounds[3] + top
        drawn = {key: path[key] for key in ("fill", "stroke", "linewidth")}
        found[kind].append(placed(kind, x0, y0, x1, y1, pts=points, **drawn))
    for image in raw["images"]:
        size = image["srcsize"] and tuple(image["srcsize"])
        found["image"].append(placed("image", *image["bbox"], srcsize=size, bits=image["bits"], object=image["object"]))
    for annot in raw["annots"]:
        more = {key: annot[key] for key in ("uri", "title", "contents", "subtype")}
        found["annot"].append(placed("annot", *annot["bbox"], **more))
    return found


def _shape(
    points: list[tuple[float, float]], closed: bool, curved: bool
) -> tuple[str | None, list[tuple[float, float]]]:
    """The kind of a path, and its points: a line has two, a rectangle four sides along the axes."""
    if len(points) < 2:
        return None, points
    if len(points) == 2 and not curved:
        return "line", points
    around = points if not closed or _equal(points[0], points[-1]) else [*points, points[0]]
    if len(around) == 5 and not curved and _equal(around[0], around[4]):
        (ax, ay), (bx, by), (cx, cy), (dx, dy), _ = around
        flat = _near(ay, by) and _near(bx, cx) and _near(cy, dy) and _near(dx, ax)
        steep = _near(ax, bx) and _near(by, cy) and _near(cx, dx) and _near(dy, ay)
        if flat or steep:
            x0, y0, x1, y1 = _bounds(around)
            return "rect", [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return "curve", around


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= _SAME


def _equal(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return _near(a[0], b[0]) and _near(a[1], b[1])


def _bounds(points: Sequence[tuple[float, float]]) -> Box:
    across, down = zip(*points)
    return min(across), min(down), max(across), max(down)


def box(obj: Obj) -> Box:
    """Left, top, right, bottom."""
    return obj["x0"], obj["top"], obj["x1"], obj["bottom"]


def around(objs: Iterable[Obj]) -> Box:
    """The box around objects, of which there must be one."""
    lefts, tops, rights, bottoms = zip(*map(box, objs))
    return min(lefts), min(tops), max(rights), max(bottoms)


def _shared(obj: Obj, area: Box) -> Box | None:
    """The part of an object in an area; `None` if they share neither an area nor a part of an edge."""
    x0, y0 = max(obj["x0"], area[0]), max(obj["top"], area[1])
    x1, y1 = min(obj["x1"], area[2]), min(obj["bottom"], area[3])
    width, height = x1 - x0, y1 - y0
    return (x0, y0, x1, y1) if width >= 0 and height >= 0 and width + height > 0 else None


def clip(objs: Iterable[Obj], area: Box) -> list[Obj]:
    """The parts of objects in an area."""
    parts = []
    for obj in objs:
        shared = _shared(obj, area)
        if shared is not None:
            x0, y0, x1, y1 = shared
            part = {**obj, "x0": x0, "top": y0, "x1": x1, "bottom": y1, "width": x1 - x0, "height": y1 - y0}
            part["doctop"] = obj["doctop"] + y0 - obj["top"]
            parts.append(part)
    return parts


def within(objs: Iterable[Obj], area: Box) -> list[Obj]:
    """The objects that are completely in an area."""
    return [obj for obj in objs if _shared(obj, area) == box(obj)]


def outside(objs: Iterable[Obj], area: Box) -> list[Obj]:
    """The objects of which nothing is in an area."""
    return [obj for obj in objs if _shared(obj, area) is None]


def touching(objs: Iterable[Obj], area: Box) -> list[Obj]:
    """The objects of which a part is in an area."""
    return [obj for obj in objs if _shared(obj, area) is not None]


def clusters(items: Iterable[T], key: Callable[[T], float], tolerance: float) -> list[list[T]]:
    """Groups items whose keys follow each other within the tolerance, by ascending keys. The order in a group is
    that of the items."""
    listed = [(key(item), item) for item in items]
    groups: dict[float, int] = {}
    group, before = -1, 0.0
    for value in sorted({value for value, _ in listed}):
        if group < 0 or tolerance == 0 or value > before + tolerance:
            group += 1
        groups[value] = group
        before = value
    found: list[list[T]] = [[] for _ in range(group + 1)]
    for value, item in listed:
        found[groups[value]].append(item)
    return found


def edges(obj: Obj) -> list[Obj]:
    """The edges of a line, a rectangle or a curve: objects with an `orientation` of `h`, `v` or None."""
    kind = obj["object_type"]
    if kind.endswith("_edge"):
        return [obj]
    if kind == "line":
        flat = _near(obj["top"], obj["bottom"])
        return [{**obj, "orientation": "h" if flat else "v"}]
    if kind == "rect":
        x0, top, x1, bottom = box(obj)
        sides = [(x0, top, x1, top), (x0, bottom, x1, bottom), (x0, top, x0, bottom), (x1, top, x1, bottom)]
    else:
        points = obj["pts"]
        sides = [
            (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in zip(points, points[1:])
        ]
    found = []
    for x0, top, x1, bottom in sides:
        upright = "v" if _near(x0, x1) else "h" if _near(top, bottom) else None
        edge = {**obj, "object_type": f"{kind}_edge", "orientation": upright}
        edge |= {"x0": x0, "top": top, "x1": x1, "bottom": bottom, "width": x1 - x0, "height": bottom - top}
        edge["doctop"] = obj["doctop"] + top - obj["top"]
        found.append(edge)
    return found
