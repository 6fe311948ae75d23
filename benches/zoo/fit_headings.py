#!/usr/bin/env python3
"""Fits the weights of headings.

  fit_headings.py                    from headings.tsv, which is in the repository
  fit_headings.py PROGRAM FOLDER...  writes the documents of these folders again in headings.tsv first
  fit_headings.py --check            fails if the weights in the source are not those

A folder is a zoo, one of papers from `classes.py`, `corpus/markdown/pdf`, a folder of tagged PDFs, or one of PDFs with a bookmark
for each heading. `explain` names the features of each candidate, also of rejected ones. A candidate is right if its text is that of a heading of the
truth: of the zoo, of the benchmark's Markdown, of the tags, or of the bookmarks. Parts of a heading are neither right nor
wrong. Bookmarks leave out deep levels, so that large or bold text without a bookmark is neither right nor wrong, too.

Each document has the same weight, if it has more candidates than a few pages have. Logistic regression gives the weight of
each feature; `crates/core/src/layout/annotate/headings/weights.rs` has the result.
"""

import json
import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fitting import Question, features, output, pages_of, run, words_in  # noqa: E402

FOUND = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>'
    r"(?:no heading|heading \d): (?:[\d.]+ times the size of the page's text; )?(.*?) \(score -?[\d.]+\) \(decided by"
)
STRIKING = {"very large", "large", "larger than the text", "slightly larger than the text", "bold"}
"""Features of candidates that can be a heading without a bookmark."""
UNMARKED = {"bookmarks", "samples", "office"}
"""Kinds of truth whose documents have headings that are not marked as such."""
SAME = 0.6
"""Least share of a heading of which only a part is in the truth, or which is a part of one."""
FOR = {
    "long lines of large type above the text",
    "very large", "large", "larger than the text", "slightly larger than the text", "the largest type of the page", "bold", "bold in the size of the text", "another font",
    "another font in the size of the text", "in capitals", "numbered", "numbered by section", "the number of a chapter",
    "the title of contents", "numbered in capitals", "capitals beside the same style",
    "underlined", "over a longer line", "text below it", "apart", "more space above", "in another colour", "another colour in the size of the text",
    "other lines of its style are headings",
}
"""Features that never count against a heading."""
AGAINST = {
    "smaller than the text", "a typewriter font", "close to the text above", "several lines", "three lines or more", "several lines of large type", "a date",
    "labelled as a caption", "it begins with a small letter", "it ends as a sentence", "a sentence in the size of the text", "it ends within a sentence", "figures more than letters",
    "it begins with a share", "what follows is indented", "leaders", "some words", "many words", "commas", "an address", "nothing below it", "an item",
    "a neighbour of the same style", "under the title of the page",
    "one word beside the same style", "the number of a page behind it", "other lines of its style are text",
}
"""Features that never count for one."""
PRIOR = {
    "over a longer line": 1, "long lines of large type above the text": 2,
    "other lines of its style are headings": 1, "other lines of its style are text": -1, "in another colour": 1, "another colour in the size of the text": 1, "leaders to the number of a page": -6, "the number of a chapter and its title": 0.5,
    "a section number before a small letter": 1.5, "the number of a page behind it": -4, "a sentence in the size of the text": -3, "the title of contents": 6, "it begins with a share": -5, "leaders": -4, "labelled as a caption": -4, "an address": -2,
    "a date": -2, "figures more than letters": -3,
}
"""Weights that features keep if the documents have no evidence against them."""

LATER = frozenset({
    "over a longer line", "long lines of large type above the text",
    "in another colour", "another colour in the size of the text", "leaders to the number of a page", "the number of a chapter and its title",
    "other lines of its style are headings", "other lines of its style are text",
})
"""Features that are newer than most rows of headings.tsv."""


def folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", re.sub(r"</?\w+[^>]*>", "", text)).replace("\u00ad", "")
    return re.sub(r"[\W_]+", "", text).lower()


def unnumbered(text: str) -> str:
    return re.sub(r"^[\d.]*\d", "", text)


def is_most(text: str, title: str) -> bool:
    """Returns True if the shorter text is a part of the longer one, and most of it."""
    shorter, longer = sorted((text, title), key=len)
    return shorter in longer and len(shorter) >= SAME * len(longer)


def headings_of_tags(node: dict, inside: bool, out: list[str], words: list[str]) -> None:
    """Collects the texts of headings by tags."""
    heading = bool(re.fullmatch(r"H[1-6]?|Title", node["kind"]))
    if node["kind"] == "word":
        words.append(node["text"])
    own = [] if heading and not inside else words
    for child in node.get("children", ()):
        headings_of_tags(child, inside or heading, out, own)
    if heading and not inside:
        out.append("".join(own))


def truth_of(program: str, pdf: Path, part: str) -> tuple[str, list[str], list[str], list[str]] | None:
    """The kind of truth of a document, its headings, the entries of its contents, which are none, and names of journals, which
    can be either."""
    data, bench = pdf.with_suffix(".json"), pdf.parent.parent / "truth" / f"{pdf.stem}.md"
    if data.exists():
        truth = json.loads(data.read_text())
        if "producer" in truth and "pages" in truth:
            return truth.get("kind", "bookmarks"), [title for page in truth["pages"].values() for _, title in page], [], []
        titles, entries, names = ([b["text"] for b in truth["blocks"] if b["class"] == kind] for kind in ("heading", "tocline", "masthead"))
        return (truth.get("kind", "zoo"), titles, entries, names) if truth["part"] == part else None
    if bench.exists():
        return "markdown", re.findall(r"^#{1,6} +(.*)$", bench.read_text(), re.M), [], []
    found: list[str] = []
    for page in pages_of(program, pdf):
        headings_of_tags(page["tree"], False, found, [])
    return ("tags", found, [], []) if len(found) > 1 else None


def candidates(program: str, pdf: Path, kind: str, truth: list[str], entries: list[str], names: list[str]):
    """Truth and features of each candidate."""
    titles = {folded(text) for text in truth} - {""}
    others, either = ({folded(text) for text in texts} for texts in (entries, names))
    bare = {unnumbered(t) for t in titles} - {""}
    for number, page in enumerate(pages_of(program, pdf, "-p")[:30], 1):
        drawn = output(program, "-p", "explain", "--page", str(number), str(pdf))
        seen = set()
        for *rect, why in FOUND.findall(drawn):
            held = features(why)
            text = folded("".join(words_in(page["tree"], [int(v) for v in rect], page["pixels"][0] / page["width"])))
            if not text or text in either or (text, *rect) in seen:
                continue
            seen.add((text, *rect))
            right = text in titles or unnumbered(text) in bare or any(is_most(text, title) for title in titles)
            part = len(text) > 3 and any(text in title for title in titles) or any(len(title) > 6 and title in text for title in titles)
            if not right and (part or kind in UNMARKED and held & STRIKING and text not in others):
                continue
            yield right, held


def candidates_of(program: str, pdf: Path, part: str):
    truth = truth_of(program, pdf, part)
    return (truth[0], candidates(program, pdf, *truth)) if truth else None


if __name__ == "__main__":
    run(
        Question(
            description=__doc__,
            table=Path(__file__).parent / "headings.tsv",
            source=Path(__file__).parents[2] / "crates/core/src/layout/annotate/headings/weights.rs",
            candidates=candidates_of,
            weights={"bookmarks": 0.1, "classes": 0.1, "markdown": 4.0, "printed": 0.12},
            shrink=0.5,
            positive=FOR,
            negative=AGAINST,
            prior=PRIOR,
            later=LATER,
        )
    )
