//! Ruby: small letters beside ideographs that show their pronunciation.
//!
//! Ruby is drawn together with its ideographs and so splits their line. Here the pieces are joined to one
//! line, and the ruby beside them becomes another.
//!
//! ```text
//!      せん    しや か       ruby, at most RUBY.max_height of the height below
//!      千本の 釋 迦 念佛は    four pieces of one line
//! ```

use super::gaps::is_square;
use super::{LineParams, TextLine};
use crate::geometry::Rect;
use crate::page::Content;

/// Limits for ruby.
struct RubyLimits {
    /// Maximum height of ruby, as a share of the letters beside it. It is half as high in nearly all print.
    max_height: f32,
    /// Maximum distance or overlap between ruby and its line, as a share of the line's height.
    off: f32,
    /// Maximum distance that ruby extends beyond either end of its base, as a share of the line's height.
    beyond: f32,
    /// Maximum difference of the edges of a line's pieces, as a share of their height.
    agree: f32,
}

const RUBY: RubyLimits = RubyLimits {
    max_height: 0.65,
    off: 0.3,
    beyond: 1.5,
    agree: 0.1,
};

/// Joins lines split by ruby. `order` contains the glyphs of the lines and is reordered.
pub(super) fn join_around_ruby(
    content: &Content,
    params: &LineParams,
    order: &mut Vec<u32>,
    lines: &mut Vec<TextLine>,
) {
    let mut joined: Vec<TextLine> = Vec::new();
    let mut new_order = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    while at < lines.len() {
        let Some(group) = Group::at(content, params, order, lines, at) else {
            at += 1;
            continue;
        };
        if copied == 0 {
            // Glyphs of other lines stay in place.
            let first = lines.first().map_or(0, |line| line.glyphs.start as usize);
            new_order.extend_from_slice(order.get(..first).unwrap_or_default());
        }
        for line in lines.get(copied..at).unwrap_or_default() {
            append(&mut joined, &mut new_order, order, [line]);
        }
        at = group.end;
        copied = at;
        for part in [&group.base, &group.ruby] {
            let pieces = part.iter().filter_map(|&line| lines.get(line));
            append(&mut joined, &mut new_order, order, pieces);
        }
    }
    if copied == 0 {
        return;
    }
    for line in lines.get(copied..).unwrap_or_default() {
        append(&mut joined, &mut new_order, order, [line]);
    }
    *lines = joined;
    *order = new_order;
}

/// A line and its ruby: indices of lines in drawing order.
struct Group {
    base: Vec<usize>,
    ruby: Vec<usize>,
    /// Index after its last line.
    end: usize,
}

impl Group {
    /// Returns the group that begins with a line, or `None` if the line begins no ruby.
    fn at(
        content: &Content,
        params: &LineParams,
        order: &[u32],
        lines: &[TextLine],
        start: usize,
    ) -> Option<Self> {
        let (first, second) = (lines.get(start)?, lines.get(start + 1)?);
        // Ruby may be drawn before its base.
        let (base, ruby) = if is_ruby(second, first, first.cell) {
            (first, second)
        } else if is_ruby(first, second, second.cell) {
            (second, first)
        } else {
            return None;
        };
        if !has_square(content, order, base) || !ruby.inked {
            return None;
        }
        let of_base = if std::ptr::eq(base, first) {
            start
        } else {
            start + 1
        };
        let mut group = Self {
            base: vec![of_base],
            ruby: vec![start + 1 - (of_base - start)],
            end: start + 2,
        };
        let mut cell = base.cell;
        while let Some(line) = lines.get(group.end) {
            if is_ruby(line, base, cell) {
                group.ruby.push(group.end);
            } else if goes_on(cell, base, line, params) {
                cell = cell.union(line.cell);
                group.base.push(group.end);
            } else {
                break;
            }
            group.end += 1;
        }
        // Final ruby that belongs to the next line.
        while let Some(&last) = group.ruby.last()
            && group.ruby.len() > 1
            && last + 1 == group.end
            && lines.get(last).is_some_and(|ruby| ruby.cell.x0 > cell.x1)
        {
            group.ruby.pop();
            group.end -= 1;
        }
        Some(group)
    }
}

/// Whether a line is ruby beside another, whose pieces so far are in `cell`.
fn is_ruby(line: &TextLine, base: &TextLine, cell: Rect) -> bool {
    let height = base.cell.height();
    let off = RUBY.off * height;
    let before = (line.cell.y1 - cell.y0).abs() <= off && line.cell.y0 < cell.y0;
    let behind = (line.cell.y0 - cell.y1).abs() <= off && line.cell.y1 > cell.y1;
    line.frame == base.frame
        && line.cell.height() <= RUBY.max_height * height
        && line.cell.x1 >= cell.x0 - RUBY.beyond * height
        && line.cell.x0 <= cell.x1 + RUBY.beyond * height
        && (before || behind)
}

