#!/usr/bin/env python3
"""Fits the weights of headings.

  fit_headings.py                    from headings.tsv, which is in the repository
  fit_headings.py PROGRAM FOLDER...  writes headings.tsv again first
  fit_headings.py --check            fails if the weights in the source are not those

A folder is a zoo, `corpus/markdown/pdf`, a folder of tagged PDFs, or one of PDFs with a bookmark for each heading. `explain`
names the features of each candidate, also of rejected ones. A candidate is right if its text is that of a heading of the
truth: of the zoo, of the benchmark's Markdown, of the tags, or of the bookmarks. Parts of a heading are neither right nor
wrong. Bookmarks leave out deep levels, so that large or bold text without a bookmark is neither right nor wrong, too.

Each document has the same weight, if it has more candidates than a few pages have. Logistic regression gives the weight of
each feature; `crates/core/src/layout/annotate/headings/weights.rs` has the result.
"""

import argparse
import collections
import html
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fit_tables import regression  # noqa: E402

FOUND = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>'
    r"(?:no heading|heading \d): (?:[\d.]+ times the size of the page's text; )?(.*?) \(score -?[\d.]+\) \(decided by"
)
SOURCE = Path(__file__).parents[2] / "crates/core/src/layout/annotate/headings/weights.rs"
"""The weights in the program."""
WEIGHTS = {"bookmarks": 0.1}
"""Weight of a document with a kind of truth, if it is not 1."""
STRIKING = {"very large", "large", "larger than the text", "slightly larger than the text", "bold"}
"""Features of candidates that can be a heading without a bookmark."""
SAME = 0.6
"""Least share of a heading of which only a part is in the truth, or which is a part of one."""
MOST = 25
"""Candidates of a document that count fully."""
FOR = {
    "very large", "large", "larger than the text", "slightly larger than the text", "the largest type of the page", "bold", "bold in the size of the text", "another font",
    "another font in the size of the text", "in capitals", "numbered", "numbered by section", "the number of a chapter",
    "the title of contents", "underlined", "text below it", "apart", "more space above", "titles begin so", "short", "centred",
}
"""Features that never count against a heading."""
AGAINST = {
    "smaller than the text", "a typewriter font", "close to the text above", "several lines", "three lines or more", "several lines of large type", "a date",
    "labelled as a caption", "it begins with a small letter", "it ends as a sentence", "it ends within a sentence", "figures more than letters",
    "it begins with a share", "leaders", "some words", "many words", "commas", "an address", "nothing below it", "an item",
    "a neighbour of the same style", "in one block with what follows",
}
"""Features that never count for one."""
PRIOR = {"the title of contents": 2, "it begins with a share": -5, "leaders": -4, "labelled as a caption": -4, "an address": -2, "a date": -2, "figures more than letters": -3}
"""Weights that features keep if the documents have no evidence against them."""


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


def output(program: str, *arguments: str) -> str:
    try:
        return subprocess.run([program, "-q", *arguments], capture_output=True, timeout=120).stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return ""


def truth_of(program: str, pdf: Path, part: str) -> tuple[str, list[str]] | None:
    """The kind of truth of a document, and its headings."""
    data, bench = pdf.with_suffix(".json"), pdf.parent.parent / "truth" / f"{pdf.stem}.md"
    if data.exists():
        truth = json.loads(data.read_text())
        if "producer" in truth and "pages" in truth:
            return "bookmarks", [title for page in truth["pages"].values() for _, title in page]
        return ("zoo", [b["text"] for b in truth["blocks"] if b["class"] == "heading"]) if truth["part"] == part else None
    if bench.exists():
        return "markdown", re.findall(r"^#{1,6} +(.*)$", bench.read_text(), re.M)
    found: list[str] = []
    for page in json.loads(output(program, "--format", "json", str(pdf), "-") or '{"pages": []}')["pages"]:
        headings_of_tags(page["tree"], False, found, [])
    return ("tags", found) if len(found) > 1 else None


def words_in(node: dict, rect: list[float], scale: float):
    if node["kind"] == "word":
        x, y = ((node["bbox"][n] + node["bbox"][n + 2]) / 2 * scale for n in (0, 1))
        if rect[0] <= x <= rect[0] + rect[2] and rect[1] <= y <= rect[1] + rect[3]:
            yield node["text"]
    for child in node.get("children", ()):
        yield from words_in(child, rect, scale)


