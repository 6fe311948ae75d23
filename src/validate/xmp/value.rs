//! Value types of XMP properties (XMP Specification, chapter 4): does a value have the form that
//! its type asks for?

use super::packet::{ArrayKind, Node, Value};

/// A type by its name, as the specification and extension schemas write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Simple(Simple),
    Array(ArrayKind, Box<Type>),
    /// `Lang Alt`.
    Alternatives,
    /// A structure, by its name in small letters.
    Structure(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simple {
    Any,
    Text,
    Boolean,
    Integer,
    Real,
    Rational,
    Date,
    MimeType,
    Locale,
    Uri,
    GpsCoordinate,
    RenditionClass,
}

impl Type {
    /// Reads a name like `bag ProperName`, `Lang Alt` or `closed Choice of Text`. A word that is no
    /// known type is a structure, which may exist or not.
    pub(super) fn named(text: &str) -> Self {
        let text = text.trim().to_ascii_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        Self::of_words(&words)
    }

    fn of_words(words: &[&str]) -> Self {
        match words {
            ["lang", "alt"] => Self::Alternatives,
            ["open" | "closed", rest @ ..] if rest.first() == Some(&"choice") => {
                Self::of_words(rest)
            }
            ["choice", "of", rest @ ..] | ["choice", rest @ ..] if !rest.is_empty() => {
                Self::of_words(rest)
            }
            ["choice"] => Self::Simple(Simple::Text),
            ["bag" | "unordered", rest @ ..] if !rest.is_empty() => {
                Self::array(ArrayKind::Bag, rest)
            }
            ["seq" | "ordered", rest @ ..] if !rest.is_empty() => Self::array(ArrayKind::Seq, rest),
            ["alt" | "alternative", rest @ ..] if !rest.is_empty() => {
                Self::array(ArrayKind::Alt, rest)
            }
            ["bag"] => Self::array(ArrayKind::Bag, &["text"]),
            ["seq"] => Self::array(ArrayKind::Seq, &["text"]),
            ["alt"] => Self::array(ArrayKind::Alt, &["text"]),
            ["array", "of", rest @ ..] => Self::of_words(rest),
            _ => {
                let name = words.join(" ");
                simple(&name).map_or(Self::Structure(name), Self::Simple)
            }
        }
    }

    fn array(kind: ArrayKind, items: &[&str]) -> Self {
        let items = match items {
            ["array" | "of", rest @ ..] => rest,
            other => other,
        };
        Self::Array(kind, Box::new(Self::of_words(items)))
    }

    /// Every structure in the type is one that `known` knows.
    pub(super) fn is_defined(&self, known: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Simple(_) | Self::Alternatives => true,
            Self::Array(_, items) => items.is_defined(known),
            Self::Structure(name) => known(name),
        }
    }
}

fn simple(name: &str) -> Option<Simple> {
    Some(match name {
        "any" => Simple::Any,
        // The working group of PDF/A reads URIs and URLs in metadata as any text: real ones have
        // braces and spaces in them.
        "text" | "propername" | "agentname" | "xpath" | "guid" | "uri" | "url" => Simple::Text,
        "boolean" => Simple::Boolean,
        "integer" => Simple::Integer,
        "real" => Simple::Real,
        "rational" => Simple::Rational,
        "date" => Simple::Date,
        "mimetype" => Simple::MimeType,
        "locale" => Simple::Locale,
        "gpscoordinate" => Simple::GpsCoordinate,
        "renditionclass" => Simple::RenditionClass,
        _ => return None,
    })
}

impl Simple {
    /// Whether a text has the form of the type.
    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            Self::Any | Self::Text => true,
            Self::Boolean => matches!(text, "True" | "False"),
            Self::Integer => is_digits(unsigned(text)),
            Self::Real => is_real(unsigned(text)),
            Self::Rational => text
                .split_once('/')
                .is_some_and(|(n, d)| is_digits(n) && is_digits(d)),
            Self::Date => is_date(text),
            Self::MimeType => text
                .split_once('/')
                .is_some_and(|(kind, name)| is_mime_word(kind) && is_mime_word(name)),
            Self::Locale => is_language_tag(text),
            Self::Uri => is_uri(text),
            Self::GpsCoordinate => is_coordinate(text),
            Self::RenditionClass => {
                !text.is_empty() && text.split(':').all(|part| !part.is_empty())
            }
        }
    }
}

/// Without a sign before it.
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

