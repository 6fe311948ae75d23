"""Threads, forks, and constant memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pyarrow
import pytest

import pdfa2hocr


def words_of(path: str) -> list[str]:
    with pdfa2hocr.open(path, page_analysis=True) as doc:
        return [word.text for page in doc for word in page.words]


def test_threads_share_a_document(fixtures: Path) -> None:
    path = str(fixtures / "showcase" / "herald.pdf")
    expected = words_of(path)
    with pdfa2hocr.open(path, page_analysis=True) as doc, ThreadPoolExecutor(8) as pool:

        def read(index: int) -> list[str]:
            if index % 2:
                return [word.text for page in doc for word in page.words]
            return [word.text for at in range(len(doc)) for word in doc[at].words]

        assert all(words == expected for words in pool.map(read, range(16)))


def test_threads_share_an_iterator_and_a_page(fixtures: Path) -> None:
    with pdfa2hocr.open(fixtures / "showcase" / "herald.pdf", page_analysis=True) as doc:
        pages, numbers, lock = iter(doc), list[int](), threading.Lock()

        def take() -> None:
            for page in pages:
                with lock:
                    numbers.append(page.number)

        threads = [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(numbers) == list(range(1, len(doc) + 1))
        page = doc[0]
        with ThreadPoolExecutor(8) as pool:
            words = set(pool.map(lambda _: page.words, range(32)))
        assert len(words) == 1


def test_other_threads_run_while_a_page_is_read(fixtures: Path) -> None:
    # Two iterators wait for each other between pages. They end only if neither blocks the other.
    path = fixtures / "showcase" / "herald.pdf"
    meeting = threading.Barrier(2, timeout=60)

    def walk(_: int) -> int:
        count = 0
        for page in pdfa2hocr.open(path, page_analysis=True, jobs=2):
            meeting.wait()
            count += page.number
        return count

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(walk, range(2))
    assert first == second > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_can_go_on_with_what_it_has(fixtures: Path) -> None:
    path = str(fixtures / "showcase" / "herald.pdf")
    expected = words_of(path)
    doc = pdfa2hocr.open(path, page_analysis=True, jobs=2)
    pages = iter(doc)
    first = next(pages)
    stream = doc.to_arrow("words")
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        # The reading threads were not forked, so the child must not wait for them.
        code = 1
        try:
            rest = [word.text for page in pages for word in page.words]
            checks = [
                [word.text for word in first.words] + rest == expected,
                [word.text for page in doc for word in page.words] == expected,
                doc[1].number == 2,
                "ocr_page" in first.to_hocr(),
                pyarrow.table(stream)["text"].to_pylist() == expected,
            ]
            os.write(writes, repr(checks).encode())
            code = 0 if all(checks) else 2
        finally:
            os._exit(code)
    os.close(writes)
    said = os.read(reads, 1000)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, said
    # The parent can still read.
    assert [word.text for word in first.words] + [w.text for page in pages for w in page.words] == expected


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_pools_of_processes_read_documents(fixtures: Path, method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    paths = [str(fixtures / "showcase" / "herald.pdf"), str(fixtures / "tagged" / "objects.pdf")]
    expected = [words_of(path) for path in paths]
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(words_of, paths)) == expected


def resident() -> int:
    """The resident memory of this process in bytes."""
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not say how much memory is used")
def test_memory_stays_flat_over_thousands_of_documents(fixtures: Path) -> None:
    paths = [fixtures / "tagged" / "objects.pdf", fixtures / "layout" / "two-columns.pdf"]
    sources = [path if turn else path.read_bytes() for path in paths for turn in range(2)]

    def read(count: int) -> None:
        for turn in range(count):
            with pdfa2hocr.open(sources[turn % len(sources)], jobs=1) as doc:
                for page in doc:
                    page.crop((0, 0, 200, 200)).text
                    page.extract_words()
                pyarrow.table(doc.to_arrow("words"))

    # Allocates everything that is shared by all documents.
    read(1000)
    gc.collect()
    before = resident()
    read(4000)
    gc.collect()
    # A leak of 4 kB for each document would be 16 MB.
    assert resident() - before < 8 << 20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not say how much memory is used")
def test_a_long_document_is_read_in_the_memory_of_a_few_pages(tmp_path: Path) -> None:
    def pdf(count: int) -> bytes:
        text = " ".join(f"word{n}" for n in range(400))
        lines = "".join(f"({text[at:at + 80]}) Tj 0 -12 Td " for at in range(0, len(text), 80))
        stream = f"BT /F 10 Tf 20 780 Td {lines} ET"
        kids = " ".join(f"{n} 0 R" for n in range(5, 5 + count))
        objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            f"<</Type/Pages/Count {count}/Kids[{kids}]/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
            *["<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"] * count,
        ]
        out = "%PDF-1.7\n"
        for number, content in enumerate(objects, 1):
            out += f"{number} 0 obj\n{content}\nendobj\n"
        return (out + "trailer<</Root 1 0 R>>\n%%EOF\n").encode()

    def most(count: int) -> int:
        doc = pdfa2hocr.open(pdf(count), page_analysis=True, jobs=2)
        reader = pyarrow.RecordBatchReader.from_stream(doc.to_arrow("pages"))
        del reader
        before, top, words = resident(), 0, 0
        for page in doc:
            words += len(page.words)
            top = max(top, resident() - before)
        assert words > 300 * count
        return top

    few = most(200)
    many = most(1600)
    # Keeping the pages would take eight times as much.
    assert many < 2 * few + (8 << 20)
