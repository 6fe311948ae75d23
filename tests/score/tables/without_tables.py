"""Pages without tables that look as if they had one, by kind."""

from words import WORDS

KINDS = {}


def kind(function):
    KINDS[function.__name__] = (function, ("none",))
    return function


def each(count, make):
    return "".join(make(n) for n in range(count))


@kind
def two_columns(r):
    style = f'columns:{r.choice([2, 3])};column-gap:{r.choice([14, 22])}pt;{r.choice(["", "column-rule:1px solid"])}'
    return f'<h2>{r.label()}</h2><div style="{style}">{r.paragraphs(8)}</div>'


@kind
def lists(r):
    items = lambda: each(r.randint(4, 8), lambda n: f"<li>{r.label(2, 12)}</li>")
    return "".join(f"<p>{r.sentence()}</p><{tag}>{items()}</{tag}>" for tag in ("ul", "ol", "ul"))


@kind
def list_columns(r):
    """Short, unrelated items in several columns."""
    return f'<p>{r.sentence()}</p><ul style="columns:3">{each(24, lambda n: f"<li>{r.label(1, 3)}</li>")}</ul>{r.paragraphs(2)}'


@kind
def contents(r):
    dots = r.choice(["border-bottom:1px dotted", ""])
    entry = lambda n: (
        f'<div style="display:flex;margin-left:{(n % 4 > 0) * 15}pt"><span>{n // 4 + 1}.{n % 4} {r.label(1, 6)}</span>'
        f'<span style="flex:1;{dots}"></span><span>{n * 3 + 1}</span></div>'
    )
    return f"<h2>Contents</h2>{each(26, entry)}"


@kind
def contents_dots(r):
    entry = lambda n: (
        f'<div style="display:flex;overflow:hidden"><span style="white-space:nowrap">{r.label(1, 6)}</span><span style="flex:1;'
        f'overflow:hidden;white-space:nowrap;direction:rtl">{"." * 60}</span><span>{n * 3 + 1}</span></div>'
    )
    return f"<h2>Contents</h2>{each(26, entry)}"


@kind
def contents_columns(r):
    """A table of contents in groups: numbers, titles, and page numbers at the right."""
    entry = lambda n: (
        f'<div style="display:flex"><span style="width:40pt">{n + 1}</span><span style="flex:1">{r.label(2, 8)}</span>'
        f"<span>{n * 7 + 3}</span></div>"
    )
    group = lambda n: f"<h3>{r.label(1, 2)}</h3>{each(5, lambda m: entry(5 * n + m))}"
    return f"<h2>Contents</h2>{each(4, group)}"


@kind
def index(r):
    pages = lambda: ", ".join(str(r.randint(1, 400)) for _ in range(r.randint(1, 4)))
    entries = each(110, lambda n: f"<div>{r.label(1, 3)}, {pages()}</div>")
    return f'<h2>Index</h2><div style="columns:3;font-size:8.5pt">{entries}</div>'


@kind
def dictionary(r):
    entry = lambda n: (
        f'<p style="margin:0 0 2pt 12pt;text-indent:-12pt"><b>{r.choice(WORDS)}</b> <i>n.</i> {r.sentence(5, 25)}</p>'
    )
    return f'<div style="columns:2">{each(40, entry)}</div>'


@kind
def glossary(r):
    entry = lambda n: (
        f'<div style="display:flex;margin-bottom:4pt"><b style="width:110pt">{r.label(1, 2)}</b>'
        f'<span style="flex:1">{r.sentence(10, 30)}</span></div>'
    )
    return each(14, entry)


@kind
def options(r):
    """A list of options as in manuals: hanging names, and their descriptions."""
    entry = lambda n: (
        f'<div style="display:flex"><code style="width:120pt">--{r.choice(WORDS)}</code>'
        f'<span style="flex:1">{r.sentence(6, 22)}</span></div>'
    )
    return r.paragraphs(1) + each(14, entry)


