"""The examples of pdfplumber's README (version 0.11.10) run with another import only, on files of this project.

`SAME` and `OBJECTS` have the same results with both packages. `OTHER` has the examples with another result, and the
words by which docs/plumber.md gives the reason; an example that has become the same must leave it.
"""

from __future__ import annotations

import io
import textwrap
from typing import Any

import pytest
from test_plumber import ROOT, near

pdfplumber = pytest.importorskip("pdfplumber", reason="pdfplumber is not installed")

DOCS = ROOT.parent / "docs" / "plumber.md"

FILES = ["tables/ruled.pdf", "tables/boxes.pdf", "tables/frames.pdf"]
"""The files of `pdf` in an example that opens none."""

# The code of the README, or code that calls what a row of its tables describes. `result` is compared.
SAME: dict[str, dict[str, str]] = {
    "Python library": {
        "basic example": """
            import pdfplumber

            with pdfplumber.open("tables/ruled.pdf") as pdf:
                first_page = pdf.pages[0]
                result = first_page.chars[0]["text"]
            """,
        "path": """
            import pathlib
            import pdfplumber
            result = [len(pdfplumber.open(pathlib.Path("tables/ruled.pdf")).chars)]
            """,
        "file object": """
            import pdfplumber
            with open("tables/ruled.pdf", "rb") as file:
                result = pdfplumber.open(file).pages[0].extract_text()
            """,
        "file-like object": """
            import io
            import pdfplumber
            with open("tables/ruled.pdf", "rb") as file:
                result = pdfplumber.open(io.BytesIO(file.read())).pages[0].extract_text()
            """,
        "class PDF": """
            import pdfplumber
            pdf = pdfplumber.open("tables/ruled.pdf")
            result = type(pdf).__name__, isinstance(pdf, pdfplumber.PDF)
            """,
        "password": """
            import pdfplumber
            pdf = pdfplumber.open("encrypted/aes-256-password.pdf", password = "user")
            result = pdf.metadata, [page.extract_text() for page in pdf.pages]
            """,
        "strict_metadata": """
            import pdfplumber
            result = pdfplumber.open("programs/tesseract.pdf", strict_metadata=True).metadata
            """,
        "metadata": """
            import pdfplumber
            names = "programs/tesseract.pdf", "programs/typst-columns.pdf", "scripts/greek.pdf", "tables/ruled.pdf"
            result = [pdfplumber.open(name).metadata for name in names]
            """,
        "pages": """
            import pdfplumber
            pdf = pdfplumber.open("showcase/herald.pdf")
            result = [(page.page_number, page.width, page.height) for page in pdf.pages]
            """,
        "PDF.close": """
            import pdfplumber
            pdf = pdfplumber.open("showcase/herald.pdf")
            result = [pdf.pages[0].extract_text(), pdf.close()]
            """,
        "Page.close": """
            import pdfplumber
            pdf = pdfplumber.open("showcase/herald.pdf")
            result = []
            for page in pdf.pages:
                result += [page.extract_text(), page.close(), len(page.edges), len(page.chars)]
            """,
        "objects of a page and of a document": """
            import pdfplumber
            pdf = pdfplumber.open("showcase/herald.pdf")
            names = "chars lines rects curves images annots hyperlinks rect_edges curve_edges edges".split()
            result = [
                [(name, box(obj)) for name in names for obj in getattr(holder, name)] for holder in (pdf, pdf.pages[1])
            ] + [{kind: len(objs) for kind, objs in pdf.objects.items()}]
            """,
        "horizontal and vertical edges of a document": """
            import pdfplumber
            pdf = pdfplumber.open("visibility/hidden.pdf")
            result = [box(edge) for edge in pdf.horizontal_edges], [box(edge) for edge in pdf.vertical_edges]
            """,
        "crop": """
            result = [page.crop((30, 40, 200, 300)).extract_words(), boxes(page.crop((30, 40, 200, 300)))]
            """,
        "crop, relative": """
            part = page.crop((30, 40, 200, 300)).crop((10, 20, 100, 110), relative=True)
            result = part.bbox, part.width, part.height, boxes(part)
            """,
        "crop, not strict": """
            part = page.crop((-10, -10, 200, 2000), strict=False)
            result = part.bbox, boxes(part)
            """,
        "crop, strict": """
            try:
                page.crop((-10, -10, 200, 2000), strict=True)
            except ValueError:
                result = "ValueError"
            """,
        "within_bbox": """
            result = [boxes(page.within_bbox((30, 40, 200, 300), relative=rel, strict=True)) for rel in (False, True)]
            """,
        "outside_bbox": """
            result = [boxes(page.outside_bbox((30, 40, 200, 300), relative=rel, strict=True)) for rel in (False, True)]
            """,
        "filter": """
            result = boxes(page.filter(lambda obj: obj["object_type"] == "char" and obj["text"] in "aeiou"))
            """,
    },
    "Visual debugging": {
        "to_image": """
            im = my_pdf.pages[0].to_image(resolution=150)
            result = [round(side / 4) for side in im.original.size]
            """,
        "resolution, width and height": """
            sizes = [{}, {"resolution": 100}, {"width": 400}, {"height": 300}, {"width": 400, "antialias": True}]
            # The last row or column of pixels may be missing.
            result = [[round(side / 4) for side in page.to_image(**size).original.size] for size in sizes]
            """,
        "force_mediabox": """
            page = pdfplumber.open("pages/inherited.pdf").pages[1]
            both = page.to_image(force_mediabox=True), page.to_image()
            result = [[round(side / 4) for side in im.original.size] for im in both]
            assert result[0] != result[1]
            """,
        "a cropped page": """
            im = page.crop((10, 20, 210, 320)).to_image(resolution=144)
            result = [round(side / 4) for side in im.original.size]
            """,
        "reset": """
            im = canvas(page)
            im.draw_vline(100).reset()
            result = im.annotated.getextrema()
            """,
        "copy": """
            im = canvas(page).draw_vline(100)
            result = im.copy().annotated.getextrema(), im.annotated.getextrema()
            """,
        "show": """
            im = canvas(page)
            shown = []
            im.annotated.show = lambda: shown.append(im.annotated.size)
            im.show()
            result = shown
            """,
        "save": """
            im, file = canvas(page).draw_rects(page.extract_words()), io.BytesIO()
            im.save(file, format="PNG", quantize=True, colors=256, bits=8)
            result = facts(file)
            """,
        "save, not quantized": """
            im, file = canvas(page).draw_rects(page.extract_words()), io.BytesIO()
            im.save(file, quantize=False)
            result = facts(file)
            """,
        "save, four colours": """
            im, file = canvas(page).draw_rects(page.extract_words()), io.BytesIO()
            im.save(file, colors=4)
            result = facts(file), len(Image.open(file).getcolors())
            """,
        "in Jupyter": """
            result = facts(io.BytesIO(canvas(page).draw_vline(30)._repr_png_()))
            """,
        "draw_line": """
            result = canvas(page).draw_line(page.lines[0], stroke="green", stroke_width=3).annotated
            """,
        "draw_line, of points": """
            result = canvas(page).draw_line(((10, 20), (100, 230))).annotated
            """,
        "draw_line, of a curve": """
            page = pdfplumber.open("visibility/hidden.pdf").pages[0]
            result = canvas(page).draw_line(page.curves[0]).annotated
            """,
        "draw_lines": """
            result = canvas(page).draw_lines(page.lines, stroke=(0, 0, 255), stroke_width=2).annotated
            """,
        "draw_lines, of a DataFrame": """
            import pandas
            lines = pandas.DataFrame(page.lines).drop(columns="pts")
            result = canvas(page).draw_lines(lines).annotated
            """,
        "draw_vline, draw_vlines": """
            result = canvas(page).draw_vline(50, stroke="red").draw_vlines([60, 90], stroke_width=4).annotated
            """,
        "draw_hline, draw_hlines": """
            result = canvas(page).draw_hline(50, stroke="red").draw_hlines([60, 90], stroke_width=4).annotated
            """,
        "draw_rect": """
            im = canvas(page).draw_rect((10, 20, 100, 200), fill="yellow", stroke="black", stroke_width=5)
            result = im.draw_rect(page.chars[0]).annotated
            """,
        "draw_rects": """
            result = canvas(page).draw_rects(page.extract_words(), fill=(0, 255, 0, 40), stroke_width=0).annotated
            """,
        "draw_circle": """
            result = canvas(page).draw_circle((100, 200), radius=20, fill="red").draw_circle(page.chars[0]).annotated
            """,
        "draw_circles": """
            result = canvas(page).draw_circles(page.chars[:9], radius=3, stroke="black").annotated
            """,
        "debug_tablefinder": """
            page = pdfplumber.open("tables/frames.pdf").pages[0]
            result = canvas(page).debug_tablefinder(table_settings={"vertical_strategy": "text"}).annotated
            """,
        "debug_tablefinder, without settings": """
            page = pdfplumber.open("tables/frames.pdf").pages[0]
            result = canvas(page).debug_tablefinder().annotated
            """,
    },
    "Extracting text": {
        "extract_text": """
            result = page.extract_text(x_tolerance=3, x_tolerance_ratio=None, y_tolerance=3, layout=False,
                x_density=7.25, y_density=13, line_dir_render=None, char_dir_render=None)
            """,
        "extract_text, tolerances": """
            result = [page.extract_text(x_tolerance=1, y_tolerance=5), page.extract_text(x_tolerance_ratio=0.1)]
            """,
        "extract_text, layout": """
            result = page.extract_text(layout=True), page.extract_text(layout=True, x_density=5, y_density=10)
            """,
        "extract_text, directions": """
            pairs = [("ttb", "rtl"), ("btt", "ltr"), ("btt", "rtl"), ("ltr", "ttb"), ("rtl", "ttb"), ("ltr", "btt")]
            result = [
                page.extract_text(layout=layout, line_dir_render=line, char_dir_render=char)
                for line, char in pairs for layout in (False, True)
            ]
            """,
        "extract_text, wrong directions": """
            result = []
            for wrong in ({"line_dir": "up"}, {"line_dir": "ltr"}, {"char_dir_render": "ttb"}):
                try:
                    result.append(page.extract_text(**wrong))
                except ValueError:
                    result.append("ValueError")
            """,
        "extract_text_simple": """
            result = page.extract_text_simple(), page.extract_text_simple(x_tolerance=1, y_tolerance=6)
            """,
        "extract_words": """
            result = page.extract_words(x_tolerance=3, x_tolerance_ratio=None, y_tolerance=3, keep_blank_chars=False,
                use_text_flow=False, line_dir="ttb", char_dir="ltr", line_dir_rotated="ttb", char_dir_rotated="ltr",
                extra_attrs=[], split_at_punctuation=False, expand_ligatures=True, return_chars=False)
            """,
        "extract_words, x_tolerance_ratio": "result = page.extract_words(x_tolerance_ratio=0.05)",
        "extract_words, keep_blank_chars": "result = page.extract_words(keep_blank_chars=True)",
        "extract_words, use_text_flow": "result = page.extract_words(use_text_flow=True)",
        "extract_words, directions": """
            result = [page.extract_words(line_dir="btt", char_dir="rtl"), page.extract_words(char_dir="rtl")]
            page = pdfplumber.open("layout/rotated.pdf").pages[1]
            for given in ({}, {"char_dir_rotated": "btt"}, {"line_dir_rotated": "rtl", "char_dir_rotated": "btt"}):
                result.append(page.extract_words(**given))
            """,
        "extract_words, extra_attrs": 'result = page.extract_words(extra_attrs=["fontname", "size"])',
        "extract_words, split_at_punctuation": """
            result = [page.extract_words(split_at_punctuation=given) for given in (True, '!"&()*+,.:;<=>?@[]^`{|}~')]
            """,
        "extract_words, expand_ligatures": """
            page = pdfplumber.open("visibility/characters.pdf").pages[0]
            result = [[word["text"] for word in page.extract_words(expand_ligatures=given)] for given in (True, False)]
            """,
        "extract_words, return_chars": """
            result = [[box(char) for char in word["chars"]] for word in page.extract_words(return_chars=True)]
            """,
        "extract_text_lines": """
            lines = page.extract_text_lines(layout=False, strip=True, return_chars=True)
            result = [(line["text"], box(line), len(line["chars"])) for line in lines]
            """,
        "extract_text_lines, layout": """
            result = [page.extract_text_lines(layout=True, strip=strip, return_chars=False) for strip in (True, False)]
            """,
        "search": r"""
            found = page.search(r"\w[aeiou]\w+", regex=True, case=True, main_group=0, return_groups=True,
                return_chars=True, layout=False)
            result = [(hit["text"], box(hit), hit["groups"], len(hit["chars"])) for hit in found]
            """,
        "search, groups": r"""
            result = [page.search(r"(\w)(\w+)", main_group=2, return_chars=False), page.search("THE", case=False,
                regex=False, return_groups=False, return_chars=False, layout=True)]
            """,
        "search, compiled": r"""
            import re
            result = page.search(re.compile(r"\b[aeiou]\w*", re.I), return_chars=False), page.search(r"\s*")
            """,
        "dedupe_chars": """
            result = [
                boxes(page.dedupe_chars(tolerance=1, extra_attrs=("fontname", "size"))),
                boxes(page.dedupe_chars(tolerance=9, extra_attrs=())),
            ]
            """,
        "unicode_norm": """
            import pdfplumber
            forms = "NFC", "NFD", "NFKC", "NFKD"
            names = "scripts/greek.pdf", "scripts/korean.pdf", "visibility/characters.pdf"
            opened = [pdfplumber.open(name, unicode_norm=form) for name in names for form in forms]
            result = [[char["text"] for char in pdf.pages[0].chars] for pdf in opened]
            assert len({repr(texts) for texts in result}) > len(names)
            """,
    },
    "Extracting tables": {
        "example": """
            pdf = pdfplumber.open("tables/ruled.pdf")
            page = pdf.pages[0]
            result = page.extract_table()
            """,
        "find_tables": """
            result = [
                (table.cells, table.bbox, [row.cells for row in table.rows], [column.cells for column in table.columns])
                for table in page.find_tables(table_settings={})
            ]
            """,
        "Table.extract": """
            result = [table.extract(x_tolerance=3, y_tolerance=1) for table in page.find_tables()]
            """,
        "find_table": "result = page.find_table(table_settings={}).bbox",
        "extract_tables": "result = page.extract_tables(table_settings={})",
        "extract_table": "result = page.extract_table(table_settings={})",
        "debug_tablefinder": """
            finder = page.debug_tablefinder(table_settings={})
            result = [[box(edge) for edge in finder.edges], sorted(finder.intersections), finder.cells,
                [table.bbox for table in finder.tables]]
            """,
        "settings and their defaults": """
            result = page.extract_tables({
                "vertical_strategy": "lines",
                "horizontal_strategy": "lines",
                "explicit_vertical_lines": [],
                "explicit_horizontal_lines": [],
                "snap_tolerance": 3,
                "snap_x_tolerance": 3,
                "snap_y_tolerance": 3,
                "join_tolerance": 3,
                "join_x_tolerance": 3,
                "join_y_tolerance": 3,
                "edge_min_length": 3,
                "edge_min_length_prefilter": 1,
                "min_words_vertical": 3,
                "min_words_horizontal": 1,
                "intersection_tolerance": 3,
                "intersection_x_tolerance": 3,
                "intersection_y_tolerance": 3,
                "text_tolerance": 3,
                "text_x_tolerance": 3,
                "text_y_tolerance": 3,
            })
            """,
        "explicit lines": """
            page = page.crop((10, 10, page.width - 20, page.height - 10))
            result = []
            for lines in ([30, 100, 300], page.lines + page.rects, page.edges[:5] + [100], page.curves + [50, 70]):
                given = {"explicit_vertical_lines": lines, "explicit_horizontal_lines": lines}
                for strategy in ("explicit", "lines", "text"):
                    given |= {"vertical_strategy": strategy, "horizontal_strategy": strategy}
                    result.append(page.extract_tables(given))
            """,
        "text_*": """
            given = [{"text_keep_blank_chars": True}, {"text_layout": True}, {"text_char_dir": "rtl"},
                {"text_x_tolerance": 20}, {"text_split_at_punctuation": True}, {"text_tolerance": 1},
                {"text_line_dir_render": "btt"}]
            result = [page.extract_tables(one) for one in given]
            """,
        "text_x_tolerance with the strategy text": """
            given = {"vertical_strategy": "text", "horizontal_strategy": "text"}
            result = [page.extract_tables(given | {"text_x_tolerance": x, "text_y_tolerance": 2}) for x in (1, 3, 12)]
            """,
        "crop before": "result = page.crop((0, 0, page.width, page.height / 2)).extract_tables()",
    },
}
for one in ("snap", "join", "intersection"):
    for axis in ("", "x_", "y_"):
        name = f"{one}_{axis}tolerance"
        code = f"result = [page.extract_tables({{{name!r}: value}}) for value in (0, 1, 8, 30)]"
        SAME["Extracting tables"][name] = code
