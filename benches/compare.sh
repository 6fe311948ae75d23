#!/usr/bin/env bash
# Compares the program with others that extract text with boxes, in one run on the same files:
#
#     benches/compare.sh [--runs N] [--write] [KIND=]FILE.pdf…
#
# compare.py explains the figures. The other programs come from PyPI, in an environment below target/, and from
# Debian (mupdf-tools, poppler-utils, qpdf). --program BINARY measures that instead of a new release build.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=target/compare/venv
[[ -d $environment ]] || python3 -m venv "$environment"
for package in liteparse==2.18.0 pdf_oxide==0.3.78 pdfminer.six==20260107 pypdfium2==5.15.2; do
    "$environment/bin/pip" install --quiet --disable-pip-version-check "$package" ||
        echo "$package cannot be installed" >&2
done
[[ " $* " == *" --program "* ]] || cargo build --quiet --locked --release
exec "$environment/bin/python" benches/compare.py "$@"
