//! Estimates the resolution of a page without one, from letters with a known size in points.

use super::sheet::{Part, PartDetail, Sheet, Unit};

/// Common resolutions of scans in pixels per inch.
const USUAL: [f32; 9] = [72.0, 96.0, 150.0, 200.0, 240.0, 300.0, 400.0, 600.0, 1200.0];

/// The height in ems of the highest word of a line, which reaches from ascenders to descenders.
const HIGHEST_WORD: f32 = 0.9;

/// Minimum number of lines for an estimate: fewer, such as a single heading, are not reliable.
const MIN_LINES: usize = 5;

/// The common resolution nearest to the estimate from most lines of a page; `None` with too few lines.
pub(in crate::read) fn shown(sheet: &Sheet) -> Option<f32> {
    if sheet.unit != Unit::Pixel {
        return None;
    }
    let mut shown = Vec::new();
    for part in &sheet.parts {
        collect(part, &mut shown);
    }
    if shown.len() < MIN_LINES {
        return None;
    }
    let middle = shown.len() / 2;
    let dpi = *shown.select_nth_unstable_by(middle, f32::total_cmp).1;
    let factor = |usual: f32| (usual / dpi).max(dpi / usual);
    USUAL
        .into_iter()
        .min_by(|a, b| factor(*a).total_cmp(&factor(*b)))
}

/// Adds an estimate for each line whose highest word has a font size.
fn collect(part: &Part, shown: &mut Vec<f32>) {
    if matches!(part.detail, PartDetail::Line(_)) {
        let words = part.parts.iter().filter_map(|word| match &word.detail {
            PartDetail::Word(text) => {
                let height = word.bbox?.height();
                let size = text.font.as_ref()?.size?;
                (height > 0.0 && size > 0.0).then_some((height, size))
            }
            _ => None,
        });
        let highest = words.max_by(|a, b| a.0.total_cmp(&b.0));
        let dpi = highest.map(|(height, size)| height / HIGHEST_WORD / size * 72.0);
        shown.extend(dpi.filter(|dpi| dpi.is_finite()));
    }
    for part in &part.parts {
        collect(part, shown);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::{Font, Line, Word};
    use super::*;
    use crate::geometry::Rect;

    /// One-word lines with this height in pixels and this font size in points.
    fn sheet(lines: usize, height: f32, size: f32) -> Sheet {
        let line = |number: usize| {
            let top = 100.0 * number as f32;
            let mut word = Part::word("Apfel", Some(Rect::new(0.0, top, 300.0, top + height)));
            word.detail = PartDetail::Word(Word {
                font: Some(Font {
                    size: Some(size),
                    ..Font::default()
                }),
                ..Word::default()
            });
            Part::line(Line::default(), None, vec![word])
        };
        Sheet {
            parts: (0..lines).map(line).collect(),
            ..Sheet::default()
        }
    }

    #[test]
    fn letters_in_points_show_how_many_pixels_an_inch_has() {
        assert_eq!(shown(&sheet(20, 76.0, 10.0)), Some(600.0));
        assert_eq!(shown(&sheet(20, 37.0, 10.0)), Some(300.0));
        assert_eq!(shown(&sheet(20, 16.0, 8.5)), Some(150.0));
    }

    #[test]
    fn a_few_lines_or_lengths_show_nothing() {
        assert_eq!(shown(&sheet(4, 76.0, 10.0)), None);
        let lengths = Sheet {
            unit: Unit::PerInch(254.0),
            ..sheet(20, 76.0, 10.0)
        };
        assert_eq!(shown(&lengths), None);
    }
}
