//! Counts dots, to distinguish leaders from full stops and ellipses by their number.

/// The number of dots in a text that consists of dots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dots {
    single: u32,
    /// Characters that show several dots.
    ellipses: u32,
}

impl Dots {
    /// Minimum number of dots in a leader. An ellipsis has three, and a full stop may follow; a Chinese
    /// ellipsis has six in two characters.
    const LEAST: u32 = 5;
    /// Minimum number of ellipsis characters in a leader.
    const LEAST_ELLIPSES: u32 = 3;

    /// The dots of a text; `None` if it contains other characters.
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
