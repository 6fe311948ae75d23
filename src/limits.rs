//! Bounds on depth, count and size, on by default, so that no input can run for ever or fill the
//! memory. Real files stay far below every one of them.

/// What one conversion may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes that one stream may decode to. The largest content stream seen in real files is
    /// under 100 MB; a bomb of 1 MB can ask for a thousand times as much as it holds.
    pub stream_bytes: usize,
    /// Bytes that the samples of one image may have.
    pub image_bytes: usize,
    /// Bytes of content that one page may decode and draw, with those of its forms each time that
    /// they are drawn.
    pub page_bytes: usize,
    /// This many of them are each page's own; beyond them, it draws on what the pages before have left
    /// of the document's ([`Budget`](crate::budget::Budget)).
    pub page_own_bytes: usize,
    /// What a page has even when those before it have left nothing.
    pub page_least_bytes: usize,
    /// Bytes that all pages of a document may decode and draw: this many,
    pub document_bytes: usize,
    /// … this many for each byte of the file,
    pub document_bytes_per_byte: usize,
    /// … and this many for each page.
    pub document_bytes_per_page: usize,
    /// How deep form XObjects may be drawn inside each other.
    pub form_depth: usize,
    /// How many form XObjects one page may draw, all levels together.
    pub forms: usize,
    /// How deep `q` may save the graphics state, and marked content be nested.
    pub nesting: usize,
    /// Glyphs on one page.
    pub glyphs: usize,
    /// Bytes that their text has, as UTF-8: one glyph may stand for many characters.
    pub text_bytes: usize,
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
    /// Regions, lines and words on one page of recognised text; its characters are bounded like those
    /// of other pages.
    pub ocr_parts: usize,
    /// Pages of a document of recognised text, in all its files.
    pub ocr_pages: usize,
    /// Bytes of all files of such a document. Each is read once, however often a list names it, so that
    /// this bounds the time as well.
    pub ocr_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            stream_bytes: 128 << 20,
            image_bytes: 256 << 20,
            page_bytes: 256 << 20,
            page_own_bytes: 16 << 20,
            page_least_bytes: 64 << 10,
            document_bytes: 64 << 20,
            document_bytes_per_byte: 64,
            document_bytes_per_page: 1 << 20,
            form_depth: 40,
            forms: 20_000,
            nesting: 512,
            glyphs: 2_000_000,
            text_bytes: 16 << 20,
            shapes: 200_000,
            marked: 500_000,
            operators: 50_000_000,
            attachments: 1000,
            attachment_depth: 5,
            ocr_parts: 500_000,
            ocr_pages: 1_000_000,
            ocr_bytes: 16 << 30,
        }
    }
}

impl Limits {
    /// The bytes that a document may decode and draw whose file has this many bytes and pages.
    pub fn of_document(&self, file: usize, pages: usize) -> usize {
        let by_file = self.document_bytes_per_byte.saturating_mul(file);
        let by_pages = self.document_bytes_per_page.saturating_mul(pages);
        self.document_bytes
            .saturating_add(by_file)
            .saturating_add(by_pages)
    }

    /// The same for the scans of pages, of which a blank one may be a thousand times as large as its
    /// data.
    pub fn of_scans(&self, file: usize, pages: usize) -> usize {
        const PAGE: usize = 32 << 20;
        let by_pages = PAGE.saturating_mul(pages);
        self.of_document(file, 0)
            .saturating_add(self.image_bytes)
            .saturating_add(by_pages)
    }
}

/// What a module may use for one page, and for each of its other functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
