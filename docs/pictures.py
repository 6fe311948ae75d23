"""Makes the pictures of this folder that show web pages: `python3 docs/pictures.py target/release/pdfa2hocr`.

They show fixtures in Chromium. Needed are chromium and chromedriver (Debian: chromium, chromium-driver), and pillow of
fixtures/requirements.txt.
"""

import base64
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

from PIL import Image

DOCS = pathlib.Path(__file__).resolve().parent
NEWSPAPER = DOCS.parent / "fixtures/showcase/herald.pdf"
SIZE = (1200, 760)
# Few colours, so that a picture has less than 150 KB.
COLOURS = 128
# The longest time, in seconds, until a page shows what it is waited for.
PATIENCE = 40


class Browser:
    """A window of Chromium."""

    def __init__(self, port):
        self.driver = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--hide-scrollbars", f"--window-size={SIZE[0]},{SIZE[1]}"]
        options = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        session = self.ask("/session", {"capabilities": {"alwaysMatch": options}})
        self.driver += f"/session/{session['sessionId']}"

    def ask(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.driver + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def run(self, script):
        return self.ask("/execute/sync", {"script": script, "args": []})

    def show(self, address):
        self.ask("/url", {"url": address})
        # The window includes a frame, the picture does not.
        inner = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.ask("/window/rect", {"width": SIZE[0] + inner[0], "height": SIZE[1] + inner[1]})

    def wait(self, condition):
        """Waits until a JavaScript condition holds."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > end:
                sys.exit(f"the page does not fulfil: {condition}")
            time.sleep(0.1)

    def click(self, selector):
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def enter(self, selector, value, event):
        """Puts a value into a field, with the event that follows from it."""
        self.run(
            f"const field = document.querySelector({json.dumps(selector)});"
            f"field.value = {json.dumps(value)}; field.dispatchEvent(new Event({json.dumps(event)}))"
        )

    def save(self, name):
        """Saves a picture of the window when nothing moves any more."""
        time.sleep(1)
        picture = Image.open(io.BytesIO(base64.b64decode(self.ask("/screenshot")))).convert("RGB")
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(DOCS / name, optimize=True)

    def close(self):
        self.ask("", method="DELETE")


def browse(program, browser):
    """A newspaper page with boxes of its paragraphs, and a selected element in the tree."""
    command = [program, "browse", "-p", "--no-open", NEWSPAPER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            address = next(found for line in server.stdout for found in re.findall(r"http://\S+", line))
            browser.show(f"{address}#page=2")
            browser.click("[data-tab=layers]")
            for layer in ["paragraphs", "tables", "gutters", "order"]:
                browser.click(f"[data-layer={layer}]")
            browser.click("[data-key=p1] .twisty")
            browser.wait("document.querySelectorAll('.tree-row').length > 5")
            browser.run(
                "[...document.querySelectorAll('.tree-row')].find((row) => row.textContent.includes('lighthouse')).click()"
            )
            browser.wait("document.querySelector('.marks .selected')")
            browser.save("browse.png")
        finally:
            server.terminate()


def viewer(program, browser):
    """The same page as a book, with the hits of a search."""
    with tempfile.TemporaryDirectory() as folder:
        book = pathlib.Path(folder) / "herald.html"
        subprocess.run([program, "-p", "-q", "--format", "viewer", NEWSPAPER, book], check=True)
        browser.show(f"{book.as_uri()}#page=2")
        browser.click("[data-tab=find]")
        browser.enter("#find", "lamp", "input")
        browser.wait("document.querySelector('.marks .hit')")
        browser.enter("#zoom", "page", "change")
        browser.save("viewer.png")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True) as driver:
        try:
            port = next(found for line in driver.stdout for found in re.findall(r"on port (\d+)", line) if found != "0")
            browser = Browser(port)
            try:
                browse(program, browser)
                viewer(program, browser)
            finally:
                browser.close()
        finally:
            driver.terminate()


if __name__ == "__main__":
    main()
