#!/usr/bin/env python3
"""Makes random corrections, applies them again under other options, and judges the outputs.

    corrections_again.py PROGRAM                      the fixtures, and the corpus if it is present
    corrections_again.py PROGRAM --only dictionary    documents whose name contains this
    corrections_again.py PROGRAM --changed PROGRAM    apply with this program, too (changed_constants.py)
    corrections_again.py PROGRAM --seed 7 --operations 200
    corrections_again.py PROGRAM --self-test          show that wrong outputs are noticed

Operations are made in rounds, as a person makes them: in each round, a page gets one operation on the page as it
is shown then. Each operation is judged twice, by reading the output:

1. After its round, the page must show its effect, and nothing else may have changed.
2. Under each change (options, format, program), the page must show what it showed to the person at the end. Text
   that is new must be at its place on that page, and text that is missing must be missing there.

The report of the program only says whether an operation was applied. Prints the figures by kind of operation and by
change. Exits with 1 if text is wrong, if over 0.1 % of the operations have another effect, or if less than 97 % are
applied or no longer needed.
"""

import argparse
import html
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parents[1] / "fixtures"
CORPUS = HERE.parents[2] / "shared" / "corpus"

# Share of operations that must be applied or no longer needed.
LEAST_APPLIED = 0.97

# Share of operations on units that may have another effect than the person saw: lines, paragraphs and blocks to which
# many operations were applied. Text is never allowed to be wrong.
MOST_WRONG = 0.001
TEXT_KINDS = ("text", "add", "delete", "split word", "other text", "undo")

# Resolution of the outputs that are read: a pixel is a tenth of a point.
DPI = 720

# Largest distance in points between places of one word in two outputs: half a pixel at 72 dpi, and rounding.
NEAR = 1.0

# Largest distance of a word that is inserted beside others from these, in heights of their box.
BESIDE = 4

# Distance in points by which the centre of a word may be outside the box of an anchor, as in the program.
ANCHOR = 0.75

# Least words of a page for each operation, so that operations on a small page are not all on the same words.
WORDS = 8

LEVELS = ("word", "line", "paragraph", "block")
CLASSES = (
    {"heading": 1}, {"heading": 3}, "text", "running-head", "running-foot", "page-number", "note", "caption", "table",
    "figure", "list-item", "entry", "noise",
)


# Classes whose paragraphs are blocks, each at the edge of the page.
RUNNING = ("running-head", "running-foot", "page-number")


@dataclass(frozen=True)
class Document:
    """A document, its pages, and the options with which it is corrected."""

    name: str
    path: Path
    pages: str
    options: tuple = ()
    # Options under which the corrections are applied again.
    again: tuple = (("-p",), ("-p", "-c", "2"), ("-p", "-c", "auto"), ("--dpi", "72"))


GEOMETRY = (("-p", "-c", "2"), ("-p", "-c", "auto"), ("--dpi", "72"), ("-p", "--layout", "classic"))
RECOGNISED = (("-p",), ("-p", "-c", "2"), ("--dpi", "72"))

DOCUMENTS = (
    Document("fixture: dictionary", FIXTURES / "scored/dictionary.pdf", "1-3", ("-p",), GEOMETRY),
    Document("fixture: newspaper", FIXTURES / "showcase/herald.pdf", "1-3", ("-p",), GEOMETRY),
    Document("fixture: paper", FIXTURES / "scored/paper.pdf", "1-2", (), GEOMETRY),
    Document("fixture: tags", FIXTURES / "tagged/tables-and-lists.pdf", "1"),
    Document("fixture: hOCR", FIXTURES / "recognised/hocr-pages.html", "1-2", (), RECOGNISED),
    Document("book", CORPUS / "text/GeoTopo-komprimiert.pdf", "11-16", (), GEOMETRY),
    Document("tagged book", CORPUS / "text/PDFUA-Ref-2-05_BookChapter-german.pdf", "3-6"),
    Document("newspaper", CORPUS / "text/news5col.pdf", "1-2", (), GEOMETRY),
    Document("dictionary", CORPUS / "text/dict2col.pdf", "2-4", ("-p",), GEOMETRY),
    Document("scan with hOCR", CORPUS / "text/ocr_dict.hocr", "1-3", (), RECOGNISED),
)

# Other formats in which the corrected document is written.
FORMATS = ("alto", "page", "tei", "text", "markdown")


# ---------------------------------------------------------------- reading outputs


@dataclass
class Word:
    """A word of an output. Its box is in points."""

    text: str
    box: tuple
    # Numbers of its line, paragraph and block.
    units: tuple
    # Elements around it in the hOCR, the outermost first.
    around: tuple = ()
    is_item: bool = False
    is_human: bool = False

    @cached_property
    def folded(self):
        return fold(self.text)

    @cached_property
    def centre(self):
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


@dataclass
class Unit:
    level: str
    box: tuple
    words: list
    parent: object = None
    children: list = field(default_factory=list)

    @property
    def anchor(self):
        return {"box": list(self.box), "text": " ".join(word.text for word in self.words)}


@dataclass
class Page:
    words: list
    # Units by level, in reading order.
    units: dict
    width: float
    height: float

    @cached_property
    def by_text(self):
        """The words by their texts as they are compared."""
        found = defaultdict(list)
        for word in self.words:
            found[word.folded].append(word)
        return found

    def find(self, text, box, near=NEAR):
        """The nearest word with a text at a place, or None."""
        there = [word for word in self.by_text[fold(text)] if is_at(word.box, box, near)]
        return min(there, key=lambda word: distance(word.box, box), default=None)

    def unit(self, word, level):
        """The words of the unit around a word."""
        if level == "word":
            return [word]
        number = LEVELS.index(level) - 1
        return [other for other in self.words if other.units[number:] == word.units[number:]]


