//! Finds the owner of each marked-content sequence of a page.

use std::collections::{HashMap, HashSet};

use super::pages::{Item, What};
use crate::page::Content;

/// The element or artifact that owns drawn content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Untagged content.
    Nobody,
    /// An artifact (14.8.2.2): the index of the innermost such sequence.
    Artifact(u32),
    /// An element: the index of its item.
    Item(u32),
}

/// The owners of all marked-content sequences of a page: the item that names the sequence, else the owner of
/// the sequence around it. So a form's content belongs to the element of the sequence that draws it, unless
/// an element claims a sequence of the form itself.
pub(super) fn owners(content: &Content, items: &[Item]) -> Vec<Owner> {
    let mut sequences: HashMap<(Option<u32>, i64), u32> = HashMap::new();
    let mut objects: HashMap<u32, u32> = HashMap::new();
    // If two elements claim the same sequence, the first one owns it.
    for (number, item) in (0u32..).zip(items) {
        match item.what {
            What::Sequence { stream, mcid } => {
                sequences.entry((stream, mcid)).or_insert(number);
            }
            What::Object(object) => {
                objects.entry(object).or_insert(number);
            }
            What::Nothing => {}
        }
    }
    mend_streams(content, items, &mut sequences);
    let mut owners: Vec<Owner> = Vec::with_capacity(content.marked.len());
    for (number, sequence) in (0u32..).zip(&content.marked) {
        let named = sequence
            .mcid
            .and_then(|mcid| sequences.get(&(sequence.stream, mcid)))
            .or_else(|| objects.get(&sequence.object?));
        let around = sequence.parent.and_then(|p| owners.get(p as usize));
        owners.push(match (named, around) {
            _ if sequence.tag == "Artifact" => Owner::Artifact(number),
            (Some(&item), _) => Owner::Item(item),
            (None, Some(&owner)) => owner,
            (None, None) => Owner::Nobody,
        });
    }
    owners
}

/// Assigns sequences of forms to items without `Stm`, which some writers omit. The page must not have the
/// MCID, only one form may have it, and no element may claim it.
fn mend_streams(
    content: &Content,
    items: &[Item],
    sequences: &mut HashMap<(Option<u32>, i64), u32>,
) {
    let mut own: HashSet<i64> = HashSet::new();
    let mut in_forms: HashMap<i64, Option<u32>> = HashMap::new();
    for sequence in &content.marked {
        match (sequence.mcid, sequence.stream) {
            (Some(mcid), None) => {
                own.insert(mcid);
            }
            (Some(mcid), Some(form)) => {
                let only = in_forms.entry(mcid).or_insert(Some(form));
                if *only != Some(form) {
                    *only = None;
                }
            }
            (None, _) => {}
        }
    }
    for (number, item) in (0u32..).zip(items) {
        if let What::Sequence { stream: None, mcid } = item.what
            && !own.contains(&mcid)
            && let Some(&Some(form)) = in_forms.get(&mcid)
        {
            sequences.entry((Some(form), mcid)).or_insert(number);
        }
    }
}
