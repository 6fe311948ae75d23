"""Shows that every check can fail: all accept a good file, and must reject changed ones."""

import shutil
import sys

import consumers

GOOD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head>
<title>A sample</title>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
<meta name="ocr-system" content="made by hand"/>
<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_lang ocrp_font"/>
<meta name="ocr-number-of-pages" content="2"/>
<meta name="ocr-langs" content="unknown"/>
<meta name="ocr-scripts" content="Latn"/>
</head>
<body>
<div class="ocr_page" id="page_1" title="image &quot;a.png&quot;; bbox 0 0 1000 800; ppageno 0; scan_res 300 300">
<div class="ocr_carea" id="block_1_1" title="bbox 100 100 900 300">
<p class="ocr_par" id="par_1_1" lang="pl" title="bbox 100 100 900 300">
<span class="ocr_line" id="line_1_1" title="bbox 100 100 900 150; baseline 0 -10; x_size 40">
<span class="ocrx_word" id="word_1_1" title="bbox 100 100 400 150; x_wconf 95; x_font &quot;Times&quot;; x_fsize 10">Żółta</span>
<span class="ocrx_word" id="word_1_2" title="bbox 450 100 900 150; x_wconf 90"><strong>R&amp;D</strong></span>
</span>
<span class="ocr_line" id="line_1_2" title="bbox 100 200 900 250; baseline 0.01 -10; textangle 0">
<span class="ocrx_word" id="word_1_3" title="bbox 100 200 300 250; x_wconf 0">second</span>
<span class="ocrx_word" id="word_1_4" title="bbox 350 200 600 250; x_wconf 100">line</span>
</span>
</p>
</div>
</div>
<div class="ocr_page" id="page_2" title="bbox 0 0 1000 800; ppageno 1; scan_res 300 300">
<div class="ocr_carea" id="block_2_1" title="bbox 100 100 900 150">
<p class="ocr_par" id="par_2_1" title="bbox 100 100 900 150">
<span class="ocr_line" id="line_2_1" title="bbox 100 100 900 150; baseline 0 0">
<span class="ocrx_word" id="word_2_1" title="bbox 100 100 900 150; x_wconf 95">last</span>
</span>
</p>
</div>
</div>
</body>
</html>
"""

STRONG = "<strong>R&amp;D</strong>"
LAST = '<span class="ocrx_word" id="word_2_1" title="bbox 100 100 900 150; x_wconf 95">last</span>'
SECOND_BOX = 'title="bbox 100 200 900 250; '

# Name of the fault, old text, new text, and the checks that must notice it.
BAD = [
    ("an unescaped &", "R&amp;D", "R&D", "rules readers hocr_split hocr_text"),
    ("an entity of HTML", "R&amp;D", "R&nbsp;D", "rules"),
    ("no namespace", ' xmlns="http://www.w3.org/1999/xhtml"', "", "rules"),
    ("a control character", "second", "sec\x7fond", "rules"),
    ("no ocr-system", '<meta name="ocr-system" content="made by hand"/>', "", "rules hocr_check hocr_spec"),
    ("an empty ocr-system", 'content="made by hand"', 'content=""', "rules"),
    ("a class that is not promised", " ocr_carea ocr_par", " ocr_par", "rules hocr_spec"),
    ("lang that is not promised", " ocrp_lang", "", "rules hocr_spec"),
    ("fonts that are not promised", " ocrp_font", "", "rules hocr_spec"),
    ("a false number of pages", 'content="2"', 'content="3"', "rules"),
    ("no pages", '"ocr_page"', '"page"', "rules hocr_split hocr_check hocr_spec"),
    ("a page that starts elsewhere", "bbox 0 0 1000 800; ppageno 1", "bbox 5 0 1000 800; ppageno 1", "rules"),
    ("two classes", '"ocr_carea" id="block_2_1"', '"ocr_carea x" id="block_2_1"', "rules"),
    ("a div without class", '<div class="ocr_carea" id="block_2_1"', '<div id="block_2_1"', "rules readers"),
    ("a box outside its parent", SECOND_BOX, 'title="bbox 100 200 999 250; ', "rules"),
    ("a negative box", SECOND_BOX, 'title="bbox -5 200 900 250; ', "rules"),
    ("a box with fractions", "bbox 100 200 300 250", "bbox 100.5 200 300 250", "rules readers hocr_spec"),
    ("lines that lie on each other", SECOND_BOX, 'title="bbox 100 100 900 150; ', "hocr_check"),
    ("a line without box", SECOND_BOX, 'title="', "rules readers hocr_spec hocr_epub"),
    ("no confidence", "; x_wconf 90", "", "rules readers"),
    ("a confidence with a fraction", "x_wconf 90", "x_wconf 90.5", "rules readers"),
    ("a confidence over 100", "x_wconf 90", "x_wconf 190", "rules hocr_spec"),
    ("a separator at the end", "x_size 40", "x_size 40;", "rules"),
    ("an unknown property", "x_size 40", "size 40", "rules hocr_spec"),
    ("a number with exponent", "baseline 0.01", "baseline 1e-2", "rules"),
    ("an id twice", "word_1_2", "word_1_1", "rules"),
    ("an id before the class", 'class="ocr_par" id="par_2_1"', 'id="par_2_1" class="ocr_par"', "rules"),
    ("text outside words", "</span>\n</p>\n</div>\n</div>\n</body>", "</span>x</p>\n</div>\n</div>\n</body>", "rules hocr_wordfreq"),
    ("a word outside a line", "</body>", f"{LAST}</body>", "rules hocr_lookup hocr2djvused"),
    ("words without space", "</span>\n<span class=\"ocrx_word\" id=\"word_1_4\"", "</span><span class=\"ocrx_word\" id=\"word_1_4\"", "rules hocr_lines"),
    ("a wrong word", ">line<", ">lime<", "truth"),
    ("two children in a word", STRONG, "<strong>R</strong><em>D</em>", "rules readers hocr_text"),
    ("text beside a child", STRONG, "R<strong>D</strong>", "rules readers hocr_text"),
    ("an empty word", ">last<", "><", "rules readers"),
    ("white space in a word", "second", "sec ond", "rules hocr_lines"),
    ("a line of another class", '"ocr_line" id="line_2_1"', '"ocr_header" id="line_2_1"', "rules hocr_lines hocr_spec"),
    ("a par that is a heading", ('<p class="ocr_par" id="par_2_1"', f"{LAST}\n</span>\n</p>"), ('<h1 class="ocr_par" id="par_2_1"', f"{LAST}\n</span>\n</h1>"), "rules hocr_spec ocrmypdf"),
    ("a word outside a par", '<p class="ocr_par" id="par_2_1"', '<p class="x_par" id="par_2_1"', "rules readers hocr_text ocrmypdf"),
    ("a page that is no div", ('<div class="ocr_page" id="page_2"', "</div>\n</div>\n</body>"), ('<section class="ocr_page" id="page_2"', "</div>\n</section>\n</body>"), "readers hocr_text hocr_lookup hocr_combine ocrmypdf"),
]


def main(used, folder):
    """Prints the checks that failed to notice a fault, and returns the exit code."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    passed = failed = 0
    by_name = {c.__name__: c for c in used}
    can_fail = set()

    # The truth of a fixture, for `truth`.
    pdf = folder / "fixtures" / "good.pdf"
    pdf.parent.mkdir()
    pdf.with_suffix(".txt").write_text("Żółta R&D\nsecond line\n\flast\n", encoding="utf-8")

    def results(name, source, programs):
        path = folder / f"{name.replace(' ', '-')}.html"
        path.write_text(source, encoding="utf-8")
        return consumers.check(path, path.with_suffix(".work"), programs, pdf)

    for name, problems in results("good", GOOD, used).items():
        passed += not problems
        failed += bool(problems)
        for problem in problems:
            print(f"the good file fails {name}: {problem}")
    for what, old, new, noticing in BAD:
        source = GOOD
        pairs = [(old, new)] if isinstance(old, str) else zip(old, new)
        for before, after in pairs:
            if before not in source:
                sys.exit(f"{what}: the good file has no {before!r}")
            source = source.replace(before, after)
        expected = [by_name[n] for n in noticing.split() if n in by_name]
        noticed = {n for n, problems in results(what, source, expected).items() if problems}
        blind = {c.__name__ for c in expected} - noticed
        passed += not blind
        failed += bool(blind)
        if blind:
            print(f"{what}: not noticed by {sorted(blind)}")
        # Invalid XML fails before any program runs, which does not test the programs.
        if what != "an unescaped &":
            can_fail |= noticed
    for consumer in used:
        if consumer.__name__ not in can_fail:
            failed += 1
            print(f"nothing makes {consumer.__name__} fail")
    print(f"{passed} passed, {failed} failed")
    return int(failed != 0)
