#!/usr/bin/env python3
"""Makes pages with tables, and pages without any that look as if they had one, whose truth is known.

  pages.py FOLDER [--count N] [--only KIND,...] [--chromium PROGRAM]

For each kind of page a PDF of N pages, and a JSON beside it: for each page how its tables are ruled, and the tables, each
the list of its cells as [first row, last row, first column, last column, text, is a head]. The same every time, but for
the fonts that there are.
"""

import argparse
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import with_tables
import without_tables
from words import Words

FONTS = (
    '"Liberation Serif",serif',
    '"Liberation Sans",sans-serif',
    '"TeX Gyre Pagella","DejaVu Serif",serif',
    '"TeX Gyre Heros","Noto Sans",sans-serif',
    '"DejaVu Sans"',
    '"TeX Gyre Termes","Noto Serif",serif',
)


class Tables(html.parser.HTMLParser):
    """Collects the tables of a page, as lists of cells."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.cell = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
            self.row, self.taken = -1, set()
        elif tag == "tr":
            self.row += 1
        elif tag in ("td", "th"):
            spans = dict(attributes)
            rows, columns = int(spans.get("rowspan", 1)), int(spans.get("colspan", 1))
            column = 0
            while (self.row, column) in self.taken:
                column += 1
            self.taken |= {(self.row + r, column + c) for r in range(rows) for c in range(columns)}
            self.cell = [self.row, self.row + rows - 1, column, column + columns - 1, "", tag == "th"]

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[4] += data

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell is not None:
            self.cell[4] = " ".join(self.cell[4].split())
            self.tables[-1].append(self.cell)
            self.cell = None


def style(r, page, rules):
    """The style of one page: fonts, sizes, spaces, and the lines of its tables."""
    size = r.choice([8, 9, 10, 10.5, 11])
    of_table = size - r.choice([0, 0, 1, 1.5])
    width = r.choice(["auto", "100%", "70%"])
    padding = r.choice(["1pt 4pt", "2pt 5pt", "3pt 8pt", "0 6pt", "1pt 10pt"])
    paper, height = r.choice([("A4", 297), ("letter", 279)])
    margin = r.choice([18, 20, 25])
    paper = f"@page {page}{{size:{paper};margin:{margin}mm}}"
    # Each CSS rule applies to its page only.
    return f"""{paper} .{page}{{
&{{page:{page};height:{height - 2 * margin - 1}mm;font:{size}pt/{r.choice([1.2, 1.3, 1.45])} {r.choice(FONTS)}}}
p{{text-align:{r.choice(["justify", "left"])};margin:0 0 6pt}}
table{{border-collapse:collapse;width:{width};font-size:{of_table / size:.2f}em;margin:8pt {r.choice(["0", "auto"])};line-height:1.2}}
.narrow table{{width:100%}}
td,th{{padding:{padding};vertical-align:{r.choice(["top", "top", "middle", "baseline"])};text-align:left}}
th{{font-weight:{r.choice(["bold", "bold", "normal"])}}} thead tr>.c{{text-align:center}} .shade{{background:#ccc}}
caption{{text-align:left;padding:2pt 0}} .sum{{border-top:.5px solid}}
tr>.n{{text-align:{r.choice(["right", "right", "center"])};white-space:nowrap}} thead tr>.n{{white-space:normal}}
{with_tables.RULES[rules]}}}"""


def document(name, function, rules, count):
    """Makes the HTML of a kind, and the truth of each page."""
    sections, truth = [], []
    for n in range(count):
        r = Words(f"{name} {n}")
        ruled = rules[n % len(rules)]
        page = f"p{n}"
        css, body = style(r, page, ruled), function(r)
        sections.append(f'<style>{css}</style><section class="{page}">{body}</section>')
        truth.append({"rules": ruled, "tables": Tables(body).tables})
    common = "<style>body{margin:0} section{break-after:page;overflow:hidden} section:last-child{break-after:auto}</style>"
    return f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>{name}</title>{common}<body>{''.join(sections)}", truth


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=13, help="pages of each kind")
    parser.add_argument("--only", help="these kinds, parted by commas")
    parser.add_argument("--chromium", default="chromium")
    options = parser.parse_args()
    kinds = {**with_tables.KINDS, **without_tables.KINDS}
    names = options.only.split(",") if options.only else kinds
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            source = pathlib.Path(folder, f"{name}.html")
            text, truth = document(name, *kinds[name], options.count)
            source.write_text(text)
            pdf = options.folder / f"{name}.pdf"
            command = [options.chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
            command += ["--no-pdf-header-footer", f"--print-to-pdf={pdf}", source.as_uri()]
            subprocess.run(command, check=True, capture_output=True, timeout=120)
            pdf.with_suffix(".json").write_text(json.dumps(truth))


if __name__ == "__main__":
    main()
