#!/usr/bin/env python3
"""Compares the verdicts of `pdfa2hocr validate` with those of another validator.

    verdicts.py BINARY LIST --judge COMMAND [--cache FILE] [--differences FILE]
    verdicts.py BINARY --expected TSV
    verdicts.py --self-test

LIST has a file a line, a TAB, and flavours divided by blanks. COMMAND gets lines of a file, a TAB and one flavour
on standard input, and the name of a file as its last argument, to which it writes a line for each: the file, the
flavour, PASS, FAIL or ERROR, and the ids of the rules that are broken, divided by TABs, the ids by blanks. What it said of
a file is kept in the cache. TSV is a table with a heading, of files beside it: file, flavour, verdict, ids.

Prints, for each flavour, the number of files, of equal verdicts, false alarms (only we say FAIL), misses (only the
other does), equal sets of ids, and files that only one of both can read; then the ids that differ, and how often.
Exits with 1 when a verdict differs.
"""

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

# Maximum number of files on one command line.
AT_ONCE = 500


def ids_of(text):
    """Splits a text into rule ids, some of which contain spaces: `Table 5. P-P-1`."""
    return set(re.findall(r"(?:Table \d+\. )?\S+", text))


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_list(path):
    """Reads the pairs of a file and a flavour."""
    for line in Path(path).read_text().splitlines():
        name, _, flavours = line.partition("\t")
        for flavour in flavours.split():
            yield os.path.abspath(name), flavour


def ours(binary, pairs, jobs):
    """The verdicts of pdfa2hocr by file and flavour: PASS, FAIL or ERROR, and ids."""
    by_flavour = defaultdict(list)
    for name, flavour in pairs:
        by_flavour[flavour].append(name)
    verdicts = {}
    for flavour, names in by_flavour.items():
        for at in range(0, len(names), AT_ONCE):
            command = [binary, "validate", "--format", "json", "-f", flavour, "--max-failures", "1"]
            command += ["--time-limit", "120"] + (["-j", str(jobs)] if jobs else [])
            run = subprocess.run(command + names[at : at + AT_ONCE], capture_output=True, text=True)
            if run.returncode not in (0, 1, 7, 8):
                sys.exit(f"validate -f {flavour} ended with {run.returncode}: {run.stderr.strip()}")
            for line in run.stdout.splitlines():
                report = json.loads(line)
                if "error" in report:
                    verdict = ("ERROR", {report["error"]})
                else:
                    ids = {f"{f['clause']}-{f['test']}" for f in report["findings"]}
                    verdict = ("PASS" if report["conforms"] else "FAIL", ids)
                verdicts[report["path"], flavour] = verdict
    missing = [pair for pair in pairs if pair not in verdicts]
    if missing:
        sys.exit(f"validate said nothing of {missing[0][0]} ({len(missing)} files)")
    return verdicts


def judged(command, pairs, cache):
    """The verdicts of the other validator, which is only run for files missing in the cache."""
    known = {}
    if cache and cache.exists():
        for line in cache.read_text().splitlines():
            key, flavour, verdict, ids = line.split("\t")
            known[key, flavour] = (verdict, ids_of(ids))
    keys = {}
    for name, _ in pairs:
        if name not in keys:
            keys[name] = digest(name)
    asked = {}
    for name, flavour in pairs:
        key = (keys[name], flavour)
        if key not in known:
            asked.setdefault(key, name)
    asked = list(asked.items())
    for at in range(0, len(asked), AT_ONCE):
        lines = "".join(f"{name}\t{flavour}\n" for (_, flavour), name in asked[at : at + AT_ONCE])
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "verdicts.tsv"
            subprocess.run(shlex.split(command) + [str(out)], input=lines, text=True, check=True)
            answers = out.read_text(errors="replace").splitlines()
        with open(cache or os.devnull, "a") as file:
            for line in answers:
                name, flavour, verdict, ids = (line.split("\t") + [""])[:4]
                key = (keys[name], flavour)
                known[key] = (verdict, ids_of(ids))
                file.write("\t".join((*key, verdict, ids)) + "\n")
    return {(name, flavour): known.get((keys[name], flavour), ("ERROR", set())) for name, flavour in pairs}


