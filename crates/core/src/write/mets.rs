//! Writes a list of page files as METS (Library of Congress, "Metadata Encoding and Transmission Standard",
//! schema 1.12), with the names that OCR-D uses.

use std::collections::BTreeMap;

use super::headings::{Heading, with_divisions};
use super::reference::reference;
use super::xml::Xml;
use crate::page::DocumentInfo;
use crate::page_number::PageNumber;

/// A page and its file.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The page label in the document.
    pub label: Option<String>,
    /// Path relative to the list.
    pub file: String,
    pub headings: Vec<Heading>,
}

/// Returns the METS list of PAGE files, ordered by page number.
pub(super) fn list(document: &DocumentInfo, pages: &BTreeMap<u32, Listed>) -> String {
    let mut xml = Xml::with_capacity(1024 + pages.len() * 256);
    xml.declaration();
    xml.start("mets:mets");
    xml.attribute("xmlns:mets", "http://www.loc.gov/METS/");
    xml.attribute("xmlns:xlink", "http://www.w3.org/1999/xlink");
    if !document.name.is_empty() {
        xml.attribute("LABEL", &document.name);
    }
    // The program recognises its own lists by this agent, and may overwrite them.
    xml.open(1, "mets:metsHdr");
    xml.open(2, "mets:agent");
    xml.attribute("ROLE", "CREATOR");
    xml.attribute("TYPE", "OTHER");
    xml.attribute("OTHERTYPE", "SOFTWARE");
    xml.new_line(3);
    xml.element(
        "mets:name",
        concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION")),
    );
    xml.close(2, "mets:agent");
    xml.close(1, "mets:metsHdr");
    xml.open(1, "mets:fileSec");
    xml.open(2, "mets:fileGrp");
    xml.attribute("USE", "PAGE");
    for (number, page) in pages {
        xml.open(3, "mets:file");
        xml.id("ID", "file", &[*number]);
        xml.attribute("MIMETYPE", "application/vnd.prima.page+xml");
        xml.open(4, "mets:FLocat");
        xml.attribute("LOCTYPE", "OTHER");
        xml.attribute("OTHERLOCTYPE", "FILE");
        xml.attribute("xlink:href", &reference(&page.file));
        xml.end_void();
        xml.close(3, "mets:file");
    }
    xml.close(2, "mets:fileGrp");
    xml.close(1, "mets:fileSec");
    xml.open(1, "mets:structMap");
    xml.attribute("TYPE", "PHYSICAL");
    xml.open(2, "mets:div");
    xml.attribute("ID", "pages");
    xml.attribute("TYPE", "physSequence");
    for (number, page) in pages {
        xml.open(3, "mets:div");
        xml.id("ID", "page", &[*number]);
        xml.number("ORDER", *number);
        xml.optional("ORDERLABEL", page.label.as_ref());
        xml.attribute("TYPE", "page");
        xml.open(4, "mets:fptr");
        xml.id("FILEID", "file", &[*number]);
        xml.end_void();
        xml.close(3, "mets:div");
    }
    xml.close(2, "mets:div");
    xml.close(1, "mets:structMap");
    push_sections(document, pages, &mut xml);
    xml.close(0, "mets:mets");
    let mut file = xml.finish();
    file.push('\n');
    file
}

