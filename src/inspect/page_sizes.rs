//! Summarises the sizes of all pages.

/// Groups consecutive pages of the same size: number of pages, width and height in points, rounded to
/// hundredths.
pub(crate) fn page_sizes(pages: impl Iterator<Item = (f32, f32)>) -> Vec<(u32, f64, f64)> {
    let rounded = |points: f32| (f64::from(points) * 100.0).round() / 100.0;
    let mut sizes: Vec<(u32, f64, f64)> = Vec::new();
    for (width, height) in pages {
        let (width, height) = (rounded(width), rounded(height));
        match sizes.last_mut() {
            Some((count, w, h)) if (*w, *h) == (width, height) => *count += 1,
            _ => sizes.push((1, width, height)),
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_one_size_are_counted_together() {
        let pages = [
            (612.0, 792.0),
            (612.001, 792.0),
            (792.0, 612.0),
            (612.0, 792.0),
        ];
        assert_eq!(
            page_sizes(pages.into_iter()),
            [(2, 612.0, 792.0), (1, 792.0, 612.0), (1, 612.0, 792.0)]
        );
    }
}
