#!/usr/bin/env python3
"""Writes papers in the document classes of publishers and societies, whose headings are known.

  classes.py OUT [--each 6] [--seed 1]

Needs pdfTeX and the Debian packages `texlive-publishers`, `texlive-latex-extra` and `texlive-fonts-recommended`. Each
class has its own headings: small capitals with Roman numbers, in the size of the text, centred, run into the text.
The classes in `TEST` are for testing only. A class that is missing costs one line of output.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))
from zoo.draw.latex import tex  # noqa: E402
from zoo.words import Writer  # noqa: E402

AUTHORS = {
    "plain": lambda a: r"\author{%s}" % r" \and ".join(rf"{n}\\ {i}\\ {p}\\ \texttt{{{e}}}" for n, i, p, e in a),
    "ieee": lambda a: r"\author{%s}" % r" \and ".join(rf"\IEEEauthorblockN{{{n}}}\IEEEauthorblockA{{{i}\\ {p}\\ {e}}}" for n, i, p, e in a),
    "acm": lambda a: "".join(rf"\author{{{n}}}\affiliation{{\institution{{{i}}}\city{{{p}}}\country{{Utopia}}}}\email{{{e}}}" for n, i, p, e in a),
    "els": lambda a: "".join(rf"\author{{{n}}}\address{{{i}, {p}}}" for n, i, p, _ in a),
    "aps": lambda a: "".join(rf"\author{{{n}}}\affiliation{{{i}, {p}}}" for n, i, p, _ in a),
    "ams": lambda a: "".join(rf"\author{{{n}}}\address{{{i}, {p}}}\email{{{e}}}" for n, i, p, e in a),
    "lncs": lambda a: r"\author{%s}\institute{%s}" % (r" \and ".join(rf"{n}\inst{{{k}}}" for k, (n, *_) in enumerate(a, 1)), r" \and ".join(f"{i}, {p}" for _, i, p, _ in a)),
    "apa": lambda a: rf"\shorttitle{{Short}}\author{{{a[0][0]}}}\affiliation{{{a[0][1]}}}",
}
# Name: class, its options, the way it names authors; chapters for books.
CLASSES = {
    "article": ("article", "", "plain"), "article2": ("article", "twocolumn", "plain"), "article12": ("article", "12pt,titlepage", "plain"),
    "report": ("report", "", "plain"), "book": ("book", "", "plain"), "memoir": ("memoir", "article", "plain"), "paper": ("paper", "", "plain"),
    "koma": ("scrartcl", "", "plain"), "koma2": ("scrartcl", "twocolumn,DIV=15", "plain"), "komareport": ("scrreprt", "", "plain"), "komabook": ("scrbook", "", "plain"),
    "ieee": ("IEEEtran", "conference", "ieee"), "ieeejournal": ("IEEEtran", "journal", "plain"), "ieeecompsoc": ("IEEEtran", "journal,compsoc", "plain"), "ieeeconf": ("IEEEconf", "", "plain"),
    "acm": ("acmart", "sigconf", "acm"), "acmsmall": ("acmart", "acmsmall", "acm"), "acmplan": ("acmart", "sigplan", "acm"), "acmconf": ("acmconf", "", "plain"),
    "els": ("elsarticle", "", "els"), "els3": ("elsarticle", "3p", "els"), "els5": ("elsarticle", "5p,twocolumn", "els"),
    "aps": ("revtex4-2", "aps,prl,twocolumn", "aps"), "aip": ("revtex4-2", "aip,reprint", "aps"), "apsone": ("revtex4-2", "aps,preprint", "aps"),
    "ams": ("amsart", "", "ams"), "amsproc": ("amsproc", "", "ams"), "amsbook": ("amsbook", "", "ams"), "ijmart": ("ijmart", "", "ams"),
    "lncs": ("llncs", "", "lncs"), "apa7": ("apa7", "man", "apa"), "apa7jou": ("apa7", "jou", "apa"), "apa6": ("apa6", "doc", "apa"),
    "mnras": ("mnras", "", "plain"), "aas": ("aastex631", "", "aps"), "aas2": ("aastex631", "twocolumn", "aps"), "asce": ("ascelike", "", "plain"),
    "tugboat": ("ltugboat", "", "plain"), "achem": ("achemso", "", "plain"), "spie": ("spie", "", "plain"), "nature": ("nature", "", "plain"),
    "tufte": ("tufte-handout", "", "plain"), "kluwer": ("kluwer", "", "plain"), "gammas": ("gammas", "", "plain"), "confproc": ("confproc", "", "plain"),
    "jpsj": ("jpsj2", "", "plain"), "quantum": ("quantumarticle", "", "aps"), "aom": ("aomart", "", "ams"), "turabian": ("turabian-researchpaper", "", "plain"),
}
TEST = {"ieeecompsoc", "acmplan", "els5", "aip", "amsproc", "apa7jou", "mnras", "koma2", "memoir", "spie", "aas2", "tufte"}
# Headings that are run into the text are not looked for.
NAMES = ("section", "subsection", "subsubsection")


class Paper:
    """One paper. `headings` are the texts of its headings without numbers."""

    def __init__(self, name: str, random: Random):
        self.base, self.options, self.way = CLASSES[name]
        self.random = random
        self.w = Writer(random, random.choice(["en", "en", "en", "de", "fr"]) if self.base not in ("apa7", "apa6") else "en")
        self.headings: list[str] = []

    def title(self, low: int, high: int) -> str:
        words = self.w.phrase(low, high)
        text = " ".join(x[:1].upper() + x[1:] if len(x) > 3 else x for x in words.split()) if self.random.random() < 0.5 else words
        return text[:1].upper() + text[1:]

    def heading(self, depth: int, starred: bool = False) -> str:
        text = self.title(1, 6)
        self.headings.append(text)
        return rf"\{NAMES[depth]}{'*' if starred else ''}{{{tex(text)}}}" + "\n"

    def prose(self) -> str:
        return "\n\n".join(tex(self.w.prose(2, 6)) for _ in range(self.random.randint(1, 3))) + "\n\n"

    def block(self) -> str:
        r, w = self.random, self.w
        kind = r.choice(["list", "numbers", "formula", "table", "theorem", "paragraph", "quote", "description", "none", "none"])
        if kind in ("list", "numbers"):
            env = "itemize" if kind == "list" else "enumerate"
            return rf"\begin{{{env}}}" + "".join(rf"\item {tex(w.phrase(3, 20))}" for _ in range(r.randint(2, 5))) + rf"\end{{{env}}}" + "\n"
        if kind == "description":
            return r"\begin{description}" + "".join(rf"\item[{tex(w.phrase(1, 2))}] {tex(w.sentence())}" for _ in range(3)) + r"\end{description}" + "\n"
        if kind == "formula":
            return r"\begin{equation} a_{%d} = \sum_{i=1}^{n} x_i^2 + \alpha \end{equation}" % r.randint(1, 9) + "\n"
        if kind == "theorem":
            return rf"\begin{{zoothm}} {tex(w.sentence())} \end{{zoothm}}" + "\n"
        if kind == "paragraph":
            return rf"\paragraph{{{tex(w.phrase(1, 3))}}} {tex(w.prose(2, 4))}" + "\n\n"
        if kind == "quote":
            return rf"\begin{{quote}} {tex(w.prose(1, 3))} \end{{quote}}" + "\n"
        if kind == "table":
            rows = "".join(rf"{tex(w.phrase(1, 2))} & {r.randint(1, 999)} & {r.random():.2f} \\ " for _ in range(r.randint(3, 7)))
            return rf"\begin{{table}}[t]\caption{{{tex(w.phrase(3, 12))}}}\centering\begin{{tabular}}{{lrr}}\hline {tex(w.name())} & n & p \\ \hline {rows}\hline\end{{tabular}}\end{{table}}" + "\n"
        return ""

    def source(self) -> str:
        r, w = self.random, self.w
        title = self.title(3, 14)
        self.headings.append(title)
        authors = [tuple(map(tex, (w.name(), w.phrase(2, 4), w.phrase(1, 2), f"{r.choice('abcdef')}@{r.choice(['uni', 'lab'])}.org"))) for _ in range(r.randint(1, 4))]
        books = self.base in ("book", "report", "scrbook", "scrreprt", "amsbook")
        depth = 1 if books else 0
        starred = r.random() < 0.15
        body = ""
        for _ in range(r.randint(3, 5)):
            if books and r.random() < 0.4:
                chapter = self.title(1, 5)
                self.headings.append(chapter)
                body += rf"\chapter{{{tex(chapter)}}}" + "\n"
            body += self.heading(0, starred) + self.prose()
            for _ in range(r.choice([0, 0, 2, 3])):
                body += self.heading(1, starred) + self.prose() + self.block()
                if r.random() < 0.3:
                    body += self.heading(2, starred) + self.prose()
            body += self.block() + self.prose()
        if r.random() < 0.5 and not depth:
            self.headings.append("Acknowledgments")
            body += r"\section*{Acknowledgments} " + tex(w.prose(1, 2)) + "\n"
        entries = "".join(rf"\bibitem{{k{i}}} {tex(w.name())}, {tex(w.phrase(3, 9))}, {tex(w.phrase(1, 3))}, {r.randint(1950, 2020)}. " for i in range(r.randint(3, 9)))
        body += rf"\begin{{thebibliography}}{{9}}{entries}\end{{thebibliography}}"
        abstract = rf"\begin{{abstract}}{tex(w.prose(2, 5))}\end{{abstract}}" if not books or self.base == "report" else ""
        if self.base in ("apa7", "apa6"):
            abstract = rf"\abstract{{{tex(w.prose(2, 5))}}}"
        names = rf"\title{{{tex(title)}}}{AUTHORS[self.way](authors)}"
        front = {"els": rf"\begin{{frontmatter}}{names}{abstract}\end{{frontmatter}}", "acm": names + abstract + r"\maketitle", "aps": names + abstract + r"\maketitle",
                 "ams": names + abstract + r"\maketitle", "apa": r"\maketitle"}.get(self.way, names + r"\maketitle " + abstract)
        early = names + abstract if self.way == "apa" else ""
        # Names of parts of a class, where it prints them in a line of their own.
        self.headings += ["Abstract", "Zusammenfassung", "Résumé", "References", "Bibliography", "Contents", "Acknowledgements"]
        return rf"""\documentclass[{self.options}]{{{self.base}}}