/// Writes the sections that headings and divisions begin, and the pages on which they begin.
fn push_sections(document: &DocumentInfo, pages: &BTreeMap<u32, Listed>, xml: &mut Xml) {
    let number_of = |page: u32| PageNumber::of(page).get();
    let headings = pages.values().flat_map(|page| page.headings.clone());
    let mut divisions = document.divisions.clone();
    divisions.retain(|division| pages.contains_key(&number_of(division.page)));
    let headings = with_divisions(headings.collect(), &divisions);
    if headings.is_empty() {
        return;
    }
    xml.open(1, "mets:structMap");
    xml.attribute("TYPE", "LOGICAL");
    xml.open(2, "mets:div");
    xml.attribute("ID", "document");
    xml.attribute("TYPE", "document");
    // The levels of the open sections.
    let mut open: Vec<u32> = Vec::new();
    for (number, heading) in (1..).zip(&headings) {
        while open.pop_if(|around| *around >= heading.level).is_some() {
            xml.close(3 + open.len(), "mets:div");
        }
        xml.open(3 + open.len(), "mets:div");
        xml.id("ID", "section", &[number]);
        xml.attribute("LABEL", &heading.title);
        xml.attribute("TYPE", "section");
        open.push(heading.level);
    }
    while open.pop().is_some() {
        xml.close(3 + open.len(), "mets:div");
    }
    xml.close(2, "mets:div");
    xml.close(1, "mets:structMap");
    xml.open(1, "mets:structLink");
    for (number, heading) in (1..).zip(&headings) {
        xml.open(2, "mets:smLink");
        xml.id("xlink:from", "section", &[number]);
        xml.id("xlink:to", "page", &[number_of(heading.page)]);
        xml.end_void();
    }
    xml.close(1, "mets:structLink");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_listed_with_their_files() {
        let page = |index, file: &str, label: Option<&str>, headings: &[(u32, &str)]| Listed {
            label: label.map(str::to_owned),
            file: file.to_owned(),
            headings: headings
                .iter()
                .map(|(level, title)| Heading {
                    level: *level,
                    title: (*title).to_owned(),
                    page: index,
                    top: 0.0,
                })
                .collect(),
        };
        let pages = BTreeMap::from([
            (
                1,
                page(
                    0,
                    "a b_pages/0001.xml",
                    Some("i"),
                    &[(1, "One"), (2, "Part & <part>")],
                ),
            ),
            (12, page(11, "c_pages/0012.xml", None, &[(1, "Two")])),
        ]);
        let document = DocumentInfo {
            name: "a<b.pdf".to_owned(),
            ..DocumentInfo::default()
        };
        insta::assert_snapshot!(list(&document, &pages), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" LABEL="a&lt;b.pdf">
     <mets:metsHdr>
      <mets:agent ROLE="CREATOR" TYPE="OTHER" OTHERTYPE="SOFTWARE">
       <mets:name>pdfa2hocr 0.1.0</mets:name>
      </mets:agent>
     </mets:metsHdr>
     <mets:fileSec>
      <mets:fileGrp USE="PAGE">
       <mets:file ID="file_1" MIMETYPE="application/vnd.prima.page+xml">
        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="a%20b_pages/0001.xml"/>
       </mets:file>
       <mets:file ID="file_12" MIMETYPE="application/vnd.prima.page+xml">
        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="c_pages/0012.xml"/>
       </mets:file>
      </mets:fileGrp>
     </mets:fileSec>
     <mets:structMap TYPE="PHYSICAL">
      <mets:div ID="pages" TYPE="physSequence">
       <mets:div ID="page_1" ORDER="1" ORDERLABEL="i" TYPE="page">
        <mets:fptr FILEID="file_1"/>
       </mets:div>
       <mets:div ID="page_12" ORDER="12" TYPE="page">
        <mets:fptr FILEID="file_12"/>
       </mets:div>
      </mets:div>
     </mets:structMap>
     <mets:structMap TYPE="LOGICAL">
      <mets:div ID="document" TYPE="document">
       <mets:div ID="section_1" LABEL="One" TYPE="section">
        <mets:div ID="section_2" LABEL="Part &amp; &lt;part&gt;" TYPE="section">
        </mets:div>
       </mets:div>
       <mets:div ID="section_3" LABEL="Two" TYPE="section">
       </mets:div>
      </mets:div>
     </mets:structMap>
     <mets:structLink>
      <mets:smLink xlink:from="section_1" xlink:to="page_1"/>
      <mets:smLink xlink:from="section_2" xlink:to="page_1"/>
      <mets:smLink xlink:from="section_3" xlink:to="page_12"/>
     </mets:structLink>
    </mets:mets>
    "#);
    }
}
