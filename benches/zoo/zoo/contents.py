"""Templates: functions that write a whole document of one genre."""

from __future__ import annotations

from . import tables
from .tree import Block, Document
from .words import Writer

A4, LETTER, WIDE, BROADSHEET = (595.28, 841.89), (612, 792), (841.89, 595.28), (842, 1191)


def heading(w: Writer, level: int, number: str = "", words: tuple[int, int] = (1, 6)) -> Block:
    return Block("heading", f"{number} {w.phrase(*words)}".strip(), level)


def para(w: Writer, low: int = 2, high: int = 6) -> Block:
    block = Block("para", w.prose(low, high))
    return block


def paras(w: Writer, low: int, high: int) -> list[Block]:
    return [para(w) for _ in range(w.random.randint(low, high))]


def items(w: Writer, count: int, ordered: str = "", nested: bool = False, long: bool = False) -> Block:
    """A list. `ordered` is a pattern for labels such as "1." or "a)", or empty for bullets."""
    r = w.random
    block = Block("list", data={"ordered": ordered, "bullet": r.choice(["•", "–", "■", "◦", "*"])})
    for _ in range(count):
        item = Block("item", w.prose(1, 3) if long else w.phrase(2, 14) + r.choice(["", "."]))
        if nested and r.random() < 0.3:
            item.children.append(items(w, r.randint(2, 3), r.choice(["", "a)"])))
        block.children.append(item)
    return block


def any_list(w: Writer) -> Block:
    r = w.random
    return items(w, r.randint(2, 6), r.choice(["", "", "1.", "1)", "a)", "(i)"]), r.random() < 0.3, r.random() < 0.3)


def chart(w: Writer, number: int = 0) -> Block:
    """A bar or line chart with labels on both axes."""
    r = w.random
    count = r.randint(4, 8)
    block = Block("chart", data={
        "form": r.choice(["bars", "lines"]), "values": [round(r.uniform(0.1, 1), 2) for _ in range(count)],
        "labels": [w.phrase(1, 1)[:9] if r.random() < 0.5 else str(1990 + i * 4) for i in range(count)],
        "ticks": [w.number(i * 10 ** r.randint(1, 1)) for i in range(5)], "y": w.phrase(1, 2), "grid": r.random() < 0.5,
    })
    if number:
        block.data["caption"] = f"{w.label('figure')} {number}{r.choice([':', '.'])} {w.phrase(4, 14)}."
    return block


def figure(w: Writer, number: int = 0) -> Block:
    block = Block("figure", data={"shade": w.random.randint(0, 9), "ratio": w.random.choice([0.4, 0.5, 0.65])})
    if number:
        block.data["caption"] = f"{w.label('figure')} {number}{w.random.choice([':', '.'])} {w.phrase(4, 14)}."
    return block


def box(w: Writer, children: list[Block]) -> Block:
    return Block("box", children=children, data={"shaded": w.random.random() < 0.6, "framed": w.random.random() < 0.7})


def sections(w: Writer, count: int, depth: int, numbered: bool, fill) -> list[Block]:
    """Headings of one to `depth` levels, each followed by the blocks that `fill` returns."""
    r, out, counters = w.random, [], [0] * 5
    level = 0
    for _ in range(count):
        level = 1 if not out else r.randint(1, min(level + 1, depth))
        counters[level] += 1
        counters[level + 1:] = [0] * (4 - level)
        number = ".".join(map(str, counters[1:level + 1])) + r.choice(["", "."] if level == 1 else [""]) if numbered else ""
        out += [heading(w, level, number), *fill(level)]
    return out


def footnoted(w: Writer, blocks: list[Block], share: float) -> list[Block]:
    """Gives some paragraphs a footnote."""
    count = 0
    for block in blocks:
        if block.kind == "para" and w.random.random() < share:
            count += 1
            block.data["note"] = (str(count), w.sentence())
    return blocks


