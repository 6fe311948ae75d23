//! `pdfa2hocr browse`: shows documents in the browser.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};

use super::args::{self, ReadAndWrite};
use super::export::Export;
use super::kind::Kind;
use super::{output, save, terminal};
use crate::browse::{Addresses, CommandLine, FileFormat, KnownOption, Process, Saved, Server};
use crate::convert::{ModuleSource, Options};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Script, io_reason};
use pdfa2hocr_core::mapping::MappingSource;
use pdfa2hocr_core::write::Format;

#[derive(Debug, Args)]
pub(super) struct Browse {
    /// The documents to show: PDFs, recognised text (hOCR, ALTO, PAGE, TEI, METS, …), the XML of pdfminer
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Print the address, and do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Wait for the browser at this port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    #[command(flatten)]
    document: ReadAndWrite,
}

impl Browse {
    /// Serves the documents until the user stops the program. `matches` are the parsed arguments.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for invalid options; [`Diagnostic::file`] if a file is missing or the
    /// port cannot be opened.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<()> {
        terminal::warn(&args::of_analysis(&self.document.reading, matches));
        let mut document = self.document.clone();
        // The server reads these files itself, because it changes them.
        let corrections = std::mem::take(&mut document.reading.corrections);
        if self.files.len() > 1 && !corrections.is_empty() {
            let why =
                "--corrections names the corrections of one document: show only that document";
            return Err(Diagnostic::argument(why));
        }
        let options = document.options()?;
        let server = Server {
            files: self.files.clone(),
            options,
            corrections,
            command_line: Box::new(Given::new(&document, matches)),
            port: self.port,
        };
        server.run(|addresses| self.tell(addresses))
    }

    /// Prints the address of the documents and opens the browser.
    fn tell(&self, addresses: &Addresses) -> Result<()> {
        let mut out = output::stdout()?;
        // Ignores a closed standard output.
        let _ = writeln!(out, "{}", addresses.lasting);
        let _ = out.flush();
        drop(out);
        if self.document.reading.quiet {
            return self.open(addresses);
        }
        terminal::say("pdfa2hocr: the documents are at this address until Ctrl-C ends it");
        self.open(addresses)
    }

    fn open(&self, addresses: &Addresses) -> Result<()> {
        if !self.no_open && opener::open_browser(&addresses.once).is_err() {
            terminal::say("pdfa2hocr: no browser can be opened here; open the address in one");
        }
        Ok(())
    }
}

/// The options of the documents as given on the command line.
struct Given {
    document: ReadAndWrite,
    options: Vec<String>,
}

/// Options that name files, which cannot be changed in the browser.
const FILES: [&str; 4] = [
    "--mapping=",
    "--module=",
    "--font-mapping=",
    "--corrections=",
];

impl Given {
    fn new(document: &ReadAndWrite, matches: &ArgMatches) -> Self {
        let options = args::given::<ReadAndWrite>(matches).into_iter();
        let options = options.map(|option| option.to_string_lossy().into_owned());
        let is_kept = |option: &String| !FILES.iter().any(|file| option.starts_with(file));
        Self {
            document: document.clone(),
            options: options.filter(is_kept).collect(),
        }
    }
}

impl CommandLine for Given {
    fn given(&self) -> &[String] {
        &self.options
    }

    fn mapping(&self) -> Option<&str> {
        self.document.reading.mapping.as_deref()
    }

    fn modules(&self) -> &[PathBuf] {
        self.document.reading.modules()
    }

    fn options(&self, options: &[String], modules: &[&Path]) -> Result<Options> {
        self.document.changed(options, modules)?.options()
    }

    fn known(&self) -> Vec<KnownOption> {
        args::changeable()
    }

    fn save(&self, script: Script, text: &str, was: Option<&str>) -> Result<Saved> {
        let named = match script {
            Script::Mapping => self.mapping().map(|name| {
                let source = MappingSource::named(name);
                (
                    Path::new(name),
                    source.written().map(Option::unwrap_or_default),
                )
            }),
            Script::Module(place) => self.modules().get(place).map(|path| {
                let source = ModuleSource::named(path);
                (path.as_path(), source.written())
            }),
        };
        match named {
            Some((path, held)) if path.is_file() => save::save(path, text, &held?, was),
            _ => {
                let why = "only files that the command line named can be saved; download it";
                Err(Diagnostic::argument(why))
            }
        }
    }

    fn formats(&self) -> Vec<FileFormat> {
        let format = |kind: Kind| {
            let mut options = Vec::new();
            if kind != Kind::default() {
                options.push(format!("--format={kind}"));
            }
            if kind == Kind::Viewer {
                options.push("--viewer-as=file".to_owned());
            }
            FileFormat {
                name: kind.name(),
                extension: kind.extension(),
                one_page: kind == Kind::Plain(Format::Page),
                options,
            }
        };
        // A folder of pictures cannot be downloaded as one file.
        let kinds = Kind::all().filter(|kind| *kind != Kind::GroundTruth);
        kinds.map(format).collect()
    }

    fn font_mapping(&self) -> Option<&Path> {
        self.document.font_mapping()
    }

    fn start(
        &self,
        arguments: &[OsString],
        password: &str,
        folder: &Path,
    ) -> Result<Box<dyn Process>> {
        match Export::start(arguments, password, folder) {
            Ok(export) => Ok(Box::new(export)),
            Err(error) => {
                let why = format!("cannot start the program: {}", io_reason(&error));
                Err(Diagnostic::file(why))
            }
        }
    }
}
