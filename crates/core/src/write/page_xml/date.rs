//! Validates dates of XML Schema.

/// Returns the text if it is a valid `dateTime` of XML Schema.
pub(super) fn date(text: Option<&str>) -> Option<&str> {
    let text = text?;
    let (day, time) = text.split_once('T')?;
    let (clock, zone) = match time.find(['Z', '+', '-']) {
        Some(at) => time.split_at(at),
        None => (time, ""),
    };
    let numbers = |text: &str, separator: char, ranges: [(usize, u32, u32); 3]| {
        let mut parts = text.split(separator);
        let ok = ranges.into_iter().all(|(digits, least, most)| {
            parts.next().is_some_and(|part| {
                part.len() == digits
                    && part.bytes().all(|b| b.is_ascii_digit())
                    && part.parse().is_ok_and(|n: u32| (least..=most).contains(&n))
            })
        });
        ok && parts.next().is_none()
    };
    // Days up to 28 exist in every month; later ones are checked.
    let day = numbers(day, '-', [(4, 1, 9999), (2, 1, 12), (2, 1, 28)])
        || numbers(day, '-', [(4, 1, 9999), (2, 1, 12), (2, 29, 31)]) && has_day(day);
    let clock = numbers(clock, ':', [(2, 0, 23), (2, 0, 59), (2, 0, 59)]);
    let zone = match zone.split_at_checked(1) {
        None => true,
        Some(("Z", rest)) => rest.is_empty(),
        Some((_, rest)) => rest.split_once(':').is_some_and(|(hours, minutes)| {
            let number = |text: &str, most: u32| {
                text.len() == 2 && text.parse().is_ok_and(|n: u32| n <= most)
            };
            number(hours, 13) && number(minutes, 59)
        }),
    };
    (day && clock && zone).then_some(text)
}

/// Whether the month has this day (29 to 31).
fn has_day(date: &str) -> bool {
    let mut parts = date.split('-').map(|part| part.parse().unwrap_or(0u32));
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let most = match (year, month) {
        (Some(year), Some(2)) if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        (_, Some(2)) => 28,
        (_, Some(4 | 6 | 9 | 11)) => 30,
        _ => 31,
    };
    day.is_some_and(|day| day <= most)
}
