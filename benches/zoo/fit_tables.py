#!/usr/bin/env python3
"""Fits the weights of tables from the fit part of the zoo.

  fit_tables.py                    from tables.tsv and pairs.tsv, which are in the repository
  fit_tables.py PROGRAM FOLDER...  writes the documents of these folders again in tables.tsv first
  fit_tables.py --check            fails if the weights in the source are not those

A folder is a zoo, one of `corpus/tables` and `corpus/markdown/pdf`, or pages of `tests/score/tables/pages.py --count 16`: the zoo
has few charts and few plain heads, and real pages have many. `marked.py` adds pages of real documents.

`explain` names the features of each candidate, also of rejected ones. A candidate is right if its words are those of a true
table. Logistic regression gives the weight of each feature; `crates/core/src/layout/tables/weights.rs` has the result. SHIFT
was chosen on the choose part and on `corpus/`. `pairs.py` writes pairs.tsv, for the score of two lines.
"""

import argparse
import collections
import html
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/score/tables"))
sys.path.insert(0, str(Path(__file__).parent))
from fit import DRAFT, RULINGS, words_in  # noqa: E402
from fitting import read_rows, regression, write_rows  # noqa: E402
from judge import folded, pages  # noqa: E402

FIELDS = ["now", "right", "kind", "where"]
"""The fields of a candidate in tables.tsv: the program's verdict, the truth, its ruling, and its document and page."""
FIXED = {
    "one row": -9, "leaders": -9, "single letters as in a drawing": -9, "sentences go on from column to column": -9,
    "headlines over justified text": -6, "heads and names of rows as in a form": 13, "a caption in it": -13,
}
"""Features that decide alone. Their weights are not fitted."""
SHIFT = 0.6
"""Added to the constant: a missed table is read row by row, and a false one breaks text apart."""
PRIOR = {
    "few cells are filled": -4, "few cells are in line": -4, "rows too near to each other": -4, "it counts as a list does": -5,
    "signs between the sides of formulas": -9, "a listing": -6, "bullets": -3, "justified text": -3, "long lines": -5,
    "lines between the rows": 6, "long texts between lines": -3.5, "neither heads nor numbers": -2.5,
    "cells of as many lines": -5, "one typewriter font": -1.5, "the axis of a chart": -6,
    "columns alike without heads or numbers": -2.5, "three columns of numbers or more": 2.5,
    "a curve or a slanted line in it": -4, "code on backgrounds": -7, "larger than the text": -2.5, "all text is bold": -1, "names centred below a title": -3,
    "sentences go on from row to row": -5, "full lines go on": -4, "full lines of running text go on in a column": -6, "a caption": 2, "lines above and below": 2.5, "bold heads": 1.5, "heads set off by a line": 1.5, "an empty corner above names": 1.5,
    "three full columns of numbers in line": 2, "columns of lines as long as those of a text": -3, "cells in the middle of their rows": 2, "a line of text across its side": -4,
    "columns in unlike sizes of type": -4, "heads that end with a colon": -4,
}
"""Weights that features keep without much evidence against them: the zoo has few charts, formulas, listings and addresses side
by side, and printed documents few small tables with captions or lines."""
HOLD = 300
"""How much more firmly these weights are held than others."""
FOR = {
    "three columns of numbers or more", "three full columns of numbers in line", "bold heads", "heads set off by a line", "several rows",
    "all cells are filled", "short cells", "a line above", "a line below", "lines above and below",
    "a caption", "few cells begin small", "numbers but for names", "all rows have several cells",
    "columns of unlike length", "lines between the rows",
    "a line between all rows", "all cells below the heads are in line",
    "an empty corner above names", "some rows are shaded", "smaller than the text", "heads",
    "bold heads over full rows of short cells", "bold heads over full rows in line", "columns in fonts of their own", "rows of a line far apart",
    "ten rows or more", "many full rows of unlike columns in line", "cells in the middle of their rows",
}
"""Features that never count against a table: what they do for a few templates of the zoo is chance."""
AGAINST = {
    "one row of several cells", "few cells are filled", "few cells are in line", "long lines", "lines of some length",
    "two rows", "most cells begin small", "bullets", "uneven rows", "justified text", "rows too near to each other",
    "signs between the sides of formulas", "a listing", "it counts as a list does",
    "cells of as many lines", "long texts between lines", "neither heads nor numbers", "a gap of a word space", "most text is in long cells",
    "neither heads nor numbers in many columns", "columns alike without heads or numbers", "full lines", "full lines go on", "sentences go on from row to row", "long texts", "little text for its cells", "text across its lines", "lines of text go on beside it", "one typewriter font", "the axis of a chart", "words end below each other",
    "a curve or a slanted line in it", "code on backgrounds", "larger than the text", "all text is bold", "names centred below a title",
    "two columns far apart without numbers", "full lines of running text go on in a column", "columns of lines as long as those of a text",
    "a line of text across its side", "columns in unlike sizes of type", "heads that end with a colon",
}
"""Features that never count for one."""
IN_GRID = {
    "columns of numbers": 1, "heads": 1, "one row of several cells": -5.5, "few cells are filled": -5.5, "long texts": -5.5,
    "little text for its cells": -5.5, "text across its lines": -5.5, "lines of text go on beside it": -5.5, "a curve or a slanted line in it": -1,
}
"""Weights that features of ruled grids keep if the zoo has no evidence against them."""
HABITS = ("bold heads", "few cells begin small", "a caption", "smaller than the text")
"""Features that nearly all tables of the zoo have, and many printed ones lack."""
HABIT = 0.3
"""Share of the weight of a table with a habit that counts as one without it."""
PRINTED, PRINTED_PAIR = 8, 6
"""Weights of a candidate and of a pair of lines of the benchmarks and of documents that others wrote."""
SMALL, SOME_SMALL = "6", "15"
"""The digits of small initials in pairs.tsv."""
OF_PAIRS = {"22": -3.0, "23": -9.0}
"""Weights of pairs.tsv that are held: numbers are not wrapped, and no text that had room above, which the zoo's heads with breaks hide."""
NUMBERS_BETWEEN = {"24"}
"""The digit of numbers above each other with a line between, which never count for one row."""
RARE = NUMBERS_BETWEEN | {"25"}
"""Features of few pairs, of cells that end at the foot of their row. They are fitted alone, after all others."""
LATER = {"cells in the middle of their rows", "a line of text across its side", "columns in unlike sizes of type", "heads that end with a colon", "columns of lines as long as those of a text", "full rows in line and apart from each other", "full lines of running text go on in a column"}
"""Features of candidates that are newer than most rows of tables.tsv. They are fitted alone, too."""
FEW_CANDIDATES = 10.0
"""How near their weights stay to 0."""
FEW = 300.0
"""How near their weights stay to 0: with less, columns of a leaflet were joined to rows. Chosen on the choose part and on `corpus/`."""
FIRM = 1e6
"""How firmly the weights of the others are held then."""
SOURCE = Path(__file__).parents[2] / "crates/core/src/layout/tables/weights.rs"
"""The weights in the program."""
SAME = 0.8
"""Smallest share of words in common with a true table."""