\usepackage[T1]{{fontenc}}\usepackage{{textcomp}}\newtheorem{{zoothm}}{{Theorem}}
{early}\begin{{document}}{front}
{body}
\end{{document}}
"""


def write(out: Path, name: str, number: int, seed: int) -> bool:
    """Writes a paper, its truth, and nothing if TeX fails."""
    paper = Paper(name, Random(f"{seed} {name} {number}"))
    source = paper.source()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.tex").write_text(source)
        for _ in range(2):
            try:
                subprocess.run(["pdflatex", "-interaction=batchmode", "a.tex"], cwd=folder, capture_output=True, timeout=60)
            except subprocess.TimeoutExpired:
                return False
        pdf = Path(folder) / "a.pdf"
        if not pdf.exists():
            return False
        stem = f"class-{name}-{number:02}"
        (out / f"{stem}.pdf").write_bytes(pdf.read_bytes())
    truth = {"kind": "classes", "part": "test" if name in TEST else "fit", "blocks": [{"class": "heading", "text": t} for t in paper.headings]}
    (out / f"{stem}.json").write_text(json.dumps(truth, ensure_ascii=False))
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in CLASSES:
        written = sum(write(options.out, name, n, options.seed) for n in range(options.each))
        print(f"{name}: {written} of {options.each} papers")


if __name__ == "__main__":
    main()
