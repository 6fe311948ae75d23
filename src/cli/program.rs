//! The program: its commands, and the result of running one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::batch::Batch;
use super::before_command::{command_first, place_of_word};
#[cfg(feature = "browse")]
use super::browse::Browse;
use super::check::CheckCommand;
use super::convert::Convert;
use super::errors::{exit_code, worded};
use super::explain::Explain;
use super::generate::Generate;
use super::inspect::{File, InspectCommand};
use super::learn::Learn;
use super::locate::Locate;
use super::module::ModuleCommand;
use super::tag::Tag;
use super::unknown_command::unknown_command;
#[cfg(feature = "validate")]
use super::validate::{self, ValidateCommand};
use super::worker::Worker;
use super::wrong_arguments::wrong_arguments;
use super::{help, output, signals, terminal};
use pdfa2hocr_core::diagnostics::{Diagnostic, Error, Result};

/// Turn PDFs and OCR files into hOCR: words, lines and blocks with their boxes, in reading order
#[derive(Debug, Parser)]
#[command(
    name = "pdfa2hocr",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_long_help = "Exit codes: 0 done; 1 wrong arguments; 2 a file cannot be opened or written; \
                       3 the document's structure cannot be read; 4 no object table can be read; \
                       5 the document needs a password; 6 the module has an error (pages on which it \
                       failed are written without its changes); 7 some of several files could not be \
                       converted; 8 `check` found something; 9 `locate` did not find it; 10 a limit \
                       was reached: the output is written, but truncated, or, with --time-limit, not \
                       written; 11 a PDF is written, but claims less than --pdf-conformance. `validate --help` has its own."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    convert: Convert,
}

/// The commands other than conversion.
#[derive(Debug, Subcommand)]
enum Command {
    /// Check a module, or show what it does
    #[command(subcommand, arg_required_else_help = false)]
    Module(ModuleCommand),
    /// Convert many files, and resume an earlier run
    Batch(Box<Batch>),
    /// Draw a page with everything that was detected on it
    Explain(Box<Explain>),
    /// See the structure of documents in a browser
    #[cfg(feature = "browse")]
    Browse(Box<Browse>),
    /// List what a document is made of: fonts, images, objects, operators, structure, metadata
    #[command(subcommand, arg_required_else_help = false)]
    Inspect(InspectCommand),
    /// Find where a quotation is: pages, and a box for each line
    Locate(Box<Locate>),
    /// See which options would have made corrections unnecessary, and which words recur in them
    #[command(arg_required_else_help = false)]
    Learn(Box<Learn>),
    /// Compare the tags of a document with what can be seen on its pages
    #[command(arg_required_else_help = false)]
    Tags(File),
    /// Give a PDF the tags that its pages show, and change nothing that is visible
    Tag(Box<Tag>),
    /// Check files against PDF/A and PDF/UA
    #[cfg(feature = "validate")]
    #[command(arg_required_else_help = false)]
    Validate(ValidateCommand),
    /// Check hOCR files against the specification and what readers of hOCR accept
    #[command(arg_required_else_help = false)]
    Check(CheckCommand),
    /// Convert documents, or draw pages, for the program that started this one
    #[command(hide = true)]
    Worker(Worker),
    /// Make files for packages
    #[command(hide = true)]
    Generate(Generate),
}

impl Command {
    /// Runs the command with its parsed arguments; returns the exit code.
    fn run(&self, matches: &ArgMatches) -> Result<u8> {
        match self {
            Self::Module(command) => command.run(matches)?,
            Self::Batch(command) => command.run(matches)?,
            Self::Explain(command) => command.run(matches)?,
            Self::Inspect(command) => command.run()?,
            Self::Locate(command) => return command.run(matches),
            Self::Learn(command) => command.run()?,
            Self::Tags(file) => file.verdict()?,
            Self::Tag(command) => command.run(matches)?,
            #[cfg(feature = "browse")]
            Self::Browse(command) => command.run(matches)?,
            #[cfg(feature = "validate")]
            Self::Validate(command) => return Ok(command.run()),
            Self::Check(command) => return command.run(),
            Self::Worker(command) => command.run()?,
            Self::Generate(command) => command.run(help::completed(Cli::command()))?,
        }
        Ok(0)
    }
}

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os().collect()))
}

/// Runs the program in a process of another executable, such as an interpreter. `program` is the file that starts
/// it with arguments in the same way; `arguments` have no name of the program. Returns the exit code.
pub fn main_of(program: PathBuf, arguments: Vec<OsString>) -> u8 {
    let name = OsString::from("pdfa2hocr");
    let line = std::iter::once(name).chain(arguments.iter().cloned());
    let line = line.collect();
    pdfa2hocr_worker::set_program(program, arguments);
    run(line)
}

