//! Parses numbers (ISO 32000-1, 7.3.3).

use super::bytes::is_regular;

/// A number in the most common form, with its length: digits with an optional minus sign and point. `None` if
/// [`number`] must parse it.
pub(super) fn plain_number(bytes: &[u8]) -> Option<(f64, usize)> {
    /// Maximum number of digits, including the point; more may lose precision.
    const LONGEST: usize = 15;
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut value = 0u64;
    let mut digits = |mut at: usize| {
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            // Overflow is harmless, because longer numbers are rejected below.
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        at
    };
    let point = digits(start);
    let (end, decimals) = if bytes.get(point) == Some(&b'.') {
        let end = digits(point + 1);
        (end, end - point - 1)
    } else {
        (point, 0)
    };
    let has_digits = point > start || decimals > 0;
    if !has_digits || end - start > LONGEST || bytes.get(end).is_some_and(|&b| is_regular(b)) {
        return None;
    }
    let mut value = value as f64;
    if decimals > 0 {
        value /= POWERS_OF_TEN.get(decimals)?;
    }
    Some((if negative { -value } else { value }, end))
}

/// Parses a number (7.3.3). Like other readers, it reads `--5` as -5, and ends a number at a second sign or
/// point, so that `0.5-3` is 0.5.
pub(super) fn number(bytes: &[u8]) -> Option<f64> {
    let mut rest = bytes;
    let mut negative = false;
    while let [sign @ (b'+' | b'-'), tail @ ..] = rest {
        negative |= *sign == b'-';
        rest = tail;
    }
    let mut value = 0u64;
    let mut digits = 0u32;
    let mut decimals: Option<u32> = None;
    for &byte in rest {
        match byte {
            b'0'..=b'9' => {
                // Digits after the 18th have no visible effect.
                if digits < 18 {
                    value = value * 10 + u64::from(byte - b'0');
                    digits += 1;
                    if let Some(n) = &mut decimals {
                        *n += 1;
                    }
                } else if decimals.is_none() {
                    return Some(if negative { f64::MIN } else { f64::MAX });
                }
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            b'.' | b'-' if digits > 0 => break,
            _ => return None,
        }
    }
    if digits == 0 && decimals.is_none() {
        return None;
    }
    let value = value as f64 / POWERS_OF_TEN[decimals.unwrap_or(0) as usize];
    Some(if negative { -value } else { value })
}

const POWERS_OF_TEN: [f64; 19] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_other_readers_take_them() {
        for (text, value) in [
            ("0", 0.0),
            ("-.002", -0.002),
            ("+17", 17.0),
            ("4.", 4.0),
            (".", 0.0),
            ("--5", -5.0),
            ("0.5-3", 0.5),
            ("1.2.3", 1.2),
            ("123456789012345678901234567890", f64::MAX),
            ("0.000000000000000000001", 0.0),
        ] {
            assert_eq!(number(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["", "-", "1e5", "12a", "Tf"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }
}
