//! Separates lines that are side by side without a common baseline or a gutter between them: too few to be
//! columns, such as the title of a box beside the text.
//!
//! ```text
//!      the text goes on
//!                                A title
//!      beside a box and its
//!      title
//! ```

use std::mem::take;

use crate::compact_sort::CompactSort;
use crate::layout::regions::rows::RowLine;
use crate::layout::state::PageState;

/// Lines below each other have baselines at least this far apart, in shares of the smaller size.
const NEAR: f32 = 0.7;

/// Separates lines side by side in the regions of each frame, if they were drawn separately.
pub(crate) fn separate(page: &mut PageState<'_>) {
    if !page.drawn {
        return;
    }
    for text in &mut page.texts {
        text.split_texts(split);
    }
}

/// Splits the lines of a region, given row by row, if some are beside others and one side is drawn before the
/// other. Lines drawn by turns are cells of rows. If a row has several lines, other rows may be such rows
/// too, so nothing is split.
fn split(lines: Vec<RowLine>) -> Vec<Vec<RowLine>> {
    let pairs = || lines.windows(2);
    let cells = pairs().any(|pair| matches!(pair, [a, b] if a.row == b.row));
    let beside = pairs().any(|pair| matches!(pair, [a, b] if is_beside(a, b)));
    if cells || !beside {
        return vec![lines];
    }
    let mut parts: Vec<Vec<RowLine>> = Vec::new();
    let mut open = Streams::default();
    for line in lines {
        let stream = open.place(&line).unwrap_or_else(|| {
            open.close(&mut parts);
            0
        });
        open.push(stream, line);
    }
    open.close(&mut parts);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether a line is beside another: at least an em away, and higher or lower by less than a line.
pub(crate) fn is_beside(a: &RowLine, b: &RowLine) -> bool {
    let size = a.size.min(b.size);
    let apart = (b.cell.x0 - a.cell.x1).max(a.cell.x0 - b.cell.x1);
    apart >= size && a.row != b.row && (b.baseline - a.baseline).abs() < NEAR * size
}

/// Whether two lines overlap along the text.
fn is_over(a: &RowLine, b: &RowLine) -> bool {
    a.cell.x0 < b.cell.x1 && b.cell.x0 < a.cell.x1
}

/// Streams of lines side by side; mostly there is only one.
#[derive(Default)]
struct Streams {
    streams: Vec<Stream>,
    count: usize,
}

/// Lines below each other, with their numbers in the region.
type Stream = Vec<(usize, RowLine)>;

impl Streams {
    /// The stream that a line continues, or a new one for a line beside the last. Returns `None` if it
    /// continues several streams, or none.
    fn place(&mut self, line: &RowLine) -> Option<usize> {
        let lasts = || self.streams.iter().filter_map(|s| s.last());
        let mut above = (0..)
            .zip(lasts())
            .filter(|(_, (_, last))| is_over(last, line));
        match (above.next(), above.next()) {
            (Some((stream, _)), None) => Some(stream),
            (None, _) if lasts().any(|(_, last)| is_beside(last, line)) => {
                Some(self.part_last(line))
            }
            // With a single stream, every line continues it.
            _ => (self.streams.len() == 1).then_some(0),
        }
    }

    /// The stream of a line beside the last. Text in a box can be higher than the next line of the main text;
    /// then the last line, not this one, begins a stream.
    fn part_last(&mut self, line: &RowLine) -> usize {
        let new = self.streams.len();
        if let [stream] = self.streams.as_mut_slice()
            && let [.., (_, before), (_, last)] = stream.as_slice()
            && is_over(before, line)
            && !is_over(before, last)
        {
            let last = stream.pop();
            self.streams.push(last.into_iter().collect());
            return 0;
        }
        new
    }

    fn push(&mut self, stream: usize, line: RowLine) {
        if stream >= self.streams.len() {
            self.streams.push(Vec::new());
        }
        if let Some(own) = self.streams.get_mut(stream) {
            own.push((self.count, line));
            self.count += 1;
        }
    }

    /// Ends the streams. They become separate parts in drawing order, or continue the last part row by row.
    fn close(&mut self, parts: &mut Vec<Vec<RowLine>>) {
        let mut streams = take(&mut self.streams);
        let span = |s: &Stream| {
            let drawn = s.iter().map(|(_, line)| line.drawn);
            drawn.fold((u32::MAX, 0), |(a, b), d| (a.min(d), b.max(d)))
        };
        streams.compact_sort_by_key(|s| span(s).0);
        let by_turns = streams.windows(2).any(|pair| match pair {
            [a, b] => span(a).1 > span(b).0,
            _ => false,
        });
        let lines = |stream: Stream| stream.into_iter().map(|(_, line)| line);
        if streams.len() > 1 && !by_turns {
            parts.extend(streams.into_iter().map(|stream| lines(stream).collect()));
            // The following text continues none of them.
            parts.push(Vec::new());
            return;
        }
        let mut all: Stream = streams.into_iter().flatten().collect();
        all.compact_sort_by_key(|(number, _)| *number);
        match parts.last_mut() {
            Some(last) => last.extend(lines(all)),
            None => parts.push(lines(all).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::testing::dump;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// The dump of a page with these lines, drawn in this order.
    fn analysed(lines: &[(f32, f32, &str)]) -> String {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for &(x, y, line) in lines {
            pen.write(run, x, y, line);
        }
        dump(&analyse(0, pen.content, &LayoutParams::default()))
    }

    #[test]
    fn what_stands_beside_the_text_is_a_block_of_its_own() {
        insta::assert_snapshot!(analysed(&[
            (50.0, 100.0, "the text goes on"),
            (50.0, 112.0, "beside a box and"),
            (50.0, 124.0, "its title as well"),
            (250.0, 106.0, "A title"),
        ]), @r"
        page
          textbox
            textline the text goes on
            textline beside a box and
            textline its title as well
          textbox
            textline A title
        ");
    }

    #[test]
    fn a_line_beside_the_text_may_be_higher_than_the_next_of_the_text() {
        insta::assert_snapshot!(analysed(&[
            (50.0, 100.0, "the text"),
            (50.0, 114.0, "goes on"),
            (250.0, 108.0, "A title"),
        ]), @r"
        page
          textbox
            textline the text
            textline goes on
          textbox
            textline A title
        ");
    }

    #[test]
    fn cells_that_are_drawn_row_by_row_stay_rows() {
        insta::assert_snapshot!(analysed(&[
            (50.0, 100.0, "a cell of"),
            (50.0, 112.0, "two lines"),
            (250.0, 106.0, "and one"),
            (50.0, 130.0, "the next"),
            (50.0, 142.0, "has two, too"),
            (250.0, 136.0, "beside one"),
        ]), @r"
        page
          textbox
            textline a cell of
            textline two lines
            textline and one
          textbox
            textline the next
            textline has two, too
            textline beside one
        ");
    }
}
