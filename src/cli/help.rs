//! The help of the commands: `-h` lists the most used options, `--help` all of them in sections.

use clap::{Arg, ArgAction, Command};

/// The options that `-h` lists, in the commands that have them.
const MOST_USED: &str = "\
    columns files_from flavour format help list mapping module no_open ocr output output_dir \
    overwrite page page_analysis pages password pictures port quiet quotes resume summary \
    version";

/// Number of arguments of a command up to which `-h` lists all options.
const SMALL: usize = 9;

/// The examples of each command: its path with a colon, and three lines.
const EXAMPLES: &str = include_str!("examples.txt");

/// The definition of the program with examples, and with the options that only `--help` lists.
pub(super) fn completed(program: Command) -> Command {
    complete(program, "")
}

/// The same for a command; `above` is the command that it belongs to.
fn complete(command: Command, above: &str) -> Command {
    let path = format!("{above} {}", command.get_name());
    let path = path.trim_start();
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help_heading(None)
        .help("List the most used options; --help lists and explains all");
    let is_small = command.get_arguments().count() <= SMALL;
    let mut command = command.disable_help_flag(true).arg(help).mut_args(|arg| {
        match is_small || arg.is_positional() || is_most_used(&arg) {
            true => arg,
            false => arg.hide_short_help(true),
        }
    });
    let of_command = |text: &&str| text.split(':').next() == Some(path);
    if let Some(examples) = EXAMPLES.split("\n\n").find(of_command) {
        let (_, lines) = examples.split_once('\n').unwrap_or_default();
        let examples = format!("Examples:\n{}", lines.trim_end());
        let more = command.get_after_long_help().map(ToString::to_string);
        let all = [Some(examples.clone()), more];
        let all: Vec<String> = all.into_iter().flatten().collect();
        command = command
            .after_help(examples)
            .after_long_help(all.join("\n\n"));
    }
    let above = match above {
        "" if path == "pdfa2hocr" => String::new(),
        _ => path.to_owned(),
    };
    command.mut_subcommands(|below| complete(below, &above))
}

fn is_most_used(arg: &Arg) -> bool {
    MOST_USED.split(' ').any(|id| id == arg.get_id())
}

/// The same command with one section of options, for short help.
pub(super) fn shortened(command: Command) -> Command {
    command
        .mut_args(|arg| arg.help_heading(None))
        .mut_subcommands(shortened)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    /// All commands that users see, with their paths.
    fn commands(command: &Command, above: &str, found: &mut Vec<(String, Command)>) {
        let path = format!("{above} {}", command.get_name());
        found.push((path.trim_start().to_owned(), command.clone()));
        let below = command.get_subcommands();
        for command in below.filter(|command| !command.is_hide_set()) {
            commands(command, path.trim_start(), found);
        }
    }

    fn all(shorten: bool) -> Vec<(String, Command)> {
        let mut cli = completed(Cli::command());
        if shorten {
            cli = shortened(cli);
        }
        cli.build();
        let mut found = Vec::new();
        commands(&cli, "", &mut found);
        found
    }

    #[test]
    fn the_options_are_consistent() {
        completed(Cli::command()).debug_assert();
    }

    #[test]
    fn short_help_fits_a_screen_and_has_examples() {
        for (path, mut command) in all(true) {
            let help = command.render_help().to_string();
            assert!(help.lines().count() <= 40, "{path}:\n{help}");
            assert!(help.contains("--help lists and explains all"), "{path}");
            let (_, examples) = help
                .split_once("Examples:\n")
                .unwrap_or_else(|| panic!("{path}"));
            let start = format!("  {path} ");
            let count = examples
                .lines()
                .filter(|line| line.starts_with("  pdfa2hocr "));
            assert_eq!(count.count(), 3, "{path}");
            assert!(
                path == "pdfa2hocr" || examples.contains(start.trim()),
                "{path}"
            );
        }
    }

    #[test]
    fn long_help_has_sections_in_one_order() {
        let order = [
            "Input:",
            "Page analysis:",
            "Text recognition:",
            "Output:",
            "Modules:",
            "Limits:",
            "Parameters of the pdfa2hocr of 2011",
            "Parameters of pdfminer",
        ];
        for (path, mut command) in all(false) {
            let help = command.render_long_help().to_string();
            let places = order
                .iter()
                .filter_map(|section| help.find(&format!("\n{section}")));
            assert!(places.is_sorted(), "{path}");
        }
    }
}
