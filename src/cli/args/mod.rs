//! Groups of options that several commands share. Each command flattens the groups that it uses, so that it
//! neither shows nor accepts an option without effect.
//!
//! | group | commands |
//! | --- | --- |
//! | [`Reading`] | all that read pages |
//! | [`Roads`] | the same, except `module run`, which always analyses the page |
//! | [`Pages`], [`Record`] | the same, except `browse` |
//! | [`Password`] | all that read PDFs |
//! | [`ScanFolder`], [`Resolution`] | those that draw or write pages |
//! | [`ReadAndWrite`] | conversions and `browse` |
//! | [`Conversion`] | conversions |
//!
//! The order of the groups in a command is the order of the sections of its help: Input, Page analysis,
//! Text recognition, Output, Modules, Limits, and the parameters of older programs.

// Doc comments are help texts for terminals here.
#![allow(rustdoc::invalid_html_tags)]

mod conversion;
mod effect;
mod given;
mod input;
mod legacy;
mod modules;
mod read_and_write;
mod reading;
#[cfg(feature = "ocr")]
mod recognition;
mod road;
mod writing;

pub(super) use conversion::Conversion;
pub(super) use effect::{of_analysis, of_conversion, of_module_run};
pub(super) use given::given;
pub(super) use input::{Pages, Password, ScanFolder};
pub(super) use modules::settings_of;
pub(super) use read_and_write::ReadAndWrite;
#[cfg(feature = "browse")]
pub(super) use read_and_write::changeable;
pub(super) use reading::Reading;
#[cfg(feature = "ocr")]
pub(super) use recognition::set_drawer;
pub(super) use road::Roads;
pub(super) use writing::{Logs, Record, Resolution, Verbose};
