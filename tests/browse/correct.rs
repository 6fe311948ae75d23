//! The view *Correct*, in which pages are corrected: each operation by keys and by mouse, with undo.

use std::path::Path;

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
    PointerAction::MoveTo,
};
use fantoccini::key::Key;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chromium::{Browser, browse};
use crate::common::server::Server;
use crate::common::{fixture, scratch};

const VIEW: &str = "#view=correct";
const COLUMNS: &str = "layout/two-columns.pdf";
const STATUS: &str = "document.querySelector('.sheet-status').textContent";
const SAVED: &str = "document.querySelector('.saved')?.textContent";
const FIELD: &str = "document.activeElement.value";

/// A copy of a fixture in a folder of its own, in which its corrections are written.
fn copied(name: &str) -> (TempDir, String) {
    let folder = scratch();
    let file = folder
        .path()
        .join(Path::new(name).file_name().expect("a name"));
    std::fs::copy(fixture(name), &file).expect("a copy");
    let path = file.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

/// The view, with the server behind it.
struct Editor<'a> {
    browser: &'a Browser,
    server: &'a Server,
}

/// Opens a copy of a fixture in the view.
fn edit(name: &str, test: impl AsyncFnOnce(&Editor<'_>)) {
    let (_folder, file) = copied(name);
    browse(&[file], VIEW, async |browser, server| {
        let editor = Editor { browser, server };
        editor.ready().await;
        test(&editor).await;
    });
}

impl Editor<'_> {
    /// Waits until the page has been read, and shows it as a whole.
    async fn ready(&self) {
        self.browser
            .until("document.querySelectorAll('.correct-line').length > 0")
            .await;
        self.browser
            .value("(() => { const s = document.querySelector('#zoom'); s.value = 'page'; s.dispatchEvent(new Event('change')); })()")
            .await;
        self.browser
            .until("document.querySelector('.correct-sheet .picture img')")
            .await;
    }

    /// Waits until this many steps can be taken back, and the page shows them.
    async fn steps(&self, undo: u64) {
        for _ in 0..400 {
            if self.server.data("0/corrections")["undo"] == undo {
                let quiet = format!(
                    "{SAVED} === 'Saved' && document.querySelector('#correct-sheet')?.ariaBusy === 'false'"
                );
                self.browser.until(&quiet).await;
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let seen = self
            .browser
            .text("document.body.innerText.slice(0, 1500)")
            .await;
        panic!(
            "not {undo} steps: {}\n{seen}",
            self.server.data("0/corrections")
        );
    }

    /// The blocks of the first page.
    fn blocks(&self) -> Value {
        self.server.data("0/pages/0/edit")["blocks"].clone()
    }

    /// The number of units of a level on the first page.
    fn count(&self, level: &str) -> usize {
        let blocks = self.blocks();
        let blocks: Vec<_> = blocks.as_array().expect("blocks").iter().collect();
        let paragraphs = below(&blocks, "paragraphs");
        let lines = below(&paragraphs, "lines");
        match level {
            "block" => blocks.len(),
            "paragraph" => paragraphs.len(),
            "line" => lines.len(),
            _ => below(&lines, "words").len(),
        }
    }

    /// Presses a key of a letter, or a named one.
    async fn press(&self, key: impl Into<char>) {
        self.browser.press(&[key.into()]).await;
    }

    async fn press_with(&self, held: Key, key: impl Into<char>) {
        self.browser.press(&[held.into(), key.into()]).await;
    }

    /// Takes the only step back, and checks that the page is as it was.
    async fn undo(&self, before: &Value, what: &str) {
        self.press_with(Key::Control, 'z').await;
        self.steps(0).await;
        assert_eq!(&self.blocks(), before, "{what} is undone");
    }

    /// Selects the unit of a level at a place of the list, by keys.
    async fn select(&self, level: char, index: usize) {
        self.browser
            .value("document.querySelector('#correct-sheet').focus()")
            .await;
        self.press(Key::Escape).await;
        self.press(level).await;
        self.press(Key::Home).await;
        for _ in 0..index {
            self.press(Key::Down).await;
        }
    }

    /// The place of a point of the page in the window.
    async fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let width = self.server.data("0/pages/0/edit")["width"].clone();
        let place = format!(
            "(() => {{ const b = document.querySelector('.correct-sheet .page').getBoundingClientRect(); \
             const s = b.width / {width}; return [b.x + {x} * s, b.y + {y} * s]; }})()"
        );
        let place = self.browser.value(&place).await;
        let coordinate = |i: usize| place[i].as_f64().expect("a number").round();
        (coordinate(0), coordinate(1))
    }

    /// Presses the button of the mouse at a point of the page, moves it along others, and lets go.
    async fn drag(&self, points: &[(f64, f64)]) {
        let mut actions = MouseActions::new("mouse".to_owned());
        for (index, (x, y)) in points.iter().enumerate() {
            let (x, y) = self.place(*x, *y).await;
            actions = actions.then(MoveTo {
                duration: Some(std::time::Duration::from_millis(30)),
                x,
                y,
            });
            if index == 0 {
                actions = actions.then(PointerAction::Down {
                    button: MOUSE_BUTTON_LEFT,
                });
            }
        }
        let actions = actions.then(PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        });
        self.browser
            .client
            .perform_actions(actions)
            .await
            .expect("the mouse");
    }

    async fn click_at(&self, x: f64, y: f64) {
        self.drag(&[(x, y)]).await;
    }

    async fn command(&self, name: &str) {
        self.browser.click(&format!("[data-command={name}]")).await;
    }
}

