"""Tests of the generator that need no producer: pytest benches/zoo"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

import fitting  # noqa: E402
import make  # noqa: E402
import office  # noqa: E402
from zoo import contents, producers, ruling, styles, truth, words  # noqa: E402
from zoo.draw.html import Html  # noqa: E402
from zoo.draw.latex import Latex  # noqa: E402
from zoo.draw.typ import Typst  # noqa: E402
from zoo.tree import walk  # noqa: E402

EVERY = [(t, p) for t in contents.TEMPLATES for p in producers.LANGUAGES]


@pytest.fixture(scope="module")
def documents():
    return [make.document(1, template, producer, at) for template, producer in EVERY for at in range(2)]


def test_same_seed_same_bytes(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for template, producer in EVERY[::9]:
            make.write_truth(tmp_path / name, 7, template, producer, 1)
    files = sorted(p.name for p in (tmp_path / "a").iterdir())
    assert files
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_candidates_are_read_as_they_were_written(tmp_path):
    table = tmp_path / "candidates.tsv"
    old = [(("zoo", "b", "2", "1"), frozenset({"large", "bold"})), (("zoo", "c", "1", "0"), frozenset())]
    fitting.write_rows(table, fitting.FIELDS, old[::-1])
    assert fitting.read_rows(table) == old
    # Numbers of features stay as they are.
    new = (("zoo", "a", "1", "1"), frozenset({"apart", "bold"}))
    fitting.write_rows(table, fitting.FIELDS, [*old, new])
    assert fitting.read_rows(table) == [new, *old]
    assert table.read_text().splitlines()[0].split("\t")[4:] == ["bold", "large", "apart"]


def test_other_seed_other_text():
    one, two = (truth.markdown(truth.truth(make.document(seed, "report", "typst", 0)[0])) for seed in (1, 2))
    assert one != two


def test_each_template_and_producer_has_a_part():
    parts = make.split()
    assert set(parts) == set(EVERY)
    assert set(parts.values()) == {"fit", "choose", "test"}


def test_one_producer_and_some_templates_are_only_in_test():
    parts = make.split()
    assert {parts[t, "typst"] for t in contents.TEMPLATES} == {"test"}
    only = [t for t in contents.TEMPLATES if {parts[t, p] for p in producers.LANGUAGES} == {"test"}]
    assert len(only) >= 3


def test_cells_fill_their_tables(documents):
    for document, style, _ in documents:
        for block in walk(document.blocks):
            if block.table:
                assert all(entry for row in ruling.grid(block.table) for entry in row), document.template
                assert len(block.table.aligns) == block.table.columns
                assert len(ruling.across(style, block.table)) == len(block.table.rows) + 1
                assert len(ruling.down(style, block.table)) == block.table.columns + 1


def test_mixed_styles_differ():
    used = [make.document(1, t, p, 0, True)[1] for t, p in EVERY]
    assert {style.name for style in used} == {"mixed"}
    assert len({(s.across, s.down, s.plain_head, s.aligned, s.line) for s in used}) > 40


def test_every_style_is_used():
    used = {make.document(1, t, p, at)[1].name for t, p in EVERY for at in range(3)}
    assert used == set(styles.STYLES)


def test_truth_has_the_words_of_the_tree(documents):
    for document, _, _ in documents:
        data = json.dumps(truth.truth(document), ensure_ascii=False)
        for block in walk(document.blocks):
            if block.text:
                assert json.dumps(block.text, ensure_ascii=False)[1:-1] in data


def test_markup_has_the_words_of_the_tree(documents):
    """The three text-based producers draw each word of each cell and leaf."""
    for document, style, _ in documents[::7]:
        drawn = {engine: Html(document, style, engine).page() for engine in ("chromium", "weasyprint", "writer")}
        drawn["typst"] = Typst(document, style).page()
        drawn["latex"] = Latex(document, style, True).page()
        for block in walk(document.blocks):
            texts = [block.text] + ([c.text for row in block.table.rows for c in row] if block.table else [])
            for word in re.findall(r"[^\W_²]+", " ".join(texts)):
                for producer, page in drawn.items():
                    assert word in page, (producer, document.template, word)


def test_languages_have_their_lists():
    for language in words.LISTS:
        writer = words.Writer(Random(1), language)
        assert writer.prose(2, 3) and writer.label("abstract") and writer.date()


@pytest.fixture(scope="module")
def measure():
    pytest.importorskip("rapidfuzz")
    loader = importlib.machinery.SourceFileLoader("measure", str(FOLDER / "measure"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("measure", loader))
    loader.exec_module(module)
    return module


def test_a_perfect_output_has_perfect_figures(measure, documents):
    same = lambda a, b: (float(a == b), None)  # noqa: E731
    for document, style, _ in documents[::5]:
        data = truth.truth(document, name="x", style=style.name, ruled=style.across == "all")
        figures = measure.score(data, truth.markdown(data), (same, same, lambda text: text))
        assert figures.get("TEDS", 1) == 1 and figures["extra"] == 0 and figures.get("prose", 0) == 0, document.template
        assert figures.get("headF", 1) == 1 and figures.get("paraF", 1) > 0.99, document.template
        assert figures.get("CER", 0) < 0.01


def test_a_lost_table_and_a_false_one(measure):
    true = [[(1, 1, "a"), (1, 1, "b")], [(1, 1, "c"), (1, 1, "d")]]
    assert measure.all_teds([true], [False], [], True) == ([0.0], 0)
    assert measure.all_teds([true], [False], [[[(1, 1, "x")]], true], True) == ([1.0], 1)
    halves = [true, [true[0], [(1, 1, "e"), (1, 1, "f")]]]
    whole = [*true, [(1, 1, "e"), (1, 1, "f")]]
    assert measure.all_teds([whole], [True], halves, True) == ([1.0], 0)


def test_tags_of_word_processors_give_blocks():
    def node(kind, *children, **attributes):
        return {"kind": kind, "children": children, "attributes": [{"name": n, "value": v} for n, v in attributes.items()]}

    def block(kind, said):
        return node(kind, node("textline", *({"kind": "word", "text": w} for w in said.split())))

    item = node("LI", node("LBody", block("P", "2. Snowy owls"), node("L", node("LI", node("LBody", block("P", "• white"))))))
    row = node("TR", node("TD", block("P", "both"), ColSpan="2"))
    rows = node("Table", row, node("TR", node("TD", block("P", "a")), node("TD", block("P", "b"))))
    box = node("Table", node("TR", node("TD", block("P", "text in a box"))))
    page = node("page", block("Artifact", "3"), block("H2", "Owls"), node("L", item), rows, box, block("TOCI", "Owls 3"))
    found = office.blocks(page)
    assert [b["class"] for b in found] == ["heading", "item", "item", "table", "para", "tocline"]
    assert (found[0]["level"], found[1]["label"], found[1]["text"], found[2]["level"]) == (2, "2.", "Snowy owls", 1)
    assert found[3]["html"] == '<table><tr><td colspan="2">both</td></tr><tr><td>a</td><td>b</td></tr></table>'


def test_a_table_goes_on_on_the_next_page_without_its_head():
    above = {"html": "<table><tr><td>head</td></tr><tr><td>1</td></tr></table>", "rows": 2}
    office.joined(above, {"html": "<table><tr><td>head</td></tr><tr><td>2</td></tr></table>", "rows": 2})
    assert (above["html"].count("head"), above["rows"]) == (1, 3)
