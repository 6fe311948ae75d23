#!/usr/bin/env python3
"""Converts PDFs to all formats in one pass, and reads each format back by programs not ours.

    formats.py BINARY [PDF …]     without PDFs: the fixtures and corpus files of run.py

Every format must hold the words of the hOCR: ALTO as alto-tools reads it, valid by the Library of
Congress's schema of ALTO 4.4 and with no reference to nowhere; JSON valid by its schema in docs/;
TSV by pandas; SQLite by sqlite3, with its index; pdfminer's XML and vertical text by their grammar;
the PDF that is made of the hOCR by poppler and by PDFium, which is Chromium's viewer.
Prints what fails and exits 1 when anything did.
"""

import csv
import functools
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import unicodedata
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import run

FORMATS = "hocr,alto,text,tsv,json,vertical,pdfminer-xml,segments,sqlite"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run.inside_environment(__file__)
    pdfs = [Path(p) for p in sys.argv[2:]] or run.default_pdfs()
    failures = 0
    with ProcessPoolExecutor() as pool:
        for pdf, found in zip(pdfs, pool.map(functools.partial(convert, sys.argv[1]), pdfs)):
            for problem in found:
                print(f"{pdf}: {problem}")
            failures += len(found)
    print(f"{len(pdfs)} files in 10 formats, {failures} failures")
    sys.exit(failures > 0)


