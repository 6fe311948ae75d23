//! The command line: arguments, where output goes, what is reported while it works, exit codes.

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

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};

use crate::diagnostics::{Diagnostic, DiagnosticKind, Error, Result};
use crate::document::Document;

use args::{Args, Cli};
use attachments::Attachments;
use formats::Making;
use ipc::Event;
use maps::Maps;
use output::Output;
use report::Report;
use time_limit::TimeLimit;
use wording::worded;

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    // A page or a file that trips a parser is reported as such, without a trace of the program's.
    std::panic::set_hook(Box::new(|_| {}));
    signals::watch();
    let arguments = before_command::arguments();
    let parsed = Cli::command()
        .try_get_matches_from(&arguments)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, warnings) = match parsed {
        Ok((cli, matches)) => {
            let warnings = args::without_effect(&cli, &matches);
            (cli, warnings)
        }
        Err(error) if !error.use_stderr() => {
            // `--help` and `--version`; nothing can be done for a closed pipe.
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
            // The command has exit codes of its own, those of other validators.
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
        // As a shell has it for a program that Ctrl-C ended.
        DiagnosticKind::Interrupted => 130,
        _ => 2,
    }
}

/// What the argument parser complains of, in one line.
fn wrong_arguments(error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let mut lines = text
        .lines()
        .map(str::trim)
        .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more information"))
        // "To pass '--x' as a value" helps nobody who misspelt an option.
        .filter(|l| !l.is_empty() && !l.starts_with("tip: to pass"));
    let first = lines.next().unwrap_or_default();
    let mut message = first.strip_prefix("error: ").unwrap_or(first).to_owned();
    for line in lines {
        message.push(' ');
        message.push_str(line);
    }
    message.push_str("; see --help");
    Diagnostic::new(DiagnosticKind::Argument, message)
}

/// Prints what the arguments give reason to warn of.
fn warn(warnings: &[String]) {
    for warning in warnings {
        terminal::say(&format!("pdfa2hocr: warning: {warning}"));
    }
}

/// Converts a document. `warnings` are printed when nothing is wrong with the arguments.
fn run(args: &Args, warnings: &[String]) -> Result<()> {
    args.check_words()?;
    let mut options = args.options()?;
    let time_limit = TimeLimit::start(args.time_limit);
    let conversion = &args.conversion;
    // What is to be written is known to harm nothing before the first file is touched.
    let claims = Arc::new(conversion.claims(args.inputs()));
    let log = conversion.claim_log(&claims)?;
    let output = args.output();
    let formats = args.formats.choices(output);
    if let Some(error) = output.and_then(|o| claims::second_pdf(args.input(), o)) {
        return Err(error);
    }
    let structure = match args.structure_text {
        true => Some(claims.claim(output.unwrap_or(Path::new("-")))?),
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
    let source = match args.inputs().as_slice() {
        [one] => args.input_limit.read(one)?,
        several => args.input_limit.read_all(several)?,
    };
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
