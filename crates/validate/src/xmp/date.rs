//! Parses dates of metadata (the ISO 8601 profile of XMP) and of PDF (ISO 32000-1, 7.9.4) into comparable
//! moments.
//!
//! Parses like the tools that write metadata: values out of range are clamped, and a number may have any
//! number of digits.

/// Milliseconds since the start of 1970 in UTC. A date without a zone counts as UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment(i64);

impl Moment {
    /// Makes a moment of year, month, day, hour, minute and second; months and days out of range carry over.
    fn new(parts: [i64; 6], milliseconds: i64, zone_minutes: i64) -> Self {
        let [year, month, day, hour, minute, second] = parts;
        let months = year * 12 + month - 1;
        let days = days_before(months.div_euclid(12), months.rem_euclid(12)) + day - 1;
        let minutes = (days * 24 + hour) * 60 + minute - zone_minutes;
        Self((minutes * 60 + second) * 1000 + milliseconds)
    }
}

/// Days from the start of 1970 to the start of a month (0 to 11) in the Gregorian calendar.
fn days_before(year: i64, month: i64) -> i64 {
    // In a year that begins in March the leap day is the last day.
    let year = if month < 2 { year - 1 } else { year };
    let month = (month + 10) % 12;
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leaps + (month * 153 + 2) / 5 - 719_468
}

