//! Rules about digital signatures (ISO 19005-2, 6.4.3 and annex B; 6.1.12): their byte ranges and the
//! structure of their PKCS #7 objects. No signature is verified.

use std::collections::HashSet;

use super::entries::{Entries, catalog_dict, entry, present};
use super::rule::{Rule, catalogue, described, rules};
use super::run::Run;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::{Array, Dict, Name, Object, ObjectIdentifier, items};

/// A signature dictionary (ISO 32000-1, 12.8.1).
struct SignatureFacts {
    filter: String,
    /// `ByteRange` in its written form.
    range: String,
    /// Whether `ByteRange` covers the whole file except the contents; `None` without a `ByteRange`.
    covers_all: Option<bool>,
    pkcs: Option<Pkcs7>,
}

/// The certificates and signers of a PKCS #7 object (RFC 2315, clause 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pkcs7 {
    certificates: usize,
    signers: usize,
}

described! { SignatureFacts: |s|
    match s.pkcs {
        Some(p) => format!(
            "signature {} with {} and {}",
            s.filter,
            counted(p.certificates, "certificate"),
            counted(p.signers, "signer")
        ),
        None => format!("signature {} that is not a PKCS #7 object", s.filter),
    }
}

const SIGNATURE: &[Rule<SignatureFacts>] = rules! { SignatureFacts:
    [A23 "6.4.3" 1] "ByteRange of a signature does not cover the whole file except the signature itself; sign the file again after its last change" =>
        |s, _| s.covers_all != Some(false), |s| s.range.clone();
    [A23 "6.4.3" 2] "a signature does not hold the certificate of the signer; sign again and include the certificate" =>
        |s, _| s.pkcs.is_some_and(|p| p.certificates > 0);
    [A23 "6.4.3" 3] "a signature does not have exactly one signer; sign once for each signature field" =>
        |s, _| s.pkcs.is_some_and(|p| p.signers == 1);
};

/// A signature reference dictionary, and whether the permissions have DocMDP.
struct ReferenceFacts<'a> {
    dict: Dict<'a>,
    certified: bool,
}

described! { ReferenceFacts<'_>: |_| "signature reference".into() }

const REFERENCE: &[Rule<ReferenceFacts<'_>>] = rules! { ReferenceFacts<'_>:
    [A23 "6.1.12" 2] "a signature reference has DigestLocation, DigestMethod or DigestValue, although the permissions have DocMDP; remove them" =>
        |r, _| !r.certified
            || !["DigestLocation", "DigestMethod", "DigestValue"].iter().any(|key| r.dict.has(key)), |r| present(&r.dict, &["DigestLocation", "DigestMethod", "DigestValue"]);
};

/// Checks the signatures of form fields, and the references of all signatures.
pub(super) fn check(run: &mut Run<'_>) {
    let document = run.document;
    let values: HashSet<ObjectIdentifier> = super::document::fields(document)
        .into_iter()
        .filter(|d| d.get::<Name<'_>>("FT").as_deref() == Some(b"Sig"))
        .filter_map(|d| d.get_ref("V").map(Into::into))
        .collect();
    let permissions = catalog_dict(document, &["Perms"]);
    let certified = permissions.is_some_and(|p| p.has("DocMDP"));
    for object in document.objects() {
        let Object::Dict(dict) = object else { continue };
        // A signature field has no contents.
        if !dict.has("ByteRange") || !dict.has("Contents") {
            continue;
        }
        if let Some(references) = dict.get::<Array<'_>>("Reference") {
            for reference in items(&references).filter_map(Object::into_dict) {
                let facts = ReferenceFacts {
                    dict: reference.clone(),
                    certified,
                };
                run.check(REFERENCE, &facts, &reference);
            }
        }
        if dict.obj_id().is_some_and(|id| !values.contains(&id)) {
            continue;
        }
        let contents = match dict.get::<Object<'_>>("Contents") {
            Some(Object::String(s)) => s.as_bytes().to_vec(),
            _ => Vec::new(),
        };
        let facts = SignatureFacts {
            filter: dict
                .get::<Name<'_>>("SubFilter")
                .map_or_else(String::new, |n| n.as_str().to_owned()),
            range: entry(&dict, "ByteRange"),
            covers_all: covers_all(run.bytes, &dict),
            pkcs: pkcs7(&contents),
        };
        run.check(SIGNATURE, &facts, &dict);
    }
}

