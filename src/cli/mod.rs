//! The command line: arguments, where output goes, what is told while it works, exit codes.

mod args;
mod attachments;
mod batch;
mod check;
#[cfg(feature = "sqlite")]
mod database;
mod explain;
mod formats;
mod images;
mod module;
mod output;
mod report;
mod tell;
mod terminal;
mod validate;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::convert;
use crate::diagnostics::{Diagnostic, Error, Kind, Result};
use crate::pdf::Source;

use args::{Args, Cli};
use formats::Files;
use output::Output;
use report::Report;

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    // A page or a file that trips a parser is reported as such, without a trace of the program's.
    std::panic::set_hook(Box::new(|_| {}));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // `--help` and `--version`; nothing can be done for a closed pipe.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            let error = wrong_arguments(&error);
            // The command has exit codes of its own, those of other validators.
            if std::env::args_os().nth(1).is_some_and(|a| a == "validate") {
                return ExitCode::from(validate::report_error(&error));
            }
            return fail(&error);
        }
    };
    let result = match cli.command {
        Some(command) => command.run(),
        None => run(&cli.convert).map(|()| 0),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => fail(&error),
    }
}

fn fail(error: &Error) -> ExitCode {
    terminal::say(&format!("pdfa2hocr: {error}"));
    ExitCode::from(exit_code(error.kind))
}

/// The exit codes of the program; every other kind of diagnostic is a warning.
fn exit_code(kind: Kind) -> u8 {
    match kind {
        Kind::Argument => 1,
        Kind::Structure => 3,
        Kind::Objects => 4,
        Kind::Password => 5,
        Kind::Module => 6,
        Kind::Several => 7,
        // As a shell has it for a program that Ctrl-C ended.
        Kind::Interrupted => 130,
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
    Diagnostic::new(Kind::Argument, message)
}

fn run(args: &Args) -> Result<()> {
    let mut options = args.options()?;
    let mut report = Report::new(&args.conversion, args.tell)?;
    let (source, name) = input(args.input())?;
    let output = args.output.as_deref();
    let result = if args.structure_text {
        let mut output = Output::create(output.unwrap_or(Path::new("-")))?;
        convert::structure_text(&source, &options, &mut output, &mut report)
            .and_then(|()| output.finish())
    } else {
        let places = formats::places(&args.conversion.format, output)?;
        options.images = args.conversion.images(&places, &name);
        let mut files = Files::create(&places)?;
        convert::convert(&source, &name, &options, &mut files.targets(), &mut report)
            .and_then(|()| files.finish())
    };
    let result = result.and_then(|()| match &args.attachments {
        Some(folder) => attachments::convert_all(args, folder, &source, &mut report),
        None => Ok(()),
    });
    let failed = report.module_errors();
    report.finish();
    result.and(module::all_well(failed))
}

/// The input, and its name; standard input has none.
fn input(path: &Path) -> Result<(Source, String)> {
    if path.as_os_str() != "-" {
        let name = path.to_str().unwrap_or_default().to_owned();
        return Ok((Source::open(path)?, name));
    }
    if io::stdin().is_terminal() {
        return Err(Diagnostic::new(
            Kind::Argument,
            "INPUT is -, but nothing is piped in; name a file, or pipe one",
        ));
    }
    Ok((Source::read(&mut io::stdin().lock())?, String::new()))
}
