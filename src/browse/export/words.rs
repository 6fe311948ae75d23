//! Builds the arguments of a command line that reads a document as an analysis does.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::browse::analysis_key::{AnalysisKey, RoadName};
use crate::browse::answer::Failure;
use crate::browse::changes::{Changes, ModuleChange, Written};
use crate::browse::command_line::{CommandLine, FileFormat};
use crate::browse::documents::Opened;
use pdfa2hocr_core::page::PageList;
use pdfa2hocr_core::page_number::PageNumber;

/// The chosen input, output, format and pages of an export.
pub(in crate::browse) struct Chosen {
    pub input: PathBuf,
    /// The name of the output file.
    pub name: String,
    format: FileFormat,
    pages: Option<String>,
}

/// The options of an analysis, with the files of its mapping and modules.
#[derive(Debug)]
pub(in crate::browse) struct Words {
    options: Vec<String>,
    scripts: Vec<Script>,
    /// The only page that is read with these options.
    only: Option<u32>,
}

/// A mapping or a module.
#[derive(Debug)]
struct Script {
    option: &'static str,
    /// Its name on the command line, or the user's name for a new one.
    name: String,
    /// The user's unsaved text.
    text: Option<String>,
    /// Whether the command line names it.
    given: bool,
}

/// A command line for the user to copy.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Line {
    line: String,
    /// Files of the command line with unsaved changes.
    unsaved: Vec<String>,
    /// Files that do not exist yet, by their names in the line.
    new_files: Vec<String>,
}

impl Chosen {
    /// Makes the choice of an export.
    ///
    /// # Errors
    ///
    /// If the list of pages is invalid.
    pub(in crate::browse) fn new(
        input: &Path,
        format: FileFormat,
        pages: Option<&str>,
    ) -> Result<Self, Failure> {
        let pages = pages.map(str::trim).filter(|pages| !pages.is_empty());
        if let Some(pages) = pages {
            let list: Result<PageList, String> = pages.parse();
            list.map_err(|why| Failure::bad_request(format!("pages: {why}")))?;
        }
        let stem = input.file_stem().unwrap_or_default().to_string_lossy();
        let of = pages.map_or_else(String::new, |pages| {
            format!("-p{}", pages.replace(',', "_"))
        });
        Ok(Self {
            input: input.to_owned(),
            name: format!("{stem}{of}.{}", format.extension),
            format,
            pages: pages.map(str::to_owned),
        })
    }

    pub(super) fn options(&self) -> impl Iterator<Item = String> {
        let pages = self.pages.iter().map(|pages| format!("--pages={pages}"));
        self.format.options.iter().cloned().chain(pages)
    }
}

impl Words {
    /// The arguments of an analysis; `None` is that of the command line.
    ///
    /// # Errors
    ///
    /// If the analysis does not exist.
    pub(in crate::browse) fn new(
        opened: &Opened,
        command_line: &dyn CommandLine,
        analysis: Option<AnalysisKey>,
    ) -> Result<Self, Failure> {
        // Checks that the analysis exists.
        opened.view(analysis)?;
        let mut words = match analysis {
            Some(AnalysisKey::Made(number)) => {
                let made = opened.made.get(number);
                let made = made.ok_or_else(|| Failure::not_found("there is no such analysis"))?;
                Self::changed(&made.changes, command_line)
            }
            Some(AnalysisKey::Road(road)) => Self::by_road(opened, command_line, road),
            None => Self::given(command_line),
        };
        let fonts = command_line.font_mapping();
        let fonts = fonts.map(|path| format!("--font-mapping={}", path.display()));
        words.options.extend(fonts);
        // The export sets its own.
        let is_kept = |option: &String| {
            let own = ["--viewer-as=", "--corrections="];
            !own.iter().any(|own| option.starts_with(own))
        };
        words.options.retain(is_kept);
        let corrections = opened.corrections.paths().into_iter();
        let corrections = corrections.map(|path| format!("--corrections={}", path.display()));
        words.options.extend(corrections);
        Ok(words)
    }

    /// Checks that the analysis applies to the chosen pages.
    ///
    /// # Errors
    ///
    /// If it applies only to another page.
    pub(in crate::browse) fn check_pages(&self, chosen: &Chosen) -> Result<(), Failure> {
        match self.only.map(|page| PageNumber::of(page).to_string()) {
            Some(only) if chosen.pages.as_ref() != Some(&only) => {
                let why = format!(
                    "what was changed is for page {only} only: export that page, or change all pages"
                );
                Err(Failure::bad_request(why))
            }
            _ => Ok(()),
        }
    }