/// Whether `[0 a b c]` leaves out exactly one string and ends at the end of the file or of one of its
/// revisions.
fn covers_all(bytes: &[u8], dict: &Dict<'_>) -> Option<bool> {
    let range: Vec<usize> = items(&dict.get::<Array<'_>>("ByteRange")?)
        .filter_map(|o| usize::try_from(o.into_number()?.as_i64()).ok())
        .collect();
    let [start, first, second, rest] = range.as_slice() else {
        return Some(false);
    };
    let gap = bytes.get(*first..*second);
    let is_string = gap.is_some_and(|g| {
        g.first() == Some(&b'<')
            && g.last() == Some(&b'>')
            && g.iter().filter(|b| **b == b'>').count() == 1
    });
    let end = second.checked_add(*rest);
    let ends = end.and_then(|e| bytes.get(..e)).is_some_and(|signed| {
        signed.len() == bytes.len() || signed.trim_ascii_end().ends_with(b"%%EOF")
    });
    Some(*start == 0 && is_string && ends)
}

/// Maximum nesting of BER elements of indefinite length; deeper ones are malformed.
const MAX_DEPTH: usize = 32;

/// Splits off the first BER element: its tag, its content, and the bytes after it.
fn element(data: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    element_in(data, 0)
}

fn element_in(data: &[u8], depth: usize) -> Option<(u8, &[u8], &[u8])> {
    let [tag, length, rest @ ..] = data else {
        return None;
    };
    let (length, rest) = match length {
        n @ 0..=0x7F => (usize::from(*n), rest),
        // Indefinite length: the content ends with an element of two zeros (X.690, 8.1.3.6).
        0x80 => {
            let mut inner = rest;
            loop {
                if let Some(after) = inner.strip_prefix(&[0, 0]) {
                    let content = rest.get(..rest.len() - inner.len())?;
                    return Some((*tag, content, after));
                }
                (_, _, inner) = element_in(inner, depth + 1).filter(|_| depth < MAX_DEPTH)?;
            }
        }
        // Longer lengths exceed any signature.
        n @ 0x81..=0x84 => {
            let count = usize::from(n & 0x7F);
            let value = rest.get(..count)?;
            let length = value.iter().fold(0usize, |l, b| l << 8 | usize::from(*b));
            (length, rest.get(count..)?)
        }
        _ => return None,
    };
    Some((*tag, rest.get(..length)?, rest.get(length..)?))
}

/// Number of elements in this content.
fn count(mut data: &[u8]) -> usize {
    let mut count = 0;
    while let Some((_, _, rest)) = element(data) {
        count += 1;
        data = rest;
    }
    count
}

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;

/// Reads a `ContentInfo` with `SignedData`.
fn pkcs7(data: &[u8]) -> Option<Pkcs7> {
    let (SEQUENCE, info, _) = element(data)? else {
        return None;
    };
    let (0x06, _, rest) = element(info)? else {
        return None;
    };
    let (0xA0, explicit, _) = element(rest)? else {
        return None;
    };
    let (SEQUENCE, signed, _) = element(explicit)? else {
        return None;
    };
    // Version, digest algorithms, content; then certificates [0], revocation lists [1], signers.
    let mut found = Pkcs7::default();
    let mut rest = signed;
    let mut position = 0;
    while let Some((tag, content, after)) = element(rest) {
        match tag {
            0xA0 => found.certificates = count(content),
            SET if position > 2 => found.signers = count(content),
            _ => {}
        }
        position += 1;
        rest = after;
    }
    Some(found)
}

catalogue![SIGNATURE, REFERENCE];

#[cfg(test)]
mod tests {
    use super::*;

    fn der(tag: u8, parts: &[Vec<u8>]) -> Vec<u8> {
        let content = parts.concat();
        [vec![tag, content.len() as u8], content].concat()
    }

    #[test]
    fn certificates_and_signers_are_counted() {
        let signed = |signers: &[Vec<u8>]| {
            let data = der(
                SEQUENCE,
                &[
                    der(2, &[vec![1]]),
                    der(SET, &[]),
                    der(SEQUENCE, &[]),
                    der(0xA0, &[der(SEQUENCE, &[]), der(SEQUENCE, &[])]),
                    der(SET, signers),
                ],
            );
            der(SEQUENCE, &[der(6, &[vec![1]]), der(0xA0, &[data])])
        };
        let one = pkcs7(&signed(&[der(SEQUENCE, &[])])).unwrap();
        assert_eq!((one.certificates, one.signers), (2, 1));
        assert_eq!(pkcs7(&signed(&[])).unwrap().signers, 0);
        assert_eq!(pkcs7(b"not DER"), None);
        // The same with indefinite lengths.
        let open = |tag: u8, content: &[u8]| [&[tag, 0x80], content, &[0, 0]].concat();
        let lists = [
            der(2, &[vec![1]]),
            der(SET, &[]),
            open(SEQUENCE, &der(6, &[vec![1]])),
            der(0xA0, &[der(SEQUENCE, &[])]),
            open(SET, &der(SEQUENCE, &[])),
        ];
        let signed = open(SEQUENCE, &lists.concat());
        let info = [der(6, &[vec![1]]), open(0xA0, &signed)].concat();
        let found = pkcs7(&open(SEQUENCE, &info)).unwrap();
        assert_eq!((found.certificates, found.signers), (1, 1));
        assert_eq!(pkcs7(&[SEQUENCE, 0x80].repeat(1000)), None);
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_are_too_odd(data in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..60)) {
            pkcs7(&data);
        }
    }
}
