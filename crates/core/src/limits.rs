//! Limits on depth, count and size, which are on by default, so that every conversion ends and its memory is
//! bounded. Real files stay far below all of them.

/// The limits of one conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Decoded bytes of one stream. The largest content stream seen in real files is under 100 MB; a
    /// malicious stream of 1 MB can decode to 1 GB.
    pub stream_bytes: usize,
    /// Bytes of the samples of one image.
    pub image_bytes: usize,
    /// Bytes of content that one page may decode and draw. A form counts each time it is drawn.
    pub page_bytes: usize,
    /// Bytes of content that every page may use from its own budget. Beyond them, it uses what earlier pages
    /// left of the document's budget ([`Budget`](crate::budget::Budget)).
    pub page_own_bytes: usize,
    /// Bytes that a page may use even if earlier pages have used up the document's budget.
    pub page_least_bytes: usize,
    /// Fixed part of the bytes that all pages of a document may decode and draw.
    pub document_bytes: usize,
    /// Bytes added to the document's budget for each byte of the file.
    pub document_bytes_per_byte: usize,
    /// Bytes added to the document's budget for each page.
    pub document_bytes_per_page: usize,
    /// Maximum depth of nested form XObjects.
    pub form_depth: usize,
    /// Maximum number of form XObjects that one page draws, at all levels together.
    pub forms: usize,
    /// Maximum depth of saved graphics states (`q`), and of nested marked content.
    pub nesting: usize,
    /// Glyphs on one page.
    pub glyphs: usize,
    /// Bytes of UTF-8 text on one page: a single glyph may represent many characters.
    pub text_bytes: usize,
    /// Images on one page; also ruled lines, and filled rectangles.
    pub shapes: usize,
    /// Marked-content sequences on one page.
    pub marked: usize,
    /// Operators on one page.
    pub operators: usize,
    /// Embedded files of one document, and PDFs converted with it.
    pub attachments: usize,
    /// Maximum depth at which embedded PDFs are searched for further PDFs.
    pub attachment_depth: usize,
    /// Regions, lines and words on one page of recognised text. Its characters are limited by `glyphs` and
    /// `text_bytes`.
    pub ocr_parts: usize,
    /// Pages of a document of recognised text, in all its files together.
    pub ocr_pages: usize,
    /// Bytes of all files of a document of recognised text. Each file is read once, so this also limits the
    /// time.
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
    /// The bytes that a document with a file of this size and this many pages may decode and draw.
    pub fn of_document(&self, file: usize, pages: usize) -> usize {
        let by_file = self.document_bytes_per_byte.saturating_mul(file);
        let by_pages = self.document_bytes_per_page.saturating_mul(pages);
        self.document_bytes
            .saturating_add(by_file)
            .saturating_add(by_pages)
    }

    /// The same for scans of pages: a blank scan may be a thousand times as large as its data.
    pub fn of_scans(&self, file: usize, pages: usize) -> usize {
        const PAGE: usize = 32 << 20;
        let by_pages = PAGE.saturating_mul(pages);
        self.of_document(file, 0)
            .saturating_add(self.image_bytes)
            .saturating_add(by_pages)
    }
}

/// The limits of a module for each page, and for each call of its other functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModuleLimits {
    /// Function calls, loop iterations, and the work of library functions: one step for each glyph visited or
    /// hundred bytes copied.
    pub steps: u64,
    /// Bytes of all values.
    pub memory: usize,
    /// Maximum depth of nested function calls.
    pub depth: usize,
}

impl ModuleLimits {
    /// Creates limits: steps, bytes of all values, and depth of calls.
    pub const fn new(steps: u64, memory: usize, depth: usize) -> Self {
        Self {
            steps,
            memory,
            depth,
        }
    }
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
