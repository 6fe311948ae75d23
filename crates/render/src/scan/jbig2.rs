//! Reads JBIG2 files (ITU-T T.88, annex D) in either organisation.

use hayro_jbig2::{DecodeSettings, Decoder, File};

use super::image::{Image, samples};

pub(super) fn image(bytes: &[u8], frame: u32) -> Result<Image<'static>, String> {
    let damaged = |why| format!("it is a damaged JBIG2: {why}");
    let file = File::new(bytes, &DecodeSettings::default()).map_err(damaged)?;
    let page = file
        .page(frame as usize)
        .or_else(|| file.page(0).filter(|_| file.page_count() == 1));
    let page = page.ok_or_else(|| format!("it has {} pages", file.page_count()))?;
    let size = (page.width(), page.height());
    let (row, data) = samples(size.0.into(), size.1, 0)?;
    let mut rows = Rows {
        data,
        row,
        start: 0,
        column: 0,
    };
    page.decode(&mut rows).map_err(damaged)?;
    Ok(Image {
        size,
        colours: Some("/DeviceGray".into()),
        bits: 1,
        // In JBIG2, 1 is black.
        inverted: 1,
        filter: None,
        data: rows.data.into(),
    })
}

/// Collects pixels as rows of bits.
struct Rows {
    data: Vec<u8>,
    /// Length of a row, in bytes.
    row: usize,
    /// Offset of the current row in `data`.
    start: usize,
    /// Number of pixels in the current row so far.
    column: usize,
}

impl Decoder for Rows {
    fn push_pixel(&mut self, black: bool) {
        if self.column < self.row * 8
            && let Some(byte) = self.data.get_mut(self.start + self.column / 8)
        {
            *byte |= u8::from(black) << (7 - self.column % 8);
        }
        self.column += 1;
    }

    fn push_pixel_chunk(&mut self, black: bool, chunk_count: u32) {
        let from = (self.column / 8).min(self.row);
        let to = from.saturating_add(chunk_count as usize).min(self.row);
        let bytes = self.data.get_mut(self.start + from..self.start + to);
        bytes.unwrap_or_default().fill(if black { 0xFF } else { 0 });
        self.column = self.column.saturating_add(8 * chunk_count as usize);
    }

    fn next_line(&mut self) {
        self.start = self.start.saturating_add(self.row);
        self.column = 0;
    }
}