def running(w: Writer, document: Document, share: float = 0.75) -> Document:
    """Gives the document running matter."""
    r = w.random
    if r.random() < share:
        document.head = w.phrase(2, 6)
    document.numbered = r.random() < 0.8
    if r.random() < 0.25:
        document.foot = w.phrase(2, 7)
    return document


def report(w: Writer) -> Document:
    r, count = w.random, [0, 0]

    def fill(level: int) -> list[Block]:
        out = paras(w, 1, 3)
        if r.random() < 0.3:
            out += [any_list(w), para(w)]
        if r.random() < 0.35:
            count[0] += 1
            out += [tables.block(w, tables.any_table(w), count[0] if r.random() < 0.8 else 0), para(w)]
        elif r.random() < 0.25:
            count[1] += 1
            out += [r.choice([chart, figure])(w, count[1]), para(w)]
        elif r.random() < 0.15:
            out.append(Block("quote", w.prose(2, 3)))
        return out

    blocks = [heading(w, 0, words=(3, 9)), *sections(w, r.randint(4, 10), 3, r.random() < 0.5, fill)]
    return running(w, Document("report", w.language, footnoted(w, blocks, 0.1), size=r.choice([A4, LETTER]), margin=r.choice([54, 64, 76])))


def paper(w: Writer) -> Document:
    r, count = w.random, [0]
    front = [heading(w, 0, words=(5, 13)), Block("author", ", ".join(w.name() for _ in range(r.randint(1, 4)))), Block("affiliation", f"{w.phrase(2, 4)}, {w.phrase(1, 2)}")]
    abstract = [Block("heading", w.label("abstract"), 1), para(w, 4, 7)]

    def fill(level: int) -> list[Block]:
        out = paras(w, 1, 3)
        if r.random() < 0.3:
            count[0] += 1
            out.append(tables.block(w, tables.any_table(w, narrow=True), count[0]))
            out.append(para(w))
        elif r.random() < 0.2:
            out.append(Block("formula", r.choice(["x = a + b (1 − c)", "f(x) = 2x² + 3x − 1", "p = m / (n + 1)"])))
            out.append(para(w))
        return out

    body = sections(w, r.randint(4, 8), 2, r.random() < 0.7, fill)
    refs = [Block("heading", w.label("references"), 1)] + [bibliography_entry(w, i + 1) for i in range(r.randint(4, 10))]
    body = footnoted(w, body, 0.05) + refs
    columns = r.choice([1, 2, 2])
    blocks = front + (abstract + body if columns == 1 else [Block("columns", data={"count": 2, "rule": False, "pages": True}, children=abstract + body)])
    return running(w, Document("paper", w.language, blocks, size=r.choice([A4, LETTER]), margin=r.choice([48, 56])))


def bibliography_entry(w: Writer, number: int = 0) -> Block:
    r = w.random
    label = r.choice([f"[{number}] "]) if number else ""
    return Block("bib", f"{label}{w.name()}, {w.phrase(4, 10)}. {w.phrase(1, 3)} {r.randint(2, 60)} ({r.randint(1950, 2022)}), {r.randint(1, 300)}–{r.randint(301, 600)}.")


def table_page(w: Writer) -> Document:
    """Tables between a little text."""
    r, blocks = w.random, [heading(w, 0, words=(2, 7))]
    for i in range(r.randint(2, 4)):
        if r.random() < 0.4:
            blocks.append(heading(w, 1))
        blocks += [para(w, 1, 3), tables.block(w, tables.any_table(w), i + 1 if r.random() < 0.6 else 0)]
    blocks.append(para(w))
    return running(w, Document("table_page", w.language, blocks, size=r.choice([A4, LETTER])), 0.4)


def wrapped_cells(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(2, 6)), para(w)]
    for i in range(r.randint(1, 3)):
        blocks += [tables.block(w, tables.wrapped(w, r.randint(2, 8), r.randint(2, 5)), i + 1 if r.random() < 0.7 else 0), para(w)]
    return running(w, Document("wrapped_cells", w.language, blocks), 0.4)