@kind
def addresses(r):
    address = lambda n: (
        f"<div>{r.label(2, 2)}<br>{r.randint(1, 99)} {r.label(1, 2)} Street<br>{r.randint(10000, 99999)} {r.label(1, 1)}</div>"
    )
    return f'<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:14pt">{each(12, address)}</div>'


@kind
def bibliography(r):
    width = r.choice([24, 40])
    entry = lambda n: (
        f'<div style="display:flex"><span style="width:{width}pt">[{r.choice([str(n + 1), r.label(1, 1)[:2] + str(90 + n)])}]'
        f'</span><span style="flex:1">{r.label(1, 1)}, {r.label(1, 1)[0]}. <i>{r.label(4, 9)}</i>. {r.label(1, 2)}, {r.year()}, '
        f"pp. {r.randint(1, 99)}–{r.randint(100, 199)}.</span></div>"
    )
    return each(18, entry)


@kind
def verses(r):
    verse = lambda n: f"<p>{'<br>'.join(r.label(4, 7) for _ in range(4))}</p>"
    return f'<h2>{r.label()}</h2><div style="columns:{r.choice([1, 2])}">{each(8, verse)}</div>'


@kind
def code(r):
    line = lambda n: "    " * r.randint(0, 3) + f"{r.choice(WORDS)} = {r.choice(WORDS)}({r.randint(0, 99)})"
    lines = [line(n).ljust(44) + f"# {r.words(3)}" for n in range(30)]
    return r.paragraphs(1) + f'<pre style="font-size:9pt">{chr(10).join(lines)}</pre>'


@kind
def output(r):
    """The output of a program, with numbers in columns among its lines."""
    lines = [f"> {r.choice(WORDS)}({r.choice(WORDS)})"]
    for _ in range(6):
        lines += [f"[{n}] " + " ".join(f"{r.uniform(0, 9):.3f}" for _ in range(6)) for n in (1, 7)] + [f"> {r.choice(WORDS)}()"]
    return r.paragraphs(1) + f'<pre style="font-size:9pt">{chr(10).join(lines)}</pre>' + r.paragraphs(1)


@kind
def boxes(r):
    return each(4, lambda n: f'<div style="border:1px solid;padding:6pt;margin:8pt 0">{r.prose(3)}</div>')


@kind
def cards(r):
    card = lambda n: f'<div style="border:1px solid #999;padding:6pt"><b>{r.label(2, 3)}</b><p>{r.prose(2)}</p></div>'
    return f'<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:10pt">{each(6, card)}</div>'


@kind
def letter(r):
    to = f"<div>{r.label(2, 2)}<br>12 {r.label(1, 1)} Road<br>{r.label(1, 1)}</div>"
    about = "<div>Tel. 555 1234<br>Ref. 12/34<br>3 May 2011</div>"
    both = f'<div style="display:flex;justify-content:space-between">{to}{about}</div>'
    return f"{both}<br><p>Dear Sir,</p>{r.paragraphs(4)}<p>Yours,</p>"


@kind
def prose_form(r):
    """A form with lines to fill in, without cells."""
    line = lambda n: f"<p>{r.label(1, 3)}: {'_' * r.randint(10, 24)} {r.label(1, 2)}: {'_' * r.randint(8, 16)}</p>"
    return r.paragraphs(1) + each(9, line)


@kind
def play(r):
    line = lambda n: (
        f'<div style="display:flex"><b style="width:80pt">{r.choice(["HAMLET", "OPHELIA", "GHOST"])}.</b>'
        f'<span style="flex:1">{r.sentence(5, 30)}</span></div>'
    )
    return each(18, line)


@kind
def resume(r):
    post = lambda n: (
        f'<div style="display:flex"><span style="width:90pt">{r.randint(1990, 2000)}–{r.randint(2001, 2012)}</span>'
        f'<span style="flex:1">{r.label(3, 6)}<br>{r.sentence()}</span></div>'
    )
    return each(3, lambda n: f"<h3>{r.label(1, 2)}</h3>{each(3, post)}")


@kind
def recipe(r):
    items = each(10, lambda n: f"<li>{r.randint(1, 500)} g {r.choice(WORDS)}</li>")
    return f'<div style="display:flex;gap:20pt"><ul style="width:30%">{items}</ul><div>{r.paragraphs(3)}</div></div>'


