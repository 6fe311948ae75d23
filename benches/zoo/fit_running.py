#!/usr/bin/env python3
"""Fits the weights of running heads, feet and page numbers with other pages to compare; fit_running_alone.py has those without.

  fit_running.py                    from running.tsv, which is in the repository
  fit_running.py PROGRAM FOLDER...  writes running.tsv again first
  fit_running.py --check            fails if the weights in the source are not those

A folder is a zoo, or `corpus/markdown/pdf` with the classes of its blocks: its single pages tell where heads are. `explain` names the features of each row at the edges
of a page from the outside inwards, up to the first that is not running. A row of the zoo is right if its text is the head or the
foot of its document, with or without a page number, or a page number alone; a row of the benchmark if its centre is in a head or
foot.

Each document has the same weight, if it has more rows than a few pages have. Logistic regression gives the weight of each
feature; `crates/core/src/layout/annotate/running_heads/weights.rs` has the result.
"""

import json
import re
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fit_headings import folded  # noqa: E402
from fitting import Question, features, output, pages_of, run, words_in  # noqa: E402

FOUND = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>'
    r"(?:not running|running|page number): (.*?) \(score -?[\d.]+\) \(decided by"
)
FOR = {
    "the same words on another page", "the same words on two other pages", "the same words on many of the other pages",
    "its number counts on from another page", "its number counts on from two pages", "its number counts on from three pages",
    "its number counts on from other places", "the same words and a number that counts on", "the number of the page", "a number alone",
    "a number alone that counts on", "a number at its end", "at the edge of the page",
    "near the edge", "far from the text", "off the text", "in small type", "in smaller type", "parts and a number",
    "behind another in the same type",
}
"""Features that never count against a running row."""
AGAINST = {
    "far in", "too far in", "close to the text", "spaced as the text", "a title in large type", "a head in very large type", "a head in very large type on several pages", "in many parts",
    "it begins as a note", "it ends as a sentence", "long", "as wide as the text", "in a table", "only numbers", "behind another",
    "a second number", "few rows on the page", "nothing like it on few other pages", "nothing like it on several pages",
}
"""Features that never count for one."""
PRIOR = {
    "the same words on another page": 1, "the same words on two other pages": 1, "its number counts on from two pages": 1,
    "its number counts on from three pages": 1, "its number counts on from other places": 2, "a head in very large type": -4,
    "too far in": -4, "spaced as the text": -2, "in a table": -3, "few rows on the page": -3, "only numbers": -2, "a second number": -2, "it begins as a note": -2,
    "nothing like it on several pages": -1, "a title in large type": -3, "a head in very large type on several pages": -6, "parts and a number": 3,
    "behind another in the same type": 2,
}
"""Weights that features keep if the documents have no evidence against them."""
OF_PAGES = re.compile(r"\W*(?:\w+\W+)?(?:\d+|[ivxlc]+)(?:\W+\w+\W+\d+)?\W*", re.I)
"""A page number alone, as in `- 3 -`, `Page 3` and `Page 3 of 7`."""


@cache
def classes(path: Path) -> dict:
    return json.loads(path.read_text())


def boxes(pdf: Path) -> list[list[float]] | None:
    """The heads and feet of a page of the benchmark, as shares of its width and height."""
    reference = pdf.parent.parent / "reference.json"
    page = classes(reference).get(pdf.name) if reference.exists() else None
    if page is None:
        return None
    own = [e["coordinates"] for e in page["elements"] if e["category"] in ("Header", "Footer")]
    return [[min(c["x"] for c in own), min(c["y"] for c in own), max(c["x"] for c in own), max(c["y"] for c in own)] for own in own]


def rows(program: str, pdf: Path, is_right):
    """Truth and features of each row; `is_right` gets the page, the row's text and its rectangle in pixels."""
    for number, page in enumerate(pages_of(program, pdf, "-p")[:30], 1):
        drawn = output(program, "-p", "explain", "--page", str(number), str(pdf))
        parts: dict = {}
        for *rect, why in FOUND.findall(drawn):
            parts.setdefault(why, []).append([int(v) for v in rect])
        # Parts of a row have the same reason.
        for why, own in parts.items():
            texts = ["".join(words_in(page["tree"], rect, page["pixels"][0] / page["width"])) for rect in own]
            if any(texts):
                yield is_right(page, " ".join(texts), own[0]), features(why)


def in_marked(pdf: Path):
    """Returns a function that says whether a row is in a head or foot of its page of the benchmark; None for other files."""
    marked = boxes(pdf)
    if marked is None:
        return None

    def is_marked(page, _, rect):
        x, y = (rect[0] + rect[2] / 2) / page["pixels"][0], (rect[1] + rect[3] / 2) / page["pixels"][1]
        return any(b[0] - 0.01 <= x <= b[2] + 0.01 and b[1] - 0.01 <= y <= b[3] + 0.01 for b in marked)

    return is_marked


def in_zoo(pdf: Path, part: str):
    """Returns a function that says whether a text is that of a running row of a document of the zoo; None for other parts."""
    data = pdf.with_suffix(".json")
    truth = json.loads(data.read_text()) if data.exists() else {}
    if truth.get("part") != part:
        return None
    running = truth["running"]
    texts = {re.sub(r"\d", "", folded(running[place])) for place in ("head", "foot")} - {""}

    def is_running(_, text, __):
        bare = re.sub(r"\d", "", folded(text))
        repeats = bool(bare) and any(bare == own or len(own) > 5 and own in bare and len(own) > 0.6 * len(bare) for own in texts)
        return repeats or running["numbered"] and bool(OF_PAGES.fullmatch(text.strip())) and len(text) < 20

    return is_running


def candidates_of(program: str, pdf: Path, part: str):
    if (is_marked := in_marked(pdf)) is not None:
        return "classes", rows(program, pdf, is_marked)
    is_running = in_zoo(pdf, part)
    return is_running and ("zoo", rows(program, pdf, is_running))


if __name__ == "__main__":
    run(
        Question(
            description=__doc__,
            table=Path(__file__).parent / "running.tsv",
            source=Path(__file__).parents[2] / "crates/core/src/layout/annotate/running_heads/weights.rs",
            candidates=candidates_of,
            weights={"classes": 2.0},
            shrink=1.0,
            positive=FOR,
            negative=AGAINST,
            prior=PRIOR,
        )
    )
