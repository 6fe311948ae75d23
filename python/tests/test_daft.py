"""The example for Daft gives the same words as a worker."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

pytest.importorskip("daft", reason="daft is not installed")

from many import small
from pdfa2hocr.rows import Settings, explode, rows

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))


def test_the_example_gives_the_words_of_all_documents(tmp_path: Path) -> None:
    daft_words = importlib.import_module("daft_words")
    paths = []
    for number in range(20):
        path = tmp_path / f"{number:02}.pdf"
        path.write_bytes(small(number) if number else b"broken")
        paths.append(str(path))
    found = daft_words.words(paths).to_pylist()
    settings = Settings(tables=("words",))
    expected = [
        {name: row[name] for name in ("path", "page", "text", "confidence")}
        for path in paths
        for batch in rows(path, settings)
        for row in explode(batch, "words").to_pylist()
    ]
    assert len(expected) == 19 * 8
    assert sorted(map(repr, found)) == sorted(map(repr, expected))