def expected(table):
    """Reads the verdicts of a table, by file and flavour."""
    folder = Path(table).resolve().parent
    verdicts = {}
    for line in Path(table).read_text().splitlines()[1:]:
        name, flavour, verdict, ids = (line.split("\t") + [""])[:4]
        verdicts[str(folder / name), flavour] = (verdict.upper(), ids_of(ids))
    return verdicts


COLUMNS = ("files", "equal", "alarms", "misses", "failing", "same ids", "only we", "only they")


def compare(mine, theirs):
    """Returns the rows of the table by flavour, the number of differences for each id, and the differences."""
    rows, ids, differences = defaultdict(Counter), Counter(), []
    for (name, flavour), (verdict, broken) in mine.items():
        other, wanted = theirs[name, flavour]
        row = rows[flavour]
        row["files"] += 1
        if "ERROR" in (verdict, other):
            row["equal"] += verdict == other
            row["only they"] += verdict == "ERROR" != other
            row["only we"] += other == "ERROR" != verdict
            if verdict == "ERROR" != other:
                differences.append((flavour, "only they", name, " ".join(broken)))
            continue
        row["equal"] += verdict == other
        row["alarms"] += (verdict, other) == ("FAIL", "PASS")
        row["misses"] += (verdict, other) == ("PASS", "FAIL")
        if other == "FAIL":
            row["failing"] += 1
            row["same ids"] += broken == wanted
        for sign, some in (("+", broken - wanted), ("-", wanted - broken)):
            for rule in some:
                ids[flavour, sign + rule] += 1
        if broken != wanted:
            kind = "verdict" if verdict != other else "ids"
            changes = [f"+{i}" for i in sorted(broken - wanted)] + [f"-{i}" for i in sorted(wanted - broken)]
            differences.append((flavour, kind, name, " ".join(changes)))
    return rows, ids, differences


def show(rows, ids):
    print("flavour " + "".join(f"{c:>10}" for c in COLUMNS))
    total = Counter()
    for flavour in sorted(rows):
        total.update(rows[flavour])
        print(f"{flavour:<8}" + "".join(f"{rows[flavour][c]:>10}" for c in COLUMNS))
    print("all     " + "".join(f"{total[c]:>10}" for c in COLUMNS))
    if total["files"]:
        print(f"verdicts equal: {100 * total['equal'] / total['files']:.2f} %", end="")
        print(f"; ids equal: {100 * total['same ids'] / max(total['failing'], 1):.2f} % of failing files")
    for (flavour, rule), count in ids.most_common():
        print(f"{count:>6} {flavour} {rule}")
    return 0 if total["equal"] == total["files"] else 1


def self_test():
    mine = {("a", "1b"): ("FAIL", {"1-1"}), ("b", "1b"): ("PASS", set()), ("c", "1b"): ("FAIL", {"1-1"})}
    theirs = {("a", "1b"): ("PASS", set()), ("b", "1b"): ("FAIL", {"2-1"}), ("c", "1b"): ("FAIL", {"1-1"})}
    rows, ids, differences = compare(mine, theirs)
    row = rows["1b"]
    assert [row[c] for c in COLUMNS] == [3, 1, 1, 1, 2, 1, 0, 0], row
    assert ids == {("1b", "+1-1"): 1, ("1b", "-2-1"): 1} and len(differences) == 2
    assert show(rows, ids) == 1
    rows, ids, _ = compare(theirs, theirs)
    assert not ids and show(rows, ids) == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary", nargs="?")
    parser.add_argument("list", nargs="?")
    parser.add_argument("--judge")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--expected")
    parser.add_argument("--differences", type=Path)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if args.expected:
        theirs = expected(args.expected)
        pairs = list(theirs)
    elif args.list and args.judge:
        pairs = list(dict.fromkeys(read_list(args.list)))
        theirs = judged(args.judge, pairs, args.cache)
    else:
        parser.error("give a list and --judge, or --expected")
    rows, ids, differences = compare(ours(args.binary, pairs, args.jobs), theirs)
    if args.differences:
        lines = ("\t".join(difference) + "\n" for difference in sorted(differences))
        args.differences.write_text("".join(lines))
    return show(rows, ids)


if __name__ == "__main__":
    sys.exit(main())
