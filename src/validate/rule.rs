//! What a rule is. The rules of a subject are in one file, in a table that [`rules!`](crate::validate::rule::rules) makes:
//! the ids that the requirement has in each part of the standards, what is wrong and how to mend
//! it, and a function that decides whether an object obeys.

use super::context::Context;
use super::flavour::{Flavour, Flavours};

/// How grave a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file does not conform.
    Error,
    /// The standard recommends otherwise; the file may conform all the same.
    Warning,
}

/// The name of a requirement in some parts of a standard: the clause, and the number of the test
/// as veraPDF's validation profiles count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    pub flavours: Flavours,
    pub clause: &'static str,
    pub test: u16,
}

/// What there is to say of a rule without running it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub ids: &'static [Id],
    pub severity: Severity,
    /// What is wrong, and what to do.
    pub says: &'static str,
}

impl Info {
    /// Its id in a flavour; `None` when that does not have the requirement.
    pub(crate) fn id(&self, flavour: Flavour) -> Option<Id> {
        self.ids.iter().copied().find(|id| id.flavours.has(flavour))
    }
}

/// A kind of object that rules are about.
pub(super) trait Subject {
    /// What is known of one such object.
    type Of<'a>;

    /// The object as a report shows it: what it is, and the values the rules look at.
    fn describe(object: &Self::Of<'_>) -> String;
}

/// A rule about one kind of object.
pub(super) struct Rule<S: Subject> {
    pub info: Info,
    /// Whether the object obeys.
    pub holds: for<'a> fn(&S::Of<'a>, &Context) -> bool,
    /// What is found in an object that does not, where its description does not say that.
    pub found: Option<for<'a> fn(&S::Of<'a>) -> String>,
}

/// A table of rules about one kind of object:
/// `[SET "clause" test, …] "what is wrong and how to mend it" => |object, context| obeys;`, or
/// `… => |object, context| obeys, |object| what_is_found;`.
macro_rules! rules {
    (@found) => { None };
    (@found $found:expr) => { Some($found) };
    ($subject:ty:
     $( [$($set:ident $clause:literal $test:literal),+ $(,)?] $says:literal => $holds:expr $(, $found:expr)?; )*) => {
        &[$(
            $crate::validate::rule::Rule::<$subject> {
                info: $crate::validate::rule::Info {
                    ids: &[$(
                        $crate::validate::rule::Id {
                            flavours: $crate::validate::flavour::Flavours::$set,
                            clause: $clause,
                            test: $test,
                        }
                    ),+],
                    severity: $crate::validate::rule::Severity::Error,
                    says: $says,
                },
                holds: $holds,
                found: $crate::validate::rule::rules!(@found $($found)?),
            }
        ),*]
    };
}
pub(super) use rules;

/// A function that lists the rules of these tables.
macro_rules! catalogue {
    [$first:ident $(, $more:ident)*] => {
        /// What there is to say of the rules.
        pub(crate) fn catalogue() -> impl Iterator<Item = &'static $crate::validate::rule::Info> {
            $first.iter().map(|rule| &rule.info)$(.chain($more.iter().map(|rule| &rule.info)))*
        }
    };
}
pub(super) use catalogue;

/// Kinds of objects that are dictionaries, and what reports call them.
macro_rules! dictionaries {
    ($($(#[$doc:meta])* $visible:vis $name:ident: $what:literal;)+) => {$(
        $(#[$doc])*
        $visible struct $name;
        impl $crate::validate::rule::Subject for $name {
            type Of<'a> = $crate::pdf::Dict<'a>;

            fn describe(_: &$crate::pdf::Dict<'_>) -> String {
                $what.into()
            }
        }
    )+};
}
pub(super) use dictionaries;
