#!/usr/bin/env python3
"""Makes the font of invisible text, invisible.ttf: make_font.py. Needs fonttools.

It has five glyphs without outlines: .notdef and one of half an em for characters, one of a quarter for spaces, one of
an em for vertical writing, and one without width for combining marks.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

WIDTHS = {".notdef": 500, "half": 500, "quarter": 250, "full": 1000, "mark": 0}


def main() -> None:
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(WIDTHS))
    font.setupCharacterMap({0x20: "quarter"})
    font.setupGlyf({name: Glyph() for name in WIDTHS})
    font.setupHorizontalMetrics({name: (width, 0) for name, width in WIDTHS.items()})
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
