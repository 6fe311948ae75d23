//! Detects vertical writing set in horizontal fonts: glyphs placed one below the other.
//!
//! Programs for Japanese and Chinese newspapers set vertical lines glyph by glyph, and use a vertical font
//! only for brackets and dashes. True vertical writing may contain numbers of several digits set upright side
//! by side (tate-chu-yoko). Both become vertical runs here, so that later steps see one line.
//!
//! ```text
//!    +----+
//!    | 平 |   a cell
//!    +----+ -
//!    | 成 |   |  from cell to cell: STACK.nearest to STACK.furthest ems
//!    +----+ -
//!    |2|0 |   several glyphs in a cell: no wider than STACK.max_cell ems
//!    +----+
//! ```

use std::ops::Range;

use crate::geometry::Point;
use crate::page::{Content, Run};

use super::gaps::is_square;

/// Limits for glyphs that are stacked.
struct StackLimits {
    /// Minimum distance from a cell to the next, in ems; [`FURTHEST`] is the maximum.
    nearest: f32,
    /// Largest distance between them.
    furthest: f32,
    /// Maximum distance between the middles of cells across the line, in ems: for letters, and for
    /// punctuation, which horizontal fonts place at the left.
    beside: f32,
    /// The same for punctuation.
    punctuation_beside: f32,
    /// Maximum width of a cell, in ems: up to four digits of a condensed font.
    max_cell: f32,
    /// Minimum number of cells in a stack.
    min_count: usize,
    /// Largest distance across the line between glyphs of one line, in ems.
    off_line: f32,
    /// Largest difference between sizes, as a share of the larger.
    same_size: f32,
    /// Least cosine of the angle between the directions: 2.6 degrees.
    cosine: f32,
}

const STACK: StackLimits = StackLimits {
    nearest: 0.6,
    furthest: 1.5,
    beside: 0.3,
    punctuation_beside: 0.6,
    max_cell: 1.3,
    min_count: 3,
    off_line: 0.2,
    same_size: 0.3,
    cosine: 0.999,
};

