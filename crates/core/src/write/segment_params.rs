//! The parameters of [`segments`](super::segments).

use std::str::FromStr;

/// Parameters for splitting text into segments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SegmentParams {
    /// Maximum distance along the line between positions that count as equal, in points.
    pub x_tolerance: f32,
    /// Maximum distance across the line between texts on the same line, in points.
    pub y_tolerance: f32,
    /// The characters between segments.
    pub marks: Marks,
}

impl Default for SegmentParams {
    fn default() -> Self {
        Self {
            x_tolerance: 5.0,
            y_tolerance: 2.0,
            marks: Marks::default(),
        }
    }
}

/// Characters that mark moves and segment ends. U+FFFD replaces them if they occur in the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Ends a segment, after its facts.
    pub end: char,
    /// A move to the right on the line.
    pub tab: char,
    /// A move to the left on the line.
    pub comes_before: char,
    /// A move to a line just below the segment's start.
    pub box_wrap: char,
    /// Begins a segment's facts.
    pub open: char,
    /// Ends a segment's facts.
    pub close: char,
}

impl Default for Marks {
    fn default() -> Self {
        Self {
            end: '\n',
            tab: '\t',
            comes_before: '\u{21E4}',
            box_wrap: '\u{21B5}',
            open: '\u{27E8}',
            close: '\u{27E9}',
        }
    }
}

impl FromStr for Marks {
    type Err = String;

    /// Parses six characters in the order of the fields; `\n` and `\t` are escapes as in C.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.replace("\\n", "\n").replace("\\t", "\t");
        let all: Vec<char> = text.chars().collect();
        let &[end, tab, comes_before, box_wrap, open, close] = all.as_slice() else {
            return Err(
                "write six characters: end, tab, comes-before, box-wrap, open, close, like \
                 \\n\\t<^[]"
                    .into(),
            );
        };
        let mut sorted = all.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < all.len() {
            return Err("write six different characters".into());
        }
        Ok(Self {
            end,
            tab,
            comes_before,
            box_wrap,
            open,
            close,
        })
    }
}

impl Marks {
    pub(super) fn has(self, c: char) -> bool {
        [
            self.end,
            self.tab,
            self.comes_before,
            self.box_wrap,
            self.open,
            self.close,
        ]
        .contains(&c)
    }
}
