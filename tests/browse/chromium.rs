//! Pages in a headless Chromium, and the actions of the tests in them.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::common::server::Server;
use crate::common::skipped;
use crate::pool::{self, Programs};

/// Environment variable: if set, as in CI, a missing Chromium is an error.
pub(crate) const MUST_RUN: &str = "PDFA2HOCR_NEEDS_CHROMIUM";
/// Timeout for anything that the tests wait for. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_secs(40);
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A page in Chromium.
pub(crate) struct Browser {
    pub(crate) client: Client,
}

/// The path of the first of these programs that is installed.
fn found(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|file| file.is_file())
}

/// Finds Chromium and its driver. Returns `None` and prints a note if they are not installed.
pub(crate) fn installed() -> Option<Programs> {
    let both = found(&NAMES).zip(found(&["chromedriver"]));
    if both.is_none() {
        let what =
            "chromium and chromedriver (Debian: chromium, chromium-driver) are not installed";
        assert!(env::var_os(MUST_RUN).is_none(), "{what}");
        skipped(what);
    }
    both.map(|(chromium, driver)| Programs { chromium, driver })
}

/// Serves documents, and runs `test` with a browser at the server's address followed by `hash`, and the
/// server.
pub(crate) fn browse<S: AsRef<OsStr>>(
    args: &[S],
    hash: &str,
    test: impl AsyncFnOnce(&Browser, &Server),
) {
    let Some(programs) = installed() else {
        return;
    };
    let server = Server::of(args);
    let address = format!("{}{hash}", server.address);
    at(&programs, &address, async |browser| {
        test(browser, &server).await
    });
}

/// Opens a file from disk in a browser without a network. `hash` is appended to its address.
pub(crate) fn open(file: &Path, hash: &str, test: impl AsyncFnOnce(&Browser)) {
    let Some(programs) = installed() else {
        return;
    };
    let path = file.canonicalize().expect("the file");
    let encoded: String = path
        .to_str()
        .expect("a path")
        .bytes()
        .map(|byte| match byte {
            b'/' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    let address = format!("file://{encoded}{hash}");
    at(&programs, &address, test);
}

/// Runs `test` in a new tab at an address.
fn at(programs: &Programs, address: &str, test: impl AsyncFnOnce(&Browser)) {
    pool::in_new_tab(programs, async |client| {
        client.goto(address).await.expect("the page");
        test(&Browser { client }).await;
    });
}

impl Browser {
    /// The value of an expression of JavaScript in the page.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression};");
        let value = self.client.execute(&script, Vec::new()).await;
        value.unwrap_or_else(|e| panic!("{expression}: {e}"))
    }

    /// The value as a text.
    pub(crate) async fn text(&self, expression: &str) -> String {
        let value = self.value(expression).await;
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Gives the page this size, without the frame of the window. A page may learn of a new size later, so the
    /// frame is measured until the page has the size.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        const SIZES: &str = "[innerWidth, innerHeight, outerWidth, outerHeight]";
        let wanted = [width, height];
        let end = Instant::now() + PATIENCE;
        loop {
            let sizes = self.value(SIZES).await;
            let [inner_width, inner_height, outer_width, outer_height] =
                [0, 1, 2, 3].map(|i| sizes[i].as_u64().unwrap() as u32);
            if [inner_width, inner_height] == wanted {
                return;
            }
            assert!(Instant::now() < end, "the page has {sizes}, not {wanted:?}");
            let width = (width + outer_width).saturating_sub(inner_width);
            let height = (height + outer_height).saturating_sub(inner_height);
            self.client.set_window_size(width, height).await.unwrap();
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Records later violations of the page's content security policy in `window.refused`.
    pub(crate) async fn watch_refusals(&self) {
        let script = "(() => { window.refused = []; document.addEventListener(\
                      'securitypolicyviolation', e => window.refused.push(e.violatedDirective)); })()";
        self.value(script).await;
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        while self.value(&format!("Boolean({expression})")).await != json!(true) {
            if Instant::now() > end {
                let seen = self.text("document.body.innerText.slice(0, 2000)").await;
                panic!("never: {expression}\n{seen}");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits for an element and clicks on it. A page that is drawn again may replace the element before the
    /// click; then the new one is clicked.
    pub(crate) async fn click(&self, css: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let element = self
                .client
                .wait()
                .at_most(PATIENCE)
                .for_element(Locator::Css(css))
                .await;
            let element = element.unwrap_or_else(|e| panic!("{css}: {e}"));
            match element.click().await {
                Ok(()) => return,
                Err(e) if e.to_string().contains("stale element") && Instant::now() < end => {}
                Err(e) => panic!("{css}: {e}"),
            }
        }
    }

    /// Presses keys together, wherever the focus is. Names are those of `KeyboardEvent.key`.
    pub(crate) async fn press(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for key in keys {
            actions = actions.then(KeyAction::Down { value: *key });
        }
        for key in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value: *key });
        }
        self.client.perform_actions(actions).await.expect("keys");
    }

    /// Types a text, wherever the focus is.
    pub(crate) async fn type_text(&self, text: &str) {
        for key in text.chars() {
            self.press(&[key]).await;
        }
    }

    /// Moves the pointer to the middle of the element that an expression returns.
    pub(crate) async fn point_at(&self, element: &str) {
        let middle = format!(
            "(() => {{ const b = ({element}).getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        let middle = self.value(&middle).await;
        let coordinate = |i: usize| middle[i].as_f64().expect("a number").round();
        let actions = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo {
            duration: Some(Duration::from_millis(20)),
            x: coordinate(0),
            y: coordinate(1),
        });
        self.client
            .perform_actions(actions)
            .await
            .expect("the pointer");
    }
}
