//! The options for recognising the text of pages that have none.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;

use crate::ocr::{Ocr, OcrMode, OcrOptions};
use pdfa2hocr_core::diagnostics::Result;

/// The word that switches recognition or its cache off.
const OFF: &str = "off";

/// The program, which draws pages. Bindings set it themselves, because their process is an interpreter.
static DRAWER: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Sets the program that draws pages, once.
pub(in crate::cli) fn set_drawer(program: Option<PathBuf>) {
    DRAWER.get_or_init(|| program);
}

/// The options of text recognition.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Text recognition")]
pub(in crate::cli) struct Recognition {
    /// Recognise pages without text: auto, all or off [default: off]
    ///
    /// auto reads pages that are images without text, and images with text on other pages; all reads every
    /// page and replaces its text. The words are analysed like those of other pages.
    #[arg(long, value_name = "PAGES", default_value = OFF, hide_default_value = true, value_parser = parse_mode)]
    ocr: Mode,

    /// The languages of the text to recognise, joined by +: deu+lat
    ///
    /// They are named as the engine names them, by codes of three letters. Without it, the document's language
    /// is used, or those that are installed.
    #[arg(long, value_name = "CODES")]
    ocr_lang: Option<String>,

    /// The program that recognises text: tesseract, kraken, or a command with {image} and {output}
    ///
    /// The command writes hOCR, ALTO, PAGE or TSV to {output}, or to its standard output. {image} is a PNG,
    /// {languages} the value of --ocr-lang. No shell is started.
    #[arg(long, value_name = "COMMAND", default_value = "tesseract")]
    ocr_command: String,

    /// With --ocr auto: also recognise pages whose own text has no known characters
    #[arg(long)]
    ocr_replace_bad: bool,

    /// Keep recognised text in this folder for later conversions; off to keep none [default: the user's cache]
    #[arg(long, value_name = "DIR")]
    ocr_cache: Option<PathBuf>,

    /// Leave a page without text if recognising it takes longer than N seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    ocr_time_limit: u64,
}

/// The value of `--ocr`. A type of its own, because clap reads an `Option` as an optional argument.
#[derive(Clone, Copy, Debug)]
struct Mode(Option<OcrMode>);

fn parse_mode(text: &str) -> std::result::Result<Mode, String> {
    match text {
        OFF => Ok(Mode(None)),
        text => match text.parse() {
            Ok(mode) => Ok(Mode(Some(mode))),
            Err(_) => Err("write auto, all or off".to_owned()),
        },
    }
}

impl Recognition {
    /// The engine, if text is recognised.
    pub(super) fn ocr(&self) -> Result<Option<Ocr>> {
        let Some(mode) = self.ocr.0 else {
            return Ok(None);
        };
        let options = OcrOptions {
            mode,
            languages: self.ocr_lang.clone(),
            command: self.ocr_command.clone(),
            replace_bad: self.ocr_replace_bad,
            time_limit: Duration::from_secs(self.ocr_time_limit),
            program: DRAWER.get().cloned().flatten(),
            cache: match &self.ocr_cache {
                Some(folder) if folder == Path::new(OFF) => None,
                Some(folder) => Some(folder.clone()),
                None => user_cache(),
            },
        };
        Ocr::new(options).map(Some)
    }

    /// Whether text is recognised.
    pub(in crate::cli) fn is_on(&self) -> bool {
        self.ocr.0.is_some()
    }

    /// The longest time for recognising one page, if text is recognised.
    pub(in crate::cli) fn time_limit(&self) -> Option<Duration> {
        self.is_on()
            .then(|| Duration::from_secs(self.ocr_time_limit))
    }

    /// The program and the command that browsers must not change.
    #[cfg(feature = "browse")]
    pub(super) fn keep_programs(&mut self, own: &Self) {
        self.ocr_command.clone_from(&own.ocr_command);
        self.ocr_cache.clone_from(&own.ocr_cache);
    }
}

/// The folder for recognised text in the user's cache (XDG Base Directory Specification), if it is known.
fn user_cache() -> Option<PathBuf> {
    let folder = |name: &str| {
        let folder = PathBuf::from(std::env::var_os(name)?);
        folder.is_absolute().then_some(folder)
    };
    let cache = match () {
        () if cfg!(windows) => folder("LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => folder("HOME").map(|home| home.join("Library/Caches")),
        () => folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache"))),
    };
    Some(cache?.join("pdfa2hocr").join("ocr"))
}
