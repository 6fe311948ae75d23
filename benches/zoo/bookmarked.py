#!/usr/bin/env python3
"""Cuts pages with bookmarks out of PDFs, for fitting headings.

  bookmarked.py OUT FOLDER... [--kind KIND]

--kind: the name of this kind of truth in headings.tsv [default: bookmarks]

Takes PDFs with four bookmarks or more from the folders, two of each directory at most, and two stretches of five pages of each.
NAME.json has the bookmarks of each page: `{"kind": …, "producer": …, "pages": {"1": [[level, title], …]}}`.
"""

import argparse
import json
import random
import re
import zlib
from collections import Counter
from pathlib import Path

import pymupdf

PAGES = 5
OF_DIRECTORY = 2
FEWEST = 4


def cut(path: Path, out: Path, kind: str) -> int:
    """Writes stretches of a document; returns their number."""
    try:
        document = pymupdf.open(path)
        bookmarks = document.get_toc()
    except (pymupdf.FileDataError, RuntimeError, ValueError):
        return 0
    if document.needs_pass or len(bookmarks) < FEWEST or len(document) < 2:
        return 0
    titles: dict[int, list] = {}
    for level, title, page in bookmarks:
        titles.setdefault(page, []).append([level, title.strip()])
    places = [page for page in sorted(titles) if page > 0]
    chance = random.Random(zlib.crc32(path.name.encode()))
    long = len(document) > 2 * PAGES + 2
    for number in range(2 if long else 1):
        first = max(0, min(chance.choice(places) - 3, len(document) - PAGES)) if long and places else 0
        last = first + PAGES if long else len(document)
        name = re.sub(r"[^\w-]", "_", f"{path.stem[:40]}-{number}")
        part = pymupdf.open()
        part.insert_pdf(document, from_page=first, to_page=last - 1, links=False, annots=False)
        part.save(out / f"{name}.pdf", garbage=3, deflate=True)
        pages = {page - first: titles[page] for page in places if first < page <= last}
        truth = {"kind": kind, "producer": document.metadata.get("producer"), "pages": pages}
        (out / f"{name}.json").write_text(json.dumps(truth))
    return number + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--kind", default="bookmarks")
    options = parser.parse_args()
    out = options.out
    out.mkdir(parents=True, exist_ok=True)
    pymupdf.TOOLS.mupdf_display_errors(False)
    taken: Counter = Counter()
    total = 0
    for folder in options.folders:
        for path in sorted(folder.rglob("*.pdf")):
            if taken[path.parent] < OF_DIRECTORY:
                written = cut(path, out, options.kind)
                taken[path.parent] += written > 0
                total += written
    print(f"{total} stretches of pages in {out}")


if __name__ == "__main__":
    main()
