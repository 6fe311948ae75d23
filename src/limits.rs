//! Bounds on depth, count and size, on by default, so that no input can run for ever or fill the
//! memory. Real files stay far below every one of them.

/// What one conversion may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes that one stream may decode to. The largest content stream seen in real files is
    /// under 100 MB; a bomb of 1 MB can ask for a thousand times as much as it holds.
    pub stream_bytes: usize,
    /// How deep form XObjects may be drawn inside each other.
    pub form_depth: usize,
    /// How many form XObjects one page may draw, all levels together.
    pub forms: usize,
    /// How deep `q` may save the graphics state, and marked content be nested.
    pub nesting: usize,
    /// Glyphs on one page.
    pub glyphs: usize,
    /// Images, ruled lines and filled rectangles on one page, each kind.
    pub shapes: usize,
    /// Marked-content sequences on one page.
    pub marked: usize,
    /// Operators on one page.
    pub operators: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            stream_bytes: 256 << 20,
            form_depth: 24,
            forms: 20_000,
            nesting: 512,
            glyphs: 2_000_000,
            shapes: 200_000,
            marked: 500_000,
            operators: 50_000_000,
        }
    }
}