def candidates(program: str, pdf: Path, kind: str, truth: list[str]):
    """Truth and features of each candidate."""
    titles = {folded(text) for text in truth} - {""}
    bare = {unnumbered(t) for t in titles} - {""}
    pages = json.loads(output(program, "-p", "--format", "json", str(pdf), "-") or '{"pages": []}')["pages"]
    for number, page in enumerate(pages[:30], 1):
        drawn = output(program, "-p", "explain", "--page", str(number), str(pdf))
        seen = set()
        for *rect, why in FOUND.findall(drawn):
            held = frozenset(n for n in re.split(r", |; but ", html.unescape(why)) if n)
            text = folded("".join(words_in(page["tree"], [int(v) for v in rect], page["pixels"][0] / page["width"])))
            if not text or (text, *rect) in seen:
                continue
            seen.add((text, *rect))
            right = text in titles or unnumbered(text) in bare or any(is_most(text, title) for title in titles)
            part = len(text) > 3 and any(text in title for title in titles) or any(len(title) > 6 and title in text for title in titles)
            if not right and (part or kind == "bookmarks" and held & STRIKING):
                continue
            yield right, held


def read(table: Path) -> list[tuple[str, str, int, bool, frozenset]]:
    """Kind of truth, document, number, truth and features of the candidates."""
    rows = []
    for line in table.read_text().splitlines():
        kind, document, count, right, *held = line.split("\t")
        rows.append((kind, document, int(count), right == "1", frozenset(held)))
    return rows


def fitted(rows: list, names: list[str], shrink: float) -> dict:
    """The weight of each feature, and the constant for None."""
    sizes: collections.Counter = collections.Counter()
    for kind, document, count, *_ in rows:
        sizes[kind, document] += count
    counts: dict = collections.defaultdict(lambda: [0.0, 0.0])
    for kind, document, count, right, held in rows:
        counts[held][not right] += count * WEIGHTS.get(kind, 1.0) * min(1.0, MOST / sizes[kind, document])
    return regression(counts, names, shrink, PRIOR, FOR, AGAINST)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--table", type=Path, default=Path(__file__).parent / "headings.tsv")
    parser.add_argument("--part", default="fit")
    parser.add_argument("--shrink", type=float, default=1.0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="list sets of features that the fitted weights judge wrong")
    options = parser.parse_args()
    if options.folders:
        found: collections.Counter = collections.Counter()
        for folder in options.folders:
            for pdf in sorted(folder.glob("*.pdf")):
                truth = truth_of(options.program, pdf, options.part)
                for right, held in candidates(options.program, pdf, *truth) if truth else ():
                    found[truth[0], pdf.stem, right, tuple(sorted(held))] += 1
        lines = ["\t".join([kind, stem, str(n), str(int(right)), *held]) for (kind, stem, right, held), n in found.items()]
        options.table.write_text("\n".join(sorted(lines)) + "\n")
    rows = read(options.table)
    held_names = re.findall(r'\("(.*)", (-?[\d.]+)\),', SOURCE.read_text())
    names = [name for name, _ in held_names[1:]]
    unknown = {name for *_, held in rows for name in held}.difference(names)
    if unknown:
        sys.exit(f"fit_headings.py: features without a weight in {SOURCE.name}: {unknown}")
    weights = fitted(rows, names, options.shrink)
    values = [weights[None], *(weights[name] for name in names)]
    if options.check:
        wrong = [(name, value, new) for (name, value), new in zip(held_names, values) if abs(float(value) - new) > 0.0051]
        for name, value, new in wrong:
            print(f"{name}: {value} in {SOURCE.name}, fitted {new:.2f}")
        print(f"{len(values)} weights, {len(wrong)} differ")
        sys.exit(int(bool(wrong)))
    for name, value in zip(["every candidate", *names], values):
        print(f'    ("{name}", {value + 0.0:.2f}),'.replace("-0.00", "0.00"))
    for kind in sorted({row[0] for row in rows}):
        own = [row for row in rows if row[0] == kind]
        for what, judge in (("fitted", weights), ("left out", fitted([row for row in rows if row[0] != kind], names, options.shrink))):
            found = lambda held: judge[None] + sum(judge[name] for name in held) >= 0  # noqa: E731
            hit, false, missed = (sum(n for _, _, n, right, held in own if (right, found(held)) == case) for case in ((True, True), (False, True), (True, False)))
            print(f"{kind:10}{what:9} {hit:5} right, {false:4} false, {missed:4} missed")
            for _, document, n, right, held in own if options.wrong and judge is weights else ():
                if right != found(held):
                    print(f"  {'missed' if right else 'false'} {n} in {document}: {', '.join(sorted(held))}")


if __name__ == "__main__":
    main()
