#!/usr/bin/env python3
"""Judges the weights of crates/core/src/layout/tables/weights.rs, and those that would fit best.

  fit.py BINARY FOLDER... [--ruling none|along|grid]

Each folder has PDFs with their truth beside them, as pages.py writes it. `explain` tells which grids were looked at, whether
each was taken for a table, and which features hold for it; it is one if most of its words are those of a true table. For
each way in which grids are ruled, the features are listed with how many tables and others have them, and with the weight
that a logistic regression gives them; and how many grids are judged wrong by the weights as they are, and by fitted ones,
each document left out while they were fitted for it.
"""

import argparse
import collections
import html
import json
import math
import pathlib
import re
import subprocess

from judge import folded, pages

RULINGS = {"without ruled lines": "none", "between ruled lines": "along", "in a ruled grid": "grid"}
DRAFT = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>(no )?table of \d+ rows? and (\d+) columns? '
    r"(without ruled lines|between ruled lines|in a ruled grid), .*?: (.*?) \(decided by"
)


def words_in(node, rect, scale):
    """The words of a page whose centre is in a rectangle of its drawing."""
    if node["kind"] == "word":
        x, y = ((node["bbox"][n] + node["bbox"][n + 2]) / 2 * scale for n in (0, 1))
        if rect[0] <= x <= rect[0] + rect[2] and rect[1] <= y <= rect[1] + rect[3]:
            yield folded(node["text"])
    for child in node.get("children", ()):
        yield from words_in(child, rect, scale)


def drafts(binary, pdf):
    """For each grid of a document: its ruling, the verdict, the truth, and its features."""
    truth = json.loads(pdf.with_suffix(".json").read_text())
    for number, (true, page) in enumerate(zip(truth, pages(binary, pdf)), 1):
        command = [binary, "-q", "-p", "explain", "--page", str(number), str(pdf)]
        drawn = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        tables = [collections.Counter(folded(w) for c in t for w in c[4].split()) for t in true["tables"]]
        for *rect, refused, columns, ruling, why in DRAFT.findall(drawn):
            if columns == "1":
                continue
            own = collections.Counter(words_in(page["tree"], [int(v) for v in rect], page["pixels"][0] / page["width"]))
            same = lambda t: sum((t & own).values()) >= 0.6 * max(sum(t.values()), sum(own.values()))
            features = {name for name in re.split(r", |; but ", html.unescape(why)) if name}
            yield RULINGS[ruling], not refused, any(map(same, tables)), frozenset(features)


def solved(matrix, vector):
    """Solves a system of linear equations by Gaussian elimination with pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, vector)]
    for n in range(len(rows)):
        pivot = max(range(n, len(rows)), key=lambda m: abs(rows[m][n]))
        rows[n], rows[pivot] = rows[pivot], rows[n]
        for m in range(n + 1, len(rows)):
            factor = rows[m][n] / rows[n][n]
            rows[m] = [a - factor * b for a, b in zip(rows[m], rows[n])]
    out = [0.0] * len(rows)
    for n in reversed(range(len(rows))):
        out[n] = (rows[n][-1] - sum(rows[n][m] * out[m] for m in range(n + 1, len(rows)))) / rows[n][n]
    return out


def fitted(counts, names, shrink=1.0):
    """Fits the weights of the features, and the constant term.

    `counts` has for each set of features the numbers of tables and of other grids.
    """
    weights = [0.0] * (len(names) + 1)
    vectors = [([float(name in own) for name in names] + [1.0], yes, no) for own, (yes, no) in counts.items()]
    for _ in range(12):
        gradient = [-shrink * w for w in weights]
        hessian = [[shrink * (a == b) for b in range(len(weights))] for a in range(len(weights))]
        for x, yes, no in vectors:
            share = 1 / (1 + math.exp(-max(-30, min(30, sum(a * b for a, b in zip(x, weights))))))
            on = [n for n, value in enumerate(x) if value]
            for a in on:
                gradient[a] += yes - (yes + no) * share
                for b in on:
                    hessian[a][b] += (yes + no) * share * (1 - share)
        weights = [w + d for w, d in zip(weights, solved(hessian, gradient))]
    return dict(zip([*names, None], weights))


def counted(rows):
    counts = collections.defaultdict(lambda: [0, 0])
    for _, _, is_table, own in rows:
        counts[own][not is_table] += 1
    return counts


def wrong(rows, verdict):
    """Describes the numbers of rejected tables and of accepted other grids."""
    missed = sum(is_table and not verdict(row) for row in rows for is_table in [row[2]])
    return f"{missed} missed, {sum(not row[2] and verdict(row) for row in rows)} taken in vain"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("folder", type=pathlib.Path, nargs="+")
    parser.add_argument("--ruling", choices=sorted(RULINGS.values()))
    options = parser.parse_args()
    rows = collections.defaultdict(list)
    for pdf in (pdf for folder in options.folder for pdf in sorted(folder.glob("*.pdf"))):
        for ruling, *rest in drafts(options.binary, pdf):
            rows[ruling].append((pdf.stem, *rest))
    for ruling, own in sorted(rows.items()):
        if options.ruling not in (None, ruling):
            continue
        tables = sum(row[2] for row in own)
        names = sorted({name for row in own for name in row[3]})
        weights = fitted(counted(own), names)
        print(f"{ruling}: {len(own)} grids, {tables} of them tables\n{'weight':>7}{'tables':>8}{'others':>8}")
        print(f"{weights[None]:7.1f}{tables:8}{len(own) - tables:8}  all")
        for name in names:
            with_it = [row for row in own if name in row[3]]
            yes = sum(row[2] for row in with_it)
            print(f"{weights[name]:7.1f}{yes:8}{len(with_it) - yes:8}  {name}")
        out = {}
        for document in {row[0] for row in own}:
            out[document] = fitted(counted(row for row in own if row[0] != document), names)
        sum_of = lambda row: out[row[0]][None] + sum(out[row[0]][name] for name in row[3])
        print(f"as they are: {wrong(own, lambda row: row[1])}")
        print(f"fitted, with the document left out: {wrong(own, lambda row: sum_of(row) >= 0)}\n")


if __name__ == "__main__":
    main()
