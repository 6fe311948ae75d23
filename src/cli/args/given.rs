//! The options that a command was given, to be passed on.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgAction, Args as _, CommandFactory};

use super::{Cli, Conversion, Formats};
use crate::cli::before_command::arguments;
use crate::cli::wrong_arguments;
use crate::diagnostics::Result;

/// Options that change nothing in what a conversion writes, or that are secret.
const NOT_PASSED_ON: [&str; 6] = ["jobs", "quiet", "verbose", "overwrite", "log", "password"];

/// The options of a conversion that this process was given together with a command, in one order,
/// each as one argument.
///
/// # Errors
///
/// None, as long as it was given that command.
pub(in crate::cli) fn given_to(command: &str) -> Result<Vec<OsString>> {
    let matches = Cli::command()
        .try_get_matches_from(arguments())
        .map_err(|error| wrong_arguments(&error))?;
    let mut given = Vec::new();
    let known = Conversion::augment_args(Formats::augment_args(clap::Command::new("")));
    let Some(matches) = matches.subcommand_matches(command) else {
        return Ok(given);
    };
    for arg in known.get_arguments() {
        let (id, Some(long)) = (arg.get_id().as_str(), arg.get_long()) else {
            continue;
        };
        // A command that converts nothing has no formats.
        if matches.try_contains_id(id).is_err() {
            continue;
        }
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
    Ok(given)
}
