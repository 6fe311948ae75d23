#!/usr/bin/env python3
"""Converts PDFs to PAGE, ALTO and TEI, and has programs not ours read every page.

    page_and_tei.py BINARY [PDF …]     without PDFs: the fixtures and corpus files of run.py, and dictionaries

- PAGE is valid by the schema of 2019-07-15, OCR-D's validator finds nothing (words joined are their line,
  glyphs their word; children are inside their parents), pagexml-tools and Kraken read its lines, page-to-alto makes
  ALTO of it; all with the words of the hOCR.
- ALTO of a page has as many lines for Kraken as it has.
- TEI is valid by tei_all, TEI Lex-0 of dictionaries by its own schema, where the corpus has that;
  what points to places points to some.
- hOCR by the mapping `strict` is accepted by hocr-spec as it is; also that of the first page of each file of
  recognised text, in which hocr-check finds nothing but lines that overlap as they do in the file.

Prints what fails and exits 1 when anything did.
"""

import functools
import logging
import os
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import run

LEX0 = run.ROOT.parent / "shared" / "corpus" / "ocr" / "tei" / "TEILex0.rng"
DICTIONARIES = [run.ROOT / "fixtures" / f"{name}.pdf" for name in ("showcase/dictionary", "analysis/dictionary")]
# Maximum number of pages, because each page of PAGE is a file, and OCR-D's validator is slow.
PAGES = 5


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run.inside_environment(__file__)
    pdfs = [Path(p) for p in sys.argv[2:]] or [*run.default_pdfs(), *DICTIONARIES]
    if not LEX0.exists():
        print(f"skipped: the schema of TEI Lex-0, {LEX0} is not there")
    failures = pages = 0
    with ProcessPoolExecutor() as pool:
        check = functools.partial(check_file, Path(sys.argv[1]).resolve())
        for pdf, (count, found) in zip(pdfs, pool.map(check, pdfs)):
            for problem in found:
                print(f"{pdf}: {problem}")
            failures += len(found)
            pages += count
        if len(sys.argv) == 2:
            recognised = functools.partial(check_recognised, Path(sys.argv[1]).resolve())
            for found in pool.map(recognised, (recognised_files()[start::2] for start in (0, 1))):
                print("".join(f"{problem}\n" for problem in found), end="")
                failures += len(found)
    print(f"{len(pdfs)} files, {pages} pages as PAGE, {failures} failures")
    sys.exit(failures > 0 or pages == 0)


def converted(binary, *options):
    """Runs the program. Returns its error, or None."""
    done = subprocess.run(
        [binary, "-q", *options], stdin=subprocess.DEVNULL, capture_output=True, timeout=run.SECONDS
    )
    return f"exit {done.returncode}: {done.stderr.decode()}" if done.returncode else None


def check_file(binary, pdf):
    """Checks a file. Returns the number of pages checked, and the problems."""
    logging.disable(logging.WARNING)
    os.environ.setdefault("OCRD_LOGGING_CONF", os.devnull)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        base = folder / "out.html"
        pages = f"--pages=1-{min(PAGES, count_pages(binary, pdf))}"
        wrong = converted(binary, pages, "--char-boxes", "--format", "hocr,page,tei", pdf, base)
        if wrong:
            return 0, [wrong]
        files = sorted((folder / "out_pages").glob("*.xml")) or [folder / "out.page.xml"]
        out = []
        expected = hocr_pages(base)
        if len(expected) != len(files):
            out.append(f"{len(files)} PAGE files for {len(expected)} pages")
        for file, words in zip(files, expected):
            out += [f"{file.name}: {wrong}" for wrong in page(file, words)]
        out += alto(binary, pdf, len(files), folder)
        out += [f"TEI: {wrong}" for wrong in tei(folder / "out.tei.xml", expected)]
        out += strict(binary, pdf, pages, folder)
        if pdf in DICTIONARIES:
            out += lexicon(binary, pdf, folder)
        return len(files), out


