//! The options given to a command, to be passed on to a worker.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgAction, Args as _, CommandFactory};

use super::{Cli, Conversion, Formats};
use crate::cli::before_command::arguments;
use crate::cli::wrong_arguments;
use crate::diagnostics::Result;

/// Options that do not affect the output of a conversion, or that are secret.
const NOT_PASSED_ON: [&str; 6] = ["jobs", "quiet", "verbose", "overwrite", "log", "password"];

/// The conversion options given to this process with a command, in a fixed order, each as one argument.
///
/// # Errors
///
/// None, if the process was started with that command.
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
        // Some commands have no format options.
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
