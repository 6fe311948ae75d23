#!/usr/bin/env python3
"""Compares `pdfa2hocr validate` with another validator on mutants: PDFs of which one or two objects were changed.

    mutants.py BINARY --judge COMMAND --seed N --count N --work FOLDER SOURCE...
    mutants.py --self-test

SOURCE is a PDF, or a folder that is searched for PDFs. In a folder with `expected.tsv` the flavours of the files are
known; other files are checked against a random flavour, tagged ones mostly against one that needs tags. The mutants of
a seed are always the same. COMMAND is that of verdicts.py. Prints its table, and for each different rule up to
three mutants with their changes, without the differences that docs/validate.md explains. Needs pikepdf.
"""

import argparse
import random
import re
import sys
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import verdicts

# Larger sources take long to check; their objects are found in smaller files as well.
MAX_SIZE = 400_000
# Folders of fixtures on which other validators run for minutes.
SLOW = {"bombs", "hostile"}
PLAIN = ["1b", "2b", "2u", "3b", "4", "4e", "4f"]
TAGGED = ["1a", "2a", "3a", "ua1", "ua2", "wt1a", "wt1r"]

# Entries that few sources have: key, value.
RARE = [
    ("Intent", "/Perceptual"), ("Intent", "/Other"), ("TR", "/Identity"), ("TR2", "/Default"), ("HTP", "(x)"),
    ("Interpolate", "true"), ("OPI", "<<>>"), ("Alternates", "[]"), ("PS", "(x)"), ("Subtype2", "/PS"), ("Ref", "<<>>"),
    ("AA", "<</O <</S /JavaScript /JS (x)>>>>"), ("A", "<</S /Launch /F (x)>>"), ("A", "<</S /Named /N /Print>>"),
    ("A", "<</S /URI /URI (http://example.org)>>"), ("OpenAction", "<</S /JavaScript /JS (x)>>"), ("Perms", "<<>>"),
    ("Requirements", "[]"), ("NeedAppearances", "true"), ("XFA", "(x)"), ("NeedsRendering", "true"), ("PresSteps", "<<>>"),
    ("AlternatePresentations", "<<>>"), ("BM", "/Multiply"), ("BM", "/Odd"), ("CA", "0.5"), ("ca", "0.5"),
    ("SMask", "/None"), ("SMask", "<</S /Luminosity>>"), ("F", "0"), ("F", "4"), ("F", "2"), ("F", "(a.txt)"),
    ("FFilter", "/FlateDecode"), ("FDecodeParms", "<<>>"), ("Lang", "(en)"), ("Lang", "(x!)"), ("Lang", "()"),
    ("ActualText", "<FEFFE000>"), ("Alt", "(alt)"), ("Alt", "()"), ("E", "(e)"), ("Contents", "(c)"), ("TU", "(tu)"),
    ("ColorSpace", "/DeviceCMYK"), ("ColorSpace", "/DeviceRGB"), ("ColorSpace", "/DeviceGray"),
    ("ColorSpace", "[/Separation /All /DeviceCMYK <</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1>>]"),
    ("ColorSpace", "[/Indexed /DeviceRGB 0 <000000>]"), ("ColorSpace", "[/CalGray <</WhitePoint [1 1 1]>>]"),
    ("Group", "<</S /Transparency>>"), ("Group", "<</S /Transparency /CS /DeviceCMYK>>"), ("Tabs", "/R"), ("Tabs", "/S"),
    ("Encoding", "/WinAnsiEncoding"), ("Encoding", "/MacRomanEncoding"), ("Encoding", "/Identity-H"), ("WMode", "1"),
    ("Encoding", "<</Differences [65 /odd /.notdef]>>"), ("CIDToGIDMap", "/Identity"), ("CIDSet", "null"), ("Flags", "4"),
    ("Flags", "32"), ("FontFile2", "null"), ("BaseFont", "/ABCDEF+Other"), ("CharSet", "(/A/B)"), ("S", "/P"), ("S", "/Odd"),
    ("S", "/Table"), ("S", "/H1"), ("S", "/H"), ("S", "/Figure"), ("S", "/Formula"), ("S", "/Note"), ("S", "/Link"),
    ("S", "/LI"), ("S", "/TD"), ("S", "/TH"), ("S", "/Annot"), ("S", "/Form"), ("S", "/TOCI"), ("S", "/Document"),
    ("Scope", "/Row"), ("ColSpan", "2"), ("RowSpan", "3"), ("Headers", "[(a)]"), ("ID", "(id)"), ("MediaBox", "[0 0 1 1]"),
    ("CropBox", "[0 0 99999 9]"), ("UserUnit", "2"), ("Version", "/1.7"), ("Extensions", "<<>>"), ("Marked", "false"),
    ("Suspects", "true"), ("DisplayDocTitle", "false"), ("AFRelationship", "/Data"), ("AFRelationship", "/Unspecified"),
    ("UF", "(u.txt)"), ("Desc", "(d)"), ("Name", "()"), ("AS", "[]"), ("Order", "[]"), ("Event", "/View"),
    ("HalftoneName", "(x)"), ("HT", "<</HalftoneType 6>>"), ("HT", "<</HalftoneType 1 /TransferFunction /Identity>>"),
    ("OPM", "1"), ("OP", "true"), ("op", "true"), ("BG2", "/Default"), ("RI", "/Odd"), ("Decode", "[1 0]"), ("Rotate", "45"),
    ("BitsPerComponent", "16"), ("Matte", "[0]"), ("ImageMask", "true"), ("N", "4"), ("S", "/GTS_PDFX"), ("Info", "()"),
    ("DestOutputProfileRef", "<<>>"), ("OutputConditionIdentifier", "(x)"), ("StructParent", "0"), ("StructParents", "0"),
    ("MK", "<</BG [1 0 0]>>"), ("C", "[1 0 0]"), ("IC", "[0.5]"), ("FT", "/Btn"), ("FT", "/Sig"), ("Ff", "65536"),
    ("ByteRange", "[0 1 2 3]"), ("Reference", "[<</TransformMethod /DocMDP /DigestLocation 1>>]"), ("Filter", "/LZWDecode"),
    ("Filter", "/Crypt"), ("Filter", "[/ASCIIHexDecode]"), ("PieceInfo", "<<>>"), ("Thumb", "null"), ("Trans", "<<>>"),
    ("Colorants", "<<>>"), ("Process", "<<>>"), ("Solidities", "<<>>"), ("RoleMap", "<</Odd /P>>"),
    ("RoleMap", "<</P /P>>"), ("RoleMap", "<</P /Span>>"), ("ClassMap", "<<>>"), ("Namespaces", "[]"),
    ("NS", "<</Type /Namespace /NS (http://iso.org/pdf2/ssn)>>"), ("Phoneme", "()"), ("AF", "[]"), ("Collection", "<<>>"),
    ("PageMode", "/UseOC"), ("Dests", "<<>>"), ("URI", "<</Base ()>>"), ("SpiderInfo", "<<>>"), ("Legal", "<<>>"),
]  # fmt: skip
SUBTYPES = "Link Widget Text Popup Movie Sound Screen 3D FileAttachment TrapNet PrinterMark Highlight Stamp Watermark " \
    "RichMedia Redact Projection Ink Odd Image Form PS Type0 Type1 TrueType Type3 MMType1 CIDFontType0 CIDFontType2 XML " \
    "Type1C CIDFontType0C OpenType".split()  # fmt: skip
