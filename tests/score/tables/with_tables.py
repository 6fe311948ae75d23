"""Pages with tables, by kind. Each function takes `Words` and returns HTML, whose tables are the truth."""

from words import COUNTRIES, NUMBERS

# CSS for the rulings of a table.
RULES = {
    "grid": "td,th{border:1px solid #000}",
    "greygrid": "td,th{border:.5pt solid #999} th{background:#ddd}",
    "three": "table{border-top:1.5px solid;border-bottom:1.5px solid} thead tr:last-child th{border-bottom:1px solid}",
    "two": "thead tr:first-child th{border-top:1px solid} thead tr:last-child th{border-bottom:1px solid}",
    "none": "",
    "zebra": "tbody tr:nth-child(odd) td,tbody tr:nth-child(odd) th{background:#e4ecf4}",
    "headshade": "thead th{background:#345;color:#fff}",
    "rowrules": "tr>*{border-bottom:.5px solid #888}",
    "colrules": "tr>*+*{border-left:.5px solid #888}",
    "box": "table{border:1px solid} thead th{border-bottom:1px solid}",
    "cellshade": "td{background:#eef3e2} th{background:#b9c98a} table{border-spacing:2px;border-collapse:separate!important}",
    "headrule": "thead tr:last-child th{border-bottom:1px solid}",
    "cmidrule": "table{border-top:1.5px solid;border-bottom:1.5px solid} thead tr:last-child th{border-bottom:1px solid}"
    " thead th[colspan]{border-bottom:.5px solid}",
}
BOOKTABS = ("three", "two", "headrule", "cmidrule")
FULL = ("grid", "greygrid", "cellshade")

KINDS = {}


def kind(*rules):
    """Registers a kind of page, whose tables have these rulings in turn, by default all."""

    def add(function):
        KINDS[function.__name__] = (function, rules or tuple(RULES))
        return function

    return add


def row(cells):
    return f"<tr>{''.join(cells)}</tr>"


def td(text, css="", tag="td", **spans):
    attributes = "".join(f" {name}={value}" for name, value in spans.items())
    return f'<{tag} class="{css}"{attributes}>{text}</{tag}>'


def th(text, css="", **spans):
    return td(text, css, "th", **spans)


def table(head, body, caption="", style=""):
    caption = f"<caption>{caption}</caption>" if caption else ""
    return f'<table style="{style}">{caption}<thead>{head}</thead><tbody>{body}</tbody></table>'


def page(r, tables):
    return f"<h2>{r.label(2, 5)}</h2>{r.paragraphs(1)}{tables}{r.paragraphs(1)}"


def names_of(r, rows, long=False):
    if long:
        return [r.label(3, 9) for _ in range(rows)]
    return r.sample(COUNTRIES, rows) if rows <= len(COUNTRIES) and r.random() < 0.5 else [r.label(1, 4) for _ in range(rows)]


