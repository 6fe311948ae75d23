"""The path of the program that the wheel contains."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from pdfa2hocr.errors import FileError

__all__ = ["program"]


def program() -> str:
    """The path of the command `pdfa2hocr`.

    It is the one installed with this package, or else the first one on PATH.

    Raises `FileError` if there is none.
    """
    name = "pdfa2hocr.exe" if sys.platform == "win32" else "pdfa2hocr"
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    for folder in schemes:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    found = shutil.which(name)
    if found is None:
        message = "the command pdfa2hocr is not installed; pip install ./python brings it"
        raise FileError(message, kind="file")
    return found
