//! Writes lists and quotations: line prefixes and the space between parts.

use super::super::flow::{Around, Key, Label};
use super::super::map::MappedText;
use super::escape::{self, Place};

/// Separates two adjacent lists, or a list from one with another numbering.
const APART: &str = "<!-- -->";

/// The open lists, items and quotations of the previous part.
#[derive(Debug, Default)]
pub(super) struct Lists {
    open: Vec<Open>,
    /// Whether any part was written.
    pub begun: bool,
}

#[derive(Debug)]
struct Open {
    key: Key,
    kind: OpenKind,
}

#[derive(Debug)]
enum OpenKind {
    Quote,
    /// With the number expected for the next item.
    List {
        ordered: bool,
        next: Option<u64>,
    },
    /// With the width of its marker.
    Item {
        width: usize,
    },
}

/// The start of an item: its bullet if it is not numbered, and its printed label.
struct Marker {
    bullet: &'static str,
    label: String,
    /// The number, if the item is numbered.
    number: Option<u64>,
}

impl Lists {
    /// Writes the space between the previous part and one with these ancestors, and its first prefix. Returns
    /// the prefix of its further lines.
    pub(super) fn begin(&mut self, around: &[Around], out: &mut MappedText) -> String {
        let same = |(open, around): &(&Open, &Around)| open.key == around.key();
        let mut common = self.open.iter().zip(around).take_while(same).count();
        // The end of an item does not end its list.
        let list_before = self
            .open
            .get(common)
            .is_some_and(|open| matches!(open.kind, OpenKind::List { .. }));
        let new = around.get(common);
        let new_list = matches!(new, Some(Around::List { .. }));
        let mut tight = false;
        let mut apart = list_before && new_list;
        match new {
            Some(Around::Item { label, .. }) => {
                // The next item of the same list.
                self.open.truncate(common);
                tight = true;
                if let Some(Open {
                    kind: OpenKind::List { ordered, next },
                    ..
                }) = self.open.last()
                {
                    let marker = Marker::new(*ordered, text(label.as_ref()), *next);
                    apart = next.is_some_and(|_| marker.number != *next)
                        || (next.is_none() && marker.number.is_some() && self.begun);
                    tight = !apart;
                }
            }
            Some(Around::List { ordered, .. }) => {
                // A nested list follows its item's text without an empty line, if it starts at one.
                let inside = matches!(
                    self.open.get(common.wrapping_sub(1)),
                    Some(Open {
                        kind: OpenKind::Item { .. },
                        ..
                    })
                );
                let label = around.get(common + 1).and_then(|around| match around {
                    Around::Item { label, .. } => text(label.as_ref()),
                    _ => None,
                });
                let number = Marker::new(*ordered, label, None).number;
                tight = inside && self.open.len() == common && number.is_none_or(|n| n == 1);
            }
            _ => {}
        }
        common = common.min(self.open.len());
        self.open.truncate(common);
        let mut prefix = self.prefix();
        if self.begun {
            self.separate(tight, &prefix, out);
            if apart {
                out.push_str(APART);
                self.separate(false, &prefix, out);
            }
        }
        self.begun = true;
        for one in around.iter().skip(common) {
            self.enter(one, apart, &mut prefix, out);
        }
        prefix
    }

    fn separate(&self, tight: bool, prefix: &str, out: &mut MappedText) {
        out.push('\n');
        if !tight {
            out.push_str(prefix.trim_end());
            out.push('\n');
        }
        out.push_str(prefix);
    }

    /// The prefix for lines inside all open elements.
    fn prefix(&self) -> String {
        let mut prefix = String::new();
        for open in &self.open {
            match open.kind {
                OpenKind::Quote => prefix.push_str("> "),
                OpenKind::List { .. } => {}
                OpenKind::Item { width } => prefix.extend(std::iter::repeat_n(' ', width)),
            }
        }
        prefix
    }

    fn enter(&mut self, around: &Around, anew: bool, prefix: &mut String, out: &mut MappedText) {
        let kind = match around {
            Around::Quote(_) => {
                out.push_str("> ");
                prefix.push_str("> ");
                OpenKind::Quote
            }
            Around::List { ordered, .. } => OpenKind::List {
                ordered: *ordered,
                next: None,
            },
            Around::Item { label, .. } => {
                let list = self.open.last_mut();
                let (ordered, next) = match list {
                    Some(Open {
                        kind: OpenKind::List { ordered, next },
                        ..
                    }) => (*ordered, next),
                    _ => (false, &mut None),
                };
                let marker = Marker::new(ordered, text(label.as_ref()), next.filter(|_| !anew));
                *next = marker.number.map(|number| number.saturating_add(1));
                out.push_str(marker.bullet);
                match label {
                    Some(label) => out.from(label.origin, |out| out.push_str(&marker.label)),
                    None => out.push_str(&marker.label),
                }
                if !marker.label.is_empty() {
                    out.push(' ');
                }
                let width = match marker.number {
                    Some(_) => marker.label.len() + 1,
                    // The label after the bullet is text.
                    None => 2,
                };
                prefix.extend(std::iter::repeat_n(' ', width));
                OpenKind::Item { width }
            }
        };
        self.open.push(Open {
            key: around.key(),
            kind,
        });
    }
}

fn text(label: Option<&Label>) -> Option<&str> {
    let label = label.filter(|label| !label.is_bullet())?;
    Some(label.text.as_str())
}

impl Marker {
    /// `next` is the number of an item without a label.
    fn new(ordered: bool, label: Option<&str>, next: Option<u64>) -> Self {
        let bullet = |words: &str| {
            let mut label = String::new();
            for word in words.split(' ').filter(|word| !word.is_empty()) {
                if !label.is_empty() {
                    label.push(' ');
                }
                escape::push_word(word, Place::LINE_START, &mut label);
            }
            Self {
                bullet: "- ",
                label,
                number: None,
            }
        };
        let counted = |number: u64, stop: char| Self {
            bullet: "",
            label: format!("{number}{stop}"),
            number: Some(number),
        };
        match label {
            None if ordered => counted(next.unwrap_or(1), '.'),
            None => bullet(""),
            Some(label) => {
                let digits = label.strip_suffix(['.', ')']).unwrap_or_default();
                let short = (1..=9).contains(&digits.len());
                let plain = digits.bytes().all(|b| b.is_ascii_digit());
                match digits.parse() {
                    Ok(number) if short && plain => {
                        counted(number, if label.ends_with(')') { ')' } else { '.' })
                    }
                    _ => bullet(label),
                }
            }
        }
    }
}
