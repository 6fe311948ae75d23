"""Tags for existing PDFs."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Unpack

from pdfa2hocr import _native
from pdfa2hocr._types import Options, Source

__all__ = ["tag"]


def tag(source: Source, output: str | PathLike[str], /, **options: Unpack[Options]) -> Path:
    """Gives a PDF the tags that its pages show, and returns the path of the new file.

    Nothing visible changes. `replace_tags=True` replaces tags that the PDF has, and `alt` names a file with
    descriptions of images. Raises ArgumentError for a PDF that is encrypted, signed or tagged.
    """
    options["page_analysis"] = True
    with _native.open(source, **options) as document:
        return document.to_pdf(output)
