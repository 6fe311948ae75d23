"""The programs that read hOCR. Each is a function from a case to a list of problems, one sentence each."""

import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import document
from document import Hocr

SECONDS = 120
# Maximum number of pages for OCRmyPDF, which is slow.
PDF_PAGES = 3
# The x_ properties that hocr-spec knows. Any other name, even x_size, ends its check of the file.
SPEC_X = {"x_scanner", "x_source", "x_font", "x_fsize", "x_bboxes", "x_confs", "x_wconf"}


class Failed(Exception):
    """A program failed."""


class Case:
    """An hOCR file, its PDF if it has one, and a working folder."""

    def __init__(self, path, folder, pdf=None):
        self.path, self.folder, self.pdf = Path(path), Path(folder), pdf
        self.folder.mkdir(parents=True, exist_ok=True)
        self.hocr = Hocr(path)
        self.parts = None

    def split(self):
        """Splits the file into pages with hocr-split. Raises Failed."""
        if self.parts is None:
            pages = self.folder / "pages"
            shutil.rmtree(pages, ignore_errors=True)
            pages.mkdir()
            tool("hocr-split", self.path, pages / "%05d.html")
            self.parts = sorted(pages.iterdir())
        return self.parts


def run(command, accepted=(0,), **more):
    """Runs a command, and returns standard output and error. Raises Failed on other exit codes than the accepted."""
    env = {**os.environ, "PYTHONUTF8": "1", "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(
            [str(c) for c in command], capture_output=True, timeout=SECONDS, env=env, **more
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"no end after {SECONDS} s") from None
    output = done.stdout.decode("utf-8", "replace")
    errors = done.stderr.decode("utf-8", "replace")
    if done.returncode not in accepted:
        last = (errors or output).strip().splitlines()[-1:] or ["nothing said"]
        raise Failed(f"exit {done.returncode}: {last[0][:200]}")
    return output, errors


def tool(name, *arguments, **more):
    """Runs a program of this Python's environment."""
    return run([Path(sys.executable).parent / name, *arguments], **more)


def compare(got, wanted, what):
    """Describes how two lists of words differ; empty if they are equal."""
    if got == wanted:
        return []
    missing, extra = Counter(wanted) - Counter(got), Counter(got) - Counter(wanted)
    if not missing and not extra:
        return [f"{what}: the words are in another order"]
    return [
        f"{what}: {len(got)} words for {len(wanted)}; misses {list(missing)[:5]}, "
        f"adds {list(extra)[:5]}"
    ]


def rules(case):
    """Checks the rules of HOCR.md that no program checks."""
    return document.rules(case.hocr)


def truth(case):
    """Compares the words of each page with the truth of a fixture, in any order."""
    known = case.pdf.with_suffix(".txt") if case.pdf else None
    if known is None or not known.exists() or "fixtures" not in known.parts:
        return None
    pages = [page.split() for page in printed(known.read_text(encoding="utf-8")).split("\f")]
    out = [] if len(pages) == len(case.hocr.pages) else [f"{len(case.hocr.pages)} pages of {len(pages)}"]
    for number, (got, wanted) in enumerate(zip(case.hocr.words, pages), 1):
        out += compare(sorted(printed(" ".join(got)).split()), sorted(wanted), f"page {number}")
    return out


def hocr_split(case):
    parts = case.split()
    if len(parts) != len(case.hocr.pages):
        return [f"{len(parts)} parts of {len(case.hocr.pages)} pages"]
    out = []
    for number, part in enumerate(parts, 1):
        words = Hocr(part).all_words()
        out += compare(words, case.hocr.words[number - 1], f"page {number}")
    return out


def hocr_check(case):
    """Runs hocr-check, which always exits with 0, and reports problems on standard error."""
    out = []
    for number, part in enumerate(case.split(), 1):
        said = "".join(tool("hocr-check", part))
        if not re.search(r"^ok ", said, re.M):
            out.append(f"page {number}: no result")
        out += [f"page {number}: {line}" for line in said.splitlines() if line.startswith("not ok")]
    return out


def hocr_lines(case):
    output, _ = tool("hocr-lines", case.path)
    return compare(output.split(), case.hocr.all_words(), "lines")


def hocr_wordfreq(case):
    count = 10_000_000
    output, _ = tool("hocr-wordfreq", "-n", count, case.path)
    rows = (line.split("\t", 1) for line in output.splitlines())
    got = Counter({word: int(number) for number, word in rows})
    pieces = re.split(r"\W+", " ".join(case.hocr.all_words()).lower())
    wanted = Counter(p for p in pieces if p)
    return compare(sorted(got.elements()), sorted(wanted.elements()), "frequencies")


