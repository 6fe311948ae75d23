"""Shared fixtures and helpers of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fixtures() -> Path:
    """The folder of the project's small PDFs."""
    return ROOT / "fixtures"
