#!/usr/bin/env python3
"""Counts the instructions of each stage on a few fixtures and compares with the figures that are kept.

    instructions.py             count, compare with instructions.tsv, print a table of what changed
    instructions.py --keep      count, and write instructions.tsv anew
    instructions.py --spread N  count N times, and print the spread of each figure
    instructions.py --self-test show that growth is noticed

It links the release program again, with its symbols; --program BINARY takes another one. It exits with 1 if a
stage grew by more than 3 %. Figures of another toolchain cannot be compared: then it only warns.

Callgrind counts the whole program in one run. A function of the crate belongs to the stage of its module.
The instructions of every other function, as those of the allocator, belong to the stages that call it, in
proportion to the instructions of these calls.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FIXTURES = ROOT / "fixtures"
KEPT = HERE / "instructions.tsv"

DOCUMENTS = {
    "prose": "scored/chapters.pdf",
    "columns": "columns/gutters.pdf",
    "dictionary": "analysis/dictionary.pdf",
    "table": "scored/register.pdf",
    "tagged": "tagged/mixed.pdf",
    "japanese": "scripts/japanese.pdf",
    "start-up": "tables/ruled.pdf",
}

# The stage of each module. Modules that are not here are helpers, such as `geometry` and `page`.
STAGES = {
    "pdf": "pdf",
    "font": "font",
    "content": "content",
    "line": "line",
    "layout": "layout",
    "structure": "structure",
    "roads": "structure",
    "normalize": "blocks",
    "hyphens": "blocks",
    "mapping": "blocks",
    "blocks": "blocks",
    "write": "write",
    "convert": "program",
    "document": "program",
    "cli": "program",
}
ORDER = ("pdf", "font", "content", "line", "layout", "structure", "blocks", "write", "program", "total")

# Maximum growth without an error, relative to the figure.
TOLERANCE = 0.03

# Smaller growth is ignored, as a share of the document's instructions: a function may move between stages
# when the compiler decides anew which calls it inlines.
NEGLIGIBLE = 0.003

# The module in a symbol: `pdfa2hocr_core::layout::page` as legacy or v0 mangling has it, or as an implementing
# type; `pdfa2hocr` for the crate of the program.
MODULE = re.compile(r"(?:9pdfa2hocr|14pdfa2hocr_core)(\d+)_?(\w+)|pdfa2hocr(?:_core)?\.\.(\w+)")


def stage_of(symbol):
    """The stage of a function, or None for a helper."""
    match = MODULE.search(symbol)
    if not match:
        return None
    length, following, module = match.groups()
    return STAGES.get(module or following[: int(length)])


# ---------------------------------------------------------------- counting


def link_with_symbols():
    """Links the release program with its symbols. No crate but the few lines of main.rs is compiled again."""
    release = ROOT / "target" / "release"
    build = ["--locked", "--release", "--bin", "pdfa2hocr"]
    subprocess.run(["cargo", "rustc", *build, "--", "-C", "strip=none"], cwd=ROOT, check=True)
    program = shutil.copy(release / "pdfa2hocr", release / "pdfa2hocr-symbols")
    # Restores the program without symbols, which cargo has kept.
    subprocess.run(["cargo", "build", *build], cwd=ROOT, check=True)
    return program


def read_profile(lines):
    """Reads a callgrind profile: own instructions by function, and those of calls by callee and caller."""
    own, calls = defaultdict(int), defaultdict(lambda: defaultdict(int))
    function = callee = None
    is_call = False
    for line in lines:
        if line.startswith("fn="):
            function = line[3:].rstrip()
        elif line.startswith("cfn="):
            callee = line[4:].rstrip()
        elif line.startswith("calls="):
            is_call = True
        elif line[:1] in set("0123456789+-*"):
            cost = int(line.split()[1])
            if is_call:
                calls[callee][function] += cost
            else:
                own[function] += cost
            is_call = False
    return own, calls


def stages_of(own, calls):
    """Distributes the instructions of all functions over the stages."""
    shares = {}
    helpers = {}
    for function in set(own) | set(calls):
        stage = stage_of(function)
        callers = {c: cost for c, cost in calls[function].items() if c != function and cost} if not stage else {}
        if callers:
            total = sum(callers.values())
            helpers[function] = [(caller, cost / total) for caller, cost in sorted(callers.items())]
        shares[function] = {stage or "program": 1.0} if not callers else {}
    # Helpers call each other, so the shares are passed on until they no longer change.
    order = sorted(helpers)
    for _ in range(200):
        change = 0.0
        for function in order:
            new = defaultdict(float)
            for caller, weight in helpers[function]:
                for stage, share in shares.get(caller, {}).items():
                    new[stage] += weight * share
            old = shares[function]
            change = max([change, *(abs(new[stage] - old.get(stage, 0)) for stage in new)])
            shares[function] = dict(new)
        if change < 1e-6:
            break
    counts = dict.fromkeys(ORDER, 0.0)
    for function, cost in own.items():
        known = sum(shares[function].values()) or 1.0
        for stage, share in (shares[function] or {"program": 1.0}).items():
            counts[stage] += cost * share / known
    counts["total"] = sum(own.values())
    return counts


def count(program, document):
    """Counts the instructions of the stages on one document, in thousands."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(FIXTURES / document, Path(folder) / "in.pdf")
        # The environment and the names are the same everywhere, because they are read and copied.
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no"]
            + ["--callgrind-out-file=profile", program, "-q", "-j", "1", "in.pdf", "out.html"],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"{document}: exit {done.returncode}: {done.stderr}")
        with open(Path(folder) / "profile") as lines:
            counts = stages_of(*read_profile(lines))
    return {stage: round(value / 1000) for stage, value in counts.items()}


