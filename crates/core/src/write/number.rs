//! Formats numbers as in hOCR: no exponent, no minus zero, three decimals at most.
//!
//! Integers of boxes are short. Copying their digits from tables takes two thirds of the time of `itoa`.

/// All numbers with two digits, concatenated, and those with three digits.
const TWO_DIGITS: &str = ascii(&numbers::<200>(2));
const THREE_DIGITS: &str = ascii(&numbers::<3000>(3));

const fn numbers<const BYTES: usize>(width: usize) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let mut n = 0;
    while n * width < BYTES {
        let (mut rest, mut digit) = (n, width);
        while digit > 0 {
            digit -= 1;
            bytes[n * width + digit] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        n += 1;
    }
    bytes
}

const fn ascii(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(digits) => digits,
        Err(_) => panic!("digits are ASCII"),
    }
}

/// Appends a number of `WIDTH` digits from its table. The constant width lets the compiler copy with one or
/// two instructions.
fn push_digits<const WIDTH: usize>(value: u32, table: &str, out: &mut String) {
    let at = WIDTH * value as usize;
    if let Some(digits) = table.get(at..at + WIDTH) {
        out.push_str(digits);
    }
}

/// Appends a number below ten.
fn push_digit(value: u32, out: &mut String) {
    out.push(char::from(b'0' + value as u8));
}

/// Appends an integer. A box needs four, usually of up to four digits.
pub(super) fn push_integer(value: u32, out: &mut String) {
    match value {
        0..10 => push_digit(value, out),
        10..100 => push_digits::<2>(value, TWO_DIGITS, out),
        100..1000 => push_digits::<3>(value, THREE_DIGITS, out),
        1000..10_000 => {
            push_digit(value / 1000, out);
            push_digits::<3>(value % 1000, THREE_DIGITS, out);
        }
        _ => {
            push_integer(value / 1000, out);
            push_digits::<3>(value % 1000, THREE_DIGITS, out);
        }
    }
}

/// Appends an integer of any length, as ids are.
pub(super) fn push_long(value: u64, out: &mut String) {
    match u32::try_from(value) {
        Ok(value) => push_integer(value, out),
        Err(_) => {
            push_long(value / 1000, out);
            push_digits::<3>((value % 1000) as u32, THREE_DIGITS, out);
        }
    }
}

/// Appends a number rounded to `decimals` (3 at most), without trailing zeros. Infinities and values beyond
/// `u32::MAX` are clamped; NaN becomes 0.
pub(super) fn push_number(value: f64, decimals: u32, out: &mut String) {
    let decimals = decimals.min(3);
    let unit = 10u64.pow(decimals);
    let whole_most = f64::from(u32::MAX);
    let units = (value.clamp(-whole_most, whole_most) * unit as f64).round();
    if units < 0.0 {
        out.push('-');
    }
    let units = units.abs() as u64;
    push_integer(u32::try_from(units / unit).unwrap_or(u32::MAX), out);
    let mut fraction = units % unit;
    let mut place = unit / 10;
    if fraction > 0 {
        out.push('.');
    }
    while fraction > 0 && place > 0 {
        push_digit((fraction / place) as u32, out);
        fraction %= place;
        place /= 10;
    }
}

/// Appends points as `x,y x,y`.
pub(super) fn push_points(points: impl IntoIterator<Item = (u32, u32)>, out: &mut String) {
    let mut separator = "";
    for (x, y) in points {
        out.push_str(separator);
        push_integer(x, out);
        out.push(',');
        push_integer(y, out);
        separator = " ";
    }
}

/// Rounds to hundredths; NaN and infinities become 0, because JSON cannot express them.
pub(super) fn rounded(value: f32) -> f32 {
    if !value.is_finite() {
        return 0.0;
    }
    // Adding zero turns -0.0 into 0.0.
    (value * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(value: f64, decimals: u32) -> String {
        let mut out = String::new();
        push_number(value, decimals, &mut out);
        out
    }

    #[test]
    fn numbers_are_written_short_and_plain() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.0004, "0"),
            (0.0005, "0.001"),
            (-1.5, "-1.5"),
            (0.015, "0.015"),
            (84.698_914, "84.699"),
            (1e-9, "0"),
            (100.0, "100"),
            (3.05, "3.05"),
            (f64::NAN, "0"),
            (f64::INFINITY, "4294967295"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value, 3), text);
        }
        assert_eq!(number(8.96, 1), "9");
        assert_eq!(number(-0.4, 0), "0");
    }

    proptest! {
        #[test]
        fn long_integers_have_all_their_digits(value: u64) {
            let mut out = String::new();
            push_long(value, &mut out);
            prop_assert_eq!(out, value.to_string());
        }

        #[test]
        fn numbers_come_back(value in -1e6f64..1e6, whole: u32) {
            let back: f64 = number(value, 3).parse().unwrap();
            prop_assert!((back - value).abs() < 0.000_501);
            let mut out = String::new();
            push_integer(whole, &mut out);
            prop_assert_eq!(out, whole.to_string());
        }
    }
}