/// Glyphs side by side, or one glyph of a vertical run.
#[derive(Clone, Debug)]
struct Cell {
    glyphs: Range<usize>,
    /// Its middle across the line and its start along it, in page space.
    top: Point,
    size: f32,
    /// Unit vector along the line: downwards on an upright page.
    down: Point,
    vertical: bool,
    kind: StackKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StackKind {
    /// An ideograph, kana, or similar character.
    Square,
    Punctuation,
    /// Letters and digits of other scripts.
    Other,
}

/// Converts glyphs of horizontal runs that are one below the other to vertical runs. Their boxes do not
/// change. Linear in the number of glyphs.
pub fn turn_stacked(content: &mut Content) {
    // At least half of the cells must be square characters, which few pages outside East Asia have. Their
    // UTF-8 begins with no lower byte.
    let text = &content.text;
    let has_squares = || text.bytes().any(|b| b >= 0xE2) && text.chars().any(is_square);
    if !content.runs.iter().any(|run| run.vertical) && !has_squares() {
        return;
    }
    let mut stack: Vec<Cell> = Vec::new();
    let mut turned: Vec<(u32, u32)> = Vec::new();
    let mut at = 0;
    while at < content.glyphs.len() {
        let (cell, next) = cell(content, at);
        at = next;
        match cell {
            Some(cell) if stack.last().is_none_or(|above| follows(above, &cell)) => {
                stack.push(cell);
            }
            cell => {
                turn(content, &stack, &mut turned);
                stack.clear();
                stack.extend(cell);
            }
        }
    }
    turn(content, &stack, &mut turned);
}

/// Returns the cell that begins at a glyph, if it may be part of a vertical line, and the index after it.
fn cell(content: &Content, at: usize) -> (Option<Cell>, usize) {
    let Some((first, run)) = content.glyph_and_run(at) else {
        return (None, at + 1);
    };
    let text = content.text_of(first);
    if run.vertical {
        let cell = Cell {
            glyphs: at..at + 1,
            top: first.origin,
            size: run.size,
            down: run.direction,
            vertical: true,
            kind: kind(text),
        };
        return (Some(cell), at + 1);
    }
    // All glyphs that follow on the same baseline.
    let (mut end, mut reached) = (at + 1, first.advance);
    while let Some((glyph, of_glyph)) = content.glyph_and_run(end)
        && !of_glyph.vertical
        && of_glyph.direction == run.direction
    {
        let away = glyph.origin - first.origin;
        let (along, across) = (away.dot(run.direction), away.dot(run.up));
        let beside =
            (along - reached).abs() <= 0.5 * run.size && across.abs() <= STACK.off_line * run.size;
        if !beside {
            break;
        }
        reached = reached.max(along + glyph.advance);
        end += 1;
    }
    if reached > STACK.max_cell * run.size || reached <= 0.0 || first.space {
        return (None, end);
    }
    // The em is centred on the cell, independent of the ascent of its font.
    let middle = (run.ascent + run.descent) / 2.0;
    let top = first
        .origin
        .moved(run.direction, reached / 2.0)
        .moved(run.up, middle + run.size / 2.0);
    let cell = Cell {
        glyphs: at..end,
        top,
        size: run.size,
        down: run.up.opposite(),
        vertical: false,
        kind: if end == at + 1 {
            kind(text)
        } else {
            StackKind::Other
        },
    };
    (Some(cell), end)
}

fn kind(text: &str) -> StackKind {
    match text.chars().next() {
        Some(c) if !c.is_alphanumeric() => StackKind::Punctuation,
        Some(c) if is_square(c) => StackKind::Square,
        _ => StackKind::Other,
    }
}

/// Whether a cell is directly below another.
fn follows(above: &Cell, cell: &Cell) -> bool {
    let size = above.size.max(cell.size);
    let away = cell.top - above.top;
    let along = away.dot(above.down);
    let across = away.dot(Point::new(0.0 - above.down.y, above.down.x));
    let letters = above.kind != StackKind::Punctuation && cell.kind != StackKind::Punctuation;
    let beside = if letters {
        STACK.beside
    } else {
        STACK.punctuation_beside
    };
    above.down.dot(cell.down) > STACK.cosine
        && (STACK.nearest * size..=STACK.furthest * size).contains(&along)
        && across.abs() <= beside * size
        && (above.size - cell.size).abs() <= STACK.same_size * size
}

/// Converts the glyphs of a stack if it is vertical writing. `turned` maps runs to their vertical runs.
fn turn(content: &mut Content, stack: &[Cell], turned: &mut Vec<(u32, u32)>) {
    let square = |cell: &&Cell| cell.vertical || cell.kind == StackKind::Square;
    let squares = stack.iter().filter(square).count();
    let horizontal = stack.iter().any(|cell| !cell.vertical);
    if stack.len() < STACK.min_count || 2 * squares < stack.len() || !horizontal {
        return;
    }
    // Punctuation uses the middle of the letters around it.
    let mut middle: Option<&Cell> = stack
        .iter()
        .find(|cell| cell.kind != StackKind::Punctuation);
    for cell in stack {
        if cell.kind != StackKind::Punctuation {
            middle = Some(cell);
        }
        if cell.vertical {
            continue;
        }
        let across = Point::new(0.0 - cell.down.y, cell.down.x);
        let shift = middle.map_or(0.0, |middle| (middle.top - cell.top).dot(across));
        let top = cell.top.moved(across, shift);
        let part = cell.size / cell.glyphs.len() as f32;
        for (number, index) in cell.glyphs.clone().enumerate() {
            let Some(old) = content.glyphs.get(index).map(|glyph| glyph.run) else {
                return;
            };
            let Some(run) = vertical_run(content, old, cell, turned) else {
                return;
            };
            if let Some(glyph) = content.glyphs.get_mut(index) {
                glyph.run = run;
                glyph.origin = top.moved(cell.down, part * number as f32);
                glyph.advance = part;
            }
        }
    }
}

/// Returns the vertical run for a horizontal run.
fn vertical_run(
    content: &mut Content,
    old: u32,
    cell: &Cell,
    turned: &mut Vec<(u32, u32)>,
) -> Option<u32> {
    // Nearly always the same run as for the previous glyph.
    if let Some(&(_, new)) = turned.last().filter(|(run, _)| *run == old) {
        return Some(new);
    }
    let run = content.runs.get(old as usize)?;
    let run = Run {
        direction: cell.down,
        up: run.direction,
        ascent: run.size / 2.0,
        descent: run.size / -2.0,
        letter_spacing: 0.0,
        vertical: true,
        ..run.clone()
    };
    let new = u32::try_from(content.runs.len()).ok()?;
    content.runs.push(run);
    turned.push((old, new));
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;
    use crate::line::{Frames, LineParams, lines};

    /// Draws ideographs one below the other.
    fn stack(pen: &mut Pen, run: u32, x: f32, mut y: f32, text: &str) {
        for c in text.chars() {
            pen.glyph(run, x, y, &c.to_string(), 10.0);
            y += 10.5;
        }
    }

    /// Returns the text of each line, with `|` before vertical lines.
    fn read(mut pen: Pen) -> Vec<String> {
        turn_stacked(&mut pen.content);
        let content = &pen.content;
        let (frames, mut order) = (Frames::new(content), Vec::new());
        let all = content.glyph_indices();
        lines(content, &frames, all, &LineParams::default(), &mut order)
            .iter()
            .map(|line| {
                let vertical = frames.get(line.frame).vertical();
                let glyphs = &order[line.glyphs.start as usize..line.glyphs.end as usize];
                let text = glyphs
                    .iter()
                    .map(|&g| content.text_of(&content.glyphs[g as usize]));
                std::iter::once(if vertical { "|" } else { "" })
                    .chain(text)
                    .collect()
            })
            .collect()
    }

    #[test]
    fn glyphs_one_under_the_other_are_vertical_writing() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        stack(&mut pen, run, 300.0, 100.0, "平成、年");
        stack(&mut pen, run, 280.0, 100.0, "官報号");
        assert_eq!(read(pen), ["|平成、年", "|官報号"]);
    }

