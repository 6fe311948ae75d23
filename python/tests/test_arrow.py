"""Tables for Arrow consumers: pyarrow, polars, pandas, duckdb."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pytest

import pdfa2hocr

TABLES = ["documents", "pages", "words", "lines", "blocks", "tables"]


@pytest.fixture
def doc(fixtures: Path) -> pdfa2hocr.Document:
    return pdfa2hocr.open(fixtures / "showcase" / "herald.pdf", page_analysis=True)


def texts(doc: pdfa2hocr.Document) -> list[str]:
    return [word.text for page in doc for word in page.words]


@pytest.mark.parametrize("name", TABLES)
def test_schema_and_rows_agree(doc: pdfa2hocr.Document, name: str) -> None:
    stream = doc.to_arrow(name)
    table = pyarrow.table(stream)
    table.validate(full=True)
    assert table.num_rows > 0
    schema = pyarrow.schema(pdfa2hocr.schema(name))
    assert table.schema == schema
    assert table.schema.metadata == schema.metadata
    assert pyarrow.schema(stream) == schema


def test_every_consumer_takes_the_words(doc: pdfa2hocr.Document) -> None:
    words, expected = doc.to_arrow("words"), texts(doc)
    assert len(expected) > 100
    assert pyarrow.table(words)["text"].to_pylist() == expected
    # Each consumer gets a new stream.
    assert pyarrow.RecordBatchReader.from_stream(words).read_all()["text"].to_pylist() == expected
    assert polars.DataFrame(words)["text"].to_list() == expected
    # Since pandas 3; Spark needs an earlier one.
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(words)["text"].tolist() == expected
    for _ in range(2):
        rows = duckdb.sql("select text from words").fetchall()
        assert [text for (text,) in rows] == expected
    connection = duckdb.connect()
    connection.register("w", words)
    assert connection.sql("select count(*) from w").fetchall() == [(len(expected),)]


def test_boxes_are_those_of_the_words(doc: pdfa2hocr.Document) -> None:
    rows = pyarrow.table(doc.to_arrow("words")).to_pylist()
    words = [(page.number, word) for page in doc for word in page.words]
    for row, (number, word) in zip(rows, words, strict=True):
        assert row["page"] == number
        assert (row["x0"], row["x1"]) == pytest.approx((word.x0, word.x1))


def test_a_page_is_an_array(doc: pdfa2hocr.Document) -> None:
    page = doc[1]
    expected = [word.text for word in page.words]
    assert [row["text"] for row in pyarrow.array(page).to_pylist()] == expected
    batch = pyarrow.record_batch(page.to_arrow("words", path="mine"))
    assert batch["text"].to_pylist() == expected
    assert set(batch["path"].to_pylist()) == {"mine"}
    assert len(page.to_arrow("lines")) == len(page.lines)
    crop = page.crop((0, 0, page.width, page.height / 2))
    assert len(crop.to_arrow()) == len(crop.words) < len(expected)


def test_rows_are_called_by_the_document_and_outlive_it(fixtures: Path) -> None:
    path = fixtures / "tagged" / "objects.pdf"
    with pdfa2hocr.open(path) as doc:
        stream = doc.to_arrow("pages")
        named = doc.to_arrow("pages", path="a name")
    assert pyarrow.table(stream)["path"].to_pylist() == [str(path)]
    assert pyarrow.table(named)["path"].to_pylist() == ["a name"]


def test_a_stream_that_is_not_read_lets_go(doc: pdfa2hocr.Document) -> None:
    for _ in range(200):
        doc.to_arrow("words").__arrow_c_stream__()
        doc[0].to_arrow().__arrow_c_array__()
        pdfa2hocr.schema("words").__arrow_c_schema__()
    reader = pyarrow.RecordBatchReader.from_stream(doc.to_arrow("words"))
    del reader


def test_tables_that_there_are_not_are_refused(doc: pdfa2hocr.Document) -> None:
    for ask in [doc.to_arrow, doc[0].to_arrow, pdfa2hocr.schema]:
        with pytest.raises(pdfa2hocr.ArgumentError, match='there is no table "wrods"'):
            ask("wrods")
    nested = pyarrow.schema(pdfa2hocr.schema("nested"))
    assert nested.metadata[b"pdfa2hocr.version"] == b"1"