def count_all(program):
    with ThreadPoolExecutor(2) as pool:
        counted = list(pool.map(lambda document: count(program, document), DOCUMENTS.values()))
    return {
        (document, stage): counts[stage]
        for document, counts in zip(DOCUMENTS, counted)
        # Start-up is the whole of a small file.
        for stage in (("total",) if document == "start-up" else ORDER)
    }


def toolchain(program):
    """Everything that the counts depend on apart from the source: compiler, libraries, and the emulated CPU."""
    compiler = re.search(rb"rustc version ([^\0]+)", Path(program).read_bytes())
    valgrind = subprocess.run(["valgrind", "--version"], capture_output=True, text=True).stdout.strip()
    flags = Path("/proc/cpuinfo").read_text().split()
    cpu = platform.machine() + (" with AVX2" if "avx2" in flags else "")
    return ", ".join(
        ["rustc " + (compiler[1].decode() if compiler else "unknown"), " ".join(platform.libc_ver()), valgrind, cpu]
    )


# ---------------------------------------------------------------- comparing


def read_kept():
    """Returns the toolchain of the figures, and the figures by document and stage."""
    first, heading, *rows = KEPT.read_text(encoding="utf-8").splitlines()
    documents = heading.split("\t")[1:]
    figures = {}
    for row in rows:
        stage, *values = row.split("\t")
        figures |= {(d, stage): int(v) for d, v in zip(documents, values) if v}
    return first.removeprefix("# "), figures


def write_kept(tools, figures):
    rows = [f"# {tools}", "\t".join(["thousand instructions", *DOCUMENTS])]
    for stage in ORDER:
        rows.append("\t".join([stage, *(str(figures.get((d, stage), "")) for d in DOCUMENTS)]))
    KEPT.write_text("\n".join(rows) + "\n", encoding="utf-8")


def compare(kept, now):
    """The figures that changed by more than the tolerance: name, before, now, and whether it grew."""
    changes = []
    for name in sorted(set(kept) | set(now)):
        before, after = kept.get(name, 0), now.get(name, 0)
        least = NEGLIGIBLE * kept.get((name[0], "total"), 0)
        if abs(after - before) > max(TOLERANCE * before, least):
            changes.append((name, before, after, after > before))
    return changes


