"""Producers: each turns documents into PDF files. Which languages each can draw is here too."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from base64 import b64decode
from pathlib import Path
from random import Random

from .styles import Style
from .tree import Document

LATIN = ["en", "de", "fr", "es", "pl"]
GREEK = [*LATIN, "ru", "el"]
ALL = [*GREEK, "ar", "he", "zh"]
LANGUAGES = {"chromium": ALL, "weasyprint": ALL, "writer": ALL, "docx": ALL, "pdftex": LATIN, "luatex": GREEK, "typst": ALL, "reportlab": GREEK,
             "ghostscript": LATIN, "cairo": LATIN, "qpdf": LATIN}
BASES = ["chromium", "weasyprint", "reportlab", "pdftex", "docx"]
"""Producers whose files Ghostscript, Cairo and qpdf rewrite."""
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
Job = tuple[Document, Style, Path]


def run(*command: object, cwd: Path | None = None, seconds: int = 120) -> bool:
    try:
        return subprocess.run([str(c) for c in command], cwd=cwd, timeout=seconds, env={**os.environ, "SOURCE_DATE_EPOCH": "0"}, **QUIET).returncode == 0
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return False


def missing(producer: str) -> str:
    """The name of a program or package that the producer lacks; empty if none."""
    programs = {"chromium": ["chromium", "chromedriver"], "writer": ["soffice"], "docx": ["soffice"], "pdftex": ["pdflatex"], "luatex": ["lualatex"], "ghostscript": ["gs"], "cairo": ["pdftocairo"], "qpdf": ["qpdf"]}
    packages = {"weasyprint": "weasyprint", "typst": "typst", "reportlab": "reportlab", "docx": "docx"}
    for program in programs.get(producer, []):
        if not shutil.which(program):
            return program
    if producer in packages:
        try:
            __import__(packages[producer])
        except (ImportError, OSError) as error:
            return f"{packages[producer]} ({error})"
    return ""


def draw(producer: str, jobs: list[Job], work: Path) -> None:
    """Draws all jobs. A document that fails has no file afterwards."""
    work.mkdir(parents=True, exist_ok=True)
    {"chromium": chromium, "weasyprint": weasyprint, "writer": writer, "docx": docx, "pdftex": latex, "luatex": lualatex, "typst": typst, "reportlab": reportlab}[producer](jobs, work)


def chromium(jobs: list[Job], work: Path) -> None:
    from .draw.html import Html

    pages = []
    for document, style, path in jobs:
        pages.append((work / f"{path.stem}.html", path))
        pages[-1][0].write_text(Html(document, style, "chromium").page())
    print_pages(pages)


def print_pages(pages: list[tuple[Path, Path]]) -> None:
    """Prints each HTML file to its PDF file with Chromium."""
    port = 9600 + os.getpid() % 300
    driver = subprocess.Popen(["chromedriver", f"--port={port}"], **QUIET)

    def post(path: str, body: dict) -> dict:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)["value"]

    try:
        time.sleep(2)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]}
        session = post("/session", {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}})["sessionId"]
        for page, path in pages:
            post(f"/session/{session}/url", {"url": page.as_uri()})
            answer = post(f"/session/{session}/goog/cdp/execute", {"cmd": "Page.printToPDF", "params": {"preferCSSPageSize": True, "printBackground": True, "generateTaggedPDF": False}})
            path.write_bytes(b64decode(answer["data"]))
        request = urllib.request.Request(f"http://127.0.0.1:{port}/session/{session}", method="DELETE")
        urllib.request.urlopen(request, timeout=30).close()
    finally:
        driver.terminate()
        driver.wait()


def weasyprint(jobs: list[Job], work: Path) -> None:
    from weasyprint import HTML
    from weasyprint.text.fonts import FontConfiguration

    from .draw.html import Html

    fonts = FontConfiguration()
    for document, style, path in jobs:
        HTML(string=Html(document, style, "weasyprint").page()).write_pdf(path, font_config=fonts)


def office(files: list[Path], paths: list[Path], work: Path, options: list[str]) -> None:
    out = work / "pdf"
    for at in range(0, len(files), 40):
        run("soffice", f"-env:UserInstallation=file://{work}/profile", "--headless", *options, "--convert-to", "pdf:writer_pdf_Export", "--outdir", out, *files[at:at + 40], seconds=560)
    for file, path in zip(files, paths):
        made = out / f"{file.stem}.pdf"
        if made.exists():
            shutil.move(made, path)


def writer(jobs: list[Job], work: Path) -> None:
    from .draw.html import Html

    files = []
    for document, style, path in jobs:
        files.append(work / f"{path.stem}.html")
        files[-1].write_text(Html(document, style, "writer").page())
    office(files, [path for _, _, path in jobs], work, ["--infilter=HTML (StarWriter)"])


def docx(jobs: list[Job], work: Path) -> None:
    from .draw.docx import Docx

    files = []
    for document, style, path in jobs:
        files.append(work / f"{path.stem}.docx")
        Docx(document, style).write(str(files[-1]))
    office(files, [path for _, _, path in jobs], work, [])


def latex(jobs: list[Job], work: Path, program: str = "pdflatex") -> None:
    from .draw.latex import Latex

    for document, style, path in jobs:
        (work / f"{path.stem}.tex").write_text(Latex(document, style, program == "lualatex").page())
        # Errors of LaTeX are tolerated if a file comes out: the second run settles longtable.
        for _ in range(2 if any(b.table and b.table.long for b in document.blocks) else 1):
            run(program, "-interaction=batchmode", f"{path.stem}.tex", cwd=work)
        made = work / f"{path.stem}.pdf"
        if made.exists():
            shutil.move(made, path)


def lualatex(jobs: list[Job], work: Path) -> None:
    latex(jobs, work, "lualatex")


def typst(jobs: list[Job], work: Path) -> None:
    import typst as compiler

    from .draw.typ import Typst

    for document, style, path in jobs:
        source = work / f"{path.stem}.typ"
        source.write_text(Typst(document, style).page())
        try:
            compiler.compile(str(source), output=str(path))
        except Exception as error:  # the binding raises its own class
            print(f"{path.stem}: typst: {str(error)[:200]}")


def reportlab(jobs: list[Job], work: Path) -> None:
    from .draw.rl import Platypus

    for document, style, path in jobs:
        try:
            Platypus(document, style).write(str(path))
        except Exception as error:  # LayoutError and others: a flowable that is too tall
            path.unlink(missing_ok=True)
            print(f"{path.stem}: reportlab: {type(error).__name__} {str(error)[:120]}")


def rewrite(producer: str, source: Path, target: Path, random: Random) -> bool:
    """Writes the file again by another program."""
    if producer == "ghostscript":
        return run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", f"-dCompatibilityLevel={random.choice(['1.3', '1.4', '1.7'])}", f"-sOutputFile={target}", source)
    if producer == "cairo":
        return run("pdftocairo", "-pdf", source, target)
    options = random.choice([["--object-streams=generate"], ["--qdf"], ["--linearize"], ["--coalesce-contents", "--stream-data=uncompress"], ["--encrypt", "", "owner", "256", "--"]])
    run("qpdf", *options, source, target)
    return target.exists()


def rotate(path: Path, random: Random) -> None:
    """Turns pages: half of the files are upright by /Rotate only, half are seen sideways."""
    import pikepdf

    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        upright = random.random() < 0.5
        for page in pdf.pages:
            box = [float(x) for x in page.mediabox]
            width, height = box[2], box[3]
            page.contents_add(f"q 0 1 -1 0 {height} 0 cm".encode(), prepend=True)
            page.contents_add(b"Q")
            page.mediabox = [0, 0, height, width]
            for name in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
                if name in page.obj:
                    del page.obj[name]
            if upright:
                page.obj["/Rotate"] = 90
        pdf.save(path)