OPERATORS = [
    b"0 g", b"1 0 0 rg", b"0 0 0 1 k", b"0 1 0 RG", b"/Perceptual ri", b"/Odd ri", b"q", b"Q", b"q q Q Q", b"/DeviceRGB cs",
    b"/DeviceCMYK CS", b"/Pattern cs", b"3 Tr", b"0 Tr", b"7 Tr", b"5 i", b"EMC", b"/Artifact BMC EMC", b"/Span <</MCID 0>> BDC EMC",
    b"/P <</MCID 99>> BDC", b"BX EX", b"BX odd EX", b"odd", b"BT ET", b"BT (x) Tj ET", b"<41> Tj", b"<4> Tj", b"<00> Tj", b"<0000> Tj",
    b"[(A) 40000 (B)] TJ", b"/F9 12 Tf", b"/Odd gs", b"/Odd Do", b"/Odd sh", b"0 0 10 10 re f", b"0 0 m 9 9 l S", b"2147483648 w",
    b"0.000000000001 w", b"/Span <</Lang (x!)>> BDC EMC", b"/Span <</ActualText <FEFFE000>>> BDC 0 0 1 1 re f EMC", b"1 0 0 1 0 0 cm",
    b"BI /W 1 /H 1 /BPC 8 /CS /G ID x EI", b"BI /W 1 /H 1 /BPC 8 /CS /RGB /I true ID xxx EI", b"BI /W 1 /H 1 /IM true ID x EI",
    b"BI /W 1 /H 1 /BPC 8 /CS /CMYK /F /LZW ID xxxx EI", b"/OC /MC0 BDC EMC", b"/GS0 gs", b"/R7 gs", b"d0", b"MP", b"/X DP", b"T*",
]  # fmt: skip
XMP = [
    (rb"<pdfaid:part>\d", b"<pdfaid:part>9"), (rb"pdfaid:conformance>\w", b"pdfaid:conformance>Z"), (rb"pdfuaid:part>\d", b"pdfuaid:part>7"),
    (rb"pdfaid:", b"pdfxid:"), (rb"rdf:Alt", b"rdf:Bag"), (rb"rdf:Seq", b"rdf:Bag"), (rb"rdf:Bag", b"rdf:Seq"), (rb"x-default", b"en"),
    (rb"dc:title", b"dc:titel"), (rb"xmp:CreateDate", b"xmp:CreationDate"), (rb"\d\d\d\d-\d\d", b"19-1"), (rb"pdf:Producer", b"pdf:Odd"),
    (rb"http://ns\.adobe\.com/xap/1\.0/", b"http://example.org/"), (rb"http://www\.aiim\.org/pdfa/ns/id/", b"http://www.aiim.org/pdfa/ns/id.html"),
    (rb"pdfaProperty:name", b"pdfaProperty:nam"), (rb"pdfaSchema:prefix", b"pdfaSchema:prefx"), (rb"pdfaProperty:category>\w+", b"pdfaProperty:category>odd"),
    (rb"pdfaProperty:valueType>\w+", b"pdfaProperty:valueType>Odd"), (rb"pdfaType:type", b"pdfaType:typ"), (rb"pdfaField:name", b"pdfaField:nam"),
    (rb"<\?xpacket[^>]*\?>", b""), (rb"begin=", b"bytes='9' begin="), (rb"begin=", b"encoding='UTF-8' begin="), (rb"<rdf:li", b"<rdf:l"),
    (rb"</rdf:RDF>", b""), (rb"xmlns:dc=", b"xmlns:dd="), (rb"rdf:about=\"[^\"]*\"", b""), (rb"<rdf:Description", b"<rdf:Description xml:lang='x'"),
    (rb"rdf:parseType=\"Resource\"", b""), (rb">[^<>]{3,}<", b"><"), (rb">[^<>\n]{3,}<", b">odd<"), (rb"pdfaid:rev>\d+", b"pdfaid:rev>20"),
    (rb"pdfd:conformsTo", b"pdfd:conformTo"), (rb"<dc:", b"<dc:x"), (rb"xmpMM:", b"xmpMX:"), (rb"True|False", b"maybe"),
]  # fmt: skip


