#!/usr/bin/env python3
"""Scans documents of a zoo: pictures of their pages, skewed and with noise, with an invisible layer by Tesseract.

  scanned.py ZOO OUT [--part fit] [--each 2] [--skew 0.7] [--dpi 200]

Documents of up to three pages in the languages that Tesseract is installed for are taken, some of each template. The truth is
that of the document, so `measure` shows what is lost on the way: characters by Tesseract, structure by the program. Exact
paragraphs are hardly measured, because one wrong character makes a paragraph another one.

Needs pdftoppm, pdfinfo, and Tesseract with `deu` and `eng`. The skew and the noise of a page depend on its document's name alone.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageFilter

LANGUAGES = ("de", "en", "es", "fr")
"""Languages whose letters `deu` and `eng` know."""
MOST_PAGES = 3
"""Most pages of a document: one takes five seconds."""
BLUR, NOISE, SHARE, QUALITY = 0.7, 90.0, 0.1, 60
"""Radius in pixels, standard deviation of the noise and its share of the picture, and quality of JPEG, as of a fair scanner."""


def page_count(pdf: Path) -> int:
    about = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"^Pages:\s+(\d+)", about, re.M)[1])


def scan(pdf: Path, page: int, chance: random.Random, options: argparse.Namespace, folder: Path) -> Path:
    """The picture of a page."""
    drawn = folder / "drawn"
    subprocess.run(["pdftoppm", "-r", str(options.dpi), "-gray", "-f", str(page), "-l", str(page), "-singlefile", pdf, drawn], check=True)
    angle = chance.uniform(-options.skew, options.skew)
    picture = Image.open(drawn.with_suffix(".pgm")).rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=255)
    picture = picture.filter(ImageFilter.GaussianBlur(BLUR))
    noise = Image.effect_noise(picture.size, NOISE)
    out = folder / f"{page}.jpg"
    # White becomes a little grey, as paper is.
    Image.blend(picture, noise, SHARE).save(out, quality=QUALITY, dpi=(options.dpi, options.dpi))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zoo", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--part", default="fit")
    parser.add_argument("--each", type=int, default=2, help="documents of a template")
    parser.add_argument("--skew", type=float, default=0.7, help="largest skew of a page, in degrees")
    parser.add_argument("--dpi", type=int, default=200)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    taken: collections.Counter = collections.Counter()
    for truth in sorted(options.zoo.glob("*.json")):
        data = json.loads(truth.read_text())
        pdf = truth.with_suffix(".pdf")
        wanted = data["part"] == options.part and data["language"] in LANGUAGES and pdf.exists()
        if not wanted or taken[data["template"]] >= options.each or page_count(pdf) > MOST_PAGES:
            continue
        taken[data["template"]] += 1
        chance = random.Random(truth.stem)
        with tempfile.TemporaryDirectory() as folder:
            pages = [scan(pdf, page, chance, options, Path(folder)) for page in range(1, page_count(pdf) + 1)]
            names = Path(folder) / "pages.txt"
            names.write_text("\n".join(map(str, pages)))
            command = ["tesseract", names, options.out / truth.stem, "-l", "deu+eng", "--dpi", str(options.dpi), "pdf"]
            subprocess.run(command, capture_output=True, check=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
        shutil.copy(truth, options.out / truth.name)
        print(truth.stem, flush=True)


if __name__ == "__main__":
    main()
