//! Maps the nodes of a page to elements of the output, by rules from files.
//!
//! # The format
//!
//! A mapping is a JSON object. [`mappings/layout.json`](Mapping::built_in) is the default, and a good
//! starting point:
//!
//! ```json
//! {
//!   "extends": "layout",
//!   "rules": {
//!     "image": "drop",
//!     "textgroup": "children",
//!     "textbox": [
//!       { "if": { "role": "heading" },
//!         "element": "div.ocr_carea > p.ocr_par", "attributes": { "role": "heading" } },
//!       "div.ocr_carea > p.ocr_par"
//!     ],
//!     "textline": { "element": "span.ocr_line", "properties": ["bbox", "baseline"] }
//!   }
//! }
//! ```
//!
//! | key | value |
//! | --- | --- |
//! | `rules` | A rule or a list of rules for each kind of node; the first rule whose conditions hold applies. |
//! | `extends` | Another mapping: the name of a built-in one, or a path relative to this file. Its rules are tried after those in this file. |
//! | `otherwise` | The treatment of nodes without a matching rule: `"drop"` (the default) or `"children"`. |
//! | `flat` | For each class, the classes that must not contain it: `{ "ocr_par": "ocr_par" }`. Such an element is omitted, but its content is kept. |
//! | `about` | A description for people. |
//!
//! A rule is one of the strings below, or an object:
//!
//! | key | value |
//! | --- | --- |
//! | `element` | The output, see below. Every rule has this key. |
//! | `if` | Conditions on the node's attributes, all of which must hold. A string is the required value; a list gives alternatives; `true` requires any value and `false` none. A `*` at the end of a value matches anything: `"pl*"`. |
//! | `inside`, `outside` | A kind of node, or a list of kinds: one (`inside`) or none (`outside`) must be an ancestor of the node. |
//! | `parent` | A kind, or a list of kinds, one of which the parent must have. |
//! | `pages` | The pages to which the rule applies: `"1-5,9,12-"`. |
//! | `properties` | A list of hOCR properties ([`Property`]) in output order; the default is `["bbox"]`. In a chain they belong to the innermost element, except that all elements have `bbox`, and the facts of a page belong to the `ocr_page`. |
//! | `attributes` | Further attributes of the innermost element: `{ "role": "heading", "rowspan": "{RowSpan}" }`. Braces contain the name of an attribute of the node, either one of the program ([`Own`](crate::page::Own)) or one of the document. If the node lacks it, the output attribute is omitted. Addresses (`href`) with schemes other than `http`, `https`, `mailto` and similar ones are omitted too, as is a `style` with more than words and numbers from the node. |
//! | `text` | The text of the innermost element before the content of the node: `"{Alt}"`. Such an element may have `x_wconf`, like a word. Words have their own text. |
//!
//! | `element` | effect on the node |
//! | --- | --- |
//! | `"drop"` | omitted with all its content |
//! | `"children"` | omitted, but its content is kept; of a word, the text is kept |
//! | `"runs"` | like `"children"`, but consecutive words in the same font share a `<span style="font-family: …; font-size: …">` |
//! | `"p.ocr_par"` | written as an element, here `<p class="ocr_par">` |
//! | `"div.ocr_carea > p.ocr_par"` | written as nested elements |
//!
//! `$` in a tag is the level of a heading, otherwise the depth of the node among those of its kind, from 1
//! (`h$`). `*` in a class is one `sub` for each enclosing node of the kind (`ocr_*section`).
//!
//! Every page is a `div.ocr_page`. A rule for `page` can change its properties or add inner elements.
//!
//! # The old format
//!
//! Files that do not begin with `{` are read as [`tab`]-separated files of the original `pdfa2hocr`.
//!
//! # Errors
//!
//! Each error names the file, the line and the key: `my.json:7: textline: …`.

mod built_in;
mod compiled;
mod element;
mod file;
mod json;
mod parsed;
mod property;
mod rule;
mod rules;
mod source;
pub(crate) mod tab;
#[cfg(test)]
mod tests;
pub(crate) mod text_file;
mod vocabulary;

pub use compiled::Mapping;
pub(crate) use compiled::Rules;
pub(crate) use element::{Element, Elements, Written};
pub(crate) use property::Property;
pub(crate) use rule::{Action, NodeContext};
pub use source::MappingSource;
