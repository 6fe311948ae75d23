"""Pages: text, tables, parts, searches, formats."""

from __future__ import annotations

import gc
import importlib
import pickle
import re
import sys
import threading
import weakref
from pathlib import Path

import pandas
import pytest

import pdfa2hocr


@pytest.fixture
def page(fixtures: Path) -> pdfa2hocr.Page:
    return pdfa2hocr.open(fixtures / "tagged" / "tables-and-lists.pdf")[0]


def test_tables_have_cells_by_rows_and_columns(page: pdfa2hocr.Page) -> None:
    table = page.tables[0]
    assert [[cell.text for cell in row] for row in table.rows] == [["wide head"], ["tall", "a", "b"], ["c", ""]]
    head, tall = table.rows[0][0], table.rows[1][0]
    assert (head.is_header, head.column_span, tall.row_span) == (True, 3, 2)
    grid = [["wide head", None, None, None], ["tall", "a", "b", None], [None, "c", "", None]]
    assert table.extract() == grid
    assert page.extract_tables() == [grid]
    x0, top, x1, bottom = table.bbox
    assert x0 < x1 <= page.width and top < bottom <= page.height


def test_a_table_becomes_a_data_frame(page: pdfa2hocr.Page) -> None:
    frame = page.tables[0].to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == ["wide head", "", "", ""]
    assert frame.shape == (2, 4)


def test_words_are_as_pdfplumber_has_them(fixtures: Path) -> None:
    doc = pdfa2hocr.open(fixtures / "damaged" / "whole.pdf", page_analysis=True)
    first, second = (page.extract_words()[0] for page in doc)
    assert {"text", "x0", "x1", "top", "doctop", "bottom", "upright", "height", "width", "direction"} <= first.keys()
    assert (first["text"], first["upright"], first["direction"]) == ("first", True, "ltr")
    assert first["doctop"] == first["top"]
    assert second["doctop"] == pytest.approx(second["top"] + doc[0].height)


def test_pages_whose_tags_are_left_say_why(fixtures: Path) -> None:
    doc = pdfa2hocr.open(fixtures / "tagged" / "mixed.pdf", road="auto")
    assert [page.tags_left for page in doc] == [None, None, "group", None, None]
    by_geometry = pdfa2hocr.open(fixtures / "tagged" / "mixed.pdf", road="geometry")
    assert by_geometry[2].tags_left is None
    assert by_geometry[2].text == doc[2].text


def test_a_crop_has_what_its_box_touches(page: pdfa2hocr.Page) -> None:
    a = next(word for word in page.words if word.text == "tall")
    middle = (a.x0 + a.x1) / 2
    left = page.crop((0, 0, middle, page.height))
    cut = next(word for word in left.words if word.bottom == pytest.approx(a.bottom))
    assert cut.text and "tall".startswith(cut.text) and cut.text != ""
    assert cut.x1 <= middle
    assert (left.number, left.bbox) == (page.number, (0, 0, pytest.approx(middle), page.height))
    assert left.width == pytest.approx(middle)
    whole = page.crop((0, 0, page.width, page.height))
    assert [w.bbox for w in whole.words] == [w.bbox for w in page.words]
    assert whole.text == page.text


def test_within_has_what_is_whole_in_its_box(page: pdfa2hocr.Page) -> None:
    caption = page.words[0]
    alone = page.within_bbox(caption.bbox)
    assert [word.text for word in alone.words] == ["Caption"]
    narrower = (caption.x0, caption.top, caption.x1 - 1, caption.bottom)
    assert page.within_bbox(narrower).text.strip() == "Captio"
    assert page.crop(narrower).words[0].x1 == pytest.approx(narrower[2])
    assert "Caption" in alone.to_hocr() and "tall" not in alone.to_hocr()


def test_a_part_of_a_part_is_within_both(page: pdfa2hocr.Page) -> None:
    part = page.crop((0, 0, 100, 60)).crop((0, 40, 400, 300))
    assert part.bbox == (0, 40, 100, 60)
    assert "wide" in part.text and "Caption" not in part.text


@pytest.mark.parametrize("bbox", [(5, 5, 1, 9), (0, float("nan"), 5, 5), (1000, 1000, 2000, 2000)])
def test_a_box_that_is_none_is_refused(page: pdfa2hocr.Page, bbox: pdfa2hocr.Box) -> None:
    with pytest.raises(pdfa2hocr.ArgumentError, match="bbox: "):
        page.crop(bbox)


def test_a_search_tells_words_and_places(page: pdfa2hocr.Page) -> None:
    [hit] = page.search(r"WIDE\s+(h\w+)", case=False)
    assert (hit["text"], hit["groups"]) == ("wide head", ("head",))
    assert [word.text for word in hit["words"]] == ["wide", "head"]
    assert hit["x0"] == hit["words"][0].x0 and hit["x1"] == hit["words"][1].x1
    assert page.search("WIDE") == []
    assert page.search("wi.e", regex=False) == []
    assert len(page.search(re.compile("BULLET", re.IGNORECASE))) == 1
    with pytest.raises(re.error):
        page.search("(")


