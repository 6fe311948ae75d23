"""Styles: how tables and text look. A style is a name with a few changes of one default."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random


@dataclass(frozen=True)
class Style:
    """The look of a document. Sizes are in points, `leading` and `pad` are relative to the font size."""

    name: str = "grid"
    across: str = "all"
    """Horizontal rules: all, none, head (over and under it), one (under it), booktabs, outer."""
    down: str = "all"
    """Vertical rules: all, none, inner, boxes (a box around each column), outer."""
    line: str = "solid"
    """solid, dotted, dashed, double or ridge."""
    width: float = 0.5
    stripes: str = ""
    """Empty, even, or missing (one stripe is left out)."""
    shaded_head: bool = False
    centred_head: bool = False
    plain_head: bool = False
    """True if heads have the weight of the other cells."""
    aligned: str = ""
    """left or center: all cells are; empty: each column has its own side."""
    upright: str = "top"
    """Where the text of a cell is, vertically: top, middle, or bottom as in spreadsheets."""
    pad: float = 0.35
    table_size: float = 0.9
    """Size of the text of tables, relative to the text."""
    full: bool = True
    """True if tables are as wide as the text."""
    size: float = 10
    leading: float = 1.25
    serif: bool = True
    justified: bool = True
    indent: bool = False
    """True if paragraphs have an indent, and no space between them."""
    headings: str = "bold"
    """bold, light (large and coloured), body (low levels have the size of the text), centred, underlined."""
    caption_below: bool = False
    rotated: bool = False


BASE = Style()
STYLES = {
    s.name: s
    for s in [
        BASE,
        replace(BASE, name="hairline", width=0.1, size=9, serif=False),
        replace(BASE, name="thick", width=1.6, line="ridge", shaded_head=True, headings="light"),
        replace(BASE, name="double", line="double", width=1.5),
        replace(BASE, name="dotted", line="dotted", width=0.8, serif=False, justified=False),
        replace(BASE, name="dashed", line="dashed", width=0.6, full=False),
        replace(BASE, name="horizontal", down="none", headings="body", indent=True),
        replace(BASE, name="booktabs", across="booktabs", down="none", full=False, indent=True, caption_below=True),
        replace(BASE, name="headrules", across="head", down="none", headings="centred"),
        replace(BASE, name="onerule", across="one", down="none", serif=False, justified=False),
        replace(BASE, name="none", across="none", down="none", full=False, pad=0.5),
        replace(BASE, name="nonefull", across="none", down="none", centred_head=True, headings="underlined"),
        replace(BASE, name="stripes", across="none", down="none", stripes="even", shaded_head=True, serif=False),
        replace(BASE, name="missing", across="none", down="none", stripes="missing", serif=False, justified=False),
        replace(BASE, name="shaded", across="none", down="none", shaded_head=True, headings="light", caption_below=True),
        replace(BASE, name="shadedlines", down="none", shaded_head=True, centred_head=True, upright="middle"),
        replace(BASE, name="boxes", across="outer", down="boxes", full=False),
        replace(BASE, name="vertical", across="none", down="inner", centred_head=True),
        replace(BASE, name="frame", across="outer", down="outer", serif=False),
        replace(BASE, name="centred", across="head", down="none", centred_head=True, full=False, pad=0.6),
        replace(BASE, name="middle", upright="middle", centred_head=True),
        replace(BASE, name="middlenone", across="head", down="none", upright="middle", centred_head=True, headings="body"),
        replace(BASE, name="tight", across="head", down="none", pad=0.08, leading=1.08, size=9, indent=True),
        replace(BASE, name="wide", across="booktabs", down="none", pad=0.8, leading=1.65, headings="light"),
        replace(BASE, name="tiny", down="none", size=6.5, leading=1.2, table_size=1.0),
        replace(BASE, name="large", size=14, leading=1.4, serif=False, justified=False),
        replace(BASE, name="rotated", rotated=True, headings="body"),
    ]
}


def pick(random: Random, name: str) -> Style:
    """The named style, with a size of text and a family that vary."""
    style = STYLES[name]
    if name not in ("tiny", "large", "tight"):
        style = replace(style, size=random.choice([8.5, 9, 9.5, 10, 10, 10.5, 11, 12]), leading=random.choice([1.15, 1.2, 1.25, 1.35, 1.45]))
    return replace(style, serif=style.serif if random.random() < 0.7 else not style.serif, justified=style.justified if random.random() < 0.8 else not style.justified)


def mixed(random: Random) -> Style:
    """A style of which each property is drawn by itself, so that all of them meet."""
    across = random.choice(["all", "none", "none", "head", "one", "booktabs", "outer"])
    down = random.choice(["none", "none", "inner", "outer"] + (["all", "none", "boxes"] if across != "none" else []))
    return Style(
        name="mixed",
        across=across,
        down=down,
        line=random.choice(["solid"] * 4 + ["dotted", "dashed", "double"]),
        width=random.choice([0.1, 0.25, 0.5, 0.75, 1, 1.5]),
        stripes=random.choice(["", "", "", "even", "missing"]),
        shaded_head=random.random() < 0.35,
        centred_head=random.random() < 0.4,
        plain_head=random.random() < 0.25,
        aligned=random.choice(["", "", "", "left", "center"]),
        upright="middle" if (place := random.random()) < 0.3 else "top" if place < 0.85 else "bottom",
        pad=random.choice([0, 0, 0, 0.1, 0.15, 0.25, 0.35, 0.5, 0.8]),
        table_size=random.choice([0.8, 0.85, 0.9, 1, 1]),
        full=random.random() < 0.55,
        size=random.choice([8, 9, 9.5, 10, 10, 10.5, 11, 12, 14]),
        leading=random.choice([1.1, 1.15, 1.2, 1.25, 1.35, 1.5, 1.6]),
        serif=random.random() < 0.5,
        justified=random.random() < 0.5,
        indent=random.random() < 0.35,
        headings=random.choice(["bold", "bold", "light", "body", "centred", "underlined"]),
        caption_below=random.random() < 0.3,
        rotated=random.random() < 0.05,
    )


@dataclass(frozen=True)
class Look:
    """The look of one paragraph. Lengths are in ems of its font; `size` is relative to the text."""

    size: float = 1
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    align: str = ""
    """Empty: as the text of the style."""
    left: float = 0
    first: float = 0
    before: float = 0
    after: float = 0.6
    colour: str = "000000"


PARAGRAPHS = {
    "para": Look(),
    "quote": Look(size=0.95, italic=True, left=2, before=0.5, after=0.9),
    "verse": Look(align="left", left=2, after=0),
    "author": Look(size=1.1, align="center", after=0.3),
    "affiliation": Look(size=0.9, italic=True, align="center"),
    "kicker": Look(size=0.85, bold=True, align="left", after=0.2, colour="8a1c1c"),
    "byline": Look(size=0.9, italic=True, align="left"),
    "address": Look(align="left", after=0),
    "date": Look(align="right", before=1, after=1.5),
    "bib": Look(size=0.9, left=2, first=-2, after=0.3),
    "entry": Look(size=0.95, left=1, first=-1, after=0.15),
    "formula": Look(italic=True, align="center", before=0.4, after=0.8),
    "pull": Look(size=1.5, italic=True, align="center", before=0.6, after=0.9, colour="555555"),
    "speech": Look(left=2, first=-2, after=0.3),
    "caption": Look(size=0.88, align="left", before=0.4, after=0.6),
    "note": Look(size=0.8, align="left", after=0.4),
    "tocline": Look(align="left", after=0.2),
    "masthead": Look(size=2.2, align="center", after=0.2),
    "title": Look(size=1.5, align="left", before=0.4, after=0.5),
    "ruledhead": Look(size=1.1, align="left", before=0.8, after=0.1),
}


def look(style: Style, kind: str, level: int = 0) -> Look:
    """The look of a block of this kind."""
    if kind == "para" and style.indent:
        return Look(first=1.3, after=0)
    if kind in ("title", "ruledhead"):
        plain = {"title": ("light", "centred", "body"), "ruledhead": ("underlined",)}[kind]
        colour = "1f4e79" if style.headings == "light" and kind == "ruledhead" else "000000"
        size = 1 if style.headings == "body" and kind == "ruledhead" else PARAGRAPHS[kind].size
        return replace(PARAGRAPHS[kind], size=size, bold=style.headings not in plain, colour=colour)
    if kind != "heading":
        return PARAGRAPHS[kind]
    size = [2.1, 1.55, 1.28, 1.1, 1.0][min(level, 4)]
    base = Look(size=size, bold=True, align="left", before=0.9 if level else 0.3, after=0.45)
    if style.headings == "light":
        return replace(base, bold=level > 1, colour="1f4e79")
    if style.headings == "body" and level > 1:
        return replace(base, size=1, bold=level == 2, italic=level > 2)
    if style.headings == "centred":
        return replace(base, align="center", bold=level < 2, italic=level == 2)
    if style.headings == "underlined":
        return replace(base, underlined=level > 0, bold=level < 2)
    return base
