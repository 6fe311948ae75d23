//! Decodes streams (7.3.8, 7.4) within limits: a megabyte can expand to a gigabyte. The readable part of a
//! damaged stream is returned, with a warning.

use std::borrow::Cow;

use super::filter::{self, Filter};
use super::{Dict, Name, Object, ObjectIdentifier, Stream, items};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};

/// The data of a stream, decrypted and decoded, as far as the budget allows. Streams with an image filter,
/// and streams in external files, give no data.
pub fn decode<'a>(stream: &Stream<'a>, budget: &Budget, warnings: &mut Warnings) -> Cow<'a, [u8]> {
    let (dict, data) = (stream.dict(), stream.raw_data());
    decode_data(dict, data, stream.obj_id(), budget, warnings)
}

/// The data of an image in the encoding of its image filter.
pub struct Encoded<'a> {
    pub data: Cow<'a, [u8]>,
    /// `None` if the data is the image's samples.
    pub filter: Option<Filter>,
    /// The filter's `/DecodeParms`.
    pub parameters: Option<Dict<'a>>,
}

/// Decrypts the data of an image, and decodes it up to its image filter.
pub fn decode_to_image<'a>(
    stream: &Stream<'a>,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Encoded<'a> {
    let (dict, data) = (stream.dict(), stream.raw_data());
    let most = budget.image_bytes;
    let (data, filter) = undo(dict, data, stream.obj_id(), most, budget, warnings);
    // An image filter is always the last one.
    let parameters = match first(dict, "DecodeParms", "DP") {
        Some(Object::Dict(dict)) => Some(dict),
        Some(Object::Array(list)) => items(&list).last().and_then(Object::into_dict),
        _ => None,
    };
    Encoded {
        data,
        parameters: filter.and(parameters),
        filter,
    }
}

/// Decodes data by the filters in the dictionary of its stream.
pub(super) fn decode_data<'a>(
    dict: &Dict<'a>,
    data: Cow<'a, [u8]>,
    id: ObjectIdentifier,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Cow<'a, [u8]> {
    let (data, image) = undo(dict, data, id, budget.stream_bytes, budget, warnings);
    if image.is_none() {
        return data;
    }
    warnings.push(
        Diagnostic::new(DiagnosticKind::Stream, "the stream is an image, not data")
            .in_object(id.obj_number, id.gen_number),
    );
    Cow::Borrowed(&[])
}

/// Decodes the data up to an image filter, which is returned. The output of each filter is limited to `most`
/// bytes and counts against the budget.
fn undo<'a>(
    dict: &Dict<'a>,
    mut data: Cow<'a, [u8]>,
    id: ObjectIdentifier,
    most: usize,
    budget: &Budget,
    warnings: &mut Warnings,
) -> (Cow<'a, [u8]>, Option<Filter>) {
    let mut warn = |kind, message: String| {
        warnings.push(Diagnostic::new(kind, message).in_object(id.obj_number, id.gen_number));
    };
    if matches!(
        dict.get::<Object<'_>>("F"),
        Some(Object::String(_) | Object::Dict(_))
    ) {
        warn(
            DiagnosticKind::Stream,
            "the stream's data is in an external file, which is never read".into(),
        );
        return (Cow::Borrowed(&[]), None);
    }
    let (mut undone, mut cut) = (false, false);
    for (filter, parameters) in filters(dict) {
        let Some(filter) = filter else {
            warn(
                DiagnosticKind::Stream,
                "the stream has an unknown filter".into(),
            );
            return (Cow::Borrowed(&[]), None);
        };
        if filter.is_image() {
            return (data, Some(filter));
        }
        // The truncation before this filter has been reported.
        if cut && budget.left() == 0 {
            return (Cow::Borrowed(&[]), None);
        }
        let mut limit = most.min(budget.left());
        let mut decoded = filter.decode(&data, &parameters, limit);
        if decoded.data.len() >= limit && limit < most && budget.extend() {
            limit = most.min(budget.left());
            decoded = filter.decode(&data, &parameters, limit);
        }
        budget.take(decoded.data.len());
        if decoded.data.len() >= limit {
            budget.note_cut();
            cut = true;
            warn(DiagnosticKind::Limit, cut_off(limit, most));
        } else if !decoded.complete {
            // Without the number of bytes, so that equal warnings are printed once.
            let message = match decoded.data.is_empty() {
                true => "the stream is damaged and left out",
                false => "the stream is damaged and decoded in part",
            };
            warn(DiagnosticKind::Stream, message.to_owned());
        }
        data = Cow::Owned(decoded.data);
        undone = true;
    }
    // Unencoded data also counts against the budget.
    if !undone && !budget.try_take(data.len()) {
        let limit = most.min(budget.left());
        budget.take(limit);
        warn(DiagnosticKind::Limit, cut_off(limit, most));
        data = Cow::Owned(data.get(..limit).unwrap_or_default().to_vec());
    }
    (data, None)
}

/// The warning about a stream that is read up to `limit` bytes; `most` is the maximum for one stream.
fn cut_off(limit: usize, most: usize) -> String {
    if limit < most {
        "the stream is read in part: the budget for decoded data is used up".to_owned()
    } else {
        format!("the stream is read up to {limit} bytes, the most that one stream may have")
    }
}

/// An entry by its name, or by its abbreviation in inline images (8.9.7), which some writers use in all
/// streams.
fn first<'a>(dict: &Dict<'a>, long: &str, short: &str) -> Option<Object<'a>> {
    dict.get::<Object<'a>>(long)
        .filter(|o| !matches!(o, Object::Null(_)))
        .or_else(|| dict.get::<Object<'a>>(short))
}

/// The filters of a stream in the order of decoding, each with its `/DecodeParms`.
pub fn filters<'a>(dict: &Dict<'a>) -> Vec<(Option<Filter>, filter::Parameters)> {
    let names: Vec<Name<'a>> = match first(dict, "Filter", "F") {
        Some(Object::Name(name)) => vec![name],
        Some(Object::Array(names)) => items(&names).filter_map(Object::into_name).collect(),
        _ => Vec::new(),
    };
    let parameters: Vec<Option<Dict<'a>>> = match first(dict, "DecodeParms", "DP") {
        Some(Object::Dict(dict)) => vec![Some(dict)],
        Some(Object::Array(list)) => items(&list).map(Object::into_dict).collect(),
        _ => Vec::new(),
    };
    let mut parameters = parameters.into_iter();
    names
        .iter()
        .map(|name| {
            let parameters = parameters.next().flatten();
            (
                Filter::from_name(name),
                parameters.map_or_else(Default::default, |p| filter::Parameters::read(&p)),
            )
        })
        .collect()
}
