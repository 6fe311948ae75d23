//! Structure trees: the objects of a tagged document, the catalog first.

use pdfa2hocr::Road;
use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::pdf::{self, Source};
use pdfa2hocr::stages::structure::{self, Step, Structure};

use super::outputs::{check_all, options};
use super::pdf::of_objects;

pub fn run(data: &[u8]) {
    let source = Source::from(of_objects(data));
    let Ok((document, _)) = pdf::Document::open(&source, "") else {
        return;
    };
    if let Some(structure) = structure::read(&document, &mut Warnings::new()) {
        check(&structure);
    }
    let options = options(Road::TagsOnly);
    let mut text = Vec::new();
    let written = pdfa2hocr::Document::with_options(&source, options.clone())
        .and_then(|document| document.write_structure(&mut text, &mut ()));
    if written.is_ok() {
        assert!(std::str::from_utf8(&text).is_ok());
    }
    check_all(&source, &options);
}

/// Checks that it is a tree: each element is entered and left once.
fn check(structure: &Structure) {
    let mut open = Vec::new();
    let mut entered = std::collections::HashSet::new();
    for step in structure.walk() {
        match step {
            Step::Enter(id) => {
                assert!(entered.insert(id), "{id:?} is entered twice");
                open.push(id);
            }
            Step::Leave(id) => assert_eq!(open.pop(), Some(id)),
            Step::Kid(id, _) => assert_eq!(open.last(), Some(&id)),
        }
    }
    assert!(open.is_empty());
}
