//! Limits the nesting of a source before the engine parses it, because the parser and all later passes are
//! recursive.

/// Maximum nesting of brackets, and maximum indent of a line in characters.
const BRACKETS: usize = 200;
const INDENT: usize = 400;
/// Maximum bytes between two commas at the same bracket level; strings and long names count less. Each
/// operator in them can add a level of nesting.
const EXPRESSION: usize = 8000;
/// Maximum bytes of a name or number.
const NAME: usize = 256;
/// Maximum number of `lambda`, `elif` and `else` in a source: each can contain all that follows.
const CHAINED: usize = 500;

/// Returns the line, from 1, at which a source is nested too deep.
pub(crate) fn too_deep(source: &str) -> Option<usize> {
    let mut scan = Scan {
        rest: source,
        line: 1,
        open: vec![0],
        chained: 0,
    };
    while !scan.rest.is_empty() {
        if scan.step() {
            return Some(scan.line);
        }
    }
    None
}

struct Scan<'a> {
    rest: &'a str,
    line: usize,
    /// Bytes since the last comma: outside brackets, then for each open bracket.
    open: Vec<usize>,
    chained: usize,
}

impl Scan<'_> {
    /// Reads the next token. Returns `true` if the nesting is too deep there.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        let mut length = first.len_utf8();
        let mut weight = length;
        match first {
            '\n' => {
                self.line += 1;
                let indent =
                    self.rest[1..].len() - self.rest[1..].trim_start_matches([' ', '\t']).len();
                if let [only] = &mut *self.open {
                    *only = 0;
                    if indent > INDENT {
                        return true;
                    }
                }
                weight = 0;
            }
            ' ' | '\t' | '\r' => weight = 0,
            '#' => {
                length = self.rest.find('\n').unwrap_or(self.rest.len());
                weight = 0;
            }
            '"' | '\'' => {
                length = string_length(self.rest, first);
                self.line += self.rest[..length].matches('\n').count();
                weight = 1;
            }
            '(' | '[' | '{' => self.open.push(0),
            ')' | ']' | '}' if self.open.len() > 1 => {
                self.open.pop();
            }
            ',' => {
                if let Some(last) = self.open.last_mut() {
                    *last = 0;
                }
            }
            c if c.is_alphanumeric() || c == '_' => {
                let end = |c: char| !(c.is_alphanumeric() || c == '_');
                length = self.rest.find(end).unwrap_or(self.rest.len());
                if length > NAME {
                    return true;
                }
                if ["lambda", "elif", "else"].contains(&&self.rest[..length]) {
                    self.chained += 1;
                }
                // A name adds at most one level, however long it is.
                weight = length.min(3);
            }
            _ => {}
        }
        self.rest = &self.rest[length..];
        if let Some(last) = self.open.last_mut() {
            *last += weight;
        }
        let longest = self.open.last().copied().unwrap_or(0);
        self.open.len() > BRACKETS || longest > EXPRESSION || self.chained > CHAINED
    }
}

/// The bytes of the string literal at the start of `text`.
fn string_length(text: &str, quote: char) -> usize {
    let three = [quote; 3].iter().collect::<String>();
    let ending = if text.starts_with(&three) { 3 } else { 1 };
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(ending) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if ending == 1 && (c == quote || c == '\n') {
            // An unterminated string is an error that the parser reports.
            return if c == quote { at + 1 } else { at };
        } else if ending == 3 && text[at..].starts_with(&three) {
            return at + 3;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_nested_counts() {
        let table = format!(
            "WORDS = [{}]\n",
            "(\"a,b\", 'it\\'s ((', 1 + 2), # ((\n".repeat(3000)
        );
        assert_eq!(too_deep(&table), None);
        let calls = "f(a, [b, {c: (d, e)}])\n".repeat(3000);
        assert_eq!(too_deep(&calls), None);
        let text = format!("\"\"\"{}\"\"\"\nx = ']'\n", "((\n".repeat(9000));
        assert_eq!(too_deep(&text), None);
        assert_eq!(too_deep("'open\n)))\n"), None);
    }

    #[test]
    fn what_is_nested_too_deep_is_found_with_its_line() {
        for (deep, line) in [
            (format!("\nx = {}", "(".repeat(201)), 2),
            (format!("x = {}1", "-".repeat(9000)), 1),
            ("x = 1+\\\n1".to_owned(), 0),
            (format!("x = (\n{}1)", "1+".repeat(9000)), 2),
            (format!("x = {}1", "f(a, ".repeat(300)), 1),
            (format!("x = {}1", "lambda a, b: ".repeat(600)), 1),
            (format!("if x:\n{}y", " ".repeat(500)), 2),
            (format!("x = 1{}", ".a".repeat(9000)), 1),
        ] {
            assert_eq!(too_deep(&deep), (line > 0).then_some(line), "{:.40}", deep);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_scanned_to_its_end(text in "[-+a(\\[{}\\])'\"\\\\,#\\n é]{0,200}") {
            proptest::prop_assert_eq!(too_deep(&text), None);
        }
    }
}
