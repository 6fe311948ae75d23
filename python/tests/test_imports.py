"""The modules of a folder of the package do not import each other in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "python" / "pdfa2hocr"


def imports(code: str) -> Iterator[str]:
    """The modules and items that code imports by their full names, also in functions and for type checkers."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "write the full name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def graph(folder: Path) -> dict[str, set[str]]:
    """The imports among the modules and packages that are directly in a folder."""
    package = ".".join((PACKAGE.name, *folder.relative_to(PACKAGE).parts))
    found: dict[str, set[str]] = {}
    for file in folder.rglob("*.py*"):
        if file.suffix in (".py", ".pyi"):
            first = file.relative_to(folder).parts[0].split(".")[0]
            name = package if first == "__init__" else f"{package}.{first}"
            found.setdefault(name, set()).update(imports(file.read_text()))

    def module(name: str) -> str:
        """The module of an item: the longest beginning of its name."""
        while name and name not in found:
            name = name.rpartition(".")[0]
        return name

    return {name: {module(other) for other in others} - {name, ""} for name, others in found.items()}


@pytest.mark.parametrize("folder", [PACKAGE, PACKAGE / "plumber", PACKAGE / "spark"], ids=lambda folder: folder.name)
def test_modules_of_a_folder_have_no_circular_imports(folder: Path) -> None:
    modules = graph(folder)
    assert len(modules) > 4 and any(modules.values())
    # Raises an error that names the modules of a circle.
    TopologicalSorter(modules).prepare()


def test_a_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    (tmp_path / "a.py").write_text("def f():\n    from NAME.b import c\n".replace("NAME", tmp_path.name))
    (tmp_path / "b.py").write_text(f"if TYPE_CHECKING:\n    from {tmp_path.name} import a\n")
    with pytest.raises(CycleError):
        TopologicalSorter(graph(tmp_path)).prepare()
