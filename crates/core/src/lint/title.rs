//! Parses and checks the grammar of `title`: `name value; name value`.

/// A property.
#[derive(Debug, PartialEq)]
pub(super) struct Property<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

/// The names of hOCR 1.2; names specific to a program begin with `x_`.
const NAMES: &str = "\
    baseline bbox cflow cuts hardbreak image imagemd5 lpageno nlp order poly ppageno \
    scan_res textangle x_bboxes x_confs x_font x_fsize x_scanner x_wconf";

/// Parses the properties of a title. Also returns the first error in the syntax between properties.
pub(super) fn parse(title: &str) -> (Vec<Property<'_>>, Option<String>) {
    let mut properties = Vec::new();
    let mut wrong = None;
    let mut rest = title;
    while !rest.is_empty() {
        let mut quote = None;
        let end = rest.find(|c| {
            match quote {
                Some(open) if c == open => quote = None,
                None if c == '"' || c == '\'' => quote = Some(c),
                None if c == ';' => return true,
                _ => {}
            }
            false
        });
        if quote.is_some() {
            wrong = Some("a string does not end".to_owned());
        }
        let (property, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let (name, value) = property
            .trim()
            .split_once(' ')
            .unwrap_or((property.trim(), ""));
        if name.is_empty() {
            wrong = Some("there is nothing between two \";\", or before one".to_owned());
        } else {
            properties.push(Property {
                name,
                value: value.trim(),
            });
        }
        rest = match behind.strip_prefix(';') {
            None => behind,
            Some(next) if next.trim().is_empty() => {
                wrong = Some("take out the \";\" at the end".to_owned());
                ""
            }
            Some(next) => match next.strip_prefix(' ').filter(|n| !n.starts_with(' ')) {
                Some(next) => next,
                None => {
                    wrong = Some("write \"; \" between properties, with one space".to_owned());
                    next.trim_start()
                }
            },
        };
    }
    (properties, wrong)
}

/// Returns the problem with a property's value, if any.
pub(super) fn wrong(property: &Property<'_>) -> Option<String> {
    let Property { name, value } = *property;
    let ok = match name {
        "bbox" => bbox(value).is_some(),
        "x_bboxes" => {
            let values: Vec<&str> = value.split(' ').collect();
            values.len().is_multiple_of(4) && values.iter().all(|v| is_integer(v))
        }
        "baseline" | "x_confs" => value.split(' ').all(is_number),
        "textangle" | "x_size" | "x_ascenders" | "x_descenders" => is_number(value),
        "scan_res" => value.split(' ').count() == 2 && value.split(' ').all(is_number),
        "ppageno" | "order" | "x_fsize" => is_integer(value),
        "x_wconf" => is_integer(value) && value.parse().is_ok_and(|n: u32| n <= 100),
        "imagemd5" => {
            string(value).is_some_and(|s| s.len() == 32 && s.bytes().all(|b| b.is_ascii_hexdigit()))
        }
        "image" | "x_font" => string(value).is_some(),
        _ if name.starts_with("x_") => true,
        _ if NAMES.split_whitespace().any(|known| known == name) => true,
        _ => {
            let hint = crate::suggest::did_you_mean(name, NAMES.split_whitespace());
            return Some(format!(
                "\"{name}\" is not a property of hOCR{hint}: a program's own properties begin with x_"
            ));
        }
    };
    if ok {
        return None;
    }
    let wanted = match name {
        "bbox" => "four whole numbers, left and top before right and bottom",
        "x_bboxes" => "four whole numbers for each character",
        "baseline" | "x_confs" => "numbers without exponents",
        "scan_res" => "two numbers, pixels an inch",
        "ppageno" | "order" | "x_fsize" => "a whole number",
        "x_wconf" => "a whole number from 0 to 100",
        "imagemd5" => "32 hexadecimal digits in double quotes",
        "image" | "x_font" => "a string in double quotes, without \";\"",
        _ => "a number without exponent",
    };
    Some(format!("{name} is \"{value}\": write {wanted}"))
}

/// Parses the edges of a box: left, top, right, bottom.
pub(super) fn bbox(value: &str) -> Option<[u32; 4]> {
    let mut values = value
        .split(' ')
        .map(|v| v.parse().ok().filter(|_| is_integer(v)));
    let mut next = || values.next().flatten();
    let edges = [next()?, next()?, next()?, next()?];
    let [x0, y0, x1, y1] = edges;
    (values.next().is_none() && x0 <= x1 && y0 <= y1).then_some(edges)
}

fn is_integer(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.split_once('.') {
        Some((whole, fraction)) => is_integer(whole) && is_integer(fraction),
        None => is_integer(digits),
    }
}

/// Returns the text between double quotes.
fn string(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', ';'])).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_taken_apart_outside_of_strings() {
        let (properties, wrong) = parse("image \"a; b\"; bbox 0 0 1 1");
        let names: Vec<_> = properties.iter().map(|p| (p.name, p.value)).collect();
        assert_eq!(names, [("image", "\"a; b\""), ("bbox", "0 0 1 1")]);
        assert_eq!(wrong, None);
        for bad in [
            "bbox 0 0 1 1;",
            "bbox 0 0 1 1;x_wconf 9",
            "bbox 0 0 1 1;  x_wconf 9",
            "; bbox 0 0 1 1",
            "x_font \"a",
        ] {
            assert!(parse(bad).1.is_some(), "{bad}");
        }
    }

    #[test]
    fn values_are_as_their_properties_have_them() {
        let is_wrong = |text: &str| wrong(&parse(text).0[0]).is_some();
        for good in [
            "bbox 0 0 10 20",
            "baseline -0.01 -5",
            "x_wconf 95",
            "scan_res 300 300",
            "x_font \"Times\"",
            "x_anything 1e9",
            "cflow \"a\"",
            "x_bboxes 0 0 1 1 1 0 2 1",
        ] {
            assert!(!is_wrong(good), "{good}");
        }
        for bad in [
            "bbox 0 0 10",
            "bbox 5 0 1 1",
            "bbox -1 0 1 1",
            "bbox 0.5 0 1 1",
            "baseline 1e-3 0",
            "x_wconf 95.5",
            "x_wconf 101",
            "x_fsize 9.5",
            "x_font Times",
            "image 'a'",
            "scan_res 300",
            "imagemd5 \"0\"",
            "bobx 0 0 1 1",
            "x_bboxes 0 0 1",
        ] {
            assert!(is_wrong(bad), "{bad}");
        }
    }
}
