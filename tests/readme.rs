//! The README's examples print what it says they print.
#![cfg(feature = "cli")]

#[test]
fn the_examples_of_the_readme_hold() {
    trycmd::TestCases::new()
        .default_bin_path(env!("CARGO_BIN_EXE_pdfa2hocr"))
        .case("README.md");
}

#[test]
fn the_mapping_in_the_readme_is_the_one_that_its_example_uses() {
    let readme = include_str!("../README.md");
    assert!(readme.contains(include_str!("../fixtures/mappings/example.json")));
}

#[test]
fn the_modules_in_the_readme_are_those_that_its_examples_use() {
    let readme = include_str!("../README.md");
    assert!(readme.contains(include_str!("../fixtures/modules/nothing.star")));
    assert!(readme.contains(include_str!("../fixtures/modules/heads.star")));
}

#[test]
fn the_examples_of_the_limits_hold() {
    trycmd::TestCases::new()
        .default_bin_path(env!("CARGO_BIN_EXE_pdfa2hocr"))
        .case("docs/limits.md");
}
