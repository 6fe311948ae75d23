//! Builds the `custom` attribute, in which Transkribus, eScriptorium and Kraken store what the schema cannot
//! express: `readingOrder {index:0;} structure {type:heading;}`.

use crate::write::xml::Xml;

/// Value of the attribute.
#[derive(Debug, Default)]
pub(super) struct Custom(String);

impl Custom {
    /// Adds an entry with its properties.
    pub(super) fn add(&mut self, name: &str, properties: &[(&str, &str)]) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(name);
        self.0.push_str(" {");
        for (property, value) in properties {
            self.0.push_str(property);
            self.0.push(':');
            for c in value.chars() {
                match c {
                    // These would end the value; escaped as Transkribus does.
                    ';' => self.0.push_str("\\u003b"),
                    '{' => self.0.push_str("\\u007b"),
                    '}' => self.0.push_str("\\u007d"),
                    '\\' => self.0.push_str("\\u005c"),
                    ':' => self.0.push_str("\\u003a"),
                    c => self.0.push(c),
                }
            }
            self.0.push(';');
        }
        self.0.push('}');
    }

    /// Writes the attribute, unless there are no entries.
    pub(super) fn write(&self, xml: &mut Xml) {
        if !self.0.is_empty() {
            xml.attribute("custom", &self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_end_early() {
        let mut custom = Custom::default();
        custom.add("readingOrder", &[("index", "0")]);
        custom.add("structure", &[("type", "a;} b"), ("level", "2")]);
        assert_eq!(
            custom.0,
            r"readingOrder {index:0;} structure {type:a\u003b\u007d b;level:2;}"
        );
    }
}
