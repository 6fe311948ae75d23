//! The options given to a command, to be passed on to another process.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args};

/// Options that do not affect the output of a conversion, or that are secret.
const NOT_PASSED_ON: [&str; 6] = ["jobs", "quiet", "verbose", "overwrite", "log", "password"];

/// The given options of a group that affect the output, in a fixed order, each as one argument.
pub(in crate::cli) fn given<G: Args>(matches: &ArgMatches) -> Vec<OsString> {
    let mut given = Vec::new();
    for arg in G::augment_args(clap::Command::new("")).get_arguments() {
        let (id, Some(long)) = (arg.get_id().as_str(), arg.get_long()) else {
            continue;
        };
        if NOT_PASSED_ON.contains(&id) || matches.value_source(id) != Some(ValueSource::CommandLine)
        {
            continue;
        }
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            given.push(format!("--{long}").into());
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let mut option = OsString::from(format!("--{long}="));
            option.push(value);
            given.push(option);
        }
    }
    given
}