def fold(text):
    """A text as it is compared: without hyphens and compatibility characters."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return re.sub(r"[\s\u00ad\u2010\u2011-]", "", text)


def centre(box):
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def contains(box, point, by=0.0):
    return box[0] - by <= point[0] <= box[2] + by and box[1] - by <= point[1] <= box[3] + by


def is_at(a, b, near):
    """Whether one of two boxes has the centre of the other one."""
    return contains(a, centre(b), near) or contains(b, centre(a), near)


def is_joined(word, page):
    """Whether a word is several words of another output: some formats join words without a space between them."""
    parts = [other.folded for other in page.words if contains(word.box, other.centre, NEAR)]
    return len(parts) > 1 and "".join(parts) == word.folded


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def distance(a, b):
    (x0, y0), (x1, y1) = centre(a), centre(b)
    return abs(x0 - x1) + abs(y0 - y1)


def union(boxes):
    boxes = list(boxes)
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def read_tsv(path, scale):
    """The pages of a TSV file: units with their boxes, and words."""
    pages, open_units = [], {}
    for line in path.read_text(encoding="utf-8").split("\n")[1:]:
        if not line:
            continue
        level, *numbers, _, text = line.split("\t", 11)
        level = int(level)
        left, top, width, height = (int(value) * scale for value in numbers[5:9])
        box = tuple(round(value, 2) for value in (left, top, left + width, top + height))
        if level == 1:
            pages.append(Page([], {name: [] for name in LEVELS}, box[2], box[3]))
            open_units = {}
            continue
        page = pages[-1]
        unit = Unit(LEVELS[5 - level], box, [], open_units.get(level - 1))
        open_units[level] = unit
        page.units[unit.level].append(unit)
        if unit.parent:
            unit.parent.children.append(unit)
        if level == 5:
            word = Word(text, box, tuple(map(int, (numbers[3], numbers[2], numbers[1]))))
            page.words.append(word)
            for around in (unit, *(open_units[n] for n in (4, 3, 2))):
                around.words.append(word)
    for page in pages:
        for level in LEVELS:
            page.units[level] = [unit for unit in page.units[level] if unit.words]
        for unit in (unit for level in LEVELS for unit in page.units[level]):
            unit.children = [child for child in unit.children if child.words]
    return pages


def add_hocr(path, pages):
    """Adds to the words the elements around them in the hOCR, and whether a person is the source."""
    body = ElementTree.parse(path).getroot().find("{http://www.w3.org/1999/xhtml}body")
    for page, element in zip(pages, body, strict=True):
        words = []

        def visit(element, around):
            name = element.tag.rpartition("}")[2]
            around = (*around, (name, element.get("class", ""), element.attrib))
            if "ocrx_word" in element.get("class", ""):
                words.append(("".join(element.itertext()), element.get("title", ""), around))
                return
            for child in element:
                visit(child, around)

        visit(element, ())
        page.has_photo = any("ocr_photo" in child.get("class", "") for child in element.iter())
        assert len(words) == len(page.words), (path, len(words), len(page.words))
        for word, (text, title, around) in zip(page.words, words):
            assert fold(text) == word.folded, (text, word)
            word.around, word.is_human = around, "x_source human" in title


def add_json(path, pages):
    """Marks the words of list items, which the hOCR of an analysed page does not show."""
    for page, data in zip(pages, json.loads(path.read_text(encoding="utf-8"))["pages"], strict=True):
        def visit(node, is_item):
            names = {attribute["name"] for attribute in node.get("attributes", ())}
            is_item = is_item or node["kind"] in ("L", "LI") or "item" in names
            if "text" in node and is_item:
                for word in page.by_text[fold(node["text"])]:
                    word.is_item = word.is_item or is_at(node["bbox"], word.box, 0.2)
            for child in node.get("children", ()):
                visit(child, is_item)

        visit(data["tree"], False)


def class_of(word):
    """The class of a word's paragraph, as the hOCR shows it."""
    for name, classes, attributes in reversed(word.around[:-1]):
        kind = attributes.get("data-kind", "")
        if attributes.get("role") == "heading":
            return {"heading": int(attributes["aria-level"])}
        if re.fullmatch("h[1-6]", name):
            return {"heading": int(name[1])}
        for known, value in (
            ("ocr_header", "running-head"), ("ocr_footer", "running-foot"), ("ocr_pageno", "page-number"),
            ("ocr_caption", "caption"), ("ocr_footnote", "note"),
        ):
            if known in classes.split():
                return value
        if kind in ("footnote", "caption", "chart", "entry"):
            return {"footnote": "note", "chart": "figure"}.get(kind, kind)
        if attributes.get("role") == "note":
            return "note"
        if name in ("caption", "figcaption"):
            return "caption"
        if name == "table":
            return "table"
    return "list-item" if word.is_item else "text"


def is_headword(word):
    return word.around[-1][2].get("data-kind") == "headword"


# ---------------------------------------------------------------- running the program


@dataclass
class Output:
    pages: list
    # The report of the corrections.
    report: list

    @property
    def states(self):
        return {line["id"]: line["state"] for line in self.report}

    @property
    def reasons(self):
        return {line["id"]: line.get("reason", "") for line in self.report}