/// Runs the program with a command line, whose first word is the name of the program.
fn run(line: Vec<OsString>) -> u8 {
    // A panic in a parser is reported as an error of the page or file, without a backtrace.
    std::panic::set_hook(Box::new(|_| {}));
    signals::watch();
    #[cfg(feature = "ocr")]
    super::args::set_drawer(pdfa2hocr_worker::program().ok());
    if let Some((convert, matches)) = conversion_of_file(&line) {
        return finish(convert.run(&matches).map(|()| 0));
    }
    let cli = help::completed(Cli::command());
    let arguments = command_first(&cli, line);
    if let Some(command) = asked_for_help(&cli, &arguments) {
        return print(help::shortened(command).render_help());
    }
    if let Some(error) = unknown_command(&cli, &arguments) {
        return fail(&error);
    }
    // Only short help has no sections.
    let parser = match arguments.iter().any(|argument| argument == "-h") {
        true => help::shortened(cli.clone()),
        false => cli.clone(),
    };
    let parsed = parser
        .try_get_matches_from(&arguments)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let result = match parsed {
        Ok((parsed, matches)) => match (parsed.command, matches.subcommand()) {
            (Some(command), Some((_, matches))) => command.run(matches),
            _ => parsed.convert.run(&matches).map(|()| 0),
        },
        // `--help` and `--version`.
        Err(error) if !error.use_stderr() => return print(error.render()),
        Err(error) => {
            let error = option_of_others(&cli, &arguments, &error)
                .unwrap_or_else(|| wrong_arguments(&error));
            // The command has its own exit codes, like other validators.
            #[cfg(feature = "validate")]
            if arguments.get(1).is_some_and(|a| a == "validate") {
                return validate::report_error(&error);
            }
            return fail(&error);
        }
    };
    finish(result)
}

/// The parsed arguments of the conversion of an existing file. Returns `None` for other lines, and for wrong
/// arguments. The definitions of all commands take longer than the conversion of a small file, and are not made here.
fn conversion_of_file(line: &[OsString]) -> Option<(Convert, ArgMatches)> {
    let parser = Convert::augment_args(clap::Command::new("pdfa2hocr"));
    let input = line.get(place_of_word(&parser, line)?)?;
    let is_command = |word: &str| word == "help" || Command::has_subcommand(word);
    if input.to_str().is_some_and(is_command) || !Path::new(input).exists() {
        return None;
    }
    let matches = parser.try_get_matches_from(line).ok()?;
    let convert = Convert::from_arg_matches(&matches).ok()?;
    Some((convert, matches))
}

/// The exit code of a command with this result; an error is printed.
fn finish(result: Result<u8>) -> u8 {
    result.unwrap_or_else(|error| fail(&error))
}

/// The command that `pdfa2hocr`, `pdfa2hocr help` or `pdfa2hocr help COMMAND` asks about.
fn asked_for_help(cli: &clap::Command, arguments: &[OsString]) -> Option<clap::Command> {
    let words = arguments.get(1..).unwrap_or_default();
    let (help, rest) = words.split_first().unzip();
    if help.is_some_and(|help| help != "help") {
        return None;
    }
    let mut cli = cli.clone();
    cli.build();
    match rest {
        Some([name]) => cli.find_subcommand(name).cloned(),
        None | Some([]) => Some(cli),
        Some(_) => None,
    }
}

/// The error for an option of other commands, which the command of this line has no use for.
fn option_of_others(
    cli: &clap::Command,
    arguments: &[OsString],
    error: &clap::Error,
) -> Option<Error> {
    let command = cli.find_subcommand(arguments.get(1)?)?;
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    // Anything else is one argument too many, like a second INPUT.
    let letter_or_name = option.strip_prefix('-')?;
    let has_it = |command: &clap::Command| {
        let mut options = command.get_arguments();
        options.any(|arg| match letter_or_name.strip_prefix('-') {
            Some(name) => arg.get_long() == Some(name),
            None => arg.get_short().map(String::from).as_deref() == Some(letter_or_name),
        })
    };
    let mut others = std::iter::once(cli).chain(cli.get_subcommands());
    if !others.any(has_it) {
        return None;
    }
    let name = command.get_name();
    let message = format!(
        "unexpected argument '{option}' found: {name} has no use for this option; see pdfa2hocr \
         {name} --help"
    );
    Some(Diagnostic::argument(message))
}

/// Prints help or the version. A closed pipe is ignored.
fn print(text: clap::builder::StyledStr) -> u8 {
    use std::io::Write;
    match output::stdout() {
        Ok(mut out) => {
            let _ = write!(out, "{text}");
            0
        }
        Err(error) => fail(&error),
    }
}

fn fail(error: &Error) -> u8 {
    terminal::say(&format!("pdfa2hocr: {}", worded(error)));
    exit_code(error.kind)
}
