"""Word's format by python-docx, which LibreOffice then prints."""

from __future__ import annotations

from docx import Document as Word
from docx.enum.section import WD_SECTION
from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_TAB_ALIGNMENT, WD_TAB_LEADER
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

from .. import ruling
from ..styles import Style, look
from ..tree import Block, Document
from ..truth import label
from ..words import RTL
from .bitmap import bitmap

SIDES = {"left": WD_ALIGN_PARAGRAPH.LEFT, "center": WD_ALIGN_PARAGRAPH.CENTER, "right": WD_ALIGN_PARAGRAPH.RIGHT, "justify": WD_ALIGN_PARAGRAPH.JUSTIFY}
UPRIGHT = {
    "top": WD_CELL_VERTICAL_ALIGNMENT.TOP, "middle": WD_CELL_VERTICAL_ALIGNMENT.CENTER, "bottom": WD_CELL_VERTICAL_ALIGNMENT.BOTTOM,
}
LINES = {"solid": "single", "dotted": "dotted", "dashed": "dashed", "double": "double", "ridge": "threeDEmboss"}


def child(parent, tag: str, **values: str):
    """Adds an element whose attributes are in the namespace `w`."""
    out = OxmlElement(tag)
    for name, value in values.items():
        out.set(qn(f"w:{name}"), value)
    parent.append(out)
    return out