def convert(binary, pdf):
    """Converts a file into all formats, and returns the problems."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.html"
        command = [binary, "-q", "--char-boxes", "--format", FORMATS, pdf, out]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=run.SECONDS)
        if done.returncode:
            return [f"exit {done.returncode}"]
        command = [binary, "-q", "--pdf-images", "none", out, out.with_suffix(".pdf")]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=run.SECONDS)
        if done.returncode:
            return [f"pdf: exit {done.returncode}"]
        return [f"{name}: {wrong}" for name, wrong in check(Path(folder))]


def check(folder):
    """Yields the problems: the name of the format, and a sentence."""
    expected = hocr_words(folder / "out.html")
    for name, words in [
        ("alto", alto(folder / "out.alto.xml")),
        ("tsv", tsv(folder / "out.tsv")),
        ("json", tree(folder / "out.json")),
        ("sqlite", sqlite(folder / "out.sqlite")),
    ]:
        if isinstance(words, str):
            yield name, words
        elif sorted(words) != sorted(expected):
            yield name, f"{len(words)} words, of which hOCR has {len(expected)}, or others"
    letters = squeezed("".join(expected))
    for name, ending in [("text", "txt"), ("vertical", "vert")]:
        text = (folder / f"out.{ending}").read_text(encoding="utf-8")
        if name == "vertical":
            wrong, text = vertical(text)
            if wrong:
                yield name, wrong
        if squeezed(text) != letters:
            yield name, "the letters are not those of hOCR"
    for program, text in pdf(folder / "out.pdf"):
        if squeezed(text) != squeezed(unicodedata.normalize("NFKC", "".join(expected))):
            yield "pdf", f"the letters that {program} reads are not those of hOCR"
    wrong = pdfminer(folder / "out.pdfminer.xml", len(expected))
    if wrong:
        yield "pdfminer-xml", wrong
    for line in (folder / "out.segments.txt").read_text(encoding="utf-8").split("\n"):
        if line.strip("\f") and not re.search(r"⟨-?[\d.]+,-?[\d.]+,[^⟨]*,[\d.]+⟩$", line):
            yield "segments", f"a segment without its facts: {line!r}"


def squeezed(text):
    """Letters and digits, in any order: hyphens and spaces differ, and so may tables."""
    return sorted(c for c in text if c.isalnum())


def pdf(path):
    """Yields the text of a PDF by two programs, with ligatures replaced."""
    import pypdfium2

    done = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, timeout=run.SECONDS)
    yield "poppler", unicodedata.normalize("NFKC", done.stdout)
    with pypdfium2.PdfDocument(path) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    yield "PDFium", unicodedata.normalize("NFKC", "".join(texts))


def hocr_words(path):
    import lxml.html

    page = lxml.html.fromstring(path.read_bytes())
    return [w.text_content() for w in page.xpath('//span[@class="ocrx_word"]')]


@functools.cache
def alto_schema():
    """The official schema, in the copy of htrflow."""
    import lxml.etree

    class Links(lxml.etree.Resolver):
        """Replaces the XLink schema, which the schema imports from the network for attributes of simple links."""

        def resolve(self, url, public_id, context):
            if not url.endswith("/xlink.xsd"):
                return None
            names = "type href role arcrole title show actuate".split()
            return self.resolve_string(
                '<schema xmlns="http://www.w3.org/2001/XMLSchema"'
                ' xmlns:xlink="http://www.w3.org/1999/xlink"'
                ' targetNamespace="http://www.w3.org/1999/xlink">'
                + "".join(f'<attribute name="{name}" type="string"/>' for name in names)
                + '<attributeGroup name="simpleLink">'
                + "".join(f'<attribute ref="xlink:{name}"/>' for name in names)
                + "</attributeGroup></schema>",
                context,
            )

    parser = lxml.etree.XMLParser()
    parser.resolvers.add(Links())
    (copy,) = run.VENV.glob("lib/*/site-packages/htrflow/serialization/schemas/alto-4-4.xsd")
    return lxml.etree.XMLSchema(lxml.etree.parse(copy, parser))


def alto(path):
    import lxml.etree
    from alto_tools import alto_tools

    file = lxml.etree.parse(path)
    schema = alto_schema()
    if not schema.validate(file):
        return f"invalid: {schema.error_log.last_error}"
    ids = file.xpath("//@ID")
    if len(ids) != len(set(ids)):
        return "an ID is there twice"
    refs = " ".join(file.xpath("//@STYLEREFS | //@TAGREFS")).split()
    if not set(refs) <= set(ids):
        return "a reference to nowhere"
    namespace = {"alto": "http://www.loc.gov/standards/alto/ns-v4#"}
    words = []
    for line in file.iterfind(".//alto:TextLine", namespace):
        for part in line:
            tag = part.tag.rpartition("}")[2]
            if tag == "String":
                words.append(part.get("CONTENT"))
            elif tag == "HYP":
                words[-1] += part.get("CONTENT")
    _, tree, xmlns = alto_tools.alto_parse(path.open(encoding="utf-8"))
    read = len(tree.findall(f".//{{{xmlns}}}String"))
    if read != len(words):
        return f"alto-tools reads {read} words of {len(words)}"
    return words


def tsv(path):
    import pandas

    table = pandas.read_csv(path, sep="\t", quoting=csv.QUOTE_NONE, keep_default_na=False, dtype=str)
    if len(table.columns) != 12:
        return f"{len(table.columns)} columns"
    return list(table[table["level"] == "5"]["text"])


def tree(path):
    import jsonschema

    file = json.loads(path.read_text(encoding="utf-8"))
    schema = json.loads((run.ROOT / "docs" / "page-tree.schema.json").read_text(encoding="utf-8"))
    wrong = next(jsonschema.Draft202012Validator(schema).iter_errors(file), None)
    if wrong:
        return wrong.message
    # The tree does not depend on the mapping, so it may have words that hOCR omits.
    words, open_nodes = [], [page["tree"] for page in file["pages"]]
    while open_nodes:
        node = open_nodes.pop()
        words += [node["text"]] if "text" in node else []
        open_nodes += node.get("children", [])
    expected = hocr_words(path.with_suffix(".html"))
    return expected if len(words) >= len(expected) else f"{len(words)} words"


def sqlite(path):
    database = sqlite3.connect(path)
    if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        return "the database is damaged"
    words = [text for (text,) in database.execute("SELECT text FROM words ORDER BY id")]
    indexed = database.execute("SELECT count(*) FROM search").fetchone()[0]
    paragraphs = database.execute("SELECT count(*) FROM paragraphs").fetchone()[0]
    if indexed != paragraphs:
        return f"{indexed} of {paragraphs} paragraphs are in the index"
    return words


def vertical(text):
    """Returns the problems, and the tokens."""
    open_tags, tokens = [], []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if line == "<g/>":
            continue
        if tag := re.fullmatch(r"<(/?)(\w+)( [^<>]*)?>", line):
            if not tag[1]:
                open_tags.append(tag[2])
            elif not open_tags or open_tags.pop() != tag[2]:
                return f"line {number} ends what has not begun", ""
            continue
        columns = line.split("\t")
        if len(columns) != 6 or not re.fullmatch(r"\d+,\d+,\d+,\d+", columns[1]):
            return f"line {number} is no token: {line!r}", ""
        tokens.append(re.sub(r"&(lt|gt|amp|quot|#xAD);", "", columns[0]))
    return "" if not open_tags else f"{open_tags} are open", "".join(tokens)


def pdfminer(path, words):
    import lxml.etree

    file = lxml.etree.parse(path)
    characters = file.xpath("count(//text[@bbox])")
    if characters < words:
        return f"{characters} characters in {words} words"
    ids = file.xpath("//page/textbox/@id")
    inside = file.xpath("//layout//textbox/@id")
    return "" if not inside or len(inside) <= len(ids) else "groups of boxes that are not there"


if __name__ == "__main__":
    main()
