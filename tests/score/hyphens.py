#!/usr/bin/env python3
"""Scores the hyphens at line ends that are joined or stay, against a list judged by hand.

    python3 tests/score/hyphens.py PROGRAM CORPUS [--list]

`hyphens.tsv` has a line end a row: document, page, the two halves of the word, language, judgement, set.
The judgement is `join` (the hyphen only divides the word), `keep` (it belongs to the word) or `none` (no
word is divided). Documents of the set `fit` were used to fit the weights, those of `held` were not. An
empty second half is one that the order of the page puts elsewhere. `--list` prints the wrong ones.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

SOFT = "\u00ad"
HYPHENS = "-\u2010\u058a\u2e17\u00ac" + SOFT


def lines(node):
    """The words of each line below a node of the page tree, in its order."""
    if "line" in node or node["kind"] == "textline":
        words = [one["text"] for one in walk(node) if one["kind"] == "word" and one.get("text")]
        if words:
            yield words
        return
    for child in node.get("children", ()):
        yield from lines(child)


def walk(node):
    yield node
    for child in node.get("children", ()):
        yield from walk(child)


def bare(text):
    return re.sub(r"^\W+|\W+$", "", text)


def line_ends(program, document):
    """The hyphens at line ends of each page: stem, first word of the next line, and whether they are joined."""
    run = subprocess.run([program, "-q", "--format", "json", document, "-"], capture_output=True, check=False)
    ends = collections.defaultdict(list)
    try:
        pages = json.loads(run.stdout)["pages"]
    except ValueError:
        sys.exit(f"{document}: {run.stderr.decode(errors='replace').strip()}")
    for page in pages:
        if not page:
            continue
        found = list(lines(page["tree"]))
        for at, words in enumerate(found):
            last = words[-1]
            if len(last) > 1 and last[-1] in HYPHENS:
                behind = bare(found[at + 1][0]) if at + 1 < len(found) else ""
                stem = re.sub(r"^\W+", "", last[:-1])
                ends[page["index"] + 1].append((stem, behind, last.endswith(SOFT)))
    return ends


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()

    rows = [line.split("\t") for line in Path(__file__).with_suffix(".tsv").read_text().splitlines()[1:]]
    ends, missing = {}, 0
    counts = collections.defaultdict(collections.Counter)
    for document, page, stem, behind, language, judgement, half in rows:
        if document not in ends:
            ends[document] = line_ends(options.program, options.corpus / document)
        found = [end for end in ends[document][int(page)] if end[0] == stem]
        found = [end for end in found if end[1] == behind] or found
        if not found:
            missing += 1
            if options.list:
                print("not found", document, page, stem, behind, sep="\t")
            continue
        joined = found[0][2]
        right = joined == (judgement == "join")
        if options.list and not right:
            print("joined" if joined else "stays", document, page, f"{stem}-{behind}", judgement, half, sep="\t")
        for group in (language, "all"):
            counts[half, group][judgement == "join", joined] += 1

    def share(part, whole):
        return f"{part / whole:.3f}" if whole else "-"

    print("| set | language | line ends | joined: precision | recall | stays: precision | recall |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (half, group), count in sorted(counts.items()):
        joins, wrong_joins = count[True, True], count[False, True]
        stays, wrong_stays = count[False, False], count[True, False]
        cells = (
            share(joins, joins + wrong_joins),
            share(joins, joins + wrong_stays),
            share(stays, stays + wrong_stays),
            share(stays, stays + wrong_joins),
        )
        print("|", " | ".join((half, group, str(sum(count.values())), *cells)), "|")
    print(f"{missing} line ends were not found")


if __name__ == "__main__":
    main()
