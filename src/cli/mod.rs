//! The command line: arguments, destinations of outputs, progress, messages and exit codes.

mod args;
mod attachments;
mod batch;
mod before_command;
mod beside;
pub mod binding;
#[cfg(feature = "browse")]
mod browse;
mod check;
mod claims;
#[cfg(feature = "sqlite")]
mod database;
mod destination;
mod existing;
mod explain;
#[cfg(feature = "browse")]
mod export;
mod formats;
mod generate;
mod images;
mod input;
mod inspect;
mod ipc;
mod kind;
mod locate;
mod maps;
mod module;
mod output;
mod output_error;
mod page_files;
mod report;
#[cfg(feature = "browse")]
mod save;
#[cfg(unix)]
mod signals;
#[cfg(not(unix))]
#[path = "no_signals.rs"]
mod signals;
mod temporary;
mod terminal;
mod time_limit;
mod unsaved;
#[cfg(feature = "validate")]
mod validate;
#[cfg(feature = "browse")]
mod viewer;
mod wording;
mod worker;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};

use crate::diagnostics::{Diagnostic, DiagnosticKind, Error, Result};
use crate::document::Document;

use args::{Args, Cli};
use attachments::Attachments;
use existing::Content;
use formats::Making;
use ipc::Event;
use maps::Maps;
use output::Output;
use report::Report;
use time_limit::TimeLimit;
use wording::worded;

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    // A panic in a parser is reported as an error of the page or file, without a backtrace.
    std::panic::set_hook(Box::new(|_| {}));
    signals::watch();
    let arguments = before_command::arguments();
    if let Some(mut command) = asked_for_help(&arguments) {
        return match output::stdout() {
            Ok(_) => {
                // Nothing can be done for a closed pipe.
                let _ = command.print_help();
                ExitCode::SUCCESS
            }
            Err(error) => fail(&error),
        };
    }
    let parsed = Cli::command()
        .try_get_matches_from(&arguments)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, warnings) = match parsed {
        Ok((cli, matches)) => {
            let warnings = args::without_effect(&cli, &matches);
            (cli, warnings)
        }
        Err(error) if !error.use_stderr() => {
            // `--help` and `--version`. A closed pipe is ignored.
            return match output::stdout() {
                Ok(_) => {
                    let _ = error.print();
                    ExitCode::SUCCESS
                }
                Err(error) => fail(&error),
            };
        }
        Err(error) => {
            let error = wrong_arguments(&error);
            // The command has its own exit codes, like other validators.
            #[cfg(feature = "validate")]
            if arguments.get(1).is_some_and(|a| a == "validate") {
                return ExitCode::from(validate::report_error(&error));
            }
            return fail(&error);
        }
    };
    let result = match cli.command {
        Some(command) => {
            warn(&warnings);
            command.run()
        }
        None => run(&cli.convert, &warnings).map(|()| 0),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => fail(&error),
    }
}

/// The command that `pdfa2hocr`, `pdfa2hocr help` or `pdfa2hocr help COMMAND` asks about.
fn asked_for_help(arguments: &[OsString]) -> Option<clap::Command> {
    let words = arguments.get(1..).unwrap_or_default();
    let (help, rest) = words.split_first().unzip();
    if help.is_some_and(|help| help != "help") {
        return None;
    }
    let mut cli = Cli::command();
    cli.build();
    match rest {
        Some([name]) => cli.find_subcommand(name).cloned(),
        None | Some([]) => Some(cli),
        Some(_) => None,
    }
}

fn fail(error: &Error) -> ExitCode {
    terminal::say(&format!("pdfa2hocr: {}", worded(error)));
    ExitCode::from(exit_code(error.kind))
}

/// The exit codes of the program; every other kind of diagnostic is a warning.
fn exit_code(kind: DiagnosticKind) -> u8 {
    match kind {
        DiagnosticKind::Argument => 1,
        DiagnosticKind::Structure => 3,
        DiagnosticKind::Objects => 4,
        DiagnosticKind::Password => 5,
        DiagnosticKind::Module => 6,
        DiagnosticKind::Several => 7,
        DiagnosticKind::Limit => 10,
        // Like a shell for a program ended by Ctrl-C.
        DiagnosticKind::Interrupted => 130,
        _ => 2,
    }
}

/// The error of the argument parser in one line.
fn wrong_arguments(error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let mut lines = text
        .lines()
        .map(str::trim)
        .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more information"))
        // Omits "to pass '--x' as a value", which does not help with a misspelt option.
        .filter(|l| !l.is_empty() && !l.starts_with("tip: to pass"));
    let first = lines.next().unwrap_or_default();
    let mut message = first.strip_prefix("error: ").unwrap_or(first).to_owned();
    for line in lines {
        // "tip: a similar argument exists" goes on as a sentence of its own.
        message.push_str(match line.starts_with("tip: ") {
            true => "; ",
            false => " ",
        });
        message.push_str(line.strip_prefix("tip: ").unwrap_or(line));
    }
    message.push_str("; see --help");
    Diagnostic::new(DiagnosticKind::Argument, message)
}

/// Prints warnings about the arguments.
fn warn(warnings: &[String]) {
    for warning in warnings {
        terminal::say(&format!("pdfa2hocr: warning: {warning}"));
    }
}

/// Converts a document. Prints `warnings` once the arguments are known to be valid.
fn run(args: &Args, warnings: &[String]) -> Result<()> {
    args.check_words()?;
    let mut options = args.options()?;
    let time_limit = TimeLimit::start(args.time_limit);
    let conversion = &args.conversion;
    let output = args.output();
    let formats = args.formats.choices(output);
    if let Some(error) = output.and_then(|o| claims::second_pdf(args.input(), o)) {
        return Err(error);
    }
    let source = match args.inputs().as_slice() {
        [one] => args.input_limit.read(one)?,
        several => args.input_limit.read_all(several)?,
    };
    // Checks for outputs that would replace other files before writing the first one.
    let claims = Arc::new(conversion.claims(args.inputs(), &source));
    let log = conversion.claim_log(&claims)?;
    let structure = match args.structure_text {
        true => {
            let output = output.unwrap_or(Path::new("-"));
            Some(claims.claim(output, Content::text(output, &["txt"]))?)
        }
        false => None,
    };
    let places = match structure {
        Some(_) => Vec::new(),
        None => formats::claim(&claims, formats::places(&formats, output)?)?,
    };
    let maps = Maps::claim(&claims, &args.map, &formats)?;
    let attachments = match &args.attachments {
        Some(folder) => Some(Attachments::claim(folder, args, &claims)?),
        None => None,
    };
    warn(warnings);
    options.images = conversion.images(&claims, &places, source.name())?;
    let mut report = Report::new(conversion, log.as_ref())?;
    if args.report_progress {
        ipc::end_with_parent();
        report = report.with_owner(Box::new(Event::send));
    }
    let result = if let Some(place) = structure {
        let mut output = Output::create(&place)?;
        Document::with_observer(&source, options, &mut report)
            .and_then(|document| document.write_structure(&mut output, &mut report))
            .and_then(|()| time_limit.put(|| output.finish()))
    } else {
        let making = Making {
            maps,
            ..conversion.making(&claims)
        };
        formats::write(&source, options, &places, &making, &time_limit, &mut report)
    };
    let result = result.and_then(|()| match attachments {
        Some(attachments) => attachments.convert_all(&source, &mut report),
        None => Ok(()),
    });
    let (whole, failed) = (report.whole(), report.module_errors());
    report.finish();
    result.and(whole).and(module::all_well(failed))
}
