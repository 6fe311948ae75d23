//! Writes the hOCR of a file: `cargo run --example hocr in.pdf > out.html`.

use pdfa2hocr::{Document, Format, Result};

fn main() -> Result<()> {
    let path = std::env::args().nth(1).unwrap_or("in.pdf".into());
    let document = Document::open(path)?;
    document.write(Format::Hocr, &mut std::io::stdout())
}