class Docx:
    """Draws one document."""

    def __init__(self, document: Document, style: Style):
        self.document, self.style, self.word = document, style, Word()
        self.rtl = document.language in RTL
        self.notes: list[tuple[str, str]] = []
        self.width = document.size[0] - 2 * document.margin

    def write(self, path: str) -> None:
        d, s = self.document, self.style
        normal = self.word.styles["Normal"]
        normal.font.name, normal.font.size = ("Liberation Serif" if s.serif else "Liberation Sans"), Pt(s.size)
        fonts = normal.element.rPr.rFonts
        fonts.set(qn("w:eastAsia"), "Noto Serif CJK SC")
        fonts.set(qn("w:cs"), "Noto Naskh Arabic" if d.language == "ar" else "Noto Sans Hebrew")
        normal.paragraph_format.line_spacing = s.leading * 0.87
        normal.paragraph_format.space_after = Pt(0)
        section = self.word.sections[0]
        section.page_width, section.page_height = Pt(d.size[0]), Pt(d.size[1])
        section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Pt(d.margin)
        section.header_distance = section.footer_distance = Pt(d.margin * 0.45)
        if d.head:
            section.header.paragraphs[0].text = d.head
            section.header.paragraphs[0].alignment = SIDES["center"]
        foot = section.footer.paragraphs[0]
        foot.add_run(d.foot)
        if d.numbered:
            child(foot._p, "w:fldSimple", instr="PAGE")
            foot.alignment = SIDES["center"]
        for b in d.blocks:
            self.block(self.word, b)
        for n, t in self.notes:
            self.paragraph(self.word, "note", f"{n} {t}")
        self.word.save(path)

    def paragraph(self, where, kind: str, text: str, level: int = 0, lead: str = "", bold: bool = False):
        s, k = self.style, look(self.style, kind, level)
        p = where.add_paragraph()
        if kind == "heading":
            p.style = self.word.styles["Normal"]
            p.paragraph_format.keep_with_next = True
        form, size = p.paragraph_format, s.size * k.size
        form.space_before, form.space_after = Pt(k.before * size), Pt(k.after * size)
        form.left_indent, form.first_line_indent = Pt(k.left * size), Pt(k.first * size)
        p.alignment = SIDES[k.align or ("justify" if s.justified else "left")]
        for part, heavy in ((lead, True), (text[len(lead):], bold)) if lead else ((text, bold),):
            self.run(p, part, size, k.bold or heavy, k.italic, k.colour, k.underlined)
        if self.rtl:
            child(p._p.get_or_add_pPr(), "w:bidi")
            if (k.align or "left") == "left" and not s.justified:
                p.alignment = SIDES["left"]
        return p

    def run(self, p, text: str, size: float, bold: bool = False, italic: bool = False, colour: str = "000000", underlined: bool = False):
        run = p.add_run(text)
        run.font.size, run.bold, run.italic, run.underline = Pt(size), bold, italic, underlined or None
        if colour != "000000":
            run.font.color.rgb = RGBColor.from_string(colour.upper())
        if self.rtl:
            properties = run._r.get_or_add_rPr()
            child(properties, "w:szCs", val=str(int(size * 2)))
            child(properties, "w:rtl")
        return run

    def section(self, count: int, rule: bool) -> None:
        section = self.word.add_section(WD_SECTION.CONTINUOUS)
        for old in section._sectPr.findall(qn("w:cols")):
            section._sectPr.remove(old)
        child(section._sectPr, "w:cols", num=str(count), space="300", **({"sep": "1"} if rule else {}))

    def block(self, where, b: Block) -> None:
        s = self.style
        if b.kind == "list":
            self.list(where, b, 0)
        elif b.kind == "table":
            self.table(where, b)
        elif b.kind in ("figure", "chart"):
            p = where.add_paragraph()
            p.add_run().add_picture(bitmap(b), width=Pt(min(230, self.width)))
            p.paragraph_format.keep_with_next = bool(b.data.get("caption"))
            if b.data.get("caption"):
                self.paragraph(where, "caption", b.data["caption"])
        elif b.kind == "columns" and where is self.word:
            self.section(b.data["count"], b.data["rule"])
            width, self.width = self.width, (self.width - 15 * (b.data["count"] - 1)) / b.data["count"]
            for x in b.children:
                self.block(where, x)
            self.width = width
            self.section(1, False)
        elif b.kind in ("side", "box", "columns"):
            parts = b.children if b.kind == "side" else [b]
            grid = where.add_table(1, len(parts)) if where is self.word else where.add_table(1, len(parts))
            width, self.width = self.width, self.width / len(parts) - 12
            for cell, part in zip(grid.rows[0].cells, parts):
                if b.kind == "box":
                    properties = cell._tc.get_or_add_tcPr()
                    if b.data["framed"]:
                        borders = child(properties, "w:tcBorders")
                        for side in ("top", "left", "bottom", "right"):
                            child(borders, f"w:{side}", val="single", sz="6", color="333333")
                    if b.data["shaded"]:
                        child(properties, "w:shd", val="clear", fill="EEF2F6")
                for x in part.children:
                    self.block(cell, x)
                cell._tc.remove(cell.paragraphs[0]._p) if len(cell.paragraphs) > 1 and cell._tc[-1].tag == qn("w:p") else None
            self.width = width
            where.add_paragraph().paragraph_format.space_after = Pt(0)
        elif b.kind == "code":
            for line in b.text.split("\n"):
                p = where.add_paragraph()
                run = p.add_run(line)
                run.font.name, run.font.size = "Liberation Mono", Pt(s.size * 0.85)
        elif b.kind == "rule":
            p = where.add_paragraph()
            borders = child(p._p.get_or_add_pPr(), "w:pBdr")
            child(borders, "w:bottom", val="single", sz="6", space="1", color="000000")
        elif b.kind == "gap":
            where.add_paragraph()
        elif b.kind == "pagebreak":
            where.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        elif b.kind == "tocline":
            p = self.paragraph(where, "tocline", b.text)
            p.paragraph_format.tab_stops.add_tab_stop(Pt(self.width), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS if b.data["dots"] else WD_TAB_LEADER.SPACES)
            self.run(p, "\t" + b.data["page"], s.size)
        elif b.kind == "field":
            p = self.paragraph(where, "address", f"{b.text} {b.data['filled']}")
            p.paragraph_format.space_after = Pt(5)
            if b.data["form"] == "box":
                return
            p.paragraph_format.tab_stops.add_tab_stop(Pt(self.width * 0.9), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.LINES if b.data["form"] == "line" else WD_TAB_LEADER.DOTS)
            self.run(p, "\t", s.size)
        else:
            p = self.paragraph(where, b.kind, b.text, b.level, b.data.get("lead", ""), b.data.get("bold", False))
            if b.data.get("note"):
                self.notes.append(b.data["note"])
                self.run(p, b.data["note"][0], s.size).font.superscript = True

    def list(self, where, b: Block, depth: int) -> None:
        for i, item in enumerate(b.children):
            mark = label(b.data["ordered"], i) or b.data["bullet"]
            p = self.paragraph(where, "speech", f"{mark}\t{item.text}")
            p.paragraph_format.left_indent, p.paragraph_format.first_line_indent = Pt(20 * (depth + 1)), Pt(-16)
            p.paragraph_format.tab_stops.add_tab_stop(Pt(20 * (depth + 1)))
            for x in item.children:
                self.list(where, x, depth + 1)

    def table(self, where, b: Block) -> None:
        s, t = self.style, b.table
        if b.data.get("caption") and not b.data.get("caption_below"):
            self.paragraph(where, "caption", b.data["caption"]).paragraph_format.keep_with_next = True
        size = s.size * s.table_size
        widths = ruling.widths(t, s, size, self.width)
        h, v, fill, cells = ruling.across(s, t), ruling.down(s, t), ruling.fills(s, t), ruling.grid(t)
        grid = where.add_table(len(cells), t.columns)
        grid.autofit = False
        if self.rtl:
            child(grid._tbl.tblPr, "w:bidiVisual")
        for c, width in enumerate(widths):
            grid.columns[c].width = Pt(width)
        rows = [list(row.cells) for row in grid.rows]
        for r, row in enumerate(cells):
            if r < t.head_rows:
                child(grid.rows[r]._tr.get_or_add_trPr(), "w:tblHeader")
            for c, entry in enumerate(row):
                if not entry or entry[0]:
                    continue
                cell = entry[1]
                last = min(r + cell.rowspan, len(cells)) - 1
                for i in range(r, last + 1):
                    for j in range(c, c + cell.colspan):
                        properties = rows[i][j]._tc.get_or_add_tcPr()
                        rows[i][j].width = Pt(widths[j])
                        borders = child(properties, "w:tcBorders")
                        for side, width in (("top", h[i] if i == r else 0), ("left", v[j] if j == c else 0), ("bottom", h[i + 1] if i == last else 0), ("right", v[j + 1] if j == c + cell.colspan - 1 else 0)):
                            if width:
                                child(borders, f"w:{side}", val=LINES[s.line], sz=str(max(2, round(width * 8))), color="222222")
                        if fill[i]:
                            child(properties, "w:shd", val="clear", fill=fill[i].upper())
                place = rows[r][c]
                if cell.colspan > 1 or cell.rowspan > 1:
                    place = place.merge(rows[last][c + cell.colspan - 1])
                p = place.paragraphs[0]
                p.paragraph_format.space_before = p.paragraph_format.space_after = Pt(s.pad * size * 0.6)
                side = ruling.align(s, t, c, cell, r)
                p.alignment = SIDES[side]
                if self.rtl:
                    child(p._p.get_or_add_pPr(), "w:bidi")
                self.run(p, cell.text, size, ruling.bold(s, t, cell, r))
                place.vertical_alignment = UPRIGHT[s.upright]
        if b.data.get("caption") and b.data.get("caption_below"):
            self.paragraph(where, "caption", b.data["caption"])
        if b.data.get("note"):
            self.paragraph(where, "note", b.data["note"])
        where.add_paragraph()