/// Whether a line continues another, whose pieces so far are in `cell`.
fn goes_on(cell: Rect, base: &TextLine, line: &TextLine, params: &LineParams) -> bool {
    let height = base.cell.height();
    let gap = line.cell.x0 - cell.x1;
    line.frame == base.frame
        && (line.cell.y0 - cell.y0).abs() <= RUBY.agree * height
        && (line.cell.y1 - cell.y1).abs() <= RUBY.agree * height
        && (-RUBY.agree * height..params.char_margin * height).contains(&gap)
}

fn has_square(content: &Content, order: &[u32], line: &TextLine) -> bool {
    let glyphs = order.get(line.glyphs.start as usize..line.glyphs.end as usize);
    glyphs.unwrap_or_default().iter().any(|&glyph| {
        let glyph = content.glyphs.get(glyph as usize);
        glyph.is_some_and(|glyph| content.text_of(glyph).chars().any(is_square))
    })
}

/// Appends these pieces as one line.
fn append<'l>(
    joined: &mut Vec<TextLine>,
    new_order: &mut Vec<u32>,
    order: &[u32],
    pieces: impl IntoIterator<Item = &'l TextLine>,
) {
    let mut line: Option<TextLine> = None;
    for piece in pieces {
        let start = new_order.len() as u32;
        let glyphs = order.get(piece.glyphs.start as usize..piece.glyphs.end as usize);
        new_order.extend_from_slice(glyphs.unwrap_or_default());
        let end = new_order.len() as u32;
        match &mut line {
            Some(line) => {
                line.glyphs.end = end;
                line.cell = line.cell.union(piece.cell);
                line.bbox = line.bbox.union(piece.bbox);
                line.inked |= piece.inked;
            }
            None => {
                line = Some(TextLine {
                    glyphs: start..end,
                    ..piece.clone()
                });
            }
        }
    }
    joined.extend(line);
}

#[cfg(test)]
mod tests {
    use crate::line::testing::Pen;
    use crate::line::{Frames, LineParams, lines};

    fn read(pen: &Pen) -> Vec<String> {
        let content = &pen.content;
        let (frames, mut order) = (Frames::new(content), Vec::new());
        let all = content.glyph_indices();
        lines(content, &frames, all, &LineParams::default(), &mut order)
            .iter()
            .map(|line| {
                order[line.glyphs.start as usize..line.glyphs.end as usize]
                    .iter()
                    .map(|&g| content.text_of(&content.glyphs[g as usize]))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn ruby_does_not_cut_vertical_lines() {
        let mut pen = Pen::new();
        let (large, small) = (pen.vertical_run(10.0), pen.vertical_run(5.0));
        pen.write(large, 300.0, 100.0, "千");
        pen.write(small, 307.5, 100.0, "せん");
        pen.write(large, 300.0, 110.0, "本の");
        // Drawn before its base.
        pen.write(small, 307.5, 130.0, "しや");
        pen.write(large, 300.0, 130.0, "釋");
        pen.write(small, 287.5, 100.0, "つぎ");
        pen.write(large, 280.0, 100.0, "次");
        pen.write(large, 260.0, 100.0, "行");
        assert_eq!(read(&pen), ["千本の釋", "せんしや", "次", "つぎ", "行"]);
    }

    #[test]
    fn ruby_stands_over_horizontal_lines() {
        let mut pen = Pen::new();
        let (large, small) = (pen.run(10.0, 0.0), pen.run(5.0, 0.0));
        for (i, c) in ["漢", "字"].into_iter().enumerate() {
            let x = 10.0 * i as f32;
            pen.glyph(large, x, 100.0, c, 10.0);
            pen.write(small, x, 91.25, "かん");
        }
        pen.glyph(large, 20.0, 100.0, "だ", 10.0);
        assert_eq!(read(&pen), ["漢字だ", "かんかん"]);
    }

    #[test]
    fn small_print_beside_letters_is_none() {
        let mut pen = Pen::new();
        let (large, small) = (pen.run(10.0, 0.0), pen.run(5.0, 0.0));
        pen.write(large, 0.0, 100.0, "sum");
        pen.write(small, 0.0, 91.25, "over");
        pen.write(large, 15.0, 100.0, "mary");
        assert_eq!(read(&pen), ["sum", "over", "mary"]);
    }
}