def small_tables(w: Writer) -> Document:
    """Small tables, also two side by side or beside a figure."""
    r, blocks = w.random, [heading(w, 0, words=(2, 6))]
    for i in range(r.randint(3, 5)):
        blocks.append(para(w))
        one = tables.block(w, tables.small(w), notes=False)
        if r.random() < 0.35:
            other = tables.block(w, tables.small(w), notes=False) if r.random() < 0.6 else figure(w)
            blocks.append(Block("side", children=[Block("part", children=[one]), Block("part", children=[other])]))
        else:
            one.data.setdefault("caption", f"{w.label('table')} {i + 1}. {w.phrase(2, 8)}")
            blocks.append(one)
    blocks.append(para(w))
    return running(w, Document("small_tables", w.language, blocks), 0.4)


def notices(w: Writer) -> Document:
    """Sections of running text, in one or two columns, with a table of a few rows in each."""
    r, two = w.random, w.random.random() < 0.35
    blocks = []
    for i in range(r.randint(4, 7)):
        if r.random() < 0.5:
            blocks.append(heading(w, 1, words=(1, 5)))
        blocks += [*paras(w, 1, 2), tables.block(w, tables.short(w, two), i + 1 if r.random() < 0.6 else 0)]
    blocks.append(para(w))
    if two:
        blocks = [Block("columns", data={"count": 2, "rule": False}, children=blocks)]
    return running(w, Document("notices", w.language, [heading(w, 0, words=(2, 6)), *blocks]), 0.4)


def wide_table(w: Writer) -> Document:
    """Text in two columns with a table over both, or a landscape page with many columns."""
    r = w.random
    if r.random() < 0.5:
        blocks = [heading(w, 0), para(w), tables.block(w, tables.numbers(w, r.randint(6, 16), r.randint(8, 12), 0.06), 1), para(w)]
        return running(w, Document("wide_table", w.language, blocks, size=WIDE, margin=44), 0.4)

    def columns() -> Block:
        return Block("columns", data={"count": 2, "rule": False}, children=paras(w, 3, 5))

    blocks = [heading(w, 0, words=(4, 9)), columns(), tables.block(w, tables.any_table(w), 1), columns(), heading(w, 1), columns()]
    return running(w, Document("wide_table", w.language, blocks))


def accounts(w: Writer) -> Document:
    """Long tables with groups and totals, which go on on the next page."""
    r, blocks = w.random, [heading(w, 0, words=(2, 5)), para(w)]
    for i in range(r.randint(1, 2)):
        table = r.choice([lambda: tables.grouped(w, r.randint(4, 9), r.randint(3, 6)), lambda: tables.numbers(w, r.randint(25, 60), r.randint(3, 7), 0.05)])()
        table.long = True
        blocks += [heading(w, 1), tables.block(w, table, i + 1 if r.random() < 0.5 else 0), para(w)]
    return running(w, Document("accounts", w.language, blocks))


def spanning(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(2, 6))]
    for i in range(r.randint(2, 3)):
        table = r.choice([lambda: tables.spanned(w, r.randint(3, 10), r.randint(2, 3)), lambda: tables.units(w, r.randint(4, 12)), lambda: tables.grouped(w, r.randint(2, 4), 4)])()
        blocks += [para(w), tables.block(w, table, i + 1 if r.random() < 0.7 else 0)]
    return running(w, Document("spanning", w.language, [*blocks, para(w)]), 0.5)


