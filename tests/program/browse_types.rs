//! The types of the page (`src/web/types.d.ts`) against the answers of the server: every key of an answer is in
//! its type, every key of a type that is not optional is in the answers, and each type of an answer is met.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::common::server::Server;
use crate::common::{fixture, scratch};

/// The declarations after this line describe answers, up to the line below.
const BEGIN: &str = "// ---- The answers of the server";
const END: &str = "// ---- The data of a page that is one file";

/// Types that only requests contain.
const SENT: [&str; 3] = ["AnalysisChanges", "SentModule", "WantedExport"];

/// A type, as far as JSON can be compared with it.
#[derive(Clone, Debug)]
enum Type {
    Named(String),
    /// `null`, `string`, `'text'`, and others without keys.
    Plain(String),
    List(Box<Type>),
    Tuple(Vec<Type>),
    Object(Vec<Field>),
    Record(Box<Type>),
    Union(Vec<Type>),
}

impl Type {
    fn is_null(&self) -> bool {
        matches!(self, Self::Plain(name) if name == "null")
    }
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    is_optional: bool,
    value: Type,
}

/// Reads a type from the words and signs of a declaration.
struct Reader<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match first {
                '\'' => rest[1..].find('\'').expect("an end of the quotes") + 2,
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
        Self {
            tokens: tokens.into_iter().peekable(),
        }
    }

    fn take(&mut self, token: &str) -> bool {
        self.tokens.next_if(|next| *next == token).is_some()
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(self.tokens.next(), Some(token));
    }

    fn union(&mut self) -> Type {
        self.take("|");
        let mut parts = vec![self.item()];
        while self.take("|") {
            parts.push(self.item());
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Type::Union(parts),
        }
    }

    fn item(&mut self) -> Type {
        let first = self.tokens.next().expect("a type");
        let mut found = match first {
            "(" => {
                let inner = self.union();
                self.expect(")");
                inner
            }
            "[" => {
                let mut parts = Vec::new();
                while !self.take("]") {
                    parts.push(self.union());
                    self.take(",");
                }
                Type::Tuple(parts)
            }
            "{" => Type::Object(self.fields()),
            "Record" => {
                ["<", "string", ","].iter().for_each(|t| self.expect(t));
                let value = self.union();
                self.expect(">");
                Type::Record(Box::new(value))
            }
            name if name.starts_with(char::is_uppercase) => Type::Named(name.to_owned()),
            plain => Type::Plain(plain.to_owned()),
        };
        while self.take("[") {
            self.expect("]");
            found = Type::List(Box::new(found));
        }
        found
    }

    /// The fields up to the closing brace.
    fn fields(&mut self) -> Vec<Field> {
        let mut fields = Vec::new();
        while !self.take("}") {
            let name = self.tokens.next().expect("a key").to_owned();
            let is_optional = self.take("?");
            self.expect(":");
            let value = self.union();
            self.take(";");
            fields.push(Field {
                name,
                is_optional,
                value,
            });
        }
        fields
    }
}

/// The declared types of answers by their names, and the types that were met in an answer.
struct Types {
    declared: BTreeMap<String, Type>,
    met: BTreeSet<String>,
    differences: BTreeSet<String>,
}

