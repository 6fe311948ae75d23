"""Tables of many kinds, with made-up content."""

from __future__ import annotations

from .tree import Block, Cell, Table
from .words import Writer

UNITS = ["kg", "km", "m²", "%", "mm", "t/ha", "kWh", "°C", "mg/l", "EUR"]


def value(w: Writer, scale: float, digits: int, empty: float = 0.0) -> Cell:
    """A cell with a number, or with one of the signs that stand for none."""
    r = w.random
    if r.random() < empty:
        return Cell(r.choice(["", "", "–", "n/a"]), align="right")
    sign = "−" if r.random() < 0.05 else ""
    return Cell(sign + w.number(r.uniform(0.05, 1) * scale, digits), align="right")


def numbers(w: Writer, rows: int, columns: int, empty: float = 0.0, long: bool = False) -> Table:
    """Names of rows and numbers, with an optional total."""
    r = w.random
    scales = [(10 ** r.randint(1, 6), r.choice([0, 0, 1, 2])) for _ in range(columns - 1)]
    years = r.random() < 0.4
    start = r.randint(1960, 2010)
    head = [Cell(w.phrase(1, 2) if r.random() < 0.7 else "", head=True)]
    for i in range(columns - 1):
        text = str(start + i) if years else w.phrase(1, 2)
        head.append(Cell(text + (f" ({r.choice(UNITS)})" if not years and r.random() < 0.3 else ""), head=True, align="right"))
    body = [[Cell(w.phrase(1, 3), head=True), *(value(w, s, d, empty) for s, d in scales)] for _ in range(rows)]
    table = Table([head, *body], columns, aligns=["left"] + ["right"] * (columns - 1), long=long)
    if r.random() < 0.35:
        table.totals = [len(table.rows)]
        table.rows.append([Cell(w.label("total"), head=True, bold=True), *(Cell(value(w, s * 5, d).text, bold=True, align="right") for s, d in scales)])
    return table


def wrapped(w: Writer, rows: int, columns: int) -> Table:
    """Cells of several lines, beside short ones."""
    r = w.random
    weights = [r.choice([1.0, 1.2, 2.0, 2.6]) for _ in range(columns)]
    weights[r.randrange(columns)] = 3.0
    head = [Cell(w.phrase(1, 3), head=True) for _ in range(columns)]
    body = []
    for _ in range(rows):
        row = []
        for weight in weights:
            if weight > 1.5:
                text = w.phrase(4, int(4 + 6 * weight)) if r.random() < 0.85 else w.phrase(1, 3)
            else:
                text = w.phrase(1, 3) if r.random() < 0.6 else w.number(r.randint(1, 9999))
            row.append(Cell("" if r.random() < 0.06 and row else text))
        body.append(row)
    return Table([head, *body], columns, aligns=["left"] * columns, weights=weights)


def spanned(w: Writer, rows: int, groups: int) -> Table:
    """Two rows of heads: each head of the first is over two or three columns of the second."""
    r = w.random
    widths = [r.randint(2, 3) for _ in range(groups)]
    top = [Cell(w.phrase(1, 2), rowspan=2, head=True)]
    below = []
    for width in widths:
        top.append(Cell(w.phrase(1, 3), colspan=width, head=True, align="center"))
        below += [Cell(w.phrase(1, 1), head=True, align="right") for _ in range(width)]
    columns = 1 + sum(widths)
    scale, digits = 10 ** r.randint(1, 5), r.randint(0, 2)
    body = [[Cell(w.phrase(1, 2), head=True), *(value(w, scale, digits, 0.04) for _ in range(columns - 1))] for _ in range(rows)]
    return Table([top, below, *body], columns, head_rows=2, aligns=["left"] + ["right"] * (columns - 1))


def grouped(w: Writer, groups: int, columns: int) -> Table:
    """Rows in groups: a row over all columns begins each group."""
    r = w.random
    table = numbers(w, 0, columns)
    table.rows, table.totals = table.rows[:1], []
    scale, digits = 10 ** r.randint(2, 6), r.randint(0, 1)
    for _ in range(groups):
        table.sections.append(len(table.rows))
        table.rows.append([Cell(w.phrase(1, 3), colspan=columns, head=True, bold=True, align=r.choice(["left", "center"]))])
        for _ in range(r.randint(2, 5)):
            table.rows.append([Cell(w.phrase(1, 3), head=True), *(value(w, scale, digits, 0.05) for _ in range(columns - 1))])
        if r.random() < 0.4:
            table.totals.append(len(table.rows))
            table.rows.append([Cell(w.label("total"), head=True, bold=True), *(Cell(value(w, scale * 4, digits).text, bold=True, align="right") for _ in range(columns - 1))])
    return table


