//! Escapes text that Markdown would read as markup (CommonMark 0.31; GitHub's tables, notes and
//! strikethrough).

/// The position of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// It is first on its line and could begin a block.
    pub line_start: bool,
    /// A number with a full stop may begin a list here, as in print.
    pub label: bool,
    /// More text follows without a space.
    pub glued: bool,
    /// It is in brackets: the text of a link or image.
    pub bracketed: bool,
    pub in_table: bool,
    /// It is in a heading; `#` at its end would be removed.
    pub heading: bool,
}

impl Place {
    pub(super) const LINE_START: Self = Self {
        line_start: true,
        label: false,
        glued: false,
        bracketed: false,
        in_table: false,
        heading: false,
    };
}

/// Appends a word without white space, escaped.
pub(super) fn push_word(word: &str, place: Place, out: &mut String) {
    let mut rest = word;
    let mut before = None;
    if place.line_start || place.heading {
        let at = block_start(word, place);
        if let Some((head, tail)) = at.and_then(|at| word.split_at_checked(at)) {
            out.push_str(head);
            let mut chars = tail.chars();
            if let Some(sign) = chars.next() {
                out.push('\\');
                out.push(sign);
                before = Some(sign);
            }
            rest = chars.as_str();
        }
    }
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        if is_markup(c, before, chars.as_str(), place) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

/// Returns the byte to escape in a word that would start a heading, list, quotation or rule.
fn block_start(word: &str, place: Place) -> Option<usize> {
    let all = |signs: &str| word.chars().all(|c| signs.contains(c));
    if word.starts_with('#') && word.len() <= 6 && all("#") {
        return Some(0);
    }
    if !place.line_start {
        return None;
    }
    let starts = matches!(word, "+" | "-")
        || word.starts_with('>')
        || word.starts_with('|')
        || (word.starts_with('=') && all("="))
        || (word.contains('-') && all("-:|"));
    if starts {
        return Some(0);
    }
    number_of_item(word).filter(|_| !place.label)
}

/// Returns the number of digits in a word that would begin a list item.
pub(super) fn number_of_item(word: &str) -> Option<usize> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let counts = (1..=9).contains(&digits) && matches!(word.get(digits..), Some("." | ")"));
    counts.then_some(digits)
}

/// Whether a character between these neighbours in its word must be escaped.
fn is_markup(c: char, before: Option<char>, after: &str, place: Place) -> bool {
    let next = after.chars().next();
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '*' | '`' | '~' => true,
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '_' => !(letter(before) && letter(next)),
        '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
        '&' => {
            let entity = next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '#');
            (entity && after.contains(';')) || (next.is_none() && place.glued)
        }
        '|' => place.in_table,
        '!' => next.is_none() && place.glued,
        '[' => place.bracketed || !is_reference(after, place),
        ']' => place.bracketed,
        _ => false,
    }
}

/// Whether an opening bracket begins a literal reference such as `12]`. It needs no escape if it is closed in
/// the same word and no link syntax follows, because the output has no link definitions.
fn is_reference(after: &str, place: Place) -> bool {
    let Some((inner, behind)) = after.split_once(']') else {
        return false;
    };
    let plain = !inner.is_empty()
        && inner
            .chars()
            .all(|c| c.is_alphanumeric() || ".,-–".contains(c));
    let box_of_task = matches!(inner, "x" | "X");
    let linked = behind.starts_with(['(', '[', ':']) || (behind.is_empty() && place.glued);
    plain && !box_of_task && !linked
}

/// Appends an address as a link target.
pub(super) fn push_address(address: &str, out: &mut String) {
    for c in address.chars() {
        match c {
            '(' | ')' | '<' | '>' | '[' | ']' | '\\' | '`' | '|' | '"' | '*' | '_' | '~' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            '&' => out.push_str("&amp;"),
            c if c.is_whitespace() || c.is_control() => out.push_str("%20"),
            c => out.push(c),
        }
    }
}