/// The items of units.
fn below<'a>(units: &[&'a Value], name: &str) -> Vec<&'a Value> {
    let kids = units.iter().filter_map(|unit| unit[name].as_array());
    kids.flatten().collect()
}

/// All lines of blocks.
fn lines_of(blocks: &Value) -> Vec<Value> {
    let blocks: Vec<_> = blocks.as_array().expect("blocks").iter().collect();
    let lines = below(&below(&blocks, "paragraphs"), "lines");
    lines.into_iter().cloned().collect()
}

/// The box of a unit.
fn corners(unit: &Value) -> [f64; 4] {
    [0, 1, 2, 3].map(|side| unit["box"][side].as_f64().expect("a number"))
}

fn middle(unit: &Value) -> (f64, f64) {
    let [x0, y0, x1, y1] = corners(unit);
    ((x0 + x1) / 2.0, (y0 + y1) / 2.0)
}

#[test]
fn words_are_corrected_with_the_keyboard_alone() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        let first = before[0]["paragraphs"][0]["lines"][0]["words"][0]["text"].clone();
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        browser.until(&format!("{FIELD} === {first}")).await;
        editor.press(Key::End).await;
        browser.type_text("ſé").await;
        editor.press(Key::Tab).await;
        editor.steps(1).await;
        let word = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][0].clone();
        assert_eq!(word["text"], format!("{}ſé", first.as_str().expect("text")));
        assert_eq!(
            (&word["source"], &word["confidence"]),
            (&json!("human"), &json!(100))
        );
        let second = &before[0]["paragraphs"][0]["lines"][0]["words"][1]["text"];
        browser.until(&format!("{FIELD} === {second}")).await;
        editor.press_with(Key::Shift, Key::Tab).await;
        browser
            .until(&format!("{FIELD} === {}", word["text"]))
            .await;
        editor.undo(&before, "a text").await;
        editor.press_with(Key::Control, 'y').await;
        editor.steps(1).await;
        // Undo is kept when the page is loaded again.
        browser.client.refresh().await.expect("the page again");
        editor.ready().await;
        editor.undo(&before, "a text, after a reload,").await;
    });
}

#[test]
fn a_line_is_accepted_and_its_words_become_corrected_ones() {
    edit(COLUMNS, async |editor| {
        let before = editor.blocks();
        editor.select('2', 0).await;
        editor.press(Key::Enter).await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        let line = editor.blocks()[0]["paragraphs"][0]["lines"][0].clone();
        let words = line["words"].as_array().expect("words");
        assert!(words.iter().all(|word| word["source"] == "human"), "{line}");
        // The caret is in the next line now.
        editor
            .browser
            .until("document.activeElement.closest('.correct-line').dataset.line === '1'")
            .await;
        editor.undo(&before, "accepting").await;
    });
}

/// The selected part of the field with the caret is its whole text.
const IS_SELECTED: &str = "(({ selectionStart: start, selectionEnd: end, value }) => start === 0 && end === value.length)(document.activeElement)";

#[test]
fn a_word_stays_selected_while_another_one_is_saved() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        let words = before[0]["paragraphs"][0]["lines"][0]["words"].clone();
        let next = words[2]["text"].as_str().expect("a word");
        // A word is divided, or removed; the next one has another place in its line then.
        for (key, count) in [(' ', 1), (Key::Delete.into(), -1)] {
            editor.select('1', 1).await;
            editor.press(Key::Enter).await;
            browser
                .until(&format!("{FIELD} === {}", words[1]["text"]))
                .await;
            if count > 0 {
                editor.press(Key::End).await;
                editor.press(Key::Left).await;
            }
            editor.press(key).await;
            editor.press(Key::Tab).await;
            editor.steps(1).await;
            let fields =
                "document.activeElement.closest('.correct-line').querySelectorAll('input').length";
            let all = words.as_array().map_or(0, Vec::len) as i64 + count;
            browser.until(&format!("{fields} === {all}")).await;
            browser
                .until(&format!("{FIELD} === '{next}' && {IS_SELECTED}"))
                .await;
            editor.undo(&before, "a word").await;
        }
    });
}

/// Holds the answers of the server back: that to the n-th change until `window.answered` is n, and that to the n-th
/// request for a page until `window.shown` is n.
const HELD: &str = "(() => {
    Object.assign(window, { answered: 0, shown: 0, changes: 0, pages: 0 });
    const ask = window.fetch;
    window.fetch = async (path, ...rest) => {
        const isChange = String(path).endsWith('/corrections') && rest[0]?.method === 'POST';
        const isPage = String(path).includes('/edit');
        const number = isChange ? ++window.changes : isPage ? ++window.pages : 0;
        const answer = await ask(path, ...rest);
        while ((isChange ? window.answered : window.shown) < number)
            await new Promise((resolve) => setTimeout(resolve, 10));
        return answer;
    };
})()";

#[test]
fn words_typed_before_the_page_has_come_are_kept() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let moment = || tokio::time::sleep(std::time::Duration::from_millis(300));
        let add = async |letter: char| {
            editor.press(Key::End).await;
            editor.press(letter).await;
        };
        browser.value(HELD).await;
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        add('x').await;
        editor.press(Key::Tab).await;
        browser.until("window.changes === 1").await;
        browser.value("window.answered = 1").await;
        browser.until("window.pages === 1").await;
        // The second word is not on the page that comes now.
        add('y').await;
        editor.press(Key::Tab).await;
        browser.until("window.changes === 2").await;
        browser.value("window.shown = 1").await;
        moment().await;
        // The third word is being typed when the next page comes.
        add('z').await;
        browser.value("window.answered = window.shown = 2").await;
        browser.until("window.pages === 2").await;
        moment().await;
        browser.value("window.answered = window.shown = 99").await;
        editor.press(Key::Tab).await;
        editor.steps(3).await;
        let words = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"].clone();
        for (n, letter) in ['x', 'y', 'z'].into_iter().enumerate() {
            let text = words[n]["text"].as_str().expect("a word");
            assert!(text.ends_with(letter), "{words}");
        }
    });
}