/// The unread part of a date.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    fn take(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    /// Reads one or more digits.
    fn digits(&mut self) -> Option<&[u8]> {
        let len = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at(len);
        self.0 = rest;
        (len > 0).then_some(digits)
    }

    /// Reads a number and clamps it to `highest`.
    fn number(&mut self, highest: i64) -> Option<i64> {
        let value = self.digits()?.iter().fold(0_i64, |value, digit| {
            value.saturating_mul(10) + i64::from(digit - b'0')
        });
        Some(value.min(highest))
    }

    /// Reads exactly `width` digits as a number.
    fn field(&mut self, width: usize) -> Option<i64> {
        let (field, rest) = self.0.split_at_checked(width)?;
        self.0 = rest;
        Reader(field.iter().all(u8::is_ascii_digit).then_some(field)?).number(i64::MAX)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether a text is empty or a date of metadata.
pub(super) fn is_iso(text: &str) -> bool {
    text.is_empty() || iso(text).is_some()
}

/// Parses `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, optionally with `T` and a time `hh`, `hh:mm`, `hh:mm:ss` or
/// `hh:mm:ss.s`, and a zone `Z`, `±hh` or `±hh:mm`.
pub(super) fn iso(text: &str) -> Option<Moment> {
    let mut reader = Reader(text.as_bytes());
    let is_before_christ = reader.take(b'-').is_some();
    let year = reader.number(9999)?;
    let mut parts = [if is_before_christ { -year } else { year }, 0, 0, 0, 0, 0];
    for (part, highest) in parts.iter_mut().skip(1).zip([12, 31]) {
        if reader.is_empty() {
            return Some(Moment::new(parts, 0, 0));
        }
        reader.take(b'-')?;
        *part = reader.number(highest)?.max(1);
    }
    let mut milliseconds = 0;
    if !reader.is_empty() {
        reader.take(b'T')?;
        parts[3] = reader.number(23)?;
        if reader.take(b':').is_some() {
            parts[4] = reader.number(59)?;
            if reader.take(b':').is_some() {
                parts[5] = reader.number(59)?;
                if reader.take(b'.').is_some() {
                    let digits = reader.digits()?.iter().copied();
                    let three = digits.chain([b'0'; 3]).take(3);
                    milliseconds = three.fold(0, |value, d| value * 10 + i64::from(d - b'0'));
                }
            }
        }
    }
    let mut zone = 0;
    if !reader.is_empty() && reader.take(b'Z').is_none() {
        let is_west = reader.take(b'-').is_some();
        if !is_west {
            reader.take(b'+')?;
        }
        zone = reader.number(23)? * 60;
        if !reader.is_empty() {
            reader.take(b':')?;
            zone += reader.number(59)?;
        }
        zone = if is_west { -zone } else { zone };
    }
    reader
        .is_empty()
        .then(|| Moment::new(parts, milliseconds, zone))
}

/// Parses `D:YYYYMMDDHHmmSSOHH'mm`, with or without an apostrophe at the end.
pub(super) fn pdf(text: &str) -> Option<Moment> {
    let text = text.strip_prefix("D:")?;
    let text = text.strip_suffix('\'').unwrap_or(text);
    let mut reader = Reader(text.as_bytes());
    // The calendar has no year 0.
    let year = reader.field(4).filter(|year| *year > 0)?;
    let mut parts = [year, 1, 1, 0, 0, 0];
    for part in parts.iter_mut().skip(1) {
        if reader.is_empty() {
            return Some(Moment::new(parts, 0, 0));
        }
        *part = reader.field(2)?;
    }
    let mut zone = [0, 0];
    let mut sign = b'Z';
    if let Some((first, rest)) = reader.0.split_first() {
        sign = *first;
        reader.0 = rest;
        if !reader.is_empty() {
            zone[0] = reader.field(2)?;
        }
        if !reader.is_empty() {
            reader.take(b'\'')?;
        }
        if !reader.is_empty() {
            zone[1] = reader.field(2)?;
        }
    }
    let [hours, minutes] = zone;
    let zone = if hours > 23 || minutes > 59 {
        0
    } else {
        hours * 60 + minutes
    };
    let zone = match sign {
        b'+' => zone,
        b'-' => -zone,
        b'Z' if hours == 0 && minutes == 0 => 0,
        _ => return None,
    };
    reader.is_empty().then(|| Moment::new(parts, 0, zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_time_is_the_same_in_both_notations_and_in_any_zone() {
        for (of_pdf, of_xmp) in [
            ("D:20160201131921+01'00'", "2016-02-01T13:19:21+01:00"),
            ("D:20160201131921+01'00", "2016-02-01T12:19:21Z"),
            ("D:20160301003000+01'00'", "2016-02-29T23:30:00Z"),
            ("D:20160201131921Z", "2016-02-01T13:19:21.0Z"),
            ("D:20160119123847Z", "2016-01-19T12:38:47"),
            ("D:20160119123847Z", "2016-1-19T12:38:47Z"),
            ("D:20160119123847Z00'00'", "2016-01-19T12:38:47Z"),
            ("D:19700101", "1970-01-01"),
        ] {
            assert!(pdf(of_pdf).is_some(), "{of_pdf}");
            assert_eq!(pdf(of_pdf), iso(of_xmp), "{of_pdf} {of_xmp}");
        }
        assert_eq!(iso("1970-01-01T00:00:01Z"), Some(Moment(1000)));
        assert_ne!(pdf("D:20160201131921Z"), iso("2016-02-01T13:19:21.5Z"));
        // A year alone is not equal to its first day.
        assert_ne!(pdf("D:2016"), iso("2016"));
    }

    #[test]
    fn dates_that_are_written_otherwise_are_none() {
        for bad in [
            "20160119123847Z",
            "D:00000101000000Z",
            " D:20160119123847Z",
            "D:20160119123847+01'00''",
            "D:20160119123847+0100",
            "D:201601191238Z",
            "D:20160119123847Z01'00'",
            "D:20160119123847z",
            "yesterday",
            "",
        ] {
            assert_eq!(pdf(bad), None, "{bad}");
        }
        for good in [
            "2016",
            "2016-2-1",
            "2016-13",
            "2016-02-01T10",
            "2016-02-01T10Z",
            "2016-02-01T13:19Z",
            "2016-02-01T13:19:21.5+01",
            "-20160201",
            "",
        ] {
            assert!(is_iso(good), "{good}");
        }
        for bad in [
            "2016T10:00",
            "D:20160201",
            "2016-",
            "2016-02-01T",
            "2016/02/01",
            "2016-02-01 10:00",
            "2016-02-01T10:00+0100:",
            "2016-02-01T10:00:00.",
            "2016-02-01T10:00Z+01:00",
            " 2016",
        ] {
            assert!(!is_iso(bad), "{bad}");
        }
    }
}
