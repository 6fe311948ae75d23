//! Pages are written as they are finished: whoever reads the output need not wait for the last, and
//! nothing is done for a reader that has gone.

mod common;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// A document of so many pages of text, one of which, counted from 1, has an operator that there is
/// none of.
fn document(pages: usize, damaged: usize) -> Vec<u8> {
    let text = format!(
        "BT /F1 10 Tf 12 TL 50 700 Td {} ET",
        "(many words on a line) ' ".repeat(50)
    );
    let stream = |data: &str| format!("<</Length {}>>stream\n{data}\nendstream", data.len());
    let kids: String = (0..pages).map(|n| format!("{} 0 R ", n + 6)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Kids[{kids}]/Count {pages}>>"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        stream(&text),
        stream("nonsense"),
    ];
    objects.extend((1..=pages).map(|page| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {} 0 R
             /Resources<</Font<</F1 3 0 R>>>>>>",
            if page == damaged { 5 } else { 4 },
        )
    }));
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let start = file.len();
    let size = objects.len() + 1;
    file.push_str(&format!(
        "{table}trailer <</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

#[test]
fn the_first_page_is_read_before_others_are_and_a_closed_pipe_ends_quietly() {
    let folder = common::scratch();
    let (input, errors) = (folder.path().join("in.pdf"), folder.path().join("errors"));
    std::fs::write(&input, document(300, 100)).unwrap();

    // To its end the run tells of the damaged page.
    let whole = common::run(&["-p".as_ref(), input.as_os_str(), "-".as_ref()]);
    assert_eq!(whole.status, 0);
    assert!(whole.stderr.contains("page 100"), "{}", whole.stderr);
    // More than a pipe holds.
    assert!(whole.stdout.len() > 1 << 20, "{}", whole.stdout.len());

    for threads in ["1", "2"] {
        let mut child = common::program()
            .args(["-p", "-j", threads])
            .args([input.as_os_str(), "-".as_ref()])
            .stdout(Stdio::piped())
            .stderr(File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let second = |line: &String| line.contains("id=\"page_2\"");
        assert!(out.lines().map(Result::unwrap).any(|line| second(&line)));
        // The reader has gone now.
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(std::fs::read_to_string(&errors).unwrap(), "");
    }
}
