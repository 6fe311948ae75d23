#!/usr/bin/env python3
"""Runs programs that read veraPDF's reports on the reports of `pdfa2hocr validate`.

    archives.py BINARY PDF…

- OCRmyPDF: its module `_exec.verapdf`, with a program `verapdf` that calls BINARY. It reads the JSON.
- ESSArch: the XPath expressions by which it decides about a report in XML.
- The paths that scripts of Archivematica and Rosetta read in XML: verdict, failed rules with clause, test and context.

Each result is compared with that of BINARY's own JSON. Needs ocrmypdf and lxml. Prints the differences; exits with 1
if there are any.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SHIM = """#!/bin/sh
[ "$1" = --version ] && echo "veraPDF 1.28.1" && exit
# verapdf --format json --flavour 2b FILE
exec "{binary}" validate --format verapdf-json -f "$4" "$5"
"""
# ESSArch's rule: the validation has failed if one of these finds something.
FAILED = [
    '//*[local-name()="batchSummary"]/*[local-name()="validationReports" and '
    '(@*[local-name()="nonCompliant"] > 0 or @*[local-name()="failedJobs"] > 0)][1]',
    '//*[local-name()="batchSummary"]/*[local-name()="featureReports" and @*[local-name()="failedJobs"] > 0][1]',
    '//*[local-name()="batchSummary"]/*[local-name()="repairReports" and @*[local-name()="failedJobs"] > 0][1]',
]


def run(binary, form, flavour, path):
    command = [binary, "validate", "--format", form, "-f", flavour, path]
    return subprocess.run(command, capture_output=True).stdout


def ocrmypdf(path, flavour):
    """The verdict and the number of failed rules that OCRmyPDF reads."""
    from ocrmypdf._exec import verapdf

    result = verapdf.validate(Path(path), flavour)
    return result.valid, result.failed_rules


def check(binary, path, flavour):
    """Returns the differences for a file, one sentence each."""
    from lxml import etree

    own = json.loads(run(binary, "json", flavour, path).splitlines()[0])
    if "error" in own:
        return []
    broken = {(f["clause"], f["test"]) for f in own["findings"] if f["severity"] == "error"}
    problems = []
    valid, failed = ocrmypdf(path, flavour)
    # OCRmyPDF looks at the number of rules only: repaired files break none.
    if failed != len(broken) or valid != (not broken):
        problems.append(f"OCRmyPDF reads {failed} broken rules of {len(broken)}")
    root = etree.fromstring(run(binary, "mrr", flavour, path))
    if any(root.xpath(path) for path in FAILED) == own["conforms"]:
        problems.append("ESSArch decides differently")
    if root.xpath("string(//validationReport/@isCompliant)") != str(own["conforms"]).lower():
        problems.append("isCompliant differs")
    rules = {(r.get("clause"), int(r.get("testNumber"))) for r in root.xpath('//rule[@status="failed"]')}
    if rules != broken:
        problems.append(f"rules differ: {rules ^ broken}")
    for rule in root.iter("rule"):
        if not all(rule.findtext(name) for name in ("description", "object", "test")):
            problems.append(f"{rule.get('clause')}: a part is missing")
        if any(not check.findtext("context", "").startswith("root") for check in rule.iter("check")):
            problems.append(f"{rule.get('clause')}: a context has no path")
    return problems


def main(binary, *paths):
    binary, wrong = os.path.abspath(binary), 0
    with tempfile.TemporaryDirectory() as folder:
        shim = Path(folder) / "verapdf"
        shim.write_text(SHIM.format(binary=binary))
        shim.chmod(0o755)
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        for path in paths:
            for flavour in ("1b", "2b", "3b"):
                for problem in check(binary, os.path.abspath(path), flavour):
                    print(f"{path} {flavour}: {problem}")
                    wrong += 1
    print(f"{len(paths)} files, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
