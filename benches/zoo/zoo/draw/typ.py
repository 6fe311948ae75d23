"""Typst."""

from __future__ import annotations

from .. import ruling
from ..styles import Style, look
from ..tree import Block, Document
from ..words import RTL

PATTERNS = {"solid": "solid", "ridge": "solid", "double": "solid", "dotted": "dotted", "dashed": "dashed"}


def lit(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Typst:
    """Draws one document, in Typst's code mode."""

    def __init__(self, document: Document, style: Style):
        self.document, self.style = document, style

    def page(self) -> str:
        d, s = self.document, self.style
        fonts = '("Liberation Serif", "Noto Serif", "Noto Serif CJK SC", "Noto Naskh Arabic", "Noto Sans Hebrew")' if s.serif else '("Liberation Sans", "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew")'
        foot = f"context {{ set text(size: 8pt); {lit(d.foot)}; h(1fr); {'counter(page).display()' if d.numbered else ''} }}"
        parts = [f"#set page(width: {d.size[0]}pt, height: {d.size[1]}pt, margin: {d.margin}pt, header: align(center, text(size: 8pt, {lit(d.head)})), footer: {foot})",
                 f'#set text(font: {fonts}, size: {s.size}pt, lang: "{d.language}", dir: {"rtl" if d.language in RTL else "ltr"}, hyphenate: {"true" if s.justified else "false"})',
                 f"#set par(justify: {'true' if s.justified else 'false'}, leading: {s.leading - 0.72:.2f}em, spacing: {s.leading - 0.72:.2f}em)",
                 "#let balanced(n, rule, body) = layout(size => { let w = (size.width - 14pt * (n - 1)) / n; let h = measure(block(width: w, body)).height;"
                 " block(height: h / n + 26pt, width: 100%, columns(n, gutter: 14pt, body)) })"]
        return "\n".join(parts) + "\n#{\n" + "\n".join(map(self.block, d.blocks)) + "\n}\n"

    def paragraph(self, kind: str, inner: str, level: int = 0) -> str:
        k = look(self.style, kind, level)
        inner = f"underline({inner})" if k.underlined else inner
        body = f'text(size: {k.size}em, weight: {lit("bold" if k.bold else "regular")}, style: {lit("italic" if k.italic else "normal")}, fill: rgb("{k.colour}"), {inner})'
        options = f"hanging-indent: {-k.first}em," if k.first < 0 else f"first-line-indent: (amount: {k.first}em, all: true),"
        side = {"left": "start", "center": "center", "right": "end"}.get(k.align)
        body = f"par({options} justify: {'false' if side or not self.style.justified else 'true'}, {body})"
        if side:
            body = f"align({side}, {body})"
        left = k.left + min(0, k.first)
        start = "right" if self.document.language in RTL else "left"
        sticky = "sticky: true, " if kind == "heading" else ""
        return f"block({sticky}width: 100%, above: {k.before * k.size + 0.55:.2f}em, below: {k.after * k.size + 0.55:.2f}em, inset: ({start}: {left}em), {body})"

    def many(self, blocks: list[Block]) -> str:
        return "{" + "\n".join(map(self.block, blocks)) + "}"

    def block(self, b: Block) -> str:
        t = lit(b.text)
        if b.kind == "list":
            rows = ", ".join(f"{{ {lit(i.text)}\n{self.many(i.children) if i.children else ''} }}" for i in b.children)
            return f"enum(numbering: {lit(b.data['ordered'])}, {rows})" if b.data["ordered"] else f"list(marker: {lit(b.data['bullet'])}, {rows})"
        if b.kind == "table":
            return self.table(b)
        if b.kind in ("figure", "chart"):
            inner = self.chart(b) if b.kind == "chart" else f"rect(width: 60%, height: {220 * b.data['ratio']:.0f}pt, fill: gradient.linear(red, blue))"
            caption = self.paragraph("caption", lit(b.data["caption"])) if b.data.get("caption") else ""
            return f"block(breakable: false, above: 1em, below: 1em, {{ {inner}\n{caption} }})"
        if b.kind == "columns":
            if b.data.get("pages"):
                return f"columns({b.data['count']}, gutter: 16pt, {self.many(b.children)})"
            return f"balanced({b.data['count']}, false, {self.many(b.children)})"
        if b.kind == "side":
            stroke = "grid.vline(x: 1, stroke: 0.5pt), " if b.data.get("rule") else ""
            return f"grid(columns: (1fr,) * {len(b.children)}, gutter: 0pt, inset: 6pt, {stroke}{', '.join(self.many(p.children) for p in b.children)})"
        if b.kind == "box":
            fill = 'fill: rgb("eef2f6"),' if b.data["shaded"] else ""
            stroke = "stroke: 0.7pt," if b.data["framed"] else ""
            return f"block(width: 100%, inset: 6pt, {fill} {stroke} breakable: false, {self.many(b.children)})"
        if b.kind == "code":
            return f"raw({t}, block: true)"
        if b.kind == "rule":
            return "line(length: 100%, stroke: 0.8pt)"
        if b.kind == "gap":
            return "v(0.8em)"
        if b.kind == "pagebreak":
            return "pagebreak(weak: true)"
        if b.kind == "tocline":
            gap = 'box(width: 1fr, repeat(".", gap: 0.2em))' if b.data["dots"] else "h(1fr)"
            return f"block(width: 100%, {{ {t}; {gap}; {lit(b.data['page'])} }})"
        if b.kind == "field":
            line = {"line": "box(width: 1fr, line(length: 100%, stroke: 0.6pt))", "dots": 'box(width: 1fr, line(length: 100%, stroke: (dash: "dotted")))', "box": "box(width: 150pt, height: 1em, stroke: 0.6pt)"}[b.data["form"]]
            return f"block(width: 100%, {{ {t}; {lit(' ' + b.data['filled'])}; {line} }})"
        if b.data.get("lead"):
            t = f"{{ strong({lit(b.data['lead'])}); {lit(b.text[len(b.data['lead']):])} }}"
        if b.data.get("bold"):
            t = f"strong({t})"
        if b.data.get("note"):
            t = f"{{ {t}; footnote({lit(b.data['note'][1])}) }}"
        return self.paragraph(b.kind, t, b.level)

    def table(self, b: Block) -> str:
        s, t = self.style, b.table
        h, v, fill = ruling.across(s, t), ruling.down(s, t), ruling.fills(s, t)
        columns = ", ".join(f"{w}fr" for w in t.weights) if t.weights else ", ".join(["1fr" if s.full and i == 0 else "auto" for i in range(t.columns)])
        dash = PATTERNS[s.line]
        lines = []
        for r, width in enumerate(h):
            if width:
                lines.append(f'table.hline(y: {r}, stroke: (thickness: {width}pt, dash: "{dash}"))')
        for c, width in enumerate(v):
            if width:
                lines.append(f'table.vline(x: {c}, stroke: (thickness: {width}pt, dash: "{dash}"))')
        head, body = [], []
        for r, row in enumerate(ruling.grid(t)):
            for c, entry in enumerate(row):
                if not entry or entry[0]:
                    continue
                cell = entry[1]
                side = {"left": "start", "right": "end", "center": "center"}[ruling.align(s, t, c, cell, r)]
                text = f"strong({lit(cell.text)})" if ruling.bold(s, t, cell, r) else lit(cell.text)
                shade = f'fill: rgb("{fill[r]}"), ' if fill[r] else ""
                (head if r < t.head_rows else body).append(f"table.cell(x: {c}, y: {r}, colspan: {cell.colspan}, rowspan: {cell.rowspan}, {shade}align: {side} + {'horizon' if s.upright == 'middle' else s.upright}, {text})")
        header = f"table.header({', '.join(head)})," if head else ""
        inner = f"table(columns: ({columns},), stroke: none, inset: (x: {max(s.pad, 0.3)}em, y: {s.pad}em), {', '.join(lines) + ',' if lines else ''} {header} {', '.join(body)})"
        inner = f"block(breakable: {'true' if t.long else 'false'}, {{ set text(size: {s.table_size}em, hyphenate: false); set par(justify: false); {inner} }})"
        caption = self.paragraph("caption", lit(b.data["caption"])) if b.data.get("caption") else ""
        note = self.paragraph("note", lit(b.data["note"])) if b.data.get("note") else ""
        below = b.data.get("caption_below")
        return "\n".join(x for x in (("" if below else caption), inner, caption if below else "", note) if x)

    def chart(self, b: Block) -> str:
        d, out = b.data, []
        step = 230 / len(d["values"])
        for i, tick in enumerate(d["ticks"]):
            y = 130 - i * 28
            out.append(f"place(dx: 0pt, dy: {y - 4}pt, box(width: 28pt, align(right, {lit(tick)})))")
            if d["grid"]:
                out.append(f"place(dx: 32pt, dy: {y}pt, line(length: 240pt, stroke: 0.3pt + gray))")
        for i, (value, name) in enumerate(zip(d["values"], d["labels"])):
            x = 38 + i * step
            out.append(f'place(dx: {x:.1f}pt, dy: {130 - 110 * value:.1f}pt, rect(width: {step * 0.65:.1f}pt, height: {110 * value:.1f}pt, fill: rgb("4a7ebb")))')
            out.append(f"place(dx: {x:.1f}pt, dy: 134pt, {lit(name)})")
        out.append(f"place(dx: 32pt, dy: 0pt, {lit(d['y'])}); place(dx: 32pt, dy: 10pt, line(angle: 90deg, length: 120pt)); place(dx: 32pt, dy: 130pt, line(length: 240pt))")
        return f"block(width: 300pt, height: 148pt, {{ set text(size: 7pt); {'; '.join(out)} }})"