def counted(rows: list) -> dict:
    """How often a set of features is that of a table, and how often not. A table also counts without each habit of the zoo.

    Features that come n times in a document count as the square root of n: the tables of a manual have one style.
    """
    counts: dict = collections.defaultdict(lambda: [0.0, 0.0])
    times = collections.Counter((right, where.split()[0], own) for _, right, _, where, own in rows)
    for (right, where, own), n in times.items():
        habits = [name for name in HABITS if right and name in own]
        weight = n**0.5 * (PRINTED if re.match(r"\d{14}|(eu|us)-\d|printed-|real-", where) else 1)
        counts[own][not right] += weight * (1 - HABIT * bool(habits))
        for name in habits:
            forms = [own - {name}]
            if name == "few cells begin small":
                forms += [own - {name}, own - {name}, own - {name} | {"most cells begin small"}]
            for form in forms:
                counts[form][0] += weight * HABIT / len(habits) / len(forms)
    return counts


def truth_of(pdf: Path, part: str) -> list[tuple[str, bool]] | None:
    """The text of each table of a document, and whether it goes on on the next page; None without a truth."""
    zoo, icdar = pdf.with_suffix(".json"), pdf.with_name(f"{pdf.stem}-str.xml")
    bench = pdf.parent.parent / "truth" / f"{pdf.stem}.md"
    if zoo.exists():
        truth = json.loads(zoo.read_text())
        # Pages of tests/score/tables/pages.py.
        if isinstance(truth, list):
            cells = [" ".join(cell[4] for cell in table) for page in truth for table in page["tables"]]
            return [(html.escape(text), False) for text in cells]
        return [(b["html"], b["long"]) for b in truth["blocks"] if b["class"] == "table"] if truth["part"] == part else None
    if icdar.exists():
        tables = ElementTree.parse(icdar).iter("table")
        return [(html.escape(" ".join(c.text or "" for c in table.iter("content"))), False) for table in tables]
    if bench.exists():
        return [(table, False) for table in re.findall(r"<table.*?</table>", bench.read_text(), re.S)]
    return None


