//! The invisible text of a page: each word in its box, on the baseline of its line.

use unicode_normalization::char::is_combining_mark;

use super::font::{ADVANCE, FontKey, SPACE, Used, advance, code};
use super::lines;
use super::marks::{Mark, Marks};
use super::objects::utf16;
use super::sequences::Sequences;
use super::stream::ContentStream;
use crate::bidi::{Direction, has_right_to_left, shown};
use crate::blocks::{Block, Line, Word, hyphen};
use crate::geometry::{Point, Rect};
use crate::page::{LineGeometry, SOFT_HYPHEN};

/// Lines are turned to the next quarter turn if they differ from it by less, in degrees. Words of a line that is
/// slightly askew then keep their upright boxes, and follow its baseline in steps.
const ASKEW: f32 = 10.0;
/// Units of positions and type sizes per point: less than half a pixel of a scan at 300 dpi.
const UNITS: f32 = 10.0;
/// Maximum difference of the width of a word from that of its box, in points. With [`OFFSET`], the right edge is less
/// than a pixel of a scan at 300 dpi (0.24 points) from that of the box.
const WIDTH: f32 = 0.15;
/// Maximum difference of the position of a word from its box, along the line, in points.
const OFFSET: f32 = 0.08;
/// Maximum distance of words in one string, in thousandths of an em.
const MOST_OFFSET: f32 = 30_000.0;
/// Steps of numbers; those of a larger step have fewer digits.
const STEPS: [f32; 7] = [100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0];

/// Writes the words of a page that `wanted` selects. The height of the page is in points.
pub(super) fn write(
    blocks: &[Block<'_>],
    wanted: impl Fn(&Word<'_>) -> bool,
    marks: &Marks,
    height: f32,
    content: &mut ContentStream,
    sequences: &mut Sequences,
    used: &mut Used,
) {
    let mut layer = Layer {
        content,
        sequences,
        used,
        marks,
        height,
        open: None,
        font: None,
        scale: 1000,
        start: None,
        end: 0.0,
        offset: 0,
    };
    layer.content.operator("BT 3 Tr");
    for line in lines(blocks) {
        let words = line.words();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| wanted(word)) {
            let next = words.get(at + 1);
            layer.word(word, line, next.is_none_or(|next| !next.is_glued()));
        }
    }
    layer.begin(None);
    layer.content.operator("ET");
}

struct Layer<'a> {
    content: &'a mut ContentStream,
    sequences: &'a mut Sequences,
    used: &'a mut Used,
    marks: &'a Marks,
    /// Height of the page, in points.
    height: f32,
    /// The open marked-content sequence.
    open: Option<Mark>,
    /// The current font and its size, in tenths of a point.
    font: Option<(FontKey, i32)>,
    /// The current horizontal scaling, in tenths of a percent.
    scale: i32,
    /// The beginning of the current line in tenths of a point, if it is not turned.
    start: Option<(i32, i32)>,
    /// The end of the text shown last on that line, in points.
    end: f32,
    /// Distance of the next text from it, in thousandths of an em to the left.
    offset: i32,
}

/// The cell of a word: a rectangle that may be turned.
struct Cell {
    /// Degrees, counter-clockwise.
    turn: f32,
    center: Point,
    /// Length along the baseline.
    along: f32,
    /// Height across the baseline.
    across: f32,
    /// The share of the height that is below the baseline.
    descent: f32,
}

impl Cell {
    fn of(bbox: Rect, line: Option<&LineGeometry>) -> Self {
        let angle = line.map_or(0.0, |line| line.angle);
        let quarter = (angle / 90.0).round() * 90.0;
        let turn = if (angle - quarter).abs() < ASKEW {
            quarter
        } else {
            angle
        };
        let center = Point::new((bbox.x0 + bbox.x1) / 2.0, (bbox.y0 + bbox.y1) / 2.0);
        let (sin, cos) = turn.to_radians().sin_cos();
        let (sin, cos) = (sin.abs(), cos.abs());
        let (width, height) = (bbox.width(), bbox.height());
        // The box of a turned rectangle has the width along * cos + across * sin, and accordingly its height.
        let both = cos * cos - sin * sin;
        let (along, across) = if both.abs() > 0.2 {
            (
                (width * cos - height * sin) / both,
                (height * cos - width * sin) / both,
            )
        } else {
            let across = line.map_or(height, |line| line.size).min(height);
            ((width - across * sin) / cos.max(0.1), across)
        };
        let across = across.max(0.1);
        // The distance of the center above the baseline. y points down.
        let (sin, cos) = angle.to_radians().sin_cos();
        let above = line.map(|line| {
            let from = center - line.origin;
            from.dot(Point::new(-sin, -cos))
        });
        Self {
            turn,
            center,
            along: along.max(0.1),
            across,
            descent: above.map_or(0.0, |above| 0.5 - above / across),
        }
    }
}