def convert(program, document, options, formats, folder, entries=None):
    """Writes formats to a folder. Returns the report of the corrections."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [program, "-q", "--overwrite", "--pages", document.pages, *options, "--format", ",".join(formats)]
    report = folder / "report.jsonl"
    if entries is not None:
        source = {"pdfa2hocr_corrections": 1, "name": document.path.name, "sha256": "", "pages": 1}
        lines = [source, *entries]
        file = folder / "corrections.json"
        file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        command += ["--corrections", file, "--corrections-report", report]
    done = subprocess.run(
        [*map(str, command), str(document.path), str(folder / "out")], stdin=subprocess.DEVNULL, capture_output=True
    )
    if done.returncode:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-500:]}")
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def read(program, document, options, folder, entries=None):
    """Converts a document and reads the output."""
    dpi = int(options[options.index("--dpi") + 1]) if "--dpi" in options else DPI
    others = () if "--dpi" in options else ("--dpi", str(DPI))
    report = convert(program, document, (*options, *others), ("tsv", "hocr", "json"), folder, entries)
    pages = read_tsv(folder / "out.tsv", 72 / dpi)
    add_hocr(folder / "out.html", pages)
    add_json(folder / "out.json", pages)
    return Output(pages, report)


# ---------------------------------------------------------------- making operations


def plain_box(box):
    return [round(value, 2) for value in box]


def anchor_of(words):
    return {"box": plain_box(union(word.box for word in words)), "text": " ".join(word.text for word in words)}


def misspelt(rng, text):
    """A word with a letter replaced, inserted or removed."""
    at = rng.randrange(len(text))
    letter = rng.choice("abcdefghiklmnoprstuvxyzäéł")
    ways = [text[:at] + letter + text[at + 1 :], text[:at] + letter + text[at:]]
    if len(text) > 2:
        ways.append(text[:at] + text[at + 1 :])
    way = rng.choice(ways)
    return way if fold(way) and fold(way) != fold(text) else text + letter


def new_words(rng, texts):
    """A line with one of its words changed, divided, doubled or removed."""
    at = rng.randrange(len(texts))
    way = rng.randrange(5)
    if way == 0 and len(texts) > 1:
        return texts[:at] + texts[at + 1 :]
    if way == 1:
        return [*texts[:at], misspelt(rng, "word"), *texts[at:]]
    if way == 2 and len(texts[at]) > 3:
        return [*texts[:at], texts[at][:2], texts[at][2:], *texts[at + 1 :]]
    if way == 3:
        return texts
    return [*texts[:at], misspelt(rng, texts[at]), *texts[at + 1 :]]


def pick(rng, page, level):
    return rng.choice(page.units[level]) if page.units[level] else None


def make_text(rng, page):
    level = rng.choice(("word", "word", "line"))
    unit = pick(rng, page, level)
    texts = [word.text for word in unit.words]
    wanted = new_words(rng, texts)
    return {"op": "text", "level": level, "on": unit.anchor, "text": " ".join(wanted)}, unit.words


def make_split(rng, page):
    level = rng.choice(("line", "paragraph", "block"))
    unit = rng.choice([unit for unit in page.units[level] if len(unit.children) > 1] or [None])
    if unit is None:
        return None
    at = rng.randrange(1, len(unit.children))
    parts = [[word for child in half for word in child.words] for half in (unit.children[:at], unit.children[at:])]
    return {"op": "group", "level": level, "parts": list(map(anchor_of, parts))}, unit.words, parts


def make_cut(rng, page):
    """Splits a block into the words left and right of a vertical line."""
    unit = pick(rng, page, "block")
    x = rng.uniform(unit.box[0], unit.box[2])
    parts = [[w for w in unit.words if (w.centre[0] < x) == side] for side in (True, False)]
    # The outputs round the places of words.
    if not all(parts) or any(abs(word.centre[0] - x) < 0.3 for word in unit.words):
        return None
    anchors = [anchor_of(part) for part in parts]
    anchors[0]["box"][2] = min(anchors[0]["box"][2], x - ANCHOR)
    anchors[1]["box"][0] = max(anchors[1]["box"][0], x + ANCHOR)
    return {"op": "group", "level": "block", "parts": anchors}, unit.words, parts


def make_split_word(rng, page):
    unit = rng.choice([unit for unit in page.units["word"] if len(unit.words[0].folded) > 3] or [None])
    # The pieces of a word that is divided at the end of the line end in a hyphen.
    if unit is None or fold(unit.words[0].text) != unit.words[0].text:
        return None
    (word,) = unit.words
    at = rng.randrange(1, len(word.text))
    x0, y0, x1, y1 = word.box
    middle = x0 + (x1 - x0) * at / len(word.text)
    parts = [
        {"box": plain_box((x0, y0, middle, y1)), "text": word.text[:at]},
        {"box": plain_box((middle, y0, x1, y1)), "text": word.text[at:]},
    ]
    return {"op": "group", "level": "word", "parts": parts}, unit.words


def make_merge(rng, page):
    level = rng.choice(LEVELS)
    units = page.units[level]
    if level == "word":
        line = pick(rng, page, "line")
        units = line.children
    if len(units) < 2:
        return None
    at = rng.randrange(len(units) - 1)
    merged = units[at : at + 2]
    if level in ("paragraph", "block") and at + 2 < len(units) and rng.random() < 0.3:
        merged = [units[at], units[at + 2]]
    words = [word for unit in merged for word in unit.words]
    parts = [unit.anchor for unit in merged]
    return {"op": "group", "level": level, "parts": parts, "together": True}, words, [words]


def make_draw(rng, page):
    """Makes one unit of the words in a box that is drawn around lines."""
    level = rng.choice(("paragraph", "block"))
    block = pick(rng, page, "block")
    lines = [line for child in block.children for line in child.children]
    first = rng.randrange(len(lines))
    drawn = lines[first : first + rng.randrange(1, 6)]
    box = plain_box(union(word.box for line in drawn for word in line.words))
    words = [word for word in page.words if contains(box, word.centre, ANCHOR)]
    on = {"box": box, "text": " ".join(word.text for word in words)}
    return {"op": "group", "level": level, "parts": [on]}, words, [words]


def make_resize(rng, page):
    unit = pick(rng, page, rng.choice(LEVELS))
    x0, y0, x1, y1 = unit.box
    by = [rng.uniform(-1.5, 3) for _ in range(4)]
    box = plain_box((max(0, x0 - by[0]), max(0, y0 - by[1]), min(page.width, x1 + by[2]), min(page.height, y1 + by[3])))
    if box[2] - box[0] < 1 or box[3] - box[1] < 1:
        return None
    return {"op": "resize", "level": unit.level, "on": unit.anchor, "box": box}, unit.words


def make_delete(rng, page):
    unit = pick(rng, page, rng.choice(("word", "word", "line", "paragraph")))
    if len(unit.words) * 2 > len(page.words):
        return None
    return {"op": "delete", "level": unit.level, "on": unit.anchor}, unit.words


def make_add(rng, page):
    """Adds a word or line at an empty place."""
    level = rng.choice(("word", "line"))
    for _ in range(50):
        x, y = rng.uniform(10, page.width - 90), rng.uniform(10, page.height - 30)
        box = plain_box((x, y, x + (25 if level == "word" else 80), y + 9))
        if not any(overlap(box, word.box) for word in page.words):
            break
    else:
        return None
    text = " ".join(misspelt(rng, "added") for _ in range(1 if level == "word" else 4))
    return {"op": "add", "level": level, "box": box, "text": text}, []


def make_class(rng, page):
    level = rng.choice(("word", "line", "paragraph", "paragraph", "block"))
    unit = pick(rng, page, level)
    value = "headword" if level == "word" else rng.choice(CLASSES)
    if value == "noise" and len(unit.words) * 2 > len(page.words):
        return None
    # Each running head is a block.
    if level == "block" and value in RUNNING and len(unit.children) > 1:
        return None
    return {"op": "class", "level": level, "on": unit.anchor, "class": value}, unit.words


def make_order(rng, page):
    level = rng.choice(("line", "paragraph", "block"))
    siblings = page.units["block"] if level == "block" else pick(rng, page, LEVELS[LEVELS.index(level) + 1]).children
    if len(siblings) < 2:
        return None
    first = rng.randrange(len(siblings) - 1)
    some = siblings[first : first + rng.randrange(2, 5)]
    wanted = [some[-1], *some[:-1]] if rng.random() < 0.5 else rng.sample(some, len(some))
    words = [word for unit in wanted for word in unit.words]
    parts = [unit.words for unit in wanted]
    return {"op": "order", "level": level, "parts": [unit.anchor for unit in wanted]}, words, parts


def gutters(page, number):
    """Divides a page in the middle, at the line that the fewest words cross."""
    places = [page.width * (0.4 + 0.002 * step) for step in range(100)]
    crossing = [sum(word.box[0] < x < word.box[2] for word in page.words) for x in places]
    fewest = [x for x, count in zip(places, crossing) if count == min(crossing)]
    x = fewest[len(fewest) // 2]
    box = plain_box((x - 1, page.height * 0.15, x + 1, page.height * 0.85))
    entry = {"id": "r0", "by": "ada", "at": time_of(0), "page": number}
    return Made("gutters", {**entry, "op": "gutters", "boxes": [box], "pages": "this"}, 0, [], [], page)


def crosses(page, box):
    """Whether a line has words on both sides of a gutter."""
    sides = defaultdict(set)
    for word in page.words:
        if box[1] <= word.centre[1] <= box[3]:
            sides[word.units].add(word.centre[0] < box[0])
    return any(len(side) == 2 for side in sides.values())


MAKERS = {
    "text": make_text, "split": make_split, "cut": make_cut, "split word": make_split_word, "merge": make_merge,
    "draw": make_draw, "resize": make_resize, "delete": make_delete, "add": make_add, "class": make_class,
    "order": make_order,
}
# How often each kind is made.
WEIGHTS = {"text": 5, "class": 4, "merge": 3}


@dataclass
class Made:
    """An operation that was made, with what the page showed before and after it."""

    kind: str
    entry: dict
    page: int
    # The words of its anchors, and these by part.
    words: list
    parts: list
    before: Page
    after: Page = None
    is_undone: bool = False
    # The boxes that other operations set on the page.
    boxes: list = field(default_factory=list)
    # Whether the program refused it when it was made.
    is_refused: bool = False
    # Whether the page was already so.
    is_needless: bool = False

    @property
    def identifier(self):
        return self.entry["id"]

    def __str__(self):
        return json.dumps({k: v for k, v in self.entry.items() if k not in ("by", "at")}, ensure_ascii=False)


def is_fixed(operation, words):
    """Whether an operation would change units that have a fixed place: rows of tables, and running heads as blocks."""
    classes = [class_of(word) for word in words]
    if operation["op"] not in ("group", "order", "resize") or operation["level"] == "word":
        return False
    return "table" in classes or operation["level"] == "block" and any(value in RUNNING for value in classes)


def make(rng, page, number, index, total):
    """A random operation on a page, given by its index among the pages that are read."""
    for _ in range(100):
        kinds = list(MAKERS)
        kind = rng.choices(kinds, [WEIGHTS.get(kind, 2) for kind in kinds])[0]
        made = MAKERS[kind](rng, page) if page.words else make_add(rng, page)
        if made is None or is_fixed(*made[:2]):
            continue
        operation, words, *parts = made
        entry = {
            "id": f"r{total}", "by": "ada", "at": time_of(total),
            "page": number, **operation,
        }
        return Made(kind, entry, index, words, parts[0] if parts else [words], page)
    return None


# ---------------------------------------------------------------- judging the effect


def texts(words):
    return [word.folded for word in words]


def same_place(a, b):
    return all(abs(x - y) <= 0.3 for x, y in zip(a.box, b.box))


def partition(page, level):
    """The units of a level, each as the set of its words by their indices."""
    number = LEVELS.index(level) - 1
    units = defaultdict(list)
    for n, word in enumerate(page.words):
        units[word.units[number:]].append(n)
    return units


def effect(made):
    """Judges an operation by the page before and after it. Returns the fault, or None."""
    before, after, entry = made.before, made.after, made.entry
    op, level = entry["op"], entry.get("level")
    if op == "gutters":
        return "a line crosses the gutter" if crosses(after, entry["boxes"][0]) else None
    own = {id(word) for word in made.words}
    others = [word for word in before.words if id(word) not in own]
    if op in ("text", "add"):
        tokens = entry["text"].split()
        place = entry["on"]["box"] if op == "text" else entry["box"]
        return new_text(before, after, made, [fold(token) for token in tokens if fold(token)], place)
    if op == "delete" or entry.get("class") == "noise":
        return None if texts(after.words) == texts(others) else "other words are left"
    if op == "group" and level == "word":
        if entry.get("together"):
            wanted = ["".join(texts(made.words))]
        else:
            wanted = [fold(part["text"]) for part in entry["parts"]]
        return new_text(before, after, made, wanted, union(part["box"] for part in entry["parts"]))
    # The words stay, in another order or other units.
    matched = match(before, after)
    if matched is None:
        return "words have changed"
    if op == "resize":
        box = resized(after, [matched[id(word)] for word in made.words], level)
        return None if has_box(box, made, 0.15) else f"the box is {box}"
    if op == "class":
        return classified(made, after, matched, others)
    parts = [[matched[id(word)] for word in part] for part in made.parts]
    if op == "order":
        positions = {id(word): n for n, word in enumerate(after.words)}
        ranges = [(min(p), max(p)) for p in ([positions[id(word)] for word in part] for part in parts)]
        if any(a[1] > b[0] for a, b in zip(ranges, ranges[1:])):
            return "the order is another one"
        return None
    for part in parts:
        unit = after.unit(part[0], level)
        if {id(word) for word in unit} != {id(word) for word in part}:
            more, fewer = Counter(texts(unit)), Counter(texts(part))
            return f"a part is not one {level}: more {list(more - fewer)}, missing {list(fewer - more)}"
    # Units of other words stay.
    touched = {id(matched[key]) for key in own}
    kept = {frozenset(id(matched[id(w)]) for w in u) for u in units_of(before, level) if not own & {id(w) for w in u}}
    now = {frozenset(id(w) for w in u) for u in units_of(after, level) if not touched & {id(w) for w in u}}
    return None if kept <= now else f"another {level} has changed"


def units_of(page, level):
    return [[page.words[n] for n in unit] for unit in partition(page, level).values()]


def new_text(before, after, made, wanted, place):
    """Whether the words of an operation are replaced by others at their place, and nothing else has changed."""
    old, new = texts(before.words), texts(after.words)
    own = {id(word) for word in made.words}
    first = next((n for n, word in enumerate(before.words) if own and word is made.words[0]), 0)
    end = len(new) - (len(old) - first - len(own))
    # Words that stand elsewhere in the order, as those in a box that is drawn, are no words of a text.
    is_in_place = bool(own) and new[:first] == old[:first] and new[end:] == old[first + len(own) :]
    if own and not is_in_place and not any(class_of(word) in RUNNING for word in made.words):
        return "other words have changed"
    if not is_in_place:
        # Running heads may be other ones now, at other places in the order.
        fresh = [n for n, word in enumerate(after.words) if not before.find(word.text, word.box, 0.3)]
        first, end = (fresh[0], fresh[-1] + 1) if fresh else (0, 0)
        if sorted(new[:first] + new[end:]) != sorted(texts(word for word in before.words if id(word) not in own)):
            return "other words have changed"
    there = after.words[first:end]
    if texts(there) != wanted:
        return f"the text is {texts(there)}"
    if not all(contains(place, word.centre, NEAR) for word in there):
        # A word that is added between others is in the gap, and one at the end of a line beside it.
        by = BESIDE * (place[3] - place[1])
        is_beside = made.entry["op"] == "text" and all(is_at(place, w.box, by) for w in there)
        if not is_beside:
            return f"the text is elsewhere: {[word.box for word in there]} instead of {place}"
    if not all(word.is_human for word in there):
        return "it has no mark of a person"
    return None


def match(before, after):
    """The words of the page after an operation by the identity of those before, or None if they are not the same."""
    if Counter(texts(before.words)) != Counter(texts(after.words)):
        return None
    free = defaultdict(list)
    for word in after.words:
        free[word.folded].append(word)
    matched = {}
    for word in before.words:
        nearest = min(free[word.folded], key=lambda other: distance(other.box, word.box))
        free[word.folded].remove(nearest)
        matched[id(word)] = nearest
        # A word whose box was set may be moved.
    return matched


def has_box(box, made, near):
    """Whether a unit has the box that an operation set. The outputs cut it off at boxes that were set around it."""
    sides = [[made.entry["box"][n], *(other[n] for other in made.boxes)] for n in range(4)]
    return box is not None and all(any(abs(box[n] - side) <= near for side in sides[n]) for n in range(4))


def resized(page, words, level):
    """The box of the unit of some words."""
    own = {id(word) for word in words}
    for unit in page.units[level]:
        if {id(word) for word in unit.words} == own:
            return unit.box
    return None


def classified(made, after, matched, others):
    value = made.entry["class"]
    own = [matched[id(word)] for word in made.words]
    if value == "headword":
        return None if all(map(is_headword, own)) else "it is no headword"
    found = [class_of(word) for word in own]
    # A table that is one already keeps its caption.
    others_right = ("caption",) if value == "table" and made.is_needless else ()
    if any(each != value and each not in others_right for each in found):
        return f"the class is {found[0]}"
    changed = [w for w in others if class_of(w) != class_of(matched[id(w)])]
    return f"another class has changed: {texts(changed)[:5]}" if changed else None


def same_page(a, b):
    """Whether two outputs show the same page."""
    if texts(a.words) != texts(b.words) or not all(map(same_place, a.words, b.words)):
        return False
    classes = all(class_of(x) == class_of(y) for x, y in zip(a.words, b.words))
    same_units = all(list(partition(a, level).values()) == list(partition(b, level).values()) for level in LEVELS[1:])
    return classes and same_units


# ---------------------------------------------------------------- judging under changes


@dataclass
class Judged:
    """Operations under one change: the number of each state and verdict by kind, and the faults."""

    name: str
    counts: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)
    failures: list = field(default_factory=list)


def again(made, seen, page, plain):
    """Judges an operation under a change.

    `seen` is the page as the person saw it at last, `page` that of the change, and `plain` that without corrections.

    Returns the fault, or None. Raises NotSeen if later operations replaced all that the operation did.
    """
    entry, level = made.entry, made.entry.get("level")
    if entry["op"] == "gutters":
        (box,) = entry["boxes"]
        return "a line crosses the gutter" if crosses(page, box) > crosses(seen, box) else None
    if entry["op"] == "delete" or entry.get("class") == "noise":
        gone = [word for word in made.words if not seen.find(word.text, word.box)]
        left = [word.text for word in gone if page.find(word.text, word.box, 0)]
        if not gone:
            raise NotSeen
        return f"not deleted: {left}" if left else None
    # The words of the operation that the person saw at last, and these words under the change.
    parts = [[seen.find(word.text, word.box, 0.3) for word in part] for part in results(made)]
    parts = [[word for word in part if word] for part in parts]
    parts = [part for part in parts if part]
    if not parts:
        raise NotSeen
    makes_text = entry["op"] in ("text", "add") or level == "word"
    found = []
    for number, part in enumerate(parts):
        there = [(word, page.find(word.text, word.box)) for word in part]
        missing = [word for word, now in there if now is None]
        # The other analysis may have divided words otherwise.
        missing = [word for word in missing if makes_text or plain.find(word.text, word.box)]
        around = [now for now in page.words if any(contains(now.box, word.centre) for word in missing)]
        joined = [now for now in around if is_joined(now, seen)]
        missing = [word.text for word in missing if not any(contains(now.box, word.centre) for now in joined)]
        if missing:
            return f"missing at its place: {missing}"
        parts[number] = [word for word, now in there if now]
        found.append([now for _, now in there if now])
    if not all(found):
        raise NotSeen
    if entry["op"] in ("text", "add"):
        unmarked = [w.text for part, there in zip(parts, found) for w, t in zip(part, there) if w.is_human > t.is_human]
        return f"no mark of a person: {unmarked}" if unmarked else None
    if entry["op"] == "class":
        for word, there in ((w, t) for part, now in zip(parts, found) for w, t in zip(part, now)):
            # A merged unit has the class of its first part, which the analysis may see otherwise.
            if level != "word" and not contains(entry["on"]["box"], seen.unit(word, "paragraph")[0].centre, ANCHOR):
                continue
            shown = is_headword if level == "word" else class_of
            is_own = is_headword(word) if level == "word" else class_of(word) == entry["class"]
            # A later operation may have set another class.
            if is_own and shown(word) != shown(there):
                return f"the class of {word.text!r} is {shown(there)} instead of {shown(word)}"
        return None
    if entry["op"] == "order":
        before = [seen.words.index(part[0]) for part in parts]
        now = [page.words.index(there[0]) for there in found]
        is_same = sorted(range(len(parts)), key=before.__getitem__) == sorted(range(len(parts)), key=now.__getitem__)
        # A later operation that changed the order may have failed, and is judged itself.
        return None if is_same or now == sorted(now) else f"the order is another one: {[part[0].text for part in parts]} at {now}"
    if entry["op"] == "resize":
        box, now = resized(seen, parts[0], level), resized(page, found[0], level)
        if not has_box(box, made, 0.15):
            raise NotSeen
        return None if has_box(now, made, NEAR) else f"the box is {now} instead of {box}"
    if level == "word":
        return None
    for part, there in zip(parts, found):
        wanted, now = seen.unit(part[0], level), page.unit(there[0], level)
        if len(wanted) != len(part) or {id(word) for word in wanted} != {id(word) for word in part}:
            # A later operation made another unit of its words, which is judged itself.
            continue
        more, fewer = Counter(texts(now)), Counter(texts(wanted))
        if more != fewer:
            return f"it is not one {level}: more {list(more - fewer)}, missing {list(fewer - more)}"
    return None


class NotSeen(Exception):
    """Later operations replaced all that an operation did."""


def results(made):
    """The words that an operation made, by part: those of its parts, or those that are new."""
    if made.entry["op"] in ("text", "add") or made.entry.get("level") == "word" and made.entry["op"] == "group":
        place = union([made.entry["on"]["box"]] if "on" in made.entry else
                      [part["box"] for part in made.entry.get("parts", [made.entry])])
        return [[word for word in made.after.words if contains(place, word.centre, ANCHOR) and word.is_human]]
    if made.entry["op"] == "resize" and made.entry["level"] == "word":
        return [[word for word in made.after.words if word.folded == made.words[0].folded
                 and all(abs(a - b) <= 0.3 for a, b in zip(word.box, made.entry["box"]))]]
    return made.parts


def elsewhere(plain, corrected, seen):
    """Words that corrections put at a place, or removed from it, where the person did not see this."""
    faults = []
    for word in corrected.words:
        is_known = plain.find(word.text, word.box) or seen.find(word.text, word.box, 2 * NEAR)
        if not is_known and not is_joined(word, seen):
            faults.append(f"new at {word.box}: {word.text}")
    for word in plain.words:
        if not corrected.find(word.text, word.box) and seen.find(word.text, word.box, 0):
            faults.append(f"lost at {word.box}: {word.text}")
    return faults



# ---------------------------------------------------------------- other formats


def local(element):
    return element.tag.rpartition("}")[2]


def points_box(points, scale):
    xs, ys = zip(*(map(float, point.split(",")) for point in points.split()))
    return tuple(value * scale for value in (min(xs), min(ys), max(xs), max(ys)))


def read_alto(path, scale):
    """The pages of an ALTO file: words with their lines and text blocks."""
    pages = []
    for page in (element for element in ElementTree.parse(path).iter() if local(element) == "Page"):
        words, counts = [], Counter()
        for element in page.iter():
            counts[local(element)] += 1
            if local(element) == "String":
                left, top, width, height = (float(element.get(n)) for n in ("HPOS", "VPOS", "WIDTH", "HEIGHT"))
                box = tuple(value * scale for value in (left, top, left + width, top + height))
                units = (counts["TextLine"], counts["TextBlock"], 0)
                words.append(Word(element.get("CONTENT"), box, units, is_human=element.get("CS") == "true"))
        pages.append(Page(words, {}, 0, 0))
    return pages


def read_page(file, scale):
    """The pages of a PAGE file or, if there are several, of its folder: words with their lines and regions."""
    pages, folder = [], file.with_name("out_pages")
    for path in sorted(folder.glob("*.xml")) or [file]:
        words, counts = [], Counter()
        for element in ElementTree.parse(path).iter():
            counts[local(element)] += 1
            if local(element) == "Word":
                coords = next(child for child in element if local(child) == "Coords")
                text = next(child for child in element.iter() if local(child) == "Unicode").text or ""
                is_human = "source {type:human;}" in element.get("custom", "")
                units = (counts["TextLine"], counts["TextRegion"], 0)
                words.append(Word(text, points_box(coords.get("points"), scale), units, is_human=is_human))
        pages.append(Page(words, {}, 0, 0))
    return pages


def running_text(path):
    """The text of a format whose places are not read, as it is compared."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".xml", ".html"):
        text = "".join(ElementTree.fromstring(text).itertext())
    # Markdown escapes punctuation, and has tables of HTML. Backslashes do not count.
    return fold(html.unescape(text.replace("\\", "")))


