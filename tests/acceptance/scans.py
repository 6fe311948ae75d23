#!/usr/bin/env python3
"""Saves the scans of pages, and looks at them with programs not ours.

    scans.py BINARY [PDF …]     without PDFs: the fixtures, and the corpus files that are scans

Every file opens, in Pillow or jbig2dec, is as large as the box of its page, has the MD5 sum that the
output tells, and shows what pdftoppm draws of the page there, hidden text left out. Prints what fails
and exits 1 when anything did.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import run

CORPUS_FILES = ["8LO39V-ocr", "Seige_of_Vicksburg_Sample_OCR", "a1977-backus-p21", "linde142", "ocr_dict", "pr-136-example"]
# Maximum mean difference of grey values (0-255), because resampling and lossy decoders differ a little.
DIFFERENCE = 8
# Scans that are not compared: Poppler 22 draws them with black bars, jbig2dec does not.
OTHERWISE = {"jbig2", "short"}
# Offset of the scans on the pages of fixtures, in points from the lower left corner, with exceptions.
ASIDE = (4, 2)
IN_THE_CORNER = {"no-text"}
PAGE = re.compile(
    r'class="ocr_page"[^>]*title="image &quot;([^&]*)&quot;; imagemd5 &quot;(\w+)&quot;; bbox 0 0 (\d+) (\d+); ppageno (\d+)'
)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run.inside_environment(__file__)
    pdfs = [Path(p) for p in sys.argv[2:]] or default_pdfs()
    failures = checked = 0
    for pdf in pdfs:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out.html"
            subprocess.run([sys.argv[1], "-q", "-p", "--images", Path(folder) / "scans", pdf, out], check=True, timeout=run.SECONDS)
            pages = PAGE.findall(out.read_text(encoding="utf-8"))
            checked += len(pages)
            for name, md5, *numbers in pages:
                wrong = check(pdf, Path(folder) / name, md5, *map(int, numbers))
                if wrong:
                    print(f"{pdf}: {name}: {wrong}")
                    failures += 1
    print(f"{checked} scans, {failures} failures")
    sys.exit(failures > 0 or not checked)


def default_pdfs():
    pdfs = sorted((run.ROOT / "fixtures" / "scans").glob("*.pdf"))
    if run.CORPUS.is_dir():
        pdfs += [run.CORPUS / f"{name}.pdf" for name in CORPUS_FILES]
    else:
        print(f"skipped: {len(CORPUS_FILES)} files of the corpus, {run.CORPUS} is not there")
    return pdfs


def check(pdf, path, md5, width, height, index):
    """Returns the problem of a scan in a sentence, or None."""
    from PIL import Image, ImageChops, ImageStat

    Image.MAX_IMAGE_PIXELS = None
    if hashlib.md5(path.read_bytes()).hexdigest() != md5:
        return "another MD5 sum"
    shown = path
    if path.suffix == ".jb2":
        shown = path.with_suffix(".png")
        subprocess.run(["jbig2dec", "-q", "-o", shown, path], check=True)
    with Image.open(shown) as image:
        if image.size != (width, height):
            return f"{image.size[0]}x{image.size[1]} pixels, and {width}x{height} in the output"
        scan = image.convert("L").resize((200, 200), Image.Resampling.BOX)
    if pdf.stem in OTHERWISE:
        return None
    drawn = path.with_name("drawn")
    command = ["pdftoppm", "-r", "72", "-gray", "-singlefile", "-f", str(index + 1), pdf, drawn]
    subprocess.run(command, check=True, capture_output=True)
    with Image.open(drawn.with_suffix(".pgm")) as image:
        aside = pdf.parent.name == "scans" and pdf.stem not in IN_THE_CORNER
        across, up = ASIDE if aside else (0, 0)
        page = image.transform(image.size, Image.Transform.AFFINE, (1, 0, across, 0, 1, -up), fillcolor=255)
        page = page.resize((200, 200), Image.Resampling.BOX)
    difference = ImageStat.Stat(ImageChops.difference(scan, page)).mean[0]
    return f"the page looks otherwise, by {difference:.1f}" if difference > DIFFERENCE else None


if __name__ == "__main__":
    main()
