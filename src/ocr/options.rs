//! The options for recognising text.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::cache::Cache;
use super::engine::{Engine, with_languages};
use super::languages;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Setting};

/// The pages whose text is recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OcrMode {
    /// Pages without text that are pictures, and pictures with text on other pages.
    #[default]
    Auto,
    /// All pages: their own text is replaced.
    All,
}

impl FromStr for OcrMode {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "all" => Ok(Self::All),
            _ => Err("write auto or all".to_owned()),
        }
    }
}

/// The options for recognising text. Start from the default and set single fields.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OcrOptions {
    /// The pages whose text is recognised.
    pub mode: OcrMode,
    /// The languages in the text, as the engine names them, joined by `+`; `None` for the document's own, or those that
    /// are installed.
    pub languages: Option<String>,
    /// The engine: `tesseract`, `kraken`, or a command with `{image}` and `{output}`, and optionally `{languages}`. It
    /// writes hOCR, ALTO, PAGE or TSV.
    pub command: String,
    /// Also replaces the text of pages whose own text is unusable.
    pub replace_bad: bool,
    /// The longest time for the engine to read one page.
    pub time_limit: Duration,
    /// The program `pdfa2hocr`, which draws pages under limits; `None` for this process if it is that program, or for
    /// the one on the path.
    pub program: Option<PathBuf>,
    /// The folder that keeps the output of the engine; `None` to keep nothing.
    pub cache: Option<PathBuf>,
}

impl Default for OcrOptions {
    fn default() -> Self {
        Self {
            mode: OcrMode::default(),
            languages: None,
            command: "tesseract".to_owned(),
            replace_bad: false,
            time_limit: Duration::from_secs(120),
            program: None,
            cache: None,
        }
    }
}

/// A text recognition engine that is ready for use, with its options. Cloning is cheap.
#[derive(Clone)]
pub struct Ocr(pub(super) Arc<Ready>);

/// An engine that was found, with its options.
pub(super) struct Ready {
    pub(super) options: OcrOptions,
    pub(super) engine: Engine,
    /// The requested languages.
    pub(super) languages: Option<Vec<String>>,
    pub(super) cache: Option<Cache>,
}

impl Ocr {
    /// Finds the engine, and checks the languages.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the engine or a language is not installed, or the command is invalid.
    pub fn new(options: OcrOptions) -> Result<Self> {
        let wrong = |setting| move |why: String| Diagnostic::argument(why).about(setting);
        let command = with_languages(&options.command, options.languages.as_deref());
        let engine = Engine::find(command).map_err(wrong(Setting::OcrCommand))?;
        let languages = match &options.languages {
            Some(text) => Some(languages::parse(text).map_err(wrong(Setting::OcrLanguages))?),
            None => None,
        };
        if let (Some(wanted), Some(installed)) = (&languages, engine.installed()) {
            languages::check(wanted, installed).map_err(wrong(Setting::OcrLanguages))?;
        }
        let cache = options.cache.clone().map(Cache::new);
        Ok(Self(Arc::new(Ready {
            options,
            engine,
            languages,
            cache,
        })))
    }

    /// The facts that decide the result besides the options: the engine with its version, and the languages that may be
    /// used.
    pub(crate) fn identity(&self) -> String {
        let languages = match (&self.0.languages, self.0.engine.installed()) {
            (Some(own), _) => own.join("+"),
            (None, installed) => installed.unwrap_or_default().join("+"),
        };
        format!("{} {languages}", self.0.engine.identity())
    }

    /// The engine with its version: `tesseract 5.3.0`.
    pub fn engine(&self) -> &str {
        self.0.engine.name()
    }
}

impl fmt::Debug for Ocr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ocr").field(&self.0.options).finish()
    }
}
