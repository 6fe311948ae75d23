#!/usr/bin/env python3
"""Shows that verdicts of `pdfa2hocr validate` do not depend on which objects are indirect.

    in_place.py BINARY      rewrites the PDFs of ../shared/corpus/pdfa and compares verdicts and rules
    in_place.py --rewrite IN OUT

Dictionaries and arrays are written in the place of the references to them, wherever ISO 32000 allows that.
Exits with 1 when a verdict or a rule differs.
"""

import sys
import tempfile
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import run
import verdicts

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "pdfa"

# Keys whose values must be references, or form cycles.
INDIRECT_KEYS = set(
    "/Parent /P /Pg /First /Last /Next /Prev /Kids /K /D /Dest /FontDescriptor /Pages /Popup /IRT /Obj /OCGs "
    "/Outlines /Threads /StructTreeRoot /ParentTree /Fields /Annots /N /V /B /T /Encrypt /Info /Root /NS "
    "/Namespaces /OCProperties /OC /Ref /CO /SDFT".split()
)
INDIRECT_TYPES = {"/Page", "/Pages", "/Catalog", "/StructElem", "/StructTreeRoot", "/OCG", "/Namespace", "/Sig"}

# Maximum depth of nested direct dictionaries.
DEEPEST = 12

SAVED = {"fix_metadata_version": False, "compress_streams": False}


def references(pdf):
    """Counts the references to each object."""
    import pikepdf

    count = Counter()
    todo = list(pdf.objects)
    while todo:
        holder = todo.pop()
        items = holder if isinstance(holder, pikepdf.Array) else [value for _, value in holder.items()] if isinstance(
            holder, (pikepdf.Dictionary, pikepdf.Stream)
        ) else []
        for item in items:
            if not isinstance(item, pikepdf.Object):
                continue
            if item.is_indirect:
                count[item.objgen] += 1
            else:
                todo.append(item)
    return count


def goes_in_place(key, value, around, count):
    """Whether an array or dictionary can replace the only reference to it.

    `around` are the enclosing objects.
    """
    import pikepdf

    if not isinstance(value, (pikepdf.Dictionary, pikepdf.Array)):
        return False
    if not value.is_indirect:
        return True
    if key in INDIRECT_KEYS or len(around) > DEEPEST or value.objgen in around or count[value.objgen] > 1:
        return False
    if isinstance(value, pikepdf.Array):
        return True
    # The type of a structure element is optional.
    return str(value.get("/Type", "")) not in INDIRECT_TYPES and not ("/S" in value and "/P" in value)


def in_place(value, around, replaced, count):
    """Copies an array or dictionary with as many direct objects as possible. Adds replaced references to a list."""
    import pikepdf

    if value.is_indirect:
        around = around | {value.objgen}
        replaced.append(value.objgen)
    inside = lambda key, item: (
        in_place(item, around, replaced, count) if goes_in_place(key, item, around, count) else item
    )
    if isinstance(value, pikepdf.Array):
        return pikepdf.Array([inside("", item) for item in value])
    return pikepdf.Dictionary({key: inside(key, item) for key, item in value.items()})


def rewrite(source, target):
    """Writes a file with direct objects, and returns the number of replaced references."""
    import pikepdf

    replaced = []
    with pikepdf.open(source) as pdf:
        count = references(pdf)
        for holder in list(pdf.objects):
            if isinstance(holder, (pikepdf.Dictionary, pikepdf.Stream)):
                for key, value in list(holder.items()):
                    if goes_in_place(key, value, frozenset(), count):
                        holder[key] = in_place(value, frozenset(), replaced, count)
        pdf.save(target, stream_decode_level=pikepdf.StreamDecodeLevel.none, **SAVED)
    return len(replaced)


def both(source, folder, number):
    """Writes a file again, unchanged and with direct objects, so that both have the effects of rewriting."""
    import pikepdf

    # Form fields may be lost, but in both files.
    warnings.simplefilter("ignore")
    plain, direct = Path(folder) / f"{number}-plain.pdf", Path(folder) / f"{number}-direct.pdf"
    try:
        with pikepdf.open(source) as pdf:
            pdf.save(plain, stream_decode_level=pikepdf.StreamDecodeLevel.none, **SAVED)
        return (plain, direct) if rewrite(source, direct) else None
    except (pikepdf.PdfError, ValueError, RuntimeError):
        return None


def main():
    if sys.argv[1:2] == ["--rewrite"]:
        print(rewrite(*sys.argv[2:4]), "references replaced")
        return 0
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not CORPUS.is_dir():
        print(f"skipped: the corpus is missing, {CORPUS}")
        return 0
    run.inside_environment(__file__)
    wanted = verdicts.expected(CORPUS / "expected.tsv")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        sources = list(wanted)
        made = pool.map(both, (s for s, _ in sources), [folder] * len(sources), range(len(sources)), chunksize=16)
        pairs = [(pair, of) for pair, of in zip(made, sources) if pair]
        asked = [(str(path), of[1]) for pair, of in pairs for path in pair]
        said = verdicts.ours(sys.argv[1], asked, None)
        differ = 0
        for (plain, direct), (source, flavour) in pairs:
            before, now = said[str(plain), flavour], said[str(direct), flavour]
            if before != now:
                differ += 1
                change = [f"+{i}" for i in sorted(now[1] - before[1])] + [f"-{i}" for i in sorted(before[1] - now[1])]
                print(f"{Path(source).name} {flavour}: {before[0]} {now[0]} {' '.join(change)}")
    print(f"{len(pairs) - differ} passed, {differ} failed")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
