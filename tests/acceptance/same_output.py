#!/usr/bin/env python3
"""Compares the outputs of two versions of the program byte for byte, for refactorings.

    same_output.py OLD NEW              the whole corpus and all fixtures
    same_output.py OLD NEW --part text  one part: text, markdown, tables, ocr, pdfa, fixtures
    same_output.py OLD NEW --pages 5    at most so many pages of a document, for slow builds
    same_output.py --self-test          show that a difference is noticed

Both programs convert each file with each set of options. Exits with 1 when a file, a message or an exit code
differs, and prints the first difference of each.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
CORPUS = PROJECT.parent / "shared" / "corpus"

# The parts, with the endings of their files.
PARTS = {
    "text": (CORPUS / "text", {".pdf"}),
    "markdown": (CORPUS / "markdown", {".pdf"}),
    "tables": (CORPUS / "tables", {".pdf"}),
    "ocr": (CORPUS / "ocr", {".html", ".hocr", ".xml", ".tsv"}),
    "pdfa": (CORPUS / "pdfa", {".pdf"}),
    "fixtures": (PROJECT / "fixtures", {".pdf", ".html", ".hocr", ".xml", ".tsv"}),
}

# All formats that are one text file, in one pass.
FORMATS = "hocr,alto,page,tei,text,markdown,html,tsv,json,vertical,segments,pdfminer-xml"

# One conversion each: its options.
CONVERSIONS = (("--format", FORMATS), ("-p", "--format", FORMATS), ("-p", "-c", "2"), ("--format", "text", "--flow"))

# Commands that print a report of a PDF.
REPORTS = (("tags", "{}"), ("validate", "-f", "2b", "{}"), ("validate", "-f", "ua1", "{}"), ("inspect", "fonts", "{}"))

# The seconds after which a command counts as hanging.
TIMEOUT = 600

# Texts that depend on the moment: times, durations and the digest of outputs with a time.
MOMENT = re.compile(
    rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?|\b\d+(\.\d+)? m?s\b|xxh3:[0-9a-f]{32}"
)


def files_of(part):
    """The files of a part, in order."""
    folder, endings = PARTS[part]
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in endings and path.is_file())


def commands(path, pages):
    """The arguments of each command for a file, with the name of its output or None."""
    some = ("--pages", f"1-{pages}") if pages else ()
    for options in CONVERSIONS:
        yield ("-q", *some, *options, str(path), "out.html")
    if path.suffix.lower() == ".pdf":
        for report in REPORTS:
            yield tuple(str(path) if word == "{}" else word for word in report)


def run(binary, arguments):
    """Everything that a command leaves: exit code, standard output and error, files by name."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [binary, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            return {"exit code": b"timeout"}
        left = {
            "exit code": str(done.returncode).encode(),
            "standard output": done.stdout,
            "standard error": done.stderr,
        }
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                left[str(path.relative_to(folder))] = path.read_bytes()
    return {name: MOMENT.sub(b"", content) for name, content in left.items()}


def difference(old, new):
    """The first difference of two results as a line, or None."""
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            return f"{name}: only written by the {'new' if name in new else 'old'} program"
        if old[name] != new[name]:
            pairs = zip(old[name].splitlines(), new[name].splitlines())
            for number, (before, after) in enumerate(pairs, start=1):
                if before != after:
                    at = len(os.path.commonprefix([before, after]))
                    start = max(0, at - 30)
                    return f"{name}, line {number}: {before[start:at + 40]!r} became {after[start:at + 40]!r}"
            return f"{name}: {len(old[name])} bytes became {len(new[name])}"
    return None


def self_test():
    """Shows that each kind of difference is noticed, and that a time is none."""
    same = {"exit code": b"0", "out.html": b"<p>one</p>\n<p>two</p>"}
    assert difference(same, dict(same)) is None
    assert "line 2" in difference(same, {**same, "out.html": b"<p>one</p>\n<p>three</p>"})
    assert "only written by the new" in difference(same, {**same, "map.json": b""})
    assert "exit code" in difference(same, {**same, "exit code": b"3"})
    assert "bytes became" in difference(same, {**same, "out.html": same["out.html"] + b"\n"})
    assert MOMENT.sub(b"", b"made 2026-01-02T03:04:05Z in 12 ms") == b"made  in "
    print("self-test: passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", nargs="?", help="the program of the state before")
    parser.add_argument("new", nargs="?", help="the program of the state now")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; can be repeated")
    parser.add_argument("--pages", type=int, help="at most so many pages of a document")
    parser.add_argument("--self-test", action="store_true")
    given = parser.parse_args()
    if given.self_test:
        return self_test()
    if not given.new:
        parser.error("two programs are needed: OLD NEW")
    programs = [str(Path(program).resolve()) for program in (given.old, given.new)]
    jobs = []
    for part in given.part or PARTS:
        if not PARTS[part][0].is_dir():
            print(f"skipped: there is no folder {PARTS[part][0]}", file=sys.stderr)
            continue
        jobs += [arguments for path in files_of(part) for arguments in commands(path, given.pages)]

    def compare(arguments):
        return difference(*(run(program, arguments) for program in programs))

    differing = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for arguments, found in zip(jobs, pool.map(compare, jobs)):
            if found:
                differing += 1
                print(f"{' '.join(arguments)}\n    {found}", flush=True)
    print(f"{len(jobs)} commands, {differing} with differences")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
