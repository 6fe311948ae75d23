//! Groups the painted shapes of a page into regions, each perhaps a chart.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::ops::Range;

use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;
use crate::layout::scale::MIN_LENGTH;
use crate::layout::state::PageState;
use crate::page::{Content, Drawing, DrawnForm};
use crate::rank::sorted;

/// Limits for shapes that belong together.
struct RegionLimits {
    /// Size of a square of the raster on which shapes are grouped, in ems.
    square: f32,
    /// Most squares of a side of the page.
    max_squares: usize,
    /// Largest distance between shapes of one region, in squares.
    reach: usize,
    /// Largest share of the page that a shape may cover. Larger ones are backgrounds.
    background: f32,
    /// Most words in a shape. Shapes with more are the background of text.
    max_words: usize,
    /// Least size of a shape in which words are counted, in square ems.
    counted: f32,
    /// Most shapes in which words are counted; with more the page is a map or a pattern.
    max_counted: usize,
    /// Greatest height of the background of words of a line, in ems.
    low: f32,
    /// Least width, in heights: the nodes of a diagram are narrower.
    wide: f32,
    /// Largest distance of such a background from the word before or after it, in ems.
    next_word: f32,
    /// Most room at both sides of words that a rounded box is around, and the largest difference of the two, in ems.
    room: f32,
    even: f32,
    /// Least width and height of a region, in ems.
    min_size: [f32; 2],
    /// Largest share of the page that a region may cover.
    max_share: f32,
    /// Largest distance of a thin line from the region it belongs to, in ems.
    line_reach: f32,
    /// Least share of such a line beside the region.
    line_share: f32,
    /// Largest distance between parts of one region, in ems.
    apart: f32,
    /// Largest distance between the bars of a chart, in ems.
    bars: f32,
    /// Largest distance between the beginnings of such bars, in ems.
    level: f32,
    /// Least length of a line that connects regions, in ems.
    min_line: f32,
    /// Most lines of a page that are examined.
    max_lines: usize,
    /// Most regions of a page that are examined.
    max_regions: usize,
    /// Fewest shapes of a form that can be a figure: an axis with its ticks. Groups of text have fewer.
    form_shapes: u32,
    /// Least share of the text around such a form that is in no form.
    text_around: f32,
}

const REGION: RegionLimits = RegionLimits {
    square: 1.0,
    max_squares: 300,
    reach: 2,
    background: 0.35,
    max_words: 3,
    counted: 6.0,
    max_counted: 400,
    low: 2.0,
    wide: 1.3,
    next_word: 0.4,
    room: 0.7,
    even: 0.1,
    min_size: [6.0, 4.0],
    max_share: 0.7,
    line_reach: 1.5,
    line_share: 0.6,
    apart: 0.5,
    bars: 10.0,
    level: 0.2,
    min_line: 4.0,
    max_lines: 300,
    max_regions: 64,
    form_shapes: 5,
    text_around: 0.2,
};

/// Shapes near each other, in page space.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub rect: Rect,
    /// The shapes that are not thin lines along an axis.
    pub shapes: Vec<Rect>,
    /// The number of these with curves or slanted lines.
    pub slanted: usize,
    /// It is an image, on which its labels are.
    pub image: bool,
    /// The background on which it is.
    pub panel: Option<Rect>,
    /// The glyphs of the form that drew all of it.
    pub form: Option<Range<u32>>,
}

impl Drawn {
    /// The drawing of a form, as programs include figures of others.
    fn by_form(content: &Content, form: &DrawnForm) -> Self {
        let own = content.drawings.iter();
        let own = own.filter(|drawing| form.bbox.contains(drawing.bbox.centre()));
        Self {
            rect: form.bbox,
            shapes: own.clone().map(|drawing| drawing.bbox).collect(),
            slanted: own.filter(|drawing| drawing.slanted).count(),
            form: Some(form.glyphs.clone()),
            ..Self::default()
        }
    }
}

