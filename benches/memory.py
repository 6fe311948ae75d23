#!/usr/bin/env python3
"""Measures the peak memory of every command on documents of 100, 1,000 and 10,000 pages:

    python3 benches/memory.py PROGRAM [--sizes 100,1000,10000] [--only NAME]… [-j 2]

Prints the rows of the table in docs/limits.md, in megabytes: the memory of the process and its
workers without mapped files (RssAnon, sampled every 2 ms). The documents are made by
tests/acceptance/prose.py in a temporary folder.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "acceptance"))
import peak  # noqa: E402
import prose  # noqa: E402

QUOTE = "no such words are in the book"
MODULE = "def pages(page):\n    pass\n"

# Name of the row, and its command; {plain}, {tagged} and {hocr} are documents, {out} is a new path.
COMMANDS = {
    **{f"`--format {name}`": f"-p -q --format {name} {{plain}} {{out}}" for name in
       "hocr alto page tei lex0 text markdown html tsv json vertical pdfminer-xml segments sqlite".split()},
    "hocr, text, json and tsv at once": "-p -q --format hocr,text,json,tsv {plain} {out}",
    "tagged document": "-q --format hocr {tagged} {out}",
    "hOCR as input": "-q --format alto {hocr} {out}",
    "`--flow`": "-p -q --format text --flow {plain} {out}",
    "`--map`": "-p -q --format text --map {out}.map {plain} {out}",
    "`--module running_heads`": "-p -q -l running_heads {plain} {out}",
    "`--structure-text`": "-q --structure-text {tagged} {out}",
    "`--images`": "-p -q --images {out}.images {plain} {out}",
    "`--format viewer`": "-p -q --format viewer {plain} {out}",
    "`batch`": "batch -q {plain} --output-dir {out}",
    "`module run`": "module run running_heads {plain}",
    "`explain`": "explain -q -p {plain}",
    "`explain --pages`, 50 pages of HTML": "explain -q -p --format html --pages 1-50 {plain}",
    "`tags`": "tags -q {tagged}",
    "`tags --json`": "tags -q --json {tagged}",
    "`locate`": f"locate -q {{plain}} '{QUOTE}'",
    "`locate` of a frequent word": "locate -q {plain} quirton",
    "`validate`": "validate -f 2b,ua1 {tagged}",
    "`validate --format html`": "validate -f 2b,ua1 --format html {tagged}",
    "`check`": "check {hocr}",
    **{f"`inspect {name}`": f"inspect {name} -q {{tagged}}" for name in
       "fonts images objects operators structure metadata".split()},
    **{f"`inspect {name} --json`": f"inspect {name} -q --json {{tagged}}" for name in
       "fonts images objects operators structure metadata".split()},
    "`browse`, at its start": "browse --no-open -q {tagged}",
}
# Commands that end by a signal, after so many seconds.
SERVERS = {"`browse`, at its start": 4.0}


def measured(command, seconds=None):
    """Exit code, peak anonymous memory in MB and wall seconds of a command."""
    start = time.monotonic()
    child = subprocess.Popen(command, shell=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    most = 0
    while child.poll() is None:
        now = {}
        peak.of_tree(child.pid, now)
        most = max(most, sum(now.values()))
        if seconds and time.monotonic() - start > seconds:
            child.send_signal(signal.SIGINT)
        time.sleep(0.002)
    return child.returncode, most / 1024, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--sizes", default="100,1000,10000")
    parser.add_argument("--only", action="append", help="measure the rows with this in their name")
    parser.add_argument("-j", "--jobs", default="2")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    folder = tempfile.mkdtemp()
    try:
        documents = {}
        for size in sizes:
            names = {name: os.path.join(folder, f"{name}-{size}") for name in ("plain.pdf", "tagged.pdf", "hocr.html")}
            prose.write(names["plain.pdf"], pages=size)
            prose.write(names["tagged.pdf"], pages=size, tagged=True)
            subprocess.run([args.program, "-p", "-q", names["plain.pdf"], names["hocr.html"]], check=True)
            documents[size] = {name.split(".")[0]: path for name, path in names.items()}
        for name, line in COMMANDS.items():
            if args.only and not any(part in name for part in args.only):
                continue
            cells, notes = [], []
            for size in sizes:
                out = os.path.join(folder, "out")
                words = [word.strip("'") for word in line.format(**documents[size], out=out).split(" ")]
                if QUOTE in line:
                    words = words[: -len(QUOTE.split())] + [QUOTE]
                if not line.startswith(("module run", "inspect", "tags", "validate", "check", "browse", "batch")):
                    words += ["-j", args.jobs]
                code, most, seconds = measured([args.program, *words], SERVERS.get(name))
                cells.append(f"{most:.0f}")
                notes.append(f"{code}/{seconds:.1f}s")
                for left in os.listdir(folder):
                    if left.startswith("out"):
                        path = os.path.join(folder, left)
                        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
            print(f"| {name} | {' | '.join(cells)} |", flush=True)
            print(f"  {name}: {' '.join(notes)}", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
