//! Numbers as hOCR has them: no exponent, no minus zero, three decimals at most.

/// Appends a whole number. Every box has four, of four digits at most.
pub(super) fn push_integer(value: u32, out: &mut String) {
    if value >= 10_000 {
        push_integer(value / 10_000, out);
    }
    for unit in [1000, 100, 10] {
        if value >= unit {
            out.push(digit(value / unit));
        }
    }
    out.push(digit(value));
}

/// The last digit of a number.
fn digit(value: u32) -> char {
    // Under ten.
    char::from(b'0' + (value % 10) as u8)
}

/// Appends a number, rounded to `decimals` (3 at most), without zeros at its end. What is not
/// finite or beyond four billions has no place on a page: 0 and the nearest that has.
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
        out.push(char::from(b'0' + (fraction / place) as u8));
        fraction %= place;
        place /= 10;
    }
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
        fn numbers_come_back(value in -1e6f64..1e6, whole: u32) {
            let back: f64 = number(value, 3).parse().unwrap();
            prop_assert!((back - value).abs() < 0.000_501);
            let mut out = String::new();
            push_integer(whole, &mut out);
            prop_assert_eq!(out, whole.to_string());
        }
    }
}
