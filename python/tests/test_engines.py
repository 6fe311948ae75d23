"""The examples for other engines in docs/spark.md run, where the engines are installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from many import ROOT, small

PATHS = 6


@pytest.fixture
def examples() -> dict[str, Any]:
    """The names of the examples."""
    pytest.importorskip("polars", reason="polars is not installed")
    parts = (ROOT / "docs" / "spark.md").read_text().split("```python\n")[2:]
    # Other processes import the functions of a module.
    names: dict[str, Any] = {"__name__": "__main__"}
    for part in parts:
        exec(part.split("```")[0], names)
    return names


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    made = []
    for number in range(PATHS):
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(small(number) if number else b"broken")
        made.append(str(path))
    return made


def test_polars_has_a_row_for_each_word(examples: dict[str, Any], paths: list[str]) -> None:
    frame = examples["frame"](paths)
    assert frame.height == 8 * (PATHS - 1)
    assert sorted(set(frame["path"])) == paths[1:]


def test_any_engine_of_arrow_has_the_same(examples: dict[str, Any], paths: list[str]) -> None:
    assert examples["words"](pa.table({"path": paths})).num_rows == 8 * (PATHS - 1)


def test_ray_maps_batches_of_paths(examples: dict[str, Any], paths: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    pytest.importorskip("ray.data", reason="ray[data] is not installed")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        data = ray.data.from_items([{"path": path} for path in paths])
        found = data.map_batches(examples["words"], batch_format="pyarrow").to_pandas()
    finally:
        ray.shutdown()
    assert len(found) == 8 * (PATHS - 1)
    assert sorted(set(found["path"])) == paths[1:]
