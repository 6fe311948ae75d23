//! Rows of dots. What distinguishes leaders from those that end a sentence or leave something out is that
//! they are many.

/// How many dots a text is that has nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Dots {
    single: u32,
    /// Characters of several dots.
    ellipses: u32,
}

impl Dots {
    /// Dots that leaders have at least. An ellipsis has three, and a full stop may follow; in Chinese it
    /// has six, which are two characters.
    const LEAST: u32 = 5;
    const LEAST_ELLIPSES: u32 = 3;

    /// The dots of a text; `None` where it has something else.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut dots = Self::default();
        for c in text.chars() {
            match c {
                '.' | '·' | '․' | '_' => dots.single += 1,
                '…' | '‥' | '⋯' => dots.ellipses += 1,
                _ => return None,
            }
        }
        Some(dots)
    }

    #[must_use]
    pub(crate) fn and(self, more: Self) -> Self {
        Self {
            single: self.single.saturating_add(more.single),
            ellipses: self.ellipses.saturating_add(more.ellipses),
        }
    }

    /// Whether they are a leader.
    pub(crate) fn lead(self) -> bool {
        self.single >= Self::LEAST || self.ellipses >= Self::LEAST_ELLIPSES
    }
}
