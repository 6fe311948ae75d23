#!/usr/bin/env python3
"""Holds the JSON of commands against their schemas in docs/.

    schemas.py BINARY [PDF …]     without PDFs: some of the fixtures

Each line that `validate` writes, and what `tags` and `--map` write, must be valid by the schema that the user's
guide names. Prints what fails and exits 1 when anything did.
"""

import json
import subprocess
import sys
from pathlib import Path

import run

FOLDERS = ["encrypted", "fonts", "pages", "tagged"]
COMMANDS = {
    "validate": [
        ["validate", "--format", "json", "-f", "1b,2a,4,ua1,ua2"],
        ["validate", "--format", "json", "--summary", "-f", "2b"],
    ],
    "tags": [["tags", "--json"]],
    "map": [["-q", f"--format={name}=/dev/null", "--flow", "--map=-"] for name in ("text", "markdown", "html", "tei")],
}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run.inside_environment(__file__)
    import jsonschema

    pdfs = [Path(p) for p in sys.argv[2:]]
    for folder in () if pdfs else FOLDERS:
        pdfs += sorted((run.ROOT / "fixtures" / folder).glob("*.pdf"))
    failures = checked = 0
    for command, calls in COMMANDS.items():
        schema = json.loads((run.ROOT / "docs" / f"{command}.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for call in calls:
            for pdf in pdfs:
                done = subprocess.run([sys.argv[1], *call, pdf], capture_output=True, timeout=run.SECONDS)
                for line in done.stdout.decode("utf-8").splitlines() if command == "validate" else [done.stdout]:
                    if not line:
                        continue
                    checked += 1
                    if wrong := next(validator.iter_errors(json.loads(line)), None):
                        print(f"{pdf}: {' '.join(call)}: {wrong.json_path}: {wrong.message}")
                        failures += 1
    print(f"{checked} answers, {failures} failures")
    sys.exit(failures > 0 or not checked)


if __name__ == "__main__":
    main()
