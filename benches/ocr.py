#!/usr/bin/env python3
"""Compares `--ocr auto` with Tesseract alone (`--psm 1`) on pages whose text is known.

    ocr.py PROGRAM [-v] [--lang CODES] [--kind NAME] [PDF#PAGE…]

Each page is drawn at 200, 300 and 400 pixels per inch, skewed by 1.5 degrees, turned by 90 degrees, and as a JPEG of
quality 30. The truth is the text that PROGRAM reads of the PDF itself. For each kind of picture, the table shows

- CER: the character error rate, which includes the order of the text,
- words: the share of the words of the truth that are found (any order),
- IoU: the mean overlap of their boxes,
- seconds per page.

It needs pdftoppm, tesseract, Pillow and numpy.
"""

import argparse
import collections
import io
import re
import subprocess
import sys
import tempfile
import time
import zlib
from html import unescape
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "fixtures/showcase/herald.pdf#2",
    ROOT / "fixtures/scored/newspaper.pdf",
    ROOT / "fixtures/scored/ruled.pdf",
    ROOT / "fixtures/scored/aligned.pdf",
    ROOT / "fixtures/scored/paper.pdf",
    ROOT.parent / "shared/corpus/text/dict2col.pdf",
]
KINDS = [
    ("200 dpi", 200, {}),
    ("300 dpi", 300, {}),
    ("400 dpi", 400, {}),
    ("skewed by 1.5°", 300, {"skew": 1.5}),
    ("turned by 90°", 300, {"turn": 90}),
    ("JPEG 30", 300, {"jpeg": 30}),
]
WORD = re.compile(r"<span class=['\"]ocrx_word['\"][^>]*title=['\"]([^'\"]*)['\"][^>]*>(.*?)</span>", re.S)


def output(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, check=True, timeout=600, **options)
    return done.stdout.decode("utf-8")


def picture(pdf, folder, dpi, skew=0, turn=0, jpeg=0):
    """The page as a picture: the PNG or JPEG for Tesseract, and a PDF of it."""
    pdf, _, page = str(pdf).partition("#")
    page = page or 1
    output("pdftoppm", "-r", dpi, "-f", page, "-l", page, "-singlefile", "-gray", "-png", pdf, folder / "page")
    image = Image.open(folder / "page.png").convert("L")
    if skew:
        image = image.rotate(-skew, resample=Image.BICUBIC, fillcolor=255)
    if turn:
        image = image.rotate(-turn, expand=True)
    if jpeg:
        name, out = folder / "scan.jpg", io.BytesIO()
        image.save(out, "JPEG", quality=jpeg)
        name.write_bytes(out.getvalue())
        data, coding = out.getvalue(), "DCTDecode"
    else:
        name = folder / "scan.png"
        image.save(name, dpi=(dpi, dpi))
        data, coding = zlib.compress(image.tobytes()), "FlateDecode"
    width, height = (round(side * 72 / dpi, 3) for side in image.size)
    content = f"q {width} 0 0 {height} 0 0 cm /Im Do Q".encode()
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R"
        "/Resources<</XObject<</Im 5 0 R>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        f"<</Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}/BitsPerComponent 8"
        f"/ColorSpace/DeviceGray/Filter/{coding}/Length {len(data)}>>stream\n".encode() + data + b"\nendstream",
    ]
    file = bytearray(b"%PDF-1.7\n")
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    start = len(file)
    file += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start
    scan = folder / "scan.pdf"
    scan.write_bytes(file)
    return name, scan, image.size


def words(hocr):
    """The words of hOCR with their boxes."""
    found = []
    for title, text in WORD.findall(hocr):
        box = re.search(r"bbox (\d+) (\d+) (\d+) (\d+)", title)
        text = unescape(re.sub(r"<[^>]*>", "", text)).strip()
        if box and text:
            found.append((text, [float(n) for n in box.groups()]))
    return found


def placed(found, size, before, skew=0, turn=0, jpeg=0):
    """The words of the upright page in the pixels of the picture."""
    placed = []
    for text, (x0, y0, x1, y1) in found:
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        if skew:
            angle, centre = np.radians(skew), np.array(before) / 2
            sin, cos = np.sin(angle), np.cos(angle)
            corners = (corners - centre) @ np.array([[cos, sin], [-sin, cos]]) + centre
        if turn:
            corners = np.array([(before[1] - y, x) for x, y in corners])
        low, high = corners.min(axis=0), corners.max(axis=0)
        placed.append((text, [*low, *high]))
    return placed


