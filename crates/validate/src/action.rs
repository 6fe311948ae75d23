//! Rules about actions (ISO 19005-1, 6.6; ISO 19005-2, 6.5; ISO 19005-4, 6.6).

use super::entries::{is_name, reachable, values};
use super::rule::{Rule, catalogue, described, rules};
use super::run::Run;
use pdfa2hocr_core::pdf::{Dict, Name, Object};

/// Maximum number of actions visited from one object through `Next`; any more are not checked.
const MAX_ACTIONS: usize = 1000;

/// An action.
struct Action;

described! { Action of Dict<'_>: |d| {
    let named = match d.get::<Object<'_>>("N") {
        Some(Object::Name(name)) => format!(" {}", name.as_str()),
        _ => String::new(),
    };
    format!("{} action{named}", kind(d))
}}

fn kind(action: &Dict<'_>) -> String {
    action
        .get::<Name<'_>>("S")
        .map_or_else(String::new, |s| s.as_str().to_owned())
}

/// Whether all parts of PDF/A allow this type of action.
fn is_harmless(kind: &str) -> bool {
    matches!(
        kind,
        "GoTo" | "GoToR" | "Thread" | "URI" | "Named" | "SubmitForm"
    )
}

const ACTION: &[Rule<Action>] = rules! { Action:
    [A1 "6.6.1" 1] "an action is of a type that is not allowed; Launch, Sound, Movie, ResetForm, ImportData, JavaScript and Hide are not" =>
        |d, _| is_harmless(&kind(d));
    [A23 "6.5.1" 1] "an action is of a type that is not allowed; Launch, Sound, Movie, ResetForm, ImportData, JavaScript, Hide, SetOCGState, Rendition, Trans and GoTo3DView are not" =>
        |d, _| is_harmless(&kind(d)) || kind(d) == "GoToE";
    [A4PLAIN "6.6.1" 1, A4F "6.6.1" 1] "an action is of a type that is not allowed; Launch, Sound, Movie, ResetForm, ImportData, Hide, SetOCGState, Rendition, Trans and GoTo3DView are not" =>
        |d, _| is_harmless(&kind(d)) || matches!(kind(d).as_str(), "GoToE" | "JavaScript" | "RichMediaExecute" | "GoToDp");
    [A4E "6.6.1" 1] "an action is of a type that is not allowed; Launch, Sound, Movie, ResetForm, ImportData, Hide, Rendition and Trans are not" =>
        |d, _| is_harmless(&kind(d)) || matches!(kind(d).as_str(),
            "GoToE" | "JavaScript" | "RichMediaExecute" | "GoToDp" | "SetOCGState" | "GoTo3DView");
    [A1 "6.6.1" 2, A23 "6.5.1" 2, A4 "6.6.1" 2] "a named action is not NextPage, PrevPage, FirstPage or LastPage; remove it" =>
        |d, _| kind(d) != "Named"
            || matches!(d.get::<Name<'_>>("N").as_deref(), Some(b"NextPage" | b"PrevPage" | b"FirstPage" | b"LastPage"));
};

/// The kind of object that has the actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Catalog,
    Page,
    Annotation,
    Field,
    Outline,
}

/// An additional-actions dictionary and its owner.
struct AdditionalFacts {
    owner: Owner,
    is_widget: bool,
    keys: Vec<String>,
}

described! { AdditionalFacts: |a| {
    let owner = match a.owner {
        Owner::Catalog => "the catalog",
        Owner::Page => "a page",
        Owner::Annotation => "an annotation",
        Owner::Field => "a form field",
        Owner::Outline => "an outline item",
    };
    format!("AA of {owner} with {}", a.keys.join(", "))
}}

const ADDITIONAL: &[Rule<AdditionalFacts>] = rules! { AdditionalFacts:
    [A1 "6.6.2" 2, A23 "6.4.1" 2] "a form field has additional actions AA; remove them" =>
        |a, _| a.owner != Owner::Field;
    [A1 "6.6.2" 3, A23 "6.5.2" 1] "the catalog has additional actions AA; remove them" =>
        |a, _| a.owner != Owner::Catalog;
    [A23 "6.5.2" 2] "a page has additional actions AA; remove them" => |a, _| a.owner != Owner::Page;
    [A4 "6.6.3" 1] "additional actions are triggered by events other than E, X, D, U, Fo and Bl; remove them" =>
        |a, _| a.owner == Owner::Field || a.is_widget
            || a.keys.iter().all(|k| matches!(k.as_str(), "E" | "X" | "D" | "U" | "Fo" | "Bl"));
};

/// Checks the actions of an object, and its additional actions `AA`. Only the entries that the standard gives to
/// this kind of object count (ISO 32000-1, 12.6.3).
pub(super) fn check_of(run: &mut Run<'_>, owner_dict: &Dict<'_>, owner: Owner) {
    let (action, triggers): (&str, &[&str]) = match owner {
        Owner::Catalog => ("OpenAction", &["WC", "WS", "DS", "WP", "DP"]),
        Owner::Page => ("", &["O", "C"]),
        Owner::Annotation => (
            "A",
            &["E", "X", "D", "U", "Fo", "Bl", "PO", "PC", "PV", "PI"],
        ),
        Owner::Field => ("A", &["K", "F", "V", "C"]),
        Owner::Outline => ("A", &[]),
    };
    if let Some(action) = owner_dict.get::<Dict<'_>>(action) {
        check_chain(run, &action);
    }
    if triggers.is_empty() {
        return;
    }
    let Some(additional) = owner_dict.get::<Dict<'_>>("AA") else {
        return;
    };
    let facts = AdditionalFacts {
        owner,
        is_widget: is_name(owner_dict, "Subtype", "Widget"),
        keys: additional.keys().map(|k| k.as_str().to_owned()).collect(),
    };
    run.check(ADDITIONAL, &facts, owner_dict);
    for trigger in triggers {
        if let Some(action) = additional.get::<Dict<'_>>(*trigger) {
            check_chain(run, &action);
        }
    }
}

/// Checks an action and the actions that follow it by `Next`.
fn check_chain<'a>(run: &mut Run<'_>, first: &Dict<'a>) {
    let next = |action: &Dict<'a>| {
        let next = values(action.get::<Object<'_>>("Next"));
        next.filter_map(Object::into_dict).collect()
    };
    for action in reachable(vec![first.clone()], MAX_ACTIONS, next) {
        run.check(ACTION, &action, &action);
    }
}

catalogue![ACTION, ADDITIONAL];