def in_running_text(made, seen, plain, text, whole):
    """Judges an operation by a format without places: new words must be in it, and deleted ones must not.

    `whole` is the text of all pages as the person saw them at last.
    """
    entry = made.entry
    if entry["op"] == "delete" or entry.get("class") == "noise":
        words = [word for word in made.words if len(word.folded) > 5 and word.folded not in whole]
        left = [word.text for word in words if word.folded in text]
        return f"not deleted: {left}" if left else None
    if entry["op"] not in ("text", "add"):
        raise NotSeen
    words = [seen.find(word.text, word.box, 0.3) for word in results(made)[0]]
    words = [word for word in words if word and not plain.by_text.get(word.folded)]
    # Running text leaves out running heads, and labels in figures.
    words = [word for word in words if class_of(word) not in (*RUNNING, "figure")]
    # Markdown writes the label of a note apart from its first word.
    def shown(word):
        bare = word.folded.replace("\\", "")
        return re.sub(r"^\d+", "", bare) if class_of(word) == "note" else bare

    missing = [word.text for word in words if shown(word) not in text]
    return f"missing: {missing}" if missing else None


# ---------------------------------------------------------------- running


@dataclass
class Session:
    """The corrections of a document, and the pages as they were seen at last."""

    document: Document
    made: list
    seen: list
    first: Judged

    @property
    def entries(self):
        return [each.entry for each in self.made]


