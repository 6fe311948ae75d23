"""Bitmaps of figures and charts, for producers without vector graphics."""

from __future__ import annotations

import io

from ..tree import Block


def bitmap(b: Block) -> io.BytesIO:
    """A bitmap. The labels of a chart are pixels here."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (600, 300), "white")
    pen = ImageDraw.Draw(picture)
    if b.kind == "chart":
        step = 520 / len(b.data["values"])
        for i, value in enumerate(b.data["values"]):
            pen.rectangle([60 + i * step, 260 - 220 * value, 60 + i * step + step * 0.6, 260], fill=(74, 126, 187))
            pen.text((60 + i * step, 268), "".join(x for x in b.data["labels"][i] if ord(x) < 256), fill="black")
        pen.line([50, 20, 50, 260, 590, 260], fill="black", width=2)
    else:
        for x in range(0, 600, 4):
            pen.rectangle([x, 0, x + 4, 300], fill=(x * 255 // 600, 20 * b.data["shade"], 120))
    out = io.BytesIO()
    picture.save(out, "PNG")
    out.seek(0)
    return out
