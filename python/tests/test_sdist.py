"""The source archive: a wheel can be built from it, away from the repository.

A build of the wheel compiles the project, so this test runs only if PDFA2HOCR_BUILDS_SDIST is set; `.ci/slow` sets
it. The others run everywhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is missing: install Rust")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the unpacked archive."""
    folder = tmp_path_factory.mktemp("sdist")
    _call("build_sdist", PACKAGE, folder)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def test_the_backend_of_the_archive_gives_the_metadata(unpacked: Path, tmp_path: Path) -> None:
    _call("prepare_metadata_for_build_wheel", unpacked, tmp_path)
    [folder] = tmp_path.glob("*.dist-info")
    metadata = _metadata(folder / "METADATA")
    assert metadata["Name"] == "pdfa2hocr"
    assert metadata["Author"] and metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert str(metadata.get_payload()).strip() == (PACKAGE / "PACKAGE.md").read_text().strip()
    assert len(metadata.get_all("License-File", [])) == 2
    for name in metadata.get_all("License-File", []):
        assert (unpacked / name).read_text() == (PACKAGE / name).read_text()


def test_the_archive_has_all_files_that_are_compiled_in(unpacked: Path) -> None:
    command = ["cargo", "metadata", "--locked", "--offline", "--no-deps", "--format-version=1"]
    subprocess.run(command, cwd=unpacked, capture_output=True, check=True)
    root = PACKAGE.parent
    for folder in ("mappings", "modules", "src", "crates/core/src", "python/src"):
        files = {path.relative_to(root) for path in (root / folder).rglob("*.*") if _is_tracked(path)}
        missing = [str(path) for path in files if not (unpacked / path).exists()]
        assert not missing, folder


@pytest.mark.skipif("PDFA2HOCR_BUILDS_SDIST" not in os.environ, reason="a long build: set PDFA2HOCR_BUILDS_SDIST=1")
def test_a_wheel_of_the_archive_is_imported_and_runs(unpacked: Path, fixtures: Path, tmp_path: Path) -> None:
    _call("build_wheel", unpacked, tmp_path)
    [wheel] = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    run = lambda *words: subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    run(scripts / "python", "-m", "pip", "install", "--no-index", wheel)
    code = "import pdfa2hocr, sys; print(pdfa2hocr.__version__, len(pdfa2hocr.open(sys.argv[1])))"
    version, pages = run(scripts / "python", "-I", "-c", code, fixtures / "tagged" / "objects.pdf").split()
    assert pages == "1"
    assert run(scripts / "pdfa2hocr", "--version").split() == ["pdfa2hocr", version]


def _call(hook: str, folder: Path, output: Path) -> None:
    """Calls a hook of the build backend that the folder names, in a process of its own, as pip does."""
    code = (
        "import importlib, sys, tomllib; system = tomllib.load(open('pyproject.toml', 'rb'))['build-system']; "
        "sys.path[:0] = system.get('backend-path', []); "
        f"importlib.import_module(system['build-backend']).{hook}(sys.argv[1])"
    )
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run([sys.executable, "-c", code, output], cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def _metadata(file: Path) -> Message:
    return Parser().parsestr(file.read_text())


def _is_tracked(path: Path) -> bool:
    """Whether the file is part of the project, and not installed by npm."""
    return path.is_file() and "node_modules" not in path.parts
