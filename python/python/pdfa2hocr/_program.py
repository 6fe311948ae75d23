"""The command `pdfa2hocr`, which is part of the extension."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import NoReturn

from pdfa2hocr._native import run_program
from pdfa2hocr.errors import FileError

__all__ = ["main", "program"]


def main() -> NoReturn:
    """Runs the command with the arguments of this process."""
    started = sys.argv[0]
    # `python -m pdfa2hocr` has no file that can be started again.
    path = program() if started.endswith("__main__.py") else os.path.abspath(started)
    run_program(path, sys.argv[1:])


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
