//! The limits of a drawing worker.

use std::time::Duration;

/// Time limit for a picture. Pages of real documents need up to a third of a second.
pub(super) const LONGEST: Duration = Duration::from_secs(10);

/// Memory limit for drawing, in bytes. Pages of real documents need up to 120 MB, the largest picture of a
/// large scan 600 MB.
pub(super) const MEMORY: u64 = 1 << 30;
