"""Conversion to files: they are complete, and never replace a document of the user."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import pdfa2hocr


def test_formats_are_written_beside_each_other(fixtures: Path, tmp_path: Path) -> None:
    with pdfa2hocr.open(fixtures / "tagged" / "objects.pdf") as doc:
        assert doc.convert(tmp_path / "one.html") == [tmp_path / "one.html"]
        several = doc.convert(str(tmp_path / "out.html"), formats=["hocr", "alto", "text", "sqlite"])
        named = doc.convert(None, formats={"tsv": tmp_path / "words.tsv"})
    assert [path.name for path in several] == ["out.html", "out.alto.xml", "out.txt", "out.sqlite"]
    assert (tmp_path / "out.html").read_text() == (tmp_path / "one.html").read_text()
    assert (tmp_path / "out.txt").read_text().startswith("Objects")
    assert (tmp_path / "out.sqlite").read_bytes().startswith(b"SQLite format 3")
    assert named[0].read_text().startswith("level\t")
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part"]


def test_what_is_written_obeys_the_options_and_passes_the_check(fixtures: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    with pdfa2hocr.open(fixtures / "damaged" / "whole.pdf", page_analysis=True, pages="2", dpi=72) as doc:
        doc.convert(path)
    text = path.read_text()
    assert "scan_res 72 72" in text and "second" in text and "first" not in text
    assert pdfa2hocr.check_hocr(path) == []
    assert pdfa2hocr.check_hocr(text.replace("bbox", "bobx").encode()) != []


def test_the_name_chooses_the_format(fixtures: Path, tmp_path: Path) -> None:
    with pdfa2hocr.open(fixtures / "tagged" / "objects.pdf") as doc:
        doc.convert(tmp_path / "out.TXT")
        with pytest.warns(UserWarning, match='out.md is written as hocr, but its name ends like a file of "markdown"'):
            doc.convert(tmp_path / "out.md", formats="hocr")
    assert (tmp_path / "out.TXT").read_text().startswith("Objects")
    assert "ocr_page" in (tmp_path / "out.md").read_text()


def test_an_argument_that_no_module_reads_is_an_error(fixtures: Path) -> None:
    with pytest.raises(pdfa2hocr.ArgumentError, match='module_arg: there is no module argument "row"'):
        pdfa2hocr.open(fixtures / "tagged" / "objects.pdf", module="repeated_heads", module_arg={"row": 3})


def test_corrections_are_applied(fixtures: Path, tmp_path: Path) -> None:
    path = fixtures / "layout" / "two-columns.pdf"
    with pdfa2hocr.open(path) as doc:
        word = next(word for word in doc[0].words if word.text == "FEW")
    anchor = {"box": list(word.bbox), "text": "FEW"}
    operation = {"op": "text", "level": "word", "on": anchor, "text": "MANY"}
    entry = {"id": "1", "by": "ada", "at": "2026-01-01T00:00:00Z", "page": 1, **operation}
    head = {"pdfa2hocr_corrections": 1, "name": "", "sha256": "", "pages": 1}
    corrections = tmp_path / "a.corrections.json"
    corrections.write_text("".join(f"{json.dumps(line)}\n" for line in (head, entry)))
    with pdfa2hocr.open(path, corrections=corrections) as doc:
        corrected = next(word for word in doc[0].words if word.text == "MANY")
    assert corrected.confidence == 100
    corrections.write_text("{}\n")
    with pytest.raises(pdfa2hocr.ArgumentError, match="line 1: missing field"):
        pdfa2hocr.open(path, corrections=corrections)


def test_no_document_is_overwritten(fixtures: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "in.pdf"
    pdf.write_bytes((fixtures / "tagged" / "objects.pdf").read_bytes())
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf.read_bytes())
    with pdfa2hocr.open(pdf) as doc:
        with pytest.raises(pdfa2hocr.ArgumentError, match="cannot write"):
            doc.convert(pdf)
        with pytest.raises(pdfa2hocr.ArgumentError, match="was not written by pdfa2hocr"):
            doc.convert(other)
        with pytest.raises(pdfa2hocr.FileError, match="cannot write"):
            doc.convert(tmp_path / "no" / "folder" / "out.html")
        with pytest.raises(pdfa2hocr.ArgumentError, match="is not a format"):
            doc.convert(tmp_path / "out.html", formats="hoc")
        with pytest.raises(pdfa2hocr.ArgumentError, match="formats: viewer"):
            doc.convert(tmp_path / "out.html", formats="viewer")
        with pytest.raises(pdfa2hocr.ArgumentError, match="- stands for no file"):
            doc.convert("-")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.pdf", "other.pdf"]
    assert other.read_bytes() == pdf.read_bytes()


def test_validation_tells_rules_and_places(fixtures: Path) -> None:
    [report] = pdfa2hocr.validate(fixtures / "damaged" / "whole.pdf", "2b")
    assert (report.flavour, report.conforms, report.claimed) == ("2b", False, False)
    assert report.checked > 50
    finding = report.findings[0]
    assert finding.severity == "error" and finding.clause and finding.count >= len(finding.faults) > 0
    assert finding.faults[0].found
    with pytest.raises(pdfa2hocr.ArgumentError):
        pdfa2hocr.validate(fixtures / "damaged" / "whole.pdf", "7z")


def test_structure_outline_metadata_and_listings(fixtures: Path) -> None:
    with pdfa2hocr.open(fixtures / "tagged" / "tables-and-lists.pdf") as doc:
        [root] = doc.structure
        table = root.children[0]
        assert (root.standard, table.name, table.page) == ("Document", "Table", 1)
        assert table.children[0].text == ["Caption"]
        head = table.children[1].children[0].children[0]
        assert ("ColSpan", "3") in head.attributes
        assert doc.metadata["languages"] == ["en"]
        assert doc.outline == []
        assert doc.inspect("fonts")["fonts"][0]["name"] == "Helvetica"
        with pytest.raises(pdfa2hocr.ArgumentError, match='did you mean "fonts"'):
            doc.inspect("font")
    with pdfa2hocr.open(fixtures / "damaged" / "whole.pdf") as doc:
        assert doc.structure == []


def test_an_outline_leads_to_pages(fixtures: Path) -> None:
    found = 0
    for path in sorted(fixtures.glob("*/*.pdf")):
        try:
            doc = pdfa2hocr.open(path)
        except pdfa2hocr.Error:
            continue
        items = list(doc.outline)
        while items:
            item = items.pop()
            items += item.items
            assert item.page is None or 1 <= item.page <= doc.page_count
            found += item.page is not None
    assert found > 0


def test_a_corrected_output_is_kept(fixtures: Path, tmp_path: Path) -> None:
    source, out = fixtures / "damaged" / "whole.pdf", tmp_path / "out.html"
    with pdfa2hocr.open(source) as doc:
        doc.convert(out)
        doc.convert(out)
    corrected = out.read_text().replace("first", "First", 1)
    out.write_text(corrected)
    with pdfa2hocr.open(source) as doc:
        with pytest.raises(pdfa2hocr.ArgumentError, match="out.html exists and was changed; use overwrite"):
            doc.convert(out)
    assert out.read_text() == corrected
    with pdfa2hocr.open(source, overwrite=True) as doc:
        doc.convert(out)
    assert "first" in out.read_text()


def test_names_that_are_not_unicode_are_names_of_files(fixtures: Path, tmp_path: Path) -> None:
    def named(ending: str) -> str:
        return os.fsdecode(os.fsencode(tmp_path) + b"/\xff=" + ending.encode())

    Path(named("a.pdf")).write_bytes((fixtures / "layout" / "two-columns.pdf").read_bytes())
    Path(named("a.star")).write_text("def custom_processing(page):\n    pass\n")
    options: pdfa2hocr.Options = {"page_analysis": True, "module": [named("a.star")], "images": Path(named("images"))}
    with pdfa2hocr.open(named("a.pdf"), **options) as doc:
        written = doc.convert(named("a.md"), map=named("map.json"))
        written += doc.convert(None, {"text": named("a.txt")})
        doc.convert(named("b.md"), map={"markdown": named("b.json")})
    assert written == [Path(named("a.md")), Path(named("a.txt"))]
    for name in ("a.md", "a.txt", "b.md", "map.json", "b.json"):
        assert Path(named(name)).stat().st_size > 0
    with pytest.raises(pdfa2hocr.ArgumentError, match="^the value of an option is not UTF-8$"):
        pdfa2hocr.open(named("a.pdf"), mapping=named("none.json"))
    missing = named("none.json")
    with pytest.raises(FileNotFoundError) as raised:
        pdfa2hocr.open(named("a.pdf"), corrections=missing)
    assert raised.value.filename == missing
