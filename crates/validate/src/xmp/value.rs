//! Value types of XMP properties (XMP Specification, chapter 4): checks whether values match them.

use super::date;
use super::packet::{ArrayKind, Node, Value};

/// A type, parsed from its name in the specification or in extension schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Simple(Simple),
    Array(ArrayKind, Box<Type>),
    /// `Lang Alt`.
    Alternatives,
    /// A structure by its lower-case name.
    Structure(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simple {
    Any,
    Text,
    Boolean,
    Integer,
    Real,
    Date,
    MimeType,
    Uri,
    GpsCoordinate,
    GpsCoordinate2004,
}

impl Type {
    /// Parses a name like `bag ProperName`, `Lang Alt` or `closed Choice of Text`. An unknown word becomes a
    /// structure, which need not exist.
    pub(super) fn named(text: &str) -> Self {
        let text = text.to_ascii_lowercase();
        let mut words: Vec<&str> = Vec::new();
        for word in text.split_whitespace() {
            match (words.last(), word) {
                // A choice has the type of its values.
                (Some(&"open" | &"closed"), "choice") => {
                    words.pop();
                    words.push(word);
                }
                (Some(&"choice"), "of") => {}
                (Some(&"choice"), _) => {
                    words.pop();
                    words.push(word);
                }
                _ => words.push(word),
            }
        }
        if words.last() == Some(&"choice") {
            words.pop();
        }
        if words.is_empty() {
            return Self::Simple(Simple::Text);
        }
        if matches!(words.last(), Some(&("bag" | "seq" | "alt")))
            && !words.ends_with(&["lang", "alt"])
        {
            words.push("text");
        }
        Self::of_words(&words)
    }

    fn of_words(words: &[&str]) -> Self {
        let kind = match words {
            ["lang", "alt"] => return Self::Alternatives,
            ["bag", ..] => ArrayKind::Bag,
            ["seq", ..] => ArrayKind::Seq,
            ["alt", ..] => ArrayKind::Alt,
            _ => {
                let name = words.join(" ");
                return simple(&name).map_or(Self::Structure(name), Self::Simple);
            }
        };
        let items = words.get(1..).unwrap_or_default();
        Self::Array(kind, Box::new(Self::of_words(items)))
    }

    /// Whether `known` accepts every structure in the type.
    pub(super) fn is_defined(&self, known: &dyn Fn(&str) -> bool) -> bool {
        match self {
            // Only fields of predefined structures may have any type.
            Self::Simple(Simple::Any) => false,
            Self::Simple(_) | Self::Alternatives => true,
            Self::Array(_, items) => items.is_defined(known),
            Self::Structure(name) => known(name),
        }
    }
}

fn simple(name: &str) -> Option<Simple> {
    Some(match name {
        "any" => Simple::Any,
        // The PDF/A working group allows any text for these in metadata: real URIs contain braces and spaces.
        "text" | "propername" | "agentname" | "xpath" | "uri" | "url" | "rational" | "locale"
        | "renditionclass" => Simple::Text,
        "boolean" => Simple::Boolean,
        "integer" => Simple::Integer,
        "real" => Simple::Real,
        "date" => Simple::Date,
        "mimetype" => Simple::MimeType,
        "gpscoordinate" => Simple::GpsCoordinate,
        "gpscoordinate2004" => Simple::GpsCoordinate2004,
        _ => return None,
    })
}

impl Simple {
    /// Whether a text matches the type.
    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            Self::Any | Self::Text => true,
            Self::Boolean => matches!(text, "True" | "False"),
            Self::Integer => is_digits(unsigned(text)),
            Self::Real => is_real(unsigned(text)),
            Self::Date => date::is_iso(text),
            Self::MimeType => text
                .split_once('/')
                .is_some_and(|(kind, name)| is_mime_word(kind) && is_mime_word(name)),
            Self::Uri => is_uri(text),
            Self::GpsCoordinate => is_coordinate(text),
            Self::GpsCoordinate2004 => is_coordinate_of_2004(text),
        }
    }
}

/// The text without a leading sign.
fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_real(text: &str) -> bool {
    match text.split_once('.') {
        Some((whole, part)) => {
            (is_digits(whole) || whole.is_empty())
                && (is_digits(part) || part.is_empty())
                && !(whole.is_empty() && part.is_empty())
        }
        None => is_digits(text),
    }
}

fn is_mime_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'+' | b'.'))
}

/// Whether a text is a URI, more leniently than RFC 3986: without white space, controls and forbidden
/// characters, and with complete escapes.
fn is_uri(text: &str) -> bool {
    let allowed = |c: char| {
        !c.is_whitespace()
            && !c.is_control()
            && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
    };
    let mut parts = text.split('%');
    parts.next();
    let escaped = parts.all(|p| {
        p.as_bytes()
            .get(..2)
            .is_some_and(|h| h.iter().all(u8::is_ascii_hexdigit))
    });
    // A colon before any slash follows a scheme.
    let scheme = match text.split_once(':') {
        Some((before, after)) if !before.contains(['/', '?', '#']) => {
            before.starts_with(|c: char| c.is_ascii_alphabetic())
                && before
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
                && !after.is_empty()
        }
        _ => true,
    };
    escaped && scheme && text.chars().all(allowed) && text.matches('#').count() <= 1
}