/// The regions of a page that are large enough for a chart.
pub(super) fn regions(page: &PageState<'_>) -> Vec<Drawn> {
    if page.body <= 0.0 {
        return Vec::new();
    }
    let text = page.texts.first();
    let images = text.into_iter().flat_map(|text| {
        let rects = text.pictures.iter().take(REGION.max_regions);
        rects.map(|rect| Drawn {
            rect: text.frame.leave_rect(*rect),
            image: true,
            ..Drawn::default()
        })
    });
    let forms = page.content.forms.iter();
    let forms = forms.filter(|form| is_among_text(page.content, form));
    let forms = forms.map(|form| Drawn::by_form(page.content, form));
    let mut regions: Vec<Drawn> = images.chain(forms).collect();
    if !page.content.drawings.is_empty() {
        regions.append(&mut drawn_regions(page));
    }
    let area = page.content.width * page.content.height;
    let [width, height] = REGION.min_size.map(|least| least * page.body);
    regions.retain(|drawn| {
        let rect = drawn.rect;
        rect.width() >= width && rect.height() >= height && rect.area() <= REGION.max_share * area
    });
    regions
}

/// Returns true if a form has the shapes of a figure, and is among text that is in no form beside it. Programs that put
/// several pages on one draw each of them by a form.
fn is_among_text(content: &Content, form: &DrawnForm) -> bool {
    if form.shapes < REGION.form_shapes {
        return false;
    }
    let forms = || content.forms.iter().map(|form| &form.glyphs);
    let is_within = |a: &Range<u32>, b: &Range<u32>| b.start <= a.start && a.end <= b.end && a != b;
    let page = 0..content.glyphs.len() as u32;
    let around = forms().filter(|other| is_within(&form.glyphs, other));
    let around = around.min_by_key(|other| other.len()).unwrap_or(&page);
    let mut parts: Vec<&Range<u32>> = forms().filter(|own| is_within(own, around)).collect();
    // Of forms in each other, the outer one is the longest that begins there.
    parts.sort_unstable_by_key(|own| (own.start, Reverse(own.end)));
    let (mut end, mut inside) = (around.start, 0);
    for own in parts.into_iter().filter(|own| !own.is_empty()) {
        inside += own.end.saturating_sub(own.start.max(end));
        end = end.max(own.end);
    }
    let outside = around.len() as f32 - inside as f32;
    outside >= REGION.text_around * around.len() as f32
}

/// The groups of shapes of a page.
fn drawn_regions(page: &PageState<'_>) -> Vec<Drawn> {
    let content = page.content;
    let area = content.width * content.height;
    // Many pages have a background only, for which no words are needed.
    let words = LazyCell::new(|| words_downwards(page));
    let mut counted = 0;
    let mut shapes: Vec<(Rect, bool)> = Vec::new();
    let mut panels: Vec<Rect> = Vec::new();
    for drawing in &content.drawings {
        let rect = drawing.bbox;
        let is_background = rect.area() > REGION.background * area;
        if is_background || is_low(rect, page.body) && is_behind_words(drawing, &words, page.body) {
            continue;
        }
        if rect.area() >= REGION.counted * page.body * page.body {
            counted += 1;
            if counted > REGION.max_counted {
                return Vec::new();
            }
            let inside = words.iter().filter(|word| rect.contains(word.centre()));
            if inside.take(REGION.max_words + 1).count() > REGION.max_words {
                panels.push(rect);
                continue;
            }
        }
        shapes.push((rect, drawing.slanted));
    }
    if shapes.is_empty() {
        return Vec::new();
    }
    let square = (REGION.square * page.body)
        .max(content.width.max(content.height) / REGION.max_squares as f32);
    let mut raster = Raster::new(content.width, content.height, square);
    for (rect, _) in &shapes {
        raster.paint(*rect);
    }
    let count = raster.group();
    let mut regions = vec![Drawn::default(); count];
    for drawn in &mut regions {
        drawn.rect = Rect::EMPTY;
    }
    for (rect, slanted) in shapes {
        let group = raster.group_at(rect);
        if let Some(drawn) = group.and_then(|group| regions.get_mut(group)) {
            drawn.rect = drawn.rect.union(rect);
            drawn.shapes.push(rect);
            drawn.slanted += usize::from(slanted);
        }
    }
    let em = page.body;
    let [width, height] = REGION.min_size.map(|least| least * em);
    // A group of bars can be low without its axes.
    regions.retain(|drawn| drawn.rect.width().max(drawn.rect.height()) >= width.min(height));
    regions.truncate(REGION.max_regions);
    for drawn in &mut regions {
        add_lines(drawn, page, em);
    }
    let lines: Vec<Rect> = thin_lines(page)
        .filter(|line| line.width().max(line.height()) >= REGION.min_line * em)
        .take(REGION.max_lines)
        .collect();
    join(&mut regions, &lines, em);
    for drawn in &mut regions {
        let around = panels
            .iter()
            .filter(|panel| panel.intersection(drawn.rect) == drawn.rect);
        let smallest = around.min_by(|a, b| a.area().total_cmp(&b.area()));
        drawn.panel = smallest.copied();
    }
    regions
}