def show(changes):
    for (document, stage), before, after, grew in changes:
        percent = f"{100 * (after / before - 1):+.1f} %" if before else "new"
        print(f"{document:12}{stage:10}{before:>10,}{after:>10,}  {percent:>9}{'  GREW' if grew else ''}")


def report(changes):
    """Prints the changes. Returns 1 if a stage grew."""
    show(changes)
    if any(grew for *_, grew in changes):
        print(
            "a stage needs more instructions. Make it cheaper, or give the reason in the commit that updates"
            " benches/instructions.tsv (CONTRIBUTING.md, On speed)",
            file=sys.stderr,
        )
        return 1
    if changes:
        print("stages need fewer instructions: update benches/instructions.tsv, so that this is kept")
    return 0


def spread(program, runs):
    """Counts several times, and prints the largest and the smallest figure."""
    counted = [count_all(program) for _ in range(runs)]
    for name in counted[0]:
        values = [figures[name] for figures in counted]
        print(f"{name[0]:12}{name[1]:10}{min(values):>10,}{max(values):>10,}{max(values) / min(values) - 1:>10.3%}")


PROFILE = """\
fn=_ZN9pdfa2hocr7convert4page17h0E
1 10
cfn=_ZN14pdfa2hocr_core6layout7analyse17h1E
calls=1 1
* 190
cfn=_ZN68_$LT$pdfa2hocr_core..write..hocr..Hocr$u20$as$u20$Writer$GT$4page17h2E
calls=1 1
* 60
fn=_ZN14pdfa2hocr_core6layout7analyse17h1E
1 100
cfn=mi_malloc
calls=3 1
+3 90
fn=_ZN68_$LT$pdfa2hocr_core..write..hocr..Hocr$u20$as$u20$Writer$GT$4page17h2E
1 30
cfn=mi_malloc
calls=1 1
* 30
fn=mi_malloc
1 20
cfn=mi_find_page
calls=4 1
* 100
fn=mi_find_page
1 100
"""


def self_test():
    counts = stages_of(*read_profile(PROFILE.splitlines()))
    # The allocator's 120 are 90 of the analysis and 30 of the writer.
    assert [round(counts[stage]) for stage in ("program", "layout", "write", "total")] == [10, 190, 60, 260], counts
    assert stage_of("_RNvMs_NtNtCs4fqI2P2rA04_14pdfa2hocr_core6layout4pageNtB4_4Page") == "layout"
    assert stage_of("_ZN14pdfa2hocr_core8geometry4Rect5union17h0E") is None
    kept = {("prose", "layout"): 1000, ("prose", "font"): 10, ("prose", "total"): 9000}
    assert report(compare(kept, kept)) == 0
    assert report(compare(kept, kept | {("prose", "layout"): 1030})) == 0
    assert report(compare(kept, kept | {("prose", "layout"): 1031})) == 1
    assert report(compare(kept, kept | {("prose", "layout"): 900})) == 0
    assert report(compare(kept, kept | {("prose", "font"): 37})) == 0
    assert report(compare(kept, kept | {("prose", "font"): 38})) == 1
    assert report(compare(kept, kept | {("cjk", "font"): 38})) == 1
    print("growth, savings and new figures are distinguished")
    return 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("--program", metavar="BINARY")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--spread", type=int, metavar="N")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    program = os.path.abspath(args.program or link_with_symbols())
    tools = toolchain(program)
    if args.spread:
        spread(program, args.spread)
        return 0
    now = count_all(program)
    if not any(value for (_, stage), value in now.items() if stage == "layout"):
        print(f"{program} has no symbols", file=sys.stderr)
        return 2
    if args.keep:
        write_kept(tools, now)
        return 0
    kept_tools, kept = read_kept()
    print(f"{len(now)} figures compared")
    changes = compare(kept, now)
    if tools != kept_tools:
        show(changes)
        print(f"warning: growth is not an error here: the figures are of {kept_tools}; this is {tools}", file=sys.stderr)
        return 0
    return report(changes)


if __name__ == "__main__":
    sys.exit(main())
