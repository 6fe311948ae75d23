"""Builds wheels that contain the program: cargo builds it, then maturin builds the wheel.

maturin itself only builds the extension. It copies the folder `data` of pyproject.toml into the wheel, and
installers copy `scripts` from there to the folder of commands. The first call of cargo also compiles the
library, which both use.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import maturin
from maturin import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

HERE = Path(__file__).parent
SCRIPTS = HERE / "data" / "scripts"
# maturin requires the folder even if nothing has been built yet.
SCRIPTS.mkdir(parents=True, exist_ok=True)


def build_wheel(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    build_program()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    build_program()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def profile() -> str:
    """Returns the profile that maturin will use: that of MATURIN_PEP517_ARGS, or release."""
    words = shlex.split(os.environ.get("MATURIN_PEP517_ARGS", ""))
    if "--profile" in words[:-1]:
        return words[words.index("--profile") + 1]
    return next((word.partition("=")[2] for word in words if word.startswith("--profile=")), "release")


def build_program() -> None:
    """Compiles the program, and copies it to the folder that maturin packs."""
    command = ["cargo", "build", "--locked", "--profile", profile(), "--package", "pdfa2hocr", "--bin", "pdfa2hocr"]
    messages = ["--message-format", "json-render-diagnostics"]
    built = subprocess.run([*command, *messages], cwd=HERE.parent, stdout=subprocess.PIPE, check=True)
    artifacts = [json.loads(line) for line in built.stdout.splitlines()]
    [program] = [Path(a["executable"]) for a in artifacts if a.get("executable")]
    copy = SCRIPTS / program.name
    shutil.copy2(program, copy)
    # The profile release strips the program itself.
    if profile() != "release" and (strip := shutil.which("strip")):
        subprocess.run([strip, copy], check=True)
