#!/usr/bin/env python3
"""Prints HTML documents that others wrote, whose tables, headings, paragraphs and lists are therefore known.

  printed.py OUT HTML CSS [--each 40] [--looks a,b] [--part fit|choose|test] [--seed 1] [--second]

HTML has a folder for each Debian package of HTML documents (`dpkg -x`), CSS one for each npm package of style sheets
(`npm pack`). README.md names them. OUT gets the PDF files and the truth of each, as `measure` reads it.

Texts, tables and looks are those of other people: this is what the zoo lacks. A look is a producer with style sheets,
document classes or table styles that many people use: the document's own style sheet, one of npm's, LaTeX with booktabs,
Word's table styles, Typst, and groff with tbl. Pandoc reads each document, so that its tree is the truth of all looks.

Packages and looks in `TEST_TEXTS` and `TEST_LOOKS` are for testing only. A document is in the part `fit` if neither is
one of them, in `test` if both are, and in `choose` otherwise. The second set has other looks, and is for other packages:
every other package and look of it is for testing.
"""

from __future__ import annotations

import argparse
import copy
import json
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from random import Random

from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning

sys.path.insert(0, str(Path(__file__).parent))
from zoo import producers, truth  # noqa: E402
from zoo.tree import Block, Cell, Document, Table  # noqa: E402

TEST_TEXTS = {"postgresql-doc-15", "aptitude-doc-fr", "ntpsec-doc", "debian-reference-de", "postgis-doc", "bind9-doc", "python-sqlalchemy-doc",
              "octave-doc", "python-pandas-doc", "gromacs-data", "bird2-doc", "haproxy-doc", "varnish-doc", "readmes-npm"}
TABLE = re.compile(rb"<table|^ {0,3}\|?[ :-]*--[-:]*[ :]*\|", re.M)
"""What a file with a table has, in HTML and in Markdown."""
# Style sheets by name: file in the folder CSS, classes of a table.
SHEETS = {
    "github": ("github-markdown-css-*/package/github-markdown-light.css", ""), "bootstrap": ("bootstrap-*/package/dist/css/bootstrap.css", "table"),
    "bordered": ("bootstrap-*/package/dist/css/bootstrap.css", "table table-bordered"), "striped": ("bootstrap-*/package/dist/css/bootstrap.css", "table table-striped"),
    "small": ("bootstrap-*/package/dist/css/bootstrap.css", "table table-sm table-hover"), "borderless": ("bootstrap-*/package/dist/css/bootstrap.css", "table table-borderless"),
    "pico": ("picocss-pico-*/package/css/pico.classless.css", ""), "sakura": ("sakura.css-*/package/css/sakura.css", ""), "pure": ("purecss-*/package/build/pure.css", "pure-table"),
    "purelines": ("purecss-*/package/build/pure.css", "pure-table pure-table-horizontal"), "simple": ("simpledotcss-*/package/simple.css", ""),
    "new": ("exampledev-new.css-*/package/new.css", ""), "plain": ("normalize.css-*/package/normalize.css", ""), "mvp": ("mvp.css-*/package/mvp.css", ""),
    "water": ("water.css-*/package/out/light.css", ""), "bulma": ("bulma-*/package/css/bulma.css", "table"), "bulmastripes": ("bulma-*/package/css/bulma.css", "table is-striped is-narrow"),
    "milligram": ("milligram-*/package/dist/milligram.css", ""), "tufte": ("tufte-css-*/package/tufte.css", ""),
}
WORD = ["Table Grid", "Light Shading", "Light List", "Light Grid", "Medium Shading 1", "Medium Shading 2", "Medium List 1", "Medium List 2", "Medium Grid 1",
        "Medium Grid 2", "Medium Grid 3", "Colorful List", "Colorful Grid", "Light Shading Accent 1", "Light List Accent 3", "Medium Shading 1 Accent 5"]