# Differences that docs/validate.md explains: the rules, with + if only pdfa2hocr reports them, and a pattern of the
# mutant's source and changes.
EXPLAINED = [
    # The decodable part of a damaged stream is checked.
    (r"\+.*", r"/Filter|/DecodeParms|stream \d+ .*(byte|cut)|268346|303226"),
    # The bytes of a stream with external data are ignored.
    (r"-.*", r"/F added"),
    # Inline images that contain EI; strings that two content streams divide.
    (r"-.*", r"^(inline-images|split-string|testPdf-1)\.pdf"),
    # Malformed inline images, arrays and dictionaries.
    (r"\+.*", r"in an (inline image|array or dictionary)"),
    # Surplus operands of text operators.
    (r"[+-].*", r"b'\d Tr' among operands"),
    (r"\+(6\.2\.1[01]|7\.21|8\.4\.5|6\.3)\.\S+", r"among operands"),
    # Type and BaseFont of a Type 0 font; fonts without BaseFont.
    (r"\+6\.(2\.11|2\.10|3)\.2-[13]", r""),
    (r"\+6\.1\.[78]-1", r"/BaseFont"),
    (r"-6\.(2\.11\.4\.1|2\.10\.4\.1|3\.4)-1", r"/BaseFont deleted"),
    # Codes that are not integers.
    (r"\+6\.(2\.11|2\.10|3)\.2-[4-6]", r"/(First|Last)Char .*Decimal"),
    # Encoding dictionaries of symbolic TrueType fonts.
    (r"\+(6\.2\.1[01]\.6|7\.21\.6|8\.4\.5\.7)-3", r"/Encoding|/Differences"),
    # .notdef of a CFF font.
    (r"\+6\.(2\.1[01]\.(4\.1-2|8-1|9-1)|3\.5-2)", r"/Encoding|/Differences"),
    # TrueType fonts whose encoding has an unknown name.
    (r"-(6\.(2\.1[01]\.4\.1|3\.4)-1|7\.21\.(4\.1|8)-1|8\.4\.5\.(5\.1|9)-1)", r"/Encoding"),
    # ICCBased colour spaces without a profile.
    (r"[+-]6\.2\.(3\.2|4\.2|9|10)-[12]", r"\[1\]"),
    # Abbreviated names of filters.
    (r"-.*", r"-> /(AHx|A85|LZW|Fl|RL|CCF|DCT)\b"),
    # Arrays that end without a beginning.
    (r"-.*", r"without \["),
    (r"[+-].*", r"^bad-tokens\.pdf"),
    # Page boundaries whose numbers are references.
    (r"-6\.1\.13-11", r"^indirect\.pdf"),
    # Two extension schemas of one namespace.
    (r"-6\.6\.2\.3\.1-[12]", r"^5-t0[34]-fail-a\.pdf"),
    (r"\+6\.2\.5-6", r""),
]


