//! Rules about output intents (ISO 19005-1, 6.2.2; ISO 19005-2, 6.2.3; ISO 19005-4, 6.2.3).

use super::entries::{Entries, entry, is_name};
use super::icc::Profile;
use super::rule::{Rule, catalogue, described, dictionaries, rules};
use super::run::Run;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::{Array, Dict, Object, ObjectIdentifier, Stream, items};

dictionaries! {
    /// An output intent dictionary (ISO 32000-1, 14.11.5).
    Intent: "output intent" of "S";
}

const INTENT: &[Rule<Intent>] = rules! { Intent:
    [A23 "6.2.3" 3] "a PDF/X output intent has DestOutputProfileRef; put the profile into the file" =>
        |d, _| !is_name(d, "S", "GTS_PDFX") || !d.has("DestOutputProfileRef"), |d| entry(d, "DestOutputProfileRef");
    [A4 "6.2.3" 3] "an output intent has DestOutputProfileRef; put the profile into the file" =>
        |d, _| !d.has("DestOutputProfileRef"), |d| entry(d, "DestOutputProfileRef");
};

/// The destination profile of an output intent.
const DESTINATION: &[Rule<Profile>] = rules! { Profile:
    [A1 "6.2.2" 1] "the profile of an output intent is not an output or monitor profile of version 2 for gray, RGB or CMYK; use such a profile" =>
        |p, _| is_destination(p, 3.0);
    [A23 "6.2.3" 1, A4 "6.2.3" 1] "the profile of an output intent is not an output or monitor profile up to version 4 for gray, RGB or CMYK; use such a profile" =>
        |p, _| is_destination(p, 5.0);
};

fn is_destination(p: &Profile, below: f32) -> bool {
    matches!(&p.class, b"prtr" | b"mntr")
        && matches!(&p.space, b"RGB " | b"CMYK" | b"GRAY")
        && p.version < below
}

/// An array of output intents.
struct IntentsFacts {
    /// The destination profiles of the intents; `None` for a profile that is not an indirect object.
    profiles: Vec<Option<ObjectIdentifier>>,
    /// Number of PDF/A output intents.
    archival: usize,
}

described! { IntentsFacts: |i|
    format!(
        "{} with {}",
        counted(i.archival, "PDF/A output intent"),
        counted(i.profiles.len(), "profile")
    )
}

const INTENTS: &[Rule<IntentsFacts>] = rules! { IntentsFacts:
    [A1 "6.2.2" 2, A23 "6.2.3" 2, A4 "6.2.3" 2] "output intents have different profiles; let all of them name the same object" =>
        |i, _| i.profiles.windows(2).all(|pair| matches!(pair, [Some(a), Some(b)] if a == b));
    [A4 "6.2.3" 4] "there is more than one PDF/A output intent; keep one" => |i, _| i.archival <= 1;
};

/// Checks `OutputIntents` of the catalog or of a page. Returns the profile of the PDF/A intent.
pub(super) fn check(run: &mut Run<'_>, owner: &Dict<'_>) -> Option<Profile> {
    let list = owner.get::<Array<'_>>("OutputIntents")?;
    let dicts: Vec<Dict<'_>> = items(&list).filter_map(Object::into_dict).collect();
    let profiles: Vec<Option<ObjectIdentifier>> = dicts
        .iter()
        .filter(|d| d.has("DestOutputProfile"))
        .map(|d| d.get_ref("DestOutputProfile").map(Into::into))
        .collect();
    let facts = IntentsFacts {
        profiles,
        archival: dicts.iter().filter(|d| is_archival(d)).count(),
    };
    run.check(INTENTS, &facts, owner);
    let mut found = None;
    for dict in &dicts {
        run.check(INTENT, dict, dict);
        let Some(stream) = dict.get::<Stream<'_>>("DestOutputProfile") else {
            continue;
        };
        let profile = Profile::read(&stream, run.budget);
        run.check(DESTINATION, &profile, stream.dict());
        run.check(super::colour::PROFILE, &profile, stream.dict());
        // Data without a header defines no colours.
        if is_archival(dict) && profile.space != [0; 4] {
            found = found.or(Some(profile));
        }
    }
    found
}

fn is_archival(intent: &Dict<'_>) -> bool {
    is_name(intent, "S", "GTS_PDFA1")
}

catalogue![INTENT, DESTINATION, INTENTS];