def units(w: Writer, rows: int) -> Table:
    """Names that span the rows of their group, a unit, and numbers."""
    r = w.random
    table = Table([[Cell(w.phrase(1, 2), head=True), Cell(w.phrase(1, 1), head=True), Cell(w.phrase(1, 1), head=True), Cell("2019", head=True, align="right"), Cell("2020", head=True, align="right")]], 5, aligns=["left", "left", "center", "right", "right"])
    while len(table.rows) <= rows:
        span = r.randint(1, 3)
        for i in range(span):
            row = [Cell(w.phrase(1, 2), rowspan=span, head=True)] if not i else []
            table.rows.append([*row, Cell(w.phrase(1, 2)), Cell(r.choice(UNITS), align="center"), value(w, 900, 1), value(w, 900, 1)])
    return table


def small(w: Writer) -> Table:
    """A table of two rows or of two columns, of words or of numbers."""
    r = w.random
    rows, columns = r.choice([(1, 4), (4, 2), (2, 3), (1, 5), (3, 2), (6, 2)])
    if r.random() < 0.5:
        return numbers(w, rows, columns)
    head = [Cell(w.phrase(1, 2), head=True) for _ in range(columns)]
    body = [[Cell(w.phrase(1, 2)) if r.random() < 0.7 else Cell(str(r.randint(1, 400))) for _ in range(columns)] for _ in range(rows)]
    return Table([head, *body], columns, aligns=["left"] * columns)


def short(w: Writer, narrow: bool = False) -> Table:
    """A table of one to three rows below its heads."""
    r = w.random
    columns = r.randint(2, 3) if narrow else r.randint(3, 6)
    table = numbers(w, r.choice([1, 1, 2, 3]), columns)
    if r.random() < 0.4:
        for row in table.rows[1:]:
            row[-1] = Cell(w.phrase(1, 3))
        table.aligns[-1] = table.rows[0][-1].align = "left"
    if r.random() < 0.3:
        for cell in (cell for row in table.rows for cell in row):
            cell.text = cell.text[:1].lower() + cell.text[1:]
    return table


def steps(w: Writer, rows: int) -> Table:
    """A column of ascending numbers, times or codes, as in lists of measurements and timetables."""
    r = w.random
    columns = r.randint(4, 8)
    head = [Cell(w.phrase(1, 1), head=True), *(Cell(str(r.randint(100, 999)), head=True, align="center") for _ in range(columns - 1))]
    body, minute = [], r.randint(300, 500)
    for _ in range(rows):
        minute += r.randint(3, 25)
        row = [Cell(w.phrase(1, 2), head=True)]
        for i in range(columns - 1):
            at = minute + i * 61
            row.append(Cell("" if r.random() < 0.12 else f"{at // 60 % 24}:{at % 60:02}", align="center"))
        body.append(row)
    return Table([head, *body], columns, aligns=["left"] + ["center"] * (columns - 1))


def rates(w: Writer, rows: int) -> Table:
    """Exchange rates, as newspapers print them: two or three columns without a head."""
    r = w.random
    body = [[Cell(w.phrase(1, 1)), *(Cell(w.number(r.uniform(0.2, 180), 3), align="right") for _ in range(2))] for _ in range(rows)]
    return Table(body, 3, head_rows=0, aligns=["left", "right", "right"])


def any_table(w: Writer, narrow: bool = False) -> Table:
    """A table of any kind that fits the text, or a column of it."""
    r = w.random
    kinds = [
        lambda: numbers(w, r.randint(3, 9), r.randint(2, 3 if narrow else 6), r.choice([0, 0, 0.15])),
        lambda: wrapped(w, r.randint(2, 6), r.randint(2, 3 if narrow else 5)),
        lambda: small(w),
        lambda: numbers(w, r.randint(6, 14), 3 if narrow else r.randint(3, 7)),
        lambda: grouped(w, r.randint(2, 3), r.randint(3, 3 if narrow else 5)),
        lambda: units(w, r.randint(4, 9)) if not narrow else small(w),
        lambda: spanned(w, r.randint(3, 8), 1 if narrow else 2),
    ]
    return r.choice(kinds)()


def block(w: Writer, table: Table, number: int = 0, notes: bool = True) -> Block:
    """A table with its caption and its notes."""
    r = w.random
    out = Block("table", table=table)
    if number:
        out.data["caption"] = f"{w.label('table')} {number}{r.choice([':', '.', ' –'])} {w.phrase(3, 12)}{r.choice(['', '.'])}"
    if notes and r.random() < 0.3:
        out.data["note"] = f"{w.label(r.choice(['note', 'source']))}: {w.sentence()}"
    return out
