//! Rules about content streams and the tags in them: what is drawn is real content, which the
//! structure tree has, or an artifact (ISO 14289-1, 7.1 and 7.2; ISO 14289-2, 8.2.2).

use std::collections::HashMap;

use super::language::LANGUAGE;
use super::tree::{Tree, name_of, string_of};
use crate::content::inline_image;
use crate::diagnostics::{Place, Warnings};
use crate::pdf::lexer::{Lexer, Token, name};
use crate::pdf::{Dict, FromBytes, ObjectIdentifier, Page, Resources, Stream, stream};
use crate::validate::rule::{Info, Rule, Subject, rules};
use crate::validate::run::{Run, Where};

/// A marked-content sequence (ISO 32000-1, 14.6).
struct Sequence;

#[derive(Clone, Debug, Default)]
struct SequenceFacts {
    tag: String,
    /// It, or what is around it, belongs to an element.
    tagged: bool,
    /// It is an artifact, or stands in one.
    artifact: bool,
    /// It, or what is around it, has a language.
    has_lang: bool,
    /// The catalog has one.
    document_lang: bool,
    actual_text: bool,
    alt: bool,
    expansion: bool,
}

impl Subject for Sequence {
    type Of<'a> = SequenceFacts;

    fn describe(s: &SequenceFacts) -> String {
        let place = match (s.tagged, s.artifact) {
            (true, true) => ", tagged and artifact",
            (true, false) => ", tagged",
            (false, true) => ", artifact",
            (false, false) => "",
        };
        format!("sequence {}{place}", s.tag)
    }
}

impl SequenceFacts {
    /// No span has this text, or its language is known.
    fn knows_language_of(&self, text: bool) -> bool {
        self.tag != "Span" || !text || self.has_lang || self.document_lang
    }
}

const SEQUENCE: &[Rule<Sequence>] = rules! { Sequence:
    [UA1 "7.1" 1] "an artifact stands inside of tagged content; end the tagged sequence before it" =>
        |s, _| s.tag != "Artifact" || !s.tagged;
    [UA1 "7.1" 2] "tagged content stands inside of an artifact; end the artifact before it" => |s, _| !s.tagged || !s.artifact;
    [UA1 "7.2" 30] "the language of a Span's ActualText is told nowhere; add Lang to the Span or to the catalog" =>
        |s, _| s.knows_language_of(s.actual_text);
    [UA1 "7.2" 31] "the language of a Span's Alt is told nowhere; add Lang to the Span or to the catalog" =>
        |s, _| s.knows_language_of(s.alt);
    [UA1 "7.2" 32] "the language of a Span's E is told nowhere; add Lang to the Span or to the catalog" =>
        |s, _| s.knows_language_of(s.expansion);
};

/// Something drawn: text, a path, an image, a shading.
struct Item;

struct ItemFacts {
    operator: String,
    is_text: bool,
    around: SequenceFacts,
}

impl Subject for Item {
    type Of<'a> = ItemFacts;

    fn describe(item: &ItemFacts) -> String {
        match item.around.tag.as_str() {
            "" => format!("operator {} outside of sequences", item.operator),
            tag => format!("operator {} in a sequence {tag}", item.operator),
        }
    }
}

const ITEM: &[Rule<Item>] = rules! { Item:
    [UA1 "7.1" 3, UA2 "8.2.2" 1] "content is neither tagged nor an artifact; put it into the structure tree, or mark it as Artifact" =>
        |i, _| i.around.tagged || i.around.artifact;
    [UA1 "7.2" 34] "the language of text is told nowhere; add Lang to the catalog, or to the element" =>
        |i, _| !i.is_text || i.around.has_lang || i.around.document_lang;
};

/// A form XObject that is drawn.
struct Form;

struct FormFacts {
    is_reference: bool,
    numbers_sequences: bool,
    times: usize,
}

impl Subject for Form {
    type Of<'a> = FormFacts;

    fn describe(form: &FormFacts) -> String {
        match form.times {
            0 | 1 => "form XObject".into(),
            times => format!("form XObject, drawn {times} times"),
        }
    }
}

