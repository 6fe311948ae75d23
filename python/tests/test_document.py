"""Documents: opening, iteration, indices."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import pdfa2hocr


def test_a_document_is_opened_from_path_bytes_and_file(fixtures: Path) -> None:
    path = fixtures / "damaged" / "whole.pdf"
    sources = [str(path), path, path.read_bytes(), bytearray(path.read_bytes())]
    for source in [*sources, io.BytesIO(path.read_bytes()), path.open("rb")]:
        with pdfa2hocr.open(source, page_analysis=True) as doc:
            assert len(doc) == 2
            assert [page.number for page in doc] == [1, 2]
            assert doc[0].words[0].text == "first"
    with pytest.raises(TypeError, match="not int"):
        pdfa2hocr.open(3)  # type: ignore[arg-type]
    with path.open(errors="replace") as text, pytest.raises(TypeError, match="rb"):
        pdfa2hocr.open(text)  # type: ignore[arg-type]


def test_pages_have_indices_slices_and_numbers(fixtures: Path) -> None:
    doc = pdfa2hocr.open(fixtures / "pages" / "lost-pages.pdf", page_analysis=True)
    count = len(doc)
    assert count > 3

    def numbers(pages: pdfa2hocr.Pages) -> list[int]:
        assert len(pages) == len(list(pages))
        return [page.number for page in pages]

    assert doc[-1].number == count
    assert numbers(doc[1:3]) == [2, 3]
    assert numbers(doc[::-1]) == list(range(count, 0, -1))
    assert numbers(doc.pages("2-3,1")) == [1, 2, 3]
    assert doc.pages("2-")[0].number == 2
    assert numbers(doc.pages("1-3")[1:]) == [2, 3]
    with pytest.raises(IndexError):
        doc[count]
    with pytest.raises(IndexError):
        doc[-count - 1]
    with pytest.raises(TypeError):
        doc["1"]  # type: ignore[call-overload]
    with pytest.raises(pdfa2hocr.ArgumentError, match="pages: there is no page 99"):
        doc.pages("99")


def test_pages_that_were_asked_for_are_the_document(fixtures: Path) -> None:
    doc = pdfa2hocr.open(fixtures / "pages" / "lost-pages.pdf", pages="2-3")
    assert (len(doc), doc.page_count > 3) == (2, True)
    assert [page.number for page in doc] == [2, 3]
    assert doc[0].number == 2


def test_pages_and_words_outlive_their_document(fixtures: Path) -> None:
    with pdfa2hocr.open(fixtures / "tagged" / "objects.pdf") as doc:
        page = next(iter(doc))
        pages = doc.pages("1")
    word = page.words[0]
    del page
    assert word.text == "Objects"
    assert pages[0].words[0].text == "Objects"
    with pytest.raises(pdfa2hocr.ArgumentError, match="closed"):
        len(doc)


def test_boxes_are_points_from_the_upper_left_corner(fixtures: Path) -> None:
    page = pdfa2hocr.open(fixtures / "tagged" / "objects.pdf")[0]
    assert (page.width, page.height) == (400, 300)
    assert page.bbox == (0, 0, 400, 300)
    word = page.words[0]
    x0, top, x1, bottom = word.bbox
    assert (word.x0, word.top, word.x1, word.bottom) == (x0, top, x1, bottom)
    # The box in the README's example, in pixels at 300 per inch.
    assert [round(n / 72 * 300) for n in word.bbox] == [83, 214, 253, 260]
    assert (word.width, word.height) == (pytest.approx(x1 - x0), pytest.approx(bottom - top))


def test_blocks_hold_paragraphs_and_these_lines_of_words(fixtures: Path) -> None:
    page = pdfa2hocr.open(fixtures / "tagged" / "objects.pdf")[0]
    heading = page.blocks[0].paragraphs[0]
    assert (page.blocks[0].role, heading.heading, heading.text) == ("text", 1, "Objects")
    assert heading.lines[0].words[0].text == "Objects"
    words = [word for block in page.blocks for p in block.paragraphs for line in p.lines for word in line.words]
    assert [w.text for w in words] == [w.text for w in page.words]
    assert len(page.lines) == sum(len(p.lines) for p in page.paragraphs)
    word = page.words[0]
    assert (word.fontname, word.bold, word.direction) == ("Helvetica", False, "ltr")
    assert word.size == pytest.approx(12)
    assert 0 <= word.confidence <= 100
