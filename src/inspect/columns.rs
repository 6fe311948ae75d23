//! Formats listings as text: columns with headings, like `pdffonts` and `pdfimages -list`.

use pdfa2hocr_core::visible::visible;

/// A listing of rows.
pub(super) struct Columns {
    /// The headings, and whether the column is aligned to the right.
    heads: Vec<(&'static str, bool)>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// The headings of columns, separated by `|`. A colon at the end aligns the column to the right.
    pub(super) fn new(heads: &'static str) -> Self {
        let heads = heads.split('|').map(str::trim);
        let heads = heads.map(|head| match head.strip_suffix(':') {
            Some(head) => (head, true),
            None => (head, false),
        });
        Self {
            heads: heads.collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; empty values are shown as `-`.
    pub(super) fn row<const N: usize>(&mut self, values: [String; N]) {
        let shown = |value: String| match value.is_empty() {
            true => "-".to_owned(),
            false => visible(&value).into_owned(),
        };
        self.rows.push(values.into_iter().map(shown).collect());
    }

    /// Returns the headings, a rule, and the rows.
    pub(super) fn write(&self) -> String {
        let mut widths: Vec<usize> = self.heads.iter().map(|(head, _)| head.len()).collect();
        for row in &self.rows {
            for (width, value) in widths.iter_mut().zip(row) {
                *width = (*width).max(value.chars().count());
            }
        }
        let mut out = String::new();
        let line = |values: &mut dyn Iterator<Item = (&str, bool)>, out: &mut String| {
            let start = out.len();
            for (at, ((value, is_right), width)) in values.zip(&widths).enumerate() {
                let gap = " ".repeat(width.saturating_sub(value.chars().count()));
                if at > 0 {
                    out.push(' ');
                }
                match is_right {
                    true => out.extend([&gap, value]),
                    false => out.extend([value, &gap]),
                }
            }
            out.truncate(start + out.get(start..).unwrap_or_default().trim_end().len());
            out.push('\n');
        };
        let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        line(&mut self.heads.iter().copied(), &mut out);
        line(
            &mut rules.iter().map(|rule| (rule.as_str(), false)),
            &mut out,
        );
        for row in &self.rows {
            let sides = self.heads.iter().map(|(_, side)| *side);
            line(&mut row.iter().map(String::as_str).zip(sides), &mut out);
        }
        out
    }
}

/// Returns `yes` or `no`.
pub(super) fn yes_or_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

/// Returns a value as text, or an empty text.
pub(super) fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_is_in_them() {
        let mut columns = Columns::new("name | n:");
        columns.row(["żółć\u{1b}".into(), "7".into()]);
        columns.row([String::new(), "1000".into()]);
        assert_eq!(
            columns.write(),
            "name          n\n---------- ----\nżółć\\u{1b}    7\n-          1000\n"
        );
    }
}
