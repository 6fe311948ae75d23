#!/usr/bin/env python3
"""Fits the weights of the decision whether a row of text begins a paragraph.

  fit_paragraphs.py                    from paragraphs.tsv, which is in the repository
  fit_paragraphs.py PROGRAM FOLDER...  writes paragraphs.tsv again first
  fit_paragraphs.py --check            fails if the weights in the source are not those

A folder is a zoo, or a folder of tagged PDFs. `explain` names the features of each row. A row is right if the truth has a
block that begins with its text: a paragraph, an item, a heading, an entry. It is wrong if the truth has the end of the row
before and the beginning of this one next to each other within a block. Other rows say nothing.

Each document has the same weight, if it has more rows than a few pages have. Logistic regression gives the weight of each
feature; `crates/core/src/layout/regions/paragraphs/weights.rs` has the result.
"""

import bisect
import json
import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fitting import Question, features, output, pages_of, run  # noqa: E402

FOUND = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>'
    r"(?:no|a) paragraph begins: (.*?) \(score -?[\d.]+\) \(decided by"
)
REACH = 30
"""Letters before and behind the beginning of a row that are looked for in the truth."""
LEAST = 8
"""Fewest letters of a row that can be found."""
LEAST_TAGGED = 4
"""Fewest tagged paragraphs of a page whose tags are a truth."""
BLOCKS = re.compile(r"P|H[1-6]?|Title|LI|LBody|Lbl|Caption|Note|FENote|BlockQuote|TOCI|TH|TD|BibEntry|Code|Formula|Figure|Aside")
FOR = {
    "behind a number where most rows end with one", "set out as others behind short rows", "set out as others of many rows", "behind a short row", "behind a row short for its column", "behind a very short row",
    "behind a short row of an even text",
    "behind leaders", "behind a short row in italics", "it begins as the row before does", "it begins with a label", "it begins as a caption", "bold type begins rows behind short ones", "more space",
    "more space than within sentences", "much more space than within sentences",
    "names and colons begin the rows", "indented behind a sentence with a capital",
    "it begins with a capital", "behind a number alone at the top",
    "not indented in an index", "set out behind the stop of an entry", "set out where most rows are indented", "indented where few rows are", "in parts unlike the row before",
}
"""Features that never count against a beginning."""
AGAINST = {
    "within a word", "within a sentence", "it begins with a small letter", "indented among entries set out",
    "indented as other entries of the page",
    "behind a full row", "behind an open end", "behind an open end in an even text", "even rows", "in a cell",
    "both in a typewriter font", "indented in an index", "both of a formula",
}
"""Features that never count for one."""
PRIOR = {"indented as other entries of the page": -6, "set out as other entries of the page": 1, "behind a number where most rows end with one": 3, "within a word": -6, "within a sentence": -1, "behind leaders": 3, "it begins as a caption": 3, "bold type begins rows behind short ones": 3, "in a cell": -2, "indented in an index": -5, "not indented in an index": 6, "set out behind the stop of an entry": 3,
    "set out where most rows are indented": 3, "indented where few rows are": 2, "in parts unlike the row before": 3,
    "behind a number alone at the top": 3, "behind a short row of an even text": 4.5,
    "indented behind a sentence with a capital": 5, "both in a typewriter font": -3, "behind a short row in italics": 3, "both of a formula": -4, "it begins as the row before does": 2, "more space than within sentences": 2, "much more space than within sentences": 4}
"""Weights that features keep if the documents have no evidence against them."""
LATER = frozenset({"behind a short row in italics", "it begins as the row before does", "both of a formula", "indented as other entries of the page", "set out as other entries of the page",
    "more space than within sentences", "much more space than within sentences"})
"""Features that are newer than most rows of paragraphs.tsv."""


def folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    return re.sub(r"[\W_]+", "", text).lower()


