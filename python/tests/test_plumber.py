"""`pdfa2hocr.plumber` gives what pdfplumber gives: the same code runs with both, on the same files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pdfa2hocr.plumber

pdfplumber = pytest.importorskip("pdfplumber", reason="pdfplumber is not installed")

ROOT = Path(__file__).parents[2] / "fixtures"

FILES = [
    "showcase/dictionary.pdf",
    "showcase/herald.pdf",
    "layout/running.pdf",
    "layout/spaced.pdf",
    "layout/two-columns.pdf",
    "tables/bars.pdf",
    "tables/boxes.pdf",
    "tables/captions.pdf",
    "tables/forms.pdf",
    "tables/frames.pdf",
    "tables/over-pages.pdf",
    "tables/rotated.pdf",
    "tables/ruled.pdf",
    "tables/stripes.pdf",
    "programs/linearized.pdf",
    "programs/typst-columns.pdf",
]

SETTINGS: list[dict[str, Any]] = [
    {},
    {"vertical_strategy": "text", "horizontal_strategy": "text"},
    {"vertical_strategy": "text"},
    {"vertical_strategy": "lines_strict", "horizontal_strategy": "lines_strict"},
    {"snap_tolerance": 5, "join_x_tolerance": 10, "edge_min_length": 15, "intersection_tolerance": 5},
    {"vertical_strategy": "explicit", "explicit_vertical_lines": [20, 80, 200], "horizontal_strategy": "text"},
    {"vertical_strategy": "text", "text_x_tolerance": 5, "min_words_vertical": 4},
]


def pairs(name: str) -> list[tuple[Any, Any]]:
    """The pages of a file by pdfplumber and by this package."""
    theirs, ours = pdfplumber.open(ROOT / name), pdfa2hocr.plumber.open(ROOT / name)
    assert len(theirs.pages) == len(ours.pages)
    return list(zip(theirs.pages, ours.pages))


def near(a: Any, b: Any) -> bool:
    """Whether two values are the same; lengths may differ by half a point."""
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= 0.5
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(near, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(near(value, b[key]) for key, value in a.items())
    return bool(a == b)


@pytest.mark.parametrize("name", FILES)
def test_pages_have_the_same_objects(name: str) -> None:
    for theirs, ours in pairs(name):
        for key in ("page_number", "width", "height", "rotation", "mediabox", "cropbox", "bbox"):
            assert near(getattr(theirs, key), getattr(ours, key)), key
        for kind in ("chars", "lines", "rects", "curves", "images", "annots", "hyperlinks", "edges"):
            a, b = getattr(theirs, kind), getattr(ours, kind)
            assert len(a) == len(b), kind
            for one, other in zip(a, b):
                for key in ("x0", "top", "x1", "bottom", "doctop", "text", "size", "upright", "orientation", "uri"):
                    assert near(one.get(key), other.get(key)), (kind, key, one, other)
        assert {kind: len(objs) for kind, objs in theirs.objects.items()} == {
            kind: len(objs) for kind, objs in ours.objects.items()
        }


def without_font(word: dict[str, Any]) -> dict[str, Any]:
    """A word without the name of its font, which has no tag of a subset here."""
    return {key: value for key, value in word.items() if key != "fontname"}


TEXTS: list[Callable[[Any], Any]] = [
    lambda page: page.extract_text(),
    lambda page: page.extract_text(layout=True),
    lambda page: page.extract_text(x_tolerance=1, y_tolerance=1),
    lambda page: page.extract_text(x_tolerance_ratio=0.15),
    lambda page: page.extract_text_simple(),
    lambda page: page.extract_text_lines(return_chars=False),
    lambda page: page.extract_words(),
    lambda page: [without_font(word) for word in page.extract_words(x_tolerance=1, extra_attrs=["fontname"])],
    lambda page: page.extract_words(keep_blank_chars=True, use_text_flow=True),
    lambda page: page.extract_words(split_at_punctuation=True),
    lambda page: page.search(r"[A-Z]\w+", return_chars=False),
    lambda page: page.search("THE", case=False, regex=False, return_chars=False),
    lambda page: page.crop((0, 0, page.width / 2, page.height)).extract_text(),
    lambda page: page.crop((0.1, 0.1, 0.5 * float(page.width), 60), relative=True).extract_words(),
    lambda page: page.within_bbox((10, 10, page.width - 50, page.height / 2)).extract_words(),
    lambda page: page.outside_bbox((10, 10, page.width - 50, page.height / 2)).extract_words(),
    lambda page: page.dedupe_chars().extract_text(),
    lambda page: page.filter(lambda obj: obj["object_type"] != "char" or obj["size"] > 9).extract_text(),
]


# Lengths with single precision decide otherwise about turned text that is at the limit of a tolerance.
@pytest.mark.parametrize("name", [name for name in FILES if name != "tables/rotated.pdf"])
def test_pages_have_the_same_text(name: str) -> None:
    for theirs, ours in pairs(name):
        for number, text in enumerate(TEXTS):
            assert near(text(theirs), text(ours)), number


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: "-".join(map(str, settings)) or "default")
@pytest.mark.parametrize("name", [name for name in FILES if name.startswith(("tables", "showcase")) and "rotated" not in name])
def test_pages_have_the_same_tables(name: str, settings: dict[str, Any]) -> None:
    for theirs, ours in pairs(name):
        a, b = theirs.debug_tablefinder(settings), ours.debug_tablefinder(settings)
        assert len(a.edges) == len(b.edges) and len(a.intersections) == len(b.intersections)
        assert near([table.bbox for table in a.tables], [table.bbox for table in b.tables])
        assert near([len(table.rows) for table in a.tables], [len(table.rows) for table in b.tables])
        assert near([len(table.columns) for table in a.tables], [len(table.columns) for table in b.tables])
        assert theirs.extract_tables(settings) == ours.extract_tables(settings)
        assert theirs.extract_table(settings) == ours.extract_table(settings)


def test_some_pages_are_opened() -> None:
    found = []
    for module in (pdfplumber, pdfa2hocr.plumber):
        with module.open(ROOT / "showcase" / "herald.pdf", pages=[2]) as pdf:
            [page] = pdf.pages
            text = page.filter(lambda obj: not (obj["object_type"] == "char" and "Bold" in obj["fontname"])).extract_text()
            found.append([page.page_number, page.initial_doctop, text, len(pdf.chars), len(pdf.edges)])
    assert found[0] == found[1]


def test_a_picture_shows_the_part_of_the_page(tmp_path: Path) -> None:
    with pdfa2hocr.plumber.open(ROOT / "tables" / "ruled.pdf") as pdf:
        page = pdf.pages[0]
        whole = page.to_image(width=400)
        assert whole.original.width == 400
        part = page.crop((0, 0, page.width / 2, page.height / 2)).to_image(resolution=144)
        assert part.original.size == (round(page.width), round(page.height))
        assert whole.original.convert("L").getextrema()[0] < 128
        whole.save(str(tmp_path / "a.png"))
        assert (tmp_path / "a.png").stat().st_size > 100


def test_wrong_arguments_are_told(fixtures: Path) -> None:
    page = pdfa2hocr.plumber.open(fixtures / "tables" / "ruled.pdf").pages[0]
    with pytest.raises(ValueError, match="is not within the page"):
        page.crop((0, 0, 5000, 10))
    with pytest.raises(ValueError, match='"vertical" is unknown'):
        page.find_tables({"vertical": "lines"})
    with pytest.raises(ValueError, match='"line" is unknown'):
        page.find_tables({"vertical_strategy": "line"})
    with pytest.raises(TypeError, match='"tolerance" is unknown'):
        page.extract_words(tolerance=3)
    with pytest.raises(pdfa2hocr.PasswordError):
        pdfa2hocr.plumber.open(fixtures / "encrypted" / "aes-256-password.pdf")
