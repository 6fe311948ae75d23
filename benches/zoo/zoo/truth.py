"""The truth of a document: JSON, and the Markdown that a perfect program writes."""

from __future__ import annotations

import html
import re

from .tree import Block, Document, Table


def table_html(table: Table) -> str:
    """A table as the benchmarks write it: `td` only, with `colspan` and `rowspan`."""
    out = ["<table>"]
    for row in table.rows:
        out.append("<tr>")
        for cell in row:
            spans = "".join(f' {n}="{v}"' for n, v in (("rowspan", cell.rowspan), ("colspan", cell.colspan)) if v > 1)
            out.append(f"<td{spans}>{html.escape(cell.text, quote=False)}</td>")
        out.append("</tr>")
    return "".join([*out, "</table>"])


def label(pattern: str, at: int) -> str:
    """The label of the item at index `at`: pattern "1." gives "3." at 2."""
    if not pattern:
        return ""
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"]
    mark = {"1": str(at + 1), "a": "abcdefghij"[at % 10], "A": "ABCDEFGHIJ"[at % 10], "i": roman[at % 8]}
    return re.sub(r"[1aAi]", lambda m: mark[m[0]], pattern)


def entries(blocks: list[Block], out: list[dict], notes: list[dict], depth: int = 0) -> list[dict]:
    """Flat list of what is read, in order."""
    for b in blocks:
        if b.kind == "list":
            for at, item in enumerate(b.children):
                mark = label(b.data["ordered"], at)
                out.append({"class": "item", "level": depth, "label": mark or b.data["bullet"], "ordered": bool(mark), "text": item.text})
                entries(item.children, out, notes, depth + 1)
        elif b.kind in ("table", "chart", "figure"):
            caption = [{"class": "caption", "text": b.data["caption"]}] if b.data.get("caption") else []
            below = b.kind != "table" or b.data.get("caption_below")
            out += [] if below else caption
            if b.table:
                t = b.table
                out.append({"class": "table", "html": table_html(t), "rows": len(t.rows), "columns": t.columns, "head_rows": t.head_rows, "long": t.long})
            elif b.kind == "chart":
                out.append({"class": "chart", "text": " ".join([*b.data["labels"], *b.data["ticks"], b.data["y"]])})
            else:
                out.append({"class": "figure"})
            out += caption if below else []
            if b.data.get("note"):
                out.append({"class": "tablenote", "text": b.data["note"]})
        elif b.kind == "tocline":
            out.append({"class": "tocline", "text": b.text, "page": b.data["page"]})
        elif b.kind == "field":
            out.append({"class": "field", "text": f"{b.text} {b.data['filled']}".strip()})
        elif b.kind in ("columns", "box", "side", "part"):
            entries(b.children, out, notes, depth)
        elif b.kind not in ("rule", "gap", "pagebreak"):
            levels = {"heading": b.level + 1, "title": 1, "ruledhead": 2}
            entry: dict = {"class": "heading" if b.kind in levels else b.kind, "text": b.text}
            if b.kind in levels:
                entry["level"] = levels[b.kind]
            out.append(entry)
            if b.data.get("note"):
                notes.append({"class": "footnote", "label": b.data["note"][0], "text": b.data["note"][1]})
    return out


def truth(document: Document, **about: str | bool) -> dict:
    """The truth as plain data."""
    notes: list[dict] = []
    blocks = entries(document.blocks, [], notes)
    words = sum(len(e.get("text", "").split()) for e in blocks + notes)
    return {**about, "template": document.template, "language": document.language, "words": words, "blocks": blocks, "footnotes": notes,
            "running": {"head": document.head, "foot": document.foot, "numbered": document.numbered}}


def markdown(data: dict) -> str:
    """The benchmark's form. Footnotes are last; charts have no text."""
    out = []
    for e in data["blocks"]:
        kind = e["class"]
        if kind == "heading":
            out.append("#" * min(6, e["level"]) + " " + e["text"])
        elif kind == "item":
            out.append("  " * e["level"] + (f"{e['label']} " if e["ordered"] else "- ") + e["text"])
        elif kind == "table":
            out.append(e["html"])
        elif kind == "tocline":
            out.append(f"{e['text']} {e['page']}")
        elif kind == "code":
            out.append(f"```\n{e['text']}\n```")
        elif kind not in ("chart", "figure"):
            out.append(e["text"])
    out += [f"{e['label']} {e['text']}" for e in data["footnotes"]]
    return "\n\n".join(out) + "\n"