def heads(r, columns, levels, units):
    """Header rows above a column of names and columns of numbers."""
    out = []
    if levels > 1:
        first, middle = th(r.label(1, 2), rowspan=levels), columns // 2
        place = lambda: r.choice(["n", "c", ""])
        out.append([first, th(r.label(1, 3), place(), colspan=middle), th(r.label(1, 3), place(), colspan=columns - middle)])
        if levels > 2:
            halves = [n for part in (middle, columns - middle) for n in ((part // 2, part - part // 2) if part > 1 else (1,))]
            out.append([th(r.label(1, 1), place(), colspan=n) if n > 1 else th(r.label(1, 1), place()) for n in halves])
        out.append([th(r.choice([r.year(), r.label(1, 1)]), "n") for _ in range(columns)])
    else:
        years, start = r.random() < 0.4, r.randint(1980, 2010)
        names = [str(start + n) if years else r.label(1, 3) for n in range(columns)]
        out.append([th(r.label(1, 2) if r.random() < 0.8 else ""), *(th(name, "n") for name in names)])
    if units:
        out.append([th(""), *(th(r.choice(["(%)", "kg", "million €", "no."]), "n") for _ in range(columns))])
    return "".join(row(cells) for cells in out)


def statistics(r, rows, columns, levels=1, groups=False, units=False, long=False):
    kinds = [r.choice(NUMBERS) for _ in range(columns)]
    body = ""
    for n, name in enumerate(names_of(r, rows, long)):
        if groups and n % 5 == 0:
            body += row([td(f"<b>{r.label(1, 3)}</b>", colspan=columns + 1)])
        body += row([td(name), *(td(r.number(k), "n") for k in kinds)])
    if r.random() < 0.4:
        body += row([td("<b>Total</b>"), *(td(f"<b>{r.number(k)}</b>", "n") for k in kinds)])
    caption = f"Table {r.randint(1, 20)}. {r.label(4, 9)}" if r.random() < 0.5 else ""
    return table(heads(r, columns, levels, units), body, caption)


def texts(r, columns, rows, cell):
    head = row([th(r.label(1, 2)) for _ in range(columns)])
    return table(head, "".join(row([td(cell(n)) for n in range(columns)]) for _ in range(rows)))


@kind()
def stat_plain(r):
    return page(r, statistics(r, r.randint(4, 18), r.randint(2, 6)))


@kind()
def stat_spans(r):
    return page(r, statistics(r, r.randint(4, 16), r.randint(4, 7), levels=2))


@kind()
def stat_levels(r):
    return page(r, statistics(r, r.randint(4, 14), r.randint(4, 6), levels=3))


@kind()
def stat_small(r):
    return page(r, statistics(r, r.randint(2, 4), r.randint(2, 4)))


@kind(*BOOKTABS)
def stat_booktabs(r):
    return page(r, statistics(r, r.randint(3, 8), r.randint(2, 6), levels=r.choice([1, 2])))


@kind()
def stat_groups(r):
    return page(r, statistics(r, r.randint(10, 18), r.randint(2, 6), groups=True))


@kind()
def stat_units(r):
    return page(r, statistics(r, r.randint(4, 12), r.randint(2, 5), units=True))


@kind("none")
def units_only_bold(r):
    """Small, without rules: a bold row of names over numbers with their units."""
    columns = r.randint(2, 4)
    units = [r.choice(["mL", "g", "cm", "%", "min", "°C"]) for _ in range(columns)]
    head = row([th(r.label(1, 2)), *(th(r.label(1, 2)) for _ in range(columns))])
    cells = lambda: [td(f"{r.uniform(0, 20):.1f} {unit}") for unit in units]
    return page(r, table(head, "".join(row([td(str(n + 1)), *cells()]) for n in range(r.randint(2, 5)))))


@kind()
def stat_two(r):
    return page(r, statistics(r, r.randint(5, 12), 1))


@kind()
def stat_names(r):
    """Row names of several lines."""
    return page(r, statistics(r, r.randint(4, 8), r.randint(3, 6), long=True))


@kind()
def stat_dense(r):
    """Dense numbers in small type."""
    return f'<div style="font-size:6.5pt;line-height:1.05">{statistics(r, r.randint(25, 30), r.randint(8, 11))}</div>'


@kind("none", "headrule", "three", "rowrules")
def financial(r):
    """Indented names, sums below their own rules, and currency signs apart from the numbers."""
    body = ""
    for n in range(r.randint(3, 5)):
        body += row([td(f"<b>{r.label(1, 2)}</b>"), td(""), td("")])
        for m in range(r.randint(2, 4)):
            body += row([td("&emsp;" + r.label(2, 5)), td(r.number("int"), "n"), td(r.number("int"), "n")])
        body += row([td("&emsp;&emsp;Total"), td("$ " + r.number("int"), "n sum"), td("$ " + r.number("int"), "n sum")])
    return page(r, table(row([th(""), th("2011", "n"), th("2010", "n")]), body, style="width:100%"))


@kind()
def texts_long(r):
    return page(r, texts(r, r.randint(3, 4), r.randint(3, 6), lambda n: r.label(1, 2) if n == 0 else r.sentence(4, 14)))


@kind()
def texts_two(r):
    return page(r, texts(r, 2, r.randint(3, 7), lambda n: r.label(1, 2) if n == 0 else r.sentence(4, 16)))


@kind()
def texts_ragged(r):
    """Randomly long or short cells."""
    cell = lambda n: r.sentence(8, 16) if r.random() < 0.35 else r.label(1, 3)
    return page(r, texts(r, r.randint(3, 5), r.randint(4, 8), cell))


@kind()
def words_short(r):
    return page(r, texts(r, r.randint(3, 5), r.randint(3, 9), lambda n: r.label(1, 2)))


@kind()
def words_middling(r):
    return page(r, texts(r, r.randint(3, 4), r.randint(3, 9), lambda n: r.label(1, 2) if n == 0 else r.label(1, 4)))


@kind(*FULL)
def form(r):
    """A grid, mostly empty."""
    columns = r.randint(3, 6)
    head = row([th(r.label(1, 2)) for _ in range(columns)])
    empty = lambda: "&nbsp;" if r.random() < 0.93 else "x"
    rows = [row([td(r.label(1, 2)), *(td(empty()) for _ in range(1, columns))]) for _ in range(r.randint(5, 14))]
    return page(r, table(head, "".join(rows), style="width:100%"))


@kind(*FULL)
def grid_shaded(r):
    """A plan: a grid some cells of which are shaded, most empty."""
    columns, rows = r.randint(6, 14), r.randint(5, 12)
    cell = lambda: td("&nbsp;", "shade") if r.random() < 0.3 else td(r.choice(["&nbsp;"] * 4 + ["x"]))
    head = row([th(""), *(th(str(n + 1), "n") for n in range(columns))])
    body = "".join(row([td(r.label(1, 2)), *(cell() for _ in range(columns))]) for _ in range(rows))
    return page(r, table(head, body, style="width:100%"))


@kind(*FULL)
def worksheet(r):
    """Questions and answers in alternate columns; most answers are missing."""
    answer = lambda: "&nbsp;" if r.random() < 0.7 else r.number("int")
    cells = lambda: [td(r.label(1, 3) + ":"), td("&nbsp;"), td(r.label(1, 2) + ":"), td(answer())]
    return page(r, table("", "".join(row(cells()) for _ in range(r.randint(5, 10))), style="width:100%"))


@kind("none", "headrule")
def worksheet_open(r):
    """A form without rules: headers above columns to fill in."""
    columns = r.randint(3, 4)
    head = row([th(r.label(1, 2)) for _ in range(columns)])
    answer = lambda: "____" if r.random() < 0.6 else r.number("dec")
    cells = lambda: [td(r.label(1, 3)), *(td(answer()) for _ in range(1, columns))]
    return page(r, table(head, "".join(row(cells()) for _ in range(r.randint(4, 9))), style="width:100%"))


@kind("grid", "greygrid", "rowrules", "box", "cellshade")
def key_value(r):
    value = lambda: r.choice([r.label(1, 4), r.number("money"), r.number("int"), r.year()])
    return page(r, table("", "".join(row([td(r.label(1, 3)), td(value())]) for _ in range(r.randint(5, 12)))))


@kind("grid", "three", "greygrid", "none", "rowrules", "headrule")
def names_of_groups(r):
    """Cells over several rows."""
    body = ""
    for _ in range(r.randint(2, 4)):
        rows = r.randint(2, 4)
        for n in range(rows):
            name = [td(r.label(1, 2), rowspan=rows)] if n == 0 else []
            body += row([*name, td(r.label(1, 2)), td(r.number("dec"), "n"), td(r.number("int"), "n")])
    return page(r, table(row([th(r.label()), th(r.label()), th(r.label(1, 1), "n"), th(r.label(1, 1), "n")]), body))


@kind()
def side_by_side(r):
    both = [statistics(r, r.randint(4, 9), 2) for _ in range(2)]
    return page(r, f'<div style="display:flex;gap:{r.choice([16, 30, 50])}px">{"".join(both)}</div>')


@kind()
def in_column(r):
    inner = statistics(r, r.randint(4, 8), 2)
    return f'<div class="narrow" style="columns:2;column-gap:22pt">{r.paragraphs(3)}{inner}{r.paragraphs(5)}</div>'


@kind()
def over_columns(r):
    inner = statistics(r, r.randint(4, 8), r.randint(4, 6))
    columns = f'<div style="columns:2;column-gap:22pt">{r.paragraphs(4)}</div>'
    return columns + inner + f'<div style="columns:2;column-gap:22pt">{r.paragraphs(4)}</div>'


@kind()
def beside_text(r):
    inner = statistics(r, r.randint(4, 8), 2)
    return f'{r.paragraphs(1)}<div style="display:flex;gap:24pt;align-items:flex-start"><div style="flex:1">{r.paragraphs(2)}</div>{inner}</div>'


@kind("grid", "three", "none", "rowrules")
def turned(r):
    inner = statistics(r, r.randint(6, 14), r.randint(3, 6), levels=r.choice([1, 2]))
    return f'<div style="writing-mode:vertical-rl;height:160mm">{inner}</div>'
