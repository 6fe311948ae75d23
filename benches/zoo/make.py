#!/usr/bin/env python3
"""Makes the zoo: PDF files, and the truth of each as JSON and as Markdown.

  make.py OUT [--seed N] [--each N] [--producers a,b] [--templates a,b] [--part fit|choose|test] [--mixed] [--missing]
              [--truth-only]

--each: documents for each template and producer [default: 6]. The seed, the template, the producer and the number of
a document decide its content, so that a part of the zoo is the same documents as in the whole.
--mixed: documents of mixed styles instead of named ones. Their names have an m before the number.
--missing: draw only documents that have no PDF file yet.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from zoo import contents, producers, styles, truth
from zoo.tree import Document, walk
from zoo.words import Writer

SPLIT = Path(__file__).parent / "split.tsv"
# Newspapers are the main use of the program, and need more pages than the other templates.
MORE = {"newspaper": 2, "magazine": 1.5, "dictionary": 1.5}


def split() -> dict[tuple[str, str], str]:
    """The part (fit, choose or test) of each template and producer."""
    head, *rows = [line.split("\t") for line in SPLIT.read_text().splitlines()]
    return {(row[0], name): part for row in rows for name, part in zip(head[1:], row[1:])}


def document(seed: int, template: str, producer: str, at: int, is_mixed: bool = False) -> tuple[Document, styles.Style, str]:
    """One document, its style, and for programs that rewrite files the producer of the original."""
    random = Random(f"{seed}/{template}/{producer}/{'m' if is_mixed else ''}{at}")
    base = random.choice(producers.BASES) if producer in ("ghostscript", "cairo", "qpdf") else producer
    languages = producers.LANGUAGES[producer]
    language = "en" if random.random() < 0.4 else random.choice(languages)
    names = list(styles.STYLES)
    # Each template and producer begins elsewhere in the list of styles, so that all styles are used evenly.
    start = Random(f"{template}/{producer}").randrange(len(names))
    style = styles.mixed(random) if is_mixed else styles.pick(random, names[(start + at * 4) % len(names)])
    if template == "slides":
        style = replace(style, size=style.size * 1.7)
    made = contents.TEMPLATES[template](Writer(random, language))
    for block in walk(made.blocks):
        if block.kind == "table" and style.caption_below:
            block.data["caption_below"] = True
    if base == "writer":
        made.head, made.foot, made.numbered = "", "", False
    return made, style, base


def plan(options: argparse.Namespace) -> Iterator[tuple[str, str, int]]:
    """Template, producer and number of each document."""
    parts = split()
    for producer in options.producers.split(",") if options.producers else producers.LANGUAGES:
        for template in options.templates.split(",") if options.templates else contents.TEMPLATES:
            if (template, producer) not in parts:
                sys.exit(f"{SPLIT.name} has no part for {template} and {producer}")
            if options.part and parts[template, producer] != options.part:
                continue
            for at in range(round(options.each * MORE.get(template, 1))):
                yield template, producer, at


def write_truth(out: Path, seed: int, template: str, producer: str, at: int, is_mixed: bool = False) -> tuple[str, Document, styles.Style, str]:
    made, style, base = document(seed, template, producer, at, is_mixed)
    name = f"{template}-{producer}-{'m' if is_mixed else ''}{at:02}"
    about = {"name": name, "producer": producer, "base": base, "style": style.name, "ruled": style.across == "all", "part": split()[template, producer]}
    data = truth.truth(made, **about)
    (out / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    (out / f"{name}.md").write_text(truth.markdown(data))
    return name, made, style, base


def versions() -> str:
    """The versions of the producers on this machine, one a line."""
    commands = ("chromium --version", "soffice --version", "pdflatex --version", "lualatex --version", "gs --version", "pdftocairo -v", "qpdf --version")
    lines = []
    for command in commands:
        try:
            answer = subprocess.run(command.split(), capture_output=True, text=True, timeout=60)
            lines.append(f"{command.split()[0]}: {(answer.stdout or answer.stderr).strip().splitlines()[0]}")
        except (OSError, IndexError, subprocess.TimeoutExpired):
            lines.append(f"{command.split()[0]}: none")
    return "\n".join(lines) + "\n" + (Path(__file__).parent / "requirements.txt").read_text()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--producers", default="")
    parser.add_argument("--templates", default="")
    parser.add_argument("--mixed", action="store_true")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--part", choices=["fit", "choose", "test"], default="")
    parser.add_argument("--truth-only", action="store_true")
    options = parser.parse_args()
    out, work = options.out.absolute(), options.out.absolute() / "work"
    out.mkdir(parents=True, exist_ok=True)
    by_base: dict[str, list] = {}
    for template, producer, at in plan(options):
        name, made, style, base = write_truth(out, options.seed, template, producer, at, options.mixed)
        if options.missing and (out / f"{name}.pdf").exists():
            continue
        by_base.setdefault(base, []).append((producer, name, made, style))
    if options.truth_only:
        return
    (out / "versions.txt").write_text(versions())
    for base, entries in by_base.items():
        begun = time.monotonic()
        lack = producers.missing(base)
        if lack:
            print(f"{base}: {lack} is missing; its {len(entries)} documents are left out")
            continue
        folder = work / base
        folder.mkdir(parents=True, exist_ok=True)
        jobs = [(made, style, folder / f"{name}.out.pdf" if producer != base else out / f"{name}.pdf") for producer, name, made, style in entries]
        try:
            producers.draw(base, jobs, folder)
        except Exception as error:  # a producer that stops must not stop the others
            print(f"{base}: {type(error).__name__}: {str(error)[:300]}")
        made_files = 0
        for (producer, name, made, style), (_, _, path) in zip(entries, jobs):
            random = Random(f"{options.seed}/{name}/rewrite")
            if path.exists() and style.rotated:
                producers.rotate(path, random)
            if producer != base and path.exists() and not producers.missing(producer):
                producers.rewrite(producer, path, out / f"{name}.pdf", random)
            if (out / f"{name}.pdf").exists():
                made_files += 1
        print(f"{base}: {made_files} of {len(entries)} documents, {time.monotonic() - begun:.0f} s", flush=True)
    shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