#[test]
fn a_word_is_divided_and_merged_at_its_field() {
    edit(COLUMNS, async |editor| {
        let before = editor.blocks();
        let words = editor.count("word");
        editor.select('1', 1).await;
        // A space divides a word; so does F2 at the caret.
        for typed in [' ', Key::F2.into()] {
            editor.press(Key::Enter).await;
            editor.press(Key::End).await;
            editor.press(Key::Left).await;
            editor.press(typed).await;
            editor.press(Key::Tab).await;
            editor.steps(1).await;
            assert_eq!(editor.count("word"), words + 1);
            editor.press(Key::Escape).await;
            editor.undo(&before, "dividing").await;
            editor.select('1', 1).await;
        }
        editor.press(Key::Enter).await;
        editor.press(Key::F8).await;
        editor.steps(1).await;
        assert_eq!(editor.count("word"), words - 1);
        editor.undo(&before, "merging words").await;
        // At the beginning of a word, F2 divides the line.
        let lines = editor.count("line");
        editor.select('1', 1).await;
        editor.press(Key::Enter).await;
        editor.press(Key::Home).await;
        editor.press(Key::F2).await;
        editor.steps(1).await;
        assert_eq!(editor.count("line"), lines + 1);
        editor.undo(&before, "dividing a line").await;
    });
}

#[test]
fn units_are_split_merged_classified_and_deleted_by_keys() {
    edit("kinds/newspaper.pdf", async |editor| {
        let before = editor.blocks();
        let all = before.as_array().expect("blocks");
        // The first block with several paragraphs, and the places of its first paragraph and line.
        let multiple = all
            .iter()
            .position(|block| below(&[block], "paragraphs").len() > 1)
            .expect("a block of several paragraphs");
        let above: Vec<_> = all[..multiple].iter().collect();
        let paragraphs = below(&above, "paragraphs");
        let (paragraph, line) = (paragraphs.len(), below(&paragraphs, "lines").len());
        // A key at a unit, by level and place, and how it changes the number of units of a level.
        for (level, index, key, changed, by, what) in [
            ('1', 1, 's', "line", 1, "splitting a line"),
            ('2', line + 1, 's', "paragraph", 1, "splitting a paragraph"),
            ('3', paragraph + 1, 's', "block", 1, "splitting a block"),
            ('1', 0, 'm', "word", -1, "merging words"),
            ('2', line, 'm', "line", -1, "merging lines"),
            ('3', paragraph, 'm', "paragraph", -1, "merging paragraphs"),
            ('4', multiple, 'm', "block", -1, "merging blocks"),
            ('2', line, Key::Delete.into(), "line", -1, "deleting a line"),
        ] {
            let count = editor.count(changed);
            editor.select(level, index).await;
            editor.press(key).await;
            editor.steps(1).await;
            assert_eq!(
                Some(editor.count(changed)),
                count.checked_add_signed(by),
                "{what}"
            );
            editor.undo(&before, what).await;
        }
        let text = &all[multiple]["paragraphs"][0]["lines"][0]["words"];
        for (key, class, depth) in [('2', "heading", json!(2)), ('n', "note", Value::Null)] {
            editor.select('3', paragraph).await;
            editor.press('c').await;
            editor
                .browser
                .until("document.querySelector('dialog.class-menu')")
                .await;
            editor.press(key).await;
            editor.steps(1).await;
            let blocks = editor.blocks();
            let all: Vec<_> = blocks.as_array().expect("blocks").iter().collect();
            let all = below(&all, "paragraphs");
            let found = all
                .iter()
                .find(|paragraph| &paragraph["lines"][0]["words"] == text);
            let found = found.expect("the paragraph");
            assert_eq!((&found["class"], &found["depth"]), (&json!(class), &depth));
            editor.undo(&before, "a class").await;
        }
    });
}

#[test]
fn boxes_columns_gutters_and_order_are_changed_by_keys() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        let box_before = corners(&before[0]);
        editor.select('4', 0).await;
        for key in ['r', Key::Down.into()] {
            editor.press(key).await;
        }
        editor.press_with(Key::Shift, Key::Right).await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        let moved = corners(&editor.blocks()[0]);
        let difference = [0, 1, 2, 3].map(|side| (moved[side] - box_before[side]).round());
        assert_eq!(difference, [0.0, 1.0, 1.0, 1.0]);
        editor.undo(&before, "moving and resizing").await;

        // A box that begins at the third line gets larger, so that its words become a paragraph.
        let paragraphs = editor.count("paragraph");
        editor.select('2', 2).await;
        editor.press('b').await;
        editor.press(Key::Down).await;
        editor.press('3').await;
        editor.press_with(Key::Shift, Key::Right).await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        assert!(
            editor.count("paragraph") > paragraphs,
            "a paragraph is drawn"
        );
        editor.undo(&before, "drawing").await;

        let large = largest(&before);
        editor.select('4', large).await;
        editor.press('x').await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        assert!(
            editor.count("block") > before.as_array().expect("blocks").len(),
            "a column is cut"
        );
        editor.undo(&before, "cutting").await;

        // The second block comes before the first.
        editor.select('4', 1).await;
        editor.press_with(Key::Alt, Key::Up).await;
        editor.steps(1).await;
        assert_eq!(editor.blocks()[0]["box"], before[1]["box"]);
        editor.undo(&before, "moving in the order").await;

        editor.select('4', 1).await;
        for key in ['o', ' ', Key::Up.into(), ' ', Key::Enter.into()] {
            editor.press(key).await;
        }
        editor.steps(1).await;
        assert_eq!(editor.blocks()[0]["box"], before[1]["box"]);
        editor.undo(&before, "renumbering").await;

        editor.select('4', 0).await;
        editor.press('g').await;
        browser.until(&format!("{STATUS}.includes('gutter')")).await;
        for key in [Key::Insert, Key::Right, Key::Enter] {
            editor.press(key).await;
        }
        editor.steps(1).await;
        editor.undo(&before, "gutters").await;
    });
}

