//! Rules and their tables. The rules of a subject are in one file, in a table that
//! [`rules!`](crate::rule::rules) makes: the ids of the requirement in each part of the standards,
//! the fault and its remedy, and a function that decides whether an object passes.

use super::context::Context;
use super::flavour::{Flavour, Flavours};

/// The severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file does not conform.
    Error,
    /// The standard only recommends it; the file may still conform.
    Warning,
}

/// The id of a requirement in some parts of a standard: the clause, and the test number of veraPDF's
/// validation profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    pub flavours: Flavours,
    pub clause: &'static str,
    pub test: u16,
}

/// The description of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub ids: &'static [Id],
    pub severity: Severity,
    /// The fault and its remedy.
    pub message: &'static str,
}

impl Info {
    /// The id of the rule in a flavour; `None` if the flavour does not have the requirement.
    pub(crate) fn id(&self, flavour: Flavour) -> Option<Id> {
        self.ids.iter().copied().find(|id| id.flavours.has(flavour))
    }
}

/// A kind of object that rules check: the struct of facts about such an object, or a type of its own if the
/// facts are of a common type.
pub(super) trait Subject {
    /// The facts about one such object.
    type Of<'a>;

    /// The object for a report: its kind, and the values that the rules check.
    fn describe(object: &Self::Of<'_>) -> String;
}

/// A rule about one kind of object.
pub(super) struct Rule<S: Subject> {
    pub info: Info,
    /// Whether the object passes.
    pub holds: for<'a> fn(&S::Of<'a>, &Context) -> bool,
    /// Describes the fault in an object, if [`Subject::describe`] does not.
    pub found: Option<for<'a> fn(&S::Of<'a>) -> String>,
}

/// Makes a table of rules about one kind of object:
/// `[SET "clause" test, …] "fault and remedy" => |object, context| passes;`, or
/// `… => |object, context| passes, |object| description;`.
macro_rules! rules {
    (@found) => { None };
    (@found $found:expr) => { Some($found) };
    ($subject:ty:
     $( [$($set:ident $clause:literal $test:literal),+ $(,)?] $message:literal => $holds:expr $(, $found:expr)?; )*) => {
        &[$(
            $crate::rule::Rule::<$subject> {
                info: $crate::rule::Info {
                    ids: &[$(
                        $crate::rule::Id {
                            flavours: $crate::flavour::Flavours::$set,
                            clause: $clause,
                            test: $test,
                        }
                    ),+],
                    severity: $crate::rule::Severity::Error,
                    message: $message,
                },
                holds: $holds,
                found: $crate::rule::rules!(@found $($found)?),
            }
        ),*]
    };
}
pub(super) use rules;

/// A function that lists the rules of these tables, and those of these modules: `[TABLE, …; module, …]`.
macro_rules! catalogue {
    [$($table:ident),* $(; $($module:ident),+)?] => {
        /// The descriptions of the rules in this file and in the modules that it lists.
        pub(crate) fn catalogue() -> impl Iterator<Item = &'static $crate::rule::Info> {
            std::iter::empty()
                $(.chain($table.iter().map(|rule| &rule.info)))*
                $($(.chain($module::catalogue()))+)?
        }
    };
}
pub(super) use catalogue;

/// Implements [`Subject`] by the description of an object: `described! { Facts: |facts| text }`. Facts of another
/// type are named: `described! { Language of String: |lang| text }`.
macro_rules! described {
    ($name:ident: |$object:pat_param| $text:expr) => {
        $crate::rule::described! { $name of Self: |$object| $text }
    };
    ($name:ident<'_>: |$object:pat_param| $text:expr) => {
        impl $crate::rule::Subject for $name<'_> {
            type Of<'a> = $name<'a>;

            fn describe($object: &$name<'_>) -> String {
                $text
            }
        }
    };
    ($name:ident of Dict<'_>: |$object:pat_param| $text:expr) => {
        impl $crate::rule::Subject for $name {
            type Of<'a> = pdfa2hocr_core::pdf::Dict<'a>;

            fn describe($object: &pdfa2hocr_core::pdf::Dict<'_>) -> String {
                $text
            }
        }
    };
    ($name:ident of $of:ty: |$object:pat_param| $text:expr) => {
        impl $crate::rule::Subject for $name {
            type Of<'a> = $of;

            fn describe($object: &$of) -> String {
                $text
            }
        }
    };
}
pub(super) use described;

/// Defines kinds of objects that are dictionaries, with their names for reports, optionally followed by the
/// name in an entry: `Group: "group" of "S"`.
macro_rules! dictionaries {
    ($($(#[$doc:meta])* $visible:vis $name:ident: $what:literal $(of $key:literal)?;)+) => {$(
        $(#[$doc])*
        $visible struct $name;
        $crate::rule::described! { $name of Dict<'_>: |_dict| {
            let what: String = $what.into();
            $(
                let name = _dict.get::<pdfa2hocr_core::pdf::Name<'_>>($key);
                let name = name.as_ref().map_or(concat!("without ", $key), |name| name.as_str());
                let what = format!("{what} {name}");
            )?
            what
        }}
    )+};
}
pub(super) use dictionaries;

/// Defines kinds of objects that are texts, with their descriptions: `Blend: "blend mode {}"`.
macro_rules! texts {
    ($($(#[$doc:meta])* $visible:vis $name:ident: $format:literal;)+) => {$(
        $(#[$doc])*
        $visible struct $name;
        $crate::rule::described! { $name of String: |text| format!($format, text) }
    )+};
}
pub(super) use texts;
