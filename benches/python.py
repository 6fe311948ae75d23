#!/usr/bin/env python3
"""Compares the Python package with others: words with their boxes, of the same pages.

    benches/python.py [--pages N] [--runs N] FILE.pdf…

Each library reads the first N pages (50) of all files in a process of its own; the fastest of the
runs (3) counts. Prints the words that it found, words a CPU second, CPU seconds, peak memory (what
the process itself took, without mapped files, beside what importing the library took), and how many
files it could not read. Libraries that are not installed are left out, and named.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable


def with_pdfa2hocr(path: str, pages: int) -> int:
    import pdfa2hocr

    with pdfa2hocr.open(path, page_analysis=True, jobs=1) as doc:
        return sum(len([(w.text, w.bbox) for w in page.words]) for page in doc[:pages])


def with_pdfa2hocr_arrow(path: str, pages: int) -> int:
    import pdfa2hocr
    import pyarrow

    with pdfa2hocr.open(path) as doc:
        last = min(pages, len(doc))
    with pdfa2hocr.open(path, page_analysis=True, jobs=1, pages=f"1-{last}") as doc:
        reader = pyarrow.RecordBatchReader.from_stream(doc.to_arrow("words"))
        return sum(batch.num_rows for batch in reader)


def with_pdfplumber(path: str, pages: int) -> int:
    import pdfplumber

    words = 0
    with pdfplumber.open(path, pages=range(1, pages + 1)) as doc:
        for page in doc.pages:
            words += len(page.extract_words())
            page.close()
    return words


def with_pymupdf(path: str, pages: int) -> int:
    import pymupdf

    with pymupdf.open(path) as doc:
        return sum(len(doc[index].get_text("words")) for index in range(min(pages, len(doc))))


def with_pypdfium2(path: str, pages: int) -> int:
    """It has boxes of runs of text, not of words: the words of each are counted."""
    import pypdfium2

    doc = pypdfium2.PdfDocument(path)
    words = 0
    for index in range(min(pages, len(doc))):
        text = doc[index].get_textpage()
        for rect in range(text.count_rects()):
            words += len(text.get_text_bounded(*text.get_rect(rect)).split())
    doc.close()
    return words


def with_pdf_oxide(path: str, pages: int) -> int:
    import pdf_oxide

    doc = pdf_oxide.PdfDocument(path)
    return sum(len(doc.extract_words(index)) for index in range(min(pages, doc.page_count())))


LIBRARIES: dict[str, tuple[str, Callable[[str, int], int]]] = {
    "pdfa2hocr": ("pdfa2hocr", with_pdfa2hocr),
    "pdfa2hocr, Arrow": ("pdfa2hocr", with_pdfa2hocr_arrow),
    "PyMuPDF": ("pymupdf", with_pymupdf),
    "pypdfium2": ("pypdfium2", with_pypdfium2),
    "pdf_oxide": ("pdf_oxide", with_pdf_oxide),
    "pdfplumber": ("pdfplumber", with_pdfplumber),
}


def read_all(name: str, pages: int, paths: list[str]) -> None:
    """In a process of its own: reads the files, and says how it went."""
    module, read = LIBRARIES[name]
    importlib.import_module(module)
    if "Arrow" in name:
        importlib.import_module("pyarrow")
    with open("/proc/self/status") as status:
        imported = anonymous(status.read())
    words, failed, begun = 0, 0, time.process_time()
    for path in paths:
        try:
            words += read(path, pages)
        except Exception:
            failed += 1
    cpu = time.process_time() - begun
    print(json.dumps({"words": words, "cpu": cpu, "failed": failed, "imported": imported}))


def anonymous(status: str) -> float:
    """Memory of a process that is no file, in MB."""
    lines = [line for line in status.splitlines() if line.startswith("RssAnon:")]
    return int(lines[0].split()[1]) / 1024 if lines else 0.0


def measured(name: str, pages: int, paths: list[str]) -> dict[str, float]:
    command = [sys.executable, __file__, "--one", name, "--pages", str(pages), *paths]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    peak = 0.0
    while child.poll() is None:
        try:
            with open(f"/proc/{child.pid}/status") as status:
                peak = max(peak, anonymous(status.read()))
        except (FileNotFoundError, ProcessLookupError):
            pass
        time.sleep(0.005)
    assert child.stdout
    said = child.stdout.read()
    if child.returncode != 0:
        return {"words": 0, "cpu": 0, "failed": len(paths), "memory": peak}
    result = json.loads(said.splitlines()[-1])
    return {**result, "memory": peak - result["imported"]}


def main() -> None:
    parser = argparse.ArgumentParser(prog="benches/python.py")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    if args.one:
        return read_all(args.one, args.pages, args.files)
    print(f"{len(args.files)} files, {sum(map(os.path.getsize, args.files)) / 1e6:.0f} MB, at most {args.pages} pages of each")
    print(f"{'library':18}{'words':>9}{'a CPU s':>9}{'CPU s':>8}{'ratio':>7}{'MB':>6}{'failed':>8}")
    ours = None
    for name, (module, _) in LIBRARIES.items():
        if importlib.util.find_spec(module) is None:
            print(f"{name:18} is not installed")
            continue
        runs = [measured(name, args.pages, args.files) for _ in range(args.runs)]
        best = min(runs, key=lambda run: run["cpu"])
        speed = best["words"] / best["cpu"] if best["cpu"] else 0.0
        ours = ours or speed
        memory = max(run["memory"] for run in runs)
        ratio = ours / speed if speed else float("nan")
        print(f"{name:18}{best['words']:9.0f}{speed:9.0f}{best['cpu']:8.2f}{ratio:7.1f}{memory:6.0f}{best['failed']:8.0f}")


if __name__ == "__main__":
    main()
