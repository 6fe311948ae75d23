//! The help of the commands: `-h` lists the most used options, `--help` all of them in sections.

use clap::{Arg, ArgAction, Command};

/// The options that `-h` lists, in the commands that have them.
const MOST_USED: [&str; 29] = [
    "columns",
    "dpi",
    "files_from",
    "find",
    "flavour",
    "format",
    "help",
    "images",
    "jobs",
    "json",
    "list",
    "mapping",
    "module",
    "module_arg",
    "no_open",
    "output",
    "output_dir",
    "overwrite",
    "page",
    "page_analysis",
    "pages",
    "password",
    "pictures",
    "port",
    "quiet",
    "quotes",
    "resume",
    "summary",
    "version",
];

/// The examples of each command.
const EXAMPLES: [(&str, [&str; 3]); 18] = [
    (
        "pdfa2hocr",
        [
            "book.pdf book.html",
            "--format alto,text book.pdf book",
            "-p -c 2 --pages 5-20 book.pdf book.txt",
        ],
    ),
    (
        "module",
        [
            "module check mine.star",
            "module run mine.star book.pdf",
            "module run running_heads book.pdf --pages 3-5",
        ],
    ),
    (
        "check",
        [
            "check book.html",
            "check page-*.html",
            "book.pdf - | pdfa2hocr check -",
        ],
    ),
    (
        "module check",
        [
            "module check mine.star",
            "module check running_heads",
            "module check mine.star --module-arg rows=2",
        ],
    ),
    (
        "module run",
        [
            "module run mine.star book.pdf",
            "module run mine.star book.pdf --pages 3-5",
            "module run mine.star -l running_heads book.pdf",
        ],
    ),
    (
        "batch",
        [
            "batch folder --output-dir out",
            "batch a.pdf b.pdf --format alto,text --output-dir out",
            "batch folder --output-dir out --resume",
        ],
    ),
    (
        "explain",
        [
            "explain book.pdf -o page.svg",
            "explain -p --page 7 book.pdf -o page.svg",
            "explain --format html --pages 1-9 book.pdf -o pages.html",
        ],
    ),
    (
        "browse",
        [
            "browse book.pdf",
            "browse -p -c 2 book.pdf other.pdf",
            "browse --no-open --port 8000 book.pdf",
        ],
    ),
    (
        "inspect",
        [
            "inspect fonts book.pdf",
            "inspect objects book.pdf 12",
            "inspect metadata --json book.pdf",
        ],
    ),
    (
        "inspect fonts",
        [
            "inspect fonts book.pdf",
            "inspect fonts book.pdf 12",
            "inspect fonts --pages 1-3 --json book.pdf",
        ],
    ),
    (
        "inspect images",
        [
            "inspect images book.pdf",
            "inspect images book.pdf 12",
            "inspect images --pages 1-3 --json book.pdf",
        ],
    ),
    (
        "inspect objects",
        [
            "inspect objects book.pdf",
            "inspect objects book.pdf trailer",
            "inspect objects --find Font book.pdf",
        ],
    ),
    (
        "inspect operators",
        [
            "inspect operators book.pdf",
            "inspect operators --pages 3 book.pdf",
            "inspect operators --pages 3 --json book.pdf",
        ],
    ),
    (
        "inspect structure",
        [
            "inspect structure book.pdf",
            "inspect structure --pages 3 book.pdf",
            "inspect structure --json book.pdf",
        ],
    ),
    (
        "inspect metadata",
        [
            "inspect metadata book.pdf",
            "inspect metadata --json book.pdf",
            "inspect metadata --password secret book.pdf",
        ],
    ),
    (
        "locate",
        [
            "locate book.pdf \"a quotation\"",
            "locate --format json book.pdf \"one\" \"another\"",
            "locate --quotes quotations.txt book.pdf",
        ],
    ),
    (
        "tags",
        [
            "tags book.pdf",
            "tags --pages 1-9 book.pdf",
            "tags --json book.pdf",
        ],
    ),
    (
        "validate",
        [
            "validate book.pdf",
            "validate --flavour 2b,ua1 folder",
            "validate --format html book.pdf > report.html",
        ],
    ),
];

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
        .help("List the most used options; --help lists and explains all");
    let mut command = command.disable_help_flag(true).arg(help).mut_args(|arg| {
        match arg.is_positional() || is_most_used(&arg) {
            true => arg,
            false => arg.hide_short_help(true),
        }
    });
    if let Some((_, lines)) = EXAMPLES.iter().find(|(of, _)| *of == path) {
        let lines = lines.map(|line| format!("\n  pdfa2hocr {line}"));
        let examples = format!("Examples:{}", lines.concat());
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
    MOST_USED.contains(&arg.get_id().as_str())
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
            "Output:",
            "Modules:",
            "Limits:",
            "Parameters of the 2011 tool",
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
