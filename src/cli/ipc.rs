//! What a conversion tells the batch that started it: a JSON object a line on standard output.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

/// One thing told.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// So many pages will be converted.
    Pages(usize),
    /// A page is done, with so many words.
    Words(usize),
    /// The page with this index, which is done, is an image without text.
    NeedsOcr(u32),
    /// A warning that arose, or so many that were only counted.
    Warnings(usize),
}

impl Told {
    /// Writes it. That nobody reads any more is for [`end_with_parent`] to notice.
    pub fn say(&self) {
        if let Ok(line) = serde_json::to_string(self) {
            use io::Write;
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
}

/// Ends this process as soon as the one that started it is gone, however it went: that one holds
/// the other end of standard input. What is half written stands in a folder that it clears.
pub fn end_with_parent() {
    std::thread::spawn(|| {
        let mut byte = [0];
        while matches!(io::stdin().read(&mut byte), Ok(1..)) {}
        std::process::exit(2);
    });
}
