//! Which paragraphs are headings, and of which level.

use super::rows::Line;

/// Headings have few lines.
const MOST_LINES: usize = 4;

/// The level of a heading, from 1, or `None` for text. `body` is the page's prevailing size in
/// points, and `bold` whether most of the page is bold; `alone` says that the paragraph is a block
/// of its own.
///
/// Levels are those of the style alone, so that a heading has the same level on each page of a
/// document whose text has one size:
///
/// | size, in those of the text | level |
/// | --- | --- |
/// | 1.7 and more | 1 |
/// | 1.3 | 2 |
/// | 1.1 | 3 |
/// | about 1, but bold | 4 |
pub fn level(lines: &[Line], body: f32, bold: bool, alone: bool) -> Option<u8> {
    if !alone || lines.is_empty() || lines.len() > MOST_LINES {
        return None;
    }
    let size = lines.iter().map(|l| l.size).fold(0.0, f32::max);
    let level = match size / body {
        r if r >= 1.7 => 1,
        r if r >= 1.3 => 2,
        r if r >= 1.1 => 3,
        r if r >= 0.95 && !bold && lines.iter().all(|l| l.bold) => 4,
        _ => return None,
    };
    // A row of cells, or a single mark, is no heading.
    let rows = lines.windows(2).all(|pair| match pair {
        [a, b] => a.row != b.row,
        _ => true,
    });
    let width: f32 = lines.iter().map(|l| l.cell.width()).sum();
    (rows && width >= 1.5 * size).then_some(level)
}
