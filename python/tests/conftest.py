"""What the tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fixtures() -> Path:
    """The small PDFs of the project."""
    return ROOT / "fixtures"
