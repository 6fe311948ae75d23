//! The command line: arguments, destinations of outputs, progress, messages and exit codes.

mod args;
mod attachments;
mod batch;
mod before_command;
mod beside;
pub mod binding;
#[cfg(feature = "browse")]
mod browse;
#[cfg(feature = "browse")]
mod canvas;
mod check;
mod claims;
mod convert;
mod corrections;
#[cfg(feature = "sqlite")]
mod database;
mod destination;
mod errors;
mod existing;
mod explain;
#[cfg(feature = "browse")]
mod export;
mod files;
mod fingerprint;
mod formats;
mod found_inputs;
mod generate;
#[cfg(feature = "browse")]
mod ground_truth;
mod help;
mod images;
mod input;
mod inspect;
mod ipc;
mod kind;
mod learn;
mod locate;
mod maps;
mod module;
mod output;
mod output_file;
mod page_files;
mod program;
mod relative;
mod repeated;
mod report;
#[cfg(feature = "browse")]
mod save;
#[cfg(unix)]
mod signals;
#[cfg(not(unix))]
#[path = "no_signals.rs"]
mod signals;
mod tag;
mod temporary;
mod terminal;
mod time_limit;
mod unknown_command;
mod unsaved;
#[cfg(feature = "validate")]
mod validate;
mod values;
#[cfg(feature = "browse")]
mod viewer;
mod worker;
mod wrong_arguments;

pub use program::{main, main_of};