def hocr_text(case):
    output, _ = tool("hocr-text", "-f", case.path)
    (case.folder / "text.txt").write_text(output, encoding="utf-8")
    return compare(output.split(), case.hocr.all_words(), "text")


def hocr_lookup(case):
    if not case.hocr.all_words():
        return []
    output, _ = tool("hocr-text", "-f", case.path)
    plain, table = case.folder / "plain.txt", case.folder / "table.json"
    plain.write_text(output, encoding="utf-8")
    created, _ = tool("hocr-lookup-create", "-f", case.path)
    table.write_text(created, encoding="utf-8")
    pages = len(json.loads(created))
    out = [] if pages == len(case.hocr.pages) else [f"a table of {pages} pages"]
    said, _ = tool("hocr-lookup-check", "--hocr", case.path, "--text", plain, "--table", table)
    return out if "All OK" in said else [*out, "hocr-lookup-check is not content"]


def hocr_combine(case):
    folder = case.folder / "combine"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("a.html", "b.html"):
        shutil.copy(case.path, folder / name)
    output, _ = tool("hocr-combine-stream", "-g", folder / "*.html")
    made = case.folder / "combined.html"
    made.write_text(output, encoding="utf-8")
    return compare(Hocr(made).all_words(), case.hocr.all_words() * 2, "twice the file")


def hocr_epub(case):
    """Checks that hocr-to-epub makes a book with text.

    The words are not compared: it joins hyphenated words, and drops running heads and page numbers.
    """
    if not case.hocr.all_words():
        return []
    made = case.folder / "book.epub"
    made.unlink(missing_ok=True)
    work = case.folder / "epub"
    work.mkdir(exist_ok=True)
    # A missing archive of page images. Without the option it would read the hOCR file as one.
    images = work / "none_jp2.zip"
    tool("hocr-to-epub", "-f", case.path, "-o", made, "-w", f"{work}/", "-i", images)
    with zipfile.ZipFile(made) as book:
        inside = [book.read(n).decode() for n in book.namelist() if n.endswith((".html", ".xhtml"))]
    letters = sum(c.isalnum() for page in inside for c in re.sub(r"<[^>]*>", "", page))
    return [] if letters else ["a book without text"]


def hocr_spec(case):
    """Removes x_ properties that hocr-spec does not know, because the first one would end its check.

    Every other finding is a problem.
    """


    def known(match):
        parts = re.findall(r'\s*((?:"[^"]*"|[^";])+)', match[1].replace("&quot;", '"'))
        kept = [p for p in parts if not p.startswith("x_") or p.split()[0] in SPEC_X]
        return 'title="' + "; ".join(kept).replace('"', "&quot;") + '"'

    # Page by page, because its time is quadratic in the size of the file.
    pages = []
    for part in case.split() or [case.path]:
        source = re.sub(r'title="([^"]*)"', known, part.read_text(encoding="utf-8"))
        pages.append(case.folder / f"spec-{part.name}")
        pages[-1].write_text(source, encoding="utf-8")
    output, errors = tool("hocr-spec", "-p", "standard", *pages, accepted=range(len(pages) + 1))
    if not output.strip():
        return [f"no report: {errors[-200:]}"]
    kinds, out = Counter(), []
    for line in re.findall(r".*ERROR.*", output):
        kind = re.sub(r"\d+|'[^']*'|\"[^\"]*\"|<[^>]*>", "", line)
        kinds[kind] += 1
        if kinds[kind] <= 2:
            out.append(line.strip())
    return out


def fold(text):
    return unicodedata.normalize("NFKC", text)


def printed(text):
    """Folds a text, with soft hyphens as hyphens, which is how they are printed."""
    return fold(text).replace("\u00ad", "-")


def letters(text):
    """Folds a text, and removes invisible characters: white space, soft hyphens, U+FFFD."""
    return re.sub(r"[\s\u00ad\ufffd]", "", fold(text))


def ocrmypdf(case):
    """Has OCRmyPDF write the text of a page into a PDF, in which pdftotext must find every word."""
    out = []
    for number, part in enumerate(case.split()[:PDF_PAGES], 1):
        made = case.folder / "page.pdf"
        made.unlink(missing_ok=True)
        run([sys.executable, "-m", "ocrmypdf.hocrtransform", part, made])
        text, _ = run(["pdftotext", "-raw", made, "-"])
        out += lost(text, case.hocr.words[number - 1], f"page {number}")
    return out