def overlap(a, b):
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    area = lambda box: (box[2] - box[0]) * (box[3] - box[1])
    return width * height / (area(a) + area(b) - width * height)


def compare(truth, found):
    """The share of words that are found, and the mean overlap of their boxes."""
    by_text = collections.defaultdict(list)
    for text, box in found:
        by_text[text].append(box)
    overlaps = []
    for text, box in truth:
        best = max(by_text[text], key=lambda other: overlap(box, other), default=None)
        if best is not None and overlap(box, best) > 0.1:
            by_text[text].remove(best)
            overlaps.append(overlap(box, best))
    return len(overlaps) / max(1, len(truth)), float(np.mean(overlaps or [0]))


def errors(truth, found):
    """The Levenshtein distance of two texts without differences of white space, by the length of the truth."""
    truth, found = " ".join(truth.split()), " ".join(found.split())
    letters = np.array([ord(c) for c in found], dtype=np.int64)
    steps = np.arange(len(found) + 1)
    row = steps.copy()
    for count, letter in enumerate(truth, 1):
        changed = row[:-1] + (letters != ord(letter))
        below = np.minimum(changed, row[1:] + 1)
        row = np.concatenate(([count], below))
        row = np.minimum.accumulate(row - steps) + steps
    return row[-1] / max(1, len(truth))


def measure(program, pdf, dpi, options, lang):
    """The figures of our program and of Tesseract."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file, _, page = str(pdf).partition("#")
        own = [program, "-q", "--pages", page or 1]
        truth = output(*own, "--format", "text", file, "-")
        boxes = words(output(*own, "--dpi", dpi, "--format", "hocr", file, "-"))
        own[-1] = 1
        image, scan, size = picture(pdf, folder, dpi, **options)
        before = size[::-1] if options.get("turn") else size
        boxes = placed(boxes, size, before, **options)
        ocr = [*own, "--ocr", "auto", "--ocr-lang", lang, "--ocr-cache", folder / "cache"]
        begun = time.monotonic()
        text = output(*ocr, "--format", "text", scan, "-")
        seconds = time.monotonic() - begun
        ours = (errors(truth, text), *compare(boxes, words(output(*ocr, "--format", "hocr", scan, "-"))), seconds)
        tesseract = ["tesseract", image, "-", "-l", lang, "--psm", 1, "--dpi", dpi]
        begun = time.monotonic()
        text = output(*tesseract, env={"OMP_THREAD_LIMIT": "1", "PATH": "/usr/bin:/bin"})
        seconds = time.monotonic() - begun
        theirs = (errors(truth, text), *compare(boxes, words(output(*tesseract, "hocr"))), seconds)
    return ours, theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("pdfs", type=Path, nargs="*")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--lang", default="eng", help="the language of the pages")
    parser.add_argument("--kind", help="only this kind of picture, such as \"JPEG 30\"")
    args = parser.parse_args()
    pdfs = [pdf for pdf in args.pdfs or PAGES if Path(str(pdf).split("#")[0]).exists()]
    if not pdfs:
        sys.exit("there are no PDFs")
    print("| picture | CER | Tesseract | words | Tesseract | IoU | Tesseract | s | Tesseract |")
    print("| --- |" + " --- |" * 8, flush=True)
    for name, dpi, options in KINDS:
        if args.kind not in (None, name):
            continue
        rows = []
        for pdf in pdfs:
            ours, theirs = measure(args.program.resolve(), pdf, dpi, options, args.lang)
            rows.append([figure for pair in zip(ours, theirs) for figure in pair])
            if args.verbose:
                print(f"  {pdf.stem}: {' '.join(f'{figure:.3f}' for figure in rows[-1])}", flush=True)
        mean = np.mean(rows, axis=0)
        print(f"| {name} | " + " | ".join(f"{figure:.3f}" for figure in mean) + " |", flush=True)


if __name__ == "__main__":
    main()
