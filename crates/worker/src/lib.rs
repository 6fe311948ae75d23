//! Worker processes of this program: each does one piece of work after another for its owner. A faulty piece
//! can neither stop the owner nor use up its resources.
//!
//! A worker limits itself ([`Limits`]) and reads [`requests`] from its standard input in [`Frame`]s. Its
//! owner holds a [`Process`], and detects its death and the reason ([`End`]). [`Kept`] replaces it, and
//! repeats work after an unexplained death.
//!
//! Requests and answers are defined by the callers: `render` draws pages, the command line converts
//! documents.
// Developers read these pages, with private items.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(unsafe_code)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod frame;
mod kept;
mod limits;
mod process;
mod program;
mod requests;

pub use frame::{Frame, Kind};
pub use kept::{Failure, Fate, Kept};
pub use limits::{Limits, Load, amount};
pub use process::{End, Process, Watch, last_words};
pub use program::{program, set_program};
pub use requests::requests;
