//! Parses rules in JSON; see [the module above](super) for the format.

use std::fmt::Display;

use super::element::{self, Elements, Template, Written};
use super::json::{self, Located, Member, Value};
use super::parsed::{LineError, Parsed};
use super::property::Property;
use super::rule::{Action, Condition, Rule};
use super::vocabulary;
use crate::page::{Name, NodeKind};
use crate::suggest::{did_you_mean, list};

const FILE_KEYS: [&str; 5] = ["about", "extends", "flat", "otherwise", "rules"];
const RULE_KEYS: [&str; 9] = [
    "if",
    "inside",
    "outside",
    "parent",
    "pages",
    "element",
    "properties",
    "attributes",
    "text",
];
const ACTIONS: [&str; 3] = ["drop", "children", "runs"];
/// Attributes that the writer sets itself.
const OWN_ATTRIBUTES: [&str; 4] = ["class", "id", "title", "lang"];

type Result<T> = std::result::Result<T, LineError>;

/// Parses a mapping file.
pub(super) fn parse(text: &str) -> Result<Parsed> {
    of_json(json::parse(text))
}

/// Parses a built-in mapping, which has no semantic errors.
pub(super) fn parse_built_in(text: &str) -> Result<Parsed> {
    of_json(json::parse_without_lines(text))
}

fn of_json(json: Result<Located>) -> Result<Parsed> {
    let file =
        json.map_err(|(line, message)| (line, format!("this is not valid JSON: {message}")))?;
    let mut parsed = Parsed::default();
    for member in object(file, &"the mapping", "{ \"rules\": { … } }")? {
        match member.key.as_str() {
            "about" => drop(string(member.value, &"about", "some words")?),
            "extends" => {
                let name = string(member.value, &"extends", "the name of a mapping")?;
                parsed.extends = Some((member.line, name));
            }
            "flat" => {
                let example = "{ \"ocr_par\": \"ocr_par\" }";
                let mut flat = Vec::new();
                for class in object(member.value, &"flat", example)? {
                    let what = format!("flat: {}", class.key);
                    flat.push((class.key, strings(class.value, &what)?));
                }
                parsed.flat = Some(flat);
            }
            "otherwise" => {
                let action = string(member.value, &"otherwise", "\"drop\" or \"children\"")?;
                parsed.otherwise = Some(match action.as_str() {
                    "drop" => Action::Drop,
                    "children" => Action::Children,
                    other => {
                        return Err((
                            member.line,
                            format!(
                                "otherwise: \"{other}\" cannot be: write \"drop\" or \"children\""
                            ),
                        ));
                    }
                });
            }
            "rules" => {
                for kind in object(member.value, &"rules", "{ \"textline\": … }")? {
                    parsed
                        .doubts
                        .extend(vocabulary::doubt_kind(kind.line, &kind.key));
                    add_kind(kind, &mut parsed)?;
                }
            }
            other => return Err(unknown_key(member.line, "", other, "a mapping", FILE_KEYS)),
        }
    }
    if parsed.extends.is_none() && parsed.otherwise.is_none() && parsed.kinds.is_empty() {
        let why = "the mapping has no \"rules\" for what is on a page: write some, or what it \"extends\"";
        return Err((1, why.into()));
    }
    Ok(parsed)
}

fn unknown_key<'a>(
    line: usize,
    context: &str,
    key: &str,
    of: &str,
    keys: impl IntoIterator<Item = &'a str> + Clone,
) -> LineError {
    let hint = did_you_mean(key, keys.clone());
    (
        line,
        format!(
            "{context}\"{key}\" is not a key of {of}{hint}: write {}",
            list(keys)
        ),
    )
}

fn object(value: Located, what: &dyn Display, example: &str) -> Result<Vec<Member>> {
    match value.value {
        Value::Object(members) => Ok(members),
        other => Err(wrong(
            value.line,
            what,
            &other,
            &format!("an object, {example}"),
        )),
    }
}

fn string(value: Located, what: &dyn Display, wanted: &str) -> Result<String> {
    match value.value {
        Value::String(text) => Ok(text),
        other => Err(wrong(
            value.line,
            what,
            &other,
            &format!("a string, {wanted}"),
        )),
    }
}

fn wrong(line: usize, what: &dyn Display, found: &Value, wanted: &str) -> LineError {
    let found = found.what();
    (line, format!("{what}: here is {found}: write {wanted}"))
}

