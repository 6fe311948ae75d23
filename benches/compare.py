"""Compares the program with others that extract text with boxes; compare.sh prepares them and calls this.

Prints milliseconds of CPU a page for each document and program, on one core; then the geometric mean of the
ratios to the first program, and the peak of anonymous memory. Programs that are not installed are named. Each program runs N times (3), and the fastest
run counts. pdfminer.six reads the first 50 pages once, because it would take minutes.
--write puts the table into docs/compared.md.
"""

import argparse
import importlib.metadata
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "compared.md"
HERE = Path(sys.executable).parent
SLOW, SLOW_PAGES = "pdf2txt.py", 50


def pypdfium2(source, out):
    """Writes the text of each rectangle that pdfium finds, mostly a line, with its box."""
    import pypdfium2

    for page in pypdfium2.PdfDocument(source):
        text = page.get_textpage()
        boxes = [text.get_rect(index) for index in range(text.count_rects())]
        out.write(json.dumps([[box, text.get_text_bounded(*box)] for box in boxes]) + "\n")


def pdf_oxide(source, out):
    """Writes the words with their boxes."""
    import pdf_oxide

    document = pdf_oxide.PdfDocument(source)
    for page in range(document.page_count()):
        out.write(json.dumps([[word.bbox, word.text] for word in document.extract_words(page)]) + "\n")


def commands(program, source, out):
    """The command of each program."""
    library = [sys.executable, __file__, "--library"]
    return {
        "pdfa2hocr": [program, "-p", "-q", "-j", "1", source, out],
        "mutool": ["mutool", "draw", "-q", "-F", "stext.json", "-o", out, source],
        "pdftotext": ["pdftotext", "-q", "-bbox-layout", source, out],
        "pypdfium2": [*library, "pypdfium2", source, out],
        "liteparse": [HERE / "lit", "parse", "-q", "--no-ocr", "--num-workers", "1", "--format", "json"]
        + ["--max-pages", "100000", "-o", out, source],
        "pdf_oxide": [*library, "pdf_oxide", source, out],
        SLOW: [HERE / SLOW, "-m", str(SLOW_PAGES), "-t", "xml", "-o", out, source],
    }


def version(name):
    """The version of a program, or None if it is not installed."""
    if name in ("mutool", "pdftotext"):
        if not shutil.which(name):
            return None
        done = subprocess.run([name, "-v"], capture_output=True, text=True)
        return re.search(r"[\d.]+\d", done.stderr + done.stdout)[0]
    try:
        return importlib.metadata.version("pdfminer.six" if name == SLOW else name)
    except importlib.metadata.PackageNotFoundError:
        return None


def run(command, out):
    """CPU seconds, peak of anonymous memory in MB, and whether the command succeeded with output."""
    Path(out).unlink(missing_ok=True)
    child = subprocess.Popen(
        ["taskset", "-c", "0", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    anonymous = 0
    while True:
        try:
            status = Path(f"/proc/{child.pid}/status").read_text()
            anonymous = max([anonymous, *map(int, re.findall(r"RssAnon:\s+(\d+)", status))])
        except (FileNotFoundError, ProcessLookupError):
            pass
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            written = os.path.exists(out) and os.path.getsize(out) > 0
            return usage.ru_utime + usage.ru_stime, anonymous / 1024, status == 0 and written
        time.sleep(0.005)


def pages_of(source):
    done = subprocess.run(["qpdf", "--show-npages", source], capture_output=True, text=True)
    return int(done.stdout)


def machine():
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{model[1] if model else 'unknown'}, {os.cpu_count()} cores"


def measure(program, files, runs):
    """The table as rows of cells."""
    versions = {name: version(name) for name in commands("", "", "") if name != "pdfa2hocr"}
    for name in [name for name, found in versions.items() if not found]:
        print(f"{name} is not installed", file=sys.stderr)
    names = ["pdfa2hocr", *(name for name, found in versions.items() if found)]
    rows = [["ms of CPU a page", *(f"`{name}` {versions.get(name, '')}".strip() for name in names)]]
    ratios, memory = {name: [] for name in names}, dict.fromkeys(names, 0)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        for kind, source in files:
            pages = pages_of(source)
            results = {name: [] for name in names}
            # Programs take turns, so that other load of the machine meets all of them.
            for turn in range(runs):
                for name in names if turn == 0 else [name for name in names if name != SLOW]:
                    results[name].append(run(commands(program, source, out)[name], out))
            row, ours = [f"{kind}, {pages} pages"], None
            for name in names:
                if not all(succeeded for *_, succeeded in results[name]):
                    row.append("fails")
                    continue
                read = min(pages, SLOW_PAGES) if name == SLOW else pages
                cpu = 1000 * min(seconds for seconds, *_ in results[name]) / read
                ours = ours or cpu
                ratios[name].append(cpu / ours)
                memory[name] = max([memory[name], *(peak for _, peak, _ in results[name])])
                row.append(f"{cpu:.2f}" if cpu < 10 else f"{cpu:.0f}")
            rows.append(row)
            print(*row, sep=" | ", flush=True)
    mean = {name: math.exp(sum(map(math.log, values)) / len(values)) for name, values in ratios.items() if values}
    rows.append(["ratio (geometric mean)", *(f"{mean[name]:.1f}" if name in mean else "" for name in names)])
    rows.append(["peak memory, MB", *(f"{memory[name]:.0f}" for name in names)])
    return rows


def named(argument):
    """The kind of a document and its path, from KIND=FILE or FILE."""
    kind, equals, source = argument.partition("=")
    return (kind, source) if equals else (Path(argument).stem, argument)


def main():
    parser = argparse.ArgumentParser(prog="benches/compare.sh")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--program", default="target/release/pdfa2hocr")
    parser.add_argument("files", nargs="+", metavar="[KIND=]FILE")
    args = parser.parse_args()
    rows = measure(os.path.abspath(args.program), list(map(named, args.files)), args.runs)
    rows.insert(1, ["---"] * len(rows[0]))
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    measured = f"Measured on {date.today():%d %B %Y}, {machine()}:\n\n{table}"
    print(measured)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(re.sub(r"Measured on .*\n\n(\|.*\n)+", lambda _: measured, page), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--library"]:
        _, _, name, source, out = sys.argv
        with open(out, "w", encoding="utf-8") as file:
            {"pypdfium2": pypdfium2, "pdf_oxide": pdf_oxide}[name](source, file)
    else:
        main()
