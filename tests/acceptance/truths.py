#!/usr/bin/env python3
"""Measures the program on every truth of ../shared/corpus and compares with the figures that are kept.

    truths.py BINARY                    measure, compare with truths.tsv, print a table of what changed
    truths.py BINARY --against BINARY   compare two programs instead, down to single documents
    truths.py BINARY --keep             measure, and write truths.tsv anew
    truths.py --self-test               show that a fall is noticed

Exits with 1 when a figure fell by more than 0.002, or by more than 0.2 %% if it is a count. A figure is
lowered only in a commit that gives the reason.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import run
import verdicts

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[2] / "shared"
CORPUS = SHARED / "corpus"
TOOLS = SHARED / "tools"
KEPT = HERE / "truths.tsv"

# Maximum decrease without an error: absolute for shares, relative for counts.
TOLERANCE = 0.002

# Options for measuring the text of every truth. truths.tsv has further options of single files.
EVERY_OPTION = ((), ("-p",))

# Figures of a file with known words and boxes.
POSITIONAL = ("recall", "precision", "iou", "line_f1", "block_f1", "succ")

WORD = re.compile(r"\S+")


def output_of(command, accepted=(0,)):
    """Runs a command, which must end with one of these exit codes. Returns its standard output."""
    done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in accepted:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise RuntimeError(f"{' '.join(map(str, command))}: exit {done.returncode}: {' '.join(last)}")
    return done.stdout.decode("utf-8", "replace")


def table(path):
    """The rows of a TSV file with a heading, as dictionaries."""
    heading, *rows = path.read_text(encoding="utf-8").splitlines()
    names = heading.split("\t")
    return [dict(zip(names, row.split("\t"))) for row in rows]


# ---------------------------------------------------------------- measuring


def text_truth(binary, pdf, truth, options):
    """Measures the order of characters (1 minus the character error rate), or words and boxes."""
    name = " ".join((f"text/{pdf.name}", *options))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.html"
        output_of([binary, "-q", *options, pdf, out])
        score = [sys.executable, TOOLS / "score.py"]
        if truth.suffix == ".hocr":
            measured = json.loads(output_of([*score, out, truth]))
            return {f"{name} {key}": measured[key] for key in POSITIONAL}
        measured = json.loads(output_of([*score, "--text", truth, out]))
    return {f"{name} order": max(0.0, 1 - measured["cer"])}


def markdown(binary):
    """Measures NID, TEDS and MHS, in total and by document."""
    lines = output_of([sys.executable, TOOLS / "bench.py", "markdown", binary, CORPUS / "markdown", "-v"])
    *documents, total = lines.splitlines()
    figures = {f"markdown {name}": float(value) for name, value in re.findall(r"([A-Z]+) ([\d.]+) \(", total)}
    for line in documents:
        document, *pairs = line.split()
        for name, value in zip(pairs[::2], pairs[1::2]):
            figures[f"markdown/{document} {name}"] = float(value)
    return figures


def classes(binary):
    """Measures recall and precision of each class of block."""
    figures = {}
    for line in output_of(
        [sys.executable, TOOLS / "bench.py", "classes", binary, CORPUS / "markdown"]
    ).splitlines():
        name, *pairs = line.split()
        values = dict(zip(pairs[::2], pairs[1::2]))
        for key in ("recall", "precision"):
            figures[f"class {name} {key}"] = float(values[key])
    return figures


def tables(binary):
    """Measures the adjacency relations of tables, in total and by document."""
    lines = output_of([sys.executable, TOOLS / "bench.py", "tables", binary, CORPUS / "tables", "-v"])
    *documents, total = lines.splitlines()
    found = re.search(r"precision ([\d.]+) recall ([\d.]+) F ([\d.]+); pooled F ([\d.]+)", total)
    names = ("precision", "recall", "F", "pooled F")
    figures = {f"tables {name}": float(value) for name, value in zip(names, found.groups())}
    for document, precision, recall in re.findall(
        r"(\S+) precision ([\d.]+) recall ([\d.]+)", "\n".join(documents)
    ):
        figures[f"tables/{document} precision"] = float(precision)
        figures[f"tables/{document} recall"] = float(recall)
    return figures


def validator(binary):
    """Measures the share of expected verdicts, and of expected sets of broken rules."""
    wanted = verdicts.expected(CORPUS / "pdfa" / "expected.tsv")
    rows, _, _ = verdicts.compare(verdicts.ours(binary, list(wanted), None), wanted)
    total = {key: sum(row[key] for row in rows.values()) for key in verdicts.COLUMNS}
    return {
        "validate verdicts": total["equal"] / total["files"],
        "validate rules": total["same ids"] / total["failing"],
    }


def recognised(binary, names):
    """Counts the OCR files that are read, and their lines and words."""
    figures = {"ocr files": 0, "ocr lines": 0, "ocr words": 0}
    for name in names:
        path = CORPUS / "ocr" / name
        command = [binary, "-q", "--format", "json", path, "-"]
        done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode not in (0, 6, 10) or not done.stdout:
            continue
        lines = words = 0
        for page in json.loads(done.stdout)["pages"]:
            todo = [page["tree"]]
            while todo:
                node = todo.pop()
                lines += node["kind"] == "textline"
                words += node["kind"] == "word"
                todo += node.get("children", ())
        figures["ocr files"] += 1
        figures["ocr lines"] += lines
        figures["ocr words"] += words
        figures[f"ocr/{name} words"] = words
    return figures


def measure(binary, extra=()):
    """Measures every figure of a program, by name. `extra` are further options of single files."""
    jobs = [(markdown, binary), (tables, binary), (classes, binary), (validator, binary)]
    names = [row["file"] for row in table(CORPUS / "ocr" / "manifest.tsv")]
    jobs += [(recognised, binary, names)]
    for row in table(CORPUS / "text" / "manifest.tsv"):
        if not row.get("truth"):
            continue
        own = [tuple(row["options"].split())] if row.get("options") else []
        own += [options for file, options in extra if file == row["file"]]
        for options in dict.fromkeys((*EVERY_OPTION, *own)):
            pdf, truth = CORPUS / "text" / row["file"], CORPUS / "text" / row["truth"]
            jobs.append((text_truth, binary, pdf, truth, options))
    figures = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(lambda job: job[0](*job[1:]), jobs):
            figures.update(result)
    return figures


# ---------------------------------------------------------------- comparing


def is_of_document(name):
    """Whether a figure belongs to one document of a benchmark. These vary, and are not stored."""
    return re.match(r"(markdown|tables|ocr)/", name) is not None


def fell(before, now):
    """Whether a figure fell by more than the tolerance."""
    return before - now > TOLERANCE * max(1.0, before) + 1e-9


def shown(value):
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) or value > 1 else f"{value:.4f}"


def compare(before, now):
    """The rows of changed figures (name, before, now, fell), the worst first."""
    rows = []
    for name in before.keys() | now.keys():
        old, new = before.get(name), now.get(name)
        if shown(old) == shown(new):
            continue
        bad = old is not None and (new is None or fell(old, new))
        rows.append((name, old, new, bad))
    change = lambda row: ((row[2] or 0) - (row[1] or 0)) / max(1.0, row[1] or 0)
    return sorted(rows, key=lambda row: (not row[3], change(row), row[0]))


def report(rows):
    """Prints the table of changes, and returns the exit code."""
    if rows:
        width = max(len(row[0]) for row in rows)
        print(f"{'figure':<{width}}  {'before':>8}  {'now':>8}")
        for name, old, new, bad in rows:
            mark = "fell" if bad else "new" if old is None else ""
            print(f"{name:<{width}}  {shown(old):>8}  {shown(new):>8}  {mark}".rstrip())
    else:
        print("no figure changed")
    return 1 if any(row[3] for row in rows) else 0


def read_kept():
    """The stored figures by name."""
    values = ((row["figure"], row["value"]) for row in table(KEPT))
    return {name: float(value) if "." in value else int(value) for name, value in values}


def options_of_files(names):
    """Finds the options in the names of figures, which follow the file: `text/a.pdf -p -c 2 order`."""
    for name in names:
        file, *options = name.removeprefix("text/").split()
        if name.startswith("text/"):
            yield file, tuple(options[:-1])


def write_kept(figures):
    rows = (f"{name}\t{shown(figures[name])}\n" for name in sorted(figures) if not is_of_document(name))
    KEPT.write_text("figure\tvalue\n" + "".join(rows), encoding="utf-8")


def self_test():
    kept = {"text/a.pdf order": 0.9993, "ocr words": 1000, "markdown TEDS": 0.9}
    assert compare(kept, dict(kept)) == []
    assert report(compare(kept, kept | {"markdown TEDS": 0.8981})) == 0
    assert report(compare(kept, kept | {"markdown TEDS": 0.8979, "text/a.pdf order": 1.0})) == 1
    assert report(compare(kept, kept | {"ocr words": 998})) == 0
    assert report(compare(kept, kept | {"ocr words": 997})) == 1
    assert report(compare(kept, {"ocr words": 1000, "markdown TEDS": 0.9})) == 1
    assert report(compare(kept, kept | {"text/b.pdf order": 0.5})) == 0
    assert list(options_of_files(["text/a.pdf -p -c 2 order", "ocr words"])) == [("a.pdf", ("-p", "-c", "2"))]
    print("falls, losses and new figures are told apart")
    return 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--against", metavar="BINARY")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.binary:
        parser.error("give the program to measure")
    if not CORPUS.is_dir():
        print(f"skipped: the corpus is missing, {CORPUS}")
        return 0
    run.inside_environment(__file__)
    begin = time.monotonic()
    kept = read_kept()
    extra = list(options_of_files(kept))
    now = measure(os.path.abspath(args.binary), extra)
    if args.against:
        return report(compare(measure(os.path.abspath(args.against), extra), now))
    print(f"{len(now)} figures in {time.monotonic() - begin:.0f} s")
    status = report(compare(kept, {name: now[name] for name in now if not is_of_document(name)}))
    if args.keep:
        write_kept(now)
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main())
