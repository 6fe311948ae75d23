"""Errors become exceptions of the package, with the exit codes of the program."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

import pdfa2hocr
from pdfa2hocr import _native

CASES = [
    ("missing.pdf", {}, pdfa2hocr.MissingFileError, 2, "cannot read .*there is no such file"),
    (".", {}, pdfa2hocr.StructureError, 3, "none of these is"),
    ("README.md", {}, pdfa2hocr.ObjectsError, 4, "this is not a PDF file"),
    ("pages/no-pages.pdf", {}, pdfa2hocr.StructureError, 3, "no pages"),
    ("damaged/whole.pdf", {"tagged": True}, pdfa2hocr.StructureError, 3, "not tagged"),
    ("encrypted/aes-256-password.pdf", {}, pdfa2hocr.PasswordError, 5, "password="),
    ("encrypted/aes-256-password.pdf", {"password": "wrong"}, pdfa2hocr.PasswordError, 5, "password"),
    ("damaged/whole.pdf", {"pages": "7"}, pdfa2hocr.ArgumentError, 1, "^pages: there is no page 7"),
    ("damaged/whole.pdf", {"icu": "polski"}, pdfa2hocr.ArgumentError, 1, '^icu: .*did you mean "pl"'),
    ("damaged/whole.pdf", {"dpi": 0}, pdfa2hocr.ArgumentError, 1, "^dpi: "),
    ("damaged/whole.pdf", {"page_analysis": True, "tagged": True}, pdfa2hocr.ArgumentError, 1, "together with"),
    ("damaged/whole.pdf", {"columns": "many"}, pdfa2hocr.ArgumentError, 1, "^columns: "),
]


@pytest.mark.parametrize(("name", "options", "error", "code", "message"), CASES)
def test_errors_are_those_of_the_program(
    fixtures: Path, name: str, options: pdfa2hocr.Options, error: type[pdfa2hocr.Error], code: int, message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        pdfa2hocr.open(fixtures / name, **options)
    assert raised.value.exit_code == code
    assert isinstance(raised.value, pdfa2hocr.Error)
    assert raised.value.kind
    assert "\n" not in str(raised.value) and "--" not in str(raised.value)


def test_errors_are_also_the_usual_ones_and_travel_between_processes(fixtures: Path) -> None:
    with pytest.raises(OSError):
        pdfa2hocr.open("missing.pdf")
    with pytest.raises(ValueError) as raised:
        pdfa2hocr.open(fixtures / "damaged" / "whole.pdf", pages="7")
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (type(copy), str(copy), copy.kind) == (pdfa2hocr.ArgumentError, str(raised.value), "argument")


def test_errors_of_files_are_those_of_python_with_number_and_name(fixtures: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory without files") as raised:
        pdfa2hocr.open(tmp_path)
    assert (raised.value.errno, raised.value.filename) == (None, str(tmp_path))
    missing = tmp_path / "missing.pdf"
    with pytest.raises(FileNotFoundError) as raised:
        pdfa2hocr.open(missing)
    assert isinstance(raised.value, pdfa2hocr.FileError)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(missing))
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (type(copy), str(copy), copy.errno, copy.filename, copy.kind, copy.page) == (
        pdfa2hocr.MissingFileError, str(raised.value), errno.ENOENT, str(missing), "file", None
    )
    with pytest.raises(FileNotFoundError):
        with pdfa2hocr.open(fixtures / "damaged" / "whole.pdf") as doc:
            doc.convert(tmp_path / "missing" / "out.html")
    with pytest.raises(pdfa2hocr.ArgumentError) as wrong:
        pdfa2hocr.open(fixtures / "damaged" / "whole.pdf", pages="7")
    assert (wrong.value.errno, wrong.value.filename) == (None, None)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="this system has no users like Unix")
def test_a_file_that_must_not_be_read_is_a_permission_error(tmp_path: Path) -> None:
    secret = tmp_path / "secret.pdf"
    secret.write_bytes(b"%PDF-1.4")
    secret.chmod(0)
    user = os.geteuid()
    descriptor = os.open(tmp_path, os.O_RDONLY)
    before = os.getcwd()
    try:
        os.fchdir(descriptor)
        if user == 0:
            # Root may read every file.
            os.seteuid(65534)
        with pytest.raises(PermissionError) as raised:
            pdfa2hocr.open("secret.pdf")
    finally:
        os.seteuid(user)
        os.chdir(before)
        os.close(descriptor)
    assert isinstance(raised.value, pdfa2hocr.ForbiddenFileError)
    assert (raised.value.errno, raised.value.filename) == (errno.EACCES, "secret.pdf")


def test_options_that_there_are_not_are_a_type_error(fixtures: Path) -> None:
    path = fixtures / "damaged" / "whole.pdf"
    with pytest.raises(TypeError, match='there is no option "colums" .did you mean "columns"'):
        pdfa2hocr.open(path, colums=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="columns takes a value, not True"):
        pdfa2hocr.open(path, columns=True)
    with pytest.raises(TypeError, match="dpi cannot be given as dict"):
        pdfa2hocr.open(path, dpi={})  # type: ignore[arg-type]


def test_a_mistake_of_ours_is_an_exception_and_the_interpreter_goes_on(fixtures: Path) -> None:
    with pytest.raises(pdfa2hocr.InternalError, match="please report it: as a test wants it") as raised:
        _native.panic_for_tests()
    # pyo3's own exception for panics is not an Exception.
    assert isinstance(raised.value, Exception)
    assert len(pdfa2hocr.open(fixtures / "damaged" / "whole.pdf")) == 2


def test_warnings_have_their_places(fixtures: Path) -> None:
    doc = pdfa2hocr.open(fixtures / "fonts" / "unknown-names.pdf", page_analysis=True)
    [page] = doc
    warnings = [*doc.warnings, *page.warnings]
    [unicode] = [warning for warning in warnings if warning.kind == "unicode"]
    assert unicode.message.startswith("font Secret has characters without a Unicode value")
    assert unicode.page == 1
    assert str(unicode) == f"page 1: {unicode.message}"


def test_options_of_the_stubs_are_those_that_there_are() -> None:
    names = {name for name, _, _ in pdfa2hocr.options()}
    assert names == pdfa2hocr.Options.__annotations__.keys()