def recognised_files():
    """The fixtures and corpus files of recognised text."""
    folders = [run.ROOT / "fixtures" / "recognised", LEX0.parent.parent]
    files = [path for folder in folders for path in sorted(folder.rglob("*"))]
    return [path for path in files if path.suffix in (".xml", ".html", ".hocr", ".tsv")]


def check_recognised(binary, files):
    """Checks the strict hOCR of the first pages. Returns the problems."""
    import consumers

    with tempfile.TemporaryDirectory() as name:
        made = {}
        for number, file in enumerate(files):
            out = Path(name) / f"{number}.html"
            # Other files of the corpus are not recognised text.
            if not converted(binary, "-m", "strict", "--pages=1", file, out):
                made[out] = file
        if not made:
            return ["strict: no recognised text was converted"]
        output, errors = consumers.tool("hocr-spec", "-p", "standard", *made, accepted=range(len(made) + 1))
        found = [f"strict: {line.strip()}" for line in output.splitlines() if "ERROR" in line]
        if not output.strip():
            found.append(f"strict: hocr-spec says nothing: {errors[-200:]}")
        for out, file in made.items():
            said = "".join(consumers.tool("hocr-check", "--nooverlap", out))
            found += [f"{file}: {line}" for line in said.splitlines() if line.startswith("not ok")]
        return found


def count_pages(binary, pdf):
    import json

    done = subprocess.run([binary, "-q", "--format", "json", pdf, "-"], capture_output=True)
    return max(1, len(json.loads(done.stdout)["pages"])) if done.returncode == 0 else 1


def squeezed(text):
    """Letters and digits, in any order: hyphens and spaces differ."""
    return sorted(c for c in text if c.isalnum())


def hocr_pages(path):
    import lxml.html

    pages = lxml.html.fromstring(path.read_bytes()).xpath('//div[@class="ocr_page"]')
    return [" ".join(w.text_content() for w in p.xpath('.//span[@class="ocrx_word"]')) for p in pages]


@functools.cache
def schema(name):
    """The schema in the installed packages."""
    import lxml.etree

    if name == "page":
        import ocrd_validators

        file = Path(ocrd_validators.__file__).with_name("page.xsd")
        return lxml.etree.XMLSchema(lxml.etree.parse(file))
    if name == "tei":
        (sdist,) = (run.VENV / "sdists").glob("tei*validator-*.tar.gz")
        with tarfile.open(sdist) as archive:
            (member,) = [m for m in archive.getnames() if m.endswith("/schemas/tei_all.rng")]
            return lxml.etree.RelaxNG(lxml.etree.parse(archive.extractfile(member)))
    return lxml.etree.RelaxNG(lxml.etree.parse(LEX0))


def page(file, words):
    """Yields the problems of a PAGE file."""
    import lxml.etree
    from ocrd_page_to_alto.convert import OcrdPageAltoConverter
    from ocrd_validators.page_validator import PageValidator
    from pagexml.parser import parse_pagexml_file

    tree = lxml.etree.parse(file)
    if not schema("page").validate(tree):
        yield f"invalid: {schema('page').error_log.last_error}"
    report = PageValidator.validate(filename=str(file))
    yield from (f"OCR-D: {error}" for error in report.errors[:3])
    read = parse_pagexml_file(str(file))
    names = {"p": tree.getroot().nsmap[None]}
    lines = [l.findtext("p:TextEquiv/p:Unicode", namespaces=names) for l in tree.iterfind(".//p:TextLine", names)]
    if squeezed("".join(lines)) != squeezed(words):
        yield "the letters are not those of hOCR"
    # Readers of lines ignore tables.
    outside = [l for l in tree.xpath("//p:TextLine[not(ancestor::p:TableRegion)]", namespaces=names)]
    if read.stats["lines"] != len(outside):
        yield f"pagexml-tools reads {read.stats['lines']} lines of {len(outside)}"
    found = kraken()(file).to_container()
    if [line.text for line in found.lines] != [l.findtext("p:TextEquiv/p:Unicode", namespaces=names) for l in outside]:
        yield f"Kraken reads {len(found.lines)} lines of {len(outside)}, or others"
    if not lines:
        return
    converter = OcrdPageAltoConverter(page_filename=str(file), check_words=False)
    converter.convert()
    made = lxml.etree.fromstring(str(converter).encode())
    strings = made.xpath("//*[local-name()='String']/@CONTENT | //*[local-name()='HYP']/@CONTENT")
    if squeezed("".join(strings)) != squeezed(words):
        yield "page-to-alto makes other words of it"


