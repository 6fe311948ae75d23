//! `browse`, and the files for web browsers, in a real Chromium: their use, and attacks by documents and
//! other sites.
//!
//! The tests need `chromium` and `chromedriver` (Debian: chromium, chromium-driver). Without them they are
//! skipped with a note, unless `PDFA2HOCR_NEEDS_CHROMIUM` is set.
#![cfg(all(feature = "browse", unix))]

#[path = "../common/mod.rs"]
mod common;

mod accessible;
mod analysis;
mod chromium;
mod compare;
mod correct;
mod dictionary;
mod driver;
mod embedded;
mod export;
mod hostile;
mod keyboard;
mod large;
mod narrow;
mod pages;
mod pool;
mod review;
mod script;
mod tags;
mod texts;
mod tree;
mod turned;
mod viewer;
mod views;
