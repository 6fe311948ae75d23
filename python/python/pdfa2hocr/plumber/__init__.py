"""The interface of pdfplumber on this package: `import pdfa2hocr.plumber as pdfplumber`.

    with pdfplumber.open("a.pdf") as pdf:
        page = pdf.pages[0]
        print(page.extract_text(), page.chars[0], page.find_tables())

Names, arguments and results are those of pdfplumber 0.11; `docs/plumber.md` lists the differences. Nothing here
analyses the page: for reading order, headings and tables without lines use `pdfa2hocr.open`.

| module | content |
| --- | --- |
| `objects` | the objects of a page as dictionaries, and their boxes |
| `text` | characters to words, lines and text |
| `content` | the objects and the text of a page, or of a part of it |
| `tables` | ruled lines to tables |
| `image` | pictures of pages with drawings |
| `pdf` | documents and their pages |

A module only imports those above it.
"""

from __future__ import annotations

from pdfa2hocr.plumber.image import PageImage
from pdfa2hocr.plumber.pdf import PDF, Page, open
from pdfa2hocr.plumber.tables import Table, TableFinder, TableSettings

__all__ = ["PDF", "Page", "PageImage", "Table", "TableFinder", "TableSettings", "open"]