impl Types {
    fn read(text: &str) -> Self {
        let begin = text.find(BEGIN).expect("the types of answers");
        let end = text.find(END).expect("the end of the types of answers");
        let lines = text[begin..end].lines().map(|line| {
            let line = line.trim();
            let is_comment =
                line.starts_with("//") || line.starts_with("/*") || line.starts_with('*');
            if is_comment { "" } else { line }
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let (mut declared, mut met) = (BTreeMap::new(), BTreeSet::new());
        let mut reader = Reader::new(&text);
        while let Some(token) = reader.tokens.next() {
            let name = reader.tokens.next().expect("a name").to_owned();
            let found = match token {
                "type" => {
                    reader.expect("=");
                    let found = reader.union();
                    reader.expect(";");
                    found
                }
                "interface" => {
                    // The parameters of a generic type; lists of hits are the only one.
                    if reader.take("<") {
                        while !reader.take(">") {
                            reader.tokens.next();
                        }
                    }
                    let base = reader
                        .take("extends")
                        .then(|| reader.tokens.next().expect("a name"));
                    reader.expect("{");
                    let mut fields = reader.fields();
                    if let Some(base) = base {
                        let Some(Type::Object(inherited)) = declared.get(base) else {
                            panic!("{name} extends {base}, which is not declared before it");
                        };
                        fields.extend(inherited.iter().cloned());
                        met.insert(base.to_owned());
                    }
                    Type::Object(fields)
                }
                other => panic!("not a declaration: {other} {name}"),
            };
            declared.insert(name, found);
        }
        declared.insert("T".into(), Type::Named("Hit".into()));
        Self {
            declared,
            met,
            differences: BTreeSet::new(),
        }
    }

    /// Compares an answer with the type of this name.
    fn compare(&mut self, value: &Value, name: &str) {
        let found = self.differences_of(value, &Type::Named(name.to_owned()), name);
        self.differences.extend(found);
    }

    /// The keys and values that are not of a type; `owner` is the name of the type around it.
    fn differences_of(&mut self, value: &Value, expected: &Type, owner: &str) -> Vec<String> {
        let wrong = || vec![format!("{owner}: not {expected:?}: {value:.100}")];
        match (expected, value) {
            (Type::Named(name), _) => {
                let declared = self.declared.get(name).cloned();
                let declared = declared.unwrap_or_else(|| panic!("there is no type {name}"));
                self.met.insert(name.clone());
                let owner = if name == "T" { "Hit" } else { name };
                self.differences_of(value, &declared, owner)
            }
            (Type::Union(parts), Value::Null) if parts.iter().any(Type::is_null) => Vec::new(),
            (Type::Union(parts), _) => {
                let mut least: Option<Vec<String>> = None;
                for part in parts {
                    let found = self.differences_of(value, part, owner);
                    if found.is_empty() {
                        return found;
                    }
                    // The null of `X | null` says nothing about the keys of X.
                    if !part.is_null() && least.as_ref().is_none_or(|l| found.len() < l.len()) {
                        least = Some(found);
                    }
                }
                least.unwrap_or_default()
            }
            (Type::List(item), Value::Array(values)) => values
                .iter()
                .flat_map(|value| self.differences_of(value, item, owner))
                .collect(),
            (Type::Tuple(items), Value::Array(values)) if items.len() == values.len() => items
                .iter()
                .zip(values)
                .flat_map(|(item, value)| self.differences_of(value, item, owner))
                .collect(),
            (Type::Record(item), Value::Object(values)) => values
                .values()
                .flat_map(|value| self.differences_of(value, item, owner))
                .collect(),
            (Type::Object(fields), Value::Object(values)) => {
                let mut found = Vec::new();
                for field in fields {
                    let own = format!("{owner}.{}", field.name);
                    match values.get(&field.name) {
                        Some(value) => found.extend(self.differences_of(value, &field.value, &own)),
                        None if field.is_optional => {}
                        None => found.push(format!("{own}: in types.d.ts, not in the answer")),
                    }
                }
                for key in values.keys() {
                    if !fields.iter().any(|field| field.name == *key) {
                        found.push(format!("{owner}.{key}: in the answer, not in types.d.ts"));
                    }
                }
                found
            }
            (Type::Plain(name), _) => {
                let is_same = match (name.as_str(), value) {
                    ("null", Value::Null)
                    | ("string", Value::String(_))
                    | ("number", Value::Number(_))
                    | ("boolean", Value::Bool(_)) => true,
                    (quoted, Value::String(text)) => quoted == format!("'{text}'"),
                    _ => false,
                };
                if is_same { Vec::new() } else { wrong() }
            }
            _ => wrong(),
        }
    }

    /// Compares a part of a list: `{total, rows}`.
    fn compare_rows(&mut self, part: &Value, name: &str) {
        part["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .for_each(|row| self.compare(row, name));
    }
}

#[test]
fn the_types_of_the_page_are_those_of_the_answers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/types.d.ts");
    let text = std::fs::read_to_string(path).expect("the types of the page");
    let mut types = Types::read(&text);
    let files = [
        "tagged/tables-and-lists.pdf",
        "tagged/objects.pdf",
        "tagged/languages.pdf",
        "tagged/figures.pdf",
        "layout/two-columns.pdf",
        "scans/indexed.pdf",
        "fonts/embedded-cff.pdf",
        "attachments/portfolio.pdf",
        "content/form-xobjects.pdf",
        "programs/typst-columns.pdf",
        "tagged/outlined.pdf",
    ];
    let server = Server::of(&files.map(fixture));
    types.compare(&server.data("documents"), "DocumentList");
    types.compare(&server.data("scripts"), "ScriptFiles");
    for option in server.data("options")["options"]
        .as_array()
        .expect("options")
    {
        types.compare(option, "KnownOption");
    }
    for id in 0..files.len() {
        document(&mut types, &server, id);
    }
    drop(server);

    // A module and a mapping on the command line, another analysis, and mistakes.
    let args = [
        "-p".to_owned(),
        "-m".to_owned(),
        "html".to_owned(),
        "-l".to_owned(),
        "running_heads".to_owned(),
        fixture("layout/two-columns.pdf"),
    ];
    let server = Server::of(&args);
    types.compare(&server.data("documents"), "DocumentList");
    types.compare(&server.data("scripts"), "ScriptFiles");
    let (status, made) = server.post("0/analyses", &json!({ "options": ["--columns=3"] }));
    assert_eq!(status, 200, "{made}");
    types.compare(&made, "MadeAnalysis");
    let key = made["key"].as_str().expect("a key");
    let differences = server.data(&format!("0/pages/0/differences?a=layout&b={key}"));
    types.compare(&differences, "Differences");
    let pages = server.data(&format!("0/differences?a=layout&b={key}&from=0"));
    types.compare(&pages, "PagesDifferences");
    let (status, error) = server.post("0/analyses", &json!({ "options": ["--columns=many"] }));
    assert_ne!(status, 200, "{error}");
    types.compare(&error, "ScriptError");

    editor(&mut types);

    let left: Vec<&String> = types
        .declared
        .keys()
        .filter(|name| !types.met.contains(*name) && !SENT.contains(&name.as_str()))
        .collect();
    let differences: Vec<&String> = types.differences.iter().collect();
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(left.is_empty(), "no answer has these types: {left:?}");
}

/// Compares the answers to the editor: two people changed the same word of a document.
fn editor(types: &mut Types) {
    let folder = scratch();
    let copied = |name: &str, to: &str| {
        let path = folder.path().join(to);
        std::fs::copy(fixture(name), &path).expect("a copy");
        path
    };
    let book = copied("layout/two-columns.pdf", "book.pdf");
    let own = copied("corrections/few-words.corrections.json", "own.json");
    let other = copied("corrections/few-words.corrections.json", "other.json");
    let text = std::fs::read_to_string(&other).expect("a file of corrections");
    let text = text
        .replace("Ada", "Ben")
        .replace("\"a", "\"b")
        .replace("MANY", "NO");
    let text = text.replace("\"bt\"", "\"at\"");
    std::fs::write(&other, text).expect("another file");
    let args = ["-p", "--corrections"].map(str::to_owned);
    let path = |path: &std::path::Path| path.to_str().expect("a path").to_owned();
    let more = [
        path(&own),
        "--corrections".to_owned(),
        path(&other),
        path(&book),
    ];
    let server = Server::of(&args.into_iter().chain(more).collect::<Vec<_>>());
    let state = server.data("0/corrections");
    assert_eq!(
        state["conflicts"].as_array().map(Vec::len),
        Some(1),
        "{state}"
    );
    types.compare(&state, "CorrectionsState");
    let page = server.data("0/pages/0/edit");
    types.compare(&page, "EditPage");
    let work = server.data("0/corrections/work?from=0&count=9");
    types.compare(&work, "WorkList");
    types.compare(&work["rows"][0], "WorkRow");
    let hits = server.data("0/corrections/find?q=few&from=0&count=9");
    assert!(hits["hits"].is_array(), "{hits}");
    let word = &page["blocks"][0]["paragraphs"][0]["lines"][0]["words"][0];
    let operation = json!({"page": 1, "op": "text", "level": "word",
        "on": {"box": word["box"], "text": word["text"]}, "text": "new"});
    let wanted = json!({"seq": state["seq"], "tab": "a", "change": {"make": [operation]}});
    let (status, made) = server.post("0/corrections", &wanted);
    assert_eq!(status, 200, "{made}");
    types.compare(&made, "Corrected");
    types.compare(&server.data("0/pages/0/edit"), "EditPage");
    let hits = server.data("0/corrections/find?q=new&from=0&count=9");
    types.compare(&hits["hits"][0], "CorrectionHit");
    let (status, undone) = server.post(
        "0/corrections",
        &json!({"seq": made["seq"], "tab": "a", "change": "undo"}),
    );
    assert_eq!(status, 200, "{undone}");
    types.compare(&undone, "Corrected");
}

/// Compares the answers about a document and its first page.
fn document(types: &mut Types, server: &Server, id: usize) {
    let get = |path: &str| server.data(&format!("{id}{path}"));
    types.compare(&get(""), "Summary");
    types.compare(&get("/outline"), "Outline");
    types.compare(&get("/review?from=0&count=9"), "Review");
    types.compare(&get("/export"), "ExportState");
    types.compare(&get("/export/command?format=text"), "ExportCommand");
    types.compare(&get("/pages/0"), "PageData");
    types.compare(&get("/pages/0?analysis=layout"), "PageData");
    types.compare(&get("/pages/0/characters"), "Characters");
    types.compare(&get("/pages/0/output?format=text"), "FormattedPage");
    types.compare(&get("/pages/0/operators"), "OperatorList");
    types.compare(&get("/search?q=a&from=0&count=9"), "Hits");
    types.compare(&get("/faults?flavour=ua1"), "FaultReport");
    types.compare(&get("/metadata"), "Metadata");
    types.compare(&get("/tree/names"), "Names");
    types.compare(&get("/tree/search?q=p&count=9"), "TreeFound");
    if let (200, verdicts) = server.get(&format!("{id}/tags?from=0&count=9")) {
        types.compare(&verdicts, "VerdictList");
        let differences = get("/pages/0/differences?a=tags&b=layout");
        types.compare(&differences, "Differences");
    }
    let mut todo = vec![get("/tree")];
    let mut count = 0;
    // Some rows are enough: others have the same keys.
    while let Some(rows) = todo.pop() {
        types.compare_rows(&rows, "TreeRow");
        for row in rows["rows"].as_array().expect("rows") {
            let key = row["key"].as_str().expect("a key");
            count += 1;
            if count > 60 {
                break;
            }
            types.compare(&get(&format!("/element?key={key}")), "ElementDetails");
            if row["kids"] != 0 {
                todo.push(get(&format!("/tree?parent={key}")));
            }
        }
    }
    let key = get("/tree")["rows"][0]["key"].clone();
    let key = key.as_str().expect("a key");
    types.compare(&get(&format!("/tree/path?key={key}")), "TreePath");

    let fonts = get("/fonts");
    types.compare(&fonts, "FontList");
    for font in fonts["fonts"].as_array().expect("fonts") {
        let key = font["key"].as_str().expect("a key");
        types.compare(&get(&format!("/fonts/{key}")), "FontDetails");
        types.compare(&get(&format!("/fonts/{key}/codes?count=40")), "CodeList");
        // Direct fonts have no key to search for.
        if let (200, words) = server.get(&format!("{id}/font-words?font={key}&from=0")) {
            types.compare(&words, "FontWords");
        }
    }
    let images = get("/images");
    types.compare(&images, "ImageList");
    for image in images["images"].as_array().expect("images") {
        if let Some(key) = image["key"].as_str() {
            types.compare(&get(&format!("/images/{key}")), "ImageDetails");
        }
    }
    let objects = get("/objects?count=60");
    types.compare(&objects, "ObjectList");
    for object in objects["objects"].as_array().expect("objects") {
        let key = object["key"].as_str().expect("a key");
        let details = get(&format!("/objects/{key}"));
        types.compare(&details, "ObjectDetails");
        if details["stream"].is_object() {
            types.compare(&get(&format!("/objects/{key}/stream")), "StreamPart");
        }
    }
    if id == 0 {
        let wanted = json!({ "format": "text", "pages": "1", "analysis": null });
        let (status, made) = server.post("0/export", &wanted);
        assert_eq!(status, 200, "{made}");
        types.compare(&made, "Exported");
    }
}
