//! `browse`, and the files for browsers, in a real Chromium: what their users see, and what no document and no other site can do.
//!
//! The tests need `chromium` and `chromedriver`, Debian's packages chromium and chromium-driver. Without
//! them they are skipped and say so, unless `PDFA2HOCR_NEEDS_CHROMIUM` is set.
#![cfg(all(feature = "browse", unix))]

#[path = "../common/mod.rs"]
mod common;

mod analysis;
mod chromium;
mod compare;
mod dictionary;
mod embedded;
mod export;
mod hostile;
mod keyboard;
mod large;
mod pages;
mod review;
mod script;
mod tags;
mod texts;
mod tree;
mod turned;
mod viewer;
mod views;