/// The index of the block with the largest area.
fn largest(blocks: &Value) -> usize {
    let area = |block: &Value| {
        let [x0, y0, x1, y1] = corners(block);
        (x1 - x0) * (y1 - y0)
    };
    let blocks = blocks.as_array().expect("blocks").iter().enumerate();
    let found = blocks.max_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)));
    found.expect("a block").0
}

#[test]
fn units_are_changed_by_mouse() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        let lines = lines_of(&before);
        let line = &lines[2];
        let count = editor.count("line");

        // Words begin new lines.
        browser.click("[data-level=word]").await;
        let (x, y) = middle(&line["words"][1]);
        editor.click_at(x, y).await;
        browser.until(&format!("{STATUS}.startsWith('Word')")).await;
        editor.command("split").await;
        editor.steps(1).await;
        assert_eq!(editor.count("line"), count + 1);
        editor.command("undo").await;
        editor.steps(0).await;
        assert_eq!(editor.blocks(), before, "splitting is undone");

        // Two lines are selected by a band around them, and merged.
        browser.click("[data-level=line]").await;
        let [x0, y0, ..] = corners(line);
        let [_, _, x1, y1] = corners(&lines[3]);
        editor
            .drag(&[(x0 - 6.0, y0 - 1.0), (x0, y0 + 2.0), (x1 + 4.0, y1 + 1.0)])
            .await;
        browser
            .until(&format!("{STATUS} === '2 lines selected'"))
            .await;
        editor.command("merge").await;
        editor.steps(1).await;
        assert_eq!(editor.count("line"), count - 1);
        editor.command("undo").await;
        editor.steps(0).await;

        // A selected line is moved by its middle, and resized by its corner.
        let (x, y) = middle(line);
        browser
            .value("document.querySelector('#correct-sheet').focus()")
            .await;
        editor.press(Key::Escape).await;
        editor.click_at(x, y).await;
        let [.., x1, y1] = corners(line);
        editor
            .drag(&[(x1, y1), (x1 + 6.0, y1 + 3.0), (x1 + 12.0, y1 + 6.0)])
            .await;
        editor.steps(1).await;
        let [.., right, bottom] = corners(&lines_of(&editor.blocks())[2]);
        assert!((right - x1 - 12.0).abs() < 3.0 && (bottom - y1 - 6.0).abs() < 3.0);
        editor.command("undo").await;
        editor.steps(0).await;

        // A box around two words of a line makes them a line.
        editor.command("draw").await;
        let [x0, y0, ..] = corners(&line["words"][0]);
        let [_, _, x1, y1] = corners(&line["words"][1]);
        editor
            .drag(&[(x0 - 1.0, y0), (x0 + 3.0, y0 + 3.0), (x1 + 1.0, y1)])
            .await;
        editor.steps(1).await;
        assert_eq!(editor.count("line"), count + 1);
        editor.command("undo").await;
        editor.steps(0).await;
        assert_eq!(editor.blocks(), before, "drawing is undone");

        // The class by the menu.
        editor.click_at(x, y).await;
        editor.command("class").await;
        browser.click("[data-class=note]").await;
        editor.steps(1).await;
        editor.command("undo").await;
        editor.steps(0).await;

        // Deleting.
        editor.command("delete").await;
        editor.steps(1).await;
        assert_eq!(editor.count("line"), count - 1);
        editor.command("undo").await;
        editor.steps(0).await;

        // A box without words becomes a line with the text that is typed.
        let width = editor.server.data("0/pages/0/edit")["width"]
            .as_f64()
            .expect("a number");
        editor.command("draw").await;
        editor
            .drag(&[
                (width - 60.0, 12.0),
                (width - 40.0, 18.0),
                (width - 10.0, 24.0),
            ])
            .await;
        browser
            .until("document.querySelector('dialog.correct-text')")
            .await;
        browser.type_text("new words").await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        assert_eq!(editor.count("line"), count + 1);
        editor.command("undo").await;
        editor.steps(0).await;

        // A block of the words of a column's upper half.
        let large = corners(&before[largest(&before)]);
        editor.command("cut").await;
        let at = ((large[0] + large[2]) / 2.0, large[1] + 8.0);
        editor.click_at(at.0, at.1).await;
        editor.steps(1).await;
        editor.command("undo").await;
        editor.steps(0).await;

        // Blocks in the order in which they are clicked.
        browser.click("[data-level=block]").await;
        editor.command("order").await;
        for block in [1, 0] {
            let (x, y) = middle(&before[block]);
            editor.click_at(x, y).await;
        }
        browser.click(".sheet-tool .main").await;
        editor.steps(1).await;
        assert_eq!(editor.blocks()[0]["box"], before[1]["box"]);
        editor.command("undo").await;
        editor.steps(0).await;

        // A new gutter, for all following pages.
        editor.command("gutters").await;
        browser
            .until("document.querySelector('.sheet-tool select')")
            .await;
        editor.click_at(width * 0.1, 30.0).await;
        browser
            .until("document.querySelector('.chosen .gutter')")
            .await;
        // It is dragged by its middle, and made wider by its edge.
        let gutter = "(() => { const g = document.querySelector('.chosen .gutter'); \
             return ['x', 'width'].map(n => Number(g.getAttribute(n))); })()";
        let of_gutter = async || {
            let place = browser.value(gutter).await;
            [0, 1].map(|i| place[i].as_f64().expect("a number"))
        };
        let [x, wide] = of_gutter().await;
        editor
            .drag(&[
                (x + wide / 2.0, 200.0),
                (x + wide, 210.0),
                (x + wide / 2.0 + 30.0, 220.0),
            ])
            .await;
        let [moved, same] = of_gutter().await;
        assert!((moved - x - 30.0).abs() < 2.0 && (same - wide).abs() < 0.1);
        let edge = moved + wide;
        editor
            .drag(&[(edge, 200.0), (edge + 5.0, 200.0), (edge + 20.0, 200.0)])
            .await;
        let [same, wider] = of_gutter().await;
        assert!((same - moved).abs() < 0.1 && (wider - wide - 20.0).abs() < 2.0);
        browser
            .value(
                "(() => { document.querySelector('.sheet-tool select').value = 'following'; })()",
            )
            .await;
        browser.click(".sheet-tool .main").await;
        editor.steps(1).await;
        editor.command("undo").await;
        editor.steps(0).await;
        assert_eq!(editor.blocks(), before, "all is undone");
    });
}

