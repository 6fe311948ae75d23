//! Answers requests for mappings and modules: those of the command line with their texts, and the built-in
//! ones. Saves changed texts.

use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use crate::browse::answer::{Answer, Failure};
use crate::browse::{App, KnownOption, Saved};
use crate::convert::ModuleSource;
use pdfa2hocr_core::diagnostics::{self, Result};
use pdfa2hocr_core::mapping::MappingSource;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/options", get(options))
        .route("/scripts", get(scripts))
        .route("/save", post(save))
}

/// The options that an analysis can change.
#[derive(Serialize)]
struct Known {
    options: Vec<KnownOption>,
}

async fn options(State(app): State<Arc<App>>) -> Json<Known> {
    let options = app.command_line.known();
    Json(Known { options })
}

#[derive(Serialize)]
struct Scripts {
    /// The mapping of the command line.
    mapping: Option<Script>,
    /// The modules of the command line.
    modules: Vec<Script>,
    built_in: BuiltIn,
}

#[derive(Serialize)]
struct BuiltIn {
    mappings: Vec<Script>,
    modules: Vec<Script>,
}

#[derive(Serialize)]
struct Script {
    name: String,
    text: String,
    /// Whether it can be saved.
    is_file: bool,
}

impl Script {
    fn mapping(name: &str) -> Result<Self> {
        let is_file = !MappingSource::built_in().any(|built_in| built_in == name);
        let text = MappingSource::named(name).written()?.unwrap_or_default();
        Ok(Self {
            name: name.to_owned(),
            text,
            is_file,
        })
    }

    fn module(path: &Path) -> Result<Self> {
        let name = path.to_string_lossy().into_owned();
        let is_file = !ModuleSource::built_in().any(|built_in| built_in == name);
        let text = ModuleSource::named(path).written()?;
        Ok(Self {
            name,
            text,
            is_file,
        })
    }
}

async fn scripts(State(app): State<Arc<App>>) -> Answer<Scripts> {
    let with = Arc::clone(&app);
    let read = move || {
        let command_line = &with.command_line;
        let modules = command_line.modules().iter();
        let built_in = ModuleSource::built_in().map(Path::new);
        Ok(Scripts {
            mapping: command_line.mapping().map(Script::mapping).transpose()?,
            modules: modules
                .map(|path| Script::module(path))
                .collect::<Result<_>>()?,
            built_in: BuiltIn {
                mappings: MappingSource::built_in()
                    .map(Script::mapping)
                    .collect::<Result<_>>()?,
                modules: built_in.map(Script::module).collect::<Result<_>>()?,
            },
        })
    };
    app.work.run(read).await.map(Json)
}

/// A text to save as the mapping or a module of the command line.
#[derive(Deserialize)]
struct Save {
    /// The index of the module; `None` for the mapping.
    module: Option<usize>,
    text: String,
    /// The content of the file when it was read. Without it, any content is replaced.
    was: Option<String>,
}

/// An empty answer.
#[derive(Serialize)]
struct Done {}

async fn save(State(app): State<Arc<App>>, Json(save): Json<Save>) -> Answer<Done> {
    let with = Arc::clone(&app);
    let write = move || {
        let script = match save.module {
            Some(place) => diagnostics::Script::Module(place),
            None => diagnostics::Script::Mapping,
        };
        match with
            .command_line
            .save(script, &save.text, save.was.as_deref())?
        {
            Saved::Done => {
                with.documents.read_scripts_again();
                Ok(Done {})
            }
            Saved::Changed => Err(Failure::new(
                StatusCode::CONFLICT,
                "another program changed the file since it was read",
            )),
        }
    };
    app.work.run(write).await.map(Json)
}