def article(w: Writer, columns: int, low: int = 3, high: int = 7, level: int = 1) -> list[Block]:
    r, out = w.random, []
    if r.random() < 0.3:
        out.append(Block("kicker", w.phrase(1, 2)))
    out.append(heading(w, level, words=(3, 9)))
    if r.random() < 0.4:
        out.append(Block("byline", f"{w.name()}, {w.date()}"))
    body = paras(w, low, high)
    if r.random() < 0.15:
        body.insert(2, Block("pull", w.sentence()))
    if columns == 1:
        return out + body
    return [*out, Block("columns", data={"count": columns, "rule": r.random() < 0.5}, children=body)]


def advertisement(w: Writer) -> Block:
    return Block("box", data={"shaded": False, "framed": True}, children=[heading(w, 3, words=(1, 3)), para(w, 1, 1), Block("address", f"{w.name()}, {w.phrase(1, 2)} {w.random.randint(1, 120)}")])


def newspaper(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(1, 3)), Block("date", w.date()), Block("rule")]
    for i in range(r.randint(3, 6)):
        kind = r.random()
        if kind < 0.6:
            blocks += article(w, r.choice([3, 4, 4, 5, 6]))
        elif kind < 0.8:
            blocks.append(Block("side", data={"rule": True}, children=[Block("part", children=article(w, 1, 2, 3, 2)) for _ in range(r.randint(2, 3))]))
        elif kind < 0.9:
            blocks.append(Block("side", children=[Block("part", children=[advertisement(w)]) for _ in range(3)]))
        else:
            blocks += [heading(w, 2, words=(1, 3)), tables.block(w, r.choice([tables.rates, tables.steps])(w, r.randint(5, 9)), notes=False)]
        blocks.append(Block("rule"))
    return running(w, Document("newspaper", w.language, blocks, size=r.choice([A4, BROADSHEET, BROADSHEET]), margin=40), 0.5)


def magazine(w: Writer) -> Document:
    r, blocks = w.random, []
    for _ in range(r.randint(2, 3)):
        blocks += [figure(w)] if r.random() < 0.5 else []
        blocks += article(w, r.choice([2, 3]), 5, 9, 0)
        if r.random() < 0.5:
            blocks.append(box(w, [heading(w, 2), any_list(w)]))
    return running(w, Document("magazine", w.language, blocks, size=LETTER, margin=46))


def dictionary(w: Writer) -> Document:
    r, words = w.random, sorted(set(w.content))
    entries = []
    for word in words[:r.randint(60, 110)]:
        sense = f"{w.phrase(2, 7)}; {w.phrase(2, 9)}".lower()
        entries.append(Block("entry", f"{word.lower()} ({r.choice(['n.', 'v.', 'adj.'])}) {sense}.", data={"lead": word.lower()}))
    count = r.choice([2, 2, 3])
    blocks = [heading(w, 0, words=(1, 3)), Block("columns", data={"count": count, "rule": r.random() < 0.6, "pages": True}, children=entries)]
    return running(w, Document("dictionary", w.language, blocks, margin=50))


def form(w: Writer) -> Document:
    """Labels with lines or boxes to fill in: not a table."""
    r, blocks = w.random, [heading(w, 0, words=(2, 5)), para(w, 1, 2)]
    for _ in range(r.randint(2, 4)):
        blocks.append(heading(w, 1, words=(1, 3)))
        for _ in range(r.randint(3, 6)):
            blocks.append(Block("field", w.phrase(1, 3) + ":", data={"form": r.choice(["line", "line", "box", "dots"]), "filled": w.phrase(1, 3) if r.random() < 0.3 else ""}))
        if r.random() < 0.4:
            blocks.append(para(w, 1, 2))
    return running(w, Document("form", w.language, blocks), 0.4)


def letter(w: Writer) -> Document:
    r = w.random
    blocks = [Block("address", w.name()), *(Block("address", f"{w.phrase(1, 2)} {r.randint(1, 99)}") for _ in range(2)), Block("date", w.date()), *paras(w, 3, 7)]
    blocks += [Block("address", w.phrase(1, 3)), Block("address", w.name())]
    return Document("letter", w.language, blocks, margin=80)


