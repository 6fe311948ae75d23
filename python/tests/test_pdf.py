"""PDFs that are written: `to_pdf` and `tag`."""

from __future__ import annotations

from pathlib import Path

import pytest

import pdfa2hocr


def test_recognised_text_becomes_a_pdf(fixtures: Path, tmp_path: Path) -> None:
    with pdfa2hocr.open(fixtures / "scan_files" / "several.html") as doc:
        words = [word.text for page in doc for word in page.words]
        output = doc.to_pdf(tmp_path / "several.pdf")
    with pdfa2hocr.open(output) as doc:
        assert [word.text for page in doc for word in page.words] == words
    (report,) = pdfa2hocr.validate(output, "2u")
    assert report.conforms


def test_a_claim_that_does_not_hold_is_a_warning(fixtures: Path, tmp_path: Path) -> None:
    with (
        pdfa2hocr.open(fixtures / "scan_files" / "several.html", pdf_conformance="a-2a") as doc,
        pytest.warns(UserWarning, match="claims a-2u"),
    ):
        doc.convert(tmp_path / "several.pdf")


def test_a_pdf_gets_tags_once(fixtures: Path, tmp_path: Path) -> None:
    source = fixtures / "layout" / "two-columns.pdf"
    output = pdfa2hocr.tag(source, tmp_path / "tagged.pdf")
    assert output.read_bytes().startswith(source.read_bytes())
    with pdfa2hocr.open(output, tagged=True) as doc:
        assert doc.structure
    with pytest.raises(pdfa2hocr.ArgumentError, match="has tags already"):
        pdfa2hocr.tag(output, tmp_path / "again.pdf")
    assert pdfa2hocr.tag(output, tmp_path / "again.pdf", replace_tags=True).exists()


def test_a_claim_of_ua_is_checked(fixtures: Path, tmp_path: Path) -> None:
    source = fixtures / "layout" / "two-columns.pdf"
    with pytest.warns(UserWarning, match="does not conform to ua-1 and claims no standard"):
        output = pdfa2hocr.tag(source, tmp_path / "tagged.pdf", pdf_conformance="ua-1")
    (report,) = pdfa2hocr.validate(output, "ua1")
    assert not report.conforms
