//! Checks the pages and their elements.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::element::Element;
use super::findings::Findings;
use super::head::Used;
use super::title;

/// The classes of hOCR 1.2; those that begin with `ocrx_` are specific to a program.
const CLASSES: &str = "\
    ocr_abstract ocr_author ocr_blockquote ocr_caption ocr_carea ocr_chapter ocr_chem \
    ocr_cinfo ocr_column ocr_display ocr_document ocr_dropcap ocr_float ocr_footer ocr_glyph \
    ocr_glyphs ocr_header ocr_image ocr_line ocr_linear ocr_linedrawing ocr_math ocr_page \
    ocr_pageno ocr_par ocr_part ocr_photo ocr_section ocr_separator ocr_subsection \
    ocr_subsubsection ocr_table ocr_textfloat ocr_textimage ocr_title ocr_xycut";

/// Classes that decide where other elements may be.
const AROUND: [&str; 5] = ["ocr_page", "ocr_carea", "ocr_par", "ocr_line", "ocrx_word"];

/// An open element, with the facts about its ancestors that the checks need.
struct OpenElement {
    line: usize,
    tag: String,
    class: String,
    /// Its own box, or that of the innermost element around it that has one.
    bbox: Option<[u32; 4]>,
    /// For each of [`AROUND`], whether the element is one or is inside one.
    inside: [bool; AROUND.len()],
    /// Whether it is a word or inside one.
    in_word: bool,
    /// Whether it has text of its own.
    text: bool,
    children: usize,
    /// Whether a word inside it has just ended.
    behind_word: bool,
}

#[derive(Default)]
pub(super) struct Body {
    open: Vec<OpenElement>,
    in_body: bool,
    /// Hashes of all ids, as a book has millions. Two different ids of 3 million have the same hash with a
    /// probability of 1 in 4 million.
    ids: FxHashSet<u64>,
    /// Classes and capabilities with the line of their first use.
    used: HashMap<String, usize>,
    pages: usize,
    words: usize,
    /// Lines of text outside words.
    loose: Vec<usize>,
}

impl Body {
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn start(&mut self, element: &Element, findings: &mut Findings) {
        if self.in_body {
            self.element(element, findings);
        }
        self.in_body |= element.tag == "body";
        let class = element.class().unwrap_or_default();
        let (properties, _) = title::parse(element.attribute("title").unwrap_or_default());
        let bbox = properties.iter().find(|p| p.name == "bbox");
        let own_box = bbox.and_then(|p| title::bbox(p.value));
        let mut around = self.open.last_mut();
        if let Some(around) = &mut around {
            around.children += 1;
            around.behind_word = false;
        }
        let mut inside = AROUND.map(|name| name == class);
        for (own, around) in inside.iter_mut().zip(around.iter().flat_map(|o| o.inside)) {
            *own |= around;
        }
        let in_word = class == "ocrx_word" || around.as_ref().is_some_and(|o| o.in_word);
        let bbox = own_box.or_else(|| around.and_then(|o| o.bbox));
        self.open.push(OpenElement {
            line: element.line,
            tag: element.tag.clone(),
            class: class.to_owned(),
            bbox,
            inside,
            in_word,
            text: false,
            children: 0,
            behind_word: false,
        });
    }

    fn element(&mut self, element: &Element, findings: &mut Findings) {
        let line = element.line;
        let class = element.class().unwrap_or_default();
        if element.tag == "div" && class.is_empty() {
            findings.push(line, "a div without class: give it one, or take it out");
        }
        if class.contains("ocr") && class.split_whitespace().count() > 1 {
            findings.push(
                line,
                format!("class is \"{class}\": leave one, readers compare it whole"),
            );
        }
        let classes = CLASSES.split_whitespace();
        if class.starts_with("ocr_")
            && !AROUND.contains(&class)
            && !classes.clone().any(|known| known == class)
        {
            let hint = crate::suggest::did_you_mean(class, classes);
            findings.push(line, format!("\"{class}\" is not a class of hOCR{hint}"));
        }
        self.attributes(element, findings);
        self.nesting(element, class, findings);
        if class.starts_with("ocr") {
            self.used.entry(class.to_owned()).or_insert(line);
            self.properties(element, class, findings);
        }
    }

    fn attributes(&mut self, element: &Element, findings: &mut Findings) {
        let line = element.line;
        if let Some(id) = element.attribute("id")
            && !self.ids.insert(xxh3_64(id.as_bytes()))
        {
            findings.push(line, format!("the id \"{id}\" is there twice"));
        }
        let place = |name: &str| element.attributes.iter().position(|(n, _)| n == name);
        if let (Some(id), Some(class)) = (place("id"), place("class"))
            && id < class
        {
            findings.push(line, "id is before class: some readers want it after class");
        }
        for name in ["lang", "xml:lang"] {
            if let Some(lang) = element.attribute(name) {
                let part = |p: &str| {
                    (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric())
                };
                if !lang.split('-').all(part) {
                    findings.push(
                        line,
                        format!("{name} is \"{lang}\": write a tag like pl or sr-Cyrl"),
                    );
                }
            }
        }
        if let Some(dir) = element.attribute("dir")
            && !matches!(dir, "ltr" | "rtl")
        {
            findings.push(line, format!("dir is \"{dir}\": write ltr or rtl"));
        }
    }

