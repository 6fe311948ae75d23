//! The error for a word in the place of a command that is neither a command nor a file.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;

use super::before_command::place_of_word;
use pdfa2hocr_core::diagnostics::{Diagnostic, Error};
use pdfa2hocr_core::suggest::closest;

/// The error if the first word of the line looks like a command and is none.
pub(super) fn unknown_command(cli: &Command, line: &[OsString]) -> Option<Error> {
    let word = line.get(place_of_word(cli, line)?)?.to_str()?;
    let is_word = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    if !is_word || cli.find_subcommand(word).is_some() || Path::new(word).exists() {
        return None;
    }
    let commands = cli.get_subcommands().filter(|c| !c.is_hide_set());
    let lower = word.to_ascii_lowercase();
    let known = closest(&lower, commands.map(Command::get_name));
    let message = match known {
        Some(known) => format!(
            "\"{word}\" is neither a command nor a file; did you mean \"{known}\"? \
             pdfa2hocr {known} --help explains this command"
        ),
        // A name in capital letters is rather that of a file.
        None if lower != word => return None,
        None => format!(
            "\"{word}\" is neither a command nor a file: convert one file with pdfa2hocr INPUT \
             OUTPUT, convert many with pdfa2hocr batch FILE… --output-dir FOLDER"
        ),
    };
    Some(Diagnostic::argument(message))
}
