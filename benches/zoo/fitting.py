"""Fits the weights of named features by logistic regression, and compares them with those in the source."""

import argparse
import collections
import html
import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Question:
    """A decision whose weights are fitted."""

    description: str
    """For --help."""
    table: Path
    """The candidates: kind of truth, document, number, truth, and features, as `read_rows` reads them."""
    source: Path
    """The weights in the program."""
    candidates: Callable[[str, Path, str], tuple[str, Iterator[tuple[bool, frozenset]]] | None]
    """Kind of truth of a document, and truth and features of each candidate; given are the program, the PDF and the part."""
    weights: dict[str, float] = field(default_factory=dict)
    """Weight of a document with a kind of truth, if it is not 1."""
    most: int = 25
    """Candidates of a document that count fully."""
    positive: set[str] = field(default_factory=set)
    """Features that never count against the answer."""
    negative: set[str] = field(default_factory=set)
    """Features that never count for it."""
    shrink: float = 1.0
    """Weight of the prior: the number of candidates against it that halve its effect."""
    prior: dict[str, float] = field(default_factory=dict)
    """Weights that features keep if the documents have no evidence against them."""
    later: frozenset = frozenset()
    """Features that are newer than most rows of the table. They are fitted alone, after the others, and with the rows that hold
    them; other rows of the same candidates are in the table already."""


FIELDS = ["kind", "document", "count", "right"]
"""The fields of a candidate in the table of a question."""
FIRM = 1e6
"""How firmly the weights of the other features are held while newer ones are fitted."""
FEW = 10.0
"""How near the weights of newer features stay to their priors, as few documents have them. Chosen on the choose part."""


def output(program: str, *arguments: str) -> str:
    try:
        return subprocess.run([program, "-q", *arguments], capture_output=True, timeout=120).stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return ""


def pages_of(program: str, pdf: Path, *options: str) -> list[dict]:
    return json.loads(output(program, *options, "--format", "json", str(pdf), "-") or '{"pages": []}')["pages"]


def features(why: str) -> frozenset:
    """The names of features in a reason."""
    return frozenset(name for name in re.split(r", |; but ", html.unescape(why)) if name)


def words_in(node: dict, rect: list[float], scale: float) -> Iterator[str]:
    """The words of a page whose centre is in a rectangle of its drawing."""
    if node["kind"] == "word":
        x, y = ((node["bbox"][n] + node["bbox"][n + 2]) / 2 * scale for n in (0, 1))
        if rect[0] <= x <= rect[0] + rect[2] and rect[1] <= y <= rect[1] + rect[3]:
            yield node["text"]
    for child in node.get("children", ()):
        yield from words_in(child, rect, scale)


def regression(counts: dict, names: list[str], shrink: float, priors: dict, positive: set, negative: set, hold: float = 1.0, held: set | None = None) -> dict:
    """The weights of the features, and the constant term for None: each weight in turn goes to the best value for the others.

    `counts` has for each set of features how often it is right, and how often wrong. Weights of `positive` are never below 0,
    those of `negative` never above it. Weights with a prior, also the constant, stay `hold` times as near to it as others to 0,
    or only those of `held`.
    """
    prior = [priors.get(name, 0.0) for name in [*names, None]]
    weights = list(prior)
    vectors = sorted(counts.items(), key=lambda x: sorted(x[0]))
    columns = [[n for n, (own, _) in enumerate(vectors) if name in own] for name in names] + [list(range(len(vectors)))]
    sums = [weights[-1] + sum(w for name, w in zip(names, weights) if name in own) for own, _ in vectors]
    for _ in range(300):
        largest = 0.0
        for at, own in enumerate(columns):
            name = names[at] if at < len(names) else None
            strength = shrink * hold if name in (priors if held is None else held) else shrink if name is not None else 0.0
            gradient, curvature = strength * (prior[at] - weights[at]), strength + 1e-9
            for n in own:
                yes, no = vectors[n][1]
                share = 1 / (1 + math.exp(-max(-30, min(30, sums[n]))))
                gradient += yes - (yes + no) * share
                curvature += (yes + no) * share * (1 - share)
            weight = weights[at] + max(-1.0, min(1.0, gradient / curvature))
            if name in positive:
                weight = max(0.0, weight)
            if name in negative:
                weight = min(0.0, weight)
            for n in own:
                sums[n] += weight - weights[at]
            largest = max(largest, abs(weight - weights[at]))
            weights[at] = weight
        if largest < 1e-5:
            break
    return dict(zip([*names, None], weights))


Row = tuple[tuple[str, ...], frozenset]
"""The fields of a candidate before its features, and the names of its features."""


def read_rows(table: Path) -> list[Row]:
    """The candidates in a file.

    Its first line has the names of the fields, and of all features. In other lines the last field has the numbers of features,
    counted from 0 in the first line.
    """
    if not table.exists():
        return []
    head, *lines = (line.split("\t") for line in table.read_text().splitlines())
    return [(tuple(fields), frozenset(head[len(fields) + int(number)] for number in numbers.split())) for *fields, numbers in lines]


