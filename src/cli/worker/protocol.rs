//! The requests to a worker and its answers.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cli::errors::{exit_code, worded};
use crate::cli::ipc::Counts;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::visible::visible;
use pdfa2hocr_worker::{Frame, Kind};

/// A request to convert a document.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Request {
    /// An id that the answer repeats.
    #[serde(default)]
    pub id: serde_json::Value,
    /// The path of the document; without it the bytes follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Text>,
    /// Number of bytes that follow in frames of data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The name of a document that follows as bytes; in tables also of one with a temporary path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Options of a conversion as on the command line, each with its value in one word.
    #[serde(default)]
    pub options: Vec<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    pub answer: Wanted,
}

/// The requested output.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Wanted {
    /// This file, and files of other formats next to it.
    Files(Text),
    /// An Arrow stream with the rows of these tables, or of all, in frames of data.
    Arrow(Vec<String>),
}

impl Default for Wanted {
    fn default() -> Self {
        Self::Files(Text::Known(String::new()))
    }
}

/// Text that can be a path, which need not be valid Unicode.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Text {
    Known(String),
    /// The bytes of a path that is not Unicode.
    Bytes(Vec<u8>),
}

impl From<&OsStr> for Text {
    fn from(text: &OsStr) -> Self {
        match text.to_str() {
            Some(known) => Self::Known(known.to_owned()),
            None => Self::Bytes(text.as_encoded_bytes().to_vec()),
        }
    }
}

impl From<&Text> for OsString {
    fn from(text: &Text) -> Self {
        match text {
            Text::Known(known) => known.into(),
            #[cfg(unix)]
            Text::Bytes(bytes) => std::os::unix::ffi::OsStringExt::from_vec(bytes.clone()),
            #[cfg(not(unix))]
            Text::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned().into(),
        }
    }
}

impl From<&Text> for PathBuf {
    fn from(text: &Text) -> Self {
        OsString::from(text).into()
    }
}

/// The result of a conversion.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(in crate::cli) struct Answer {
    #[serde(default)]
    pub id: serde_json::Value,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ok: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Failed>,
    #[serde(flatten)]
    pub counts: Counts,
}

/// The reason why a document was not converted, or not completely.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub(in crate::cli) struct Failed {
    /// The kind of error.
    pub code: String,
    pub message: String,
    /// The exit code of a conversion with this error.
    pub exit: u8,
}

impl From<Diagnostic> for Failed {
    fn from(error: Diagnostic) -> Self {
        let error = worded(&error);
        Self {
            code: error.kind.name().into(),
            message: visible(&error.to_string()).into(),
            exit: exit_code(error.kind),
        }
    }
}

/// Writes a frame to standard output.
pub(super) fn send(kind: Kind, value: &impl Serialize) -> Result<()> {
    let json = serde_json::to_vec(value).map_err(io::Error::from);
    let sent = json.and_then(|json| Frame::write(&mut io::stdout(), kind, &json));
    sent.map_err(|e| failed(&io_reason(&e)))
}

/// The error of input that is not a request, or of a reader that has gone.
pub(super) fn failed(why: &str) -> Diagnostic {
    let message =
        format!("{why}; only programs run this command, as docs/architecture_workers.md says");
    Diagnostic::file(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_what_the_docs_say() {
        let request =
            r#"{"id": 7, "path": "a.pdf", "options": ["-p"], "answer": {"files": "a.html"}}"#;
        let request: Request = serde_json::from_str(request).unwrap();
        assert_eq!(request.path, Some(Text::Known("a.pdf".into())));
        assert_eq!(request.answer, Wanted::Files(Text::Known("a.html".into())));
        assert!(serde_json::from_str::<Request>(r#"{"answer": {"arrow": []}, "a": 1}"#).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn paths_need_not_be_unicode() {
        let path = OsString::from(&Text::Bytes(vec![b'a', 0xff]));
        let sent = serde_json::to_string(&Text::from(path.as_os_str())).unwrap();
        let received: Text = serde_json::from_str(&sent).unwrap();
        assert_eq!(OsString::from(&received), path);
    }
}
