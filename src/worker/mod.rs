//! Processes of this program that do one piece of work after the other for the one that started them,
//! so that no piece can stop it, or use up what the others need.
//!
//! A worker limits itself ([`Limits`]) and takes [`requests`] from its standard input, in [`Frame`]s.
//! Its owner has a [`Process`], and notices when that has died, and of what ([`End`]); [`Kept`] has
//! another take its place, and tries a piece of work that a worker died of once more.
//!
//! What the requests and the answers are is for those to say who ask: `render` has pages drawn, the
//! command line has documents converted.

mod frame;
mod kept;
mod limits;
mod process;
mod requests;

pub(crate) use frame::{Frame, Kind};
pub(crate) use kept::{Failure, Fate, Kept};
pub(crate) use limits::{Limits, Load, amount};
pub(crate) use process::{End, Process, Watch};
pub(crate) use requests::requests;