for name, values in {
    "edge_min_length": (0, 10, 80),
    "edge_min_length_prefilter": (0, 0.5, 60),
    "min_words_vertical": (2, 4, 6),
    "min_words_horizontal": (1, 2, 4),
}.items():
    strategy = '{"vertical_strategy": "text", "horizontal_strategy": "text"}' if "words" in name else "{}"
    code = f"result = [page.extract_tables({strategy} | {{{name!r}: value}}) for value in {values}]"
    SAME["Extracting tables"][name] = code
for one in ("lines", "lines_strict", "text"):
    for way in ("vertical_strategy", "horizontal_strategy"):
        SAME["Extracting tables"][f"{way}, {one}"] = f"result = page.extract_tables({{{way!r}: {one!r}}})"

# The properties of objects, one for each row of the README's tables.
PLACES = "page_number height width x0 x1 y0 y1 top bottom doctop object_type".split()
OBJECTS: dict[str, list[str]] = {
    "char": [*PLACES, *"text fontname size adv upright mcid tag".split()],
    "line": PLACES,
    "rect": PLACES,
    "curve": [*PLACES, *"pts fill".split()],
    "image": [*PLACES, *"srcsize bits".split()],
}
DRAWN = {
    "char": ["tables/ruled.pdf", "showcase/herald.pdf", "tagged/captioned.pdf", "tables/rotated.pdf"],
    "line": ["tables/ruled.pdf", "showcase/herald.pdf", "tagged/captioned.pdf"],
    "rect": ["visibility/hidden.pdf", "tagged/described.pdf"],
    "curve": ["visibility/hidden.pdf", "tagged/drawn-text.pdf"],
    "image": ["showcase/herald.pdf", "tagged/captioned.pdf", "ocr/scans.pdf"],
}
"""Files that have objects of a kind."""


