//! Writes a page as one file with script, styles and data. It needs no server and no network; it can be
//! opened from disk and sent to others.
//!
//! A content security policy in its head allows only its own script and styles, identified by their hashes.
//! Content of the data is never executed, and nothing is loaded from elsewhere. The data are named blocks,
//! which the script reads by name (`embedded/data.js`). They are written in order of arrival.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::bundle::bundle;
use super::files::text;

/// The parts of the page.
pub(crate) struct Parts<'a> {
    /// The title in the browser.
    pub title: &'a str,
    /// The entry module, as a path below `page/`.
    pub entry: &'a str,
    /// Paths below `page/`, in order of application.
    pub styles: &'a [&'a str],
}

/// Permissions of a page beyond running its own script.
struct Policy {
    /// Additional sources of scripts; `pictures` are those of images.
    scripts: &'static str,
    pictures: &'static str,
    /// The allowed Trusted Types policies.
    trusted: &'static str,
}

impl Default for Policy {
    /// No additional permissions.
    fn default() -> Self {
        Self {
            scripts: "",
            pictures: "",
            trusted: "'none'",
        }
    }
}

/// A page under construction: the beginning is written, and data can follow.
pub(crate) struct OneFile<'a> {
    out: &'a mut dyn Write,
}

impl<'a> OneFile<'a> {
    /// Writes everything except the data.
    pub(crate) fn begin(out: &'a mut dyn Write, parts: &Parts<'_>) -> io::Result<Self> {
        Self::begin_by(out, parts, &Policy::default())
    }

    /// Like [`OneFile::begin`], for a page that loads images and data scripts from files beside it, from disk
    /// or from its server. Its Trusted Types policy for their addresses is named `beside`.
    pub(crate) fn begin_with_folder(out: &'a mut dyn Write, parts: &Parts<'_>) -> io::Result<Self> {
        let policy = Policy {
            scripts: " 'self' file:",
            pictures: " 'self' file:",
            trusted: "beside",
        };
        Self::begin_by(out, parts, &policy)
    }

    fn begin_by(out: &'a mut dyn Write, parts: &Parts<'_>, policy: &Policy) -> io::Result<Self> {
        let script = bundle(parts.entry, &text).map_err(io::Error::other)?;
        let mut style = String::new();
        for name in parts.styles {
            style.push_str(text(name).ok_or_else(|| io::Error::other(format!("no file {name}")))?);
        }
        let (script, style) = (format!("\n{script}"), format!("\n{style}"));
        writeln!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             script-src '{}'{}; style-src '{}'; img-src blob:{}; base-uri 'none'; form-action 'none'; \
             require-trusted-types-for 'script'; trusted-types {}\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{}</title>\n<style>{style}</style>\n<script type=\"module\">{script}</script>\n\
             </head>\n<body>\n<noscript>This page needs JavaScript.</noscript>",
            hash(&script),
            policy.scripts,
            hash(&style),
            policy.pictures,
            policy.trusted,
            escaped(parts.title),
        )?;
        Ok(Self { out })
    }

    /// Adds data with a unique name of letters, digits and hyphens.
    pub(crate) fn json(&mut self, name: &str, data: &impl Serialize) -> io::Result<()> {
        self.block(name, "application/json;deflate;base64", |out| {
            let mut deflated = DeflateEncoder::new(out, Compression::best());
            serde_json::to_writer(&mut deflated, data)?;
            deflated.finish().map(drop)
        })
    }

    /// Adds data that is already JSON.
    pub(crate) fn written_json(&mut self, name: &str, json: &[u8]) -> io::Result<()> {
        self.block(name, "application/json;deflate;base64", |out| {
            let mut deflated = DeflateEncoder::new(out, Compression::best());
            deflated.write_all(json)?;
            deflated.finish().map(drop)
        })
    }

    /// Adds a file as a picture, with a name.
    pub(crate) fn bytes(&mut self, name: &str, media_type: &str, bytes: &[u8]) -> io::Result<()> {
        self.block(name, &format!("{media_type};base64"), |out| {
            out.write_all(bytes)
        })
    }

    /// Ends the page.
    pub(crate) fn end(self) -> io::Result<()> {
        writeln!(self.out, "</body>\n</html>")
    }

    /// Writes a block of data. Browsers ignore its content, because its type is unknown to them. Base64
    /// contains no characters with a meaning in HTML.
    fn block(
        &mut self,
        name: &str,
        media_type: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let (name, media_type) = (escaped(name), escaped(media_type));
        write!(self.out, "<script type=\"{media_type}\" id=\"{name}\">")?;
        let mut encoder = EncoderWriter::new(&mut *self.out, &STANDARD);
        write(&mut encoder)?;
        encoder.finish()?;
        drop(encoder);
        writeln!(self.out, "</script>")
    }
}

/// The source expression of a script or style in a policy (CSP 3, 2.3.1).
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Escapes text for HTML, including attribute values.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::files::names;
    use std::io::Read;

    fn written(parts: &Parts<'_>) -> String {
        let mut out = Vec::new();
        let mut file = OneFile::begin(&mut out, parts).unwrap();
        file.json(
            "facts",
            &serde_json::json!({ "a": "</script><script>attack()</script>" }),
        )
        .unwrap();
        file.bytes("picture", "image/png", &[0, 1, 255]).unwrap();
        file.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_module_of_the_page_can_be_in_one_file() {
        for name in names().filter(|name| name.ends_with(".js")) {
            let script = bundle(name, &text).unwrap();
            // Sequences that would end the script element or keep it from ending (HTML, 13.1.3).
            let lower = script.to_lowercase();
            assert!(
                !lower.contains("</script") && !lower.contains("<!--"),
                "{name}"
            );
        }
        for name in names().filter(|name| name.ends_with(".css")) {
            let style = text(name).unwrap().to_lowercase();
            let asks = ["</style", "url(", "@import"]
                .iter()
                .any(|part| style.contains(part));
            assert!(!asks, "{name}");
        }
    }

    #[test]
    fn data_and_titles_stay_data() {
        let page = written(&Parts {
            title: "a </title><script>\"&\"",
            entry: "dom.js",
            styles: &["style/base.css"],
        });
        assert!(page.contains("<title>a &lt;/title>&lt;script>&quot;&amp;&quot;</title>"));
        assert_eq!(page.matches("attack").count(), 0);
        assert!(page.contains("<script type=\"image/png;base64\" id=\"picture\">AAH/</script>"));
        let start = "id=\"facts\">";
        let at = page.find(start).unwrap() + start.len();
        let packed = page[at..].split('<').next().unwrap();
        let packed = STANDARD.decode(packed).unwrap();
        let mut facts = String::new();
        flate2::read::DeflateDecoder::new(packed.as_slice())
            .read_to_string(&mut facts)
            .unwrap();
        assert_eq!(facts, "{\"a\":\"</script><script>attack()</script>\"}");
    }

    #[test]
    fn the_policy_names_the_script_that_is_there() {
        let page = written(&Parts {
            title: "",
            entry: "dom.js",
            styles: &["style/base.css"],
        });
        for (tag, end) in [
            ("<script type=\"module\">", "</script>"),
            ("<style>", "</style>"),
        ] {
            let at = page.find(tag).unwrap() + tag.len();
            let inside = page[at..].split(end).next().unwrap();
            assert!(page.contains(&format!("-src '{}'", hash(inside))), "{tag}");
        }
    }
}
