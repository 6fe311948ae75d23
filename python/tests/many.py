"""Makes many different documents, some of which crash a process or cannot be read."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

FOLDERS = ("columns", "fonts", "layout", "tagged")
"""The folders of fixtures to copy."""

LARGEST = 20_000
"""Maximum size in bytes of a fixture to copy."""

POISON = {
    "hangs": "time",
    "spins": "time",
    "grows": "memory",
    "aborts": "crash",
    "broken": "objects",
    "encrypted": "password",
    "empty": "objects",
}
"""The error of files with these names; `time` stands for elapsed time and processor time."""

HOOK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void look(const char *path) {
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    if (!strncmp(name, "aborts", 6)) abort();
    if (!strncmp(name, "hangs", 5)) for (;;) pause();
    if (!strncmp(name, "spins", 5)) for (volatile int i = 0;; i = !i);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = va_arg(list, mode_t);
    va_end(list);
    look(path);
    int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
    return next(path, flags, mode);
}
"""
"""C source of a library that aborts, or waits or loops forever, when a file with such a name is opened."""


@dataclass
class Many:
    """Documents, and the settings to read them with."""

    folder: Path
    command: list[str]
    errors: dict[str, str] = field(default_factory=dict)
    """The expected errors of the poisoned documents, by path."""


def make(folder: Path, program: str, count: int, poisoned: int) -> Many:
    """Makes `count` documents, including the poisoned ones."""
    documents = folder / "documents"
    documents.mkdir(parents=True)
    many = Many(documents, ["env", f"LD_PRELOAD={_hook(folder)}", program])
    fixtures = [
        path
        for name in FOLDERS
        for path in sorted((ROOT / "fixtures" / name).glob("*.pdf"))
        if path.stat().st_size < LARGEST
    ]
    for number in range(count - poisoned):
        below = documents / f"{number % 10}"
        below.mkdir(exist_ok=True)
        if number % 2:
            content = small(number)
        else:
            # A comment at the end makes the file unique.
            fixture = fixtures[number // 2 % len(fixtures)]
            content = fixture.read_bytes() + f"\n% copy {number}\n".encode()
        (below / f"good-{number:05}.pdf").write_bytes(content)
    kinds = list(POISON)
    for number in range(poisoned):
        kind = kinds[number % len(kinds)]
        # Neighbours in a folder, like the output of a broken program.
        path = documents / "3" / f"{kind}-{number:05}.pdf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_poison(kind, number))
        many.errors[str(path)] = POISON[kind]
    return many


def _poison(kind: str, number: int) -> bytes:
    if kind == "empty":
        return b""
    if kind == "broken":
        return f"nothing to be read here {number}".encode()
    if kind == "encrypted":
        fixture = ROOT / "fixtures" / "encrypted" / "aes-256-password.pdf"
        return fixture.read_bytes() + f"\n% copy {number}\n".encode()
    if kind == "grows":
        return grows() + f"\n% copy {number}\n".encode()
    return small(number)


@cache
def grows() -> bytes:
    """A document of 10 kB with one page, which reaches the limit of text on a page."""
    line = b"(" + b"abc " * 25 + b") Tj T* "
    content = zlib.compress(b"BT /F 1 Tf 1 TL 20 19000 Td " + line * 19_000 + b"ET")
    stream = f"<</Length {len(content)}/Filter/FlateDecode>>stream\n".encode() + content
    return written(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 19200]/Contents 4 0 R"
            b"/Resources<</Font<</F 5 0 R>>>>>>",
            stream + b"\nendstream",
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ]
    )


def small(number: int) -> bytes:
    """A document of two pages that contain its number."""
    objects: list[str] = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>",
    ]
    for page in (1, 2):
        text = f"BT /F 12 Tf 20 100 Td (document {number} page {page}) Tj ET"
        objects.append(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]"
            f"/Contents {2 * page + 2} 0 R/Resources<</Font<</F 7 0 R>>>>>>"
        )
        objects.append(f"<</Length {len(text)}>>stream\n{text}\nendstream")
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    return written([value.encode() for value in objects])


def written(objects: list[bytes]) -> bytes:
    """A PDF file with these objects; the first is the catalog."""
    out = b"%PDF-1.4\n"
    starts = []
    for index, value in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (index, value)
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size}/Root 1 0 R>>\n"
    return out + f"{end}startxref\n{len(out)}\n%%EOF\n".encode()


def _hook(folder: Path) -> Path:
    source, library = folder / "hook.c", folder / "hook.so"
    source.write_text(HOOK)
    compiler: Sequence[str] = ("cc", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl")
    assert shutil.which("cc"), "a C compiler makes the hook of the test"
    subprocess.run(compiler, check=True)
    return library
