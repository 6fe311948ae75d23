#!/usr/bin/env python3
"""Has Tesseract recognise pictures of our pages, and reads what it writes.

    tesseract.py BINARY

The words of Tesseract's hOCR, ALTO and TSV must be what our program reads of these files, and Tesseract's must be
most of the words of the page. hocr-tools and alto-tools read the same files beside ours.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import run

PAGES = ["layout/two-columns", "showcase/herald", "programs/typst-columns"]
# Minimum share of the words of a page that Tesseract finds. It is low because pictures have small print.
SHARE = 0.8


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run.inside_environment(__file__)
    for program in ("tesseract", "pdftoppm"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is needed (tesseract-ocr, poppler-utils)")
    failures = 0
    for name in PAGES:
        for problem in check(Path(sys.argv[1]).resolve(), run.ROOT / "fixtures" / f"{name}.pdf"):
            print(f"{name}: {problem}")
            failures += 1
    print(f"{len(PAGES)} pages, {failures} failures")
    sys.exit(failures > 0)


def output(*command):
    done = subprocess.run(
        [str(c) for c in command], stdin=subprocess.DEVNULL, capture_output=True, timeout=run.SECONDS, check=True
    )
    return done.stdout.decode("utf-8")


def check(binary, pdf):
    import lxml.etree
    import lxml.html
    from alto_tools import alto_tools

    with tempfile.TemporaryDirectory() as name:
        base = Path(name) / "page"
        output("pdftoppm", "-r", "300", "-f", "1", "-l", "1", "-singlefile", "-png", pdf, base)
        output("tesseract", f"{base}.png", base, "-l", "eng", "hocr", "alto", "tsv")
        hocr = lxml.html.fromstring(Path(f"{base}.hocr").read_bytes())
        found = [w.text_content().strip() for w in hocr.xpath('//span[@class="ocrx_word"]')]
        found = [w for w in found if w]
        page = output(binary, "-q", "--pages", "1", "--format", "text", pdf, "-").split()
        if len(set(page) & set(found)) < SHARE * len(set(page)):
            yield f"Tesseract finds {len(set(page) & set(found))} of {len(set(page))} words"
        for ending in ("hocr", "xml", "tsv"):
            words = output(binary, "-q", "--format", "tsv", f"{base}.{ending}", "-").splitlines()[1:]
            # The program writes a soft hyphen at a divided word, Tesseract a hyphen.
            words = [row.split("\t")[11].replace("\u00ad", "-") for row in words if row.startswith("5\t")]
            if words != found:
                yield f"{ending}: {len(words)} words of {len(found)}, or others"
        _, tree, xmlns = alto_tools.alto_parse(Path(f"{base}.xml").open(encoding="utf-8"))
        strings = [s.get("CONTENT").strip() for s in tree.iterfind(f".//{{{xmlns}}}String")]
        if [s for s in strings if s] != found:
            yield f"alto-tools reads {len(strings)} words of {len(found)}"
        lines = output(run.VENV / "bin" / "hocr-lines", f"{base}.hocr").split()
        if sorted(lines) != sorted(found):
            yield f"hocr-lines reads {len(lines)} words of {len(found)}"


if __name__ == "__main__":
    main()
