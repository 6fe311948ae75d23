//! Content streams (ISO 32000-1, 7.8.2), written compactly: words have three numbers each.

use crate::write::number::push_integer;

/// Operators and operands.
#[derive(Debug, Default)]
pub(super) struct ContentStream(Vec<u8>);

impl ContentStream {
    /// Appends an operator.
    pub(super) fn operator(&mut self, operator: &str) {
        self.space();
        self.0.extend(operator.bytes());
    }

    /// Appends a name.
    pub(super) fn name(&mut self, name: &str) {
        self.0.push(b'/');
        self.0.extend(name.bytes());
    }

    /// Appends a number in tenths.
    pub(super) fn tenths(&mut self, value: i32) {
        self.decimal(value, 10);
    }

    /// Appends a number in thousandths.
    pub(super) fn thousandths(&mut self, value: f32) {
        self.decimal((value * 1000.0).round() as i32, 1000);
    }

    /// Appends a number as a fraction of a power of ten, without zeros at its end.
    fn decimal(&mut self, value: i32, mut unit: i32) {
        let mut value = i64::from(value);
        while unit > 1 && value % 10 == 0 {
            (value, unit) = (value / 10, unit / 10);
        }
        self.space();
        if value < 0 {
            self.0.push(b'-');
        }
        let (value, unit) = (value.unsigned_abs(), u64::from(unit.unsigned_abs()));
        let mut digits = String::new();
        if value >= unit {
            push_integer((value / unit) as u32, &mut digits);
        }
        if unit > 1 {
            digits.push('.');
            let zeros = unit.ilog10() as usize;
            digits.push_str(&format!("{:0zeros$}", value % unit));
        }
        if digits.is_empty() {
            digits.push('0');
        }
        self.0.extend(digits.bytes());
    }

    /// Appends a literal string (7.3.4.2).
    pub(super) fn string(&mut self, bytes: &[u8]) {
        self.0.push(b'(');
        for &byte in bytes {
            match byte {
                b'(' | b')' | b'\\' => self.0.extend([b'\\', byte]),
                // Readers take an end of line in a string for a line feed.
                b'\r' => self.0.extend(b"\\r"),
                byte => self.0.push(byte),
            }
        }
        self.0.push(b')');
    }

    /// Appends bytes as they are.
    pub(super) fn raw(&mut self, text: &str) {
        self.space();
        self.0.extend(text.bytes());
    }

    /// Appends bytes without separating them.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Separates the next token from the last one, unless a delimiter does.
    fn space(&mut self) {
        let delimits = |byte: &u8| b" ()<>[]{}/\n".contains(byte);
        if self.0.last().is_some_and(|last| !delimits(last)) {
            self.0.push(b' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_strings_escaped() {
        let mut stream = ContentStream::default();
        for value in [0, 5, -5, 120, 123, -123] {
            stream.tenths(value);
        }
        stream.thousandths(0.0625);
        stream.thousandths(1.0);
        stream.name("F1");
        stream.tenths(95);
        stream.operator("Tf");
        stream.string(b"a(\\\r\0)");
        stream.operator("Tj");
        assert_eq!(
            stream.into_bytes(),
            b"0 .5 -.5 12 12.3 -12.3 .063 1/F1 9.5 Tf(a\\(\\\\\\r\0\\))Tj"
        );
    }
}