impl Layer<'_> {
    fn word(&mut self, word: &Word<'_>, line: &Line<'_>, space: bool) {
        let raw = word.text();
        let is_last = line
            .words()
            .last()
            .is_some_and(|last| last.node() == word.node());
        let divided = is_last.then(|| hyphen::divided(&raw)).flatten();
        let text = hyphen::printed(raw.get(..divided.unwrap_or(raw.len())).unwrap_or(&raw));
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let bbox = word.bbox();
        if text.is_empty() && divided.is_none() || !bbox.is_finite() {
            return;
        }
        self.begin(Some(self.marks.of(word.drawn())));
        let geometry = line.geometry();
        let advancing = text.chars().filter(|c| !is_combining_mark(*c));
        let count = (advancing.count() + usize::from(divided.is_some())).max(1);
        if geometry.is_some_and(|line| line.vertical) {
            self.down(&text, bbox, count);
            return;
        }
        let backwards = line.is_right_to_left() || has_right_to_left(&text);
        let direction = match line.is_right_to_left() {
            true => Direction::RightToLeft,
            false => Direction::LeftToRight,
        };
        // Readers restore the order of letters, but not always that of marks between them.
        let replaced = backwards && text.chars().any(is_combining_mark);
        let replacement = if replaced {
            actual_text(&text)
        } else {
            String::new()
        };
        let mut text = if backwards {
            shown(&text, direction)
        } else {
            text
        };
        let space = space && divided.is_none();
        let first = space && line.is_right_to_left();
        match (space, replaced) {
            (true, false) if first => text.insert(0, ' '),
            (true, false) => text.push(' '),
            _ => {}
        }
        let cell = Cell::of(bbox, geometry);
        let plane = text.chars().map(|c| code(c).0).max().unwrap_or(0);
        let font = FontKey::horizontal(plane, cell.descent);
        self.place(&cell, font, count, first);
        if replaced && first {
            self.show(" ", font);
        }
        if replaced {
            self.content.raw(&replacement);
        }
        self.show(&text, font);
        if replaced {
            self.content.operator("EMC");
        }
        if replaced && space && !first {
            self.show(" ", font);
        }
        if divided.is_some() {
            self.hyphen(FontKey::horizontal(0, cell.descent), cell.across);
        }
    }

    /// Ends the open sequence and begins another one, unless it is the same.
    fn begin(&mut self, mark: Option<Mark>) {
        if self.open == mark {
            return;
        }
        if self.open.is_some() {
            self.content.operator("EMC");
        }
        if let Some(mark) = mark {
            self.sequences.begin(mark, 0, self.content);
        }
        self.open = mark;
    }

    /// Sets font, scaling and position for the cell of a word with `count` characters, after a space if one
    /// precedes them.
    fn place(&mut self, cell: &Cell, font: FontKey, count: usize, space_first: bool) {
        let size = self.set_font(font, cell.across);
        // The width in points that the characters have without scaling.
        let natural = (count as f32 * ADVANCE * size).max(0.1);
        let width = |scale: i32| natural * scale as f32 / 1000.0;
        if (width(self.scale) - cell.along).abs() > WIDTH {
            let unit = natural / 1000.0;
            self.set_scale(rounded(cell.along / unit, WIDTH / unit));
        }
        let before = match space_first {
            true => SPACE * self.em(),
            false => 0.0,
        };
        let (sin, cos) = cell.turn.to_radians().sin_cos();
        let back = cell.along / 2.0 + before;
        let down = (0.5 - font.descent()) * cell.across;
        // y points up from here.
        let x = cell.center.x - back * cos + down * sin;
        let y = self.height - cell.center.y - back * sin - down * cos;
        let [left, lower] = [x, y].map(|v| (v * UNITS).round() as i32);
        let unit = self.em() / 1000.0;
        let offset = rounded((self.end - x) / unit, OFFSET / unit);
        match self.start.filter(|_| cell.turn == 0.0) {
            Some((_, line)) if line == lower && unit < WIDTH && offset.abs() < MOST_OFFSET => {
                self.offset = offset as i32;
                return;
            }
            Some((before, line)) => {
                self.content.tenths(left.saturating_sub(before));
                self.content.tenths(lower.saturating_sub(line));
                self.content.operator("Td");
            }
            None => {
                for value in [cos, sin, -sin, cos] {
                    self.content.thousandths(value);
                }
                self.content.tenths(left);
                self.content.tenths(lower);
                self.content.operator("Tm");
            }
        }
        self.start = (cell.turn == 0.0).then_some((left, lower));
        self.end = left as f32 / UNITS;
    }

    /// The width of an em in points, with the scaling.
    fn em(&self) -> f32 {
        let size = self.font.map_or(1, |(_, size)| size);
        size as f32 / UNITS * self.scale as f32 / 1000.0
    }

    /// Shows text whose characters follow each other downwards.
    fn down(&mut self, text: &str, bbox: Rect, count: usize) {
        let plane = text.chars().map(|c| code(c).0).max().unwrap_or(0);
        let font = FontKey::vertical(plane);
        self.set_font(font, 1.0);
        self.set_scale(1000.0);
        let step = bbox.height() / count as f32;
        for value in [bbox.width(), 0.0, 0.0, step] {
            self.content.thousandths(value);
        }
        let x = (bbox.x0 + bbox.x1) / 2.0;
        for value in [x, self.height - bbox.y0] {
            self.content.tenths((value * UNITS).round() as i32);
        }
        self.content.operator("Tm");
        self.start = None;
        self.show(text, font);
    }

    /// Shows a string; characters of other planes than the font's switch to their own.
    fn show(&mut self, text: &str, font: FontKey) {
        let size = self.font.map_or(0, |(_, size)| size);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (plane, _) = code(first);
            let end = rest.find(|c| code(c).0 != plane).unwrap_or(rest.len());
            let (own, after) = rest.split_at(end);
            rest = after;
            let own_font = font.in_plane(plane);
            self.select(own_font, size);
            let mut codes = Vec::with_capacity(own.len() * 2);
            let mut width = 0.0;
            for c in own.chars() {
                self.used.add(own_font, c);
                codes.extend(code(c).1.to_be_bytes());
                width += advance(c);
            }
            let offset = std::mem::take(&mut self.offset);
            // Always an array, without white space: equal operators are compressed best.
            self.content.bytes(b"[");
            if offset != 0 {
                self.content.bytes(offset.to_string().as_bytes());
            }
            self.content.string(&codes);
            self.content.bytes(b"]TJ");
            self.end += (width - offset as f32 / 1000.0) * self.em();
        }
    }

    /// Shows the hyphen of a divided word, which is not part of its text.
    fn hyphen(&mut self, font: FontKey, size: f32) {
        self.set_font(font, size);
        self.content
            .raw(&actual_text(SOFT_HYPHEN.encode_utf8(&mut [0; 2])));
        self.show("-", font);
        self.content.operator("EMC");
    }

    /// Sets a font, and returns its size as written.
    fn set_font(&mut self, font: FontKey, size: f32) -> f32 {
        let size = ((size * UNITS).round() as i32).max(1);
        self.select(font, size);
        size as f32 / UNITS
    }

    fn select(&mut self, font: FontKey, size: i32) {
        if self.font != Some((font, size)) {
            self.content.name(&font.name());
            self.content.tenths(size);
            self.content.operator("Tf");
            self.font = Some((font, size));
        }
    }

    /// Sets the horizontal scaling, in tenths of a percent.
    fn set_scale(&mut self, scale: f32) {
        let scale = (scale as i32).clamp(1, 1_000_000);
        if self.scale != scale {
            self.content.tenths(scale);
            self.content.operator("Tz");
            self.scale = scale;
        }
    }
}