def is_explained(rules, change):
    """Whether a difference is explained: `rules` has the ids, with their signs."""
    ids = re.findall(r"[+-](?:Table \d+\. )?\S+", rules)
    return any(all(re.fullmatch(pattern, i) for i in ids) and re.search(changes, change) for pattern, changes in EXPLAINED)


class Mutator:
    """Changes one document. Every change is described in `said`."""

    def __init__(self, pdf, pool, rng):
        self.pdf, self.pool, self.rng, self.said = pdf, pool, rng, []
        self.objects = [o for o in pdf.objects if is_container(o)]

    def mutate(self):
        kinds = [(self.entry, 12), (self.content, 3), (self.metadata, 2), (self.stream, 2), (self.structure, 3), (self.font, 3)]
        for _ in range(60):
            change = self.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
            try:
                said = change()
            except (ValueError, TypeError, KeyError, RuntimeError, IndexError, NotImplementedError, AttributeError):
                continue
            if said:
                self.said.append(said)
                return

    def dictionary(self, objects=None):
        """A random dictionary of the document, and its path."""
        here = self.rng.choice(objects or self.objects)
        path = str(here.objgen[0]) if here.is_indirect else "direct"
        for _ in range(6):
            inner = [(k, v) for k, v in children(here) if not v.is_indirect and is_container(v)]
            if not inner or (is_dict(here) and self.rng.random() < 0.5):
                break
            key, here = self.rng.choice(inner)
            path += f"{key}"
        return here, path

    def entry(self, objects=None):
        import pikepdf

        here, path = self.dictionary(objects)
        if not is_dict(here):
            items = list(here)
            if not items:
                return None
            at = self.rng.randrange(len(items))
            if self.rng.random() < 0.3:
                del here[at]
                return f"{path}[{at}] deleted"
            here[at] = self.changed(items[at], None)
            return f"{path}[{at}] {show(items[at])} -> {show(here[at])}"
        keys = sorted(k for k in here.keys() if k not in ("/Length",))
        act = self.rng.random()
        if act < 0.3 or not keys:
            key, text = self.rng.choice(RARE)
            key = "/" + key
            if self.rng.random() < 0.5 and keys:
                # An entry of a dictionary of the same kind in another file.
                others = self.pool[kind(here)]
                if others:
                    key, text = self.rng.choice(others)
            here[key] = pikepdf.Object.parse(text.encode("latin-1"))
            return f"{path}{key} added {text[:60]}"
        key = self.rng.choice(keys)
        if act < 0.55:
            del here[key]
            return f"{path}{key} deleted"
        if act < 0.6 and len(keys) > 1:
            other = self.rng.choice(keys)
            here[key] = here[other]
            return f"{path}{key} = {other}"
        old = here[key]
        here[key] = self.changed(old, key)
        return f"{path}{key} {show(old)} -> {show(here[key])}"

    def changed(self, value, key):
        """Another value for this one: changed, of another type, or of the same key somewhere else."""
        import pikepdf

        if key == "/Subtype" and self.rng.random() < 0.7:
            return pikepdf.Name("/" + self.rng.choice(SUBTYPES))
        act = self.rng.random()
        if key and act < 0.35:
            texts = self.pool[key]
            if texts:
                return pikepdf.Object.parse(self.rng.choice(texts).encode("latin-1"))
        if act < 0.5:
            same = [o[key] for o in self.objects if key and is_dict(o) and key in o]
            if is_container(value):
                same = same or [o for o in self.objects if is_dict(o) == is_dict(value)]
            if same:
                return self.rng.choice(same)
        if act > 0.85:
            return pikepdf.Object.parse(self.rng.choice([b"null", b"true", b"0", b"(x)", b"/X", b"[]", b"<<>>", b"-1", b"1.5"]))
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, Decimal, float)):
            return self.rng.choice([0, -1, 1, int(value) + 1, int(value) - 1, int(value) * 2, 40000, 2147483647, Decimal("0.5")])
        if isinstance(value, pikepdf.Name):
            return pikepdf.Name(self.rng.choice(["/X", str(value) + "1", "/None", "/Identity"]))
        if isinstance(value, pikepdf.String):
            raw = bytes(value)
            return pikepdf.String(self.rng.choice([b"", raw + b"x", raw[:-1], b"x", b"\xfe\xff\xe0\x00", b"y" * 40000]))
        if isinstance(value, pikepdf.Array) and len(value):
            items = list(value)
            return pikepdf.Array(self.rng.choice([items[:-1], items + items[-1:], items[::-1], items[1:], []]))
        return pikepdf.Object.parse(b"<<>>")

    def streams(self, test):
        import pikepdf

        return [o for o in self.objects if isinstance(o, pikepdf.Stream) and test(o)]

    def content(self):
        """Changes operators of a page, form or glyph."""
        import pikepdf

        found = self.streams(lambda o: o.get("/Subtype") == "/Form" or not (set(o.keys()) - {"/Length", "/Filter", "/DecodeParms"}))
        stream = self.rng.choice(found)
        data = stream.read_bytes()
        if b"begincmap" in data:
            edits = [(rb"bfrange", b"bfrang"), (rb"<([0-9A-Fa-f]{4})>\s*$", b"<FFFE>"), (rb"<([0-9A-Fa-f]{4})>\s*\n", b"<0000>\n")]
            pattern, new = self.rng.choice(edits)
            data, said = re.sub(pattern, new, data, count=1, flags=re.M), f"{pattern} -> {new}"
        else:
            lines = re.split(rb"(?<=[\w*'\"])\s+(?=[\[<(/\d.\-A-Za-z])", data)
            at = self.rng.randrange(len(lines) + 1)
            place = place_in_content(lines[:at])
            if self.rng.random() < 0.75:
                said = self.rng.choice(OPERATORS)
                lines.insert(at, said)
            else:
                said = b"without " + lines.pop(at)[:40]
            data, said = b"\n".join(lines), f"{said}{place}"
        stream.write(data)
        return f"content {stream.objgen[0]}: {said}"

    def metadata(self):
        """Changes XMP: a pattern, or a tag or value anywhere."""
        stream = self.rng.choice(self.streams(lambda o: o.get("/Type") == "/Metadata" or o.get("/Subtype") == "/XML"))
        data = stream.read_bytes()
        act = self.rng.random()
        if act < 0.6:
            pattern, new = self.rng.choice(XMP)
            places = list(re.finditer(pattern, data))
            place = self.rng.choice(places)
            data, said = data[: place.start()] + new + data[place.end() :], f"{place[0][:40]} -> {new}"
        elif act < 0.8:
            place = self.rng.choice(list(re.finditer(rb"<(\w+:\w+)\b[^<>]*>[^<>]*</\1>\s*", data)))
            twice = self.rng.random() < 0.3
            data = data[: place.start()] + place[0] * (2 if twice else 0) + data[place.end() :]
            said = f"{place[0].strip()[:60]} {'doubled' if twice else 'deleted'}"
        else:
            at = self.rng.randrange(len(data))
            data, said = data[:at] + bytes([self.rng.randrange(32, 127)]) + data[at + 1 :], f"a byte at {at}"
        stream.write(data)
        return f"XMP: {said}"

    def stream(self):
        """Cuts or damages the data of a stream, or encodes it differently."""
        import pikepdf

        stream = self.rng.choice(self.streams(lambda o: True))
        data = stream.read_bytes()
        act, name = self.rng.random(), f"stream {stream.objgen[0]} {kind(stream)}"
        if act < 0.3:
            at = self.rng.randrange(len(data))
            stream.write(data[:at])
            return f"{name} cut to {at} of {len(data)}"
        if act < 0.6:
            at = self.rng.randrange(min(len(data), self.rng.choice([64, 512, 1 << 20])))
            stream.write(data[:at] + bytes([self.rng.randrange(256)]) + data[at + 1 :])
            return f"{name} byte {at} of {len(data)}"
        if act < 0.8:
            stream.write(data.hex().encode() + b">", filter=pikepdf.Name.ASCIIHexDecode)
            return f"{name} as hexadecimal"
        packed = b"".join(bytes([len(data[i : i + 128]) - 1]) + data[i : i + 128] for i in range(0, len(data), 128))
        stream.write(packed + b"\x80", filter=pikepdf.Name.RunLengthDecode)
        return f"{name} as runs"

    def structure(self):
        """Changes an entry of a structure element."""
        elements = [o for o in self.objects if is_dict(o) and ("/S" in o and "/P" in o or o.get("/Type") in ("/StructTreeRoot", "/OBJR"))]
        return elements and self.entry(elements)

    def font(self):
        """Changes an entry of a font, its descriptor or encoding."""
        fonts = [o for o in self.objects if is_dict(o) and o.get("/Type") in ("/Font", "/FontDescriptor", "/Encoding")]
        return fonts and self.entry(fonts)