/// Parses the rules of one kind.
fn add_kind(member: Member, parsed: &mut Parsed) -> Result<()> {
    let (kind, line) = (member.key, member.line);
    let list = match member.value {
        Located {
            value: Value::List(list),
            ..
        } => list,
        // A single rule keeps the line of its kind, even if it begins on the next line.
        one => vec![one],
    };
    if list.is_empty() {
        return Err((
            line,
            format!("{kind}: no rule: write one, or \"drop\" to leave these nodes out"),
        ));
    }
    let mut rules: Vec<Rule<Action>> = Vec::with_capacity(list.len());
    for value in list {
        if rules.last().is_some_and(|rule| rule.conditions.is_empty()) {
            return Err((
                value.line,
                format!(
                    "{kind}: this rule is never reached, as the one before has no \"if\": put it before that one"
                ),
            ));
        }
        let line = value.line;
        let rule = rule(&kind, value, &mut parsed.doubts)?;
        check_pages(&kind, &rule.action).map_err(|m| (line, format!("{kind}: {m}")))?;
        rules.push(rule);
    }
    if kind == NodeKind::PAGE.as_str() {
        parsed.page = rules.into_iter().filter_map(page_rule).collect();
    } else {
        parsed.kinds.push((kind, rules));
    }
    Ok(())
}

fn page_rule(rule: Rule<Action>) -> Option<Rule<Elements>> {
    match rule.action {
        Action::Elements(action) => Some(Rule {
            conditions: rule.conditions,
            action,
        }),
        _ => None,
    }
}

/// Checks that every page is an `ocr_page` (hOCR 1.2), and that other nodes are not.
fn check_pages(kind: &str, action: &Action) -> std::result::Result<(), String> {
    let chain = match action {
        Action::Elements(elements) => elements.chain.as_slice(),
        _ => &[],
    };
    let inner = if kind == NodeKind::PAGE.as_str() {
        match chain.split_first() {
            Some((first, inner)) if first.is_page() && first.tag.plain() == Some("div") => inner,
            _ => {
                return Err(
                    "a page must be written: begin its \"element\" with \"div.ocr_page\"".into(),
                );
            }
        }
    } else {
        chain
    };
    if inner.iter().any(element::Element::is_page) {
        return Err("only a page can be \"ocr_page\": use another class".into());
    }
    Ok(())
}

/// Parses one rule: a string or an object.
fn rule(kind: &str, value: Located, doubts: &mut Vec<LineError>) -> Result<Rule<Action>> {
    let line = value.line;
    let members = match value.value {
        Value::String(text) => {
            return Ok(Rule {
                conditions: Vec::new(),
                action: action(kind, line, &text)?,
            });
        }
        Value::Object(members) => members,
        other => return Err(wrong(line, &kind, &other, "a string or an object")),
    };
    let mut conditions = Vec::new();
    let mut written = None;
    let mut properties = None;
    let mut attributes = None;
    let mut said = None;
    for member in members {
        let what = format_args!("{kind}: {}", member.key);
        match member.key.as_str() {
            "if" => {
                let found = self::conditions(&what, member.value)?;
                for condition in &found {
                    if let Condition::Present(name, _) | Condition::OneOf(name, _) = condition {
                        doubts.extend(vocabulary::doubt_attribute(member.line, &what, name));
                    }
                }
                conditions.extend(found);
            }
            "inside" | "outside" | "parent" => {
                let kinds = strings(member.value, &what)?;
                for kind in &kinds {
                    doubts.extend(vocabulary::doubt_kind(member.line, kind));
                }
                conditions.push(match member.key.as_str() {
                    "parent" => Condition::Under(kinds),
                    key => Condition::Inside(kinds, key == "inside"),
                });
            }
            "pages" => {
                let line = member.value.line;
                let text = string(member.value, &what, "like \"1-5,9,12-\"")?;
                let list = text
                    .parse()
                    .map_err(|why| (line, format!("{what}: {why}")))?;
                conditions.push(Condition::Pages(list));
            }
            "element" => {
                let line = member.value.line;
                let text = string(member.value, &what, "like \"p.ocr_par\"")?;
                written = Some(action(kind, line, &text)?);
            }
            "properties" => {
                properties = Some((member.line, self::properties(&what, member.value)?))
            }
            "attributes" => {
                let found = self::attributes(&what, member.value)?;
                for name in found.iter().flat_map(|written| written.value.attributes()) {
                    doubts.extend(vocabulary::doubt_attribute(member.line, &what, name));
                }
                attributes = Some((member.line, found))
            }
            "text" => {
                let text = string(member.value, &what, "like \"{Alt}\"")?;
                let text = Template::new(&text);
                for name in text.attributes() {
                    doubts.extend(vocabulary::doubt_attribute(member.line, &what, name));
                }
                said = Some((member.line, text));
            }
            other => {
                let context = format!("{kind}: ");
                return Err(unknown_key(
                    member.line,
                    &context,
                    other,
                    "a rule",
                    RULE_KEYS,
                ));
            }
        }
    }
    let Some(mut action) = written else {
        return Err((
            line,
            format!(
                "{kind}: the rule has no \"element\": write one, like \"element\": \"p.ocr_par\""
            ),
        ));
    };
    match &mut action {
        Action::Elements(elements) => {
            if let Some((_, properties)) = properties {
                elements.properties = properties;
            }
            if let (Some((_, attributes)), Some(last)) = (attributes, elements.chain.last_mut()) {
                last.attributes = attributes;
            }
            elements.text = said.map(|(_, text)| text);
        }
        _ => {
            for (key, line) in [
                ("properties", properties.map(|p| p.0)),
                ("attributes", attributes.map(|a| a.0)),
                ("text", said.map(|t| t.0)),
            ] {
                if let Some(line) = line {
                    return Err((
                        line,
                        format!(
                            "{kind}: {key}: nothing is written that could have them: leave this out"
                        ),
                    ));
                }
            }
        }
    }
    Ok(Rule { conditions, action })
}

