"""Shared fixtures and helpers of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sessions

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fixtures() -> Path:
    """The folder of the project's small PDFs."""
    return ROOT / "fixtures"


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """A local Spark of two cores."""
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    with sessions.local({}) as session:
        yield session
