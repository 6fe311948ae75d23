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
    /// Files that one document may hold, and PDFs that are converted with it.
    pub attachments: usize,
    /// How deep PDFs in PDFs are looked for.
    pub attachment_depth: usize,
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
            attachments: 1000,
            attachment_depth: 5,
        }
    }
}

/// What a module may use for one page, and for each of its other functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleLimits {
    /// Calls and turns of loops, and the work of what is called: a glyph looked at, or a hundred
    /// bytes copied, is a step.
    pub steps: u64,
    /// Bytes of all values.
    pub memory: usize,
    /// How deep functions may call each other.
    pub depth: usize,
}

impl Default for ModuleLimits {
    /// Modules that visit every character of a full page stay below a tenth of these.
    fn default() -> Self {
        Self {
            steps: 5_000_000,
            memory: 64 << 20,
            depth: 100,
        }
    }
}
