"""Makes PDFs of prose of any length, the same on each run: for measuring time and memory by size.

`write(path, pages=100)` writes pages of two paragraphs with a running head and a page number. The other
arguments change one size at a time.
"""

import itertools
import zlib

SYLLABLES = ["ba", "cor", "den", "fil", "gra", "hum", "jis", "kel", "lom", "mar", "nos", "pel", "quir", "ras", "ton", "vel"]
WORDS_A_LINE = 10
LINES_A_PARAGRAPH = 8


def words():
    """An endless stream of words, in which short words are frequent as in real text."""
    state = 12345
    while True:
        state = (state * 1103515245 + 12345) % (1 << 31)
        count = 1 + (state >> 8) % 8 // 3
        yield "".join(SYLLABLES[(state >> (12 + 4 * n)) % 16] for n in range(count))


def content(number, text, count, fonts, tagged):
    """The content stream of a page, and its number of marked paragraphs."""
    lines = [" ".join(itertools.islice(text, min(WORDS_A_LINE, count - at))) for at in range(0, count, WORDS_A_LINE)]
    # A page with many words has smaller letters, so that all are on the page.
    leading = min(14.0, 640.0 / max(len(lines) * 1.15, 1))
    size = leading * 0.8
    out = [f"/Artifact BMC BT /F0 9 Tf 72 760 Td (A book of prose) Tj 440 0 Td ({number + 1}) Tj ET EMC" if tagged
           else f"BT /F0 9 Tf 72 760 Td (A book of prose) Tj 440 0 Td ({number + 1}) Tj ET"]
    y, paragraph = 730.0, 0
    for at in range(0, len(lines), LINES_A_PARAGRAPH):
        font = (number * 4 + paragraph) % fonts
        begin = f"/P <</MCID {paragraph}>> BDC " if tagged else ""
        out.append(f"{begin}BT /F{font} {size:.2f} Tf {leading:.2f} TL 72 {y:.2f} Td")
        own = lines[at : at + LINES_A_PARAGRAPH]
        # Without a full stop the paragraph would continue on the next page.
        for line in [*own[:-1], own[-1] + "."]:
            out.append(f"({line}) Tj T*")
            y -= leading
        out.append("ET EMC" if tagged else "ET")
        y -= leading
        paragraph += 1
    return "\n".join(out).encode(), paragraph


def write(path, pages=100, words_a_page=300, objects=0, fonts=2, tagged=False, elements=0, image=True):
    """Writes a document. `objects` are further objects that nothing refers to; `elements` are further empty
    structure elements of a tagged document."""
    text = words()
    with open(path, "wb") as out:
        position, offsets = 0, {}

        def put(data):
            nonlocal position
            out.write(data)
            position += len(data)

        def add(number, body):
            offsets[number] = position
            put(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")

        def stream(entries, data):
            packed = zlib.compress(data, 1)
            return f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n".encode() + packed + b"\nendstream"

        put(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        numbers = itertools.count(1)
        catalog, tree, root, parents, picture = (next(numbers) for _ in range(5))
        font_numbers = [next(numbers) for _ in range(fonts)]
        names = ["Times-Roman", "Times-Bold", "Times-Italic", "Helvetica", "Helvetica-Bold", "Courier"]
        for at, number in enumerate(font_numbers):
            name = names[at % len(names)]
            add(number, f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode())
        add(picture, stream("/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray",
                            bytes(range(64))))
        font_list = "".join(f"/F{at} {number} 0 R" for at, number in enumerate(font_numbers))
        drawn = f"/XObject<</I {picture} 0 R>>" if image else ""
        resources = f"/Resources<</Font<<{font_list}>>{drawn}>>"
        # The page tree has nodes of 100 pages.
        kids, nodes, elements_of_document, parent_rows = [], [], [], []
        for first in range(0, pages, 100):
            node = next(numbers)
            page_numbers = []
            for index in range(first, min(first + 100, pages)):
                page, stream_number = next(numbers), next(numbers)
                data, paragraphs = content(index, text, words_a_page, fonts, tagged)
                if image:
                    data += b"\nq 20 0 0 20 500 40 cm /I Do Q"
                add(stream_number, stream("", data))
                struct = f"/StructParents {index}/Tabs/S" if tagged else ""
                add(page, f"<</Type/Page/Parent {node} 0 R/MediaBox[0 0 612 792]/Contents {stream_number} 0 R"
                          f"{resources}{struct}>>".encode())
                page_numbers.append(page)
                if tagged:
                    own = [next(numbers) for _ in range(paragraphs)]
                    for mark, number in enumerate(own):
                        add(number, f"<</Type/StructElem/S/P/P {root} 0 R/Pg {page} 0 R/K {mark}>>".encode())
                    elements_of_document += own
                    parent_rows.append(f"{index}[{''.join(f'{number} 0 R ' for number in own)}]")
            refs = "".join(f"{page} 0 R " for page in page_numbers)
            add(node, f"<</Type/Pages/Parent {tree} 0 R/Kids[{refs}]/Count {len(page_numbers)}>>".encode())
            kids.append(node)
        refs = "".join(f"{node} 0 R " for node in kids)
        add(tree, f"<</Type/Pages/Kids[{refs}]/Count {pages}>>".encode())
        for _ in range(objects):
            add(next(numbers), b"<</Nothing true>>")
        if tagged:
            for _ in range(elements):
                number = next(numbers)
                add(number, f"<</Type/StructElem/S/P/P {root} 0 R>>".encode())
                elements_of_document.append(number)
            refs = "".join(f"{number} 0 R " for number in elements_of_document)
            add(root, f"<</Type/StructTreeRoot/K[{refs}]/ParentTree {parents} 0 R/ParentTreeNextKey {pages}>>".encode())
            add(parents, f"<</Nums[{' '.join(parent_rows)}]>>".encode())
            marks = f"/MarkInfo<</Marked true>>/StructTreeRoot {root} 0 R/Lang(en)"
        else:
            marks = ""
        add(catalog, f"<</Type/Catalog/Pages {tree} 0 R{marks}>>".encode())
        table, size = position, next(numbers)
        rows = b"".join(b"%010d 00000 n \n" % offsets[n] if n in offsets else b"0000000000 65535 f \n" for n in range(size))
        put(f"xref\n0 {size}\n".encode() + rows)
        put(f"trailer\n<</Size {size}/Root {catalog} 0 R/ID[<01><02>]>>\nstartxref\n{table}\n%%EOF\n".encode())