    fn nesting(&mut self, element: &Element, class: &str, findings: &mut Findings) {
        let line = element.line;
        let parent = self.open.last();
        let inside = |class: &str| {
            let around = parent.map_or([false; AROUND.len()], |parent| parent.inside);
            let mut named = AROUND.iter().zip(around);
            named.any(|(name, inside)| inside && *name == class)
        };
        let wrong = match class {
            "ocr_page" if parent.is_none_or(|p| p.tag != "body") => {
                Some("an ocr_page is not straight in the body")
            }
            "ocr_carea" if inside("ocr_carea") => Some("an ocr_carea is inside another"),
            "ocr_par" if inside("ocr_par") => Some("an ocr_par is inside another"),
            "ocr_par" if matches!(element.tag.as_bytes(), [b'h', b'1'..=b'6']) => Some(
                "a heading that is an ocr_par is overlooked: write <p class=\"ocr_par\" \
                 role=\"heading\" aria-level=\"1\">",
            ),
            "ocr_line" if inside("ocr_line") => Some("an ocr_line is inside another"),
            "ocr_header" | "ocr_footer" | "ocr_caption" | "ocr_pageno" | "ocr_textfloat"
                if element.tag == "span" =>
            {
                Some("a line must be an ocr_line: put what it is on a div around")
            }
            "ocrx_word" if !inside("ocr_line") => Some("an ocrx_word is not in an ocr_line"),
            "ocrx_word" if inside("ocrx_word") => Some("an ocrx_word is inside another"),
            "ocrx_word" if parent.is_some_and(|p| p.behind_word) => {
                Some("there is no white space between two words")
            }
            _ if class.starts_with("ocr") && class != "ocr_page" && !inside("ocr_page") => {
                Some("it is outside of any ocr_page")
            }
            _ if parent.is_some_and(|p| p.class == "ocr_par") && class != "ocr_line" => {
                Some("an ocr_par has something else in it than lines")
            }
            _ if element.tag == "table" && parent.is_some_and(|p| p.class == "ocr_page") => {
                Some("a table straight in a page is lost in ALTO: put it in an ocr_carea")
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            findings.push(line, wrong);
        }
        match class {
            "ocr_page" => self.pages += 1,
            "ocrx_word" => self.words += 1,
            _ => {}
        }
    }

    fn properties(&mut self, element: &Element, class: &str, findings: &mut Findings) {
        let line = element.line;
        let title = element.attribute("title").unwrap_or_default();
        let (properties, wrong) = title::parse(title);
        if let Some(wrong) = wrong {
            findings.push(line, format!("title is \"{title}\": {wrong}"));
        }
        let mut names = HashSet::new();
        for property in &properties {
            if let Some(wrong) = title::wrong(property) {
                findings.push(line, wrong);
            }
            if !names.insert(property.name) {
                findings.push(line, format!("{} is there twice", property.name));
            }
            let capability = match property.name {
                "x_wconf" | "x_confs" => Some("ocrp_wconf"),
                "x_font" | "x_fsize" => Some("ocrp_font"),
                "nlp" => Some("ocrp_nlp"),
                "poly" => Some("ocrp_poly"),
                _ => None,
            };
            if let Some(capability) = capability {
                self.used.entry(capability.to_owned()).or_insert(line);
            }
        }
        let Some(bbox) = properties.iter().find(|p| p.name == "bbox") else {
            // Style marks in words are not page elements.
            let mark = self.open.last().is_some_and(|o| o.in_word);
            if !mark
                && matches!(
                    class,
                    "ocr_page" | "ocr_carea" | "ocr_par" | "ocr_line" | "ocrx_word"
                )
            {
                findings.push(line, format!("an {class} without bbox"));
            }
            return;
        };
        let Some([x0, y0, x1, y1]) = title::bbox(bbox.value) else {
            return;
        };
        let around = self.open.last().and_then(|o| o.bbox);
        let outside = around.is_some_and(|[a, b, c, d]| x0 < a || y0 < b || x1 > c || y1 > d);
        match class {
            "ocr_page" if (x0, y0) != (0, 0) => {
                findings.push(line, "the bbox of a page must begin at 0 0");
            }
            "ocr_page" => {}
            _ if outside => {
                findings.push(
                    line,
                    format!("the bbox {} is not inside of that around it", bbox.value),
                );
            }
            _ => {}
        }
        if class == "ocrx_word" && !names.contains("x_wconf") {
            findings.push(line, "a word without x_wconf: some readers stop there");
        }
    }

    pub(super) fn text(&mut self, text: &str, line: usize) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        if text.contains(char::is_whitespace) {
            open.behind_word = false;
        }
        if text.trim().is_empty() {
            return;
        }
        open.text = true;
        if self.in_body && !open.in_word && self.loose.len() < Findings::MAX {
            self.loose.push(line);
        }
    }

    pub(super) fn end(&mut self, findings: &mut Findings) {
        let Some(open) = self.open.pop() else { return };
        if open.tag == "body" {
            self.in_body = false;
        }
        if open.in_word && (open.children > 1 || open.children == 1 && open.text) {
            findings.push(
                open.line,
                "a word holds more than one text: write one, or one element that holds all of it",
            );
        }
        if open.class == "ocrx_word" && open.children == 0 && !open.text {
            findings.push(open.line, "a word without text");
        }
        if let Some(around) = self.open.last_mut() {
            around.behind_word = open.class == "ocrx_word";
        }
    }

    /// Returns the items that the head must declare.
    pub(super) fn finish(self, findings: &mut Findings) -> Used {
        // A file may have lines with text instead of words.
        if self.words > 0 {
            for line in self.loose {
                findings.push(line, "text that is not in a word");
            }
        }
        if self.pages == 0 {
            findings.push(1, "there is no ocr_page: this is no hOCR");
        }
        let mut capabilities: Vec<(String, usize)> = self.used.into_iter().collect();
        capabilities.sort();
        Used {
            capabilities,
            pages: self.pages,
        }
    }
}
