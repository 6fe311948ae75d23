#!/usr/bin/env python3
"""What the page analysis is worth on tagged PDFs, whose tags say what is a heading, a caption, a note or a running head.

  tagged.py BINARY FOLDER... [--pages N] [--files] [--misses CLASS] [--against BINARY]

Each document is read twice: by its tags, which are the truth, and by its geometry (-p). A document has a say in a class
that its tags have at all, and only with pages on which most text is tagged. An item is right if more than half of the
letters of the two together are the same ones. The mean is that of the documents, so that long ones do not decide.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess

CLASSES = ("heading", "caption", "footnote", "running", "table")
TAGGED = {"Title": "heading", "H": "heading", "Caption": "caption", "Note": "footnote", "FENote": "footnote", "Table": "table"}
RUNNING = ("header", "footer", "pageno")
FOUND = {"caption": "caption", "footnote": "footnote"}


def tree(binary, options, path):
    command = [binary, "-q", "--format", "json", *options, str(path), "-"]
    try:
        output = subprocess.run(command, capture_output=True, timeout=120, check=False).stdout
        return json.loads(output or b'{"pages": []}')
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return {"pages": []}


def words(node):
    """The words of a node: their places, and their numbers of letters."""
    found, stack = {}, [node]
    while stack:
        node = stack.pop()
        if node["kind"] == "word":
            x0, y0, x1, y1 = node["bbox"]
            found[round((x0 + x1) / 2), round((y0 + y1) / 2)] = (len(node["text"]), node["text"], (y0, x0))
        stack.extend(node.get("children", ()))
    return found


def class_of(node, tagged):
    kind = node["kind"]
    if kind in RUNNING:
        return "running"
    if tagged:
        own = {a["name"]: a["value"] for a in node.get("attributes", ())}
        if kind == "Artifact" and own.get("Type") == "Pagination":
            return "running"
        return "heading" if re.fullmatch(r"H[1-6]", kind) else TAGGED.get(kind)
    if kind == "Table":
        return "table"
    own = {a["name"]: a["value"] for a in node.get("attributes", ())}
    if kind == "textbox":
        return "heading" if own.get("level") else FOUND.get(own.get("role"))
    return None


def items(node, tagged, out):
    name = class_of(node, tagged)
    if name:
        own = words(node)
        if own:
            out.append((name, own))
        # Items in a table belong to it, except for captions.
        if name != "table":
            return out
    for child in node.get("children", ()):
        if name != "table" or child["kind"] == "Caption":
            items(child, tagged, out)
    return out


def is_same(a, b):
    both = sum(a[place][0] for place in a.keys() & b.keys())
    return 2 * both > sum(n for n, *_ in a.values()) + sum(n for n, *_ in b.values()) - both


def text(own):
    return " ".join(word for _, word, _ in sorted(own.values(), key=lambda w: w[2]))


def tagged_words(page):
    """Counts the words below elements, without untagged text."""
    found = 0
    for child in page.get("children", ()):
        if child["kind"] not in ("textbox", "textgroup", "Artifact"):
            found += len(words(child))
    return found


def measure(binary, path, pages, truth=None):
    """For each class: the numbers of true, found and right items, and the missed and wrong ones."""
    options = ["--pages", f"1-{pages}"]
    true = truth or tree(binary, ["--tagged", *options], path)
    found = {page["number"] if "number" in page else n: page for n, page in enumerate(tree(binary, ["-p", *options], path)["pages"])}
    counts = collections.defaultdict(lambda: [0, 0, 0])
    faults = []
    for n, page in enumerate(true["pages"]):
        other = found.get(page.get("number", n))
        if not other or 2 * tagged_words(page["tree"]) < len(words(page["tree"])):
            continue
        theirs, ours = items(page["tree"], True, []), items(other["tree"], False, [])
        for name in CLASSES:
            here = [own for kind, own in theirs if kind == name]
            mine = [own for kind, own in ours if kind == name]
            hit = [any(is_same(own, o) for o in mine) for own in here]
            right = [any(is_same(own, o) for o in here) for own in mine]
            count = counts[name]
            count[0] += len(here)
            count[1] += len(mine)
            count[2] += sum(right)
            faults += [(name, "-", n + 1, text(own)) for own, is_hit in zip(here, hit) if not is_hit]
            faults += [(name, "+", n + 1, text(own)) for own, is_right in zip(mine, right) if not is_right]
    return counts, faults


def mean(rows):
    rows = [row for row in rows if row is not None]
    return sum(rows) / len(rows) if rows else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("folder", nargs="+")
    parser.add_argument("--pages", type=int, default=6, help="of each document no more than these")
    parser.add_argument("--files", action="store_true", help="a row for each document")
    parser.add_argument("--misses", choices=CLASSES, help="list what is missing (-) and what is no such item (+)")
    parser.add_argument("--against", help="another binary, to compare with")
    options = parser.parse_args()
    paths = [path for folder in options.folder for path in sorted(pathlib.Path(folder).rglob("*.pdf"))]
    binaries = [options.binary, *filter(None, [options.against])]
    results = {binary: {} for binary in binaries}
    for path in paths:
        for binary in binaries:
            counts, faults = measure(binary, path, options.pages)
            results[binary][path] = counts
            if binary == options.binary and options.misses:
                for name, sign, page, what in faults:
                    if name == options.misses and counts[name][0]:
                        print(f"{path.name} {page} {sign} {what[:100]}")
            if options.files and any(count[0] for count in counts.values()):
                row = [f"{name} {t}/{f}/{r}" for name, (t, f, r) in counts.items() if t or f]
                print(path.name, binary if len(binaries) > 1 else "", " ".join(row))
    for binary in binaries:
        print(binary)
        print(f"{'class':10}{'documents':>10}{'items':>7}{'precision':>11}{'recall':>8}{'F1':>7}   mean of documents' F1")
        for name in CLASSES:
            rows = [counts[name] for counts in results[binary].values() if counts[name][0]]
            true, found, right = (sum(row[n] for row in rows) for n in range(3))
            f1 = 2 * right / max(1, true + found)
            of_documents = mean(2 * r / max(1, t + f) for t, f, r in rows)
            print(f"{name:10}{len(rows):10}{true:7}{right / max(1, found):11.3f}{right / max(1, true):8.3f}{f1:7.3f}{of_documents:10.3f}")


if __name__ == "__main__":
    main()
