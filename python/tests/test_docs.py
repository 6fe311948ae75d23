"""Runs the examples of the guide and the README from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["docs/python.md", "docs/plumber.md", "python/PACKAGE.md"])
def test_the_examples_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert capsys.readouterr().out
