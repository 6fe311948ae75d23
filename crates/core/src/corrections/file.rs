//! A file of corrections: JSON lines.

use std::io::{self, Read};

use super::entry::{Entry, Source};

/// A file of corrections.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The document.
    pub source: Source,
    /// The entries, in the order in which they were made.
    pub entries: Vec<Entry>,
}

impl File {
    /// The version of the format that this program reads.
    pub const VERSION: u32 = 1;
    /// Largest size of a file, in bytes: about 250,000 operations.
    pub const LARGEST: usize = 64 << 20;

    /// The bytes of a file. Those of one that is too large are cut off, and [`File::read`] refuses them.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn bytes(from: impl io::Read) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        from.take(Self::LARGEST as u64 + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a file. A last line without its end was cut off while it was written, and is skipped.
    ///
    /// # Errors
    ///
    /// The line and the reason, if a complete line is not an entry or the file is too large.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > Self::LARGEST {
            let most = Self::LARGEST >> 20;
            return Err(format!("the file is larger than {most} MB"));
        }
        let complete = bytes.iter().rposition(|&byte| byte == b'\n');
        let bytes = complete.map_or(&b""[..], |end| &bytes[..end]);
        let mut lines = bytes.split(|&byte| byte == b'\n').zip(1u32..);
        let first = lines.next().filter(|(line, _)| !line.is_empty());
        let source = first.map_or_else(|| Ok(Source::default()), |(line, _)| source(line));
        let source = source.map_err(|why| at(1, &why))?;
        let mut entries = Vec::new();
        for (line, number) in lines.filter(|(line, _)| !line.trim_ascii().is_empty()) {
            entries.push(entry(line).map_err(|why| at(number, &why))?);
        }
        Ok(Self { source, entries })
    }
}

/// A reason with its place.
fn at(line: u32, why: &str) -> String {
    format!("line {line}: {why}")
}

fn source(line: &[u8]) -> Result<Source, String> {
    let source: Source = serde_json::from_slice(line).map_err(|why| reason(&why))?;
    match source.pdfa2hocr_corrections {
        File::VERSION => Ok(source),
        other => Err(format!(
            "the file has version {other} of the format, and this program reads version {}",
            File::VERSION
        )),
    }
}

fn entry(line: &[u8]) -> Result<Entry, String> {
    let entry: Entry = serde_json::from_slice(line).map_err(|why| reason(&why))?;
    if entry.operation.phase().is_some() && entry.page.is_none() {
        return Err("the operation has no page".to_owned());
    }
    Ok(entry)
}

/// The reason of a parser, with its column. The parser sees one line.
fn reason(why: &serde_json::Error) -> String {
    why.to_string().replace(" at line 1 column", " at column")
}