def candidates(program: str, pdf: Path, truth: list[tuple[str, bool]]):
    """Verdict, truth, ruling, place and features of each candidate."""
    tables = [collections.Counter(folded(w) for w in html.unescape(re.sub(r"<[^>]*>", " ", text)).split()) for text, _ in truth]
    for number, page in enumerate(pages(program, pdf), 1):
        drawn = subprocess.run([program, "-q", "-p", "explain", "--page", str(number), str(pdf)], capture_output=True, text=True).stdout
        for *rect, refused, columns, ruling, why in DRAFT.findall(drawn):
            if columns == "1":
                continue
            held = frozenset(n for n in re.split(r", |; but ", html.unescape(why)) if n)
            if held & FIXED.keys():
                continue
            own = collections.Counter(words_in(page["tree"], [int(v) for v in rect], page["pixels"][0] / page["width"]))
            total = sum(own.values())
            same = [sum((t & own).values()) for t in tables]
            right = any(n >= SAME * total and n >= SAME * sum(t.values()) for n, t in zip(same, tables))
            # A long table is cut at the end of a page.
            right |= any(n >= 0.95 * total and sum(t.values()) > 1.5 * total and long for n, t, (_, long) in zip(same, tables, truth))
            # A part of a table is neither one nor none.
            if not right and any(n >= SAME * total for n in same):
                continue
            yield not refused, right, "grid" if RULINGS[ruling] == "grid" else "open", f"{pdf.stem} {number}", held


def shown(name: str, weights: dict[str, float]) -> list[tuple[str, float | None]]:
    """The features of a table of weights in the source, with fitted weights; None for those that are not fitted."""
    own = SOURCE.read_text().split(f"static {name}: ")[1].split("];")[0]
    (constant, _), *others = re.findall(r'\("(.*)", (-?[\d.]+)\)', own)
    return [(constant, weights[None]), *((feature, FIXED.get(feature, weights.get(feature))) for feature, _ in others)]


