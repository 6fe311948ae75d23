#!/usr/bin/env python3
"""Fits the weights of charts.

  fit_charts.py                    from charts.tsv, which is in the repository
  fit_charts.py PROGRAM FOLDER...  writes charts.tsv again first
  fit_charts.py --check            fails if the weights in the source are not those

A folder is a zoo, printed documents (parts fit and choose), or `corpus/markdown/pdf`. `explain` names the features of each candidate, also of rejected ones. In the zoo
a candidate is right if most of its words are labels of charts, in the benchmark if most of it is in a chart or a figure.
"""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fitting import Question, features, output, pages_of, run, words_in  # noqa: E402

FOUND = re.compile(
    r'<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*><title>'
    r"(?:no|a) chart with \d+ labels?: (.*?) \(score -?[\d.]+\) \(decided by"
)
SAME = 0.7
"""Least share of the words, or of the area, of a chart."""
PART = 0.3
"""Largest share of anything else."""


def share_in(rect: list[float], box: list[float]) -> float:
    width = min(rect[0] + rect[2], box[2]) - max(rect[0], box[0])
    height = min(rect[1] + rect[3], box[3]) - max(rect[1], box[1])
    return max(0.0, width) * max(0.0, height) / max(1.0, rect[2] * rect[3])


def candidates(program: str, pdf: Path, labels: set[str], boxes: list[list[float]]):
    """Truth and features of each candidate. Boxes are shares of the page's width and height."""
    for number, page in enumerate(pages_of(program, pdf, "-p")[:30], 1):
        width, height = page["pixels"]
        for *rect, why in FOUND.findall(output(program, "-p", "explain", "--page", str(number), str(pdf))):
            place = [float(v) for v in rect]
            words = list(words_in(page["tree"], place, width / page["width"]))
            own = [[box[0] * width, box[1] * height, box[2] * width, box[3] * height] for box in boxes]
            if labels:
                share = sum(word in labels for word in words) / max(1, len(words))
            else:
                share = max((share_in(place, box) for box in own), default=0.0)
            # A part of a chart is neither right nor wrong.
            if not PART < share < SAME:
                yield share >= SAME, features(why)


def candidates_of(program: str, pdf: Path, part: str):
    data, bench = pdf.with_suffix(".json"), pdf.parent.parent / "reference.json"
    if data.exists():
        truth = json.loads(data.read_text())
        if truth.get("part") != part:
            return None
        text = " ".join(block["text"] for block in truth["blocks"] if block["class"] == "chart")
        kind = "printed" if pdf.stem.startswith("printed") else "zoo"
        return kind, candidates(program, pdf, set(text.split()) or {""}, [])
    if bench.exists():
        elements = json.loads(bench.read_text()).get(pdf.name, {"elements": []})["elements"]
        own = [element["coordinates"] for element in elements if element["category"] in ("Chart", "Figure")]
        sides = [([c["x"] for c in box], [c["y"] for c in box]) for box in own]
        return "markdown", candidates(program, pdf, set(), [[min(x), min(y), max(x), max(y)] for x, y in sides])
    return None


if __name__ == "__main__":
    run(
        Question(
            description=__doc__,
            table=Path(__file__).parent / "charts.tsv",
            source=Path(__file__).parents[2] / "crates/core/src/layout/annotate/charts/weights.rs",
            candidates=candidates_of,
            weights={"markdown": 2.0},
            shrink=1.0,
            positive={"many numbers", "a scale", "a caption", "drawn as one object"},
            negative={"drawn as one object in the type of the text", "text between the shapes", "one shape", "labels in rows", "lines of prose", "long labels"},
            prior={"text between the shapes": -4, "lines of prose": -4, "a scale": 1, "one shape": -1.5, "long labels": -2.5, "drawn as one object": 3.5, "drawn as one object in the type of the text": -3},
        )
    )
