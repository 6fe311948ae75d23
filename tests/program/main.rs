//! The tests of the program and of the library, a module for each concern. They are one binary, because linking takes
//! longer than compiling them.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "cli")]
mod advice;
#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "cli")]
mod attachments;
#[cfg(feature = "cli")]
mod bad_input;
#[cfg(feature = "cli")]
mod batch;
#[cfg(feature = "cli")]
mod bombs;
#[cfg(feature = "browse")]
mod browse_corrections;
#[cfg(feature = "browse")]
mod browse_data;
#[cfg(feature = "browse")]
mod browse_export;
#[cfg(feature = "browse")]
mod browse_inspect;
#[cfg(all(feature = "browse", feature = "modules"))]
mod browse_scripts;
#[cfg(feature = "browse")]
mod browse_server;
#[cfg(feature = "browse")]
mod browse_types;
mod budget;
#[cfg(feature = "cli")]
mod classes;
#[cfg(feature = "cli")]
mod columns;
#[cfg(feature = "cli")]
mod corpus;
#[cfg(feature = "cli")]
mod corrections;
mod examples;
#[cfg(feature = "cli")]
mod explain;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod fixtures;
#[cfg(feature = "cli")]
mod formats;
#[cfg(all(feature = "cli", feature = "modules", feature = "validate"))]
mod fuzzed;
#[cfg(feature = "cli")]
mod hyphens;
#[cfg(feature = "cli")]
mod images;
#[cfg(feature = "cli")]
mod inspect;
#[cfg(feature = "cli")]
mod kinds;
#[cfg(all(feature = "cli", feature = "modules"))]
mod learn;
mod library;
mod library_pages;
#[cfg(feature = "cli")]
mod lint;
#[cfg(all(feature = "cli", feature = "modules"))]
mod loading;
#[cfg(feature = "cli")]
mod locate;
#[cfg(all(feature = "cli", feature = "modules"))]
mod modules;
#[cfg(all(feature = "ocr", feature = "cli"))]
mod ocr;
#[cfg(feature = "cli")]
mod page_xml;
#[cfg(feature = "cli")]
mod pages;
#[cfg(all(feature = "cli", feature = "validate"))]
mod pdf;
#[cfg(feature = "cli")]
mod published;
#[cfg(all(feature = "cli", feature = "html"))]
mod recognised;
#[cfg(all(feature = "cli", feature = "html"))]
mod recognised_more;
#[cfg(feature = "cli")]
mod regions;
#[cfg(feature = "cli")]
mod replace;
#[cfg(feature = "cli")]
mod road;
#[cfg(all(feature = "cli", feature = "html"))]
mod round_trips;
#[cfg(feature = "cli")]
mod running;
#[cfg(feature = "cli")]
mod running_text;
#[cfg(all(feature = "cli", feature = "sqlite", feature = "validate"))]
mod same_bytes;
#[cfg(all(feature = "browse", feature = "html"))]
mod scan_files;
#[cfg(feature = "cli")]
mod score;
#[cfg(feature = "cli")]
mod streaming;
#[cfg(feature = "cli")]
mod tables;
#[cfg(feature = "cli")]
mod tagged;
#[cfg(feature = "cli")]
mod tagged_habits;
#[cfg(feature = "cli")]
mod tagged_meant;
#[cfg(feature = "cli")]
mod tagged_open;
#[cfg(feature = "cli")]
mod tags;
#[cfg(all(feature = "cli", feature = "modules"))]
mod tei;
#[cfg(all(feature = "cli", feature = "validate"))]
mod validate;
#[cfg(all(feature = "cli", feature = "validate"))]
mod validate_accessible;
#[cfg(all(feature = "cli", feature = "validate"))]
mod validate_rules;
#[cfg(feature = "browse")]
mod viewer;
#[cfg(feature = "cli")]
mod workers;