/// The words of a page, downwards.
fn words_downwards(page: &PageState<'_>) -> Vec<Rect> {
    let words = page.pieces.pieces.iter();
    let words = words.map(|piece| page.frames.get(piece.frame).leave_rect(piece.cell));
    let words: Vec<Rect> = words.collect();
    let downwards = sorted(words.iter().map(|word| word.centre().y).zip(0..));
    let downwards = downwards.filter_map(|n| words.get(n as usize).copied());
    downwards.collect()
}

/// Returns true if a shape is as low and wide as the background of words in a line.
fn is_low(rect: Rect, em: f32) -> bool {
    rect.height() <= REGION.low * em && rect.width() >= REGION.wide * rect.height()
}

/// Returns true if a low shape is the background of words in a line, as of code and links: the line goes on beside it,
/// or it is a rounded box around all its words. `words` are those of the page, downwards.
fn is_behind_words(drawing: &Drawing, words: &[Rect], em: f32) -> bool {
    let rect = drawing.bbox;
    let from = words.partition_point(|word| word.centre().y < rect.y0);
    let level = words.get(from..).unwrap_or_default().iter();
    let level = level.take_while(|word| word.centre().y <= rect.y1);
    let mut own = Rect::EMPTY;
    let (mut before, mut after) = (f32::NEG_INFINITY, f32::INFINITY);
    for word in level {
        let x = word.centre().x;
        if x < rect.x0 {
            before = before.max(word.x1);
        } else if x > rect.x1 {
            after = after.min(word.x0);
        } else {
            own = own.union(*word);
        }
    }
    let next = REGION.next_word * em;
    let goes_on = rect.x0 - before <= next || after - rect.x1 <= next;
    let room = (own.x0 - rect.x0, rect.x1 - own.x1);
    let fits =
        room.0.max(room.1) <= REGION.room * em && (room.0 - room.1).abs() <= REGION.even * em;
    own != Rect::EMPTY && (goes_on || drawing.rounded && fits)
}

/// Joins regions that overlap or are near each other, and the bars of a chart: they begin on one line, or a
/// line of the grid connects them.
fn join(regions: &mut Vec<Drawn>, lines: &[Rect], em: f32) {
    let mut at = 0;
    while let Some(own) = regions.get(at).map(|drawn| drawn.rect) {
        let belongs = |other: &Drawn| {
            let near = own.grown(REGION.apart * em);
            let connects = |line: &Rect| {
                line.touches(near) && line.touches(other.rect.grown(REGION.apart * em))
            };
            other.rect.touches(near) || are_bars(own, other.rect, em) || lines.iter().any(connects)
        };
        let next = regions.iter().skip(at + 1).position(belongs);
        let Some(next) = next else {
            at += 1;
            continue;
        };
        let mut other = regions.remove(at + 1 + next);
        if let Some(drawn) = regions.get_mut(at) {
            drawn.rect = drawn.rect.union(other.rect);
            drawn.shapes.append(&mut other.shapes);
            drawn.slanted += other.slanted;
        }
        // The larger region may be near one before it.
        at = 0;
    }
}

/// Returns `true` if two regions can be bars beside or below each other that begin on one line.
fn are_bars(a: Rect, b: Rect, em: f32) -> bool {
    let level = |a: f32, b: f32| (a - b).abs() <= REGION.level * em;
    let gap = |a0: f32, a1: f32, b0: f32, b1: f32| b0.max(a0) - a1.min(b1);
    let beside = gap(a.x0, a.x1, b.x0, b.x1) <= REGION.bars * em;
    let below = gap(a.y0, a.y1, b.y0, b.y1) <= REGION.bars * em;
    beside && level(a.y1, b.y1) || below && level(a.x0, b.x0)
}

