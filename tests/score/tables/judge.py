#!/usr/bin/env python3
"""What the tables are worth that a program finds on the pages of pages.py.

  judge.py BINARY FOLDER [--against BINARY] [--only KIND,...] [--misses] [--least F1] [--most-false SHARE]

F1 is that of pairs of cells side by side or one above the other. A page without tables on which one is found is a false
alarm, one with a table on which none is found a miss. Fails when the mean is lower than --least, or more pages without
tables than --most-false have one.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import unicodedata


def folded(text):
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    return re.sub(r"[\W_]+", "", text).lower() or re.sub(r"\s+", "", text)


def relations(cells):
    """Counts how often the text of a cell is beside or above that of another. Empty cells are skipped."""
    cells = [(*cell[:4], folded(cell[4])) for cell in cells]
    cells = [cell for cell in cells if cell[4]]
    grid = {}
    for number, (top, bottom, left, right, _) in enumerate(cells):
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                grid.setdefault((row, column), number)
    rows, columns = (max((cell[n] for cell in cells), default=0) for n in (1, 3))
    found = collections.Counter()
    for number, (top, bottom, left, right, text) in enumerate(cells):
        beside = [[(row, column) for column in range(right + 1, columns + 1)] for row in range(top, bottom + 1)]
        below = [[(row, column) for row in range(bottom + 1, rows + 1)] for column in range(left, right + 1)]
        for way, lines in (("beside", beside), ("below", below)):
            nearest = {next((grid[place] for place in line if place in grid), number) for line in lines}
            found.update((way, text, cells[other][4]) for other in nearest - {number})
    return found


def text_of(node):
    return node["text"] if node["kind"] == "word" else " ".join(filter(None, map(text_of, node.get("children", ()))))


def rows_of(node):
    for child in node.get("children", ()):
        if child["kind"] == "TR":
            yield child
        elif child["kind"] != "Table":
            yield from rows_of(child)


def cells_of(node):
    """The cells of a table in the tree of a page, in the form of the truth."""
    taken, cells = set(), []
    for row, line in enumerate(rows_of(node)):
        column = 0
        for cell in line.get("children", ()):
            if cell["kind"] not in ("TD", "TH"):
                continue
            spans = {a["name"]: int(a["value"]) for a in cell.get("attributes", ()) if a["name"] in ("RowSpan", "ColSpan")}
            rows, columns = spans.get("RowSpan", 1), spans.get("ColSpan", 1)
            while (row, column) in taken:
                column += 1
            taken |= {(row + r, column + c) for r in range(rows) for c in range(columns)}
            cells.append([row, row + rows - 1, column, column + columns - 1, text_of(cell), cell["kind"] == "TH"])
            column += columns
    return cells


def tables_of(node):
    if node["kind"] == "Table":
        yield cells_of(node)
        return
    for child in node.get("children", ()):
        yield from tables_of(child)


def pages(binary, pdf):
    command = [binary, "-q", "-p", "--format", "json", str(pdf), "-"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["pages"]


def f1(right, true, found):
    return 2 * right / (true + found) if true + found else 1.0


def measure(binary, folder, only):
    """For each page: kind, number, ruling, F1, F1 of header cells, true tables, found tables."""
    out = []
    for pdf in sorted(folder.glob("*.pdf")):
        if only and pdf.stem not in only:
            continue
        truth = json.loads(pdf.with_suffix(".json").read_text())
        found = pages(binary, pdf)
        if len(found) != len(truth):
            sys.exit(f"judge.py: {pdf} has {len(found)} pages, and {len(truth)} in its truth: what is on one does not fit on it")
        for number, (true, page) in enumerate(zip(truth, found), 1):
            ours = list(tables_of(page["tree"]))
            a, b = (sum(map(relations, tables), collections.Counter()) for tables in (true["tables"], ours))
            heads = [collections.Counter(folded(c[4]) for t in tables for c in t if c[5]) for tables in (true["tables"], ours)]
            of_heads = f1(*(sum(c.values()) for c in (heads[0] & heads[1], *heads)))
            of_cells = f1(*(sum(c.values()) for c in (a & b, a, b)))
            out.append((pdf.stem, number, true["rules"], of_cells, of_heads, len(true["tables"]), len(ours)))
    return out


def mean(values):
    return sum(values) / len(values) if values else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--against", help="another binary, to compare with")
    parser.add_argument("--only", default="", help="these kinds, parted by commas")
    parser.add_argument("--misses", action="store_true", help="list the pages that are not right, the worst last")
    parser.add_argument("--least", type=float, default=0.0)
    parser.add_argument("--most-false", type=float, default=1.0)
    options = parser.parse_args()
    only = options.only.split(",") if options.only else None
    binaries = [options.binary, *filter(None, [options.against])]
    results = [measure(binary, options.folder, only) for binary in binaries]
    for column, what in ((0, "kind"), (2, "rules")):
        print(f"{what:18}{'pages':>6}" + "".join(f"{'F1':>8}{'heads':>7}{'missed':>7}{'false':>6}" for _ in results))
        for name in sorted({page[column] for page in results[0] if page[5] or what == "kind"}):
            own = [[page for page in pages if page[column] == name] for pages in results]
            text = f"{name:18}{len(own[0]):6}"
            for pages in own:
                true = [page for page in pages if page[5]]
                missed, false = sum(not page[6] for page in true), sum(not page[5] and page[6] > 0 for page in pages)
                figures = f"{mean([p[3] for p in true]):8.3f}{mean([p[4] for p in true]):7.3f}" if true else " " * 15
                text += f"{figures}{missed or '':>7}{false or '':>6}"
            print(text)
    if options.misses:
        for name, number, ruled, of_cells, of_heads, true, found in sorted(results[0], key=lambda page: -page[3]):
            if of_cells < 0.98 or true != found:
                print(f"{name} {number} {ruled} F1 {of_cells:.3f}, heads {of_heads:.3f}, tables {true}, found {found}")
    for binary, pages in zip(binaries, results):
        true, none = [page for page in pages if page[5]], [page for page in pages if not page[5]]
        score, alarms = mean([page[3] for page in true]), mean([page[6] > 0 for page in none])
        print(f"{binary}: F1 {score:.4f}, heads {mean([page[4] for page in true]):.4f} on {len(true)} pages; ", end="")
        print(f"{sum(not page[6] for page in true)} missed, false alarms on {alarms:.1%} of {len(none)}")
        if binary == options.binary and (true and score < options.least or alarms > options.most_false):
            sys.exit(1)


if __name__ == "__main__":
    main()