def slides(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(3, 6)), Block("author", w.name())]
    for _ in range(r.randint(3, 6)):
        blocks += [Block("pagebreak"), heading(w, 0, words=(2, 5))]
        kind = r.random()
        blocks.append(items(w, r.randint(3, 5), nested=True) if kind < 0.6 else tables.block(w, tables.small(w), notes=False) if kind < 0.8 else chart(w))
    return running(w, Document("slides", w.language, blocks, size=(720, 405), margin=44), 0.4)


def handout(w: Writer) -> Document:
    """Lists of up to three levels, in the sizes of slides and of pages."""
    r, blocks = w.random, [heading(w, 0, words=(3, 6))]

    def outline(depth: int) -> Block:
        made = items(w, r.randint(2, 5 - depth), r.choice(["", "", "1.", "a)", "(i)"][:5 - depth]), long=r.random() < 0.3)
        for item in made.children:
            if depth < 2 and r.random() < 0.4:
                item.children.append(outline(depth + 1))
        return made

    for _ in range(r.randint(3, 6)):
        blocks += [heading(w, 1, words=(2, 5)), *(paras(w, 1, 1) if r.random() < 0.6 else []), outline(0)]
        blocks += paras(w, 1, 1) if r.random() < 0.4 else []
    size = {"size": (720, 405), "margin": 44} if r.random() < 0.4 else {}
    return running(w, Document("handout", w.language, blocks, **size), 0.4)


def poems(w: Writer) -> Document:
    r, blocks = w.random, []
    for _ in range(r.randint(2, 4)):
        blocks.append(heading(w, 1, words=(1, 4)))
        for _ in range(r.randint(2, 5)):
            blocks += [Block("verse", w.phrase(4, 8) + r.choice([",", "", ".", ";"])) for _ in range(4)]
            blocks.append(Block("gap"))
    return running(w, Document("poems", w.language, blocks, size=(420, 595), margin=56), 0.6)


def play(w: Writer) -> Document:
    r, people = w.random, [w.random.choice(w.families).upper() for _ in range(3)]
    blocks = [heading(w, 0, words=(2, 5)), heading(w, 1, words=(1, 2))]
    blocks += [Block("speech", f"{r.choice(people)}. {w.prose(1, 4)}", data={}) for _ in range(r.randint(14, 26))]
    return running(w, Document("play", w.language, blocks, size=(420, 595), margin=50))


def manual(w: Writer) -> Document:
    r = w.random

    def code() -> Block:
        names = [x.lower() for x in w.words(8)]
        lines = [f"def {names[0]}({names[1]}, {names[2]}):", f"    # {names[3]} {names[4]}", f"    for {names[5]} in {names[1]}:"]
        lines += [f"        {names[i]} = {names[i + 1]}[{r.randint(0, 9)}] + {r.randint(1, 99)}" for i in range(3, 3 + r.randint(1, 3))]
        return Block("code", "\n".join([*lines, f"    return {names[6]}"]))

    def fill(level: int) -> list[Block]:
        return [*paras(w, 1, 2), r.choice([lambda: code(), lambda: any_list(w), lambda: tables.block(w, tables.wrapped(w, r.randint(2, 5), 3)), lambda: box(w, [para(w)])])(), para(w)]

    return running(w, Document("manual", w.language, [heading(w, 0), *sections(w, r.randint(4, 8), 3, r.random() < 0.5, fill)]))


def law(w: Writer) -> Document:
    r, blocks, at = w.random, [heading(w, 0, words=(3, 8))], 0
    for part in range(r.randint(2, 3)):
        blocks.append(heading(w, 1, f"{'I' * (part + 1)}."))
        for _ in range(r.randint(2, 4)):
            at += 1
            blocks += [heading(w, 2, f"§ {at}"), items(w, r.randint(2, 4), "(1)", long=True)]
    return running(w, Document("law", w.language, blocks))