def of_all(kind: str, key: str) -> str:
    """Code for a property of all objects of a kind."""
    return f'result = [obj["{key}"] for name in {DRAWN[kind]} for obj in pdfplumber.open(name).{kind}s]'


# Section, example, code, words of the reason in docs/plumber.md.
COLOURS = "Colours, matrices, dashes"
OTHER: list[tuple[str, str, str, str]] = [
    ("Command line interface", "the program", """
        from pdfplumber.cli import main
        result = main.__name__
        """, "the command line"),
    ("Python library", "laparams", """
        result = pdfplumber.open("tables/ruled.pdf", laparams={"line_overlap": 0.7}).chars[0]["text"]
        """, "`laparams`"),
    ("Python library", "laparams, textboxhorizontal", """
        result = len(pdfplumber.open("tables/ruled.pdf", laparams={}).objects["textboxhorizontal"])
        """, "`laparams`"),
    ("Properties of objects", "CTM", """
        from pdfplumber.ctm import CTM
        my_char = pdf.pages[0].chars[3]
        my_char_ctm = CTM(*my_char["matrix"])
        my_char_rotation = my_char_ctm.skew_x
        result = my_char_rotation
        """, COLOURS),
    ("Properties of objects", "a font that is a subset", """
        result = pdfplumber.open("scripts/greek.pdf").chars[0]["fontname"]
        """, "tag of a subset"),
    ("Extracting form values", "the snippet", """
        import pdfplumber
        from pdfplumber.utils.pdfinternals import resolve_and_decode, resolve

        pdf = pdfplumber.open(form())

        def parse_field_helper(form_data, field, prefix=None):
            resolved_field = field.resolve()
            field_name = '.'.join(filter(lambda x: x, [prefix, resolve_and_decode(resolved_field.get("T"))]))
            if "Kids" in resolved_field:
                for kid_field in resolved_field["Kids"]:
                    parse_field_helper(form_data, kid_field, prefix=field_name)
            if "T" in resolved_field or "TU" in resolved_field:
                alternate_field_name = resolve_and_decode(resolved_field.get("TU")) if resolved_field.get("TU") else None
                field_value = resolve_and_decode(resolved_field["V"]) if 'V' in resolved_field else None
                form_data.append([field_name, alternate_field_name, field_value])

        form_data = []
        fields = resolve(resolve(pdf.doc.catalog["AcroForm"])["Fields"])
        for field in fields:
            parse_field_helper(form_data, field)
        result = form_data
        """, "`pdf.doc`"),
    ("Visual debugging", "debug_tablefinder, joined lines", """
        result = canvas(page).debug_tablefinder().annotated
        """, "joined edges whole"),
    *(
        ("Properties of objects", f"{kind}: {key}", of_all(kind, key), reason)
        for keys, kinds, reason in [
            ("stroking_color non_stroking_color", "char line rect curve", COLOURS),
            ("matrix ncs", "char", COLOURS),
            ("path", "curve", "without `path`"),
            ("dash", "curve", COLOURS),
            ("linewidth", "line rect curve", "`linewidth`"),
            ("mcid tag", "line rect curve image", "`mcid` and `tag`"),
            ("colorspace stream imagemask name", "image", "streams of images"),
        ]
        for kind in kinds.split()
        for key in keys.split()
    ),
]


