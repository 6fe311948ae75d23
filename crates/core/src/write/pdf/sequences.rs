//! Numbers the marked-content sequences of the content streams of a page (ISO 32000-1, 14.6, 14.7.4). A mark that
//! is interrupted has several sequences, each with an `MCID` of its own.

use super::marks::Mark;
use super::stream::ContentStream;

/// A sequence: the number of its content stream, 0 for that of the page, and its `MCID`.
pub(super) type Place = (u32, u32);

#[derive(Clone, Debug, Default)]
pub(super) struct Sequences {
    /// The sequences of each mark with content, by its number.
    pub places: Vec<Vec<Place>>,
    /// Number of sequences of each content stream.
    pub counts: Vec<u32>,
}

impl Sequences {
    /// For a page with so many marks with content.
    pub(super) fn new(marks: u32) -> Self {
        Self {
            places: vec![Vec::new(); marks as usize],
            counts: vec![0],
        }
    }

    /// Begins a sequence in a content stream.
    pub(super) fn begin(&mut self, mark: Mark, stream: u32, out: &mut ContentStream) {
        let Mark::Content(tag, number) = mark else {
            return mark.begin(out);
        };
        let at = stream as usize;
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        let Some(count) = self.counts.get_mut(at) else {
            return;
        };
        let mcid = *count;
        *count += 1;
        if let Some(places) = self.places.get_mut(number as usize) {
            places.push((stream, mcid));
        }
        Mark::Content(tag, mcid).begin(out);
    }
}
