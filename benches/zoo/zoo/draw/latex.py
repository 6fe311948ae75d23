"""LaTeX for pdfTeX and LuaTeX."""

from __future__ import annotations

import re

from .. import ruling
from ..styles import Style, look
from ..tree import Block, Document, Table
from ..truth import label

SPECIAL = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "#": r"\#", "%": r"\%", "&": r"\&", "_": r"\_", "$": r"\$", "~": r"\textasciitilde{}",
           "^": r"\textasciicircum{}", "\u00a0": "~", "−": r"\ensuremath{-}", "²": r"\textsuperscript{2}", "°": r"\textdegree{}", "•": r"\textbullet{}", "■": r"\rule{.5em}{.5em}", "◦": r"$\circ$", "–": "--"}


def tex(text: str) -> str:
    return re.sub(r"[\\{}#%&_$~^\u00a0−²°•■◦–]", lambda m: SPECIAL[m[0]], text)


class Latex:
    """Draws one document. `lua` selects LuaTeX with system fonts."""

    def __init__(self, document: Document, style: Style, lua: bool):
        self.document, self.style, self.lua = document, style, lua
        self.width = document.size[0] - 2 * document.margin

    def page(self) -> str:
        d, s = self.document, self.style
        if self.lua:
            family = "Liberation Serif" if s.serif else "DejaVu Sans"
            fonts = rf"\usepackage{{fontspec}}\setmainfont{{{family}}}\setmonofont{{DejaVu Sans Mono}}"
        else:
            fonts = r"\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{textcomp}\usepackage{lmodern}" + ("" if s.serif else r"\renewcommand{\familydefault}{\sfdefault}")
        dashes = r"\usepackage{arydshln}" if s.line in ("dotted", "dashed") else ""
        # \rightmark and page styles: only what the document has.
        head = rf"\fancyhead[C]{{\footnotesize {tex(d.head)}}}" if d.head else ""
        foot = rf"\fancyfoot[L]{{\footnotesize {tex(d.foot)}}}" if d.foot else ""
        number = r"\fancyfoot[R]{\thepage}" if d.numbered else ""
        body = "".join(map(self.block, d.blocks))
        return rf"""\documentclass{{article}}
{fonts}
\usepackage[paperwidth={d.size[0]}bp,paperheight={d.size[1]}bp,margin={d.margin}bp,headsep=12pt]{{geometry}}
\usepackage{{microtype,booktabs,longtable,multirow,array,multicol,fancyhdr}}\usepackage[table]{{xcolor}}{dashes}
\pagestyle{{fancy}}\fancyhf{{}}\renewcommand{{\headrulewidth}}{{{0.4 if d.head and len(d.head) % 2 else 0}pt}}{head}{foot}{number}
\setlength{{\parindent}}{{0pt}}\setlength{{\columnsep}}{{16pt}}\setlength{{\tabcolsep}}{{{max(2.5, s.pad * s.size):.1f}pt}}\setlength{{\LTleft}}{{0pt}}
\renewcommand{{\arraystretch}}{{{0.95 + 0.6 * s.pad:.2f}}}\setlength{{\arrayrulewidth}}{{{s.width}pt}}\setlength{{\doublerulesep}}{{1.2pt}}\emergencystretch=2em
\begin{{document}}{self.font(s.size)}{"" if s.justified else chr(92) + "raggedright "}
{body}
\end{{document}}
"""

    def font(self, size: float) -> str:
        return rf"\fontsize{{{size:.1f}}}{{{size * self.style.leading:.1f}}}\selectfont "

    def paragraph(self, kind: str, text: str, level: int = 0) -> str:
        k = look(self.style, kind, level)
        size = self.style.size * k.size
        body = rf"\textbf{{{text}}}" if k.bold else text
        body = rf"\textit{{{body}}}" if k.italic else body
        if k.underlined and len(text) < 60:
            body = rf"\underline{{{body}}}"
        if k.colour != "000000":
            body = rf"\textcolor[HTML]{{{k.colour.upper()}}}{{{body}}}"
        side = {"center": r"\centering ", "right": r"\raggedleft ", "left": r"\raggedright "}.get(k.align, "")
        # \centering and \raggedleft are values of \leftskip.
        left = rf"\leftskip={k.left * size:.1f}pt" if k.left else ""
        keep = r"\nopagebreak" if kind == "heading" else ""
        return (rf"{{\par\addvspace{{{k.before * size:.1f}pt}}{self.font(size)}{side}{left}\parindent={k.first * size:.1f}pt "
                rf"\leavevmode {body}\par}}{keep}\vspace{{{k.after * size:.1f}pt}}" + "\n")

    def block(self, b: Block) -> str:
        t, s = tex(b.text), self.style
        if b.kind == "list":
            return self.list(b)
        if b.kind == "table":
            return self.table(b)
        if b.kind in ("figure", "chart"):
            inner = self.chart(b) if b.kind == "chart" else self.picture(b)
            caption = self.paragraph("caption", tex(b.data["caption"])) if b.data.get("caption") else ""
            return rf"\par\vspace{{6pt}}\begin{{minipage}}{{\linewidth}}{inner}\par {caption}\end{{minipage}}\par\vspace{{6pt}}" + "\n"
        if b.kind == "columns":
            rule = r"\setlength{\columnseprule}{0.4pt}" if b.data["rule"] else ""
            width, self.width = self.width, (self.width - 16 * (b.data["count"] - 1)) / b.data["count"]
            body = "".join(map(self.block, b.children))
            self.width = width
            return rf"{{{rule}\begin{{multicols}}{{{b.data['count']}}}{body}\end{{multicols}}}}" + "\n"
        if b.kind == "side":
            width, count = self.width, len(b.children)
            self.width = width / count - 12
            parts = [rf"\begin{{minipage}}[t]{{{self.width:.1f}bp}}\vspace{{0pt}}{''.join(map(self.block, p.children))}\end{{minipage}}" for p in b.children]
            self.width = width
            return r"\par\noindent " + (r"\hfill\vrule\hfill " if b.data.get("rule") else r"\hfill ").join(parts) + "\\par\n"
        if b.kind == "box":
            width, self.width = self.width, self.width - 12
            body = "".join(map(self.block, b.children))
            self.width = width
            outer = r"\fcolorbox{black}{gray!12}" if b.data["shaded"] and b.data["framed"] else r"\colorbox{gray!12}" if b.data["shaded"] else r"\fbox"
            return rf"\par\vspace{{5pt}}\noindent{outer}{{\begin{{minipage}}{{\dimexpr\linewidth-8pt}}{body}\end{{minipage}}}}\par\vspace{{5pt}}" + "\n"
        if b.kind == "code":
            lines = (rf"\leavevmode\hspace*{{{(len(x) - len(x.lstrip())) * 0.5}em}}{tex(x.strip())}\par " for x in b.text.split("\n"))
            return r"{\par\ttfamily\footnotesize " + "".join(lines) + "}\\vspace{6pt}\n"
        if b.kind == "rule":
            return r"\par\vspace{4pt}\hrule height 0.8pt \vspace{6pt}" + "\n"
        if b.kind == "gap":
            return r"\par\vspace{10pt}" + "\n"
        if b.kind == "pagebreak":
            return r"\clearpage" + "\n"
        if b.kind == "tocline":
            return rf"{{\par\leavevmode {t}{chr(92)}{'dotfill' if b.data['dots'] else 'hfill'} {b.data['page']}\par}}" + "\n"
        if b.kind == "field":
            line = {"line": r"\hrulefill", "dots": r"\dotfill", "box": r"\framebox[150pt]{\strut}"}[b.data["form"]]
            return rf"{{\par\vspace{{5pt}}\leavevmode {t} {tex(b.data['filled'])}{line}\par}}" + "\n"
        if b.data.get("lead"):
            lead = tex(b.data["lead"])
            t = rf"\textbf{{{lead}}}{t[len(lead):]}"
        if b.data.get("bold"):
            t = rf"\textbf{{{t}}}"
        if b.data.get("note"):
            t += rf"\footnote{{{tex(b.data['note'][1])}}}"
        return self.paragraph(b.kind, t, b.level)

    def list(self, b: Block) -> str:
        rows = "".join(rf"\item[{{{tex(label(b.data['ordered'], i) or b.data['bullet'])}}}] {tex(x.text)} {''.join(map(self.block, x.children))}" for i, x in enumerate(b.children))
        return rf"\begin{{itemize}}\setlength{{\itemsep}}{{0pt}}{rows}\end{{itemize}}" + "\n"

    def rule(self, width: float, heavy: bool) -> str:
        s = self.style
        if s.across == "booktabs":
            return r"\toprule " if heavy else r"\midrule "
        return {"dotted": r"\hdashline[0.5pt/1.5pt] ", "dashed": r"\hdashline[3pt/2pt] ", "double": r"\hline\hline "}.get(s.line, r"\hline ")

    def table(self, b: Block) -> str:
        s, t = self.style, b.table
        size = s.size * s.table_size
        h, v, fill, cells = ruling.across(s, t), ruling.down(s, t), ruling.fills(s, t), ruling.grid(t)
        # pdfTeX's fonts are wider than the estimate at small sizes.
        widths = ruling.widths(t, s, size, self.width - 6)
        pad = max(2.5, s.pad * s.size)
        bar = {"dotted": ":", "dashed": ":", "double": "||"}.get(s.line, "|")
        natural = not t.weights and not s.full and sum(ruling.widths(t, s, size, 1e6, False)) < self.width
        ragged = {"left": r"\raggedright", "right": r"\raggedleft", "center": r"\centering"}
        kind = {"top": "p", "middle": "m", "bottom": "b"}[s.upright]

        def spec(c: int, side: str, span: int = 1, first: bool = False) -> str:
            room = sum(widths[c:c + span]) - 2 * pad
            column = side[0] if natural else rf">{{{ragged[side]}\arraybackslash}}{kind}{{{max(8, room):.1f}bp}}"
            return (bar if v[c] and (c == 0 or first and c == 0) else "") + column + (bar if v[c + span] else "")

        out = []

        def boundary(r: int) -> str:
            if not h[r]:
                return ""
            spanned = [c for c in range(t.columns) if 0 < r < len(cells) and cells[r][c] and cells[r - 1][c] and cells[r][c][1] is cells[r - 1][c][1]]
            if not spanned or s.across == "booktabs":
                return self.rule(h[r], r in (0, len(cells))) if r < len(cells) or s.across != "booktabs" else r"\bottomrule "
            runs, at = [], 0
            while at < t.columns:
                if at in spanned:
                    at += 1
                    continue
                end = at
                while end + 1 < t.columns and end + 1 not in spanned:
                    end += 1
                runs.append(rf"\cline{{{at + 1}-{end + 1}}}" if bar != ":" else rf"\cdashline{{{at + 1}-{end + 1}}}")
                at = end + 1
            return "".join(runs) + " "

        for r, row in enumerate(cells):
            line, c = [], 0
            while c < t.columns:
                entry = row[c]
                if not entry:
                    line.append("")
                    c += 1
                    continue
                cell = entry[1]
                begins = entry[0] == 0
                text = tex(cell.text) if begins else ""
                if text and ruling.bold(s, t, cell, r):
                    text = rf"\textbf{{{text}}}"
                if begins and cell.rowspan > 1:
                    text = rf"\multirow{{{cell.rowspan}}}{{{'*' if natural else '='}}}{{{text}}}"
                side = ruling.align(s, t, c, cell, r)
                if cell.colspan > 1 or side != (s.aligned or t.aligns[c]):
                    text = rf"\multicolumn{{{cell.colspan}}}{{{spec(c, side, cell.colspan)}}}{{{text}}}"
                line.append(text)
                c += cell.colspan
            shade = rf"\rowcolor[HTML]{{{fill[r].upper()}}} " if fill[r] else ""
            out.append(boundary(r) + shade + " & ".join(line) + r" \\" + "\n")
            if t.long and r == t.head_rows - 1:
                out[-1] += (boundary(r + 1) if h[r + 1] else "") + r"\endhead "
                h[r + 1] = 0
        out.append(boundary(len(cells)))
        columns = "".join(spec(c, s.aligned or t.aligns[c], first=True) for c in range(t.columns))
        env = "longtable" if t.long else "tabular"
        caption = self.paragraph("caption", tex(b.data["caption"])) if b.data.get("caption") else ""
        note = self.paragraph("note", tex(b.data["note"])) if b.data.get("note") else ""
        below = b.data.get("caption_below")
        body = rf"\begin{{{env}}}{{{columns}}}{''.join(out)}\end{{{env}}}"
        if not t.long:
            return rf"\par\vspace{{4pt}}\begin{{minipage}}{{\linewidth}}{'' if below else caption}{self.font(size)}\noindent {body}\par {caption if below else ''}{note}\end{{minipage}}\par\vspace{{6pt}}" + "\n"
        return rf"\par{'' if below else caption}{{{self.font(size)}{body}\par}}{caption if below else ''}{note}" + "\n"

    def picture(self, b: Block) -> str:
        return rf"\textcolor[gray]{{0.{3 + b.data['shade'] % 6}}}{{\rule{{0.6\linewidth}}{{{0.5 * b.data['ratio']:.2f}\linewidth}}}}"

    def chart(self, b: Block) -> str:
        d, out = b.data, []
        step = 150 / len(d["values"])
        for i, tick in enumerate(d["ticks"]):
            out.append(rf"\put(26,{10 + i * 22}){{\makebox(0,6)[r]{{{tex(tick)}}}}}" + (rf"\put(30,{13 + i * 22}){{\line(1,0){{160}}}}" if d["grid"] else ""))
        for i, (value, name) in enumerate(zip(d["values"], d["labels"])):
            x = 34 + i * step
            out.append(rf"\put({x:.1f},13){{\textcolor{{gray}}{{\rule{{{step * 0.6:.1f}pt}}{{{90 * value:.1f}pt}}}}}}\put({x:.1f},3){{{tex(name[:7])}}}")
        out.append(rf"\put(30,13){{\line(1,0){{160}}}}\put(30,13){{\line(0,1){{95}}}}\put(30,112){{{tex(d['y'])}}}")
        return rf"{{\fontsize{{6}}{{7}}\selectfont\setlength{{\unitlength}}{{1pt}}\begin{{picture}}(200,125){''.join(out)}\end{{picture}}}}"