#[test]
fn blocks_are_dragged_in_the_list_of_the_order() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        browser.click(".correct [data-tab=order]").await;
        browser
            .until("document.querySelectorAll('.order-row').length > 1")
            .await;
        // WebDriver has no dragging in HTML: the events are those of a browser.
        let script = "(() => { const rows = document.querySelectorAll('.order-row'); \
             const data = new DataTransfer(); \
             const send = (row, type) => row.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data })); \
             send(rows[1], 'dragstart'); send(rows[0], 'dragover'); send(rows[0], 'drop'); send(rows[1], 'dragend'); })()";
        browser.value(script).await;
        editor.steps(1).await;
        assert_eq!(editor.blocks()[0]["box"], before[1]["box"]);
        editor.undo(&before, "dragging").await;
        browser.click(".order-row:nth-child(2)").await;
        editor.press_with(Key::Alt, Key::Up).await;
        editor.steps(1).await;
        assert_eq!(editor.blocks()[0]["box"], before[1]["box"]);
        editor.undo(&before, "moving in the list").await;
    });
}

#[test]
fn hits_are_replaced_one_by_one_or_on_a_page() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        editor.press_with(Key::Control, 'h').await;
        browser
            .until("document.activeElement.id === 'correct-find'")
            .await;
        browser.type_text("the").await;
        editor.press(Key::Tab).await;
        browser.type_text("THE").await;
        editor.press(Key::Enter).await;
        browser
            .until("document.activeElement.matches('.found-row')")
            .await;
        let rows = browser
            .value("document.querySelectorAll('.found-row').length")
            .await
            .as_u64()
            .expect("a number");
        assert!(rows > 2, "{rows}");
        browser
            .until("document.querySelector('.found-line img')")
            .await;
        editor.press(Key::Delete).await;
        browser
            .until(&format!(
                "document.querySelectorAll('.found-row').length === {}",
                rows - 1
            ))
            .await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        assert!(editor.blocks().to_string().contains("THE"));
        editor.press_with(Key::Shift, Key::Enter).await;
        editor.steps(2).await;
        editor.press_with(Key::Control, 'z').await;
        editor.steps(1).await;
        editor.undo(&before, "replacing").await;
    });
}

#[test]
fn pages_are_done_and_listed_as_work() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        editor.press_with(Key::Control, Key::Enter).await;
        browser.until("location.hash.includes('page=2')").await;
        assert_eq!(editor.server.data("0/corrections")["states"]["1"], "done");
        browser.click(".correct [data-tab=work]").await;
        browser
            .until("document.querySelector('.correct .progress.done')")
            .await;
        browser
            .value("(() => { const s = document.querySelector('#correct-progress'); s.value = 'in-work'; s.dispatchEvent(new Event('change')); })()")
            .await;
        browser
            .until("document.querySelector('.correct .tab-panel .status')?.checkVisibility() !== undefined")
            .await;
        for _ in 0..200 {
            if editor.server.data("0/corrections")["states"]["2"] == "in-work" {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the progress is not saved");
    });
}

#[test]
fn an_input_method_keeps_its_keys() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        // Enter and Tab choose a candidate of the input method; they neither accept the line nor leave it.
        let compose = "(() => { const f = document.activeElement; \
             f.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })); \
             f.value = '漢'; f.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true })); \
             for (const key of ['Enter', 'Tab', 'Escape', 'F4']) f.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, isComposing: true })); \
             f.dispatchEvent(new KeyboardEvent('keydown', { key: 'Dead', bubbles: true, cancelable: true })); \
             f.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '漢' })); })()";
        browser.value(compose).await;
        assert_eq!(browser.text(FIELD).await, "漢");
        assert_eq!(editor.server.data("0/corrections")["undo"], 0);
        editor.press(Key::Tab).await;
        editor.steps(1).await;
        let word = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][0]["text"].clone();
        assert_eq!(word, "漢");
        // The field of the word has a font for its script.
        browser
            .until("document.querySelector('.correct-line input').className === 'script-chinese'")
            .await;
    });
}

