//! Turning pages of unequal width, height and rotation by keys and buttons: the positions of the pages in the
//! window, and of the words on their pictures.

use serde_json::{Value, json};

use crate::chromium::{Browser, browse, open};
use crate::common::{fixture, run, scratch};

/// Each word of the text layer is above a black box with exactly the size of the word.
const FILE: &str = "pages/unequal.pdf";
const PAGES: usize = 8;
const WINDOWS: [(u32, u32); 3] = [(1280, 900), (560, 800), (1920, 1080)];
const ZOOMS: [&str; 3] = ["width", "page", "1.5"];

/// For each visible word with its picture: the distances of its left, top and bottom edge from those of the
/// black
/// box, in CSS pixels. The right edge of a word includes the space behind it.
const MEASURE: &str = "(words => {
  const off = [];
  for (const page of document.querySelectorAll('.pages .page')) {
    const image = page.querySelector('.picture img');
    if (!image?.naturalWidth) continue;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const dark = (i, j) => i < 0 || j < 0 || i >= canvas.width || j >= canvas.height ? 0
      : 1 - data[4 * (j * canvas.width + i) + 1] / 255;
    // The number of covered pixels from a point on: edge pixels count by their darkness.
    const covered = (of) => {
      let sum = 0;
      for (let step = 0; step < 20000 && of(step) > 0.02; step++) sum += of(step);
      return sum;
    };
    const frame = image.getBoundingClientRect();
    const [across, down] = [frame.width / canvas.width, frame.height / canvas.height];
    for (const word of page.querySelectorAll(words)) {
      const box = word.getBoundingClientRect();
      const [left, top, bottom] = [(box.left - frame.left) / across, (box.top - frame.top) / down, (box.bottom - frame.top) / down];
      const x = Math.round(left + (box.height / 2) / across);
      const y = Math.round((top + bottom) / 2);
      off.push([
        Math.abs(x - covered((i) => dark(x - 1 - i, y)) - left) * across,
        Math.abs(y - covered((i) => dark(x, y - 1 - i)) - top) * down,
        Math.abs(y + covered((i) => dark(x, y + i)) - bottom) * down,
      ]);
    }
  }
  return off;
})";

/// A script that measures the pane, the position of a page in it, and the gaps between pages.
fn placed(page: usize) -> String {
    format!(
        "(() => {{
  const pane = document.querySelector('#pages');
  const frame = pane.getBoundingClientRect();
  const box = document.querySelector('#pages .page[data-page=\"{page}\"]')?.getBoundingClientRect();
  if (!box) return null;
  const others = [...document.querySelectorAll('#pages .page')].map((p) => p.getBoundingClientRect())
    .sort((a, b) => a.top - b.top);
  return {{
    number: document.querySelector('#page-number').value,
    pane: frame.width,
    window: innerWidth,
    left: box.left - frame.left,
    right: frame.left + pane.clientWidth - box.right,
    top: box.top - frame.top,
    isAtEnd: pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2,
    gaps: others.slice(1).map((p, i) => p.top - others[i].bottom),
  }};
}})()"
    )
}

async fn zoom(browser: &Browser, zoom: &str) {
    let choose = format!(
        "(() => {{ const z = document.querySelector('#zoom'); z.value = '{zoom}'; \
         z.dispatchEvent(new Event('change')); }})()"
    );
    browser.value(&choose).await;
}

/// Waits until the visible pictures are final.
async fn drawn(browser: &Browser, page: usize, words: &str) {
    browser
        .until(&format!(
            "document.querySelector('#pages .page[data-page=\"{page}\"] .picture img')?.naturalWidth > 0 \
             && document.querySelector('#pages .page[data-page=\"{page}\"] {words}') \
             && !document.querySelector('#pages .picture.coming')"
        ))
        .await;
}

/// Checks that the page that was turned to is at its place in the pane.
fn check_place(place: &Value, page: usize, pane: &Value, zoom: &str, what: &str) {
    let number = |name: &str| place[name].as_f64().unwrap();
    assert_eq!(place["number"], json!((page + 1).to_string()), "{what}");
    assert_eq!(place["pane"], *pane, "{what}: the pane keeps its width");
    assert!(number("pane") <= number("window"), "{what}: {place}");
    assert!(
        (0.0..30.0).contains(&number("top")) || place["isAtEnd"] == json!(true),
        "{what}: {place}"
    );
    let gaps = place["gaps"].as_array().unwrap();
    let is_gap = |gap: &Value| (gap.as_f64().unwrap() - 14.0).abs() <= 2.0;
    assert!(gaps.iter().all(is_gap), "{what}: {place}");
    if zoom == "1.5" {
        assert!(number("left") > 0.0, "{what}: {place}");
    } else {
        // The page is completely visible, and centred.
        let (left, right) = (number("left"), number("right"));
        assert!(
            left >= 13.0 && (left - right).abs() <= 2.0,
            "{what}: {place}"
        );
    }
}

/// Turns through all pages forwards and backwards, each way by another control, in each window and at each
/// zoom.
async fn turn_all(browser: &Browser, words: &str) {
    let mut turned = 0;
    for (width, height) in WINDOWS {
        browser.client.set_window_size(width, height).await.unwrap();
        for name in ZOOMS {
            browser
                .until("document.querySelector('#page-number').value == '1'")
                .await;
            zoom(browser, name).await;
            drawn(browser, 0, words).await;
            let pane = browser.value(&placed(0)).await["pane"].clone();
            let forth = (1..PAGES).map(|page| (page, true));
            let back = (0..PAGES - 1).rev().map(|page| (page, false));
            for (page, is_forth) in forth.chain(back) {
                let what = format!("{width} × {height}, {name}, page {}", page + 1);
                let by_key = page % 2 == 0;
                match (by_key, is_forth) {
                    (true, true) => browser.press(&['n']).await,
                    (true, false) => browser.press(&['p']).await,
                    (false, true) => browser.click(".toolbar [aria-label='Next page']").await,
                    (false, false) => browser.click(".toolbar [aria-label='Previous page']").await,
                }
                drawn(browser, page, words).await;
                check_place(
                    &browser.value(&placed(page)).await,
                    page,
                    &pane,
                    name,
                    &what,
                );
                let off = browser.value(&format!("{MEASURE}({})", json!(words))).await;
                let edges = off
                    .as_array()
                    .unwrap()
                    .iter()
                    .flat_map(|w| w.as_array().unwrap());
                let worst = edges.map(|e| e.as_f64().unwrap()).fold(0.0, f64::max);
                assert!(worst <= 1.0, "{what}: {worst} pixels: {off}");
                turned += off.as_array().unwrap().len();
            }
        }
    }
    assert!(turned > 9 * 14 * 6, "{turned} words were measured");
}

#[test]
fn pages_of_a_book_are_turned_in_three_windows() {
    let folder = scratch();
    let output = folder.path().join("book.html");
    let input = fixture(FILE);
    let args = [
        "-q",
        "--format",
        "viewer",
        "--viewer-as",
        "file",
        &input,
        output.to_str().unwrap(),
    ];
    let done = run(&args);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    open(&output, "", async |browser| {
        drawn(browser, 0, ".text-word").await;
        turn_all(browser, ".text-word").await;
    });
}

#[test]
fn pages_of_browse_are_turned_in_three_windows() {
    browse(&[fixture(FILE)], "", async |browser, _| {
        browser.click("[data-tab=layers]").await;
        browser.click("[data-layer=words]").await;
        drawn(browser, 0, ".layer-words rect").await;
        turn_all(browser, ".layer-words rect").await;
    });
}
