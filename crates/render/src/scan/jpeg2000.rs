//! JPEG 2000 scans, which PDF can contain unchanged, with their own colours.

use hayro_jpeg2000::{DecodeSettings, Image as Jpx};

use super::image::{Image, LARGEST_SCAN};

pub(super) fn image(bytes: &[u8]) -> Result<Image<'_>, String> {
    let header = Jpx::new(bytes, &DecodeSettings::default());
    let header = header.map_err(|why| format!("it is a damaged JPEG 2000: {why}"))?;
    let (width, height) = (header.width(), header.height());
    let samples =
        u64::from(width) * u64::from(height) * u64::from(header.color_space().num_channels());
    if samples > LARGEST_SCAN as u64 {
        return Err(format!("it is larger than {} MB", LARGEST_SCAN >> 20));
    }
    Ok(Image {
        size: (width, height),
        colours: None,
        bits: 8,
        inverted: 0,
        filter: Some("JPXDecode"),
        data: bytes.into(),
    })
}