/// The ruled lines of a page.
fn thin_lines(page: &PageState<'_>) -> impl Iterator<Item = Rect> {
    let fills = page.content.fills.iter().map(|fill| fill.bbox);
    fills.filter(|line| line.width().min(line.height()) <= THIN)
}

/// Adds the thin lines beside a region: its axes, its grid and its frame.
fn add_lines(drawn: &mut Drawn, page: &PageState<'_>, em: f32) {
    let near = drawn.rect.grown(REGION.line_reach * em);
    for line in thin_lines(page) {
        let across = line.x1.min(near.x1) - line.x0.max(near.x0);
        let down = line.y1.min(near.y1) - line.y0.max(near.y0);
        let length = line.width().max(line.height()).max(MIN_LENGTH);
        if across.min(down) >= 0.0 && across.max(down) >= REGION.line_share * length {
            drawn.rect = drawn.rect.union(line);
        }
    }
}

/// The squares of a page that shapes cover.
struct Raster {
    square: f32,
    columns: usize,
    rows: usize,
    /// The group of each square, from 1; 0 for an empty square and for one without a group.
    groups: Vec<u32>,
    painted: Vec<bool>,
}

impl Raster {
    fn new(width: f32, height: f32, square: f32) -> Self {
        // Rounding can add a square.
        let most = REGION.max_squares + 1;
        let count = |length: f32| ((length / square).ceil() as usize).clamp(1, most);
        let (columns, rows) = (count(width), count(height));
        Self {
            square,
            columns,
            rows,
            groups: vec![0; columns * rows],
            painted: vec![false; columns * rows],
        }
    }

    /// The first and last column or row that a range covers.
    fn range(&self, from: f32, to: f32, count: usize) -> [usize; 2] {
        let at = |v: f32| ((v / self.square).max(0.0) as usize).min(count.saturating_sub(1));
        [at(from), at(to)]
    }

    fn paint(&mut self, rect: Rect) {
        let [left, right] = self.range(rect.x0, rect.x1, self.columns);
        let [top, bottom] = self.range(rect.y0, rect.y1, self.rows);
        for row in top..=bottom {
            let own = row * self.columns..(row + 1) * self.columns;
            if let Some(own) = self
                .painted
                .get_mut(own)
                .and_then(|own| own.get_mut(left..=right))
            {
                own.fill(true);
            }
        }
    }

    /// Numbers the groups of painted squares that are near each other; returns their number.
    fn group(&mut self) -> usize {
        let mut count = 0;
        let mut open: Vec<usize> = Vec::new();
        for start in 0..self.painted.len() {
            if !self.is_free(start) {
                continue;
            }
            count += 1;
            self.take(start, count, &mut open);
            while let Some(at) = open.pop() {
                let (row, column) = (at / self.columns, at % self.columns);
                let reach = REGION.reach;
                for row in row.saturating_sub(reach)..=(row + reach).min(self.rows - 1) {
                    for column in
                        column.saturating_sub(reach)..=(column + reach).min(self.columns - 1)
                    {
                        let next = row * self.columns + column;
                        if self.is_free(next) {
                            self.take(next, count, &mut open);
                        }
                    }
                }
            }
        }
        count as usize
    }

    fn is_free(&self, at: usize) -> bool {
        self.painted.get(at) == Some(&true) && self.groups.get(at) == Some(&0)
    }

    fn take(&mut self, at: usize, group: u32, open: &mut Vec<usize>) {
        if let Some(own) = self.groups.get_mut(at) {
            *own = group;
            open.push(at);
        }
    }

    /// The group of a painted rectangle, from 0.
    fn group_at(&self, rect: Rect) -> Option<usize> {
        let [left, _] = self.range(rect.x0, rect.x1, self.columns);
        let [top, _] = self.range(rect.y0, rect.y1, self.rows);
        let group = *self.groups.get(top * self.columns + left)?;
        (group as usize).checked_sub(1)
    }
}
