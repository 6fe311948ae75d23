"""The abstract document: a tree of blocks that every producer can draw.

Leaves have `text`. Containers (`columns`, `box`, `side`) have `children`, in reading order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# Kinds of leaves that are drawn as one paragraph, in the properties of `styles.PARAGRAPHS`.
LEAVES = (
    "heading title ruledhead masthead para quote verse author affiliation kicker byline address date bib entry formula "
    "pull speech tocline"
).split()


@dataclass
class Cell:
    """A cell of a table. `head` is true in head rows and for the names of rows."""

    text: str = ""
    colspan: int = 1
    rowspan: int = 1
    head: bool = False
    bold: bool = False
    align: str = ""


@dataclass
class Table:
    """A table: rows of cells. A row names only the cells that begin in it."""

    rows: list[list[Cell]]
    columns: int
    head_rows: int = 1
    aligns: list[str] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    """Share of each column in the width; empty: each column is as wide as its text."""
    totals: list[int] = field(default_factory=list)
    sections: list[int] = field(default_factory=list)
    """Indexes of rows that are one cell over all columns."""
    long: bool = False
    """True if the table may go on on the next page, where its head is repeated."""


@dataclass
class Block:
    """A block of the document."""

    kind: str
    text: str = ""
    level: int = 0
    children: list[Block] = field(default_factory=list)
    table: Table | None = None
    data: dict = field(default_factory=dict)


@dataclass
class Document:
    """A document: its blocks in reading order, and the matter that every page repeats."""

    template: str
    language: str
    blocks: list[Block]
    head: str = ""
    foot: str = ""
    numbered: bool = False
    size: tuple[float, float] = (595.28, 841.89)
    """Width and height of a page in points."""
    margin: float = 62
    columns: int = 1
    """Columns of the text that is not in a `columns` block."""


def walk(blocks: list[Block]):
    """Yields all blocks in reading order, containers before their children."""
    for block in blocks:
        yield block
        yield from walk(block.children)
