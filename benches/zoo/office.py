#!/usr/bin/env python3
"""Prints documents of word processors by LibreOffice, and writes their truth from the tags that it adds.

  office.py PROGRAM OUT FOLDER... [--most-pages 12]

A FOLDER has documents that people wrote, such as the test files of LibreOffice and Apache POI; README.md names the source
packages. OUT gets the PDF files and the truth of each, as `measure` reads it. PROGRAM reads the tags.

Many are made for one test. Documents with little text, with few different words, with tables inside tables or for layout,
with paragraphs that are printed lines, or with the text of another one are left out. The hash of its text decides the part
of a document: a quarter is `fit`, a half `choose`, a quarter `test`.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fitting import pages_of  # noqa: E402

FORMATS = ("docx", "doc", "odt", "rtf", "fodt", "dotx")
BATCHES = ((30, 90), (5, 40))
"""Documents of one call of LibreOffice, and its most seconds; those that fail are tried again in smaller batches."""
FEWEST_WORDS, FEWEST_NAMES, LARGEST = 80, 40, 8_000_000
"""Fewest words of a document, fewest different ones of letters, and most bytes."""
LONGEST_CELL = 25
"""Most words a cell, on average, of a table that is not made for layout."""
SPLIT_LINES = 0.2
"""Share of paragraphs that begin with a small letter from which paragraphs are printed lines."""
LABEL = re.compile(r'(\(?[\w.]{1,7}[.):\]]|[^\w\s"“(\[<])\s+(?=\S)')
"""The label at the beginning of an item whose tags have none."""


class Unfit(Exception):
    """The truth of a document is not clear."""


def printed(folders: list[Path], out: Path, most_pages: int) -> None:
    """Prints the documents. A name has the name of its package, and a hash, because many have the same name."""
    with tempfile.TemporaryDirectory() as work:
        names = {}
        for path in sorted(p for folder in folders for p in folder.rglob("*") if p.suffix[1:].lower() in FORMATS):
            data = path.read_bytes()
            digest = hashlib.md5(data).hexdigest()[:5]
            package = next(folder.name for folder in folders if folder in path.parents)
            stem = f"{package[:12]}--{re.sub(r'[^A-Za-z0-9._-]', '_', path.stem)[:50]}-{digest}"
            # Files that are to be refused, and those that are broken on purpose.
            if len(data) <= LARGEST and not {"fail", "indeterminate"} & set(path.parts):
                names[stem] = Path(work) / f"{stem}{path.suffix.lower()}"
                shutil.copy(path, names[stem])
        pages = {"type": "string", "value": f"1-{most_pages}"}
        options = json.dumps({"UseTaggedPDF": {"type": "boolean", "value": "true"}, "PageRange": pages})
        command = ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{work}/profile"]
        for size, seconds in BATCHES:
            left = [path for stem, path in names.items() if not (out / f"{stem}.pdf").exists()]
            for at in range(0, len(left), size):
                batch = [*command, "--convert-to", f"pdf:writer_pdf_Export:{options}", "--outdir", str(out), *map(str, left[at : at + size])]
                process = subprocess.Popen(batch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
                try:
                    process.wait(seconds)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


def words(node: dict) -> list[str]:
    own = [node["text"]] if node["kind"] == "word" else []
    return own + [word for child in node.get("children", ()) for word in words(child)]


def text(node: dict) -> str:
    return " ".join(words(node))


def has(node: dict, kind: str) -> bool:
    return any(child["kind"] == kind or has(child, kind) for child in node.get("children", ()))


def rows(node: dict) -> list[list[dict]]:
    """The cells of the rows of a table."""
    out = []
    for child in node.get("children", ()):
        if child["kind"] == "TR":
            out.append([cell for cell in child.get("children", ()) if cell["kind"] in ("TD", "TH")])
        elif child["kind"] in ("THead", "TBody", "TFoot"):
            out += rows(child)
    return out


def table(cells: list[list[dict]]) -> dict:
    """A table; Unfit if its cells are too long for one."""
    out, count = ["<table>"], 0
    for row in cells:
        out.append("<tr>")
        for cell in row:
            own = {a["name"]: a["value"] for a in cell.get("attributes", ())}
            spans = ((n, int(float(own.get(k) or 1))) for n, k in (("rowspan", "RowSpan"), ("colspan", "ColSpan")))
            out.append("<td" + "".join(f' {n}="{v}"' for n, v in spans if v > 1) + f">{html.escape(text(cell), quote=False)}</td>")
            count += len(words(cell))
        out.append("</tr>")
    if count > LONGEST_CELL * sum(map(len, cells)):
        raise Unfit
    return {"class": "table", "html": "".join([*out, "</table>"]), "rows": len(cells), "columns": max(map(len, cells)), "head_rows": 1, "long": True}


def item(node: dict, depth: int) -> list[dict]:
    """An item of a list, and the items in it."""
    parts = [child for part in node.get("children", ()) for child in (part.get("children", ()) if part["kind"] == "LBody" else (part,))]
    label = " ".join(text(part) for part in parts if part["kind"] == "Lbl")
    own = " ".join(text(part) for part in parts if part["kind"] not in ("L", "Lbl"))
    if not label and (found := LABEL.match(own)):
        label, own = found[1], own[found.end() :]
    inner = [entry for part in parts if part["kind"] == "L" for entry in blocks({"children": [part]}, depth + 1)]
    return [{"class": "item", "level": depth, "label": label, "ordered": bool(re.search(r"\w", label)), "text": own}, *inner]


def blocks(node: dict, depth: int = 0) -> list[dict]:
    """The blocks of a page by its tags. A table with one row or one column is text in boxes."""
    out: list[dict] = []
    for child in node.get("children", ()):
        kind, own = child["kind"], text(child)
        if kind in ("Artifact", "Figure", "Formula"):
            out += [] if kind == "Artifact" else [{"class": "figure"}]
        elif kind in ("line", "word", "textline"):
            return [*out, {"class": "para", "text": text(node)}]
        elif kind == "Table":
            cells = rows(child)
            if has(child, "Table"):
                raise Unfit
            if len(cells) > 1 and max(map(len, cells)) > 1 and own:
                out.append(table(cells))
            else:
                out += [block for row in cells for cell in row for block in blocks(cell, depth)]
        elif kind == "LI":
            out += item(child, depth)
        elif re.fullmatch(r"H[1-6]?|Title", kind):
            out += [{"class": "heading", "level": int(kind[1:]) if kind[1:].isdigit() else 1, "text": own}] if own else []
        elif kind in ("P", "par", "BlockQuote", "Note", "Code", "Quote", "TOCI", "BibEntry", "Caption"):
            name = {"TOCI": "tocline", "Caption": "caption"}.get(kind, "para")
            out += [{"class": name, "text": own, "page": ""}] if own else []
        else:
            out += blocks(child, depth)
    return out


def joined(above: dict, below: dict) -> None:
    """Adds the rows of a table on the next page, without the head if it comes again."""
    head, rest = re.match(r"<table>(<tr>.*?</tr>)(.*)", below["html"], re.S).groups()
    again = above["html"].startswith(f"<table>{head}")
    above["html"] = above["html"].removesuffix("</table>") + ("" if again else head) + rest
    above["rows"] += below["rows"] - again


def truth_of(program: str, pdf: Path) -> list[dict]:
    """The blocks of a document; Unfit if they are not clear."""
    out: list[dict] = []
    for page in pages_of(program, pdf):
        own = blocks(page["tree"])
        if out and own and out[-1]["class"] == own[0]["class"] == "table" and out[-1]["columns"] == own[0]["columns"]:
            joined(out[-1], own.pop(0))
        out += own
    said = re.findall(r"\w+", " ".join(b.get("text") or re.sub("<[^>]*>", " ", b.get("html", "")) for b in out))
    names = [word for word in said if len(word) > 2 and word.isalpha()]
    kinds = len(set(names))
    paragraphs = [b["text"] for b in out if b["class"] == "para" and len(b["text"]) > 20]
    small = sum(p[0].islower() for p in paragraphs)
    if (
        len(said) < FEWEST_WORDS or kinds < FEWEST_NAMES or len(names) < 0.35 * len(said) or kinds < 0.2 * len(names)
        or len(paragraphs) > 4 and small > SPLIT_LINES * len(paragraphs)
    ):
        raise Unfit
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--most-pages", type=int, default=12)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    printed(given.folders, given.out, given.most_pages)
    seen: set[str] = set()
    for pdf in sorted(given.out.glob("*.pdf")):
        try:
            own = truth_of(given.program, pdf)
        except Unfit:
            pdf.unlink()
            continue
        letters = re.sub(r"[\W\d_]+", "", "".join(b.get("text") or re.sub("<[^>]*>", "", b.get("html", "")) for b in own))
        digest = hashlib.md5(letters[:4000].encode()).hexdigest()
        if digest in seen:
            pdf.unlink()
            continue
        seen.add(digest)
        package = pdf.name.split("--")[0]
        data = {
            "part": ("fit", "choose", "choose", "test")[int(digest[:6], 16) % 4], "name": pdf.stem, "kind": "office", "producer": package, "style": "",
            "ruled": False, "template": "office", "language": "", "words": sum(len(b.get("text", "").split()) for b in own), "blocks": own,
            "footnotes": [], "running": {"head": "", "foot": "", "numbered": False}, "tables": sum(b["class"] == "table" for b in own),
        }
        pdf.with_suffix(".json").write_text(json.dumps(data))
    print(f"{len(seen)} documents")


if __name__ == "__main__":
    main()