def place_in_content(before):
    """Whether a change behind these pieces of content is inside of something; empty if it is not."""
    data = b" " + b" ".join(before) + b" "
    if max(data.rfind(b" BI "), data.rfind(b"\nBI ")) > data.rfind(b" ID"):
        return " in an inline image"
    outside = data
    for _ in range(3):
        # Strings may contain balanced parentheses.
        outside = re.sub(rb"\((?:[^()\\]|\\.)*\)", b"", outside, flags=re.S)
    if b"(" in outside:
        return " in a string"
    if outside.count(b"[") > outside.count(b"]") or outside.count(b"<<") > outside.count(b">>"):
        return " in an array or dictionary"
    last = (data.split() or [b"Q"])[-1]
    return "" if re.fullmatch(rb"[A-Za-z*'\"]+", last) else " among operands"


def is_dict(value):
    import pikepdf

    return isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))


def is_container(value):
    import pikepdf

    return isinstance(value, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array))


def children(value):
    import pikepdf

    pairs = sorted(value.items()) if is_dict(value) else ((f"[{i}]", v) for i, v in enumerate(value))
    return [(k, v) for k, v in pairs if isinstance(v, pikepdf.Object)]


def kind(value):
    """The kind of a dictionary: its type and subtype."""
    names = [str(value.get(key)) for key in ("/Type", "/Subtype", "/S") if value.get(key) is not None]
    return "".join(names)[:60] or "without type"


