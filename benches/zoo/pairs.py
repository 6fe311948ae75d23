#!/usr/bin/env python3
"""Writes pairs.tsv: how often two lines of text with the same features are one row of a true table, and how often two.

  pairs.py PROGRAM FOLDER... [--part fit] [--out FILE]

PROGRAM is built with pairs.patch applied (`git apply benches/zoo/pairs.patch`): it prints the features of each pair of lines
that it scores, and their texts. A folder is a zoo, one of `printed.py`, `corpus/tables` or `corpus/markdown/pdf`. A line of the result has the
features as digits in the order of `is_one_row` in `merge.rs`, pairs in one row and in two of the zoo, and the same of printed
tables.
"""

from __future__ import annotations

import argparse
import collections
import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from bs4 import BeautifulSoup

Cells = list[tuple[int, str]]
"""The row of each cell of a table in one row, and its text without white space."""


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def cells_of(table: str) -> Cells:
    """The cells of a table in HTML."""
    out = []
    for row, tr in enumerate(BeautifulSoup(table, "html.parser").find_all("tr")):
        out += [(row, bare(cell.get_text(" "))) for cell in tr.find_all(["td", "th"]) if cell.get("rowspan", "1") == "1"]
    return [(row, text) for row, text in out if text]


def tables_of(pdf: Path, part: str) -> tuple[list[Cells], bool]:
    """The true tables of a document, and whether it is a printed one."""
    zoo, icdar = pdf.with_suffix(".json"), pdf.with_name(f"{pdf.stem}-str.xml")
    bench = pdf.parent.parent / "truth" / f"{pdf.stem}.md"
    if zoo.exists():
        truth = json.loads(zoo.read_text())
        return [cells_of(b["html"]) for b in truth["blocks"] if b["class"] == "table"] if truth["part"] == part else [], "source" in truth
    if icdar.exists():
        tables = ElementTree.parse(icdar).iter("table")
        cells = [[(c.get("start-row"), c.get("end-row"), bare(c.findtext("content") or "")) for c in t.iter("cell")] for t in tables]
        return [[(int(a), text) for a, b, text in t if text and b in (None, a)] for t in cells], True
    if bench.exists():
        return [cells_of(table) for table in re.findall(r"<table.*?</table>", bench.read_text(), re.S)], True
    return [], False


def verdict(tables: list[Cells], above: list[str], below: list[str]) -> int | None:
    """0 if two lines are of one row of a table, 1 if they are of rows that follow each other; None if this is not certain."""
    found = set()
    for cells in tables:
        rows = [set.intersection(*({row for row, text in cells if part in text} for part in line)) for line in (above, below)]
        found |= {b - a for a in rows[0] for b in rows[1] if 0 <= b - a <= 1}
    return found.pop() if len(found) == 1 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--part", default="fit")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "pairs.tsv")
    options = parser.parse_args()
    counts: dict[str, list[int]] = collections.defaultdict(lambda: [0] * 4)
    for pdf in (pdf for folder in options.folders for pdf in sorted(folder.rglob("*.pdf"))):
        tables, is_printed = tables_of(pdf, options.part)
        if not tables:
            continue
        run = subprocess.run([options.program, "-q", "-p", "--format", "markdown", str(pdf), "-"], capture_output=True, text=True)
        for line in sorted({line for line in run.stderr.splitlines() if line.startswith("PAIR\t")}):
            _, key, *texts = line.split("\t")
            # A single letter is in every cell.
            above, below = ([part for part in text.split(" ") if len(part) > 1] for text in texts)
            if above and below and (apart := verdict(tables, above, below)) is not None:
                counts[key][2 * is_printed + apart] += 1
    options.out.write_text("".join("\t".join([key, *map(str, n)]) + "\n" for key, n in sorted(counts.items())))
    print(f"{len(counts)} sets of features; one row, two rows, of printed tables:", *(sum(n[i] for n in counts.values()) for i in range(4)))


if __name__ == "__main__":
    main()
