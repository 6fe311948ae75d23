//! The command line: arguments, where output goes, what is told while it works, exit codes.

mod args;
mod output;
mod report;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::convert;
use crate::diagnostics::{Diagnostic, Error, Kind, Result};
use crate::pdf::Source;

use args::Args;
use output::Output;
use report::Report;

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    // A page or a file that trips a parser is reported as such, without a trace of the program's.
    std::panic::set_hook(Box::new(|_| {}));
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) if !error.use_stderr() => {
            // `--help` and `--version`; nothing can be done for a closed pipe.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return fail(&wrong_arguments(&error)),
    };
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &Error) -> ExitCode {
    eprintln!("pdfa2hocr: {error}");
    ExitCode::from(exit_code(error.kind))
}

/// The exit codes of the program; every other kind of diagnostic is a warning.
fn exit_code(kind: Kind) -> u8 {
    match kind {
        Kind::Argument => 1,
        Kind::Structure => 3,
        Kind::Objects => 4,
        Kind::Password => 5,
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
    let options = args.options()?;
    let mut report = Report::new(args.quiet, args.verbose, args.log.as_deref())?;
    let source = if args.input.as_os_str() == "-" {
        if io::stdin().is_terminal() {
            return Err(Diagnostic::new(
                Kind::Argument,
                "INPUT is -, but nothing is piped in; name a file, or pipe one",
            ));
        }
        Source::read(&mut io::stdin().lock())?
    } else {
        Source::open(&args.input)?
    };
    let name = match args.input.to_str() {
        Some("-") | None => String::new(),
        Some(path) => path.to_owned(),
    };
    let place = args.output.as_deref().unwrap_or(Path::new("-"));
    let mut output = Output::create(place)?;
    let result = if args.structure_text {
        convert::structure_text(&source, &options, &mut output, &mut report)
    } else {
        convert::convert(&source, &name, &options, &mut output, &mut report)
    };
    let result = result.and_then(|()| output.finish());
    report.finish();
    result
}
