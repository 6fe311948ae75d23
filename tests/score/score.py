#!/usr/bin/env python3
"""Measures the page analysis on the pages of fixtures/scored, whose truth is known.

    score.py BINARY               a figure for each thing that the analysis decides, and their mean
    score.py BINARY --ablate      what changes when each heuristic is left out; or those named behind it
    score.py BINARY --files       a row for each file
    score.py BINARY --misses      what is missing (-) and what is there instead (+), file by file

BINARY is the program that cargo builds: target/release/pdfa2hocr. README.md here says what the figures are.
Other options of the program can follow `--`: score.py BINARY -- --layout classic.
"""

import argparse
import bisect
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[2] / "fixtures" / "scored"
FIGURES = ("order", "paragraphs", "headings", "levels", "notes", "running", "labels", "tables")
BODY = ("paragraph", "heading", "table")
NOTES = ("caption", "footnote", "sidenote")
RUNNING = ("header", "footer", "pageno")


def folded(text):
    """Normalizes a text, with soft hyphens as hyphens, which is how they are printed."""
    return unicodedata.normalize("NFKC", text.replace("\u00ad", "-"))


def joined(item):
    """The text of an item without white space, because word boundaries are not measured here."""
    return "".join(folded(item["text"]).split())


def words(item):
    if item["kind"] == "table":
        return [word for row in item["rows"] for cell in row for word in folded(cell).split()]
    return folded(item["text"]).split()


# ---------------------------------------------------------------- reading the output


def text_of(node):
    if "text" in node:
        return node["text"]
    return " ".join(text_of(child) for child in node.get("children", ()))


def nodes(node, kind):
    if node["kind"] == kind:
        yield node
        return
    for child in node.get("children", ()):
        yield from nodes(child, kind)


def items(node):
    """The items of a page's tree, in the form of the truth."""
    kind = node["kind"]
    attributes = {a["name"]: a["value"] for a in node.get("attributes", ())}
    if kind == "Table":
        yield {"kind": "table", "rows": [[text_of(cell) for cell in row["children"]] for row in nodes(node, "TR")]}
    elif kind in RUNNING:
        yield {"kind": kind, "text": text_of(node)}
    elif kind == "textbox":
        text = text_of(node)
        if "level" in attributes:
            yield {"kind": "heading", "level": int(attributes["level"]), "text": text}
        else:
            yield {"kind": attributes.get("role", "paragraph"), "text": text}
    else:
        for child in node.get("children", ()):
            yield from items(child)


def converted(binary, pdf, options):
    command = [binary, "-q", "-p", "--format", "json", *options, str(pdf), "-"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL)
    if run.returncode:
        sys.exit(f"score.py: {' '.join(command)} ended with {run.returncode}: {run.stderr.strip()}")
    return [list(items(page["tree"])) for page in json.loads(run.stdout)["pages"]]


# ---------------------------------------------------------------- measuring


def common_order(ranks):
    """The length of the longest increasing subsequence."""
    ends = []
    for rank in ranks:
        at = bisect.bisect_left(ends, rank)
        ends[at : at + 1] = [rank]
    return len(ends)


def neighbours(table):
    """Counts the pairs of neighbouring cells, side by side or above each other. Empty cells are skipped."""
    rows = [["".join(folded(cell).split()) for cell in row] for row in table["rows"]]
    pairs = Counter()
    for n, row in enumerate(rows):
        below = rows[n + 1] if n + 1 < len(rows) else []
        pairs.update((cell, "right", other) for cell, other in zip(row, row[1:]) if cell and other)
        pairs.update((cell, "below", other) for cell, other in zip(row, below) if cell and other)
    return pairs


class Tally:
    """For each figure: the number of items in the truth, in the output, and in both."""

    def __init__(self):
        self.counts = {figure: [0, 0, 0] for figure in FIGURES}
        self.misses = []

    def add(self, figure, truth, found):
        """Counts two multisets."""
        counts = (truth.total(), found.total(), (truth & found).total())
        self.count(figure, *counts)
        self.misses += [(figure, "-", what) for what in truth - found]
        self.misses += [(figure, "+", what) for what in found - truth]

    def count(self, figure, *counts):
        self.counts[figure] = [a + b for a, b in zip(self.counts[figure], counts)]

    def __iadd__(self, other):
        for figure, counts in other.counts.items():
            self.count(figure, *counts)
        self.misses += other.misses
        return self

    def figures(self):
        """F1 of each figure in percent, or None if neither side has an item."""
        return {
            figure: 200 * same / (truth + found) if truth + found else None
            for figure, (truth, found, same) in self.counts.items()
        }


def total(figures):
    """The mean of the figures that are not None."""
    known = [value for value in figures.values() if value is not None]
    return sum(known) / len(known)


