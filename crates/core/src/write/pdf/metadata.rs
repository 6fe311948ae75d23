//! The metadata of a file: the XMP packet (ISO 32000-1, 14.3.2) and the information dictionary (14.3.3), with the
//! same facts.

use pdf_writer::{Name, Ref, TextStr};
use xmp_writer::{DateTime, LangId, Timezone, XmpWriter};

use super::conformance::Conformance;
use super::objects::Objects;
use crate::page::DocumentInfo;

const PRODUCER: &str = concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION"));

/// Writes the information dictionary. PDF/A-4 does not allow one (6.1.3).
pub(super) fn write_info(
    document: &DocumentInfo,
    claim: Conformance,
    objects: &mut Objects,
) -> Option<Ref> {
    if claim == Conformance::A4 {
        return None;
    }
    let id = objects.reserve();
    let m = &document.metadata;
    objects.add(id, |obj| {
        let mut dict = obj.dict();
        for (name, value) in [
            (Name(b"Title"), m.title.as_deref()),
            (Name(b"Author"), m.author.as_deref()),
            (Name(b"Subject"), m.subject.as_deref()),
            (Name(b"Keywords"), m.keywords.as_deref()),
            (
                Name(b"Creator"),
                Some(m.creator.as_deref().unwrap_or(PRODUCER)),
            ),
            (Name(b"Producer"), Some(PRODUCER)),
        ] {
            if let Some(value) = value {
                dict.pair(name, TextStr(value));
            }
        }
        if let Some(date) = m.created.as_deref().and_then(date) {
            dict.pair(Name(b"CreationDate"), pdf_date(date));
        }
    });
    Some(id)
}

/// Writes the XMP packet, with the claim.
pub(super) fn write_xmp(
    document: &DocumentInfo,
    lang: Option<&str>,
    claim: Conformance,
    objects: &mut Objects,
) -> Ref {
    let m = &document.metadata;
    let mut xmp = XmpWriter::new();
    if let Some(title) = &m.title {
        xmp.title([(None::<LangId<'_>>, title.as_str())]);
    }
    if let Some(author) = &m.author {
        xmp.creator([author.as_str()]);
    }
    if let Some(subject) = &m.subject {
        xmp.description([(None::<LangId<'_>>, subject.as_str())]);
    }
    if let Some(keywords) = &m.keywords {
        xmp.pdf_keywords(keywords);
    }
    if let Some(lang) = lang {
        xmp.language([LangId(lang)]);
    }
    if let Some(date) = m.created.as_deref().and_then(date) {
        xmp.create_date(date);
    }
    xmp.creator_tool(m.creator.as_deref().unwrap_or(PRODUCER));
    xmp.producer(PRODUCER);
    if let Some((part, level)) = claim.archive() {
        xmp.pdfa_part(part);
        match level {
            Some(level) => xmp.pdfa_conformance(level),
            None => xmp.pdfa_rev(2020),
        };
    }
    if claim == Conformance::Ua1 {
        xmp.pdfua_part(1);
    }
    write_packet(&xmp.finish(None), objects)
}

/// Writes the stream of an XMP packet.
pub(super) fn write_packet(packet: &str, objects: &mut Objects) -> Ref {
    let id = objects.reserve();
    // Archives read the packet without inflating it (ISO 19005-1, 6.7.2).
    objects.stream(id, packet.as_bytes(), |stream| {
        stream.pair(Name(b"Type"), Name(b"Metadata"));
        stream.pair(Name(b"Subtype"), Name(b"XML"));
    });
    id
}

/// A date of ISO 8601: `2011-05-17T12:30:00+02:00`, or its beginning.
fn date(text: &str) -> Option<DateTime> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<u8>().ok();
    let year = text.get(..4)?.parse().ok()?;
    let zone = text.get(19..).unwrap_or_default();
    let timezone = match zone {
        "Z" => Some(Timezone::Utc),
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let hour = zone.get(1..3).and_then(|hour| hour.parse::<i8>().ok());
            let minute = zone.get(4..6).and_then(|minute| minute.parse::<i8>().ok());
            hour.map(|hour| Timezone::Local {
                hour: hour * sign,
                minute: minute.unwrap_or(0),
            })
        }
    };
    let hour = number(11..13);
    Some(DateTime {
        year,
        month: number(5..7).filter(|month| (1..=12).contains(month)),
        day: number(8..10).filter(|day| (1..=31).contains(day)),
        hour: hour.filter(|hour| *hour < 24),
        minute: number(14..16).filter(|minute| *minute < 60),
        second: number(17..19).filter(|second| *second < 60),
        timezone: timezone.filter(|_| hour.is_some()),
    })
}

fn pdf_date(date: DateTime) -> pdf_writer::Date {
    let mut out = pdf_writer::Date::new(date.year);
    let Some(month) = date.month else { return out };
    out = out.month(month);
    let Some(day) = date.day else { return out };
    out = out.day(day);
    if let (Some(hour), Some(minute)) = (date.hour, date.minute) {
        out = out.hour(hour).minute(minute);
        if let Some(second) = date.second {
            out = out.second(second);
        }
        match date.timezone {
            Some(Timezone::Utc) => out = out.utc_offset_hour(0),
            Some(Timezone::Local { hour, minute }) => {
                out = out
                    .utc_offset_hour(hour)
                    .utc_offset_minute(minute.unsigned_abs());
            }
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_go() {
        let whole = date("2011-05-17T12:30:09-02:00").unwrap();
        assert_eq!(
            (whole.year, whole.month, whole.second),
            (2011, Some(5), Some(9))
        );
        let Some(Timezone::Local { hour, minute }) = whole.timezone else {
            panic!()
        };
        assert_eq!((hour, minute), (-2, 0));
        let year = date("1854").unwrap();
        assert_eq!((year.month, year.hour), (None, None));
        assert!(date("May 1854").is_none());
        assert_eq!(date("2011-99-17").unwrap().month, None);
    }
}