#[test]
fn dead_keys_do_nothing_alone_and_compose_in_fields() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let dead = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', \
             { key: 'Dead', code: 'KeyM', bubbles: true, cancelable: true }))";
        editor.select('1', 0).await;
        assert_eq!(browser.value(dead).await, json!(true), "on the page");
        editor.press(Key::Enter).await;
        browser
            .until("document.activeElement.matches('input')")
            .await;
        assert_eq!(browser.value(dead).await, json!(true), "in a field");
        // The next key gives the composed character.
        browser.type_text("ñ").await;
        editor.press(Key::Tab).await;
        editor.steps(1).await;
        let word = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][0]["text"].clone();
        assert_eq!(word, "ñ");
    });
}

#[test]
fn blocks_with_another_between_them_are_merged() {
    edit("kinds/newspaper.pdf", async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        browser.click("[data-level=block]").await;
        let control = async |value: KeyAction| {
            let keys = KeyActions::new("held".to_owned()).then(value);
            browser.client.perform_actions(keys).await.expect("a key");
        };
        let value = Key::Control.into();
        for (index, held) in [(0, false), (2, true)] {
            let (x, y) = middle(&before[index]["paragraphs"][0]["lines"][0]);
            if held {
                control(KeyAction::Down { value }).await;
            }
            editor.click_at(x, y).await;
        }
        control(KeyAction::Up { value }).await;
        browser
            .until(&format!("{STATUS} === '2 blocks selected'"))
            .await;
        editor.press('m').await;
        editor.steps(1).await;
        let after = editor.blocks();
        let texts = |blocks: &Value, indices: &[usize]| -> Vec<Value> {
            let blocks: Vec<_> = indices.iter().map(|&index| &blocks[index]).collect();
            let words = below(&below(&below(&blocks, "paragraphs"), "lines"), "words");
            words.iter().map(|word| word["text"].clone()).collect()
        };
        assert_eq!(texts(&after, &[0]), texts(&before, &[0, 2]));
        assert_eq!(texts(&after, &[1]), texts(&before, &[1]));
        // The merged block stays selected, and can be changed further.
        browser
            .until(&format!("{STATUS}.startsWith('Block 1 of ')"))
            .await;
        editor.press('c').await;
        browser
            .until("document.querySelector('dialog.class-menu')")
            .await;
        editor.press('n').await;
        editor.steps(2).await;
        assert_eq!(editor.blocks()[0]["paragraphs"][0]["class"], "note");
        editor.press_with(Key::Control, 'z').await;
        editor.steps(1).await;
        editor.undo(&before, "merging").await;
    });
}

#[test]
fn what_a_closed_tab_did_not_send_is_sent_at_the_next_visit() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let client = &browser.client;
        let first = client.window().await.expect("the window");
        // A word that cannot be sent, and one that is still typed.
        browser
            .value(
                "(() => { window.fetch = () => Promise.reject(new TypeError('no network')); })()",
            )
            .await;
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        browser.type_text("first").await;
        editor.press(Key::Tab).await;
        browser
            .until(&format!("{SAVED} === 'Not saved, trying again'"))
            .await;
        browser.type_text("typed").await;
        browser.until(&format!("{FIELD} === 'typed'")).await;
        // Another tab does not send what belongs to this one.
        let second = client.new_window(true).await.expect("a tab");
        client
            .switch_to_window(second.handle.clone())
            .await
            .expect("the tab");
        let address = format!("{}{VIEW}", editor.server.address);
        client.goto(&address).await.expect("the page");
        editor.ready().await;
        editor.steps(0).await;
        client.switch_to_window(first).await.expect("the first tab");
        client.close_window().await.expect("it closes");
        client
            .switch_to_window(second.handle)
            .await
            .expect("the tab");
        client.refresh().await.expect("the page again");
        editor.steps(2).await;
        let words = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"].clone();
        assert_eq!(
            (&words[0]["text"], &words[1]["text"]),
            (&json!("first"), &json!("typed"))
        );
        browser
            .until("Object.keys(localStorage).every(key => !key.startsWith('unsent'))")
            .await;
    });
}

#[test]
fn lines_from_right_to_left_have_such_fields() {
    edit("kinds/right-to-left.pdf", async |editor| {
        let browser = editor.browser;
        browser
            .until("document.querySelector('.correct-line input[dir=rtl].script-hebrew')")
            .await;
        // The second word is on the left of the first.
        let places = browser
            .value("[...document.querySelectorAll('.correct-line')].map(l => [...l.querySelectorAll('input')].slice(0, 2).map(f => f.getBoundingClientRect()).map(b => [b.x, b.y])).find(l => l.length === 2 && l[0][1] === l[1][1])")
            .await;
        assert!(places[0][0].as_f64() > places[1][0].as_f64(), "{places}");
        browser.click("[data-fields=line]").await;
        browser
            .until("document.querySelector('.strip input[dir=rtl]')")
            .await;
        browser.click(".strip input[dir=rtl]").await;
        editor.press(Key::End).await;
        browser.type_text(" אב").await;
        editor.press(Key::Enter).await;
        editor.steps(1).await;
        assert!(editor.blocks().to_string().contains("אב"));
    });
}

#[test]
fn doubtful_words_are_found_also_on_other_pages() {
    edit("fonts/standard-14.pdf", async |editor| {
        let browser = editor.browser;
        browser
            .until("/\\((by the confidence|by vocabulary)/.test(document.querySelector('.correct-bar .status').textContent)")
            .await;
        editor.press(Key::F4).await;
        browser
            .until("document.activeElement.closest('.cell.doubtful') || document.querySelector('.messages')?.textContent.includes('doubtful')")
            .await;
    });
}