def test_a_match_over_lines_has_a_box_for_each(fixtures: Path) -> None:
    page = pdfa2hocr.open(fixtures / "hyphens" / "divided.pdf", page_analysis=True)[0]
    [hit] = page.search("committee")
    first, second = hit["words"]
    assert (first.text, second.text) == ("com\u00ad", "mittee")
    assert hit["boxes"] == [first.bbox, second.bbox]
    # A hyphen that stays, or may: the word is found with and without it.
    for pattern in ("inhouse", r"in-\s*house"):
        [hit] = page.search(pattern)
        assert [word.text for word in hit["words"]] == ["in-", "house"] and len(hit["boxes"]) == 2
    assert [hit["text"] for hit in page.search("The committee read")] == ["The committee read"]
    [hit] = page.search(r"read\s+the\s+internal\s+report")
    assert len(hit["boxes"]) == 2 and len(hit["words"]) == 5


def test_a_match_over_two_columns_has_a_box_in_each(fixtures: Path) -> None:
    page = pdfa2hocr.open(fixtures / "layout" / "two-columns.pdf", page_analysis=True)[0]
    lines = page.lines
    last, first = next((a, b) for a, b in zip(lines, lines[1:]) if b.top < a.top - 50)
    pattern = rf"{re.escape(last.words[-1].text)}\s+{re.escape(first.words[0].text)}"
    [hit] = page.search(pattern)
    assert hit["boxes"] == [last.words[-1].bbox, first.words[0].bbox]


def test_items_of_a_page_can_be_pickled(page: pdfa2hocr.Page) -> None:
    for item in (*page.words, *page.lines, *page.paragraphs, *page.blocks):
        copy = pickle.loads(pickle.dumps(item))
        assert (repr(copy), copy.text, copy.bbox) == (repr(item), item.text, item.bbox)
    line = page.lines[0]
    copy = pickle.loads(pickle.dumps(line))
    assert (copy.baseline, copy.angle, copy.size) == (line.baseline, line.angle, line.size)
    word, copied = page.words[0], pickle.loads(pickle.dumps(page.words[0]))
    assert (copied.fontname, copied.size, copied.direction) == (word.fontname, word.size, word.direction)
    table = pickle.loads(pickle.dumps(page.tables[0]))
    assert table.extract() == page.tables[0].extract()
    assert [cell.row_span for row in table.rows for cell in row] == [
        cell.row_span for row in page.tables[0].rows for cell in row
    ]


@pytest.mark.skipif(not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="this Python has no lock")
def test_words_are_read_without_the_lock(fixtures: Path) -> None:
    page = pdfa2hocr.open(fixtures / "showcase" / "dictionary.pdf", page_analysis=True)[0]
    gate, ran = threading.Lock(), threading.Event()
    gate.acquire()

    def other() -> None:
        with gate:
            ran.set()

    thread = threading.Thread(target=other)
    thread.start()
    interval = sys.getswitchinterval()
    # Another thread then runs only if the lock is released.
    sys.setswitchinterval(1000)
    try:
        gate.release()
        done = False
        for _ in range(200):
            page.crop(page.bbox).words
            done = ran.is_set()
            if done:
                break
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    assert done


@pytest.mark.parametrize("part", ["", ".plumber", ".rows", ".spark", ".spark.job", ".worker"])
def test_all_public_names_are_explained_at_run_time(part: str) -> None:
    module = importlib.import_module(f"pdfa2hocr{part}")
    missing = [] if module.__doc__ else [part]
    for name in module.__all__:
        thing = getattr(module, name)
        # An alias of a type has no place for a text.
        if name == "Reader":
            continue
        if not (thing.__doc__ or "").strip():
            missing.append(name)
        if isinstance(thing, type) and thing.__module__.startswith("pdfa2hocr"):
            own = ((key, value) for key, value in vars(thing).items() if not key.startswith("_"))
            # Fields of data classes have a text in the source only.
            own = (pair for pair in own if part == "" or hasattr(pair[1], "__get__"))
            missing += [f"{name}.{key}" for key, value in own if not (getattr(value, "__doc__", None) or "").strip()]
    assert missing == []


def test_a_page_is_written_in_every_format(page: pdfa2hocr.Page) -> None:
    assert page.to_hocr() == page.to_format("hocr")
    for format, beginning in [("hocr", "<?xml"), ("alto", "<?xml"), ("json", "{"), ("tsv", "level\t"), ("text", "Caption")]:
        assert page.to_format(format).startswith(beginning), format
    with pytest.raises(pdfa2hocr.ArgumentError, match='"hoc" is not a format .did you mean "hocr"'):
        page.to_format("hoc")
    assert page.extract_text() == page.text


def test_a_notebook_shows_the_page_with_its_boxes(page: pdfa2hocr.Page) -> None:
    assert page.explain().count("<rect") > 5
    html = page._repr_html_()
    assert html.startswith("<img alt=") and "base64," in html


def test_what_is_taken_from_a_page_holds_no_page(fixtures: Path) -> None:
    class Kept(list[pdfa2hocr.Page]):
        pass

    pages = Kept([pdfa2hocr.open(fixtures / "tagged" / "tables-and-lists.pdf")[0]])
    gone = weakref.ref(pages)
    crop = pages[0].crop((0, 0, 100, 60))
    referents = gc.get_referents(crop)
    assert not any(isinstance(r, pdfa2hocr.Page) for r in referents)
    del pages
    gc.collect()
    assert gone() is None
    assert "wide" in crop.text