const FORM: &[Rule<Form>] = rules! { Form:
    [UA1 "7.20" 1] "a form XObject refers to a page of another file; take Ref out and embed what it shows" => |f, _| !f.is_reference;
    [UA1 "7.20" 2] "a form XObject with marked content of its own is drawn more than once; it can be in one place of the structure only" =>
        |f, _| !f.numbers_sequences || f.times <= 1;
};

/// Goes through the content of pages.
pub struct Reader<'r, 'd> {
    run: &'r mut Run<'d>,
    tree: Option<&'r Tree<'d>>,
    document_lang: bool,
    forms: Vec<ObjectIdentifier>,
    drawn: usize,
    operators: usize,
    /// How often each form was drawn, and whether it has sequences with numbers.
    uses: HashMap<ObjectIdentifier, (usize, bool)>,
}

impl<'r, 'd> Reader<'r, 'd> {
    pub fn new(run: &'r mut Run<'d>, tree: Option<&'r Tree<'d>>, document_lang: bool) -> Self {
        Self {
            run,
            tree,
            document_lang,
            forms: Vec::new(),
            drawn: 0,
            operators: 0,
            uses: HashMap::new(),
        }
    }

    pub fn page(&mut self, index: u32, page: &Page<'d>) {
        self.run.page = Some(index);
        (self.drawn, self.operators) = (0, 0);
        let limits = self.run.limits;
        let data = page.content(&limits, &mut Warnings::new());
        let outside = SequenceFacts {
            document_lang: self.document_lang,
            ..SequenceFacts::default()
        };
        let sequences = self.sequences_of(page.dict());
        self.stream(&data, page.resources(), &sequences, &outside);
        self.run.page = None;
    }

    /// Checks what is known of forms when all pages have been gone through.
    pub fn finish(self) {
        let mut uses: Vec<_> = self.uses.into_iter().collect();
        uses.sort_by_key(|(id, _)| (id.obj_number, id.gen_number));
        for (id, (times, numbers_sequences)) in uses {
            let dict = self.run.document.object(id);
            let dict = dict.and_then(|o| Some(o.into_stream()?.dict().clone()));
            let facts = FormFacts {
                is_reference: dict.is_some_and(|d| d.contains_key("Ref")),
                numbers_sequences,
                times,
            };
            self.run.check(FORM, &facts, id);
        }
    }

    fn sequences_of(&self, dict: &Dict<'_>) -> Vec<Option<usize>> {
        let key = dict.get::<i32>("StructParents");
        match (self.tree, key) {
            (Some(tree), Some(key)) => tree.sequences_of(i64::from(key)),
            _ => Vec::new(),
        }
    }

    /// Goes through a content stream. `sequences` are the elements of its sequences, `outside` is
    /// what is around it.
    fn stream(
        &mut self,
        data: &[u8],
        resources: &Resources<'d>,
        sequences: &[Option<usize>],
        outside: &SequenceFacts,
    ) {
        let mut open: Vec<SequenceFacts> = Vec::new();
        let mut lexer = Lexer::new(data);
        let mut operands: Vec<Token<'_>> = Vec::new();
        while let Some(token) = lexer.next() {
            let Token::Keyword(operator) = token else {
                // Only tags, property lists and names matter, which stand last.
                if operands.len() >= 64 {
                    operands.clear();
                }
                operands.push(token);
                continue;
            };
            self.operators += 1;
            if self.operators > self.run.limits.operators {
                return;
            }
            let at = lexer.offset();
            let around = open.last().unwrap_or(outside);
            match operator {
                b"BMC" | b"BDC" if open.len() < self.run.limits.nesting => {
                    let sequence = self.sequence(&operands, resources, sequences, around, at);
                    open.push(sequence);
                }
                b"EMC" => {
                    open.pop();
                }
                b"Tj" | b"TJ" | b"'" | b"\"" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b"
                | b"b*" | b"S" | b"s" | b"sh" => self.item(operator, around, at),
                b"BI" if inline_image::read(&mut lexer, resources).is_some() => {
                    self.item(b"EI", around, at);
                }
                b"Do" => {
                    let around = around.clone();
                    self.object(&operands, resources, &around, at);
                }
                _ => {}
            }
            operands.clear();
        }
    }

    fn place(&self, offset: usize) -> Where {
        Where(Place {
            page: self.run.page,
            object: self.forms.last().map(|f| (f.obj_number, f.gen_number)),
            offset: Some(offset as u64),
        })
    }

