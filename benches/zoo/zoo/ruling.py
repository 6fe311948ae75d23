"""Rules and shading of a table in a style, for all producers alike."""

from __future__ import annotations

from .styles import Style
from .tree import Cell, Table


def across(style: Style, table: Table) -> list[float]:
    """Width of the horizontal rule at each boundary of rows; 0: none."""
    count, head, w = len(table.rows), table.head_rows, style.width
    out = [w if style.across == "all" else 0.0] * (count + 1)
    if style.across in ("head", "booktabs", "outer"):
        out[0] = w
    if style.across in ("head", "booktabs", "one") and head:
        out[head] = w
    if style.across in ("booktabs", "outer"):
        out[count] = w
    if style.across == "booktabs":
        out[0] = out[count] = 2 * w
    if style.across not in ("none", "outer"):
        for row in table.totals:
            out[row] = w
    return out


def down(style: Style, table: Table) -> list[float]:
    """Width of the vertical rule at each boundary of columns; 0: none."""
    w = style.width
    if style.down in ("all", "boxes"):
        return [w] * (table.columns + 1)
    inner = w if style.down == "inner" else 0.0
    outer = w if style.down == "outer" else 0.0
    return [outer] + [inner] * (table.columns - 1) + [outer]


def fills(style: Style, table: Table) -> list[str]:
    """Colour of each row as six hexadecimal digits; empty: none."""
    out = [""] * len(table.rows)
    for row in range(len(out)):
        if row < table.head_rows:
            out[row] = "d5dde8" if style.shaded_head else ""
        elif style.stripes and (row - table.head_rows) % 2:
            out[row] = "eeeeee"
    if style.stripes == "missing":
        stripes = [row for row, fill in enumerate(out) if fill == "eeeeee"]
        if stripes:
            out[stripes[len(stripes) // 2]] = ""
    return out


def grid(table: Table) -> list[list[tuple[int, Cell] | None]]:
    """Cells by row and column: (0, cell) where it begins, (1, cell) where its span goes on."""
    out: list[list[tuple[int, Cell] | None]] = [[None] * table.columns for _ in table.rows]
    for at, row in enumerate(table.rows):
        column = 0
        for cell in row:
            while column < table.columns and out[at][column]:
                column += 1
            for i in range(cell.rowspan):
                for j in range(cell.colspan):
                    if at + i < len(out) and column + j < table.columns:
                        out[at + i][column + j] = (int(i + j > 0), cell)
            column += cell.colspan
    return out


def align(style: Style, table: Table, column: int, cell: Cell, row: int) -> str:
    """left, center or right."""
    if row < table.head_rows and style.centred_head:
        return "center"
    return cell.align or style.aligned or table.aligns[column]


def bold(style: Style, table: Table, cell: Cell, row: int) -> bool:
    """Whether the text of a cell is bold."""
    return cell.bold or row < table.head_rows and not style.plain_head


def widths(table: Table, style: Style, size: float, room: float, full: bool | None = None) -> list[float]:
    """Widths of columns in points, with padding, that fit the room."""
    pad = 2 * max(2.0, style.pad * size)
    if table.weights:
        total = sum(table.weights)
        return [room * w / total for w in table.weights]
    need = [1.0] * table.columns
    word = [1.0] * table.columns
    for row in grid(table):
        for at, entry in enumerate(row):
            if entry and entry[0] == 0 and entry[1].colspan == 1:
                text = entry[1].text
                need[at] = max(need[at], len(text) * size * 0.56 + pad + 2)
                word[at] = max(word[at], max((len(x) for x in text.split()), default=1) * size * 0.56 + pad + 2)
    if sum(need) > room:
        spare = max(0.0, room - sum(word))
        want = sum(n - m for n, m in zip(need, word)) or 1
        need = [m + spare * (n - m) / want for n, m in zip(need, word)]
        if sum(need) > room:
            need = [n * room / sum(need) for n in need]
    elif style.full if full is None else full:
        need = [n * room / sum(need) for n in need]
    return need
