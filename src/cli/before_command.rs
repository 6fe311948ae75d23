//! Moves options before a command (`pdfa2hocr -q batch …`) after it: the parser requires them there, as each
//! command has its own options.

use std::ffi::OsString;

use clap::{ArgAction, Command};

/// The words of a command line with the command first, before its options.
pub(super) fn command_first(cli: &Command, line: Vec<OsString>) -> Vec<OsString> {
    let Some(place) = place_of_word(cli, &line).filter(|&place| place > 1) else {
        return line;
    };
    let Some(command) = line.get(place).and_then(|name| cli.find_subcommand(name)) else {
        return line;
    };
    // `module` has subcommands.
    let start = (place + 1 + usize::from(command.has_subcommands())).min(line.len());
    let mut ordered = line;
    // The program's name stays first; the command moves before the options.
    if let Some(before) = ordered.get_mut(1..start) {
        before.rotate_left(place - 1);
    }
    ordered
}

/// The index of the first word that is neither an option nor its value: the command or the input.
pub(super) fn place_of_word(cli: &Command, line: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        let word = line.get(at)?.to_string_lossy();
        match word.strip_prefix('-') {
            Some("-") => return None,
            Some(option) if !option.is_empty() => {
                at += 1 + usize::from(takes_the_next(cli, option));
            }
            _ => return Some(at),
        }
    }
}

/// Whether an option, given without its first hyphen, takes the next word as its value.
fn takes_the_next(cli: &Command, option: &str) -> bool {
    let takes = |arg: &clap::Arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    if let Some(name) = option.strip_prefix('-') {
        let mut known = cli.get_arguments();
        let named = |a: &&clap::Arg| {
            a.get_long() == Some(name) || a.get_all_aliases().is_some_and(|all| all.contains(&name))
        };
        return known.find(named).is_some_and(takes);
    }
    // In `-qm FILE` the last letter takes the next word; in `-mFILE` the value is in the same word.
    let mut letters = option.char_indices();
    let taking = letters.find(|(_, letter)| {
        let mut known = cli.get_arguments();
        let named = |a: &&clap::Arg| a.get_short() == Some(*letter);
        known.find(named).is_some_and(takes)
    });
    taking.is_some_and(|(at, letter)| at + letter.len_utf8() == option.len())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn ordered(line: &str) -> String {
        let words = std::iter::once("pdfa2hocr").chain(line.split(' '));
        let cli = crate::cli::program::Cli::command();
        let ordered = command_first(&cli, words.map(Into::into).collect());
        let words: Vec<_> = ordered
            .iter()
            .skip(1)
            .map(|w| w.to_string_lossy())
            .collect();
        words.join(" ")
    }

    #[test]
    fn options_go_behind_the_command() {
        for (line, expected) in [
            ("-q batch a --output-dir b", "batch -q a --output-dir b"),
            ("-p -m x explain a", "explain -p -m x a"),
            ("-pm x --dpi 300 batch a", "batch -pm x --dpi 300 a"),
            ("-mx --dpi=300 batch a", "batch -mx --dpi=300 a"),
            ("-p module run m a", "module run -p m a"),
            ("-p module", "module -p"),
            // Values of options and files are never taken as commands.
            ("-m batch a b", "-m batch a b"),
            ("--mapping batch a b", "--mapping batch a b"),
            ("-q a batch", "-q a batch"),
            ("-- batch", "-- batch"),
            ("batch -q a", "batch -q a"),
            ("- batch", "- batch"),
            ("-q", "-q"),
        ] {
            assert_eq!(ordered(line), expected);
        }
    }
}