CLASSES = ["article", "article,11pt", "report,10pt", "scrartcl", "scrreprt,12pt", "memoir,11pt", "extarticle,9pt"]
LOOKS = ["own", "ownweasy", *SHEETS, "latex", "lualatex", "word", "wordgrid", "typst", "groff"]
TEST_LOOKS = {"water", "bulma", "bulmastripes", "milligram", "tufte", "typst", "groff", "borderless", "wordgrid"}
SECOND_SHEETS = {
    "chota": ("chota-*/package/dist/chota.css", ""), "chotastriped": ("chota-*/package/dist/chota.css", "striped"), "spectre": ("spectre*/package/dist/spectre.css", "table"),
    "spectrestriped": ("spectre*/package/dist/spectre.css", "table table-striped"), "foundation": ("foundation*/package/dist/css/foundation.css", ""),
    "foundationhover": ("foundation*/package/dist/css/foundation.css", "unstriped"), "semantic": ("fomantic*/package/semantic.css", "ui celled table"),
    "semanticbasic": ("fomantic*/package/semantic.css", "ui very basic table"), "semanticcompact": ("fomantic*/package/semantic.css", "ui compact striped table"),
    "uikit": ("uikit*/package/dist/css/uikit.css", "uk-table uk-table-divider"), "uikitplain": ("uikit*/package/dist/css/uikit.css", "uk-table uk-table-small"),
    "skeleton": ("skeleton*/package/css/skeleton.css", ""), "latexcss": ("latex.css*/package/style.css", ""), "latexcssborders": ("latex.css*/package/style.css", "borders-custom"),
    "holiday": ("holiday*/package/dist/holiday.css", ""), "materialize": ("materialize*/package/dist/css/materialize.css", ""),
    "materializestriped": ("materialize*/package/dist/css/materialize.css", "striped centered"), "tacit": ("tacit*/package/dist/tacit-css.css", ""),
    "bamboo": ("bamboo*/package/dist/light.min.css", ""), "concrete": ("concrete*/package/concrete.css", ""), "tailwind": ("tailwind*/package/dist/tailwind.css", "table-auto"),
    "primer": ("primer*/package/dist/markdown.css", ""), "siimple": ("siimple*/package/siimple.css", "siimple-table"), "papercss": ("papercss*/package/dist/paper.css", ""),
    "wing": ("wingcss*/package/dist/wing.css", ""), "mini": ("mini*/package/dist/mini-default.css", "striped"), "gutenberg": ("gutenberg*/package/dist/gutenberg.css", ""),
}
SECOND_WORD = ["Table Grid", "Light Shading Accent 2", "Light List Accent 1", "Light Grid Accent 5", "Medium Shading 2 Accent 4", "Medium List 1 Accent 6", "Medium Grid 1 Accent 2",
               "Dark List", "Colorful Shading", "Medium Grid 3 Accent 1", "Normal Table"]
SECOND_CLASSES = ["article,10pt", "book,11pt", "amsart", "scrbook,11pt", "extreport,8pt", "article,12pt", "memoir,9pt"]
MAIN = ["[role=main]", "main", "#page-content", "#content", "article", "div.body", "body"]
ASIDE = ("script,style,nav,header,footer,form,noscript,iframe,svg,object,img,.navheader,.navfooter,.NAVHEADER,.NAVFOOTER,.headerlink,.sphinxsidebar,.toc,.TOC,"
         "#toc,.top,.up,.langavail,.menu,.related,.contents,audio,video,input,select,textarea,button,hr,.hide_pythonadmonition,.nosearch,.fancy_title_hide,math")
MOST_WORDS, LEAST_WORDS, MOST_TABLES = 1100, 90, 8
"""Limits for a document: it has a few pages, and no kind of table outweighs the others."""


def main_of(path: Path) -> BeautifulSoup | None:
    """The document with nothing but its main part in the body; None for one that is of no use here."""
    if not 1500 < path.stat().st_size < 70_000:
        return None
    data = path.read_bytes()
    if path.suffix == ".md":
        data = b"<html><body>" + pandoc(data.decode(errors="replace"), "-t", "html", reader="gfm") + b"</body></html>"
    soup = BeautifulSoup(data, "lxml")
    body = soup.body
    main = next((found for name in MAIN if (found := soup.select_one(name))), None)
    if body is None or main is None:
        return None
    for away in main.select(ASIDE):
        away.decompose()
    if main is not body:
        main.extract()
        body.clear()
        body.append(main)
    words = len(main.get_text(" ").split())
    tables = main.find_all("table")
    if len(tables) > MOST_TABLES or not LEAST_WORDS < words < MOST_WORDS or any(t.find("table") or len(t.find_all("td")) < 4 or t.find("pre") for t in tables):
        return None
    return soup