    fn given(command_line: &dyn CommandLine) -> Self {
        let scripts = mapping(command_line).chain(modules(command_line));
        Self {
            options: command_line.given().to_vec(),
            scripts: scripts.collect(),
            only: None,
        }
    }

    fn by_road(opened: &Opened, command_line: &dyn CommandLine, road: RoadName) -> Self {
        let mut words = Self::given(command_line);
        if road != opened.road() {
            words.options.retain(|option| !chooses_road(option));
            words.options.push(match road {
                RoadName::Tags => "--tagged".to_owned(),
                RoadName::Layout => "--page-analysis".to_owned(),
            });
        }
        words
    }

    fn changed(changes: &Changes, command_line: &dyn CommandLine) -> Self {
        let is_named = |option: &String| option.starts_with("--mapping=");
        let mut scripts = Vec::new();
        let mut options = changes.options.clone();
        match &changes.mapping {
            Some(written) => {
                options.retain(|option| !is_named(option));
                scripts.push(Script::written(written, command_line));
            }
            None if options.iter().any(is_named) => {}
            None => scripts.extend(mapping(command_line)),
        }
        match &changes.modules {
            Some(changed) => {
                let changed = changed.iter();
                scripts.extend(changed.map(|module| Script::module(module, command_line)));
            }
            None => scripts.extend(modules(command_line)),
        }
        Self {
            options,
            scripts,
            only: changes.only,
        }
    }

    /// The arguments for the program. Writes unsaved texts to files in `folder`.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(super) fn arguments(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let mut arguments: Vec<OsString> = self.options.iter().map(OsString::from).collect();
        for (number, script) in self.scripts.iter().enumerate() {
            let Some(text) = &script.text else {
                arguments.push(format!("{}={}", script.option, script.name).into());
                continue;
            };
            // Each file keeps its name, for messages and settings, in a separate folder.
            let place = folder.join(number.to_string());
            std::fs::create_dir(&place)?;
            let path = place.join(script.file_name());
            std::fs::write(&path, text)?;
            let mut named = OsString::from(format!("{}=", script.option));
            if script.given {
                named.push(&script.name);
                arguments.push(named);
                arguments.extend(["--unsaved".into(), OsString::from(&script.name)]);
                arguments.push(path.into());
            } else {
                named.push(&path);
                arguments.push(named);
            }
        }
        Ok(arguments)
    }

    /// The equivalent command line, once all files are saved.
    pub(in crate::browse) fn line(&self, chosen: &Chosen) -> Line {
        let mut words = vec!["pdfa2hocr".to_owned()];
        words.extend(self.options.iter().cloned());
        let scripts = self.scripts.iter();
        words.extend(scripts.map(|script| format!("{}={}", script.option, script.shown())));
        words.extend(chosen.options());
        let input = chosen.input.to_string_lossy();
        // Otherwise it would be read as an option.
        if input.starts_with('-') {
            words.push("--".to_owned());
        }
        words.extend([input.into_owned(), chosen.name.clone()]);
        let named = |given| {
            let scripts = self.scripts.iter();
            let unsaved = scripts.filter(move |s| s.given == given && s.text.is_some());
            unsaved.map(|script| script.shown().to_owned()).collect()
        };
        Line {
            line: words
                .iter()
                .map(|w| quoted(w))
                .collect::<Vec<_>>()
                .join(" "),
            unsaved: named(true),
            new_files: named(false),
        }
    }
}

fn mapping(command_line: &dyn CommandLine) -> impl Iterator<Item = Script> {
    let name = command_line.mapping();
    name.into_iter().map(|name| Script {
        option: "--mapping",
        name: name.to_owned(),
        text: None,
        given: true,
    })
}

fn modules(command_line: &dyn CommandLine) -> impl Iterator<Item = Script> {
    command_line.modules().iter().map(|path| Script {
        option: "--module",
        name: path.to_string_lossy().into_owned(),
        text: None,
        given: true,
    })
}

