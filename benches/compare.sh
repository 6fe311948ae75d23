#!/usr/bin/env bash
# Compares the program with its peers, in one run on the same files:
#
#     benches/compare.sh [--runs N] FILE.pdf…
#
# Prints for each file and program pages a CPU second, CPU seconds, peak memory (what the program
# itself took, without the mapped file), and how many times the CPU time of pdfa2hocr that is. Each
# runs N times (3); the fastest run counts. pdfminer.six reads 50 pages only, because it would take
# minutes. Programs that are not installed are left out, and named.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked --release
exec python3 - "$@" <<'PYTHON'
import argparse, os, shutil, subprocess, sys, tempfile, time

def pages_of(path):
    out = subprocess.run(['qpdf', '--show-npages', path], capture_output=True, text=True)
    return int(out.stdout)

def run(command):
    """CPU seconds and peak anonymous memory in MB of a command."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    anonymous = 0
    while True:
        try:
            with open(f'/proc/{child.pid}/status') as status:
                for line in status:
                    if line.startswith('RssAnon:'):
                        anonymous = max(anonymous, int(line.split()[1]))
        except (FileNotFoundError, ProcessLookupError):
            pass
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            return usage.ru_utime + usage.ru_stime, anonymous / 1024, status == 0
        time.sleep(0.005)

parser = argparse.ArgumentParser(prog='benches/compare.sh')
parser.add_argument('--runs', type=int, default=3)
parser.add_argument('files', nargs='+')
args = parser.parse_args()
SHORT = 50
out = os.path.join(tempfile.mkdtemp(), 'out')
programs = {
    'pdfa2hocr -p -j 1': lambda f: ['target/release/pdfa2hocr', '-p', '-q', '-j', '1', f, out],
    'mutool draw -F stext.json': lambda f: ['mutool', 'draw', '-q', '-F', 'stext.json', '-o', out, f],
    'pdftotext -bbox-layout': lambda f: ['pdftotext', '-q', '-bbox-layout', f, out],
    'pdf2txt.py -t xml': lambda f: ['pdf2txt.py', '-m', str(SHORT), '-t', 'xml', '-o', out, f],
}
for path in args.files:
    pages = pages_of(path)
    print(f'\n{os.path.basename(path)}: {pages} pages, {os.path.getsize(path) / 1e6:.1f} MB')
    print(f'{"program":28}{"pages a CPU s":>14}{"CPU s":>9}{"MB":>7}{"ratio":>8}')
    ours = None
    for name, command in programs.items():
        line = command(path)
        if not shutil.which(line[0]):
            print(f'{name:28} is not installed')
            continue
        read = min(pages, SHORT) if name.startswith('pdf2txt') else pages
        results = [run(line) for _ in range(1 if name.startswith('pdf2txt') else args.runs)]
        cpu, memory = min(r[0] for r in results), max(r[1] for r in results)
        speed = read / cpu
        ours = ours or speed
        failed = '' if all(r[2] for r in results) else '  failed'
        print(f'{name:28}{speed:14.0f}{cpu:9.2f}{memory:7.0f}{ours / speed:8.1f}{failed}')
shutil.rmtree(os.path.dirname(out))
PYTHON
