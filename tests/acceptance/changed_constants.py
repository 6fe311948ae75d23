#!/usr/bin/env python3
"""Copies the source with the constants and weights of the page analysis changed by 10 %.

    changed_constants.py FOLDER           writes the copy, and prints the number of changed constants
    changed_constants.py FOLDER --seed 2  with other signs

Each number with a fraction in a constant of `layout/` becomes a tenth larger or smaller, at random from the seed.
corrections_again.py applies corrections with a program that is built from the copy.
"""

import argparse
import random
import re
import shutil
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LAYOUT = Path("crates/core/src/layout")
COPIED = (".cargo", "Cargo.toml", "Cargo.lock", "build.rs", "crates", "src", "mappings", "modules", "examples", "benches/stages.rs", "python", "docs")

# A constant, up to the semicolon at the end of a line.
CONSTANT = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))? )?(?:const|static) \w+: .*?;$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"(?<![\w.\"])\d+\.\d+(?![\w.\"])")


def changed(text, rng):
    """A source text with other numbers in its constants, and how many these are."""
    count = 0

    def number(match):
        nonlocal count
        count += 1
        return repr(round(float(match.group()) * rng.choice((0.9, 1.1)), 6))

    def constant(match):
        name, equals, value = match.group().partition("=")
        lines = (line if line.lstrip().startswith("//") else NUMBER.sub(number, line) for line in value.split("\n"))
        return name + equals + "\n".join(lines)

    return CONSTANT.sub(constant, text), count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    for name in COPIED:
        source, copy = PROJECT / name, arguments.folder / name
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("node_modules", "target"), dirs_exist_ok=True)
        elif source.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
    total = 0
    for path in sorted((PROJECT / LAYOUT).rglob("*.rs")):
        if "tests" in path.stem:
            continue
        rng = random.Random(f"{arguments.seed} {path.relative_to(PROJECT)}")
        text, count = changed(path.read_text(encoding="utf-8"), rng)
        total += count
        (arguments.folder / path.relative_to(PROJECT)).write_text(text, encoding="utf-8")
    print(f"{total} constants changed")
    return 0 if total else 1


if __name__ == "__main__":
    sys.exit(main())
