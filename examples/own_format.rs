//! A custom format that writes the paragraphs of all pages as Markdown: `cargo run --example own_format
//! in.pdf > out.md`.

use pdfa2hocr::page::DocumentInfo;
use pdfa2hocr::{Document, Page, Result, Writer, WrittenPage};

struct Markdown;

impl Writer for Markdown {
    fn head(&self, document: &DocumentInfo, _pages: usize) -> String {
        match &document.metadata.title {
            Some(title) => format!("# {title}\n\n"),
            None => String::new(),
        }
    }

    fn page(&self, page: &Page) -> WrittenPage {
        let paragraphs = page.paragraphs().map(|paragraph| {
            let hashes = "#".repeat(paragraph.heading().map_or(0, |level| level as usize + 1));
            format!("{hashes} {}\n\n", paragraph.text())
                .trim_start()
                .to_owned()
        });
        WrittenPage::new(paragraphs.collect(), page.words().count())
    }
}

fn main() -> Result<()> {
    let path = std::env::args().nth(1).unwrap_or("in.pdf".into());
    Document::open(path)?.write_with(&Markdown, &mut std::io::stdout())
}