def pandoc(text: str, *options: str, reader: str = "html") -> bytes:
    import pypandoc

    return subprocess.run([pypandoc.get_pandoc_path(), "-f", reader, *options], input=text.encode(), capture_output=True, timeout=60, check=True).stdout


class Reader:
    """Reads pandoc's tree. `is_fit` is false if the document has what one of the looks cannot draw."""

    def __init__(self) -> None:
        self.is_fit = True

    def text(self, inlines: list) -> str:
        out = []
        for inline in inlines:
            kind, c = inline["t"], inline.get("c")
            if kind == "Str":
                out.append(c)
            elif kind in ("Space", "SoftBreak", "LineBreak"):
                out.append(" ")
            elif kind == "Code":
                out.append(c[1])
            elif kind in ("Emph", "Strong", "Underline", "Strikeout", "Superscript", "Subscript", "SmallCaps"):
                out.append(self.text(c))
            elif kind in ("Span", "Link", "Quoted"):
                out.append(self.text(c[1]) if kind != "Quoted" else f"“{self.text(c[1])}”")
            elif kind in ("Math", "Note", "Cite"):
                self.is_fit = False
        return re.sub(r"\s+", " ", "".join(out)).strip()

    def blocks(self, blocks: list) -> list[Block]:
        out: list[Block] = []
        for block in blocks:
            kind, c = block["t"], block.get("c")
            if kind in ("Para", "Plain"):
                out += [Block("para", text)] if (text := self.text(c)) else []
            elif kind == "Header":
                out += [Block("heading", text, level=c[0] - 1)] if (text := self.text(c[2])) else []
            elif kind == "CodeBlock":
                out.append(Block("code", c[1].strip("\n")))
            elif kind == "LineBlock":
                out += [Block("verse", self.text(line)) for line in c]
            elif kind in ("BulletList", "OrderedList"):
                items = c if kind == "BulletList" else c[1]
                ordered = "" if kind == "BulletList" else "1."
                self.is_fit &= not ordered or c[0][0] == 1 and c[0][1]["t"] in ("Decimal", "DefaultStyle")
                made = [self.item(item) for item in items]
                out.append(Block("list", children=made, data={"ordered": ordered, "bullet": "•"}))
            elif kind == "DefinitionList":
                for term, meanings in c:
                    out.append(Block("term", self.text(term)))
                    for meaning in meanings:
                        out += self.blocks(meaning)
            elif kind == "BlockQuote":
                out += self.blocks(c)
            elif kind == "Table":
                out += self.table(c)
            elif kind in ("Div", "Figure"):
                out += self.blocks(c[-1])
            elif kind not in ("HorizontalRule", "RawBlock"):
                self.is_fit = False
        return out

    def item(self, blocks: list) -> Block:
        read = self.blocks(blocks)
        if read and read[0].kind == "para":
            return Block("item", read[0].text, children=read[1:])
        self.is_fit = False
        return Block("item", "")

    def table(self, c: list) -> list[Block]:
        _, caption, columns, head, bodies, foot = c
        above = " ".join(b.text for b in self.blocks(caption[1]))
        groups = [head[1], *(part for body in bodies for part in (body[2], body[3])), foot[1]]
        rows = [[self.cell(cell) for cell in row[1]] for group in groups for row in group]
        rows = [row for row in rows if row]
        if len(rows) < 2 or len(columns) < 2:
            self.is_fit = False
        # A broken table of HTML has many empty cells.
        texts = [cell.text for row in rows for cell in row]
        self.is_fit &= all(any(cell.text for cell in row) for row in rows) and sum(map(bool, texts)) * 3 > len(texts) * 2
        made = Table(rows, len(columns), head_rows=len(head[1]), long=True)
        return [Block("table", table=made, data={"caption": above} if above else {})]

    def cell(self, cell: list) -> Cell:
        _, _, rowspan, colspan, blocks = cell
        read = self.blocks(blocks)
        self.is_fit &= all(b.kind in ("para", "list", "code") for b in read) and len(read) < 4
        flat = [b.text if b.kind != "list" else " ".join(f"• {i.text}" for i in b.children) for b in read]
        return Cell(" ".join(flat), colspan, rowspan)


