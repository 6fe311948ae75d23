#!/usr/bin/env python3
"""Makes the font of invisible text, invisible.ttf: make_font.py. Needs fonttools.

Its glyphs are boxes, which are never painted: PDFium takes the height of selected text from them, and leaves out turned
text without height. For each share of the cell below the baseline, from 0 to a half, one glyph of half an em is for
characters, and one of a quarter for spaces. One of an em is for vertical writing, and one without width for combining
marks.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

DESCENTS = range(0, 501, 100)
# Name, width, and distance of the lower edge from the baseline, in the order of `font.rs`.
GLYPHS = [
    (".notdef", 500, None),
    ("full", 1000, 0),
    ("mark", 0, None),
    *((f"half{descent}", 500, -descent) for descent in DESCENTS),
    *((f"quarter{descent}", 250, -descent) for descent in DESCENTS),
]


def box(width: int, lower: int | None):
    pen = TTGlyphPen(None)
    if lower is not None:
        pen.moveTo((0, lower))
        for corner in [(0, lower + 1000), (width, lower + 1000), (width, lower)]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def main() -> None:
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([name for name, _, _ in GLYPHS])
    font.setupCharacterMap({0x20: "quarter0"})
    font.setupGlyf({name: box(width, lower) for name, width, lower in GLYPHS})
    font.setupHorizontalMetrics({name: (width, 0) for name, width, _ in GLYPHS})
    font.setupHorizontalHeader(ascent=1000, descent=0)
    font.setupNameTable({"familyName": "Invisible", "styleName": "Regular", "psName": "Invisible"})
    font.setupOS2(sTypoAscender=1000, sTypoDescender=0, usWinAscent=1000, usWinDescent=0)
    font.setupPost(keepGlyphNames=False)
    # Without dates, so that the file is always the same.
    font.font.recalcTimestamp = False
    font.font["head"].created = font.font["head"].modified = 0
    font.save(Path(__file__).with_name("invisible.ttf"))


if __name__ == "__main__":
    main()
