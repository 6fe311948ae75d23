//! Rules about `CharSet` and `CIDSet`, the glyph lists of font subsets (ISO 19005-1, 6.3.5; ISO 19005-2,
//! 6.2.11.4.2; ISO 14289-1, 7.21.4.2).

use std::collections::HashSet;

use super::dictionary::FontFacts;
use super::used::{Used, descendant};
use crate::rule::{Rule, catalogue, described, rules};
use crate::run::Run;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{Dict, Stream, StringObject, stream};

/// The glyph lists of a font subset.
struct SubsetFacts {
    name: String,
    is_type1: bool,
    is_cid: bool,
    is_subset: bool,
    embedded: bool,
    /// Whether `CharSet` lists the glyphs of the font program; `None` if absent.
    char_set: Option<bool>,
    /// Whether `CIDSet` marks the CIDs of the font program (part 1: of the glyphs shown); `None` if absent.
    cid_set: Option<bool>,
}

described! { SubsetFacts: |s| format!("font {}", s.name) }

impl SubsetFacts {
    fn list(&self, name: &str, fits: Option<bool>) -> String {
        match fits {
            Some(_) => format!("font {}, {name} of other glyphs", self.name),
            None => format!("font {}, no {name}", self.name),
        }
    }
}

const SUBSET: &[Rule<SubsetFacts>] = rules! { SubsetFacts:
    [A1 "6.3.5" 2] "the descriptor of a Type 1 subset has no CharSet that lists all its glyphs; write one that lists them all" =>
        |s, _| !s.is_type1 || !s.is_subset || (s.embedded && s.char_set == Some(true)), |s| s.list("CharSet", s.char_set);
    [A1 "6.3.5" 3] "the descriptor of a CIDFont subset has no CIDSet that marks all its glyphs; write one that marks them all" =>
        |s, _| !s.is_cid || !s.is_subset || (s.embedded && s.cid_set == Some(true)), |s| s.list("CIDSet", s.cid_set);
    [A23 "6.2.11.4.2" 1, UA1 "7.21.4.2" 1] "CharSet of a Type 1 font does not list the glyphs that are in the program; leave it out or list them all" =>
        |s, _| !s.is_type1 || !s.is_subset || !s.embedded || s.char_set != Some(false), |s| s.list("CharSet", s.char_set);
    [A23 "6.2.11.4.2" 2, UA1 "7.21.4.2" 2] "CIDSet of a CIDFont does not mark the glyphs that are in the program; leave it out or mark them all" =>
        |s, _| !s.is_cid || !s.is_subset || !s.embedded || s.cid_set != Some(false), |s| s.list("CIDSet", s.cid_set);
};

/// Checks the glyph lists of a font, once all shown codes are known.
pub(super) fn check(run: &mut Run<'_>, used: &Used<'_>) {
    let dict = &used.dict;
    let descendant = descendant(dict);
    let described = descendant.as_ref().unwrap_or(dict);
    let facts = FontFacts::read(described, true, descendant.is_some());
    let descriptor = facts.descriptor.clone().unwrap_or_default();
    // Part 1 requires only the glyphs shown, the other parts all glyphs of the program.
    let only_used = run.flavour().part() == 1 && run.flavour().is_archival();
    let cids = if only_used {
        let known: Option<HashSet<u32>> = used.inspection.cids().map(HashSet::from_iter);
        let codes = used.codes.iter();
        let cids = codes
            .filter_map(|(code, len, _)| used.inspection.cid(*code, *len))
            .filter(|cid| known.as_ref().is_none_or(|known| known.contains(cid)));
        cid_set(run, &descriptor, cids.collect(), false)
    } else {
        let cids = used.inspection.cids();
        cid_set(
            run,
            &descriptor,
            cids.clone().unwrap_or_default(),
            cids.is_some(),
        )
    };
    let subset = SubsetFacts {
        name: facts.name.clone().unwrap_or_default(),
        is_type1: matches!(facts.subtype.as_str(), "Type1" | "MMType1"),
        is_cid: descendant.is_some(),
        is_subset: facts.is_subset(),
        embedded: facts.embedded && used.inspection.has_intact_program(),
        char_set: char_set(&descriptor, used, only_used),
        cid_set: cids,
    };
    run.check(SUBSET, &subset, described);
}

/// Whether `CharSet` lists the glyphs of the program, or, with `only_used`, the shown ones of them.
fn char_set(descriptor: &Dict<'_>, used: &Used<'_>, only_used: bool) -> Option<bool> {
    let text = descriptor.get::<StringObject<'_>>("CharSet")?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut listed: Vec<&str> = text
        .split('/')
        .map(str::trim)
        .filter(|n| !n.is_empty())
        .collect();
    listed.sort_unstable();
    listed.dedup();
    let names = used.inspection.glyph_names()?;
    if only_used {
        let mut shown = used.codes.iter();
        return Some(shown.all(|(code, ..)| {
            let name = used.inspection.glyph_name(*code).unwrap_or(".notdef");
            let is_there = name == ".notdef" || names.iter().any(|n| n == name);
            listed.contains(&name) || !is_there
        }));
    }
    listed.retain(|n| *n != ".notdef");
    Some(names.iter().map(String::as_str).eq(listed))
}

/// Whether `CIDSet` marks these CIDs and, if `exact`, no others.
fn cid_set(run: &Run<'_>, descriptor: &Dict<'_>, cids: Vec<u32>, exact: bool) -> Option<bool> {
    let set = descriptor.get::<Stream<'_>>("CIDSet")?;
    let data = stream::decode(&set, run.budget, &mut Warnings::new());
    let marked = |cid: u32| {
        let byte = data.get(cid as usize / 8).copied().unwrap_or(0);
        byte & (0x80 >> (cid % 8)) != 0
    };
    let complete = cids.iter().filter(|&&cid| cid != 0).all(|&cid| marked(cid));
    let known: HashSet<u32> = cids.into_iter().collect();
    let highest = u32::try_from(data.len().saturating_mul(8)).unwrap_or(u32::MAX);
    let others = (1..highest.min(1 << 16)).any(|cid| marked(cid) && !known.contains(&cid));
    Some(complete && !(exact && others))
}

catalogue![SUBSET];
