//! A page analysis of your own, for spreads: what is left of the middle is read before what is right
//! of it, whatever the white space looks like. `cargo run --example own_analysis in.pdf`.

use std::sync::Arc;

use pdfa2hocr::model::Content;
use pdfa2hocr::{
    Analysis, Document, Format, LayoutParams, Options, PageAnalysis, Result, Road, Source,
};

struct Spread;

impl PageAnalysis for Spread {
    fn analyse(&self, _index: u32, content: &Content, params: &LayoutParams) -> Option<Analysis> {
        let middle = content.width / 2.0;
        let is_left = |&glyph: &u32| content.glyphs[glyph as usize].bbox.x0 < middle;
        let (left, right): (Vec<u32>, Vec<u32>) = content.glyph_indices().partition(is_left);
        let mut analysis = Analysis::new(content);
        for half in [left, right] {
            analysis.append(Analysis::of_glyphs(content, half, params));
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
