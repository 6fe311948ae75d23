//! Compiles and caches the regular expressions of modules, and estimates their cost in steps.

use std::collections::HashMap;
use std::sync::Mutex;

use pdfa2hocr_core::lock::lock;
use regex::{Regex, RegexBuilder};
use regex_syntax::hir::{Class, Hir, HirKind};

/// Maximum bytes of a pattern, and maximum groups in one. Both bound the memory for parsing and searching.
const LONGEST: usize = 8 << 10;
const GROUPS: usize = 50;
/// Maximum characters of a pattern in a message.
const SHOWN: usize = 100;
/// Maximum bytes of a compiled pattern.
const COMPILED: usize = 1 << 20;
/// Maximum estimated bytes of all cached patterns; [`LEAST`] is the minimum for each.
const KEPT: usize = 64 << 20;
const LEAST: usize = 512 << 10;
/// Steps for compiling a pattern, and the number of character ranges that add one step.
const COMPILING: usize = 1000;
const RANGES: usize = 4;
/// Bytes searched in one step when few positions of the pattern match, and positions tested in one step when
/// many do.
const BYTES: usize = 32;
const PLACES: usize = 64;

/// A compiled regular expression.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub regex: Regex,
    /// Number of positions in the pattern. Each may be tested for each character.
    places: usize,
}

impl Expression {
    /// Steps of a search through a text.
    pub(super) fn searching(&self, text: &str) -> usize {
        text.len() / BYTES + text.len().saturating_mul(self.places) / PLACES
    }

    /// Steps of finding a further match. It usually searches part of the text, but may search all of it
    /// again.
    pub(super) fn going_on(&self, text: &str) -> usize {
        (text.len() / 4 + self.searching(text) / 8) / BYTES
    }
}

/// Cache of compiled regular expressions, shared by the threads.
#[derive(Debug, Default)]
pub(super) struct Expressions(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    by_pattern: HashMap<String, Expression>,
    bytes: usize,
}

impl Expressions {
    /// Returns the compiled pattern, and the steps spent on compiling it now.
    pub(super) fn get(&self, pattern: &str) -> (Result<Expression, String>, usize) {
        let mut kept = lock(&self.0);
        if let Some(expression) = kept.by_pattern.get(pattern) {
            return (Ok(expression.clone()), 0);
        }
        if pattern.len() > LONGEST {
            let why = format!("a regular expression has at most {} KB", LONGEST >> 10);
            return (Err(why), 0);
        }
        let mut shape = Shape::default();
        let steps = |shape: &Shape| COMPILING + shape.ranges / RANGES;
        // The build below reports patterns that cannot be parsed.
        if let Ok(hir) = regex_syntax::parse(pattern) {
            shape = Shape::of(&hir);
            if shape.groups > GROUPS {
                let why = format!("a regular expression has at most {GROUPS} groups");
                return (Err(why), steps(&shape));
            }
        }
        let compiled = RegexBuilder::new(pattern)
            .size_limit(COMPILED)
            .dfa_size_limit(COMPILED)
            .build();
        let expression = match compiled {
            Ok(regex) => Expression {
                regex,
                places: shape.places,
            },
            Err(error) => return (Err(unreadable(pattern, &error)), steps(&shape)),
        };
        let bytes = LEAST + shape.bytes() * (2 + shape.groups);
        if kept.bytes + bytes <= KEPT {
            kept.bytes += bytes;
            kept.by_pattern
                .insert(pattern.to_owned(), expression.clone());
        }
        (Ok(expression), steps(&shape))
    }
}

fn unreadable(pattern: &str, error: &regex::Error) -> String {
    let message = error.to_string();
    let reason = message.lines().last().unwrap_or_default();
    let reason = reason.trim().trim_start_matches("error: ");
    let shown: String = pattern.chars().take(SHOWN).collect();
    let more = if shown.len() < pattern.len() {
        "…"
    } else {
        ""
    };
    format!("the regular expression {shown:?}{more} cannot be read: {reason}")
}

/// The properties of a pattern that determine its cost.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    places: usize,
    ranges: usize,
    groups: usize,
}

impl Shape {
    /// Measures a pattern. The parser has limited its nesting.
    fn of(hir: &Hir) -> Self {
        let all = |parts: &[Hir]| {
            parts
                .iter()
                .map(Self::of)
                .fold(Self::default(), |a, b| Self {
                    places: a.places.saturating_add(b.places),
                    ranges: a.ranges.saturating_add(b.ranges),
                    groups: a.groups + b.groups,
                })
        };
        let mut shape = match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::default(),
            HirKind::Literal(literal) => Self {
                places: literal.0.len(),
                ranges: literal.0.len(),
                groups: 0,
            },
            HirKind::Class(class) => Self {
                places: 0,
                ranges: match class {
                    Class::Unicode(class) => class.ranges().len(),
                    Class::Bytes(class) => class.ranges().len(),
                },
                groups: 0,
            },
            HirKind::Repetition(repetition) => {
                let times = repetition.max.unwrap_or(repetition.min.saturating_add(1)) as usize;
                let once = Self::of(&repetition.sub);
                Self {
                    places: once.places.saturating_mul(times.max(1)),
                    ranges: once.ranges.saturating_mul(times.max(1)),
                    groups: once.groups,
                }
            }
            HirKind::Capture(capture) => {
                let inner = Self::of(&capture.sub);
                Self {
                    groups: inner.groups + 1,
                    ..inner
                }
            }
            HirKind::Concat(parts) | HirKind::Alternation(parts) => all(parts),
        };
        shape.places = shape.places.saturating_add(1);
        shape
    }

    /// Estimated bytes of the compiled pattern.
    fn bytes(&self) -> usize {
        let bytes = self.ranges.saturating_mul(32);
        bytes
            .saturating_add(self.places.saturating_mul(64))
            .min(COMPILED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_as_much_work_as_it_has_places() {
        let places = |pattern| Shape::of(&regex_syntax::parse(pattern).unwrap()).places;
        assert_eq!(places("abc"), 4);
        assert_eq!(places("[a-z]+"), 3);
        assert!(places("(a|b)*c{3,9}") > 10);
        assert!(places("((a{50}){50}){50}") > 100_000);
        let groups = |pattern| Shape::of(&regex_syntax::parse(pattern).unwrap()).groups;
        assert_eq!(groups("(a)(?:b)((c))"), 3);
    }

    #[test]
    fn those_that_are_kept_are_compiled_once() {
        let expressions = Expressions::default();
        assert!(expressions.get("a+").1 >= COMPILING);
        assert_eq!(expressions.get("a+").1, 0);
        for i in 0..1000 {
            assert!(expressions.get(&format!(r"\w{i}")).0.is_ok());
        }
        assert!(expressions.0.lock().unwrap().bytes <= KEPT);
        assert!(expressions.get(&"a".repeat(LONGEST + 1)).0.is_err());
        assert!(expressions.get(&"(a)".repeat(GROUPS + 1)).0.is_err());
        assert!(expressions.get(r"\w{1000}{1000}").0.is_err());
    }
}
