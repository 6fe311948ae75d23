//! The user's guide to the program: the pages of `docs/`.
//!
//! The pages link to each other by references, as in `[Hyphens][hyphens]`, and define them at their end for
//! readers of the repository. Markdown takes the first of several definitions, so those of `links!`, which are
//! put before each page, lead to the modules here.

macro_rules! links {
    () => {
        "[arrow]: crate::guide::arrow
[batch]: crate::guide::batch
[browse]: crate::guide::browse
[check]: crate::guide::check
[columns]: crate::guide::columns
[compared]: crate::guide::compared
[corrections]: crate::guide::corrections
[formats]: crate::guide::formats
[from_2011]: crate::guide::from_2011
[hocr]: crate::guide::hocr
[hyphens]: crate::guide::hyphens
[inspect]: crate::guide::inspect
[layout]: crate::guide::layout
[limits]: crate::guide::limits
[locate]: crate::guide::locate
[mappings]: crate::guide::mappings
[module_reference]: crate::guide::module_reference
[modules]: crate::guide::modules
[ocr]: crate::guide::ocr
[options]: crate::guide::options
[pdf]: crate::guide::pdf
[plumber]: crate::guide::plumber
[python]: crate::guide::python
[recognised]: crate::guide::recognised
[running_text]: crate::guide::running_text
[scans]: crate::guide::scans
[spark]: crate::guide::spark
[tags]: crate::guide::tags
[text]: crate::guide::text
[tutorial]: crate::guide::tutorial
[validate]: crate::guide::validate
[viewer]: crate::guide::viewer
"
    };
}

macro_rules! pages {
    ($($name:ident)+) => {$(
        #[doc = links!()]
        #[doc = include_str!(concat!("../docs/", stringify!($name), ".md"))]
        pub mod $name {}
    )+};
}

pages! {
    tutorial
    formats
    hocr
    running_text
    pdf
    viewer
    options
    browse
    layout
    columns
    text
    hyphens
    scans
    ocr
    recognised
    corrections
    modules
    module_reference
    mappings
    batch
    python
    plumber
    arrow
    spark
    validate
    check
    inspect
    tags
    limits
    locate
    compared
    from_2011
}
