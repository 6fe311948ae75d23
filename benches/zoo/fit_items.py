#!/usr/bin/env python3
"""Fits the weights of the decision whether a row that begins with a label begins an item of a list.

  fit_items.py                    from items.tsv, which is in the repository
  fit_items.py PROGRAM FOLDER...  writes items.tsv again first
  fit_items.py --check            fails if the weights in the source are not those

A folder is a zoo, printed pages, or a folder of tagged PDFs. `explain` names the features of each row. A row is right if
the truth has an item that begins with its text. It is wrong if the truth has its text, but no item begins there. Other
rows say nothing.

Each document has the same weight, if it has more rows than a few pages have. Logistic regression gives the weight of each
feature; `crates/core/src/layout/regions/items/weights.rs` has the result.
"""

import bisect
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fit_paragraphs import LEAST_TAGGED, folded, paragraphs_of, words_of  # noqa: E402
from fitting import Question, features, output, pages_of, run  # noqa: E402

FOUND = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>'
    r"(?:no|an) item begins: (.*?) \(score -?[\d.]+\) \(decided by"
)
REACH = 40
"""Letters of a row that are looked for in the truth."""
LEAST = 6
"""Fewest letters of a row that can be found."""
ITEMS = {"item", "bib"}
"""Classes of the zoo that are items. So are the entries of a bibliography, each of which is a paragraph with a label."""
CLEAR = frozenset({"a bullet", "many items"})
"""Features that are hardly seen but in lists."""
TRUSTED = 0.8
"""Least share of rows with such a feature that are items, if the tags of a document, or of its web page, are a truth. Authors
type labels, too."""
WORDS = 14
"""Words of a row that are looked for."""
LABELS = re.compile(r"[\W_]*(?:\w{1,4}[.)\]])*[\W_]*")
FOR = {
    "a bullet", "a drawn bullet", "a long dash in an item", "a bracket", "an item before it", "an item behind it", "many items", "set off",
    "in another font", "a hanging indent", "indented", "in an item", "items in it", "as others of its list are placed",
    "set off at the start of the page", "behind a sentence", "behind a colon",
}
"""Features that never count against an item."""
AGAINST = {
    "a long dash that is not placed", "a year alone", "a letter alone", "without the number before it", "the indent of a paragraph",
    "within a sentence", "perhaps within a sentence", "a small letter behind it", "figures behind it",
    "no word behind it", "other bullets on the line", "leaders", "cells", "a heading",
}
"""Features that never count for one."""
PRIOR = {
    "a bullet": 3, "a drawn bullet": 2.5, "a hyphen": 0.5, "a long dash": 0.5, "a long dash in an item": 1, "another sign": 0.5, "a long dash that is not placed": -4,
    "a number": 1, "a year alone": -4, "a letter": 0.5, "a letter alone": -3, "a bracket": 0.5, "an item before it": 2.5,
    "an item behind it": 2, "without the number before it": -1.5, "set off": 1, "a hanging indent": 2, "indented": 1,
    "in an item": 1, "set off at the start of the page": 1.5, "the indent of a paragraph": -1.5,
    "within a sentence": -2.5, "perhaps within a sentence": -0.5, "figures behind it": -3, "no word behind it": -3,
    "other bullets on the line": -2, "leaders": -3, "cells": -2, "a heading": -4,
}
"""Weights that features keep if the documents have no evidence against them."""
LATER = frozenset({"a year alone"})
"""Features that are newer than the rows of items.tsv."""


class Truth:
    """The letters of a document in one text, and where its items begin. Labels are no part of the text."""

    def __init__(self, blocks: list[tuple[bool, str]]) -> None:
        self.text = ""
        self.items: list[int] = []
        for item, text in blocks:
            if item:
                self.items.append(len(self.text))
            self.text += folded(text)

    def item(self, row: str) -> bool | None:
        """Whether an item begins with a row; None if the truth does not tell."""
        answers = set()
        at = self.text.find(row)
        while at >= 0 and len(answers) < 2:
            place = bisect.bisect_left(self.items, at)
            answers.add(place < len(self.items) and self.items[place] == at)
            at = self.text.find(row, at + 1)
        return answers.pop() if len(answers) == 1 else None


