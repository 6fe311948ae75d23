//! The files of the web page, compiled into the program.

/// Paths below `page/`, with the contents.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("page/", $name)).as_slice())),*]
    };
}

static FILES: &[(&str, &[u8])] = &files! {
    "address.js", "api.js", "cache.js", "chunks.js", "dom.js", "icon.svg", "index.html", "listing.js",
    "main.js", "rows.js", "scroller.js", "start.js", "state.js", "workspace.js",
    "analysis/draft.js", "analysis/options.js", "analysis/pane.js", "analysis/scripts.js",
    "book/beside.js", "book/book.js", "book/find_text.js", "book/keys.js", "book/main.js", "book/page.js",
    "book/page_text.js", "book/reader.js", "book/text_layer.js", "book/touch.js",
    "compare/choices.js", "compare/counts.js", "compare/half.js", "compare/kinds.js", "compare/list.js",
    "compare/view.js",
    "details/attributes.js", "details/element.js", "details/faults.js", "details/layers.js",
    "details/operators.js", "details/runs.js",
    "embedded/data.js", "embedded/find.js", "embedded/main.js", "embedded/source.js", "embedded/tree.js",
    "export/dialog.js",
    "frame/ask.js", "frame/choice.js", "frame/dialog.js", "frame/download.js", "frame/help.js",
    "frame/keys.js", "frame/messages.js", "frame/offers.js", "frame/page_controls.js", "frame/page_keys.js",
    "frame/password.js", "frame/send.js", "frame/splitter.js", "frame/tabs.js", "frame/toolbar.js",
    "frame/zoom.js", "frame/zoom_controls.js",
    "layers/box.js", "layers/confidence.js", "layers/draw.js", "layers/list.js", "layers/marks.js",
    "layers/names.js", "layers/order.js", "layers/order_choice.js", "layers/pointer.js", "layers/text.js",
    "pages/find.js", "pages/notes.js", "pages/offsets.js", "pages/outline.js", "pages/pace.js",
    "pages/page.js", "pages/picture.js", "pages/pointing.js", "pages/scroll.js", "pages/thumbnails.js",
    "review/pages.js", "review/score.js", "review/view.js",
    "script/diff.js", "script/editor.js", "script/output.js", "script/pane.js", "script/scripts.js",
    "script/template.js",
    "style/analysis.css", "style/base.css", "style/book.css", "style/compare.css", "style/export.css",
    "style/details.css", "style/frame.css", "style/layers.css", "style/pages.css", "style/review.css",
    "style/tags.css", "style/tree.css", "style/views.css",
    "tags/findings.js", "tags/verdicts.js", "tags/view.js",
    "tree/branches.js", "tree/structure.js", "tree/view.js",
    "views/codes.js", "views/facts.js", "views/fonts.js", "views/images.js", "views/master.js",
    "views/metadata.js", "views/objects.js",
};

/// The content type and the content of a file.
pub(crate) fn file(name: &str) -> Option<(&'static str, &'static [u8])> {
    let (name, bytes) = FILES.iter().find(|(file, _)| *file == name)?;
    Some((content_type(name), bytes))
}

/// The content of a text file.
pub(super) fn text(name: &str) -> Option<&'static str> {
    let (_, bytes) = file(name)?;
    std::str::from_utf8(bytes).ok()
}

/// The style sheets of the page of `browse`, in order of application.
pub(crate) fn styles() -> Vec<&'static str> {
    let linked = text("index.html").unwrap_or_default().split("href=\"page/");
    let names = linked.filter_map(|rest| rest.split('"').next());
    names.filter(|name| name.ends_with(".css")).collect()
}

/// The paths of all files.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_styles_of_the_page_are_known() {
        let styles = styles();
        assert_eq!(styles.first(), Some(&"style/base.css"));
        assert!(styles.len() > 5 && styles.iter().all(|name| text(name).is_some()));
    }

    #[test]
    fn all_files_of_the_page_are_served_with_their_types() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
        let (mut found, mut folders) = (BTreeSet::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap();
                    found.insert(name.to_str().unwrap().to_owned());
                }
            }
        }
        let served: BTreeSet<_> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(served, found);
        for (name, _) in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
        }
    }
}
