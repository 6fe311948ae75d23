//! What a worker is asked for, and what it answers.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cli::ipc::Counts;
use crate::diagnostics::Diagnostic;

/// A document to be converted.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Request {
    /// Whatever the answer is to be known by.
    #[serde(default)]
    pub id: serde_json::Value,
    /// Where the document is; or else it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Text>,
    /// How many bytes of it follow, in frames of data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// What a document is called that follows, or, in tables, one that is elsewhere for the time being.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Options of a conversion as on the command line, each with its value in one word.
    #[serde(default)]
    pub options: Vec<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    pub answer: Wanted,
}

/// What is to be made of a document.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Wanted {
    /// This file, and those of other formats beside it.
    Files(Text),
    /// A stream of Arrow with the rows of these tables, or of all, in frames of data.
    Arrow(Vec<String>),
}

impl Default for Wanted {
    fn default() -> Self {
        Self::Files(Text::Known(String::new()))
    }
}

/// Text that may be a path, and so need not be Unicode.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Text {
    Known(String),
    /// The bytes that the system has for it.
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

/// How a conversion went.
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

/// Why a document was not converted, or not as it should be.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub(in crate::cli) struct Failed {
    /// The kind of error.
    pub code: String,
    pub message: String,
    /// The exit code of a conversion that fails like this.
    pub exit: u8,
}

impl From<Diagnostic> for Failed {
    fn from(error: Diagnostic) -> Self {
        let error = crate::cli::worded(&error);
        Self {
            code: error.kind.name().into(),
            message: crate::visible::visible(&error.to_string()).into(),
            exit: crate::cli::exit_code(error.kind),
        }
    }
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