def measured(truth, found):
    """Compares a page with its truth."""
    tally = Tally()

    def texts(page, kinds):
        return Counter(joined(item) for item in page if item["kind"] in kinds)

    # Words are unique on a page, except for some numbers, which are ignored.
    ordered = [item for item in truth if item["kind"] in BODY or item.get("ordered")]
    flow = [word for item in ordered for word in words(item)]
    counts = Counter(word for item in truth for word in words(item))
    seen = [word for item in found for word in words(item)]
    ranks = {word: n for n, word in enumerate(flow) if counts[word] == 1}
    in_order = [ranks[word] for word in seen if word in ranks]
    tally.count("order", len(ranks), len(in_order), common_order(in_order))

    # A label must be a text box of its own, of any kind.
    labels = texts(truth, ["labels"])
    found_labels = texts(found, ["paragraph", "chart", "linenumbers", *NOTES]) & labels
    found = [item for item in found if "text" not in item or joined(item) not in found_labels]
    tally.add("labels", labels, found_labels)
    tally.add("paragraphs", texts(truth, ["paragraph"]), texts(found, ["paragraph"]))
    tally.add("headings", texts(truth, ["heading"]), texts(found, ["heading"]))

    def kinds(page, names):
        return Counter((item["kind"], joined(item)) for item in page if item["kind"] in names)

    tally.add("notes", kinds(truth, NOTES), kinds(found, NOTES))
    tally.add("running", kinds(truth, RUNNING), kinds(found, RUNNING))
    relations = [
        sum((neighbours(item) for item in page if item["kind"] == "table"), Counter()) for page in (truth, found)
    ]
    tally.add("tables", *relations)
    return tally


def levels(truth, found):
    """Compares which of two headings of a document is higher.

    The level numbers of different documents cannot be compared. Missed headings count in `headings`.
    """
    known = [{joined(i): i["level"] for page in pages for i in page if i["kind"] == "heading"} for pages in (truth, found)]
    both = [(level, known[1][text]) for text, level in known[0].items() if text in known[1]]
    sign = lambda a, b: (a > b) - (a < b)
    pairs = [(sign(a[0], b[0]), sign(a[1], b[1])) for n, a in enumerate(both) for b in both[:n]]
    return len(pairs), len(pairs), sum(a == b for a, b in pairs)


def score(binary, options):
    """Measures all files. Returns their tallies, and the figures of all together."""

    def one(pdf):
        truth = json.loads(pdf.with_suffix(".json").read_text(encoding="utf-8"))
        found = converted(binary, pdf, options)
        tally = Tally()
        for pages in zip(truth, found, strict=True):
            tally += measured(*pages)
        tally.count("levels", *levels(truth, found))
        return pdf.stem, tally

    files = sorted(CORPUS.glob("*.pdf"))
    if not files:
        sys.exit(f"score.py: there are no pages in {CORPUS}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(one, files))


def corpus_figures(binary, options):
    tallies = score(binary, options)
    out = Tally()
    for tally in tallies.values():
        out += tally
    # A figure without any item counts as 0.
    return tallies, {figure: value or 0.0 for figure, value in out.figures().items()}


# ---------------------------------------------------------------- printing


def row(name, cells):
    print(f"{name:<16}" + "".join(f"{cell:>11}" for cell in cells))


def figure_row(name, figures):
    row(name, [f"{total(figures):.1f}", *["" if value is None else f"{value:.1f}" for value in figures.values()]])


def heuristics(binary):
    """The names of all heuristics, which the program lists if it gets an unknown name."""
    command = [binary, "--without", "?", "-", "-"]
    run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    listed = re.search(r"one of ([a-z-]+(?:, [a-z-]+)*)", run.stderr)
    if not listed:
        sys.exit(f"score.py: {' '.join(command)} does not list the heuristics: {run.stderr.strip()}")
    return listed[1].split(", ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--ablate", nargs="*", metavar="NAME")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, and nothing else")
    own = sys.argv[1:]
    end = own.index("--") if "--" in own else len(own)
    options, passed = parser.parse_args(own[:end]), own[end + 1 :]
    left_out = []
    if options.ablate is not None:
        known = heuristics(options.binary)
        left_out = options.ablate or known
        if unknown := set(left_out) - set(known):
            parser.error(f"no heuristic is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    tallies, figures = corpus_figures(options.binary, passed)
    if options.json:
        print(json.dumps({"total": total(figures), **figures}))
        return
    if options.misses:
        for name, tally in tallies.items():
            for figure, sign, what in sorted(tally.misses, key=lambda miss: miss[0]):
                print(name, figure, sign, " ".join(what) if isinstance(what, tuple) else what, sep="\t")
    row("", ["total", *FIGURES])
    if options.files:
        for name, tally in tallies.items():
            figure_row(name, tally.figures())
    figure_row("all", figures)
    for name in left_out:
        _, without = corpus_figures(options.binary, [*passed, "--without", name])
        changes = [total(without) - total(figures), *[without[figure] - figures[figure] for figure in FIGURES]]
        row(f"- {name}", [f"{change:+.2f}" if abs(change) >= 0.005 else "." for change in changes])


if __name__ == "__main__":
    main()