def run(code: str, module: str, name: str = FILES[0]) -> Any:
    """The result of an example with a module instead of pdfplumber, in the folder of the files."""
    code = textwrap.dedent(code).replace("from pdfplumber.", f"from {module}.")
    code = code.replace("import pdfplumber\n", f"import {module} as pdfplumber\n")
    names: dict[str, Any] = {"box": box, "boxes": boxes, "facts": facts, "form": form, "io": io}
    opening = f"""
import {module} as pdfplumber
from PIL import Image
pdf = my_pdf = pdfplumber.open({name!r})
page = pdf.pages[0]
def canvas(page):
    size = round(page.width * 2), round(page.height * 2)
    return type(page.to_image(resolution=1))(page, original=Image.new("RGB", size, "white"), resolution=144)
"""
    exec(compile(opening + code, "example", "exec"), names)
    return names["result"]


def box(obj: dict[str, Any]) -> list[Any]:
    return [obj[key] for key in ("x0", "top", "x1", "bottom")]


def form() -> io.BytesIO:
    """A document with a form of one field."""
    objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
        "<</FT/Tx/T(STATE.0)/TU(enter STATE)/V(CA)>>",
    ]
    body = "".join(f"{number} 0 obj{content}endobj\n" for number, content in enumerate(objects, 1))
    return io.BytesIO(f"%PDF-1.4\n{body}trailer<</Root 1 0 R>>\n%%EOF".encode())