def lost(text, words, where):
    """Returns the words that are missing in a text. Spaces and the order of lines are ignored."""
    found = letters(text)
    wanted = [w for w in map(letters, words) if w]
    # Programs disagree on the order of right-to-left letters, so these are only counted.
    ordered = [w for w in wanted if not any(unicodedata.bidirectional(c) in ("R", "AL") for c in w)]
    missing = [w for w in ordered if w not in found]
    short = Counter("".join(wanted)) - Counter(found)
    if missing:
        return [f"{where}: {len(missing)} words lost, as {missing[:5]}"]
    if short:
        return [f"{where}: {short.total()} letters lost, as {list(short)[:9]}"]
    return []


def readers(case):
    """Compares the number of words that the libraries find."""
    script = (
        "import sys, json\n"
        "from hocr.parse import *\n"
        "out = []\n"
        "for page in hocr_page_iterator(sys.argv[1]):\n"
        "    for read in (hocr_page_to_word_data, hocr_page_to_word_data_fast):\n"
        "        out.append([w['text'] for p in read(page) for l in p['lines'] for w in l['words']])\n"
        "        assert all(w['confidence'] is not None for p in read(page) for l in p['lines'] for w in l['words'])\n"
        "print(json.dumps(out))\n"
    )
    output, _ = run([sys.executable, "-c", script, case.path])
    seen = json.loads(output)
    if len(seen) != 2 * len(case.hocr.pages):
        return [f"archive-hocr-tools sees {len(seen) // 2} pages"]
    out = []
    for number, words in enumerate(case.hocr.words):
        for got in seen[2 * number : 2 * number + 2]:
            out += compare(got, words, f"archive-hocr-tools, page {number + 1}")
    script = (
        "import sys, json\n"
        "from ocrmypdf.hocrtransform.hocr_parser import HocrParser\n"
        "def words(e):\n"
        "    return ([e.text] if e.ocr_class == 'ocrx_word' else []) + [w for c in e.children for w in words(c)]\n"
        "print(json.dumps([words(HocrParser(f).parse()) for f in sys.argv[1:]]))\n"
    )
    output, _ = run([sys.executable, "-c", script, *case.split()])
    for number, got in enumerate(json.loads(output)):
        wanted = [fold(w).strip() for w in case.hocr.words[number]]
        out += compare(got, wanted, f"OCRmyPDF, page {number + 1}")
    return out


def hocr2djvused(case):
    """Compares the words of the DjVu text layer by ocrodjvu's converter, read from its script."""
    with open(case.path, "rb") as file:
        output, _ = tool("hocr2djvused", "-t", "words", stdin=file)
    got = re.findall(r'\(word(?: -?\d+){4}\s+"((?:[^"\\]|\\.)*)"\s*\)', output, re.S)
    read = [unescape(word) for word in got]
    return compare(read, case.hocr.all_words(), "DjVu text")


def unescape(text):
    """Decodes a string of djvused: escapes, octal bytes in UTF-8, and escaped line ends."""

    def value(match):
        if match[1][:1].isdigit():
            return bytes([int(match[1], 8)])
        return match[1].strip(b"\n")

    return re.sub(rb"\\([0-7]{1,3}|\n|.)", value, text.encode("utf-8")).decode("utf-8", "replace")


CONSUMERS = [
    truth,
    rules,
    readers,
    hocr_split,
    hocr_check,
    hocr_lines,
    hocr_wordfreq,
    hocr_text,
    hocr_lookup,
    hocr_combine,
    hocr_epub,
    hocr_spec,
    ocrmypdf,
]


def check(path, folder, consumers, pdf=None):
    """Returns the problems of each consumer by its name, None if it does not apply. Invalid XML fails all."""
    try:
        case = Case(path, folder, pdf)
    except (ElementTree.ParseError, UnicodeDecodeError, OSError) as error:
        return {c.__name__: [f"not well-formed: {error}"] for c in consumers}
    results = {}
    for consumer in consumers:
        try:
            results[consumer.__name__] = consumer(case)
        except Failed as error:
            results[consumer.__name__] = [str(error)]
        except (ElementTree.ParseError, UnicodeDecodeError, ValueError, OSError) as error:
            results[consumer.__name__] = [f"its output cannot be read: {error}"]
    return results