fn action(kind: &str, line: usize, text: &str) -> Result<Action> {
    match text {
        "drop" => Ok(Action::Drop),
        "children" => Ok(Action::Children),
        "runs" => Ok(Action::Runs),
        _ => {
            let is_word = text.bytes().all(|byte| byte.is_ascii_alphabetic());
            let hint = if is_word {
                did_you_mean(text, ACTIONS)
            } else {
                String::new()
            };
            if !hint.is_empty() {
                // No HTML element has a similar name.
                return Err((
                    line,
                    format!(
                        "{kind}: \"{text}\" is not an element{hint}: write {}",
                        list(ACTIONS)
                    ),
                ));
            }
            element::chain(text)
                .map(|chain| {
                    Action::Elements(Elements {
                        chain,
                        properties: vec![Property::Bbox],
                        text: None,
                    })
                })
                .map_err(|message| (line, format!("{kind}: {message}")))
        }
    }
}

/// Parses a string or a list of strings.
fn strings(value: Located, what: &dyn Display) -> Result<Vec<String>> {
    match value.value {
        Value::String(text) => Ok(vec![text]),
        Value::List(list) => list
            .into_iter()
            .map(|value| string(value, what, "a name"))
            .collect(),
        other => Err(wrong(
            value.line,
            what,
            &other,
            "a string or a list of strings",
        )),
    }
}

fn conditions(what: &dyn Display, value: Located) -> Result<Vec<Condition>> {
    let mut conditions = Vec::new();
    for member in object(value, what, "{ \"role\": \"heading\" }")? {
        let name = Name::named(&member.key);
        conditions.push(match member.value.value {
            Value::Bool(wanted) => Condition::Present(name, wanted),
            Value::String(text) | Value::Number(text) => Condition::OneOf(name, vec![text]),
            Value::List(list) => {
                let mut values = Vec::with_capacity(list.len());
                for value in list {
                    match value.value {
                        Value::String(text) | Value::Number(text) => values.push(text),
                        other => {
                            let what = format!("{what}: {name}");
                            return Err(wrong(value.line, &what, &other, "a string"));
                        }
                    }
                }
                Condition::OneOf(name, values)
            }
            other => {
                let what = format!("{what}: {name}");
                return Err(wrong(
                    member.line,
                    &what,
                    &other,
                    "a string, a list of strings, true or false",
                ));
            }
        });
    }
    Ok(conditions)
}

fn properties(what: &dyn Display, value: Located) -> Result<Vec<Property>> {
    let list = match value.value {
        Value::List(list) => list,
        other => return Err(wrong(value.line, what, &other, "a list, [\"bbox\"]")),
    };
    let mut properties = Vec::with_capacity(list.len());
    for value in list {
        let line = value.line;
        let name = string(value, what, "the name of a property")?;
        let Some(property) = Property::named(&name) else {
            let names = || Property::ALL.into_iter().map(Property::name);
            return Err((
                line,
                format!(
                    "{what}: there is no property \"{name}\"{}: write {}",
                    did_you_mean(&name, names()),
                    self::list(names())
                ),
            ));
        };
        if properties.contains(&property) {
            return Err((
                line,
                format!("{what}: \"{name}\" is given twice here: leave one"),
            ));
        }
        properties.push(property);
    }
    Ok(properties)
}

fn attributes(what: &dyn Display, value: Located) -> Result<Vec<Written>> {
    let mut attributes = Vec::new();
    for member in object(value, what, "{ \"role\": \"heading\" }")? {
        let (name, line) = (member.key, member.line);
        if OWN_ATTRIBUTES.contains(&name.as_str()) {
            return Err((
                line,
                format!("{what}: \"{name}\" is written by the program: leave this out"),
            ));
        }
        let ok = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(ok) {
            return Err((
                line,
                format!(
                    "{what}: \"{name}\" is not a name of an attribute: write one like \"role\" or \"aria-level\""
                ),
            ));
        }
        match member.value.value {
            Value::String(text) | Value::Number(text) => {
                let written = Written::new(&name, &text);
                attributes.push(written.map_err(|why| (line, format!("{what}: {name}: {why}")))?);
            }
            other => {
                let what = format!("{what}: {name}");
                return Err(wrong(line, &what, &other, "a string or a number"));
            }
        }
    }
    Ok(attributes)
}
