//! `pdfa2hocr generate`: makes manual pages and shell completions from the definitions of the options.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use super::errors::cannot_write;
use pdfa2hocr_core::diagnostics::Result;

#[derive(Debug, Args)]
pub(super) struct Generate {
    /// The kind of files to generate
    #[arg(value_name = "WHAT")]
    what: Product,

    /// The folder to put it in
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// A kind of generated files.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Product {
    /// A manual page for the program and for each command
    Man,
    /// Completions for bash, zsh and fish
    Completions,
}

impl Generate {
    /// Writes the files of the program with this definition.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`](pdfa2hocr_core::diagnostics::DiagnosticKind::File) if they cannot be written.
    pub(super) fn run(&self, command: Command) -> Result<()> {
        let made = fs::create_dir_all(&self.folder).and_then(|()| match self.what {
            Product::Man => clap_mangen::generate_to(command, &self.folder),
            Product::Completions => completions(command, &self.folder),
        });
        made.map_err(|e| cannot_write(&self.folder, &e))
    }
}

fn completions(mut command: Command, folder: &Path) -> io::Result<()> {
    let name = command.get_name().to_owned();
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut command, &name, folder)?;
    }
    Ok(())
}
