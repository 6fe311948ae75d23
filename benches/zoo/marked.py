#!/usr/bin/env python3
"""Writes the candidates for tables on pages of real documents, whose tables were marked by eye, into tables.tsv.

  marked.py PROGRAM FOLDER

FOLDER has the PDF files of Debian packages (bookworm), named PACKAGE--FILE.pdf, and those of PyPI source archives and npm
packages, named pypi--PACKAGE--PATH and npm--PACKAGE--PATH with `_` for `/`. `marked.tsv` has a line a page: document, page, and
marks, each with its box in points: `table`; `part` for a part of one, and for output of programs in columns, which is
neither a table nor none; `no` for what is none. `open` is for pages with tables that are not marked. On other pages all
else is not a table. Rows of documents that FOLDER does not have are kept.

Nobody wrote these documents for a test: more than half of what was taken for a table without a grid on them was a diagram,
code, a heading, or names of authors.
"""

import collections
import html
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/score/tables"))
sys.path.insert(0, str(Path(__file__).parent))
from fit import DRAFT, RULINGS  # noqa: E402
from fit_tables import FIELDS, FIXED  # noqa: E402
from fitting import read_rows, write_rows  # noqa: E402

HERE = Path(__file__).parent
SAME, PART = 0.75, 0.7
"""Least share of two boxes in common for the same table, and of a candidate inside a table for a part of it."""


def area(box: list[float]) -> float:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def common(a: list[float], b: list[float]) -> float:
    return area([max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])])


def verdict(box: list[float], marks: list[tuple[str, list[float]]], is_open: bool) -> bool | None:
    """True for a table; None for what is neither a table nor none."""
    tables = [own for kind, own in marks if kind == "table"]
    if any(common(box, own) >= SAME * max(area(box), area(own)) for own in tables):
        return True
    if any(kind == "no" and common(box, own) >= SAME * max(area(box), area(own)) for kind, own in marks):
        return False
    partly = any(common(box, own) >= (PART if kind == "table" else 0.2) * area(box) for kind, own in marks if kind != "no")
    # A candidate that is not much larger than the table has other rows of it.
    near = any(common(box, own) > 0.1 * area(own) and area(box) < 1.6 * area(own) for own in tables)
    return None if partly or near or is_open else False


def stem(pdf: Path) -> str:
    return pdf.stem.replace(" ", "_")


def candidates(program: str, pdf: Path, page: str, marks: list[tuple[str, list[float]]], is_open: bool):
    run = lambda *options: subprocess.run([program, "-q", "-p", *options], capture_output=True, text=True).stdout  # noqa: E731
    pages = json.loads(run("--format", "json", "--pages", page, str(pdf), "-") or '{"pages": []}')["pages"]
    scale = pages[0]["width"] / pages[0]["pixels"][0] if pages else 1
    for *rect, refused, columns, ruling, why in DRAFT.findall(run("explain", "--page", page, str(pdf))):
        held = frozenset(name for name in re.split(r", |; but ", html.unescape(why)) if name)
        x, y, width, height = (int(v) * scale for v in rect)
        right = verdict([x, y, x + width, y + height], marks, is_open)
        if right is not None and columns != "1" and not held & FIXED.keys():
            kind = "grid" if RULINGS[ruling] == "grid" else "open"
            yield (str(int(not refused)), str(int(right)), kind, f"real-{stem(pdf)} {page}"), held


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], Path(sys.argv[2])
    rows: collections.Counter = collections.Counter()
    read = set()
    for line in (HERE / "marked.tsv").read_text().splitlines():
        name, page, *more = line.split("\t")
        marks = [(kind, [float(v) for v in box]) for kind, *box in (mark.split() for mark in more if mark != "open")]
        if (folder / name).exists():
            read.add(stem(folder / name))
            # Candidates that several searches find count once.
            rows.update(set(candidates(program, folder / name, page, marks, "open" in more)))
    table = HERE / "tables.tsv"
    kept = [(fields, held) for fields, held in read_rows(table) if fields[3].rpartition(" ")[0].removeprefix("real-") not in read]
    write_rows(table, FIELDS, [*kept, *rows])
    print(f"{len(rows)} candidates")


if __name__ == "__main__":
    main()
