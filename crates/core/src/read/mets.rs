//! METS: a list of the files of a document's pages, in their order.

use std::collections::{HashMap, HashSet};

use super::logical::{Heading, PagesById, headings};
use super::markup::{Element, xml};
use crate::compact_sort::CompactSort;
use crate::diagnostics::Warnings;

/// Maximum number of pages, and of files, that are read.
const MAX: usize = 1_000_000;

/// The references to the files of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ListedPage {
    /// Files that may hold its text; at least one.
    pub texts: Vec<ListedText>,
    /// Its images; thumbnails come last.
    pub images: Vec<String>,
    /// The printed page number.
    pub label: Option<String>,
    /// The divisions of the logical structure that begin on it.
    pub headings: Vec<Heading>,
}

/// The reference to a file that may hold the text of a page, and the name of its group of files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ListedText {
    pub href: String,
    pub group: String,
}

/// The pages of a document that have text, in order.
pub(super) fn pages(list: xml::Piece<'_>, warnings: &mut Warnings) -> Vec<ListedPage> {
    let markup = xml::parse(list, warnings);
    let root = markup.root();
    let mut files: HashMap<&str, (&str, &str)> = HashMap::new();
    let mut in_order: Vec<&str> = Vec::new();
    let mut small: HashSet<&str> = HashSet::new();
    let mut groups: HashMap<&str, &str> = HashMap::new();
    for group in root.below().filter(|e| e.is("fileGrp")).take(MAX) {
        let thumbnails = group
            .attribute("USE")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let name = group.attribute("USE").or_else(|| group.attribute("ID"));
        for file in group.named("file").filter_map(|e| e.attribute("ID")) {
            groups.insert(file, name.unwrap_or_default());
        }
        if thumbnails.contains("thumb") {
            let files = group.below().take(MAX).filter_map(|e| e.attribute("ID"));
            small.extend(files);
        }
    }
    for file in root.below().filter(|e| e.is("file")).take(MAX) {
        let location = file.child("FLocat").and_then(|l| l.attribute("href"));
        if let (Some(id), Some(href)) = (file.attribute("ID"), location) {
            let kind = file.attribute("MIMETYPE").unwrap_or_default();
            if files.insert(id, (href, kind)).is_none() {
                in_order.push(id);
            }
        }
    }
    // Images of pages are not text.
    let text_of = |id: &str| {
        let (href, kind) = files.get(id)?;
        (!is_picture(href, kind)).then(|| ListedText {
            href: (*href).to_owned(),
            group: groups.get(id).copied().unwrap_or_default().to_owned(),
        })
    };
    let image_of = |id: &&str| files.get(*id).filter(|(href, kind)| is_picture(href, kind));
    let physical = root.below().find(|e| {
        let kind = e.attribute("TYPE").unwrap_or_default();
        e.is("structMap") && kind.eq_ignore_ascii_case("physical")
    });
    let map = physical.or_else(|| root.find("structMap"));
    let divisions = map.iter().flat_map(|map| map.below());
    let divisions = divisions.filter(|e| e.is("div") && is_page(*e));
    let mut by_id = PagesById::default();
    let mut pages: Vec<ListedPage> = Vec::new();
    for (number, page) in divisions.enumerate() {
        let ids = page.below().filter_map(|e| match e.name() {
            "fptr" | "area" => e.attribute("FILEID"),
            _ => None,
        });
        let ids: Vec<&str> = ids.collect();
        for id in &ids {
            by_id.files.entry(id).or_insert(number);
        }
        if let Some(id) = page.attribute("ID") {
            by_id.divisions.insert(id, number);
        }
        let mut texts: Vec<ListedText> = ids.iter().copied().filter_map(text_of).collect();
        texts.dedup();
        let mut images: Vec<&str> = ids
            .into_iter()
            .filter(|id| image_of(id).is_some())
            .collect();
        images.compact_sort_by_key(|id| small.contains(id));
        let images = images.iter().filter_map(image_of);
        pages.push(ListedPage {
            texts,
            images: images.map(|(href, _)| (*href).to_owned()).collect(),
            label: label(page),
            headings: Vec::new(),
        });
    }
    for (page, heading) in headings(root, &by_id) {
        if let Some(page) = pages.get_mut(page) {
            page.headings.push(heading);
        }
    }
    pages.retain(|page| !page.texts.is_empty());
    if pages.is_empty() {
        pages = in_order
            .iter()
            .filter_map(|id| {
                Some(ListedPage {
                    texts: vec![text_of(id)?],
                    ..ListedPage::default()
                })
            })
            .collect();
    }
    pages
}

