"""Documents are divided into chunks for retrieval, and maps have the places of the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pdfa2hocr
from pdfa2hocr._chunks import divide


@pytest.fixture
def herald(fixtures: Path) -> pdfa2hocr.Document:
    return pdfa2hocr.open(fixtures / "showcase" / "herald.pdf", page_analysis=True)


@pytest.mark.parametrize("by", ["heading", "page", "block"])
@pytest.mark.parametrize("most", [20, 100, None])
def test_chunks_have_the_whole_text_once_and_are_small_enough(herald: pdfa2hocr.Document, by: str, most: int | None) -> None:
    chunks = herald.chunks(most, by)  # type: ignore[arg-type]
    words = [word for chunk in chunks for word in chunk.text.split()]
    whole = [word for chunk in herald.chunks(None, "page") for word in chunk.text.split()]
    assert sorted("".join(words)) == sorted("".join(whole))
    for before, after in zip(chunks, chunks[1:]):
        assert before.end <= after.start
    for chunk in chunks:
        assert chunk.pages and set(chunk.boxes) == set(chunk.pages)
        # A single row of a table, or a heading, is not divided.
        if most is not None and chunk.kinds in [("paragraph",), ("list",)]:
            assert len(chunk.markdown) <= 4 * most
        if by == "page":
            assert len(chunk.pages) == 1


def test_chunks_have_headings_pages_and_boxes(herald: pdfa2hocr.Document) -> None:
    chunks = herald.chunks(100)
    tides = next(chunk for chunk in chunks if "Tides" in chunk.text)
    assert tides.headings[-1] == "Tides at the pier" and tides.kinds == ("heading", "table")
    assert tides.markdown.startswith("#### Tides at the pier\n\n| Day | High |")
    assert tides.text.splitlines()[3].split("\t") == ["Saturday", "3.12", "9.24", "15.40", "21.52"]
    page = herald[tides.pages[0] - 1]
    table = page.tables[0].bbox
    inside = [box for box in tides.boxes[page.number] if table[1] <= box[1] and box[3] <= table[3]]
    assert len(inside) == 25
    # A part of a table repeats its head.
    parts = [c for c in herald.chunks(30) if "table" in c.kinds]
    assert len(parts) > 1 and all("| Day | High |" in part.markdown for part in parts)


def test_a_paragraph_over_two_columns_has_boxes_in_both(herald: pdfa2hocr.Document) -> None:
    for chunk in herald.chunks(by="block"):
        for boxes in chunk.boxes.values():
            assert all(x0 < x1 and top < bottom and bottom - top < 40 for x0, top, x1, bottom in boxes)


def test_tokens_can_be_counted_by_the_caller(herald: pdfa2hocr.Document) -> None:
    chunks = herald.chunks(25, "block", count=lambda text: len(text.split()))
    paragraphs = [chunk for chunk in chunks if chunk.kinds == ("paragraph",)]
    assert paragraphs and max(len(chunk.markdown.split()) for chunk in paragraphs) <= 25
    ends = [chunk.text[-1] for chunk in paragraphs]
    assert sum(end in ".!?" for end in ends) > len(ends) / 2


def test_long_lines_of_lists_and_code_are_divided() -> None:
    def parts(markdown: bytes) -> list[str]:
        return [chunk.markdown for chunk in divide(markdown, [], str, 5, "block", None)]

    item = b"- A short one.\n- This goes on. It has two sentences.\n  - inner\n  - other"
    assert parts(item) == ["- A short one.", "- This goes on.", "It has two", "sentences.\n  - inner", "  - other"]
    assert parts(b"    first second third fourth\n        inner") == ["    first second third", "fourth\n        inner"]


def test_text_without_spaces_is_divided_at_full_stops_and_lines(fixtures: Path) -> None:
    span = {"start": 0, "end": 45, "page": 1, "boxes": [[0, 0, 130, 10]]}
    chunks = divide("「一二三。」四五六。七八九十一".encode(), [span], str, 2, "block", None)
    assert [chunk.text for chunk in chunks] == ["「一二三。」", "四五六。", "七八九十一"]
    assert all(chunk.boxes == {1: [(0, 0, 130, 10)]} for chunk in chunks)
    with pdfa2hocr.open(fixtures / "scored" / "vertical.pdf", page_analysis=True) as doc:
        small, whole = doc.chunks(20, "block"), doc.chunks(None, "block")
    assert len(small) > len(whole) and all(len(chunk.markdown) <= 80 for chunk in small)
    assert "".join(chunk.text for chunk in small) == "".join(chunk.text for chunk in whole)


def test_wrong_arguments_of_chunks_are_errors(herald: pdfa2hocr.Document) -> None:
    with pytest.raises(ValueError, match='by: "word" is unknown'):
        herald.chunks(by="word")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_tokens"):
        herald.chunks(0)


def test_a_map_has_the_places_of_the_text(fixtures: Path, tmp_path: Path) -> None:
    with pdfa2hocr.open(fixtures / "tagged" / "objects.pdf") as doc:
        doc.convert(tmp_path / "a.md", map=tmp_path / "a.json")
        text = (tmp_path / "a.md").read_bytes()
        spans = json.loads((tmp_path / "a.json").read_text())["spans"]
        printed = [text[s["start"] : s["end"]].decode() for s in spans if s["source"] == "print"]
        assert printed == [word.text for word in doc[0].words]
        maps = {"markdown": tmp_path / "m.json", "html": tmp_path / "h.json"}
        doc.convert(tmp_path / "b.md", ["markdown", "html"], map=maps)
        assert all(json.loads(file.read_text())["format"] == name for name, file in maps.items())
        with pytest.raises(pdfa2hocr.ArgumentError, match="^map: "):
            doc.convert(tmp_path / "c.xml", "alto", map=tmp_path / "c.json")


def test_a_part_of_a_page_keeps_its_tables_and_lists_in_markdown(fixtures: Path) -> None:
    page = pdfa2hocr.open(fixtures / "tagged" / "tables-and-lists.pdf")[0]
    whole = page.to_format("markdown")
    assert page.crop((0, 0, page.width, page.height)).to_format("markdown") == whole
    below = page.crop((0, page.tables[0].bottom, page.width, page.height)).to_format("markdown")
    assert below and whole.endswith(below) and below.startswith("1. ")
    above = page.crop((0, 0, page.width, page.tables[0].bottom)).to_format("markdown")
    assert above.startswith("Caption") and "rowspan" in above and "1. " not in above