def items_of_tags(node: dict, out: list[tuple[bool, str]]) -> None:
    """Collects the words of a tagged page; the first one of an item is marked."""
    if node["kind"] == "word":
        out[-1] = (out[-1][0], f"{out[-1][1]} {node['text']}")
    if node["kind"] == "Lbl":
        return
    item = node["kind"] == "LI"
    if item:
        out.append((True, ""))
    for child in node.get("children", ()):
        items_of_tags(child, out)
    if item:
        out.append((False, ""))


def unlabelled(text: str) -> str:
    """A text without the label at its beginning."""
    return text[LABELS.match(text).end() :]


def truth_of(program: str, pdf: Path, part: str) -> tuple[str, Truth] | None:
    data = pdf.with_suffix(".json")
    if data.exists():
        truth = json.loads(data.read_text())
        if truth.get("part") != part:
            return None
        kind = truth.get("kind", "zoo")
        blocks = [(block["class"] in ITEMS, unlabelled(block.get("text", ""))) for block in truth["blocks"] if block["class"] != "table"]
        notes = [(False, unlabelled(note["text"])) for note in truth.get("footnotes", ())]
        return kind, Truth([*blocks, *notes])
    blocks = []
    for page in pages_of(program, pdf):
        own: list[tuple[bool, str]] = [(False, "")]
        items_of_tags(page["tree"], own)
        blocks += own if paragraphs_of(page["tree"]) >= LEAST_TAGGED else []
    blocks = [(item, unlabelled(text.strip()) if item else text) for item, text in blocks]
    return ("tags", Truth(blocks)) if any(item for item, _ in blocks) else None


def candidates(program: str, pdf: Path, truth: Truth):
    """Truth and features of each row with a label."""
    for number, page in enumerate(pages_of(program, pdf, "-p")[:20], 1):
        drawn = FOUND.findall(output(program, "-p", "explain", "--page", str(number), str(pdf)))
        if not drawn:
            continue
        words: list[tuple[str, float, float]] = []
        words_of(page["tree"], words)
        scale = page["pixels"][0] / page["width"]
        for left, top, width, height, why in drawn:
            box = [int(v) / scale for v in (left, top, width, height)]
            inside = [n for n, (_, x, y) in enumerate(words) if box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]]
            if not inside:
                continue
            row = unlabelled(" ".join(text for text, *_ in words[inside[0] : inside[0] + WORDS]))
            letters = folded(row)[:REACH]
            answer = truth.item(letters) if len(letters) >= LEAST else None
            if answer is None and len(letters) >= LEAST:
                own = folded(unlabelled(" ".join(words[n][0] for n in inside)))
                answer = truth.item(own[:REACH]) if len(own) >= LEAST else None
            if answer is not None:
                yield answer, features(why)


def candidates_of(program: str, pdf: Path, part: str):
    truth = truth_of(program, pdf, part)
    if truth is None:
        return None
    found = list(candidates(program, pdf, truth[1]))
    clear = [item for item, held in found if held & CLEAR]
    if truth[0] != "zoo" and sum(clear) < TRUSTED * len(clear):
        return None
    return truth[0], iter(found)


if __name__ == "__main__":
    run(
        Question(
            description=__doc__,
            table=Path(__file__).parent / "items.tsv",
            source=Path(__file__).parents[2] / "crates/core/src/layout/regions/items/weights.rs",
            candidates=candidates_of,
            most=25,
            shrink=1.0,
            positive=FOR,
            negative=AGAINST,
            prior=PRIOR,
            later=LATER,
        )
    )