def correct(program, document, operations, seed, folder):
    """Makes operations on a document, in rounds, and judges the effect of each."""
    rng = random.Random(f"{seed} {document.name}")
    first_page = int(document.pages.split("-")[0])
    output = read(program, document, document.options, folder)
    session = Session(document, [], output.pages, Judged("as made"))
    last = {}
    room = [max(1, len(page.words) // WORDS) for page in output.pages]
    while len(session.made) < operations and any(room):
        new = []
        for index, page in enumerate(output.pages):
            total = len(session.made) + len(new)
            if total >= operations or not room[index]:
                continue
            room[index] -= 1
            if index in last and last[index].kind != "gutters" and rng.random() < 0.05:
                undone = last.pop(index)
                undone.is_undone = True
                entry = {"id": f"r{total}", "by": "ada", "at": time_of(total), "op": "undo", "of": [undone.identifier]}
                new.append(Made("undo", entry, index, [], [], undone.before))
                continue
            if total == 0 and "-p" in document.options:
                made = gutters(page, first_page)
            else:
                made = make(rng, page, first_page + index, index, total)
            if made:
                new.append(made)
                last[index] = made
        session.made += new
        for made in session.made:
            others = (other for other in session.made if other is not made and other.page == made.page)
            made.boxes = [other.entry["box"] for other in others if other.entry["op"] == "resize"]
        output = read(program, document, document.options, folder, session.entries)
        for made in new:
            made.after = output.pages[made.page]
            state = output.states.get(made.identifier, "applied")
            made.is_refused, made.is_needless = state == "failed", state == "needless"
            fault = None
            if made.kind == "undo":
                fault = None if same_page(made.before, made.after) else "the page is another one than before"
            elif state in ("applied", "needless"):
                fault = effect(made)
            record(session.first, made, state, fault, output.reasons.get(made.identifier, ""))
    session.seen = output.pages
    return session


def time_of(number):
    return f"2026-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z"


def record(judged, made, state, fault, reason):
    if fault:
        judged.counts[made.kind, "wrong"] += 1
        judged.faults.append(f"{made.kind} ({state}): {fault}\n      {str(made)[:400]}")
    else:
        judged.counts[made.kind, state] += 1
    if not fault and state not in ("applied", "needless"):
        judged.failures.append(f"{made.kind} {state}: {reason}\n      {str(made)[:400]}")


def judge(judged, session, report, judge_one):
    """Judges the operations of a session by the report and the output under a change."""
    states = {line["id"]: line for line in report}
    for made in session.made:
        # The person was told that an operation was refused.
        if made.kind == "undo" or made.is_undone or made.is_refused:
            continue
        state = states.get(made.identifier, {}).get("state", "not reported")
        fault = None
        if state in ("applied", "needless"):
            try:
                fault = judge_one(made)
            except NotSeen:
                judged.counts[made.kind, "replaced"] += 1
                continue
        elif state == "not reported":
            fault = "the report does not list it"
        record(judged, made, state, fault, states.get(made.identifier, {}).get("reason", ""))


def judge_elsewhere(judged, plain, pages, seen):
    for number, shown in enumerate(zip(plain, pages, seen)):
        for fault in elsewhere(*shown):
            judged.counts["other text", "wrong"] += 1
            judged.faults.append(f"page {number}: {fault}")


def change(session, name, program, options, folder):
    """Applies the corrections of a session under other options or with another program, and judges them."""
    document, judged = session.document, Judged(name)
    plain = read(program, document, options, folder).pages
    output = read(program, document, options, folder, session.entries)
    pages, seen = output.pages, session.seen
    judge(judged, session, output.report, lambda m: again(m, seen[m.page], pages[m.page], plain[m.page]))
    judge_elsewhere(judged, plain, pages, seen)
    return judged


def change_format(session, program, folder):
    """Writes the corrected document in other formats, and judges the operations by each."""
    document, options = session.document, ("--dpi", str(DPI), *session.document.options)
    original = read(program, document, document.options, folder).pages
    convert(program, document, options, FORMATS, folder / "plain")
    report = convert(program, document, options, FORMATS, folder, session.entries)
    for name, reader, output in (("alto", read_alto, "out.alto.xml"), ("page", read_page, "out.page.xml")):
        judged = Judged(name)
        plain, pages = reader(folder / "plain" / output, 72 / DPI), reader(folder / output, 72 / DPI)

        def by_place(made):
            # These formats have no units that all formats share, except lines.
            if made.entry["op"] in ("class", "resize") or made.entry.get("level") in LEVELS[2:]:
                raise NotSeen
            return again(made, session.seen[made.page], pages[made.page], plain[made.page])

        judge(judged, session, report, by_place)
        judge_elsewhere(judged, plain, pages, session.seen)
        yield judged
    whole = "".join(word.folded for page in session.seen for word in page.words)
    for name, output in (("tei", "out.tei.xml"), ("text", "out.txt"), ("markdown", "out.md")):
        judged, text = Judged(name), running_text(folder / output)

        def by_text(made):
            return in_running_text(made, session.seen[made.page], original[made.page], text, whole)

        judge(judged, session, report, by_text)
        yield judged


def run_document(arguments, folder, document):
    """Corrects a document, and applies the corrections again under each change."""
    folder, program = folder / re.sub(r"\W+", "-", document.name), arguments.program
    session = correct(program, document, arguments.operations, arguments.seed, folder)
    results = [session.first]
    for options in dict.fromkeys((document.options, *document.again)):
        results.append(change(session, " ".join(options) or "tags", program, options, folder))
    results += change_format(session, program, folder)
    for number, changed in enumerate(arguments.changed, 1):
        for options in dict.fromkeys((document.options, document.again[0])):
            name = f"constants {number} {' '.join(options)}".strip()
            results.append(change(session, name, changed, options, folder))
    return results


# ---------------------------------------------------------------- figures

COLUMNS = ("applied", "needless", "failed", "replaced", "wrong")


def table(title, rows):
    """Prints the number of operations in each state by row. Operations that others replaced are not judged."""
    width = max(len(name) for name in (title, *rows))
    print(f"\n{title:{width}}  {'all':>5}  " + "  ".join(f"{name:>8}" for name in COLUMNS) + "  fit %")
    for name, counts in rows.items():
        states = {column: sum(n for (_, state), n in counts.items() if state == column) for column in COLUMNS}
        total = sum(counts.values())
        figures = "  ".join(f"{states[column]:8}" for column in COLUMNS)
        print(f"{name:{width}}  {total:5}  {figures}  {100 * fit(counts):5.1f}")


def fit(counts):
    """The share of operations that were applied or were no longer needed."""
    total = sum(counts.values())
    fitting = sum(n for (_, state), n in counts.items() if state in ("applied", "needless", "replaced"))
    return fitting / max(1, total)


def summarise(results):
    """Prints the tables and the faults. Returns the exit code."""
    by_change, by_kind, by_document = defaultdict(Counter), defaultdict(Counter), defaultdict(Counter)
    for document, judged in results:
        for each in judged:
            by_change[each.name] += each.counts
            by_document[document.name] += each.counts
            for (kind, state), count in each.counts.items():
                by_kind[kind][kind, state] += count
            for kind, texts in (("WRONG", each.faults), ("failed", each.failures)):
                for text in texts:
                    print(f"{kind}: {document.name}, {each.name}: {text}")
    total = sum(by_change.values(), Counter())
    table("change", by_change)
    table("operation", dict(sorted(by_kind.items())))
    table("document", {**by_document, "all": total})
    wrong = Counter({kind: n for (kind, state), n in total.items() if state == "wrong"})
    is_text_right = not any(wrong[kind] for kind in TEXT_KINDS)
    is_right = is_text_right and sum(wrong.values()) <= MOST_WRONG * sum(total.values())
    return 0 if is_right and fit(total) >= LEAST_APPLIED else 1


def self_test(arguments):
    """Shows that an output without the corrections, and one with text at another place, are noticed."""
    document = DOCUMENTS[0]
    with tempfile.TemporaryDirectory() as folder:
        plain = read(arguments.program, document, document.options, Path(folder)).pages
        session = correct(arguments.program, document, 150, arguments.seed, Path(folder))
    noticed, missed = Counter(), Counter()
    for made in session.made:
        if made.kind in ("undo", "gutters") or made.is_undone or made.is_needless:
            continue
        if made.kind == "class" and all(class_of(word) == made.entry["class"] for word in made.words):
            # Only its paragraph is new.
            continue
        found = effect(replace(made, after=made.before))
        (noticed if found else missed)[made.kind] += 1
        try:
            if again(made, session.seen[made.page], plain[made.page], plain[made.page]):
                noticed[f"{made.kind} again"] += 1
        except NotSeen:
            pass
    print("noticed:", dict(noticed), "missed:", dict(missed))
    silent = [kind for kind in (*MAKERS, "text again", "delete again") if not noticed[kind]]
    moved = replace(session.seen[0].words[0], box=(0, 0, 1, 1))
    seen = Page([*session.seen[0].words[1:], moved], {}, 0, 0)
    # A unit may have been one before, because of its class.
    is_blind = sum(missed.values()) * 10 > sum(noticed.values())
    if is_blind or silent or not elsewhere(plain[0], seen, session.seen[0]):
        print(f"not noticed: {dict(missed)} {silent}")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--changed", action="append", default=[], help="a program with other constants")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--operations", type=int, default=100, help="for each document")
    parser.add_argument("--only", default="", help="documents whose name contains this")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test(arguments)
    documents = [d for d in DOCUMENTS if arguments.only in d.name and d.path.exists()]
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(2) as pool:
        results = list(pool.map(partial(run_document, arguments, Path(folder)), documents))
    return summarise(zip(documents, results))


if __name__ == "__main__":
    sys.exit(main())