/// Whether a text is `DDD,MM,SSk` or `DDD,MM.mmk`, with `k` one of N, S, E, W.
fn is_coordinate(text: &str) -> bool {
    let Some(numbers) = text.strip_suffix(['N', 'S', 'E', 'W']) else {
        return false;
    };
    let within = |text: &str, most: usize| is_digits(text) && text.len() <= most;
    let Some((degrees, rest)) = numbers.split_once(',') else {
        return false;
    };
    within(degrees, 3)
        && match rest.split_once(['.', ',']) {
            Some((minutes, part)) if rest.contains('.') => within(minutes, 2) && is_digits(part),
            Some((minutes, seconds)) => within(minutes, 2) && within(seconds, 2),
            None => false,
        }
}

/// The same by the specification of 2004, with two digits in every place.
fn is_coordinate_of_2004(text: &str) -> bool {
    is_coordinate(text) && text.len() == "DD,MM,SSk".len() && text.as_bytes().get(2) == Some(&b',')
}

/// Whether a property's value matches a type; `structure` decides about structures by name.
pub(super) fn fits(node: &Node, of: &Type, structure: &dyn Fn(&str, &Node) -> bool) -> bool {
    match (of, &node.value) {
        (Type::Simple(Simple::Any), _) => true,
        (Type::Simple(simple), Value::Text(text)) => simple.fits(text),
        (Type::Array(kind, items), Value::Array(written, nodes)) => {
            kind == written && nodes.iter().all(|n| fits(n, items, structure))
        }
        (Type::Alternatives, Value::Array(ArrayKind::Alt, nodes)) => {
            nodes.is_empty() || nodes.iter().any(|n| n.lang.is_some())
        }
        (Type::Structure(name), _) => structure(name, node),
        _ => false,
    }
}

/// The innermost part of a value that does not match its type.
pub(super) fn misfit<'n>(
    node: &'n Node,
    of: &Type,
    structure: &dyn Fn(&str, &Node) -> bool,
) -> &'n Node {
    let (Type::Array(kind, items), Value::Array(written, nodes)) = (of, &node.value) else {
        return node;
    };
    let mut nodes = nodes.iter().filter(|_| kind == written);
    let bad = nodes.find(|n| !fits(n, items, structure));
    bad.map_or(node, |n| misfit(n, items, structure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_are_understood_as_people_write_them() {
        assert_eq!(Type::named("Text"), Type::Simple(Simple::Text));
        assert_eq!(Type::named("Lang Alt"), Type::Alternatives);
        assert_eq!(
            Type::named("bag ProperName"),
            Type::Array(ArrayKind::Bag, Box::new(Type::Simple(Simple::Text)))
        );
        assert_eq!(
            Type::named("open Choice of Integer"),
            Type::Simple(Simple::Integer)
        );
        assert_eq!(Type::named("closed choice"), Type::Simple(Simple::Text));
        assert_eq!(
            Type::named("seq closed Choice of Integer"),
            Type::Array(ArrayKind::Seq, Box::new(Type::Simple(Simple::Integer)))
        );
        assert_eq!(
            Type::named("Bag Lang Alt"),
            Type::Array(ArrayKind::Bag, Box::new(Type::Alternatives))
        );
        assert_eq!(Type::named("bag of Text"), {
            let items = Type::Structure("of text".into());
            Type::Array(ArrayKind::Bag, Box::new(items))
        });
        assert_eq!(Type::named("Mine"), Type::Structure("mine".into()));
    }

    #[test]
    fn the_bad_item_of_an_array_is_found() {
        let node = |value| Node {
            namespace: String::new(),
            prefix: "p".into(),
            name: "dates".into(),
            lang: None,
            value,
        };
        let texts = ["2016", "yesterday"].map(|text| node(Value::Text(text.into())));
        let dates = node(Value::Array(ArrayKind::Seq, texts.into()));
        let none = |_: &str, _: &Node| false;
        let bad = misfit(&dates, &Type::named("seq Date"), &none);
        assert_eq!(bad.text(), Some("yesterday"));
        let bad = misfit(&dates, &Type::named("bag Date"), &none);
        assert_eq!(bad.written(), "p:dates: Seq of 2 items");
    }

    #[test]
    fn simple_types_have_their_forms() {
        assert!(Simple::Boolean.fits("True") && !Simple::Boolean.fits("true"));
        assert!(Simple::Integer.fits("-12") && !Simple::Integer.fits("1.0"));
        assert!(Simple::Real.fits("1.") && Simple::Real.fits("-.5") && !Simple::Real.fits("."));
        assert!(Simple::MimeType.fits("application/pdf") && !Simple::MimeType.fits("pdf"));
        assert!(
            Simple::Uri.fits("uuid:1e9a") && !Simple::Uri.fits("a b") && !Simple::Uri.fits("a:")
        );
        assert!(Simple::GpsCoordinate.fits("52,13.5N") && !Simple::GpsCoordinate.fits("52.1"));
        assert!(Simple::GpsCoordinate2004.fits("52,13.50N"));
        assert!(!Simple::GpsCoordinate2004.fits("052,13.5N"));
    }
}
