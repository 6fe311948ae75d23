//! The kinds of blocks, by the type names of formats and programs.

use super::sheet::Part;
use crate::page::{NodeKind, Own};

/// The effect of a type on a block.
enum Meaning {
    Kind(&'static str),
    Role(&'static str),
    Level(u8),
}

/// Sets the type of a block: the name in the file, and the kind, role or level known for it.
pub(in crate::read) fn set_type(part: &mut Part, said: &str) {
    let said = said.trim();
    if said.is_empty() {
        return;
    }
    let meaning = meaning(said);
    // This program's own names are restored from kind, role and level when writing.
    if meaning.is_none() || !STANDARD.split(", ").any(|name| name == said) {
        part.set(Own::Type, Some(said));
    }
    match meaning {
        Some(Meaning::Kind(kind)) if part.kind == NodeKind::TEXTBOX => {
            part.kind = NodeKind::known(kind);
        }
        Some(Meaning::Role(role)) => part.set(Own::Role, Some(role)),
        Some(Meaning::Level(level)) => part.set(Own::Level, Some(level.to_string())),
        Some(Meaning::Kind(_)) | None => {}
    }
}

/// Type names that the kind, role or level of a block fully represents.
const STANDARD: &str = "\
    header, running head, footer, running foot, page-number, page number, entry, \
    dictionary entry, caption, footnote, marginalia, sidenote, heading, heading 1, heading 2, \
    heading 3, heading 4, heading 5, heading 6, title, formula, blockquote, quotation, toc, \
    TOC-entry, table of contents, paragraph";

fn meaning(said: &str) -> Option<Meaning> {
    let letters = said.chars().filter(|c| c.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).take(64).collect();
    Some(match name.as_str() {
        "header" | "runningheader" | "runninghead" | "runningtitlezone" | "runningtitle"
        | "pageheader" => Meaning::Kind("header"),
        "footer" | "runningfooter" | "runningfoot" | "pagefooter" => Meaning::Kind("footer"),
        "pagenumber" | "pageno" | "numberingzone" => Meaning::Kind("pageno"),
        "entry" | "dictionaryentry" => Meaning::Kind("entry"),
        "caption" => Meaning::Role("caption"),
        "footnote" | "footnotecontinued" | "endnote" => Meaning::Role("footnote"),
        "marginalia" | "sidenote" | "margintextzone" | "marginnote" => Meaning::Role("sidenote"),
        "quotation" | "blockquote" => Meaning::Role("blockquote"),
        "toc" | "tocentry" | "tableofcontents" => Meaning::Role("toc"),
        "formula" | "equation" => Meaning::Role("formula"),
        "title" => Meaning::Role("title"),
        "heading" | "headline" => Meaning::Level(1),
        other => {
            let level = other.strip_prefix("heading")?.parse().ok()?;
            return (1..=6).contains(&level).then_some(Meaning::Level(level));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(said: &str) -> Part {
        let mut part = Part::new(NodeKind::TEXTBOX, None);
        set_type(&mut part, said);
        part
    }

    #[test]
    fn known_types_are_what_tags_and_analysis_make() {
        assert_eq!(typed("page-number").kind.as_str(), "pageno");
        assert_eq!(typed("running head").kind.as_str(), "header");
        let value = |part: &Part, own: Own| {
            let found = part.attributes.iter().find(|a| a.name == own.into());
            found.map(|a| a.value.clone())
        };
        assert_eq!(value(&typed("heading 3"), Own::Level).as_deref(), Some("3"));
        assert_eq!(
            value(&typed("footnote-continued"), Own::Role).as_deref(),
            Some("footnote")
        );
        assert_eq!(value(&typed("heading 3"), Own::Type), None);
        let free = typed("MainZone");
        assert_eq!(free.kind, NodeKind::TEXTBOX);
        assert_eq!(value(&free, Own::Type).as_deref(), Some("MainZone"));
        assert_eq!(typed("heading 99").attributes.len(), 1);
        assert_eq!(value(&typed("title"), Own::Role).as_deref(), Some("title"));
    }
}