/// The number with the fewest digits that differs from `value` by at most `most`, or less than 1.
fn rounded(value: f32, most: f32) -> f32 {
    let step = STEPS.into_iter().find(|step| step / 2.0 <= most);
    let step = step.unwrap_or(1.0);
    (value / step).round() * step
}

/// Begins a sequence with a replacement text (14.9.4), in UTF-16.
pub(super) fn actual_text(text: &str) -> String {
    format!("/Span<</ActualText<FEFF{}>>>BDC", utf16(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(angle: f32, x: f32, y: f32) -> LineGeometry {
        LineGeometry {
            origin: Point::new(x, y),
            angle,
            size: 10.0,
            vertical: false,
        }
    }

    #[test]
    fn cells_fill_the_boxes_of_their_words() {
        let bbox = Rect::new(100.0, 100.0, 150.0, 110.0);
        let level = Cell::of(bbox, Some(&line(0.0, 0.0, 108.0)));
        assert_eq!((level.along, level.across), (50.0, 10.0));
        assert!((level.descent - 0.2).abs() < 1e-4);
        // A line that rises by 1 in 100: the word keeps its box.
        let askew = Cell::of(bbox, Some(&line(0.5729, 25.0, 109.0)));
        assert_eq!((askew.turn, askew.across), (0.0, 10.0));
        assert!((askew.descent - 0.2).abs() < 0.01, "{}", askew.descent);
        let upwards = Rect::new(100.0, 100.0, 110.0, 150.0);
        let upwards = Cell::of(upwards, Some(&line(90.0, 107.0, 200.0)));
        assert!((upwards.along - 50.0).abs() < 1e-3 && (upwards.across - 10.0).abs() < 1e-3);
        assert!((upwards.descent - 0.3).abs() < 1e-3);
    }

    #[test]
    fn slanted_cells_have_the_given_box() {
        let (along, across, angle) = (60.0, 8.0, 30f32);
        let (sin, cos) = angle.to_radians().sin_cos();
        let size = (along * cos + across * sin, along * sin + across * cos);
        let bbox = Rect::new(10.0, 10.0, 10.0 + size.0, 10.0 + size.1);
        let cell = Cell::of(bbox, Some(&line(angle, 10.0, 50.0)));
        assert!((cell.along - along).abs() < 0.01 && (cell.across - across).abs() < 0.01);
    }
}
