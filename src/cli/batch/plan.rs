//! Chooses the output paths of the files to convert.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use super::job::Job;
use super::manifest::Manifest;
use crate::cli::destination::folded;
use crate::cli::fingerprint::hex;
use crate::cli::found_inputs::Found;

/// Gives each file a unique output path. Paths of an earlier batch stay. If two paths are equal, also without
/// regard to case, the later one gets a suffix made from a hash of its input path.
pub(super) fn name(found: Vec<Found>, manifest: &Manifest) -> Vec<Job> {
    let key = |path: &Path| folded(&path.to_string_lossy());
    let mut taken: HashSet<String> = manifest.outputs().map(|p| key(&p)).collect();
    let job = |(found, taken): (Found, &mut HashSet<String>)| {
        let output = manifest.output_of(&found.input).unwrap_or_else(|| {
            let wanted = inside(&found.place.with_extension(""));
            let mut output = wanted.clone();
            let mut mark = Sha256::digest(found.input.as_os_str().as_encoded_bytes()).to_vec();
            while !taken.insert(key(&output)) {
                let mut name = wanted.file_name().unwrap_or_default().to_owned();
                name.push(format!("-{}", hex(mark.get(..4).unwrap_or_default())));
                output = wanted.with_file_name(name);
                mark = Sha256::digest(&mark).to_vec();
            }
            output
        });
        Job {
            input: found.input,
            output,
            bytes: found.bytes,
        }
    };
    found.into_iter().map(|f| job((f, &mut taken))).collect()
}

/// The path without components that lead out of a folder.
fn inside(path: &Path) -> PathBuf {
    let normal = path
        .components()
        .filter(|c| matches!(c, Component::Normal(_)));
    let inside: PathBuf = normal.collect();
    if inside.as_os_str().is_empty() {
        return PathBuf::from("document");
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(input: &str, place: &str) -> Found {
        Found {
            input: input.into(),
            place: place.into(),
            bytes: 1,
        }
    }

    #[test]
    fn no_two_files_share_a_place_and_none_leads_out() {
        let jobs = name(
            vec![
                found("a/x.pdf", "x.pdf"),
                found("b/X.PDF", "X.PDF"),
                found("c/x.pdf", "x.pdf"),
                found("d", "../../x/../y.pdf"),
                found("e", ".."),
            ],
            &Manifest::default(),
        );
        let outputs: Vec<_> = jobs.iter().map(|j| j.output.to_str().unwrap()).collect();
        assert_eq!(outputs[0], "x");
        assert!(
            outputs[1].starts_with("X-") && outputs[1].len() == 10,
            "{outputs:?}"
        );
        assert!(
            outputs[2].starts_with("x-") && outputs[2].len() == 10,
            "{outputs:?}"
        );
        assert_ne!(outputs[1].to_lowercase(), outputs[2]);
        assert_eq!(outputs[3], "x/y");
        assert_eq!(outputs[4], "document");
    }
}
