//! The events that a conversion reports to the program that started it: lines of JSON on standard output, or
//! frames of a worker.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

/// An event of a conversion.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// The number of pages that will be converted.
    Pages(usize),
    /// A page is done; the number of its words.
    Words(usize),
    /// The page with this index, which is done, is an image without text.
    NeedsOcr(u32),
    /// The page with this index was recognised.
    Recognised(u32),
    /// Pictures of the page with this index were recognised.
    Pictures(u32),
    /// One warning, or the number of warnings that were only counted.
    Warnings(usize),
}

/// Receives events.
pub(super) type Listener = Box<dyn Fn(&Event)>;

/// Counts of a conversion.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(super) struct Counts {
    pub pages: usize,
    pub words: usize,
    pub warnings: usize,
    /// Indices of the pages that are images without text.
    pub needs_ocr: Vec<u32>,
    /// Indices of the pages that were recognised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recognised: Vec<u32>,
    /// Indices of the pages whose pictures were recognised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recognised_pictures: Vec<u32>,
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
            Event::Recognised(index) => self.recognised.push(*index),
            Event::Pictures(index) => self.recognised_pictures.push(*index),
            Event::Warnings(warnings) => self.warnings += warnings,
        }
    }
}

impl Event {
    /// Writes the event to standard output. Ignores errors: [`end_with_parent`] notices a lost reader.
    pub(super) fn send(&self) {
        if let Ok(line) = serde_json::to_string(self) {
            use io::Write;
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
}

/// Ends this process when its parent ends, for whatever reason: the parent holds the other end of standard
/// input. Incomplete files are in a folder that the parent removes.
pub(super) fn end_with_parent() {
    std::thread::spawn(|| {
        let mut byte = [0];
        while matches!(io::stdin().read(&mut byte), Ok(1..)) {}
        std::process::exit(2);
    });
}