/// RFC 3066: `en`, `zh-Hant`, `x-default`.
pub(super) fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let word = |part: &str| (1..=8).contains(&part.len());
    parts
        .next()
        .is_some_and(|p| word(p) && p.bytes().all(|b| b.is_ascii_alphabetic()))
        && parts.all(|p| word(p) && p.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// RFC 3986, as loosely as URIs are written: a text without white space, controls and the
/// characters that no URI may have, whose escapes are whole.
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
    // A scheme, where there is one, is a word; nothing is before its colon otherwise.
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

/// `DDD,MM,SSk` or `DDD,MM.mmk`, where `k` is one of N, S, E, W.
fn is_coordinate(text: &str) -> bool {
    let Some(numbers) = text.strip_suffix(['N', 'S', 'E', 'W']) else {
        return false;
    };
    let parts: Vec<&str> = numbers.split(',').collect();
    match parts.as_slice() {
        [degrees, minutes, seconds] => [degrees, minutes, seconds].iter().all(|p| is_digits(p)),
        [degrees, minutes] => minutes
            .split_once('.')
            .is_some_and(|(whole, part)| is_digits(degrees) && is_digits(whole) && is_digits(part)),
        _ => false,
    }
}

/// ISO 8601 as XMP has it: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, and with a time behind `T`:
/// `hh:mm`, `hh:mm:ss` or `hh:mm:ss.s`, and a zone `Z` or `±hh:mm`.
pub(super) fn is_date(text: &str) -> bool {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let within = |text: &str, low: u32, high: u32| {
        text.len() == 2 && is_digits(text) && text.parse().is_ok_and(|n| (low..=high).contains(&n))
    };
    let parts: Vec<&str> = date.split('-').collect();
    let year = |y: &str| y.len() == 4 && is_digits(y);
    let date_fits = match parts.as_slice() {
        [y] => year(y) && time.is_none(),
        [y, m] => year(y) && within(m, 1, 12) && time.is_none(),
        [y, m, d] => year(y) && within(m, 1, 12) && within(d, 1, 31),
        _ => false,
    };
    let zone_fits = |zone: &str| {
        zone == "Z"
            || zone
                .strip_prefix(['+', '-'])
                .and_then(|z| z.split_once(':'))
                .is_some_and(|(h, m)| within(h, 0, 23) && within(m, 0, 59))
    };
    let time_fits = |time: &str| {
        let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
        let (clock, zone) = time.split_at(zone);
        let parts: Vec<&str> = clock.split(':').collect();
        let second = |s: &str| match s.split_once('.') {
            Some((whole, part)) => within(whole, 0, 59) && is_digits(part),
            None => within(s, 0, 59),
        };
        let clock_fits = match parts.as_slice() {
            [h, m] => within(h, 0, 23) && within(m, 0, 59),
            [h, m, s] => within(h, 0, 23) && within(m, 0, 59) && second(s),
            _ => false,
        };
        clock_fits && (zone.is_empty() || zone_fits(zone))
    };
    date_fits && time.is_none_or(time_fits)
}

/// Whether a property's value is of a type; `structure` judges structures by their names.
pub(super) fn fits(node: &Node, of: &Type, structure: &dyn Fn(&str, &Node) -> bool) -> bool {
    match (of, &node.value) {
        (Type::Simple(Simple::Any), _) => true,
        (Type::Simple(simple), Value::Text(text)) => simple.fits(text),
        (Type::Array(kind, items), Value::Array(written, nodes)) => {
            kind == written && nodes.iter().all(|n| fits(n, items, structure))
        }
        (Type::Alternatives, Value::Array(ArrayKind::Alt, nodes)) => nodes
            .iter()
            .all(|n| n.text().is_some() && n.lang.as_deref().is_some_and(is_language_tag)),
        (Type::Structure(name), _) => structure(name, node),
        _ => false,
    }
}

/// Of a value that is not of a type, the innermost part that is not of its own.
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
    fn dates_are_those_of_iso_8601() {
        for good in [
            "2016",
            "2016-02",
            "2016-02-01",
            "2016-02-01T13:19Z",
            "2016-02-01T13:19:21+01:00",
            "2016-02-01T13:19:21.5Z",
            "2016-02-01T13:19:21",
        ] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "",
            "16",
            "2016-13",
            "2016-02-32",
            "2016T10:00",
            "D:20160201",
            "2016-02-01T25:00Z",
            "2016-02-01T10:00:61Z",
            "2016-02-01T10",
            "2016/02/01",
            "2016-2-1",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn simple_types_have_their_forms() {
        assert!(Simple::Boolean.fits("True") && !Simple::Boolean.fits("true"));
        assert!(Simple::Integer.fits("-12") && !Simple::Integer.fits("1.0"));
        assert!(Simple::Real.fits("1.") && Simple::Real.fits("-.5") && !Simple::Real.fits("."));
        assert!(Simple::Rational.fits("1/3") && !Simple::Rational.fits("1"));
        assert!(Simple::MimeType.fits("application/pdf") && !Simple::MimeType.fits("pdf"));
        assert!(
            Simple::Uri.fits("uuid:1e9a") && !Simple::Uri.fits("a b") && !Simple::Uri.fits("a:")
        );
        assert!(Simple::GpsCoordinate.fits("52,13.5N") && !Simple::GpsCoordinate.fits("52.1"));
        assert!(is_language_tag("x-default") && !is_language_tag("en_US"));
    }
}
