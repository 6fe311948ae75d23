"""HTML with CSS, for Chromium, WeasyPrint and LibreOffice."""

from __future__ import annotations

import html
from base64 import b64encode

from .. import ruling
from ..styles import Style, look
from ..tree import Block, Document
from ..words import RTL
from .bitmap import bitmap

FONTS = {True: "'Liberation Serif', 'Noto Serif', 'Noto Serif CJK SC', 'Noto Naskh Arabic', serif",
         False: "'Liberation Sans', 'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans Arabic', 'Noto Sans Hebrew', sans-serif"}
LISTS = {"1.": "decimal", "1)": "decimal", "a)": "lower-alpha", "A.": "upper-alpha", "(i)": "lower-roman", "(1)": "decimal"}


class Html:
    """Draws one document. `engine` is chromium, weasyprint or writer."""

    def __init__(self, document: Document, style: Style, engine: str):
        self.document, self.style, self.engine = document, style, engine
        self.notes: list[tuple[str, str]] = []

    def page(self) -> str:
        d, s = self.document, self.style
        body = "".join(map(self.block, d.blocks))
        if self.notes:
            body += "<hr>" + "".join(f'<p class="note"><sup>{n}</sup> {html.escape(t)}</p>' for n, t in self.notes)
        margins = ""
        if d.head:
            margins += f'@top-center {{ content: "{d.head}"; font-size: 8pt; }}'
        if d.foot:
            margins += f'@bottom-left {{ content: "{d.foot}"; font-size: 8pt; white-space: nowrap; }}'
        if d.numbered:
            margins += "@bottom-right { content: counter(page); font-size: 8pt; }"
        direction = "rtl" if d.language in RTL else "ltr"
        css = f"""@page {{ size: {d.size[0]}pt {d.size[1]}pt; margin: {d.margin}pt; {margins} }}
body {{ margin: 0; font-family: {FONTS[s.serif]}; font-size: {s.size}pt; line-height: {s.leading};
 text-align: {"justify" if s.justified else "start"}; hyphens: {"auto" if s.justified else "manual"}; orphans: 2; widows: 2 }}
h1, h2, h3, h4, h5 {{ break-after: avoid; hyphens: manual; line-height: 1.2 }}
table {{ border-spacing: 0; font-size: {s.table_size}em; hyphens: manual }} tr {{ break-inside: avoid }} thead {{ display: table-header-group }}
pre {{ font-size: 0.85em; text-align: left }} .footnote {{ float: footnote; font-size: 0.8em }} figure {{ margin: 0.6em 0; break-inside: avoid }}
.lines {{ display: flex }} .dots {{ flex: 1; border-bottom: 1px dotted; margin: 0 0.3em 0.3em }} li {{ margin: 0.15em 0 }}"""
        return f'<!DOCTYPE html><html lang="{d.language}" dir="{direction}"><meta charset="utf-8"><title>{d.template}</title><style>{css}</style><body>{body}</body></html>'

    def styled(self, kind: str, level: int = 0) -> str:
        k = look(self.style, kind, level)
        start = "right" if self.document.language in RTL else "left"
        side = "start" if k.align == "left" and self.engine != "writer" else start if k.align == "left" else k.align
        return (f'font-size:{k.size}em;font-weight:{"bold" if k.bold else "normal"};font-style:{"italic" if k.italic else "normal"};'
                f'text-decoration:{"underline" if k.underlined else "none"};margin:{k.before}em 0 {k.after}em;padding-{start}:{k.left}em;'
                f"text-indent:{k.first}em;color:#{k.colour};" + (f"text-align:{side};" if side else ""))

    def block(self, b: Block) -> str:
        t = html.escape(b.text)
        if b.kind == "heading":
            return f'<h{b.level + 1} style="{self.styled("heading", b.level)}">{t}</h{b.level + 1}>'
        if b.kind == "list":
            return self.list(b)
        if b.kind == "table":
            return self.table(b)
        if b.kind in ("figure", "chart"):
            if self.engine == "writer":
                # LibreOffice does not read SVG in HTML, and shows its words as text.
                inner = f'<img width="300" src="data:image/png;base64,{b64encode(bitmap(b).getvalue()).decode()}">'
                return f"<div>{inner}{self.caption(b)}</div>"
            inner = self.chart(b) if b.kind == "chart" else self.picture(b)
            return f"<figure>{inner}{self.caption(b)}</figure>"
        if b.kind == "columns":
            rule = "column-rule: 0.5pt solid #444;" if b.data["rule"] else ""
            return f'<div style="columns:{b.data["count"]};column-gap:16pt;{rule}">{"".join(map(self.block, b.children))}</div>'
        if b.kind == "side":
            line = "border-left:0.5pt solid #333;padding-left:8pt" if b.data.get("rule") else ""
            cells = [f'<div style="flex:1;min-width:0;{line if i else ""}">{"".join(map(self.block, p.children))}</div>' for i, p in enumerate(b.children)]
            if self.engine == "writer":
                cells = [f'<td valign="top">{"".join(map(self.block, p.children))}</td>' for p in b.children]
                return f'<table width="100%" cellpadding="7"><tr>{"".join(cells)}</tr></table>'
            return f'<div style="display:flex;gap:10pt;break-inside:avoid">{"".join(cells)}</div>'
        if b.kind == "box":
            css = ("background:#eef2f6;" if b.data["shaded"] else "") + ("border:0.7pt solid #333;" if b.data["framed"] else "")
            return f'<div style="padding:6pt;margin:6pt 0;break-inside:avoid;{css}">{"".join(map(self.block, b.children))}</div>'
        if b.kind == "code":
            return f"<pre>{t}</pre>"
        if b.kind == "rule":
            return '<hr style="border:0;border-top:0.8pt solid #000;margin:6pt 0">'
        if b.kind == "gap":
            return '<p style="margin:0">&nbsp;</p>'
        if b.kind == "pagebreak":
            if self.engine == "writer":
                return '<p style="page-break-before:always;margin:0"></p>'
            return '<div style="break-after:page"></div>'
        if b.kind == "tocline":
            gap = '<span class="dots"></span>' if b.data["dots"] else '<span style="flex:1"></span>'
            if self.engine == "writer":
                gap = " "
            return f'<div class="lines"><span>{t}</span>{gap}<span>{b.data["page"]}</span></div>'
        if b.kind == "field":
            line = {"line": "border-bottom:0.6pt solid", "box": "border:0.6pt solid", "dots": "border-bottom:1pt dotted"}[b.data["form"]]
            filled = html.escape(b.data["filled"]) or "&nbsp;"
            return f'<div class="lines" style="margin:5pt 0"><span>{t}</span>&nbsp;<span style="flex:1;{line}">{filled}</span></div>'
        if b.kind in ("entry", "speech") and b.data.get("lead"):
            lead = html.escape(b.data["lead"])
            t = f"<b>{lead}</b>{t[len(lead):]}"
        if b.data.get("bold"):
            t = f"<b>{t}</b>"
        if b.data.get("note"):
            n, text = b.data["note"]
            if self.engine == "weasyprint":
                t += f'<span class="footnote">{html.escape(text)}</span>'
            else:
                self.notes.append((n, text))
                t += f"<sup>{n}</sup>"
        return f'<p style="{self.styled(b.kind)}">{t}</p>'

    def list(self, b: Block) -> str:
        rows = "".join(f"<li>{html.escape(i.text)}{''.join(map(self.block, i.children))}</li>" for i in b.children)
        if b.data["ordered"]:
            return f'<ol style="list-style-type:{LISTS[b.data["ordered"]]}">{rows}</ol>'
        kind = {"•": "disc", "■": "square", "◦": "circle"}.get(b.data["bullet"]) or f"'{b.data['bullet']} '"
        return f'<ul style="list-style-type:{kind}">{rows}</ul>'

    def caption(self, b: Block) -> str:
        text = b.data.get("caption")
        return f'<p style="{self.styled("caption")}">{html.escape(text)}</p>' if text else ""

    def table(self, b: Block) -> str:
        s, t = self.style, b.table
        h, v, fill, cells = ruling.across(s, t), ruling.down(s, t), ruling.fills(s, t), ruling.grid(t)
        line = s.line
        spread = line == "ridge"
        out, begun = [], False
        for r, row in enumerate(cells):
            if r == 0 and t.head_rows:
                out.append("<thead>")
            if r == t.head_rows:
                out.append("</thead><tbody>" if t.head_rows else "<tbody>")
                begun = True
            out.append("<tr>")
            for c, entry in enumerate(row):
                if not entry or entry[0]:
                    continue
                cell = entry[1]
                css = f"padding:{s.pad}em {max(s.pad, 0.3)}em;text-align:{ruling.align(s, t, c, cell, r)};vertical-align:{s.upright};"
                for side, width in (("top", h[r]), ("bottom", h[min(r + cell.rowspan, len(h) - 1)]), ("left", v[c]), ("right", v[min(c + cell.colspan, len(v) - 1)])):
                    if width:
                        css += f"border-{side}:{width}pt {line} #222;"
                if fill[r]:
                    css += f"background:#{fill[r]};"
                if ruling.bold(s, t, cell, r):
                    css += "font-weight:bold;"
                else:
                    css += "font-weight:normal;"
                spans = "".join(f' {n}="{x}"' for n, x in (("rowspan", cell.rowspan), ("colspan", cell.colspan)) if x > 1)
                tag = "th" if cell.head else "td"
                out.append(f'<{tag}{spans} style="{css}">{html.escape(cell.text)}</{tag}>')
            out.append("</tr>")
        wide = "width:100%;" if s.full or t.weights else ""
        collapse = "border-collapse:separate;border-spacing:1.5pt;" if spread else "border-collapse:collapse;"
        columns = "".join(f'<col style="width:{100 * w / sum(t.weights):.1f}%">' for w in t.weights)
        body = f'<table style="margin:4pt 0;{wide}{collapse}"><colgroup>{columns}</colgroup>{"".join(out)}{"</tbody>" if begun else "</thead>"}</table>'
        below = b.data.get("caption_below")
        note = f'<p style="{self.styled("note")}">{html.escape(b.data["note"])}</p>' if b.data.get("note") else ""
        return (("" if below else self.caption(b)) + body + (self.caption(b) if below else "") + note)

    def picture(self, b: Block) -> str:
        shade = 40 + 20 * b.data["shade"]
        return (f'<svg width="300" height="{300 * b.data["ratio"]:.0f}" viewBox="0 0 300 {300 * b.data["ratio"]:.0f}"><defs><linearGradient id="g{shade}"><stop offset="0" stop-color="rgb({shade},90,120)"/>'
                f'<stop offset="1" stop-color="#ddd"/></linearGradient></defs><rect width="300" height="200" fill="url(#g{shade})"/><circle cx="90" cy="60" r="{20 + 4 * b.data["shade"]}" fill="#246"/></svg>')

    def chart(self, b: Block) -> str:
        d, out = b.data, []
        for i, tick in enumerate(d["ticks"]):
            y = 140 - i * 30
            out.append(f'<text x="34" y="{y + 3}" text-anchor="end">{tick}</text><line x1="38" x2="{300 if d["grid"] else 42}" y1="{y}" y2="{y}" stroke="#999" stroke-width="0.5"/>')
        step = 250 / len(d["values"])
        points = []
        for i, (value, name) in enumerate(zip(d["values"], d["labels"])):
            x, y = 45 + i * step, 140 - 120 * value
            points.append(f"{x + step / 2:.1f},{y:.1f}")
            if d["form"] == "bars":
                out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.7:.1f}" height="{140 - y:.1f}" fill="#4a7ebb"/>')
            out.append(f'<text x="{x + step * 0.35:.1f}" y="152" text-anchor="middle">{html.escape(name)}</text>')
        if d["form"] == "lines":
            out.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="#b33"/>')
        out.append(f'<text x="38" y="10">{html.escape(d["y"])}</text><path d="M40 15V140H300" fill="none" stroke="#000"/>')
        return f'<svg width="360" height="190" viewBox="0 0 310 160" font-size="8">{"".join(out)}</svg>'