/// A line of recognised words without confidences.
fn recognised(words: &[&str]) -> String {
    let words = words.iter().zip(0..).map(|(word, at)| {
        let (x0, x1) = (100 + at * 200, 250 + at * 200);
        format!("<span class='ocrx_word' title='bbox {x0} 100 {x1} 140'>{word}</span>")
    });
    let words: Vec<String> = words.collect();
    format!(
        "<!DOCTYPE html><html><head><title>a</title><meta name='ocr-capabilities' \
         content='ocr_page ocr_line ocrx_word'/></head><body><div class='ocr_page' title='bbox 0 0 3000 3000'>\
         <span class='ocr_line' title='bbox 100 100 2900 140'>{}</span></div></body></html>",
        words.join(" ")
    )
}

#[test]
fn suggested_texts_are_taken_by_key_and_by_mouse() {
    let folder = scratch();
    let path = folder.path().join("book.hocr");
    let words = [
        "tlie", "garden", "garden", "garden", "garden", "gardon", "and", "tlie", "rose",
    ];
    std::fs::write(&path, recognised(&words)).expect("a file");
    let file = path.to_str().expect("UTF-8").to_owned();
    browse(&[file], VIEW, async |browser, server| {
        let editor = Editor { browser, server };
        browser
            .until("document.querySelectorAll('.correct-line input').length === 9")
            .await;
        let text = |at: usize| editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][at].clone();
        editor.press(Key::F4).await;
        browser.until(&format!("{FIELD} === 'gardon'")).await;
        browser
            .until("document.activeElement.closest('.cell').querySelector('.suggestion').textContent === 'garden'")
            .await;
        editor.press(Key::F7).await;
        editor.steps(1).await;
        assert_eq!(text(5)["text"], "garden");
        assert_eq!(text(7)["suggestion"], Value::Null);
        // A correction is suggested for the same word elsewhere.
        browser.click(".correct-line input").await;
        browser.until(&format!("{FIELD} === 'tlie'")).await;
        editor.press_with(Key::Control, 'a').await;
        browser.type_text("the").await;
        editor.press(Key::Tab).await;
        editor.steps(2).await;
        assert_eq!(text(7)["suggestion"], "the");
        browser.click(".cell:nth-child(8) .suggestion").await;
        editor.steps(3).await;
        assert_eq!(
            (&text(7)["text"], &text(7)["doubtful"]),
            (&json!("the"), &json!(false))
        );
        editor.press(Key::F7).await;
        browser
            .until(
                "document.querySelector('.messages')?.textContent.includes('Nothing is suggested')",
            )
            .await;
        editor.press_with(Key::Control, 'z').await;
        editor.steps(2).await;
        assert_eq!(text(7)["text"], "tlie");
    });
}

#[test]
fn a_letter_is_replaced_and_a_word_is_found_by_its_letter() {
    let folder = scratch();
    let path = folder.path().join("book.hocr");
    let words = ["The", "glowa", "of", "Roman", "men", "and", "of", "5."];
    std::fs::write(&path, recognised(&words)).expect("a file");
    let file = path.to_str().expect("UTF-8").to_owned();
    browse(&[file], VIEW, async |browser, server| {
        let editor = Editor { browser, server };
        browser
            .until("document.querySelectorAll('.correct-line input').length === 8")
            .await;
        browser.click(".correct-line input").await;
        // Goes to the next word with this letter, and begins again after the last one.
        for at in [2, 6, 2] {
            editor.press(Key::F10).await;
            editor.press('o').await;
            let number = "[...document.querySelectorAll('.correct-line input')].indexOf(document.activeElement)";
            browser.until(&format!("{number} === {at}")).await;
        }
        editor.press(Key::F10).await;
        editor.press('g').await;
        // The letter takes the place of that which it is with an accent; Insert again, that of another one.
        editor.press(Key::Insert).await;
        editor.press('ą').await;
        browser.until(&format!("{FIELD} === 'glową'")).await;
        editor.press(Key::F10).await;
        editor.press('5').await;
        editor.press(Key::Insert).await;
        editor.press('3').await;
        browser.until(&format!("{FIELD} === '3.'")).await;
        editor.press(Key::F10).await;
        editor.press('r').await;
        editor.press(Key::Insert).await;
        editor.press('n').await;
        for text in ["Ronan", "noman", "Rnman", "Romnn"] {
            browser.until(&format!("{FIELD} === '{text}'")).await;
            editor.press(Key::Insert).await;
        }
        // Another key ends waiting for a letter.
        editor.press(Key::F10).await;
        editor.press(Key::Tab).await;
        browser.until(&format!("{FIELD} === 'men'")).await;
        editor.press_with(Key::Control, 'a').await;
        browser.type_text("mon").await;
        editor.press(Key::Enter).await;
        editor.steps(4).await;
        let line = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"].clone();
        let words: Vec<&str> = (0..8).filter_map(|n| line[n]["text"].as_str()).collect();
        assert_eq!(words.join(" "), "The glową of Ronan mon and of 3.");
    });
}

