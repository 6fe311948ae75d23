#!/usr/bin/env python3
"""Fits the weights of running heads, feet and page numbers of pages without others to compare.

  fit_running_alone.py                    from running_alone.tsv, which is in the repository
  fit_running_alone.py PROGRAM FOLDER...  writes running_alone.tsv again first
  fit_running_alone.py --check            fails if the weights in the source are not those

A folder is a zoo, `corpus/markdown/pdf` with the classes of its blocks, or one of other documents of several pages. A row of the
zoo is right as for fit_running.py, a row of the benchmark if its centre is in a head or foot. In other documents a row is right if
the same row is running among the other pages because they have its words, or numbers that count on; it is wrong if they have nothing
like it, and it is not running. One page of each document is read alone: the second, or in other documents one of the middle, and the
first.

`crates/core/src/layout/annotate/running_heads/weights_alone.rs` has the result.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))
from fit_running import AGAINST, FOR, FOUND, PRIOR, in_marked, in_zoo, rows  # noqa: E402
from fitting import Question, features, output, pages_of, run  # noqa: E402

SUPPORT = {
    "the same words on two other pages", "its number counts on from two pages", "its number counts on from three pages",
}
"""Features that say surely that other pages have a row like it."""
NOTHING = "nothing like it on several pages"
FEWEST = 5
"""Fewest pages of a document whose pages tell which of their rows are running."""


def alone(program: str, pdf: Path, number: int, is_right):
    """The rows of a page of a document, counted from 1, as a document of its own."""
    import pikepdf  # Only who writes the table again needs it.

    with TemporaryDirectory() as folder, pikepdf.open(pdf) as document:
        del document.pages[number:]
        del document.pages[:number - 1]
        single = Path(folder) / "single.pdf"
        document.save(single)
        return list(rows(program, single, is_right))


def known_rows(program: str, pdf: Path, number: int) -> dict[tuple, bool]:
    """The places of rows of a page in their document, and whether they are running, for those that other pages decide."""
    known = {}
    for *rect, why in FOUND.findall(output(program, "-p", "explain", "--page", str(number), str(pdf))):
        held = features(why)
        if held & SUPPORT or NOTHING in held:
            known[tuple(int(v) for v in rect)] = bool(held & SUPPORT)
    return known


def of_document(program: str, pdf: Path):
    """The rows of two pages of a document of several pages, each alone, that the other pages decide."""
    count = len(pages_of(program, pdf, "-p"))
    if count < FEWEST:
        return None
    found = []
    for number in (1, count // 2 + 1):
        known = known_rows(program, pdf, number)
        own = alone(program, pdf, number, lambda _, __, rect: known.get(tuple(rect)))
        found += [(right, held) for right, held in own if right is not None]
    return found


def candidates_of(program: str, pdf: Path, part: str):
    if (is_marked := in_marked(pdf)) is not None:
        return "classes", rows(program, pdf, is_marked)
    if pdf.with_suffix(".json").exists():
        is_running = in_zoo(pdf, part)
        if is_running is None:
            return None
        count = len(pages_of(program, pdf, "-p"))
        return "zoo", rows(program, pdf, is_running) if count == 1 else alone(program, pdf, 2, is_running)
    found = of_document(program, pdf)
    return found and ("documents", found)


if __name__ == "__main__":
    run(
        Question(
            description=__doc__,
            table=Path(__file__).parent / "running_alone.tsv",
            source=Path(__file__).parents[2] / "crates/core/src/layout/annotate/running_heads/weights_alone.rs",
            candidates=candidates_of,
            weights={"classes": 4.0},
            shrink=1.0,
            positive=FOR,
            negative=AGAINST,
            prior=PRIOR,
        )
    )