def show(value):
    text = repr(value) if not hasattr(value, "unparse") else value.unparse(resolved=False).decode("latin-1")
    return text[:60].replace("\n", " ").replace("\t", " ")


def gather(sources):
    """Values by key, and entries by kind of dictionary, of all sources. Only those without references."""
    import pikepdf

    pool = defaultdict(dict)
    for path in sources:
        try:
            with pikepdf.open(path) as pdf:
                for here in pdf.objects:
                    if not is_dict(here):
                        continue
                    for key, value in sorted(here.items()):
                        text = value.unparse(resolved=False).decode("latin-1") if hasattr(value, "unparse") else str(value).lower()
                        if len(text) < 300 and not re.search(r"\d+ \d+ R|^None", text) and key != "/Length":
                            pool[key][text] = None
                            pool[kind(here)][key, text] = None
        except Exception as error:
            print(f"{path}: {error}", file=sys.stderr)
    return defaultdict(list, {key: list(values) for key, values in pool.items()})


def listed(names):
    """The sources, each with its flavours; no flavours if they are unknown."""
    for name in names:
        path = Path(name).resolve()
        table = path / "expected.tsv"
        if table.exists():
            flavours = defaultdict(list)
            for line in table.read_text().splitlines()[1:]:
                file, flavour = line.split("\t")[:2]
                flavours[path / file].append(flavour)
            yield from flavours.items()
        else:
            for file in sorted(path.rglob("*.pdf")) if path.is_dir() else [path]:
                yield file, []


