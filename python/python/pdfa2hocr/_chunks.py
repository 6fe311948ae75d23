"""Divides the Markdown of a document into chunks for retrieval, with their places on the pages.

The Markdown is that of the program, and `spans` is its map: byte ranges with pages and boxes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pdfa2hocr._types import Box

__all__ = ["Chunk", "divide"]

By = Literal["heading", "page", "block"]

_PER_TOKEN = 4
"""Characters of a token, by which tokens are estimated."""

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_FULL_STOP = "(?:。|！|？)(?:」|』|）|”)*+"
"""The end of a sentence in Chinese and Japanese, which no space follows."""
_SENTENCE = re.compile(rf"(?:(?:[.!?]|…)[\"')*_]*|{_FULL_STOP})$".encode())
_IN_LINES = rf"\n|(?<=\S)[ \t]+(?=\S)|{_FULL_STOP}(?!\s)".encode()
_SEPARATORS = {"table": rb"\n", "list": _IN_LINES, "code": _IN_LINES}
"""What separates the parts of a block, if not white space and full stops. Lines of lists and code keep their
indentation."""
_ALL = rf"\s+|{_FULL_STOP}(?!\s)".encode()
_ITEM = re.compile(r" *(?:[-*+]|\d+[.)]) ")


@dataclass(frozen=True)
class Chunk:
    """A part of a document for retrieval."""

    text: str
    """The text, without markup. Cells of a row are separated by tabs."""
    markdown: str
    """The text as Markdown. A part of a table begins with the head of the table."""
    headings: tuple[str, ...]
    """The headings above it and its own, the outermost first."""
    pages: tuple[int, ...]
    """The numbers of its pages, from 1, in ascending order."""
    labels: tuple[str, ...]
    """The labels of its pages (`xii`), or their numbers."""
    boxes: dict[int, list[Box]]
    """Boxes by page number, one for each line or cell, in points from the upper left corner."""
    kinds: tuple[str, ...]
    """The kinds of its blocks: `heading`, `paragraph`, `list`, `table`, `code`, `quote`, `note`."""
    start: int
    """The place of its first block in the Markdown of the document, in bytes."""
    end: int
    """The end of its last block."""


@dataclass(frozen=True)
class _Span:
    start: int
    end: int
    page: int
    box: Box


@dataclass(frozen=True)
class _Block:
    """A block of the Markdown, or a part of one."""

    raw: bytes
    start: int
    kind: str
    level: int
    """The level of a heading; 0 for other blocks."""
    spans: tuple[_Span, ...]
    head: str = ""
    """The head of a table, repeated before a part of it."""

    @property
    def markdown(self) -> str:
        return self.head + self.raw.decode(errors="replace")

    @property
    def end(self) -> int:
        return self.start + len(self.raw)


def divide(
    markdown: bytes,
    spans: Sequence[dict[str, Any]],
    label: Callable[[int], str | None],
    max_tokens: int | None,
    by: By,
    count: Callable[[str], int] | None,
) -> list[Chunk]:
    """The chunks of a document. `label` returns the label of the page with a number."""
    if by not in ("heading", "page", "block"):
        raise ValueError(f'by: "{by}" is unknown: write heading, page or block')
    if max_tokens is not None and max_tokens < 1:
        raise ValueError("max_tokens: write 1 or more, or None for chunks of any size")
    tokens = count if count is not None else _estimate
    found = [_Span(s["start"], s["end"], s["page"], tuple(s["boxes"][0])) for s in spans]
    chunks: list[Chunk] = []
    path: list[tuple[int, str]] = []
    held: list[_Block] = []
    held_path: tuple[str, ...] = ()

    def end() -> None:
        if held:
            chunks.append(_chunk(held, held_path, label))
            held.clear()

    for block in _blocks(markdown, found):
        if block.kind == "heading":
            while path and path[-1][0] >= block.level:
                path.pop()
            path.append((block.level, _text(block)))
        for part in _by_page(block) if by == "page" else [block]:
            if held and _is_apart(held, part, by):
                end()
            for piece in _pieces(part, max_tokens, tokens):
                if held and max_tokens is not None:
                    together = "\n\n".join(one.markdown for one in [*held, piece])
                    if tokens(together) > max_tokens:
                        end()
                if not held:
                    held_path = tuple(text for _, text in path)
                held.append(piece)
    end()
    return chunks


def _is_apart(held: Sequence[_Block], block: _Block, by: By) -> bool:
    """Whether a block begins another chunk, whatever its size."""
    if by == "block":
        return True
    if by == "page":
        pages = [span.page for span in block.spans]
        before = [span.page for one in held for span in one.spans]
        return bool(pages and before) and pages[0] != before[-1]
    # Headings that follow each other belong to the text below them.
    return block.kind == "heading" and any(one.kind != "heading" for one in held)


def _estimate(text: str) -> int:
    return -(-len(text) // _PER_TOKEN)


def _blocks(markdown: bytes, spans: Sequence[_Span]) -> Iterator[_Block]:
    """The blocks, which are separated by empty lines. Code and tables of HTML may contain such lines."""
    at = 0
    lines: list[bytes] = []
    begun = 0
    closing: bytes | None = None
    starts = [span.start for span in spans]

    def block() -> Iterator[_Block]:
        raw = b"\n".join(lines)
        lines.clear()
        if raw.strip():
            inside = spans[bisect_left(starts, begun) : bisect_left(starts, begun + len(raw))]
            kind, level = _kind(raw.decode(errors="replace"))
            yield _Block(raw, begun, kind, level, tuple(inside))

    for line in markdown.split(b"\n"):
        if closing is None and not line.strip():
            yield from block()
        else:
            if not lines:
                begun = at
                closing = _closing(line)
                if closing == b"</table>" and closing in line:
                    closing = None
            elif closing is not None and (line.strip() == closing or closing == b"</table>" and closing in line):
                closing = None
            lines.append(line)
        at += len(line) + 1
    yield from block()


def _closing(line: bytes) -> bytes | None:
    """The line that ends a block which may contain empty lines."""
    fence = re.match(rb" *(`{3,}|~{3,})", line)
    if fence:
        return fence[1]
    return b"</table>" if line.lstrip().startswith(b"<table") else None


def _kind(text: str) -> tuple[str, int]:
    heading = re.match(r"(#{1,6}) ", text)
    if heading:
        return "heading", len(heading[1])
    begins = text.lstrip(" ")
    if begins.startswith(("```", "~~~")):
        return "code", 0
    if begins.startswith(("|", "<table")):
        return "table", 0
    if re.match(r"\[\^[^\]]+\]:", begins):
        return "note", 0
    if begins.startswith(">"):
        return "quote", 0
    if _ITEM.match(text) or text.startswith("    "):
        return "list", 0
    return "paragraph", 0


def _by_page(block: _Block) -> Iterator[_Block]:
    """The parts of a block on each page."""
    cuts = [block.start]
    for before, after in zip(block.spans, block.spans[1:]):
        if before.page != after.page:
            cuts.append(after.start)
    yield from _cut(block, [*cuts, block.end])


def _cut(block: _Block, cuts: Sequence[int]) -> Iterator[_Block]:
    """The parts of a block between byte offsets of the document."""
    if len(cuts) == 2:
        yield block
        return
    for start, end in zip(cuts, cuts[1:]):
        raw = block.raw[start - block.start : end - block.start].rstrip()
        start += len(raw) - len(raw.lstrip(b"\n"))
        raw = raw.lstrip(b"\n")
        spans = tuple(
            replace(span, start=max(span.start, start), end=min(span.end, end))
            for span in block.spans
            if span.start < end and start < span.end
        )
        head = _head_of_table(block) if start > block.start else ""
        if raw:
            yield replace(block, raw=raw, start=start, spans=spans, head=head)


def _head_of_table(block: _Block) -> str:
    """The head of a table with pipes, with its line of hyphens."""
    if block.head or block.kind != "table" or not block.raw.startswith(b"|"):
        return block.head
    lines = block.markdown.split("\n")
    return "\n".join(lines[:2]) + "\n"


def _pieces(block: _Block, most: int | None, tokens: Callable[[str], int]) -> Iterator[_Block]:
    """The parts of a block that are small enough: cut at the best of the ends that fit. A row of a table is whole."""
    if most is None or tokens(block.markdown) <= most:
        yield block
        return
    head = _head_of_table(block)
    begun = 0
    # The last ends of each rank.
    fitting = [0, 0, 0, 0]
    cuts = [block.start]
    for end, rank in _ends(block):
        while max(fitting) > begun:
            text = (head if begun else block.head) + block.raw[begun:end].decode(errors="replace").strip()
            if tokens(text) <= most:
                break
            begun = next(best for best in reversed(fitting) if best > begun)
            cuts.append(block.start + begun)
        fitting[rank] = end
    yield from _cut(block, [*cuts, block.start + len(block.raw)])


def _ends(block: _Block) -> list[tuple[int, int]]:
    """The offsets in bytes at which a block may be cut, and its end, each with what ends there: 3 for a line of a
    table, a list or code, 2 for a sentence, 1 for a word, 0 for a line on the page without a space at its end."""
    ends = [(len(block.raw), 0)]
    if block.kind not in ("heading", "table"):
        ends += [(one.end - block.start, 0) for one, next in zip(block.spans, block.spans[1:]) if one.end == next.start]
    if block.kind != "heading":
        for found in re.finditer(_SEPARATORS.get(block.kind, _ALL), block.raw):
            if found[0] == b"\n" and block.kind in _SEPARATORS:
                rank = 3
            else:
                before = block.raw[max(0, found.start() - 16) : found.end()].rstrip()
                rank = 2 if _SENTENCE.search(before) else 1
            ends.append((found.end(), rank))
    return sorted(ends)


def _chunk(blocks: Sequence[_Block], path: tuple[str, ...], label: Callable[[int], str | None]) -> Chunk:
    spans = [span for block in blocks for span in block.spans]
    pages = sorted({span.page for span in spans})
    return Chunk(
        text="\n\n".join(filter(None, map(_text, blocks))),
        markdown="\n\n".join(block.markdown for block in blocks),
        headings=path,
        pages=tuple(pages),
        labels=tuple(label(page) or str(page) for page in pages),
        boxes={page: _lines([span.box for span in spans if span.page == page]) for page in pages},
        kinds=tuple(dict.fromkeys(block.kind for block in blocks)),
        start=blocks[0].start,
        end=blocks[-1].end,
    )


def _text(block: _Block) -> str:
    """The words of a block, separated as in the Markdown."""
    text = ""
    before: _Span | None = None
    for span in block.spans:
        if before is not None:
            text += _space(_part(block, before.end, span.start), block.kind)
        text += _plain(_part(block, span.start, span.end))
        before = span
    return text


def _part(block: _Block, start: int, end: int) -> str:
    return block.raw[start - block.start : end - block.start].decode(errors="replace")


def _space(between: str, kind: str) -> str:
    if kind == "table" and ("|" in between or "<t" in between):
        return "\n" if "\n" in between or "<tr" in between else "\t"
    if "\n" in between:
        return "\n" if kind in ("list", "code", "table") or "  \n" in between else " "
    return " " if " " in between else ""


def _plain(text: str) -> str:
    text = _ESCAPED.sub(r"\1", text)
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    return text


def _lines(boxes: Sequence[Box]) -> list[Box]:
    """A box for each line of boxes in reading order."""
    lines: list[Box] = []
    for x0, top, x1, bottom in boxes:
        if lines:
            left, upper, right, lower = lines[-1]
            shared = min(lower, bottom) - max(upper, top)
            height = min(lower - upper, bottom - top)
            if shared > height / 2 and -height < x0 - right < 2 * height:
                lines[-1] = (min(left, x0), min(upper, top), max(right, x1), max(lower, bottom))
                continue
        lines.append((x0, top, x1, bottom))
    return lines