def book(w: Writer) -> Document:
    """A table of contents, a chapter, a bibliography and an index."""
    r = w.random
    names = [w.phrase(1, 6) for _ in range(r.randint(6, 12))]
    blocks = [heading(w, 0), Block("author", w.name()), Block("pagebreak"), Block("heading", w.label("contents"), 1)]
    page = 1
    for i, name in enumerate(names):
        page += r.randint(2, 20)
        blocks.append(Block("tocline", f"{i + 1} {name}", data={"page": str(page), "dots": r.random() < 0.8}))
    blocks += [Block("pagebreak"), heading(w, 1, "1"), *paras(w, 5, 9), Block("heading", w.label("references"), 1), *(bibliography_entry(w) for _ in range(r.randint(5, 12)))]
    return running(w, Document("book", w.language, footnoted(w, blocks, 0.2)))


def textbook(w: Writer) -> Document:
    r, count = w.random, [0]

    def fill(level: int) -> list[Block]:
        count[0] += 1
        extra = r.choice([lambda: figure(w, count[0]), lambda: box(w, [heading(w, 3), *paras(w, 1, 2)]), lambda: items(w, r.randint(3, 6), "1."), lambda: Block("formula", "E = m v² / 2"), lambda: tables.block(w, tables.any_table(w), count[0]), lambda: chart(w, count[0])])()
        return [*paras(w, 1, 3), extra, para(w)]

    return running(w, Document("textbook", w.language, [heading(w, 0), *sections(w, r.randint(4, 8), 3, True, fill)]))


def invoice(w: Writer) -> Document:
    r = w.random
    table = tables.Table([[tables.Cell(w.phrase(1, 1), head=True, align=a) for a in ("left", "right", "right", "right")]], 4, aligns=["left", "right", "right", "right"], weights=[3, 1, 1, 1.2])
    for _ in range(r.randint(2, 9)):
        table.rows.append([tables.Cell(w.phrase(2, 9)), tables.Cell(str(r.randint(1, 40)), align="right"), tables.value(w, 90, 2), tables.value(w, 2000, 2)])
    table.totals = [len(table.rows)]
    table.rows.append([tables.Cell(w.label("total"), colspan=3, bold=True), tables.Cell(w.number(r.uniform(100, 9000), 2), bold=True, align="right")])
    blocks = [heading(w, 0, words=(1, 2)), *(Block("address", x) for x in (w.name(), f"{w.phrase(1, 2)} {r.randint(1, 99)}")), Block("date", w.date()), para(w, 1, 2), Block("table", table=table), para(w, 1, 2)]
    return running(w, Document("invoice", w.language, blocks), 0.3)


def exam(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(2, 5)), para(w, 1, 2)]
    for i in range(r.randint(4, 8)):
        blocks += [heading(w, 2, f"{i + 1}.", (1, 3)), para(w, 1, 2), items(w, r.randint(3, 5), r.choice(["a)", "A."]))]
    return running(w, Document("exam", w.language, blocks))


def interview(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(4, 9)), Block("byline", w.name()), para(w)]
    talk: list[Block] = []
    for _ in range(r.randint(5, 9)):
        talk += [Block("speech", w.sentence(), data={"bold": True}), *paras(w, 1, 2)]
    blocks.append(Block("columns", data={"count": r.choice([2, 3]), "rule": r.random() < 0.3}, children=talk))
    return running(w, Document("interview", w.language, blocks))


def timetable(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0, words=(1, 4))]
    for _ in range(r.randint(1, 3)):
        blocks += [heading(w, 1, words=(1, 3)), tables.block(w, tables.steps(w, r.randint(5, 16)))]
    return running(w, Document("timetable", w.language, blocks), 0.4)


def charts(w: Writer) -> Document:
    r, blocks = w.random, [heading(w, 0)]
    for i in range(r.randint(2, 4)):
        blocks += [para(w), r.choice([chart, chart, figure])(w, i + 1)]
    return running(w, Document("charts", w.language, [*blocks, para(w)]), 0.5)