class Truth:
    """The letters of the blocks of a document in one text, and where blocks begin."""

    def __init__(self, blocks: list[str]) -> None:
        own = [letters for block in blocks if (letters := folded(block))]
        self.text = "".join(own)
        self.starts: list[int] = [0]
        for block in own:
            self.starts.append(self.starts[-1] + len(block))

    def begins(self, before: str, behind: str) -> bool | None:
        """Whether a block begins between two texts; None if the truth does not tell."""
        answers = set()
        at = self.text.find(before + behind)
        while at >= 0 and len(answers) < 2:
            place = at + len(before)
            answers.add(self.starts[bisect.bisect_left(self.starts, place)] == place)
            at = self.text.find(before + behind, at + 1)
        if not answers and self.ends(before) and self.opens(behind):
            return True
        return answers.pop() if len(answers) == 1 else None

    def opens(self, behind: str) -> bool:
        return any(self.text.startswith(behind, start) for start in self.starts)

    def ends(self, before: str) -> bool:
        return any(self.text.endswith(before, 0, start) for start in self.starts)


def blocks_of_tags(node: dict, out: list[list[str]]) -> None:
    """Collects the words of each block of a tagged page; a block ends where one inside it begins."""
    if BLOCKS.fullmatch(node["kind"]):
        out.append([])
    if node["kind"] == "word":
        out[-1].append(node["text"])
    for child in node.get("children", ()):
        inner = BLOCKS.fullmatch(child["kind"])
        blocks_of_tags(child, out)
        if inner:
            out.append([])


def words_of(node: dict, out: list[tuple[str, float, float]]) -> None:
    if node["kind"] == "word":
        left, top, right, bottom = node["bbox"]
        out.append((node["text"], (left + right) / 2, (top + bottom) / 2))
    for child in node.get("children", ()):
        words_of(child, out)


def truth_of(program: str, pdf: Path, part: str) -> tuple[str, Truth] | None:
    data = pdf.with_suffix(".json")
    if data.exists():
        truth = json.loads(data.read_text())
        # Lines of verse are not told apart by what tells paragraphs apart.
        if truth.get("part") != part or any(block["class"] == "verse" for block in truth["blocks"]):
            return None
        blocks = [f"{block.get('label', '')} {block.get('text', '')}" for block in truth["blocks"] if block["class"] not in ("address", "table")]
        return truth.get("kind", "zoo"), Truth([*blocks, *(f"{note['label']} {note['text']}" for note in truth.get("footnotes", ()))])
    blocks: list[list[str]] = []
    for page in pages_of(program, pdf):
        own: list[list[str]] = [[]]
        blocks_of_tags(page["tree"], own)
        blocks += own if paragraphs_of(page["tree"]) >= LEAST_TAGGED else []
    return ("tags", Truth([" ".join(block) for block in blocks])) if blocks else None


def paragraphs_of(node: dict) -> int:
    """The number of tagged paragraphs and items."""
    return (node["kind"] in ("P", "LI")) + sum(paragraphs_of(child) for child in node.get("children", ()))


def candidates(program: str, pdf: Path, truth: Truth):
    """Truth and features of each row."""
    for number, page in enumerate(pages_of(program, pdf, "-p")[:20], 1):
        words: list[tuple[str, float, float]] = []
        words_of(page["tree"], words)
        scale = page["pixels"][0] / page["width"]
        drawn = output(program, "-p", "explain", "--page", str(number), str(pdf))
        for left, top, width, height, why in FOUND.findall(drawn):
            box = [int(v) / scale for v in (left, top, width, height)]
            inside = [n for n, (_, x, y) in enumerate(words) if box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]]
            if not inside:
                continue
            before = folded("".join(text for text, *_ in words[max(0, inside[0] - 12) : inside[0]]))[-REACH:]
            behind = folded("".join(text for text, *_ in words[inside[0] : inside[0] + 12]))[:REACH]
            if min(len(before), len(behind)) < LEAST:
                continue
            answer = truth.begins(before, behind)
            if answer is None:
                answer = truth.begins(before[-LEAST:], behind[:LEAST])
            if answer is not None:
                yield answer, features(why)


def candidates_of(program: str, pdf: Path, part: str):
    truth = truth_of(program, pdf, part)
    return (truth[0], candidates(program, pdf, truth[1])) if truth else None


if __name__ == "__main__":
    run(
        Question(
            description=__doc__,
            table=Path(__file__).parent / "paragraphs.tsv",
            source=Path(__file__).parents[2] / "crates/core/src/layout/regions/paragraphs/weights.rs",
            candidates=candidates_of,
            weights={"tags": 2.0, "office": 0.3},
            most=40,
            shrink=0.5,
            positive=FOR,
            negative=AGAINST,
            prior=PRIOR,
            later=LATER,
        )
    )
