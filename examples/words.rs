//! Prints the words of a page with their boxes and fonts: `cargo run --example words in.pdf 3`.

use std::error::Error;

use pdfa2hocr::Document;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or("in.pdf".into());
    let number: u32 = args.next().unwrap_or("1".into()).parse()?;
    let page = Document::open(path)?.page(number.saturating_sub(1))?;
    for word in page.words() {
        let (bbox, style) = (word.bbox(), word.style());
        println!(
            "{:.0} {:.0} {:.0} {:.0}\t{}\t{} {:.1}\t{}%",
            bbox.x0,
            bbox.y0,
            bbox.x1,
            bbox.y1,
            word.text(),
            style.font.map_or("?", |font| font.name.as_str()),
            style.size,
            style.confidence,
        );
    }
    Ok(())
}
