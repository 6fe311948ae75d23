//! The engines: Tesseract by pipes, and any other program by a command with two files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::process::{self, Failure};
use pdfa2hocr_core::diagnostics::io_reason;

/// Longest time for an engine to report its version and its languages.
const SOON: Duration = Duration::from_secs(20);
/// Most bytes of output that are read from a file.
const MAX_OUTPUT: u64 = 64 << 20;

/// The command for Kraken, which reads lines along curved baselines.
const KRAKEN: &str = "kraken --alto -i {image} {output} segment --baseline ocr";
/// The same with a model.
const KRAKEN_MODEL: &str =
    "kraken --alto -i {image} {output} segment --baseline ocr -m {languages}";

/// The content of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A page.
    Page,
    /// A part of a page, such as a table.
    Part,
}

/// A text recognition engine.
#[derive(Clone)]
pub(super) enum Engine {
    Tesseract {
        program: PathBuf,
        name: String,
        installed: Vec<String>,
    },
    Command {
        words: Vec<String>,
        name: String,
    },
}

/// A picture with the facts that an engine needs.
pub(super) struct Task<'a> {
    /// The picture as a PNG.
    pub(super) png: Vec<u8>,
    /// Its resolution in pixels per inch.
    pub(super) dpi: f32,
    pub(super) content: Content,
    pub(super) languages: &'a [String],
    pub(super) limit: Duration,
}

impl Engine {
    /// Finds the engine of a command.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be used.
    pub(super) fn find(command: &str) -> Result<Self, String> {
        match command {
            "tesseract" => Self::tesseract(),
            "kraken" => Self::command(KRAKEN),
            command => Self::command(command),
        }
    }

    fn tesseract() -> Result<Self, String> {
        let missing = || {
            "text recognition needs the program \"tesseract\", which is not on the path; install it (package \
             tesseract-ocr of Debian), or name another engine"
                .to_owned()
        };
        let program = process::on_path("tesseract").ok_or_else(missing)?;
        // Asked once: a batch opens many documents.
        static KNOWN: OnceLock<Engine> = OnceLock::new();
        let is_same = |known: &&Self| matches!(known, Self::Tesseract { program: own, .. } if *own == program);
        if let Some(known) = KNOWN.get().filter(is_same) {
            return Ok(known.clone());
        }
        let ask = |argument: &str| {
            let arguments = [OsString::from(argument)];
            process::run(program.as_os_str(), &arguments, Vec::new(), SOON)
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .map_err(|why| format!("{} cannot be used: {why}", program.display()))
        };
        let version = ask("--version")?;
        let version = version.split_whitespace().nth(1).unwrap_or_default();
        let name = format!("tesseract {}", version.trim_start_matches('v'));
        let mut installed: Vec<String> = ask("--list-langs")?
            .lines()
            .skip(1)
            .map(|line| line.trim().to_owned())
            .filter(|line| !line.is_empty())
            .collect();
        installed.sort();
        if installed.iter().all(|code| code == "osd") {
            return Err(
                "Tesseract has no language; install one, such as the package tesseract-ocr-eng of Debian"
                    .to_owned(),
            );
        }
        let own = Self::Tesseract {
            program,
            name,
            installed,
        };
        KNOWN.get_or_init(|| own.clone());
        Ok(own)
    }

    fn command(command: &str) -> Result<Self, String> {
        let words = words(command)?;
        for place in ["{image}", "{output}"] {
            if !words.iter().skip(1).any(|word| word.contains(place)) {
                return Err(format!(
                    "the command lacks {place}; write it like 'engine {{image}} {{output}}'"
                ));
            }
        }
        let program = words.first().map(String::as_str).unwrap_or_default();
        let path = process::on_path(program)
            .ok_or_else(|| format!("the program \"{program}\" is not on the path; install it"))?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let path = std::path::absolute(&path).unwrap_or(path);
        let mut words = words;
        if let Some(first) = words.first_mut() {
            *first = path.to_string_lossy().into_owned();
        }
        Ok(Self::Command { words, name })
    }