def write_rows(table: Path, fields: list[str], rows: Iterable[Row]) -> None:
    """Writes candidates, sorted by their fields and the names of their features. Features that the file had keep their numbers."""
    rows = sorted(rows, key=lambda row: (row[0], sorted(row[1])))
    before = table.read_text().split("\n", 1)[0].split("\t")[len(fields) :] if table.exists() else []
    held = {name for _, own in rows for name in own}
    names = [*before, *sorted(held.difference(before))]
    numbers = {name: n for n, name in enumerate(names)}
    lines = [[*own, " ".join(map(str, sorted(numbers[name] for name in features)))] for own, features in rows]
    table.write_text("".join("\t".join(line) + "\n" for line in [[*fields, *names], *lines]))


def read(table: Path) -> list[tuple[str, str, int, bool, frozenset]]:
    """Kind of truth, document, number, truth and features of the candidates."""
    return [(kind, document, int(count), right == "1", held) for (kind, document, count, right), held in read_rows(table)]


def fitted(rows: list, names: list[str], shrink: float, question: Question) -> dict:
    """The weight of each feature, and the constant for None."""
    sizes: collections.Counter = collections.Counter()
    for kind, document, count, _, held in rows:
        sizes[kind, document, bool(held & question.later)] += count
    counts: tuple = (collections.defaultdict(lambda: [0.0, 0.0]), collections.defaultdict(lambda: [0.0, 0.0]))
    for kind, document, count, right, held in rows:
        is_later = bool(held & question.later)
        weight = question.weights.get(kind, 1.0) * min(1.0, question.most / sizes[kind, document, is_later])
        counts[is_later][held][not right] += count * weight
    older = [name for name in names if name not in question.later]
    weights = regression(counts[False], older, shrink, question.prior, question.positive, question.negative)
    if question.later:
        priors = {**{name: question.prior[name] for name in question.later & question.prior.keys()}, **weights}
        weights = regression(counts[True], names, FEW, priors, question.positive, question.negative, FIRM, set(weights))
    return weights


def run(question: Question) -> None:
    """The command line of a fit."""
    parser = argparse.ArgumentParser(description=question.description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--table", type=Path, default=question.table)
    parser.add_argument("--part", default="fit")
    parser.add_argument("--shrink", type=float, default=question.shrink)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="list sets of features that the fitted weights judge wrong")
    options = parser.parse_args()
    if options.folders:
        found: collections.Counter = collections.Counter()
        for folder in options.folders:
            for pdf in sorted(folder.glob("*.pdf")):
                kind, candidates = question.candidates(options.program, pdf, options.part) or ("", ())
                for right, held in candidates:
                    found[kind, pdf.stem, right, held] += 1
        if question.later:
            found = collections.Counter({row: n for row, n in found.items() if question.later & row[3]})
        new = [((kind, stem, str(n), str(int(right))), held) for (kind, stem, right, held), n in found.items()]
        documents = {(kind, stem) for kind, stem, *_ in found}
        is_old = lambda held: question.later and not question.later & held  # noqa: E731
        kept = [(fields, held) for fields, held in read_rows(options.table) if fields[:2] not in documents or is_old(held)]
        write_rows(options.table, FIELDS, [*new, *kept])
    rows = read(options.table)
    held_names = re.findall(r'\("(.*)", (-?[\d.]+)\),', question.source.read_text())
    names = [name for name, _ in held_names[1:]]
    unknown = {name for *_, held in rows for name in held}.difference(names)
    if unknown:
        sys.exit(f"features without a weight in {question.source.name}: {unknown}")
    weights = fitted(rows, names, options.shrink, question)
    values = [weights[None], *(weights[name] for name in names)]
    if options.check:
        wrong = [(name, value, new) for (name, value), new in zip(held_names, values) if abs(float(value) - new) > 0.0051]
        for name, value, new in wrong:
            print(f"{name}: {value} in {question.source.name}, fitted {new:.2f}")
        idle = [name for name, value in held_names[1:] if not float(value)]
        print(f"{len(values)} weights, {len(wrong)} differ" + "".join(f"; without effect: {name}" for name in idle))
        sys.exit(int(bool(wrong or idle)))
    for name, value in zip([name for name, _ in held_names], values):
        print(f'    ("{name}", {value + 0.0:.2f}),'.replace("-0.00", "0.00"))
    for kind in sorted({row[0] for row in rows}):
        own = [row for row in rows if row[0] == kind]
        for what, judge in (("fitted", weights), ("left out", fitted([row for row in rows if row[0] != kind], names, options.shrink, question))):
            found = lambda held: judge[None] + sum(judge[name] for name in held) >= 0  # noqa: E731
            hit, false, missed = (sum(n for _, _, n, right, held in own if (right, found(held)) == case) for case in ((True, True), (False, True), (True, False)))
            print(f"{kind:10}{what:9} {hit:5} right, {false:4} false, {missed:4} missed")
            for _, document, n, right, held in own if options.wrong and judge is weights else ():
                if right != found(held):
                    print(f"  {'missed' if right else 'false'} {n} in {document}: {', '.join(sorted(held))}")

