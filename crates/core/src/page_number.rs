//! The numbers of pages as people count them, and Roman numerals. An integer for a page is always its index, from 0.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The number of a page in its document, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageNumber(NonZeroU32);

impl PageNumber {
    /// The number of the first page.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// The number of the page with this index, from 0.
    pub fn of(index: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index))
    }

    /// The page with this number, as a user wrote it.
    ///
    /// # Errors
    ///
    /// A message if it is 0.
    pub fn new(number: u32) -> Result<Self, String> {
        let number = NonZeroU32::new(number);
        number
            .map(Self)
            .ok_or_else(|| "pages are counted from 1".to_owned())
    }

    /// The number as an integer, to write it.
    pub fn get(self) -> u32 {
        self.0.get()
    }

    /// The index of the page, from 0.
    pub fn index(self) -> u32 {
        self.get() - 1
    }
}

impl fmt::Display for PageNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PageNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .parse()
            .map_err(|_| format!("{text:?} is not the number of a page"))?;
        Self::new(number)
    }
}

/// The digits of Roman numerals and the pairs of them that are subtracted, from the largest.
pub(crate) const ROMAN_DIGITS: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];

/// A lower-case Roman numeral; `None` for 0 and from 5000 on.
pub(crate) fn roman(number: u32) -> Option<String> {
    if !(1..5000).contains(&number) {
        return None;
    }
    let mut rest = number;
    let mut out = String::new();
    for (value, text) in ROMAN_DIGITS {
        while rest >= value {
            out.push_str(text);
            rest -= value;
        }
    }
    Some(out)
}