class Printer:
    """Prints documents."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.out, self.css = options.out, options.css
        self.work = Path(tempfile.mkdtemp())
        self.pages: list[tuple[Path, Path]] = []
        self.texts: list[tuple[Path, Path]] = []

    def sheet(self, name: str) -> Path:
        return min(self.css.glob(SHEETS[name][0]))

    def print(self, name: str, look: str, soup: BeautifulSoup, folder: Path, random: Random) -> None:
        """Prints one document, or puts it on the list of those that Chromium or LibreOffice prints at the end."""
        path = self.out / f"{name}.pdf"
        html = str(soup.body.decode_contents())
        size, margin = random.choice(["A4", "Letter", "A5"] if look not in ("own", "tufte") else ["A4", "Letter"]), random.randint(12, 28)
        page = f"@page {{ size: {size}; margin: {margin}mm }}"
        if look in ("own", "ownweasy") or look in SHEETS:
            soup = copy.copy(soup)
            if look in SHEETS:
                file, classes = SHEETS[look]
                for table in soup.find_all("table"):
                    table.attrs = {"class": classes.split()} if classes else {}
                for tag in soup.find_all(style=True):
                    del tag["style"]
                head, body = f'<link rel="stylesheet" href="{self.sheet(look).resolve().as_uri()}">', soup.body.decode_contents()
                zoom = random.choice([60, 70, 80, 90])
                head += f"<style>html {{ font-size: {zoom}% }}</style>"
                body = f'<div class="{"markdown-body" if look == "github" else "content" if look.startswith("bulma") else "container"}">{body}</div>'
            else:
                head, body = f'<base href="{folder.resolve().as_uri()}/">' + "".join(str(x) for x in soup.find_all(["link", "style"])), soup.body.decode_contents()
            text = f'<!DOCTYPE html><html><head><meta charset="utf-8">{head}<style>{page}</style></head><body>{body}</body></html>'
            file = self.work / f"{name}.html"
            file.write_text(text)
            # WeasyPrint does not read the sizes of Bootstrap's headings.
            weasy = look in SHEETS and "bootstrap" not in SHEETS[look][0] and random.random() < 0.35
            if look == "ownweasy" or weasy:
                from weasyprint import HTML

                HTML(filename=str(file)).write_pdf(path)
            else:
                self.pages.append((file, path))
        elif look in ("latex", "lualatex"):
            kind = random.choice(CLASSES).split(",")
            options = ["-s", "-V", f"documentclass={kind[0]}", "-V", f"geometry:margin={margin}mm", *(["-V", f"fontsize={kind[1]}"] if len(kind) > 1 else [])]
            options += random.choice([[], ["-N"], ["-V", "indent=true"], ["-V", "papersize=a5"]])
            (self.work / f"{name}.tex").write_bytes(pandoc(html, "-t", "latex", *options))
            for _ in range(2):
                producers.run("pdflatex" if look == "latex" else "lualatex", "-interaction=batchmode", f"{name}.tex", cwd=self.work)
            if (made := self.work / f"{name}.pdf").exists():
                shutil.move(made, path)
        elif look in ("word", "wordgrid"):
            self.word(html, path, "Table Grid" if look == "wordgrid" else random.choice(WORD), random)
        elif look == "typst":
            import typst

            lines = random.choice(["0.4pt", "none", "(x, y) => if y == 0 { (bottom: 0.7pt) }", "(bottom: 0.3pt + gray)", "0.3pt + gray"])
            size, pad = random.choice([8, 9, 10, 11]), random.choice([2, 3, 5, 7])
            head = f"#set page(margin: {margin}mm)\n#set text(size: {size}pt)\n#set table(stroke: {lines}, inset: {pad}pt, align: left)\n#let horizontalrule = []\n"
            if random.random() < 0.3:
                head += "#set table(fill: (x, y) => if calc.odd(y) { luma(240) })\n"
            file = self.work / f"{name}.typ"
            file.write_text(head + pandoc(html, "-t", "typst").decode())
            typst.compile(str(file), output=str(path))
        elif look == "groff":
            source = pandoc(html, "-t", "ms", "-s", "-V", f"pointsize={random.choice([9, 10, 11])}p")
            made = subprocess.run(["groff", "-Kutf8", "-t", "-ms", "-Tpdf"], input=source, capture_output=True, timeout=60)
            if made.stdout:
                path.write_bytes(made.stdout)

    def word(self, html: str, path: Path, style: str, random: Random) -> None:
        import docx

        file = self.work / f"{path.stem}.docx"
        file.write_bytes(pandoc(html, "-t", "docx", "-o", "-"))
        document = docx.Document(str(file))
        for other in docx.Document().styles:
            if other.name == style:
                document.styles.element.append(copy.deepcopy(other.element))
        for table in document.tables:
            table.style = document.styles[style]
            table.autofit = random.random() < 0.8
        document.save(str(file))
        self.texts.append((file, path))

    def close(self) -> None:
        """Lets Chromium and LibreOffice print, and removes the folder."""
        producers.print_pages(self.pages)
        producers.office([file for file, _ in self.texts], [path for _, path in self.texts], self.work, [])
        shutil.rmtree(self.work, ignore_errors=True)


def second(options: argparse.Namespace) -> None:
    """Takes the looks of the second set, and every other package and look for testing."""
    SHEETS.clear()
    SHEETS.update(SECOND_SHEETS)
    WORD[:], CLASSES[:] = SECOND_WORD, SECOND_CLASSES
    LOOKS[:] = ["own", "ownweasy", *SHEETS, "latex", "lualatex", "word", "typst"]
    for names, found in ((TEST_TEXTS, sorted(p.name for p in options.html.iterdir() if p.is_dir())), (TEST_LOOKS, LOOKS)):
        names.clear()
        names.update(found[1::2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("html", type=Path)
    parser.add_argument("css", type=Path)
    parser.add_argument("--each", type=int, default=40, help="documents of a package")
    parser.add_argument("--looks", default="")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--part", default="")
    parser.add_argument("--second", action="store_true", help="print in the looks of the second set")
    options = parser.parse_args()
    if options.second:
        second(options)
    warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)
    options.out.mkdir(parents=True, exist_ok=True)
    printer, made, failed = Printer(options), 0, 0
    looks = options.looks.split(",") if options.looks else LOOKS
    for package in sorted(p for p in options.html.iterdir() if p.is_dir()):
        random = Random(f"{options.seed}/{package.name}")
        files = sorted(f for f in package.rglob("*") if f.is_file() and not f.is_symlink() and re.search(r"\.md$|\.html?(\.[a-z]{2}(\.utf8|\.UTF-8)?)?$", f.name))
        random.shuffle(files)
        done = with_table = 0
        files.sort(key=lambda file: not TABLE.search(file.read_bytes()))
        start = random.randrange(len(LOOKS))
        for file in files[:900]:
            if done == options.each:
                break
            soup = main_of(file)
            # Two of three documents have tables.
            share = (with_table, 2) if soup and soup.find("table") else (done - with_table, 1)
            if soup is None or share[0] * 3 >= options.each * share[1]:
                continue
            reader = Reader()
            try:
                blocks = reader.blocks(json.loads(pandoc(soup.body.decode_contents(), "-t", "json"))["blocks"])
            except (subprocess.SubprocessError, ValueError):
                continue
            if not reader.is_fit or len(blocks) < 3:
                continue
            look = LOOKS[(start + done * 7) % len(LOOKS)]
            done += 1
            with_table += soup.find("table") is not None
            part = {0: "fit", 1: "choose", 2: "test"}[(package.name in TEST_TEXTS) + (look in TEST_LOOKS)]
            if look not in looks or options.part and part != options.part:
                continue
            name = f"printed-{package.name}-{look}-{done:02}"
            language = (soup.html or {}).get("lang") or (re.search(r"\.([a-z]{2})(\.|$)", file.name) or [0, "en"])[1]
            data = truth.truth(Document(package.name, language[:2], blocks), name=name, producer=look, base=look, style=look, ruled=False, part=part, kind="printed", source=str(file.relative_to(options.html)))
            try:
                printer.print(name, look, soup, file.parent, Random(f"{options.seed}/{name}"))
            except Exception as error:  # each producer raises its own classes
                failed += 1
                print(f"{name}: {type(error).__name__} {str(error)[:120]}", flush=True)
                continue
            (options.out / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
            (options.out / f"{name}.md").write_text(truth.markdown(data))
            made += 1
        print(f"{package.name}: {done} documents, {with_table} with tables", flush=True)
    printer.close()
    print(f"{made} documents, {failed} failed")


if __name__ == "__main__":
    main()
