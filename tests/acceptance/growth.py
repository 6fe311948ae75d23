#!/usr/bin/env python3
"""Checks that time and memory grow no faster than the input, for every command:

    python3 tests/acceptance/growth.py PROGRAM [--only NAME]…
    python3 tests/acceptance/growth.py --self-test

Each command runs on inputs of one, two and four times a size. The line through the first two costs predicts
the third, and the check fails if that is exceeded, or if memory grows with the number of pages. Time is counted in instructions, by cachegrind, and memory
is the peak of the memory without mapped files. So the result does not depend on the speed of the machine. Needs valgrind.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import peak
import prose

# Factor by which the third cost may exceed its prediction. Sorting and growing tables need some; a cost with a
# quadratic part of 7 % at the first size exceeds it.
ALLOWED = 1.15
# Costs below these are not compared: tables that double, and pages of memory.
LEAST_INSTRUCTIONS = 3_000_000
LEAST_MEMORY = 6_000

FORMATS = "hocr alto page tei text markdown html tsv json vertical pdfminer-xml segments sqlite".split()
LISTINGS = "fonts images objects operators structure metadata".split()
CONVERT = "-p -q -j 1 --format hocr {plain} {out}"
TAGGED = "-q -j 1 --format hocr {tagged} {out}"

# By name: the command, and the sizes of its input, of which the last one is multiplied.
PAGES = {"words_a_page": 40, "pages": 30}
CASES = {
    **{f"pages, --format {name}": (f"-p -q -j 1 --format {name} {{plain}} {{out}}", PAGES) for name in FORMATS},
    "pages, tagged": (TAGGED, PAGES),
    "pages, --flow": ("-p -q -j 1 --format text --flow {plain} {out}", PAGES),
    "pages, --map": ("-p -q -j 1 --format text --map {out}.map {plain} {out}", PAGES),
    "pages, --module": ("-p -q -j 1 -l running_heads {plain} {out}", PAGES),
    "pages, --structure-text": ("-q -j 1 --structure-text {tagged} {out}", PAGES),
    "pages, hOCR as input": ("-q -j 1 --format alto {hocr} {out}", PAGES),
    "pages, batch": ("batch -q -j 1 {plain} --output-dir {out}", PAGES),
    "pages, module run": ("module run running_heads {plain}", PAGES),
    "pages, explain": ("explain -q -p {plain}", PAGES),
    "pages, tags": ("tags -q --json {tagged}", PAGES),
    "pages, locate": ("locate -q -p -j 1 {plain} nowords", PAGES),
    "pages, locate a frequent word": ("locate -q -p -j 1 {plain} quirton", PAGES),
    "pages, validate": ("validate -f 2b,ua1 {tagged}", PAGES),
    "pages, check": ("check {hocr}", PAGES),
    **{f"pages, inspect {name}": (f"inspect {name} -q {{tagged}}", PAGES) for name in LISTINGS},
    "words a page": (CONVERT, {"pages": 4, "words_a_page": 200}),
    "words a page, tagged": (TAGGED, {"pages": 4, "words_a_page": 200}),
    "words a page, locate": ("locate -q -p -j 1 {plain} nowords", {"pages": 4, "words_a_page": 200}),
    "objects": (CONVERT, {"pages": 2, "objects": 4000}),
    "objects, inspect objects": ("inspect objects -q {plain}", {"pages": 2, "objects": 4000}),
    "objects, validate": ("validate -f 2b {plain}", {"pages": 2, "objects": 4000}),
    "fonts": (CONVERT, {"pages": 50, "fonts": 50}),
    "fonts, inspect fonts": ("inspect fonts -q {plain}", {"pages": 50, "fonts": 50}),
    "tags": (TAGGED, {"pages": 2, "elements": 2000}),
    "tags, tags": ("tags -q {tagged}", {"pages": 2, "elements": 2000}),
    "tags, inspect structure": ("inspect structure -q {tagged}", {"pages": 2, "elements": 2000}),
    "tags, validate": ("validate -f ua1 {tagged}", {"pages": 2, "elements": 2000}),
}
# Memory is measured without valgrind, on inputs so many times as large.
LARGER = 8
# Runs whose largest peak counts: memory is sampled, and a sample can miss the peak of a short process.
MEMORY_RUNS = 4
# Maximum memory for each further page in kB. The table of pages of the PDF library has 3, and the structure
# tree another. Locating kept 15, and listing operators 10, before they stored pages in files.
LARGEST_PAGE = 8


def exceeds(costs, least):
    """Whether three costs grow faster than a line."""
    one, two, four = costs
    growth = max(two - one, 0)
    return four - two > 2 * growth * ALLOWED + least


class Documents:
    """Makes each document once."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def make(self, kind, sizes):
        name = "-".join([kind, *(f"{key}{size}" for key, size in sizes.items())])
        path = os.path.join(self.folder, name)
        if os.path.exists(path):
            return path
        if kind == "hocr":
            plain = self.make("plain", sizes)
            subprocess.run([self.program, "-p", "-q", plain, path + ".html"], check=True)
            os.rename(path + ".html", path)
        else:
            prose.write(path, tagged=kind == "tagged", **sizes)
        return path


