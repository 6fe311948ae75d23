#!/usr/bin/env python3
"""How many quotations `pdfa2hocr locate` finds, and that none is found in which a word is another.

    locate.py BINARY FILE.pdf… [--quotes N] [--changed N] [--seed N] [-v]

Quotations of 8 to 20 words are taken from the running text of the files: as they are, over the ends of pages
where there are any, and with two wrong letters. Those with one content word in place of another, of the
document's own, must be near or absent.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path


def words_of(binary, path):
    """The words of a file in reading order, each with its page."""
    with tempfile.TemporaryDirectory() as folder:
        out, mapping = Path(folder, "out"), Path(folder, "map")
        command = [binary, "-q", "--format", "text", "--flow", "--map", mapping, path, out]
        if subprocess.run(command, capture_output=True).returncode:
            return []
        text, spans = out.read_bytes(), json.loads(mapping.read_text())["spans"]
    words, before = [], -1
    for span in spans:
        piece = text[span["start"]:span["end"]].decode()
        if span["start"] == before and words:
            words[-1][0] += piece
        else:
            words.append([piece, span["page"]])
        before = span["end"]
    return words


def with_wrong_letters(words, dice):
    words = list(words)
    able = [i for i, w in enumerate(words) if sum(map(str.isalpha, w)) > 1 and not any(map(str.isdigit, w))]
    for at in dice.sample(able, min(2, len(able))):
        letters = [i for i, c in enumerate(words[at]) if c.isalpha()]
        i = dice.choice(letters)
        wrong = dice.choice([c for c in "abcdefghijklmnopqrstuvwxyz" if c != words[at][i].lower()])
        words[at] = words[at][:i] + wrong + words[at][i + 1:]
    return words


def located(binary, path, quote):
    run = subprocess.run([binary, "locate", "-q", "--format", "json", path, quote], capture_output=True)
    return run.returncode, json.loads(run.stdout or "{}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--quotes", type=int, default=500)
    parser.add_argument("--changed", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    dice = random.Random(args.seed)
    texts = [(path, words_of(args.binary, path)) for path in args.files]
    texts = [(path, words) for path, words in texts if len(words) > 60]
    asked, right = Counter(), Counter()
    for number in range(args.quotes + args.changed):
        path, words = dice.choice(texts)
        length = dice.randint(8, 20)
        start = dice.randrange(len(words) - length)
        kind = ["exact", "over pages", "wrong letters"][number % 3]
        ends = [i for i in range(len(words) - length) if words[i][1] != words[i + 1][1] and i >= length // 2]
        if kind == "over pages" and ends:
            start = dice.choice(ends) - length // 2
        piece = words[start:start + length]
        quote = [word for word, _ in piece]
        if number >= args.quotes:
            kind = "changed"
            content = [i for i, w in enumerate(quote) if sum(map(str.isalpha, w)) >= 5]
            others = [w for w, _ in words if w.isalpha() and len(w) >= 5]
            if not content or not others:
                continue
            at = dice.choice(content)
            other = dice.choice(others)
            if other.lower() in quote[at].lower():
                continue
            quote[at] = other
        elif kind == "wrong letters":
            quote = with_wrong_letters(quote, dice)
        code, found = located(args.binary, path, " ".join(quote))
        pages = [place["page"] for hit in found.get("located", []) for place in hit["places"]]
        good = not pages and code == 9 if kind == "changed" else piece[0][1] in pages
        asked[kind] += 1
        right[kind] += good
        if args.v and not good:
            near = [(hit["score"], hit["text"]) for hit in found.get("near", [])[:1]]
            print(kind, Path(path).name, piece[0][1], repr(" ".join(quote)), near, file=sys.stderr)
    for kind, count in asked.items():
        print(f"{kind:14} {right[kind]} of {count}: {100 * right[kind] / count:.1f} %")


if __name__ == "__main__":
    main()