    /// Begins a sequence.
    fn sequence(
        &mut self,
        operands: &[Token<'_>],
        resources: &Resources<'d>,
        sequences: &[Option<usize>],
        around: &SequenceFacts,
        at: usize,
    ) -> SequenceFacts {
        let tag = operands.iter().find_map(|operand| match operand {
            Token::Name(tag) => Some(String::from_utf8_lossy(&name(tag)).into_owned()),
            _ => None,
        });
        let mut facts = SequenceFacts {
            tag: tag.unwrap_or_default(),
            tagged: around.tagged,
            artifact: around.artifact,
            has_lang: around.has_lang,
            document_lang: around.document_lang,
            ..SequenceFacts::default()
        };
        facts.artifact |= facts.tag == "Artifact";
        let properties = match operands {
            [.., Token::Dict(bytes)] => Dict::from_bytes(bytes),
            [_, .., Token::Name(list)] => resources.properties.get::<Dict<'_>>(name(list).as_ref()),
            _ => None,
        };
        let place = self.place(at);
        if let Some(list) = properties {
            facts.actual_text = list.contains_key("ActualText");
            facts.alt = list.contains_key("Alt");
            facts.expansion = list.contains_key("E");
            if let Some(lang) = string_of(&list, "Lang") {
                facts.has_lang = true;
                self.run.check(LANGUAGE, &lang, place);
            }
            if let Some(mcid) = list.get::<i32>("MCID") {
                if let Some(form) = self.forms.last() {
                    self.uses.entry(*form).or_default().1 = true;
                }
                let element = usize::try_from(mcid).ok().and_then(|m| sequences.get(m));
                if let (Some(&Some(element)), Some(tree)) = (element, self.tree) {
                    facts.tagged = true;
                    facts.has_lang |= tree.has_lang(element);
                    facts.artifact |= tree.is_artifact(element);
                }
            }
        }
        self.run.check(SEQUENCE, &facts, place);
        facts
    }

    fn item(&mut self, operator: &[u8], around: &SequenceFacts, at: usize) {
        let facts = ItemFacts {
            is_text: matches!(operator, b"Tj" | b"TJ" | b"'" | b"\""),
            operator: String::from_utf8_lossy(operator).into_owned(),
            around: around.clone(),
        };
        let place = self.place(at);
        self.run.check(ITEM, &facts, place);
    }

    /// `Do`: an image, or a form whose content is gone through.
    fn object(
        &mut self,
        operands: &[Token<'_>],
        resources: &Resources<'d>,
        around: &SequenceFacts,
        at: usize,
    ) {
        let Some(Token::Name(raw)) = operands.last() else {
            return;
        };
        let Some(object) = resources.x_objects.get::<Stream<'d>>(name(raw).as_ref()) else {
            return;
        };
        let dict = object.dict();
        match name_of(dict, "Subtype").as_deref() {
            Some("Image") => self.item(b"Do", around, at),
            Some("Form") => {
                let id = object.obj_id();
                let limits = self.run.limits;
                if self.forms.contains(&id)
                    || self.forms.len() >= limits.form_depth
                    || self.drawn >= limits.forms
                {
                    return;
                }
                self.drawn += 1;
                self.uses.entry(id).or_default().0 += 1;
                let mut inside = around.clone();
                let element = dict.get::<i32>("StructParent");
                let element = element.and_then(|key| self.tree?.parent_of(i64::from(key)));
                if let (Some(element), Some(tree)) = (element, self.tree) {
                    inside.tagged = true;
                    inside.has_lang |= tree.has_lang(element);
                }
                let data = stream::decode(&object, limits.stream_bytes, &mut Warnings::new());
                let own = dict.get::<Dict<'d>>("Resources").map(Resources::new);
                let sequences = self.sequences_of(dict);
                self.forms.push(id);
                let resources = own.as_ref().unwrap_or(resources);
                self.stream(&data, resources, &sequences, &inside);
                self.forms.pop();
            }
            _ => {}
        }
    }
}

/// What there is to say of the rules.
pub fn catalogue() -> impl Iterator<Item = &'static Info> {
    let infos = SEQUENCE.iter().map(|r| &r.info);
    infos
        .chain(ITEM.iter().map(|r| &r.info))
        .chain(FORM.iter().map(|r| &r.info))
}
