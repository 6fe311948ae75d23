"""The stubs match the extension, and check user code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

USER = '''
from pathlib import Path

import pdfa2hocr
from pdfa2hocr import Page, Pages

doc = pdfa2hocr.open("a.pdf", page_analysis=True, columns=2, password=None)
page: Page = doc[0]
pages: Pages = doc[1:3]
box: tuple[float, float, float, float] = page.words[0].bbox
texts: list[str] = [word.text for page in doc for word in page.crop((0, 0, 1, 1)).words]
match: pdfa2hocr.Match = page.search("a")[0]
found: pdfa2hocr.Word = match["words"][0]
number: float = page.extract_words()[0]["x0"]
try:
    written: list[Path] = doc.convert("out.html", formats=["hocr", "alto"])
except pdfa2hocr.PasswordError as error:
    code: int = error.exit_code
'''
WRONG = '''
import pdfa2hocr

pdfa2hocr.open("a.pdf", colums=2)
pdfa2hocr.open(3)
pdfa2hocr.open("a.pdf")[0].words[0].texte
'''


def run(tmp_path: Path, *command: str) -> tuple[int, str]:
    # In another folder, because checkers would find the source folder of the package here.
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_stubs_have_what_there_is(tmp_path: Path) -> None:
    # The modules in Python need no stubs, and Spark may be missing.
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    code, said = run(tmp_path, "mypy.stubtest", "pdfa2hocr._native", "--mypy-config-file", "mypy.ini")
    assert code == 0, said


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright", "--pythonpath", sys.executable]])
def test_checkers_know_the_package(tmp_path: Path, checker: list[str]) -> None:
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "wrong.py").write_text(WRONG)
    code, said = run(tmp_path, *checker, "user.py")
    assert code == 0, said
    code, said = run(tmp_path, *checker, "wrong.py")
    assert code == 1
    assert all(f"wrong.py:{line}:" in said for line in (4, 5, 6)), said


def test_everything_is_explained() -> None:
    import ast

    stub = Path(__file__).parents[1] / "python" / "pdfa2hocr" / "_native.pyi"
    tree = ast.parse(stub.read_text())
    missing = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
        if ast.get_docstring(node) is None and node.name != "panic_for_tests"
        if not any(isinstance(d, ast.Name) and d.id == "overload" for d in node.decorator_list)
    ]
    assert missing == []