def command(documents, line, sizes, out):
    paths = {kind: documents.make(kind, sizes) for kind in ("plain", "tagged", "hocr") if f"{{{kind}}}" in line}
    return [documents.program, *line.format(**paths, out=out).split(" ")]


def instructions(words, folder):
    """The number of instructions of a command, and its exit code. Workers that a signal ends are not counted."""
    # Each process has its own log, because the program reads what its workers write.
    logs = os.path.join(folder, "log")
    os.mkdir(logs)
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--trace-children=yes",
                "--cachegrind-out-file=/dev/null", f"--log-file={logs}/%p"]
    run = subprocess.run([*valgrind, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
    counts = []
    for log in os.listdir(logs):
        with open(os.path.join(logs, log), errors="replace") as file:
            counts += re.findall(r"I\s+refs:\s+([\d,]+)", file.read())
    if not counts:
        raise RuntimeError(f"{' '.join(words)}: valgrind counted no instructions")
    return sum(int(count.replace(",", "")) for count in counts), run.returncode


def memory(words, _):
    """The peak memory of a command and its workers in kB, and its exit code."""
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peaks = {}
    while child.poll() is None:
        peak.of_tree(child.pid, peaks)
        time.sleep(0.001)
    return sum(peaks.values()), child.returncode


def measured(documents, name):
    """The instructions and the memory of a case, at one, two and four times its size."""
    line, sizes = CASES[name]
    rows = ([], [])
    for row, measure, larger, runs in zip(rows, (instructions, memory), (1, LARGER), (1, MEMORY_RUNS)):
        for times in (1, 2, 4):
            costs = []
            for _ in range(runs):
                with tempfile.TemporaryDirectory() as folder:
                    words = command(documents, line, scaled(sizes, times, larger), os.path.join(folder, "out"))
                    cost, code = measure(words, folder)
                if code != expected(name):
                    raise RuntimeError(f"{name}: {' '.join(words)} ended with exit code {code}")
                costs.append(cost)
            row.append(max(costs))
    return rows


def settled(documents, name):
    """The measures of a case, taken again if memory seems to grow too fast: a busy machine misses peaks of the smaller sizes."""
    counts, sizes = measured(documents, name)
    if exceeds(sizes, LEAST_MEMORY):
        counts, sizes = measured(documents, name)
    return counts, sizes


def expected(name):
    """The exit code of a case: the documents do not conform, and the words to locate are not there."""
    return 1 if "validate" in name else 9 if name.endswith("locate") else 0


def scaled(sizes, times, larger):
    """The sizes with the last one multiplied. More words or fonts would not fit on the pages."""
    axis = next(reversed(sizes))
    larger = 1 if axis in ("words_a_page", "fonts") else larger
    return {**sizes, axis: sizes[axis] * times * larger}


def check(documents, names):
    """Measures cases side by side; returns the number that grow too fast."""
    # All documents are made first: two cases could make the same one at once.
    for name in names:
        line, sizes = CASES[name]
        for times in (1, 2, 4):
            for larger in (1, LARGER):
                command(documents, line, scaled(sizes, times, larger), "")
    failed = 0
    print(f"{'case':38}{'million instructions':>30}{'memory in MB':>24}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (counts, sizes) in zip(names, pool.map(lambda name: settled(documents, name), names)):
            slow, large = exceeds(counts, LEAST_INSTRUCTIONS), exceeds(sizes, LEAST_MEMORY)
            further = CASES[name][1].get("pages", 0) * LARGER * 3
            kept = name.startswith("pages") and sizes[2] - sizes[0] > LARGEST_PAGE * further
            failed += slow or large or kept
            shown = "".join(f"{count / 1e6:10.1f}" for count in counts) + "".join(f"{size / 1024:8.1f}" for size in sizes)
            note = "  time grows too fast" * slow + "  memory grows too fast" * large
            note += f"  more than {LARGEST_PAGE} kB a page" * kept
            print(f"{name:38}{shown}{note}", flush=True)
    return failed


def self_test():
    def costs(cost):
        return [cost(size) for size in (100, 200, 400)]

    linear = costs(lambda n: 10_000_000 + 500_000 * n)
    sorting = costs(lambda n: 500_000 * n * n.bit_length() // 8)
    quadratic = costs(lambda n: 500_000 * n + 500 * n * n)
    assert not exceeds(linear, LEAST_INSTRUCTIONS)
    assert not exceeds(sorting, LEAST_INSTRUCTIONS)
    assert exceeds(quadratic, LEAST_INSTRUCTIONS)
    assert exceeds([5_000, 20_000, 80_000], LEAST_MEMORY)
    print("the rule finds quadratic growth")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--only", action="append", help="check the cases with this in their name")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.program or not shutil.which("valgrind"):
        sys.exit("growth.py needs the path of the program, and valgrind")
    names = [name for name in CASES if not args.only or any(part in name for part in args.only)]
    with tempfile.TemporaryDirectory() as folder:
        failed = check(Documents(os.path.abspath(args.program), folder), names)
    print(f"{len(names)} cases, {failed} grow too fast")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