#[test]
fn a_second_tab_is_warned_and_nothing_is_lost() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        let before = editor.blocks();
        let notice = "document.querySelector('[data-notice=others]')";
        browser.until(&format!("!{notice}")).await;
        let first = browser.client.window().await.expect("the window");
        let second = browser.client.new_window(true).await.expect("a tab");
        browser
            .client
            .switch_to_window(second.handle)
            .await
            .expect("the tab");
        let address = format!("{}{VIEW}", editor.server.address);
        browser.client.goto(&address).await.expect("the page");
        editor.ready().await;
        browser.until(notice).await;
        // The second tab changes a word, which the first tab then changes in another way.
        let word = before[0]["paragraphs"][0]["lines"][0]["words"][0].clone();
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        browser.type_text("second").await;
        editor.press(Key::Tab).await;
        editor.steps(1).await;
        browser
            .client
            .switch_to_window(first)
            .await
            .expect("the first tab");
        editor.browser.until(notice).await;
        // It shows the change of the other tab.
        browser
            .until("document.querySelector('.correct-line input').value === 'second'")
            .await;
        assert_ne!(word["text"], "second");
        // Both change the same word before they know of each other.
        browser
            .value("(() => { const ask = window.fetch; window.fetch = (path, ...rest) => String(path).includes('presence') ? Promise.reject(new TypeError('no network')) : ask(path, ...rest); })()")
            .await;
        let seq = editor.server.data("0/corrections")["seq"].clone();
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        browser.type_text("mine").await;
        let other = json!({ "seq": seq, "tab": "other", "change": { "make": [{
            "page": 1, "op": "text", "level": "word", "on": { "box": word["box"], "text": "second" }, "text": "theirs",
        }] } });
        let (status, answer) = editor.server.post("0/corrections", &other);
        assert_eq!(status, 200, "{answer}");
        editor.press(Key::Tab).await;
        browser
            .until("document.querySelector('dialog.ask')?.textContent.includes('theirs')")
            .await;
        browser.click("[data-answer=own]").await;
        editor.steps(3).await;
        let word = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][0]["text"].clone();
        assert_eq!(word, "mine");
    });
}

#[test]
fn what_cannot_be_saved_is_sent_again() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        browser
            .value("(() => { window.answers = window.fetch; window.fetch = () => Promise.reject(new TypeError('no network')); })()")
            .await;
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        browser.type_text("kept").await;
        browser.until(&format!("{FIELD} === 'kept'")).await;
        editor.press(Key::Tab).await;
        browser
            .until(&format!("{SAVED} === 'Not saved, trying again'"))
            .await;
        browser
            .value("(() => { window.fetch = window.answers; })()")
            .await;
        editor.steps(1).await;
        let word = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][0]["text"].clone();
        assert_eq!(word, "kept");
        // Typed text that is not saved is kept when the page is loaded again.
        editor.select('1', 1).await;
        editor.press(Key::Enter).await;
        browser.type_text("typed").await;
        browser.until(&format!("{FIELD} === 'typed'")).await;
        browser.client.refresh().await.expect("the page again");
        editor.steps(2).await;
        let word = editor.blocks()[0]["paragraphs"][0]["lines"][0]["words"][1]["text"].clone();
        assert_eq!(word, "typed");
    });
}

#[test]
fn without_a_file_to_write_editing_is_off_with_the_reason() {
    let (folder, file) = copied(COLUMNS);
    let corrections = folder.path().join("two-columns.corrections.json");
    std::fs::write(corrections, "a text of somebody else\n").expect("a file");
    browse(&[file], VIEW, async |browser, _| {
        browser
            .until("document.querySelector('[data-notice=read-only]')?.textContent.includes('Editing is off')")
            .await;
        browser
            .until("document.querySelector('.correct-line input')?.readOnly")
            .await;
        browser
            .until("document.querySelector('[data-command=merge]').disabled")
            .await;
    });
}

#[test]
fn the_palette_inserts_characters_and_remembers_them() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        editor.select('1', 0).await;
        editor.press(Key::Enter).await;
        editor.press(Key::End).await;
        browser
            .value("document.querySelector('.any-character').focus()")
            .await;
        browser.type_text("U+017F").await;
        editor.press(Key::Enter).await;
        browser.until(&format!("{FIELD}.endsWith('ſ')")).await;
        // F9 leads to the characters; the one that was used last is the first.
        editor.press(Key::F9).await;
        browser
            .until("document.activeElement.textContent === 'ſ'")
            .await;
        editor.press(Key::Enter).await;
        browser.until(&format!("{FIELD}.endsWith('ſſ')")).await;
        editor.press(Key::Tab).await;
        editor.steps(1).await;
    });
}

#[test]
fn the_keys_are_listed_and_all_work_in_a_narrow_window() {
    edit(COLUMNS, async |editor| {
        let browser = editor.browser;
        editor.select('2', 0).await;
        editor.press('?').await;
        browser
            .until(
                "document.querySelector('dialog.help')?.textContent.includes('next doubtful word')",
            )
            .await;
        editor.press(Key::Escape).await;
        browser
            .client
            .set_window_size(800, 700)
            .await
            .expect("a size");
        browser
            .until("document.querySelector('.correct [data-tab=page]').checkVisibility()")
            .await;
        browser.click(".correct [data-tab=page]").await;
        browser
            .until("document.querySelector('#correct-sheet').checkVisibility()")
            .await;
        browser
            .value("document.querySelector('#correct-sheet').focus()")
            .await;
        editor.press(Key::Enter).await;
        browser
            .until("document.activeElement.matches('.correct-line input')")
            .await;
        let wide = browser
            .value("[...document.querySelectorAll('.correct button, .correct select')].filter(b => b.checkVisibility() && !b.closest('.palette, .strip')).every(b => b.getBoundingClientRect().right <= innerWidth + 1)")
            .await;
        assert_eq!(wide, json!(true));
    });
}