/// The printed number of a page; `None` if it is blank or a dash.
fn label(page: Element<'_>) -> Option<String> {
    let label = page.attribute("ORDERLABEL")?.trim();
    let has_text = label.contains(char::is_alphanumeric);
    has_text.then(|| label.to_owned())
}

/// Whether a division is a page: it refers to files itself, and no division in it does.
fn is_page(div: Element<'_>) -> bool {
    let names = |e: Element<'_>| e.children().any(|c| c.is("fptr"));
    names(div) && !div.below().any(|e| e.is("div") && names(e))
}

fn is_picture(href: &str, kind: &str) -> bool {
    let ending = href
        .rsplit_once('.')
        .map_or("", |(_, e)| e)
        .to_ascii_lowercase();
    kind.starts_with("image/")
        || [
            "png", "jpg", "jpeg", "tif", "tiff", "jp2", "gif", "webp", "bmp", "pdf",
        ]
        .contains(&ending.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_in_the_order_of_the_physical_map() {
        let mets = "<m:mets xmlns:m='m' xmlns:xlink='x'><m:fileSec><m:fileGrp>
            <m:file ID='a'><m:FLocat xlink:href='one.xml'/></m:file>
            <m:file ID='b' MIMETYPE='image/tif'><m:FLocat xlink:href='two.xml'/></m:file>
            <m:file ID='c'><m:FLocat xlink:href='three.xml'/></m:file>
            <m:file ID='d'><m:FLocat xlink:href='four.xml'/></m:file></m:fileGrp></m:fileSec>
            <m:structMap TYPE='LOGICAL'><m:div><m:fptr FILEID='a'/></m:div></m:structMap>
            <m:structMap TYPE='PHYSICAL'><m:div><m:div><m:fptr FILEID='b'/><m:fptr FILEID='c'/><m:fptr FILEID='d'/></m:div>
            <m:div><m:fptr FILEID='a'/></m:div></m:div></m:structMap></m:mets>";
        let texts = |mets: &str| -> Vec<Vec<String>> {
            let pages = pages(xml::Piece::first(mets), &mut Warnings::new());
            let hrefs = |page: ListedPage| page.texts.into_iter().map(|text| text.href).collect();
            pages.into_iter().map(hrefs).collect()
        };
        let found = pages(xml::Piece::first(mets), &mut Warnings::new());
        assert_eq!(found[0].images, ["two.xml"]);
        assert_eq!(found[1].images, [""; 0]);
        assert_eq!(
            texts(mets),
            [vec!["three.xml", "four.xml"], vec!["one.xml"]]
        );
        let without = "<mets><file ID='a'><FLocat href='1'/></file><file ID='b'><FLocat href='2'/></file></mets>";
        assert_eq!(texts(without), [["1"], ["2"]]);
    }

    #[test]
    fn small_images_are_behind_the_others() {
        let mets = "<mets><fileGrp USE='THUMBS'><file ID='t'><FLocat href='t.jpg'/></file></fileGrp>\
            <fileGrp USE='MASTER'><file ID='m'><FLocat href='m.tif'/></file></fileGrp>\
            <file ID='x'><FLocat href='x.xml'/></file><structMap><div><fptr FILEID='t'/>\
            <fptr FILEID='m'/><fptr FILEID='x'/></div></structMap></mets>";
        let found = pages(xml::Piece::first(mets), &mut Warnings::new());
        assert_eq!(found[0].images, ["m.tif", "t.jpg"]);
    }
}