def differences(fitted: dict[str, list]) -> int:
    """Prints the weights in the source that differ from fitted ones; returns 1 if there are any, otherwise 0."""
    count = wrong = 0
    for name, features in fitted.items():
        own = SOURCE.read_text().split(f"static {name}: ")[1].split("];")[0]
        for (feature, value), (held, weight) in zip(features, re.findall(r'\("(.*)", (-?[\d.]+)\)', own), strict=True):
            count += 1
            if value is None or abs(float(weight) - value) > 0.0051:
                print(f"{held}: {weight} in {SOURCE.name}, fitted {value}")
                wrong += 1
    print(f"{count} weights, {wrong} differ")
    return int(bool(wrong))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("zoo", type=Path, nargs="*")
    parser.add_argument("--table", type=Path, default=Path(__file__).parent / "tables.tsv")
    parser.add_argument("--part", default="fit")
    parser.add_argument("--shrink", type=float, default=0.1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--add", action="store_true", help="keep the candidates of these documents that are not found again")
    options = parser.parse_args()
    rows = []
    for zoo in options.zoo:
        for pdf in sorted(zoo.glob("*.pdf")):
            truth = truth_of(pdf, options.part)
            if truth is not None:
                rows += candidates(options.program, pdf, truth)
    if rows:
        new = [((str(int(now)), str(int(right)), kind, where), own) for now, right, kind, where, own in rows]
        again = {pdf.stem for zoo in options.zoo for pdf in zoo.glob("*.pdf")}
        found = {(fields[1:], own) for fields, own in new}
        is_kept = lambda fields, own: fields[3].split(" ")[0] not in again or options.add and (fields[1:], own) not in found  # noqa: E731
        kept = [row for row in read_rows(options.table) if is_kept(*row)]
        write_rows(options.table, FIELDS, [*new, *kept])
    rows = [(now == "1", right == "1", kind, where, own) for (now, right, kind, where), own in read_rows(options.table)]
    fitted = {}
    for kind, prior, positive, negative in (("open", PRIOR, FOR, AGAINST), ("grid", IN_GRID, set(), set(IN_GRID) - {"columns of numbers", "heads"})):
        name = kind.upper()
        held = [row for row in rows if row[2] == kind]
        names = [feature for feature, _ in shown(name, {None: 0.0})[1:] if feature not in FIXED.keys() | LATER]
        older = [(*row[:4], row[4] - LATER) for row in held]
        weights = regression(counted(older), names, options.shrink, prior, positive, negative, HOLD if kind == "open" else 1)
        if later := {own: counts for own, counts in counted(held).items() if own & LATER}:
            weights = {**{feature: PRIOR[feature] for feature in LATER & PRIOR.keys()}, **weights}
            weights = regression(later, [*names, *LATER], FEW_CANDIDATES, weights, LATER - AGAINST, LATER & AGAINST, FIRM)
        weights[None] += SHIFT if kind == "open" else 0.0
        fitted[name] = shown(name, weights)
        score = lambda own: weights[None] + sum(weights[n] for n in own)  # noqa: B023, E731
        wrong = [row for row in held if (score(row[4]) >= 0) != row[1]]
        if not options.check:
            print(f"{name}: {len(held)} candidates, {sum(row[1] for row in held)} are tables; now {sum(row[0] != row[1] for row in held)} wrong, fitted {len(wrong)} wrong")
            for _, right, _, where, own in wrong:
                print("   ", "missed" if right else "false", where, f"{score(own):.1f}")
    pairs = [line.split("\t") for line in (Path(__file__).parent / "pairs.tsv").read_text().splitlines()]
    held = collections.defaultdict(lambda: [0.0, 0.0])
    for key, *counts in pairs:
        zoo_yes, zoo_no, yes, no = map(int, counts)
        own = frozenset(str(n) for n, digit in enumerate(key) if n and digit == "1")
        # In some printed tables all cells begin small, which the zoo does not have.
        for form, share in ((own, 1 - HABIT), (own - {SOME_SMALL} | {SMALL}, HABIT)):
            held[form] = [a + share * b for a, b in zip(held[form], (zoo_yes + PRINTED_PAIR * yes, zoo_no + PRINTED_PAIR * no))]
    columns = [str(n) for n in range(1, len(pairs[0][0]))]
    others = {own: counts for own, counts in held.items() if not own & RARE}
    merge = regression(others, [n for n in columns if n not in RARE], 1.0, OF_PAIRS, set(), set(), HOLD)
    rare = {own: counts for own, counts in held.items() if own & RARE}
    merge = regression(rare, columns, FEW, merge, set(), NUMBERS_BETWEEN, FIRM)
    fitted["MERGE"] = [(name, merge[name]) for name in [None, *columns]]
    if options.check:
        sys.exit(differences(fitted))
    text = SOURCE.read_text()
    for name, features in fitted.items():
        before, own = text.split(f"static {name}: ")
        values = iter(features)
        replaced = re.sub(r'", (-?[\d.]+)\)', lambda _: f'", {next(values)[1] + 0.0:.2f})'.replace("-0.00", "0.00"), own.split("];")[0])
        text = before + f"static {name}: " + replaced + own[own.index("];"):]
    SOURCE.write_text(text)


if __name__ == "__main__":
    main()