def boxes(page: Any) -> dict[str, list[list[Any]]]:
    """The boxes of all objects of a page by their kind."""
    return {kind: [box(obj) for obj in objs] for kind, objs in page.objects.items() if objs}


def facts(file: io.BytesIO) -> list[Any]:
    """Properties of a picture in a file."""
    from PIL import Image

    with Image.open(file) as picture:
        return [picture.format, picture.mode, picture.size, picture.info.get("dpi")]


def alike(theirs: Any, ours: Any) -> bool:
    """Whether results are the same; lengths may differ by half a point, and drawings by a pixel."""
    if not hasattr(theirs, "getextrema"):
        return near(theirs, ours)
    from PIL import ImageChops, ImageFilter

    assert theirs.getextrema() != ((255, 255),) * 3, "nothing is drawn"

    def is_near(one: Any, other: Any) -> bool:
        """Whether each pixel is between the extremes of those around it in the other picture."""
        darkest, brightest = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
        outside = ImageChops.subtract(darkest, one), ImageChops.subtract(one, brightest)
        return all(difference.getbbox() is None for difference in outside)

    return is_near(theirs, ours) and is_near(ours, theirs)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples open files of this project by relative paths."""
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(
    "code", [pytest.param(code, id=f"{part}: {name}") for part, rows in SAME.items() for name, code in rows.items()]
)
def test_the_result_is_the_same(code: str) -> None:
    theirs = [run(code, "pdfplumber", file) for file in FILES]
    assert any(one not in (None, [], {}, "") for one in theirs)
    for file, one in zip(FILES, theirs):
        ours = run(code, "pdfa2hocr.plumber", file)
        assert alike(one, ours), (file, one, ours)


@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, keys in OBJECTS.items() for key in keys])
def test_objects_have_the_same_properties(kind: str, key: str) -> None:
    theirs = run(of_all(kind, key), "pdfplumber")
    assert theirs
    assert near(theirs, run(of_all(kind, key), "pdfa2hocr.plumber"))


@pytest.mark.parametrize(
    ("code", "reason"), [pytest.param(code, why, id=f"{part}: {name}") for part, name, code, why in OTHER]
)
def test_another_result_has_a_reason(code: str, reason: str) -> None:
    theirs = run(code, "pdfplumber")
    try:
        ours = run(code, "pdfa2hocr.plumber")
    except (ImportError, KeyError, AttributeError, ValueError) as error:
        ours = error
    assert not alike(theirs, ours), "it is the same: move it to SAME or OBJECTS"
    assert reason in " ".join(DOCS.read_text().split())


def test_the_table_of_the_documentation_is_right() -> None:
    counts = {section: [len(examples), 0] for section, examples in SAME.items()}
    counts["Properties of objects"] = [sum(map(len, OBJECTS.values())), 0]
    for section, *_ in OTHER:
        counts.setdefault(section, [0, 0])[1] += 1
    rows = [[cell.strip() for cell in row.split("|")[1:4]] for row in DOCS.read_text().splitlines()]
    written = {row[0]: [int(cell) for cell in row[1:3]] for row in rows if len(row) == 3 and row[1].isdecimal()}
    assert written == counts