    #[test]
    fn also_on_a_turned_page_and_mixed_with_vertical_runs() {
        let mut pen = Pen::new();
        let turned = pen.run(10.0, 90.0);
        for (i, c) in ["平", "成", "年"].into_iter().enumerate() {
            pen.glyph(turned, 100.0 + 10.0 * i as f32, 300.0, c, 10.0);
        }
        let run = pen.run(10.0, 0.0);
        let vertical = pen.vertical_run(10.0);
        pen.write(vertical, 505.0, 92.5, "「平");
        stack(&mut pen, run, 500.0, 120.0, "成");
        pen.write(vertical, 505.0, 122.5, "」");
        assert_eq!(read(pen), ["|平成年", "|「平成」"]);
    }

    #[test]
    fn digits_side_by_side_are_read_in_their_place() {
        let mut pen = Pen::new();
        let vertical = pen.vertical_run(10.0);
        let run = pen.run(10.0, 0.0);
        pen.write(vertical, 305.0, 100.0, "平成");
        pen.write(run, 300.0, 127.5, "20");
        pen.write(vertical, 305.0, 130.0, "年");
        let twenty = pen.content.glyphs[2].bbox;
        turn_stacked(&mut pen.content);
        assert_eq!(pen.content.glyphs[2].bbox, twenty);
        assert_eq!(read(pen), ["|平成20年"]);
    }

    #[test]
    fn lines_columns_of_cells_and_letters_stay() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (y, text) in [(100.0, "平成年"), (112.0, "官報号"), (124.0, "第二")] {
            for (i, c) in text.chars().enumerate() {
                pen.glyph(run, 10.0 * i as f32, y, &c.to_string(), 10.0);
            }
        }
        // The cells of a table, and the letters of a sign.
        for y in [200.0, 220.0, 240.0, 260.0] {
            pen.glyph(run, 100.0, y, "有", 10.0);
        }
        for (i, c) in ["S", "T", "O", "P"].into_iter().enumerate() {
            pen.glyph(run, 200.0, 200.0 + 11.0 * i as f32, c, 6.0);
        }
        assert!(read(pen).iter().all(|line| !line.starts_with('|')));
    }
}