def write_mutant(path, flavours, pool, rng, target):
    """Writes a mutant of a source; returns its flavour and changes, or None."""
    import pikepdf

    with pikepdf.open(path) as pdf:
        if pdf.is_encrypted:
            return None
        mutator = Mutator(pdf, pool, rng)
        for _ in range(1 if rng.random() < 0.7 else 2):
            mutator.mutate()
        tagged = "/StructTreeRoot" in pdf.Root
        flavour = rng.choice(flavours or (TAGGED if tagged and rng.random() < 0.7 else PLAIN))
        if flavours and rng.random() < 0.1:
            flavour = rng.choice(PLAIN + TAGGED)
        modes = [pikepdf.ObjectStreamMode.disable] * 4 + [pikepdf.ObjectStreamMode.preserve, pikepdf.ObjectStreamMode.generate]
        pdf.save(target, deterministic_id=True, object_stream_mode=rng.choice(modes) if flavour not in ("1a", "1b") else modes[0],
                 fix_metadata_version=False)  # fmt: skip
    return flavour, "; ".join(mutator.said)


def make(sources, seed, count, work):
    """Writes the mutants of a seed; returns pairs of file and flavour, and the changes by file."""
    sources = [
        (path, flavours)
        for path, flavours in listed(sources)
        if path.stat().st_size < MAX_SIZE and not SLOW & set(path.parts) and "bomb" not in path.stem
    ]
    pool = gather([path for path, _ in sources])
    work.mkdir(parents=True, exist_ok=True)
    pairs, changes = [], {}
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        path, flavours = rng.choice(sources)
        target = work / f"{seed}-{number:05}.pdf"
        try:
            made = write_mutant(path, flavours, pool, rng, target)
        except Exception:
            # qpdf does not read or write every document.
            made = None
        if made:
            pairs.append((str(target), made[0]))
            changes[str(target)] = f"{path.name}: {made[1]}"
    (work / f"{seed}.tsv").write_text("".join(f"{name}\t{flavour}\t{changes[name]}\n" for name, flavour in pairs), errors="replace")
    return pairs, changes


def self_test():
    import pikepdf

    pdf = pikepdf.new()
    pdf.add_blank_page()
    first = Mutator(pdf, defaultdict(list), random.Random("1"))
    first.mutate()
    assert first.said, "one change"
    assert is_explained("+6.2.5-6", "") and not is_explained("+6.2.5-6 -6.1.3-1", "")
    assert is_explained("+6.2.2-1", "5/Filter deleted") and not is_explained("+6.2.2-1", "")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary", nargs="?")
    parser.add_argument("sources", nargs="*")
    parser.add_argument("--judge")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--work", type=Path, default=Path("mutants"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not (args.judge and args.sources):
        parser.error("give the program, --judge and sources")
    table = args.work / f"{args.seed}.tsv"
    if table.exists():
        rows = [line.split("\t", 2) for line in table.read_text(errors="replace").splitlines()]
        pairs, changes = [(name, flavour) for name, flavour, _ in rows], {name: said for name, _, said in rows}
    else:
        pairs, changes = make(args.sources, args.seed, args.count, args.work)
    theirs = verdicts.judged(args.judge, pairs, args.work / "judged.tsv")
    rows, ids, differences = verdicts.compare(verdicts.ours(args.binary, pairs, args.jobs), theirs)
    code = verdicts.show(rows, ids)
    left = [d for d in differences if not is_explained(d[3], changes[d[2]])]
    share = [100 - 100 * len(some) / max(len(pairs), 1) for some in (differences, left)]
    print(f"equal in verdict and rules: {share[0]:.2f} % of {len(pairs)} mutants, or explained: {share[1]:.2f} %")
    groups = defaultdict(list)
    for flavour, sort, name, rules in left:
        for rule in [f"verdict {rules}"] if sort == "verdict" else rules.split() if sort == "ids" else [sort]:
            groups[rule].append(f"{flavour} {Path(name).name} [{rules[:80]}] {changes[name]}")
    for rule, found in sorted(groups.items(), key=lambda group: -len(group[1])):
        print(f"\n{len(found)} {rule}")
        print("".join(f"    {line[:300]}\n" for line in found[:3]), end="")
    return code


if __name__ == "__main__":
    sys.exit(main())