@functools.cache
def kraken():
    import stubs

    return stubs.kraken_reader()


def alto(binary, pdf, pages, folder):
    """Checks an ALTO file with Kraken, which reads a file as one page."""
    import lxml.etree

    for number in range(1, pages + 1):
        file = folder / f"{number}.alto.xml"
        wrong = converted(binary, f"--pages={number}", "--format=alto", pdf, file)
        if wrong:
            yield f"ALTO: {wrong}"
            continue
        lines = lxml.etree.parse(file).xpath("count(//*[local-name()='TextLine'])")
        read = kraken()(file).to_container()
        if len(read.lines) != lines:
            yield f"ALTO: Kraken reads {len(read.lines)} lines of {lines:.0f} on page {number}"


def tei(file, expected):
    import lxml.etree

    tree = lxml.etree.parse(file)
    if not schema("tei").validate(tree):
        yield f"invalid: {schema('tei').error_log.last_error}"
    names = {"t": tree.getroot().nsmap[None]}
    ids = set(tree.xpath("//@xml:id"))
    nowhere = [ref for refs in tree.xpath("//@facs") for ref in refs.split() if ref.removeprefix("#") not in ids]
    if nowhere:
        yield f"points nowhere: {nowhere[:3]}"
    text = "".join(
        "".join(node.itertext())
        for node in tree.xpath("//t:text", namespaces=names)
    )
    described = "".join(tree.xpath("//t:figDesc/text()", namespaces=names))
    if squeezed(text) != sorted(squeezed("".join(expected)) + squeezed(described)):
        yield "the letters are not those of hOCR"
    lines, breaks = tree.xpath("count(//t:zone[@type='line'])", namespaces=names), tree.xpath("count(//t:lb)", namespaces=names)
    if lines != breaks:
        yield f"{lines:.0f} places of lines for {breaks:.0f} lines"


def strict(binary, pdf, pages, folder):
    """Runs hocr-spec on the unchanged file, page by page, because its time is quadratic in the size of the file."""
    import consumers

    file = folder / "strict.html"
    wrong = converted(binary, pages, "-m", "strict", pdf, file)
    if wrong:
        return [f"strict: {wrong}"]
    case = consumers.Case(file, folder / "strict")
    parts = case.split() or [file]
    output, errors = consumers.tool("hocr-spec", "-p", "standard", *parts, accepted=range(len(parts) + 1))
    if not output.strip():
        return [f"strict: hocr-spec says nothing: {errors[-200:]}"]
    return [f"strict: {line.strip()}" for line in output.splitlines() if "ERROR" in line][:3]


def lexicon(binary, pdf, folder):
    import lxml.etree

    words = ["-p", "-c", "auto", "-l", "dictionary_entries", "--format", "tei,lex0", pdf, folder / f"{pdf.stem}.x"]
    wrong = converted(binary, *words)
    if wrong:
        yield f"Lex-0: {wrong}"
        return
    tree = lxml.etree.parse(folder / f"{pdf.stem}.x.lex0.xml")
    if LEX0.exists() and not schema("lex0").validate(tree):
        yield f"Lex-0: invalid: {schema('lex0').error_log.last_error}"
    places = lxml.etree.parse(folder / f"{pdf.stem}.x.tei.xml")
    if not schema("tei").validate(places):
        yield f"TEI of entries: invalid: {schema('tei').error_log.last_error}"
    ids = {f"{pdf.stem}.x.tei.xml#{name}" for name in places.xpath("//@xml:id")}
    nowhere = [ref for refs in tree.xpath("//@facs") for ref in refs.split() if ref not in ids]
    if nowhere:
        yield f"Lex-0: points nowhere: {nowhere[:3]}"
    if not tree.xpath("//*[local-name()='entry']"):
        yield "Lex-0: no entries"


if __name__ == "__main__":
    main()