    /// Its name, with the version if known.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Tesseract { name, .. } | Self::Command { name, .. } => name,
        }
    }

    /// The facts that decide its output, for the cache.
    pub(super) fn identity(&self) -> String {
        match self {
            Self::Tesseract { name, .. } => name.clone(),
            Self::Command { words, .. } => words.join("\0"),
        }
    }

    /// The installed languages; `None` if they are unknown.
    pub(super) fn installed(&self) -> Option<&[String]> {
        match self {
            Self::Tesseract { installed, .. } => Some(installed),
            Self::Command { .. } => None,
        }
    }

    /// Recognises the text of a picture, and returns the output in the engine's format.
    ///
    /// # Errors
    ///
    /// The reason, if the engine gives no output.
    pub(super) fn recognise(&self, task: Task<'_>) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Tesseract { program, .. } => {
                let mode = match task.content {
                    Content::Page => "3",
                    Content::Part => "6",
                };
                let dpi = format!("{:.0}", task.dpi.clamp(70.0, 2400.0));
                let languages = task.languages.join("+");
                let words = [
                    "stdin",
                    "stdout",
                    "-l",
                    &languages,
                    "--dpi",
                    &dpi,
                    "--psm",
                    mode,
                    "-c",
                    "tessedit_create_hocr=1",
                    "-c",
                    "hocr_font_info=0",
                ];
                let arguments = words.map(OsString::from);
                process::run(program.as_os_str(), &arguments, task.png, task.limit)
            }
            Self::Command { words, .. } => by_files(words, task),
        }
    }
}

/// Runs a command in a private folder, with the picture and the output as files there.
fn by_files(words: &[String], task: Task<'_>) -> Result<Vec<u8>, Failure> {
    let failed = |e: std::io::Error| {
        let folder = std::env::temp_dir();
        format!(
            "its files in {} cannot be written: {}",
            folder.display(),
            io_reason(&e)
        )
    };
    // Only this user can read it; it is removed at the end.
    let folder = tempfile::Builder::new()
        .prefix("pdfa2hocr-ocr-")
        .tempdir()
        .map_err(failed)?;
    let image = folder.path().join("image.png");
    let output = folder.path().join("output");
    fs::write(&image, &task.png).map_err(failed)?;
    let languages = task.languages.join("+");
    let filled = |word: &String| {
        let word = word.replace("{image}", &image.to_string_lossy());
        let word = word.replace("{output}", &output.to_string_lossy());
        OsString::from(word.replace("{languages}", &languages))
    };
    let arguments: Vec<OsString> = words.iter().skip(1).map(filled).collect();
    let program = OsString::from(words.first().map(String::as_str).unwrap_or_default());
    let said = process::run(&program, &arguments, Vec::new(), task.limit)?;
    match written(folder.path()) {
        Some(path) => {
            let mut bytes = Vec::new();
            let file = File::open(path).map_err(failed)?;
            file.take(MAX_OUTPUT)
                .read_to_end(&mut bytes)
                .map_err(failed)?;
            Ok(bytes)
        }
        None if !said.is_empty() => Ok(said),
        None => {
            let why = "it wrote no {output}, and nothing to its standard output";
            Err(why.to_owned().into())
        }
    }
}

/// The file that an engine wrote: `output`, or with an ending, such as `output.hocr`.
fn written(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file() && path.file_stem().is_some_and(|stem| stem == "output"))
        .collect();
    files.sort();
    files.into_iter().next()
}

/// Splits a command into words. Quotation marks keep spaces. No shell reads the command, so nothing else is special.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let (mut word, mut is_open, mut quote) = (String::new(), false, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                is_open = true;
            }
            (None, c) if c.is_whitespace() => {
                if is_open {
                    words.push(std::mem::take(&mut word));
                }
                is_open = false;
            }
            (None, c) => {
                word.push(c);
                is_open = true;
            }
        }
    }
    if quote.is_some() {
        return Err(format!(
            "a quotation mark of the command is not closed: {command}"
        ));
    }
    if is_open {
        words.push(word);
    }
    Ok(words)
}

/// The command for the languages: Kraken takes a model in their place.
pub(super) fn with_languages<'c>(command: &'c str, languages: Option<&str>) -> &'c str {
    match (command, languages) {
        ("kraken", Some(_)) => KRAKEN_MODEL,
        (command, _) => command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_without_a_shell() {
        let split = |command| words(command).unwrap();
        assert_eq!(split("a 'b c' \"d\"e  $(f)"), ["a", "b c", "de", "$(f)"]);
        assert_eq!(split(" '' "), [""]);
        assert!(words("a 'b").is_err());
    }

    #[test]
    fn a_command_needs_both_files() {
        let why = |command| Engine::find(command).err().unwrap_or_default();
        assert!(why("sh {image}").contains("{output}"));
        assert!(why("no-such-engine {image} {output}").contains("no-such-engine"));
        assert!(why("sh {image} {output}").is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn the_output_is_a_file_or_what_is_printed() {
        let run = |script: &str| {
            let engine = Engine::find(&format!("sh -c '{script}' {{image}} {{output}}")).unwrap();
            engine.recognise(Task {
                png: b"picture".to_vec(),
                dpi: 300.0,
                content: Content::Page,
                languages: &[],
                limit: SOON,
            })
        };
        assert_eq!(run("cat $0 > $1.xml"), Ok(b"picture".to_vec()));
        assert_eq!(run("cat $0"), Ok(b"picture".to_vec()));
        assert!(run("true").is_err());
    }
}
