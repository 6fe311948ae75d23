"""Seeds for the targets: the fixtures, and what stands in them. Needs qpdf, as the fixtures do."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
# What is larger teaches a fuzzer nothing that smaller files do not, and slows it down.
LARGEST = 24 << 10
# Subtypes of fonts and keys of programs, by the first byte of what the target "font" is given.
PROGRAMS = [
    ("/Type1", "/FontFile", None),
    ("/Type1", "/FontFile3", "/Type1C"),
    ("/TrueType", "/FontFile2", None),
    ("/TrueType", "/FontFile3", "/OpenType"),
    ("/CIDFontType0", "/FontFile3", "/CIDFontType0C"),
    ("/CIDFontType0", "/FontFile3", "/OpenType"),
    ("/CIDFontType2", "/FontFile2", None),
]


def collect(folder):
    """Writes the seeds of each target to a folder of its name."""
    if folder.exists():
        shutil.rmtree(folder)

    def put(target, data):
        if 0 < len(data) <= LARGEST:
            path = folder / target / hashlib.sha1(data).hexdigest()[:16]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    for pdf in sorted(FIXTURES.glob("*/*.pdf")):
        put("file", pdf.read_bytes())
        put("objects", pdf.read_bytes())
        plain = run("qpdf", "--password=user", "--qdf", "--object-streams=disable", "--no-original-object-ids",
                    "--decrypt", pdf, "-")
        put("file", plain)
        # From the catalog on, without the table of objects.
        objects = plain[plain.find(b"1 0 obj"):plain.rfind(b"\nxref\n") + 1]
        put("validate", objects)
        if b"/StructTreeRoot" in objects:
            put("structure", objects)
        from_streams(pdf, put)
    for kind in ("Type1", "CIDFontType2"):
        for data in (b"\0", b"\x80"):
            put("font", data + kind.encode())
    texts = [(ROOT / "mappings", "*.json", "mapping"), (FIXTURES / "mappings", "*.json", "mapping"),
             (FIXTURES / "mappings", "*.txt", "mapping"), (ROOT / "modules", "*.star", "module"),
             (FIXTURES / "modules", "*.star", "module"), (FIXTURES / "hocr", "*", "lint"),
             (FIXTURES / "recognised", "*.[hxt][tms][mlv]*", "recognised")]
    for where, names, target in texts:
        for path in where.glob(names):
            put(target, path.read_bytes())
    documented(put)
    for name in ("core/src/read/pdfminer.rs", "core/src/write/pdfminer.rs", "core/src/lint/tests.rs",
                 "module/src/tests.rs", "validate/src/xmp/packet.rs"):
        from_tests(ROOT / "crates" / name, put)


def run(*command):
    return subprocess.run(command, capture_output=True).stdout


def written(value):
    """A value of qpdf's JSON as a PDF has it."""
    if isinstance(value, dict):
        return "<<" + "".join(f"{key} {written(v)}" for key, v in value.items()) + ">>"
    if isinstance(value, list):
        return "[" + " ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return f"({value[2:]})" if value.startswith("u:") else value
    return json.dumps(value)


def from_streams(pdf, put):
    """Streams of all sorts, by what refers to them."""
    options = ["--password=user", "--json=2", "--json-stream-data=inline"]
    plain, raw = (run("qpdf", *options, f"--decode-level={level}", pdf) for level in ("specialized", "none"))
    try:
        plain, raw = (json.loads(text)["qpdf"][1] for text in (plain, raw))
    except json.JSONDecodeError:
        return  # qpdf refuses it, or writes its numbers as they are

    def data(objects, reference):
        stream = objects.get(f"obj:{reference}", {}).get("stream", {})
        return base64.b64decode(stream.get("data", ""))

    def resolved(value):
        return plain.get(f"obj:{value}", {}).get("value") if isinstance(value, str) else value

    for name, item in raw.items():
        if "stream" in item:
            entries = {k: v for k, v in item["stream"]["dict"].items() if k in ("/Filter", "/DecodeParms")}
            put("filter", written(entries).encode() + b"\n" + data(raw, name[4:]))
    for name, item in plain.items():
        value = item.get("stream", {}).get("dict") or item.get("value")
        body = data(plain, name[4:])
        if b"begincmap" in body:
            for kind in (b"\0", b"\1", b"\2"):
                put("cmap", kind + body)
        elif value and isinstance(value, dict):
            if value.get("/Type") == "/Metadata":
                put("xmp", body)
            if value.get("/Subtype") == "/Form":
                put("content", body)
                put("lexer", body)
            if value.get("/Type") == "/Page":
                contents = value.get("/Contents")
                contents = contents if isinstance(contents, list) else [contents]
                body = b"\n".join(data(plain, reference) for reference in contents)
                put("content", body)
                put("lexer", body)
            descriptor = resolved(value.get("/FontDescriptor"))
            for kind, (subtype, key, format) in enumerate(PROGRAMS):
                if value.get("/Subtype") == subtype and descriptor and key in descriptor:
                    stream = plain.get(f"obj:{descriptor[key]}", {}).get("stream", {})
                    if format in (None, stream.get("dict", {}).get("/Subtype")):
                        put("font", bytes([kind]) + data(plain, descriptor[key]))


def documented(put):
    """Examples of the documentation."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for language, code in re.findall(r"```(\w*)\n(.*?)```", page.read_text(), re.S):
            if "def " in code:
                put("module", code.encode())
            elif language == "json":
                put("mapping", code.encode())
            elif code.lstrip().startswith("<"):
                put("lint", code.encode())


def from_tests(path, put):
    """Strings of tests, by what they look like."""
    for raw, plain in re.findall(r'r#*"(.*?)"#*|"((?:[^"\\]|\\.)*)"', path.read_text(), re.S):
        text = raw or re.sub(r"\\\n\s*", "", plain).replace("\\n", "\n").replace('\\"', '"')
        if "<page" in text:
            text = text if text.startswith("<?xml") or "<pages" in text else f"<pages>{text}</pages>"
            put("pdfminer", text.encode())
        elif "rdf:" in text or "xpacket" in text:
            put("xmp", text.encode())
        elif "<div" in text or "<span" in text or "<html" in text:
            put("lint", text.encode())
        elif "def " in text:
            put("module", text.encode())
        elif path.parent.name == "module" and "\n" in text:
            body = "".join(f"    {line}\n" for line in text.splitlines())
            put("module", f"def custom_processing(page):\n{body}".encode())
