"""The program in the wheel."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pdfa2hocr


@pytest.fixture
def program() -> str:
    try:
        return pdfa2hocr.program()
    except pdfa2hocr.FileError as error:
        pytest.skip(str(error))


def test_the_command_and_the_module_are_the_same_program(program: str) -> None:
    for command in ([program], [sys.executable, "-m", "pdfa2hocr"]):
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
        assert said.stdout.split() == ["pdfa2hocr", pdfa2hocr.__version__]
        failed = subprocess.run([*command, "missing.pdf", "-"], capture_output=True, text=True, check=False)
        assert failed.returncode == 2
        assert failed.stderr.startswith("pdfa2hocr: cannot read missing.pdf")


def test_a_batch_starts_itself(program: str, fixtures: Path, tmp_path: Path) -> None:
    inputs = [fixtures / "tagged" / "objects.pdf", fixtures / "damaged" / "whole.pdf"]
    subprocess.run([program, "batch", *inputs, "--output-dir", tmp_path, "-p"], capture_output=True, check=True)
    lines = (tmp_path / "manifest.jsonl").read_text().splitlines()
    assert [json.loads(line)["exit"] for line in lines if "exit" in json.loads(line)] == [0, 0]
    with pdfa2hocr.open(inputs[0], page_analysis=True) as doc:
        doc.convert(tmp_path / "same.html")
    [written] = [path for path in tmp_path.glob("**/*.html") if path.name == "objects.html"]
    assert written.read_text() == (tmp_path / "same.html").read_text()
