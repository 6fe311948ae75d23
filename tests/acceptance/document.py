"""An hOCR file for the checks, and the project's rules that no consumer checks."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

XHTML = "{http://www.w3.org/1999/xhtml}"
PROPERTIES = set(
    "bbox textangle poly order presence cflow baseline image imagemd5 ppageno lpageno scan_res "
    "hardbreak cuts nlp".split()
)
NUMBER = r"-?(?:\d+|\d*\.\d+)"
VALUES = {
    "bbox": r"\d+ \d+ \d+ \d+",
    "baseline": rf"{NUMBER} {NUMBER}",
    "textangle": NUMBER,
    "scan_res": r"[1-9]\d* [1-9]\d*",
    "ppageno": r"\d+",
    "x_size": NUMBER,
    "x_wconf": r"\d+",
    "x_fsize": r"\d+",
    "x_font": r'"[^";]+"',
    "image": r'"[^";]*"',
}


class Hocr:
    """The words of each page in document order. Raises ParseError if the file is not XML."""

    def __init__(self, path):
        self.path = Path(path)
        self.source = self.path.read_bytes()
        self.root = ElementTree.fromstring(self.source)
        self.pages = [e for e in self.root.iter() if cls(e) == "ocr_page"]
        self.words = [[text(w) for w in p.iter() if cls(w) == "ocrx_word"] for p in self.pages]

    def all_words(self):
        return [word for page in self.words for word in page]


def cls(element):
    return element.get("class", "")


def text(element):
    return "".join(element.itertext())


def tag(element):
    return element.tag.removeprefix(XHTML)


def properties(title):
    """Parses a title into pairs of name and value. Raises ValueError for invalid syntax."""
    pairs = []
    # Splits at separators outside quotes.
    for part in re.split(r'; (?=(?:[^"]*"[^"]*")*[^"]*$)', title) if title else []:
        value = r'(?:"[^"]*"|[^";\s]+)'
        match = re.fullmatch(rf"([A-Za-z_]\w*) ({value}(?: {value})*)", part)
        if not match:
            raise ValueError(f"not `name value; name value`: {part!r}")
        pairs.append((match[1], match[2]))
    return pairs


def rules(hocr):
    """Lists violations of the rules of HOCR.md, the first few of each kind."""
    found = Counter()
    examples = []

    def say(kind, where=""):
        found[kind] += 1
        if found[kind] <= 2:
            examples.append(f"{kind} {where}".strip())

    source = hocr.source.decode("utf-8")
    if hocr.root.tag != f"{XHTML}html":
        say("the root is not html in the XHTML namespace")
    for name in re.findall(r"&([A-Za-z]\w*);", source):
        if name not in ("amp", "lt", "gt", "quot", "apos"):
            say("a named entity", name)
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", source):
        say("a control character")
    head(hocr, say)
    elements(hocr, say)
    for match in re.finditer(r"<\w+((?:\s+[\w:]+=\"[^\"]*\")*)\s*/?>", source):
        names = re.findall(r"([\w:]+)=", re.sub(r'"[^"]*"', "", match[1]))
        if "class" in names and "id" in names and names.index("id") < names.index("class"):
            say("an id before the class", match[0][:60])
    return examples


def head(hocr, say):
    meta = [(e.get("name"), e.get("content") or "") for e in hocr.root.iter(f"{XHTML}meta")]
    for name in ("ocr-system", "ocr-capabilities", "ocr-number-of-pages", "ocr-langs", "ocr-scripts"):
        values = [c for n, c in meta if n == name]
        if len(values) != 1 or not values[0].strip():
            say(f"not exactly one {name} with a value")
    capabilities = set(dict(meta).get("ocr-capabilities", "").split())
    body = [e for e in hocr.root.iter() if cls(e).startswith("ocr")]
    used = {cls(e) for e in body}
    if any(e.get("lang") for e in body):
        used.add("ocrp_lang")
    if any(e.get("dir") for e in body):
        used.add("ocrp_dir")
    if any(re.search(r"\bx_(font|fsize) ", e.get("title", "")) for e in body):
        used.add("ocrp_font")
    for name in sorted(used - capabilities):
        say("missing in ocr-capabilities:", name)
    if dict(meta).get("ocr-number-of-pages") != str(len(hocr.pages)):
        say("ocr-number-of-pages is not the number of pages")


def elements(hocr, say):
    ids = Counter()
    body = hocr.root.find(f"{XHTML}body")
    if body is None:
        return say("no body")

    def walk(element, ancestors, box):
        kind, label = cls(element), f"{tag(element)}.{cls(element)}#{element.get('id')}"
        classes = [cls(a) for a in ancestors]
        if tag(element) == "div" and len(kind.split()) != 1:
            say("a div without exactly one class:", label)
        if element.get("id"):
            ids[element.get("id")] += 1
        if element.get("dir") not in (None, "ltr", "rtl"):
            say("dir is neither ltr nor rtl:", label)
        if kind == "ocr_page" and (not ancestors or ancestors[-1] is not body):
            say("a page that is no child of body:", label)
        if kind in ("ocr_carea", "ocr_par", "ocr_line", "ocrx_word") and kind in classes:
            say("nested in its own kind:", label)
        if kind == "ocr_par" and any(cls(c) != "ocr_line" for c in element):
            say("a par with something else than lines:", label)
        if kind == "ocr_par" and tag(element) != "p":
            say("a par that is no p:", label)
        if kind == "ocr_line" and classes[-1:] != ["ocr_par"]:
            say("a line outside a par:", label)
        if kind == "ocrx_word":
            word(element, label, say)
            # Links can be between a line and its words.
            around = [c for c, a in zip(classes, ancestors) if tag(a) != "a"]
            if around[-1:] != ["ocr_line"]:
                say("a word outside a line:", label)
        elif "ocrx_word" not in classes:
            if (element.text or "").strip() or any((c.tail or "").strip() for c in element):
                say("text outside words:", label)
        box = titled(element, kind, label, box, say)
        for child in element:
            walk(child, [*ancestors, element], box)

    walk(body, [], None)
    for name, count in ids.items():
        if count > 1:
            say("an id given twice:", name)
    if "".join(body.itertext()).split() != hocr.all_words():
        say("no white space between two words, or white space in one")


def titled(element, kind, label, box, say):
    """Checks the title; returns the box for the children."""
    try:
        pairs = properties(element.get("title") or "")
    except ValueError as error:
        say("bad properties:", f"{label}: {error}")
        return box
    for name, value in pairs:
        if name not in PROPERTIES and not name.startswith("x_"):
            say("an unknown property without x_:", f"{label} {name}")
        if name in VALUES and not re.fullmatch(VALUES[name], value):
            say("a bad value:", f"{label} {name} {value}")
    given = dict(pairs)
    if kind in ("ocr_page", "ocr_carea", "ocr_par", "ocr_line", "ocrx_word") and "bbox" not in given:
        say("no bbox:", label)
    if kind == "ocr_page" and "scan_res" not in given:
        say("a page without scan_res:", label)
    if kind == "ocrx_word" and not 0 <= int(given.get("x_wconf") or -1) <= 100:
        say("a word without x_wconf from 0 to 100:", label)
    if not re.fullmatch(VALUES["bbox"], given.get("bbox", "")):
        return box
    x0, y0, x1, y1 = own = tuple(map(int, given["bbox"].split()))
    if x0 > x1 or y0 > y1:
        say("a box turned inside out:", label)
    if kind == "ocr_page" and (x0, y0) != (0, 0):
        say("a page box that does not start at 0 0:", label)
    if box and (x0 < box[0] or y0 < box[1] or x1 > box[2] or y1 > box[3]):
        say("a box outside its parent's:", f"{label} {own} in {box}")
    return own


def word(element, label, say):
    inner = element
    while len(inner) == 1 and not (inner.text or "").strip() and not (inner[0].tail or "").strip():
        inner = inner[0]
    if len(inner):
        say("a word with more than one child, or text beside it:", label)
    content = text(element)
    if not content.strip():
        say("a word without text:", label)
    elif re.search(r"\s", content):
        say("white space in a word:", label)