impl Script {
    fn written(mapping: &Written, command_line: &dyn CommandLine) -> Self {
        Self {
            option: "--mapping",
            name: mapping.name.clone(),
            text: Some(mapping.text.clone()),
            given: command_line.mapping() == Some(&*mapping.name),
        }
    }

    fn module(module: &ModuleChange, command_line: &dyn CommandLine) -> Self {
        let given = module.given.and_then(|at| command_line.modules().get(at));
        let name = given.map(|path| path.to_string_lossy().into_owned());
        Self {
            option: "--module",
            given: name.is_some(),
            name: name.or_else(|| module.name.clone()).unwrap_or_default(),
            text: module.text.clone(),
        }
    }

    /// The name of its file: the user's name without folders.
    fn file_name(&self) -> String {
        let name = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        match name {
            "" | "." | ".." => "script".to_owned(),
            name => name.replace('\0', ""),
        }
    }

    /// Its name on the command line.
    fn shown(&self) -> String {
        match (self.given, &self.text) {
            (false, Some(_)) => self.file_name(),
            _ => self.name.clone(),
        }
    }
}

fn chooses_road(option: &str) -> bool {
    matches!(option, "--page-analysis" | "--tagged") || option.starts_with("--road=")
}

/// Quotes a word for POSIX shells (POSIX 2.2).
fn quoted(word: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-_./=,:+@%".contains(&b);
    match !word.is_empty() && word.bytes().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(scripts: Vec<Script>) -> Words {
        Words {
            options: vec!["--columns=2".to_owned(), "--module-arg=a=b c".to_owned()],
            scripts,
            only: Some(4),
        }
    }

    fn text() -> FileFormat {
        FileFormat {
            name: "text",
            extension: "txt",
            one_page: false,
            options: vec!["--format=text".to_owned()],
        }
    }

    fn script(name: &str, text: Option<&str>, given: bool) -> Script {
        Script {
            option: "--module",
            name: name.to_owned(),
            text: text.map(str::to_owned),
            given,
        }
    }

    #[test]
    fn the_line_is_as_one_types_it() {
        let scripts = vec![
            script("it's.star", Some("x"), true),
            script("running_heads", None, false),
            script("a/new.star", Some("y"), false),
        ];
        let chosen = Chosen::new(Path::new("my book.pdf"), text(), Some("1,3-4")).unwrap();
        let line = words(scripts).line(&chosen);
        assert_eq!(
            line.line,
            r"pdfa2hocr --columns=2 '--module-arg=a=b c' '--module=it'\''s.star' --module=running_heads --module=new.star --format=text --pages=1,3-4 'my book.pdf' 'my book-p1_3-4.txt'"
        );
        assert_eq!(line.unsaved, ["it's.star"]);
        assert_eq!(line.new_files, ["new.star"]);
        let dashed = Chosen::new(Path::new("-x.pdf"), text(), None).unwrap();
        let line = words(Vec::new()).line(&dashed).line;
        assert!(line.ends_with(" -- -x.pdf -x.txt"), "{line}");
    }

    #[test]
    fn texts_that_are_not_saved_are_given_as_files_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = vec![
            script("dir/given.star", Some("x"), true),
            script("../../new.star", Some("y"), false),
        ];
        let arguments = words(scripts).arguments(folder.path()).unwrap();
        let of = |n: &str| OsString::from(folder.path().join(n));
        assert_eq!(arguments[2], "--module=dir/given.star");
        assert_eq!(arguments[3], "--unsaved");
        assert_eq!(arguments[4], "dir/given.star");
        assert_eq!(arguments[5], of("0/given.star"));
        let mut named = OsString::from("--module=");
        named.push(of("1/new.star"));
        assert_eq!(arguments[6], named);
        assert_eq!(
            std::fs::read(folder.path().join("1/new.star")).unwrap(),
            b"y"
        );
    }

    #[test]
    fn what_is_for_one_page_is_not_written_for_others() {
        let of = |pages| Chosen::new(Path::new("a.pdf"), text(), pages).unwrap();
        let words = words(Vec::new());
        assert!(words.check_pages(&of(Some("5"))).is_ok());
        for pages in [None, Some("4"), Some("5,6")] {
            assert!(words.check_pages(&of(pages)).is_err(), "{pages:?}");
        }
        assert!(Chosen::new(Path::new("a.pdf"), text(), Some("x")).is_err());
    }
}