@kind
def sidebar(r):
    side = "<br>".join(r.label(1, 3) for _ in range(8))
    side = f'<div style="width:30%;background:#eee;padding:6pt">{side}</div>'
    return f'<div style="display:flex;gap:20pt">{side}<div style="flex:1">{r.paragraphs(4)}</div></div>'


@kind
def captions(r):
    figure = lambda n: f'<div><div style="height:70pt;background:#cdd"></div>Figure {n + 1}. {r.label(3, 8)}</div>'
    return f'<div style="display:grid;grid-template-columns:1fr 1fr;gap:12pt">{each(6, figure)}</div>'


@kind
def chart(r):
    lines = each(6, lambda n: f"<line x1=40 x2=410 y1={20 + n * 40} y2={20 + n * 40} stroke=#ccc />")
    values = each(6, lambda n: f"<text x=10 y={24 + n * 40} font-size=9>{100 - n * 20}</text>")
    bars = each(8, lambda n: f"<rect x={50 + n * 45} width=25 y={r.randint(30, 200)} height=20 fill=#57a />")
    years = each(8, lambda n: f"<text x={50 + n * 45} y=235 font-size=9>{1990 + n}</text>")
    drawing = f"<svg width=420 height=240>{lines}{values}{bars}{years}</svg>"
    return f"{r.paragraphs(1)}{drawing}<p>Figure 3. {r.label(4, 8)}</p>{r.paragraphs(1)}"


@kind
def chart_bars(r):
    """A bar chart: names at the left, bars, and their values."""
    bar = lambda n: (
        f"<text x=4 y={24 + 22 * n} font-size=9>{r.choice(WORDS).capitalize()}</text>"
        f"<rect x=90 y={14 + 22 * n} height=14 width={40 * (n + 1)} fill=#57a />"
        f"<text x={96 + 40 * (n + 1)} y={24 + 22 * n} font-size=9>{7 * (n + 1)}%</text>"
    )
    return f"{r.paragraphs(1)}<svg width=480 height=190>{each(8, bar)}</svg><p>Figure 3. {r.label(4, 8)}</p>{r.paragraphs(1)}"


@kind
def diagram(r):
    """A diagram: boxes with names, and lines between them."""
    box = lambda n: (
        f"<rect x={20 + 150 * (n % 3)} y={20 + 70 * (n // 3)} width=100 height=36 fill=none stroke=#000 />"
        f"<text x={30 + 150 * (n % 3)} y={42 + 70 * (n // 3)} font-size=10>{r.label(1, 2)[:16]}</text>"
        f"<line x1={120 + 150 * (n % 3)} x2={170 + 150 * (n % 3)} y1={38 + 70 * (n // 3)} y2={38 + 70 * (n // 3)} stroke=#000 />"
    )
    return f"{r.paragraphs(1)}<svg width=480 height=230>{each(9, box)}</svg>{r.paragraphs(1)}"


@kind
def equations(r):
    equation = lambda n: (
        f'<div style="display:flex;justify-content:space-between"><span></span><span>{r.choice("xyz")} = {r.choice("abc")} + '
        f'{r.randint(1, 9)}{r.choice("uvw")}²</span><span>({n})</span></div><p>{r.prose(2)}</p>'
    )
    return r.paragraphs(1) + each(5, equation)


@kind
def systems(r):
    """Equations below each other, aligned at their signs."""
    part = lambda css, text: f'<span style="width:60pt;text-align:{css}">{text}</span>'
    left = lambda: part("right", f"{r.randint(2, 9)}x + {r.randint(2, 9)}y")
    right = lambda n: part("left", f"{r.choice('abc')}<sub>{n}</sub> + {r.randint(1, 99)}")
    line = lambda n: f'<div style="display:flex;justify-content:center">{left()}{part("center", "=")}{right(n)}</div>'
    return r.paragraphs(1) + each(4, line) + r.paragraphs(1) + each(3, line) + r.paragraphs(1)
