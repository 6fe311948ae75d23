//! What a conversion reports to the program that started it: as lines of JSON on standard output, or, from
//! a worker, in frames.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

/// What a conversion reports.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// The number of pages that will be converted.
    Pages(usize),
    /// A page is done; its number of words.
    Words(usize),
    /// The page with this index, which is done, is an image without text.
    NeedsOcr(u32),
    /// One warning, or the number of warnings that were only counted.
    Warnings(usize),
}

/// Takes events.
pub(super) type Listener = Box<dyn Fn(&Event)>;

/// What was converted.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(super) struct Counts {
    pub pages: usize,
    pub words: usize,
    pub warnings: usize,
    /// The pages that are images without text, by their indices.
    pub needs_ocr: Vec<u32>,
}

impl Counts {
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::Pages(_) => {}
            Event::Words(words) => {
                self.pages += 1;
                self.words += words;
            }
            Event::NeedsOcr(index) => self.needs_ocr.push(*index),
            Event::Warnings(warnings) => self.warnings += warnings,
        }
    }
}

impl Event {
    /// Writes it to standard output. That nobody reads any more is for [`end_with_parent`] to notice.
    pub(super) fn send(&self) {
        if let Ok(line) = serde_json::to_string(self) {
            use io::Write;
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
}

/// Ends this process as soon as the one that started it is gone, however it went: that one holds
/// the other end of standard input. What is half written is in a folder that it clears.
pub(super) fn end_with_parent() {
    std::thread::spawn(|| {
        let mut byte = [0];
        while matches!(io::stdin().read(&mut byte), Ok(1..)) {}
        std::process::exit(2);
    });
}