def cover(w: Writer) -> Document:
    r = w.random
    blocks = [heading(w, 0, words=(4, 12))]
    for _ in range(r.randint(1, 4)):
        blocks += [Block("author", w.name()), Block("affiliation", f"{w.phrase(2, 4)}, {w.phrase(1, 1)}")]
    blocks += [Block("date", w.date()), Block("pagebreak"), heading(w, 1), *paras(w, 3, 5)]
    return running(w, Document("cover", w.language, blocks), 0.4)


def article_page(w: Writer) -> Document:
    """The first page of a paper whose title is below the larger name of its journal."""
    r = w.random
    mast = [Block("para", f"{w.phrase(2, 5)} {r.randint(1, 60)} ({r.randint(1990, 2024)})")] if r.random() < 0.5 else []
    mast += [Block("masthead", w.phrase(1, 3)), Block("rule")]
    if r.random() < 0.5:
        mast.append(Block("para", w.phrase(1, 2)))
    front = [Block("title", w.phrase(6, 20)), Block("author", ", ".join(w.name() for _ in range(r.randint(1, 5)))), Block("affiliation", f"{w.phrase(2, 4)}, {w.phrase(1, 2)}")]
    abstract = [Block("ruledhead", w.label("abstract")), Block("rule"), para(w, 4, 7), Block("rule")]
    body = sections(w, r.randint(3, 6), 2, r.random() < 0.7, lambda _: paras(w, 1, 3))
    if r.random() < 0.6:
        body = [Block("columns", data={"count": 2, "rule": False, "pages": True}, children=body)]
    return running(w, Document("article_page", w.language, [*mast, *front, *abstract, *body], size=r.choice([A4, LETTER])), 0.4)


def cv(w: Writer) -> Document:
    """A curriculum vitae, or a form of notes, with ruled lines at its headings."""
    r = w.random
    blocks = [heading(w, 0, words=(2, 3)), *(Block("address", w.phrase(2, 5)) for _ in range(r.randint(1, 3)))]
    capitals, above, is_ruled = r.random() < 0.4, r.random() < 0.25, r.random() < 0.85
    kind = r.choice(["entry", "verse", "list", "para"])
    for _ in range(r.randint(3, 7)):
        title = w.phrase(1, 4)
        rule = [Block("rule")] if is_ruled else []
        head = Block("ruledhead", title.upper() if capitals else title)
        blocks += [*rule, head] if above else [head, *rule]
        for _ in range(r.randint(1, 3)):
            if r.random() < 0.5:
                blocks.append(Block("address", f"{w.phrase(2, 4)}, {r.randint(1990, 2024)}"))
            blocks.append(any_list(w) if kind == "list" else Block(kind, w.prose(1, 3)))
    return running(w, Document("cv", w.language, blocks, size=r.choice([A4, LETTER])), 0.3)


def two_columns(w: Writer) -> Document:
    """Text in two or three columns, with tables in one of them."""
    r, out = w.random, []
    for i in range(r.randint(2, 4)):
        out += [heading(w, 1), *paras(w, 2, 4)]
        if r.random() < 0.6:
            out += [tables.block(w, tables.any_table(w, narrow=True), i + 1), para(w)]
    blocks = [heading(w, 0), Block("columns", data={"count": 2, "rule": r.random() < 0.3, "pages": True}, children=out)]
    return running(w, Document("two_columns", w.language, blocks, margin=50))


TEMPLATES = {f.__name__: f for f in (
    report, paper, table_page, wrapped_cells, small_tables, notices, wide_table, accounts, spanning, newspaper, magazine, dictionary,
    form, letter, slides, handout, poems, play, manual, law, book, textbook, invoice, exam, interview, timetable, charts, cover, two_columns,
    article_page, cv,
)}
