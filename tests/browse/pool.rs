//! Chromiums that tests use one after the other.
//!
//! Starting Chromium takes 1.5 seconds of CPU time, a new tab in it 0.3. Each test has a Chromium of its own while it
//! runs, so that there are as many as tests run at the same time. Then the next test gets it, in the state of a new
//! one. A Chromium in which a test failed is ended.

use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

use crate::chromium::installed;
use crate::common::fixture;
use crate::common::server::Server;
use crate::driver::Driver;

/// Size of the window, with its frame.
const WINDOW: (u32, u32) = (1280, 1043);

/// The running Chromiums that no test uses.
static IDLE: Mutex<Vec<Chromium>> = Mutex::new(Vec::new());

/// Clients live longer than the test that made them, and need a runtime as long.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime")
});

/// The paths of the programs.
pub(crate) struct Programs {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// A Chromium with its driver.
struct Chromium {
    client: Client,
    /// Ends both when this is dropped.
    _driver: Driver,
}

/// Runs `test` in a new tab of a Chromium without data of earlier tests.
pub(crate) fn in_new_tab(programs: &Programs, test: impl AsyncFnOnce(Client)) {
    RUNTIME.block_on(async {
        let chromium = Chromium::renewed(programs).await;
        test(chromium.client.clone()).await;
        give_back(chromium);
    });
}

fn take() -> Option<Chromium> {
    IDLE.lock().expect("no panic while it is locked").pop()
}

fn give_back(chromium: Chromium) {
    IDLE.lock()
        .expect("no panic while it is locked")
        .push(chromium);
}

impl Chromium {
    /// An idle Chromium, or a new one. An idle one that does not answer, because it crashed, is ended.
    async fn renewed(programs: &Programs) -> Self {
        while let Some(idle) = take() {
            if idle.renew().await.is_ok() {
                return idle;
            }
        }
        let new = Self::start(programs).await;
        new.renew().await.expect("a tab");
        new
    }

    async fn start(programs: &Programs) -> Self {
        let driver = Driver::start(&programs.driver);
        let profile = driver.folder.join("profile");
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            &format!("--window-size={},{}", WINDOW.0, WINDOW.1),
            &format!("--user-data-dir={}", profile.display()),
            // Chromium ends when chromedriver does, however that ends, because its pipe is closed.
            "--remote-debugging-pipe",
            // The proxy does not exist, so that every request to another computer fails.
            "--proxy-server=127.0.0.1:9",
        ];
        let options = json!({ "binary": programs.chromium, "args": args });
        let capabilities = json!({ "goog:chromeOptions": options });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities.as_object().expect("an object").clone());
        let client = builder
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .expect("a session");
        Self {
            client,
            _driver: driver,
        }
    }

    /// Replaces all tabs by an empty one, and restores the state of a Chromium that was just started: nothing
    /// stored, no key pressed, the pointer in the corner, and the same window.
    async fn renew(&self) -> Result<(), CmdError> {
        let client = &self.client;
        client.release_actions().await?;
        let old = client.windows().await?;
        let tab = client.new_window(true).await?;
        for window in old {
            client.switch_to_window(window).await?;
            client.close_window().await?;
        }
        client.switch_to_window(tab.handle).await?;
        client.set_window_rect(0, 0, WINDOW.0, WINDOW.1).await?;
        let everything = json!({ "origin": "*", "storageTypes": "all" });
        for (method, parameters) in [
            ("Storage.clearDataForOrigin", everything),
            ("Network.clearBrowserCookies", json!({})),
            ("Network.clearBrowserCache", json!({})),
            // The window has the focus, as after the start.
            ("Page.bringToFront", json!({})),
        ] {
            self.devtools(method, parameters).await?;
        }
        Ok(())
    }

    async fn devtools(&self, method: &'static str, parameters: Value) -> Result<Value, CmdError> {
        let command = DevTools { method, parameters };
        self.client.issue_cmd(command).await
    }
}

/// A command of the Chrome DevTools Protocol, for the current tab.
#[derive(Debug)]
struct DevTools {
    method: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.method, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}

#[test]
fn a_renewed_chromium_has_the_state_of_a_new_one() {
    const STATE: &str = "return [document.cookie, localStorage.length, sessionStorage.length, \
                         history.length, innerWidth, innerHeight, document.hasFocus()]";
    let Some(programs) = installed() else {
        return;
    };
    let server = Server::of(&[fixture("tagged/tables-and-lists.pdf")]);
    // A page without scripts.
    let page = format!("{}api/0", server.address);
    RUNTIME.block_on(async {
        let chromium = Chromium::start(&programs).await;
        let client = &chromium.client;
        let state = async || {
            client.goto(&page).await.expect("the page");
            client.execute(STATE, Vec::new()).await.expect("values")
        };
        chromium.renew().await.expect("a tab");
        let new = state().await;
        assert_eq!(new, json!(["", 0, 0, 2, 1280, 900, true]));
        let change = "document.cookie = 'a=b; path=/; max-age=999'; localStorage.a = 1; \
                      sessionStorage.a = 1; history.pushState(null, '', '#a')";
        client.execute(change, Vec::new()).await.expect("no value");
        client.set_window_size(640, 480).await.expect("a size");
        client.new_window(true).await.expect("a tab");
        let changed = state().await;
        for i in 0..6 {
            assert_ne!(changed[i], new[i], "{STATE}");
        }
        chromium.renew().await.expect("a tab");
        assert_eq!(client.windows().await.expect("tabs").len(), 1);
        assert_eq!(state().await, new);
        // Another test uses a new one, because this one crashed.
        let crash = chromium.devtools("Browser.crash", json!({})).await;
        assert!(crash.is_err() && chromium.renew().await.is_err());
        give_back(chromium);
    });
    in_new_tab(&programs, async |client| {
        client.goto(&page).await.expect("the page");
    });
}
