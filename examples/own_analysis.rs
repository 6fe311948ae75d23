//! A custom page analysis for spreads: after the running heads, it reads the left half, then the right half.
//! `cargo run --example own_analysis in.pdf`.

use std::sync::Arc;

use pdfa2hocr::page::Content;
use pdfa2hocr::{
    Analysis, Document, Format, LayoutParams, Options, PageAnalysis, Result, Road, Source,
};

/// Height of the area of running heads at the top, in points.
const HEAD: f32 = 36.0;

struct Spread;

impl PageAnalysis for Spread {
    fn analyse(&self, _index: u32, content: &Content, params: &LayoutParams) -> Option<Analysis> {
        let bbox = |glyph: u32| content.glyphs[glyph as usize].bbox;
        let middle = content.width / 2.0;
        let glyphs = content.glyph_indices();
        let (head, body): (Vec<u32>, Vec<u32>) = glyphs.partition(|&glyph| bbox(glyph).y1 < HEAD);
        let (left, right) = body.into_iter().partition(|&glyph| bbox(glyph).x0 < middle);
        let mut analysis = Analysis::new(content);
        for part in [head, left, right] {
            analysis.append(Analysis::of_glyphs(content, part, params));
        }
        Some(analysis)
    }
}

fn main() -> Result<()> {
    let path = std::env::args().nth(1).unwrap_or("in.pdf".into());
    let mut options = Options::default();
    options.road = Road::Geometry;
    options.analysis = Some(Arc::new(Spread));
    let document = Document::with_options(&Source::open(path)?, options)?;
    document.write(Format::Text, &mut std::io::stdout())
}
