#!/usr/bin/env python3
"""Makes varied PDFs with the programs that are installed here, as sources for mutants.py.

    varied.py FOLDER

Writes small documents (text, tables, forms, links, pictures, formulas, transparency) and prints them with Chromium,
LibreOffice, LaTeX and Ghostscript in several settings each. Programs that are missing are skipped. Prints the files.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HTML = {
    "text": "<h1>Title</h1><p>A paragraph with <b>bold</b>, <i>italic</i> and a <a href='https://example.org/'>link</a>.</p>"
    "<ul><li>One</li><li>Two<ol><li>Three</li></ol></li></ul><h2>Next</h2><blockquote>Quotation</blockquote>",
    "table": "<table border=1><caption>Caption</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td>"
    "<td rowspan=2>2</td></tr><tr><td>3</td></tr></tbody></table><p>After</p>",
    "picture": "<p style='opacity:.5'>Half</p><svg width=90 height=50><defs><linearGradient id=g><stop stop-color=red />"
    "<stop offset=1 stop-color=blue /></linearGradient></defs><rect width=80 height=40 fill='url(#g)'/></svg>"
    "<img alt='dot' src='data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=' width=30 height=30>",
    "form": "<form><label>Name <input value='text'></label><input type=checkbox checked><select><option>a</select></form>"
    "<p lang=de>Stra&szlig;e</p><p lang=ar dir=rtl>&#1605;&#1585;&#1581;&#1576;&#1575;</p><p>&#20013;&#25991;</p>",
    "math": "<math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac></math><p>x&sup2; &ne; &radic;y</p>",
}
LATEX = {
    "article": r"\documentclass{article}\usepackage{hyperref}\begin{document}\section{One}Text with $a^2+\sqrt{b}$ and a"
    r" footnote\footnote{Note}. \url{https://example.org/}\section{Two}\begin{tabular}{|l|r|}\hline a&b\\\hline\end{tabular}"
    r"\begin{itemize}\item x\item y\end{itemize}\end{document}",
    "tagged": r"\DocumentMetadata{lang=en,pdfversion=2.0,pdfstandard=ua-2,testphase={phase-III,math,table,title}}"
    r"\documentclass{article}\usepackage{hyperref}\title{T}\begin{document}\maketitle\section{One}Text $a=b$."
    r"\begin{tabular}{lr}a&b\\c&d\end{tabular}\end{document}",
    "archived": r"\DocumentMetadata{lang=de,pdfversion=1.7,pdfstandard=A-2b}\documentclass{article}\usepackage{graphicx}"
    r"\usepackage{tikz}\begin{document}Text \tikz{\fill[red,opacity=.5](0,0)circle(1);\shade(1,0)rectangle(2,1);}\end{document}",
    "files": r"\DocumentMetadata{lang=en,pdfversion=2.0,pdfstandard=A-4f}\documentclass{article}\begin{document}"
    r"Text with ligatures: ff fi ffl.\end{document}",
}
# LibreOffice: options of the PDF filter.
EXPORTS = {
    "plain": "",
    "a1b": '{"SelectPdfVersion":{"type":"long","value":"1"}}',
    "a2b": '{"SelectPdfVersion":{"type":"long","value":"2"}}',
    "a3b": '{"SelectPdfVersion":{"type":"long","value":"3"}}',
    "ua1": '{"PDFUACompliance":{"type":"boolean","value":"true"},"UseTaggedPDF":{"type":"boolean","value":"true"}}',
    "a2a": '{"SelectPdfVersion":{"type":"long","value":"2"},"UseTaggedPDF":{"type":"boolean","value":"true"},'
    '"ExportBookmarks":{"type":"boolean","value":"true"}}',
    "v20": '{"SelectPdfVersion":{"type":"long","value":"20"},"UseTaggedPDF":{"type":"boolean","value":"true"}}',
}
GHOSTSCRIPT = {
    "gs1": ["-dPDFA=1", "-sColorConversionStrategy=RGB", "-dPDFACompatibilityPolicy=1"],
    "gs2": ["-dPDFA=2", "-sColorConversionStrategy=RGB", "-dPDFACompatibilityPolicy=1"],
    "gscmyk": ["-dPDFA=3", "-sColorConversionStrategy=CMYK", "-dPDFACompatibilityPolicy=1"],
    "gsplain": ["-dCompatibilityLevel=1.4", "-dPDFSETTINGS=/screen"],
    "gsold": ["-dCompatibilityLevel=1.3", "-dSubsetFonts=false", "-dCompressFonts=false"],
}


def run(command, folder):
    """Runs a program; a failure only means that its file is missing."""
    try:
        subprocess.run([str(c) for c in command], cwd=folder, capture_output=True, timeout=180)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)


def chromium(folder, page):
    for name, more in {"tagged": [], "plain": ["--disable-pdf-tagging"]}.items():
        target = folder / f"{page.stem}-chromium-{name}.pdf"
        base = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        run([*base, *more, f"--print-to-pdf={target}", page.as_uri()], folder)


def office(folder, page):
    for name, options in EXPORTS.items():
        out = folder / name
        kind = "pdf:writer_web_pdf_Export" + (f":{options}" if options else "")
        home = f"-env:UserInstallation=file://{folder}/profile"
        run(["soffice", home, "--headless", "--convert-to", kind, "--outdir", out, page], folder)
        made = out / f"{page.stem}.pdf"
        if made.exists():
            made.rename(folder / f"{page.stem}-office-{name}.pdf")


def latex(folder, source):
    for program in ("pdflatex", "lualatex"):
        for _ in range(2):
            job = f"{source.stem}-{program}"
            run([program, "-interaction=nonstopmode", f"-jobname={job}", source.name], folder)


def ghostscript(folder, pdf):
    for name, options in GHOSTSCRIPT.items():
        target = folder / f"{pdf.stem}-{name}.pdf"
        run(["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", *options, "-o", target, pdf], folder)


def make(folder):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in HTML.items():
        page = folder / f"{name}.html"
        page.write_text(
            f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>T</title></head><body>{body}</body></html>"
        )
        chromium(folder, page)
        office(folder, page)
    for name, text in LATEX.items():
        source = folder / f"{name}.tex"
        source.write_text(text)
        latex(folder, source)
    for pdf in sorted(folder.glob("*.pdf")):
        if shutil.which("gs") and not any(part in pdf.stem for part in GHOSTSCRIPT):
            ghostscript(folder, pdf)
    return sorted(folder.glob("*.pdf"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("\n".join(str(path) for path in make(sys.argv[1])))
