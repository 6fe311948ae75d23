"""ReportLab."""

from __future__ import annotations

from html import escape

from reportlab.graphics.shapes import Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import BalancedColumns, BaseDocTemplate, Frame, HRFlowable, KeepTogether, PageBreak, PageTemplate, Paragraph, Preformatted, Spacer
from reportlab.platypus import Table as Grid

from .. import ruling
from ..styles import Style, look
from ..tree import Block, Document
from ..truth import label

FOLDER = "/usr/share/fonts/truetype/liberation/Liberation"
FAMILIES = {True: "Serif", False: "Sans"}


def register() -> None:
    """Registers the fonts once."""
    if "Serif" in pdfmetrics.getRegisteredFontNames():
        return
    for family in FAMILIES.values():
        for suffix, face in (("", "Regular"), ("-b", "Bold"), ("-i", "Italic"), ("-bi", "BoldItalic")):
            pdfmetrics.registerFont(TTFont(family + suffix, f"{FOLDER}{family}-{face}.ttf"))
        pdfmetrics.registerFontFamily(family, normal=family, bold=family + "-b", italic=family + "-i", boldItalic=family + "-bi")


class Platypus:
    """Draws one document."""

    def __init__(self, document: Document, style: Style):
        register()
        self.document, self.style, self.font = document, style, FAMILIES[style.serif]
        self.width = document.size[0] - 2 * document.margin
        self.notes: list[tuple[str, str]] = []
        self.nested = False
        """True inside columns and cells, which cannot keep blocks together."""

    def write(self, path: str) -> None:
        d = self.document

        def running(canvas, template) -> None:
            canvas.setFont(self.font, 8)
            if d.head:
                canvas.drawCentredString(d.size[0] / 2, d.size[1] - d.margin * 0.6, d.head)
            if d.foot:
                canvas.drawString(d.margin, d.margin * 0.5, d.foot)
            if d.numbered:
                canvas.drawRightString(d.size[0] - d.margin, d.margin * 0.5, str(canvas.getPageNumber()))

        frame = Frame(d.margin, d.margin, self.width, d.size[1] - 2 * d.margin, 0, 0, 0, 0, id="text")
        template = BaseDocTemplate(path, pagesize=d.size, invariant=1)
        template.addPageTemplates([PageTemplate(frames=[frame], onPage=running)])
        story = self.many(d.blocks)
        if self.notes:
            story += [HRFlowable(width="30%")] + [self.paragraph("note", f"<super>{n}</super> {escape(t)}") for n, t in self.notes]
        template.build(story)

    def paragraph(self, kind: str, text: str, level: int = 0, size: float = 0, bold: bool = False, align: str = "") -> Paragraph:
        s = self.style
        k = look(s, kind, level)
        size = size or s.size * k.size
        suffix = ("b" if k.bold or bold else "") + ("i" if k.italic else "")
        side = align or k.align or ("justify" if s.justified else "left")
        style = ParagraphStyle("p", fontName=self.font + (f"-{suffix}" if suffix else ""), fontSize=size, leading=size * s.leading, leftIndent=k.left * size, firstLineIndent=k.first * size,
                               spaceBefore=k.before * size, spaceAfter=k.after * size, textColor=HexColor("#" + k.colour), alignment={"left": 0, "center": 1, "right": 2, "justify": 4}[side], keepWithNext=int(kind == "heading"))
        return Paragraph(f"<u>{text}</u>" if k.underlined else text, style)

    def many(self, blocks: list[Block]) -> list:
        return [f for b in blocks for f in self.block(b)]

    def narrow(self, blocks: list[Block], width: float) -> list:
        before, self.width, self.nested = (self.width, self.nested), width, True
        out = self.many(blocks)
        self.width, self.nested = before
        return out

    def block(self, b: Block) -> list:
        t, s = escape(b.text), self.style
        if b.kind == "list":
            return [*self.list(b), Spacer(1, 5)]
        if b.kind == "table":
            return self.table(b)
        if b.kind in ("figure", "chart"):
            parts = [self.chart(b) if b.kind == "chart" else self.picture(b)]
            if b.data.get("caption"):
                parts.append(self.paragraph("caption", escape(b.data["caption"])))
            return parts if self.nested else [KeepTogether(parts)]
        if b.kind == "columns":
            count = b.data["count"]
            return [BalancedColumns(self.narrow(b.children, (self.width - 14 * (count - 1)) / count), nCols=count, innerPadding=14, vLinesStrokeWidth=0.4 if b.data["rule"] else None, vLinesStrokeColor=HexColor("#444444") if b.data["rule"] else None)]
        if b.kind == "side":
            width = self.width / len(b.children)
            grid = Grid([[self.narrow(p.children, width - 12) for p in b.children]], colWidths=[width] * len(b.children))
            grid.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP")] + ([("LINEAFTER", (0, 0), (-2, -1), 0.5, HexColor("#333333"))] if b.data.get("rule") else []))
            return [grid]
        if b.kind == "box":
            grid = Grid([[self.narrow(b.children, self.width - 12)]], colWidths=[self.width])
            grid.setStyle(([("BACKGROUND", (0, 0), (-1, -1), HexColor("#eef2f6"))] if b.data["shaded"] else []) + ([("BOX", (0, 0), (-1, -1), 0.7, HexColor("#333333"))] if b.data["framed"] else []))
            return [Spacer(1, 5), grid, Spacer(1, 5)]
        if b.kind == "code":
            return [Preformatted(b.text, ParagraphStyle("c", fontName="Courier", fontSize=s.size * 0.85, leading=s.size * 1.05, spaceAfter=6))]
        if b.kind == "rule":
            return [HRFlowable(width="100%", thickness=0.8, color=HexColor("#000000"), spaceBefore=4, spaceAfter=4)]
        if b.kind == "gap":
            return [Spacer(1, s.size)]
        if b.kind == "pagebreak":
            return [PageBreak()]
        if b.kind == "tocline":
            dots = " . " * max(2, int((self.width - len(b.text) * s.size * 0.5) / (s.size * 0.75)) - 3) if b.data["dots"] else ""
            grid = Grid([[self.paragraph("tocline", t), dots, b.data["page"]]], colWidths=[None, None, 30], style=[("FONTNAME", (0, 0), (-1, -1), self.font), ("FONTSIZE", (0, 0), (-1, -1), s.size)])
            return [grid] if not dots else [self.paragraph("tocline", f"{t}{dots[: max(4, len(dots) // 2 * 1)]}{b.data['page']}")]
        if b.kind == "field":
            line = {"line": ("LINEBELOW", (1, 0), (1, 0), 0.6, HexColor("#000000")), "box": ("BOX", (1, 0), (1, 0), 0.6, HexColor("#000000")), "dots": ("LINEBELOW", (1, 0), (1, 0), 0.8, HexColor("#000000"), 1, (1, 2))}[b.data["form"]]
            return [Grid([[b.text, b.data["filled"]]], colWidths=[self.width * 0.4, self.width * 0.5], style=[line, ("FONTNAME", (0, 0), (-1, -1), self.font), ("FONTSIZE", (0, 0), (-1, -1), s.size)])]
        if b.data.get("lead"):
            lead = escape(b.data["lead"])
            t = f"<b>{lead}</b>{t[len(lead):]}"
        if b.data.get("bold"):
            t = f"<b>{t}</b>"
        if b.data.get("note"):
            self.notes.append(b.data["note"])
            t += f"<super>{b.data['note'][0]}</super>"
        return [self.paragraph(b.kind, t, b.level)]

    def list(self, b: Block, depth: int = 0) -> list:
        out: list = []
        for at, item in enumerate(b.children):
            paragraph = self.paragraph("verse", escape(item.text))
            paragraph.style.leftIndent, paragraph.style.bulletIndent = 18.0 * (depth + 1), 18.0 * depth + 4
            paragraph.style.bulletFontName, paragraph.style.bulletFontSize = self.font, self.style.size
            out.append(Paragraph(escape(item.text), paragraph.style, bulletText=label(b.data["ordered"], at) or b.data["bullet"]))
            for inner in item.children:
                out += self.list(inner, depth + 1)
        return out

    def table(self, b: Block) -> list:
        s, t = self.style, b.table
        size = s.size * s.table_size
        h, v, fill, cells = ruling.across(s, t), ruling.down(s, t), ruling.fills(s, t), ruling.grid(t)
        widths = ruling.widths(t, s, size, self.width)
        data: list[list] = [["" for _ in range(t.columns)] for _ in cells]
        style: list[tuple] = [("VALIGN", (0, 0), (-1, -1), s.upright.upper()), ("LEFTPADDING", (0, 0), (-1, -1), max(2, s.pad * size)), ("RIGHTPADDING", (0, 0), (-1, -1), max(2, s.pad * size)),
                              ("TOPPADDING", (0, 0), (-1, -1), s.pad * size), ("BOTTOMPADDING", (0, 0), (-1, -1), s.pad * size)]
        dash = {"dotted": (0.5, 1.5), "dashed": (3, 2)}.get(s.line)
        count = 2 if s.line == "double" else 1
        black = HexColor("#222222")
        for r, row in enumerate(cells):
            if fill[r]:
                style.append(("BACKGROUND", (0, r), (-1, r), HexColor("#" + fill[r])))
            for c, entry in enumerate(row):
                if not entry or entry[0]:
                    continue
                cell = entry[1]
                last = (c + cell.colspan - 1, min(r + cell.rowspan, len(cells)) - 1)
                if cell.colspan > 1 or cell.rowspan > 1:
                    style.append(("SPAN", (c, r), last))
                cell_text = escape(cell.text)
                data[r][c] = self.paragraph("verse", cell_text, 0, size, ruling.bold(s, t, cell, r), ruling.align(s, t, c, cell, r))
                data[r][c].style.leftIndent = 0
                for command, width, place in (("LINEABOVE", h[r], (c, r)), ("LINEBELOW", h[last[1] + 1], (c, last[1])), ("LINEBEFORE", v[c], (c, r)), ("LINEAFTER", v[last[0] + 1], (last[0], r))):
                    if width:
                        end = (last[0], place[1]) if command in ("LINEABOVE", "LINEBELOW") else (place[0], last[1])
                        style.append((command, place, end, width, black, 1, dash, None, count))
        grid = Grid(data, colWidths=widths, repeatRows=t.head_rows, style=style, hAlign="LEFT")
        caption = [self.paragraph("caption", escape(b.data["caption"]))] if b.data.get("caption") else []
        note = [self.paragraph("note", escape(b.data["note"]))] if b.data.get("note") else []
        below = b.data.get("caption_below")
        parts = [*([] if below else caption), Spacer(1, 3), grid, Spacer(1, 3), *(caption if below else []), *note]
        return parts if t.long or self.nested else [KeepTogether(parts)]

    def picture(self, b: Block) -> Drawing:
        width = min(260, self.width)
        out = Drawing(width, width * b.data["ratio"])
        out.add(Rect(0, 0, width, width * b.data["ratio"], fillColor=HexColor("#88aacc"), strokeColor=None))
        return out

    def chart(self, b: Block) -> Drawing:
        d, out = b.data, Drawing(min(280, self.width), 150)
        step = (min(280, self.width) - 50) / len(d["values"])
        for i, tick in enumerate(d["ticks"]):
            out.add(String(28, 18 + i * 26, tick, textAnchor="end", fontSize=7, fontName=self.font))
            out.add(Line(30, 20 + i * 26, (270 if d["grid"] else 34), 20 + i * 26, strokeWidth=0.3))
        points = []
        for i, (value, name) in enumerate(zip(d["values"], d["labels"])):
            x = 36 + i * step
            points += [x + step / 3, 20 + 105 * value]
            if d["form"] == "bars":
                out.add(Rect(x, 20, step * 0.7, 105 * value, fillColor=HexColor("#4a7ebb"), strokeColor=None))
            out.add(String(x + step / 3, 8, name[:8], textAnchor="middle", fontSize=7, fontName=self.font))
        if d["form"] == "lines":
            out.add(PolyLine(points, strokeColor=HexColor("#bb3333")))
        out.add(String(30, 138, d["y"], fontSize=7, fontName=self.font))
        out.add(Line(30, 20, 30, 132))
        out.add(Line(30, 20, 270, 20))
        return out
