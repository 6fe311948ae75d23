//! The attribute `custom`, in which Transkribus and others store data for which PAGE has no attribute:
//! `readingOrder {index:0;} structure {type:heading;} textStyle {offset:0; length:4; bold:true;}`.

use crate::read::markup::Element;

/// Maximum number of entries of an attribute that are read.
const MAX: usize = 1000;

/// Decodes the escapes of a value, such as `\\u003b`.
pub(super) fn plain(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once("\\u") {
        out.push_str(before);
        let code = behind
            .get(..4)
            .and_then(|d| u32::from_str_radix(d, 16).ok());
        match code.and_then(char::from_u32) {
            Some(c) => {
                out.push(c);
                rest = behind.get(4..).unwrap_or_default();
            }
            None => {
                out.push_str("\\u");
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The entries of an attribute: their names, each with its values by key.
#[derive(Debug, Default)]
pub(super) struct Custom<'m>(Vec<(&'m str, Vec<(&'m str, &'m str)>)>);

impl<'m> Custom<'m> {
    pub(super) fn of(element: Element<'m>) -> Self {
        Self::parse(element.attribute("custom").unwrap_or_default())
    }

    fn parse(text: &'m str) -> Self {
        let entries = text.split('}').take(MAX).filter_map(|entry| {
            let (name, values) = entry.split_once('{')?;
            let values = values.split(';').filter_map(|value| {
                let (name, value) = value.split_once(':')?;
                Some((name.trim(), value.trim()))
            });
            Some((name.trim(), values.collect()))
        });
        Self(entries.collect())
    }

    /// All entries with a name.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &[(&'m str, &'m str)]> {
        let own = self.0.iter().filter(move |(n, _)| *n == name);
        own.map(|(_, values)| values.as_slice())
    }

    /// A value of the first entry with a name.
    pub(super) fn value(&self, name: &str, value: &str) -> Option<&'m str> {
        get(self.all(name).next()?, value).filter(|v| !v.is_empty())
    }
}

/// The value of a key in an entry.
pub(super) fn get<'m>(entry: &[(&'m str, &'m str)], name: &str) -> Option<&'m str> {
    entry.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_values_by_name() {
        let custom = Custom::parse(
            "readingOrder {index:3;} structure {type:$pac;} textStyle {offset:0; bold:true;}",
        );
        assert_eq!(custom.value("readingOrder", "index"), Some("3"));
        assert_eq!(custom.value("structure", "type"), Some("$pac"));
        let styles: Vec<_> = custom.all("textStyle").collect();
        assert_eq!(get(styles[0], "bold"), Some("true"));
        assert_eq!(Custom::parse("}{;:").value("", ""), None);
    }
}
