//! Pages are written when they are finished. Readers need not wait for the last page, and a closed pipe stops
//! the
//! conversion.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn the_first_page_is_read_before_others_are_and_a_closed_pipe_ends_quietly() {
    let folder = crate::common::scratch();
    let (input, errors) = (folder.path().join("in.pdf"), folder.path().join("errors"));
    std::fs::write(&input, crate::common::document(300, 100)).unwrap();

    // A complete run reports the damaged page.
    let whole = crate::common::run(&["-p".as_ref(), input.as_os_str(), "-".as_ref()]);
    assert_eq!(whole.status, 0);
    assert!(whole.stderr.contains("page 100"), "{}", whole.stderr);
    // The output must be larger than the buffer of a pipe.
    assert!(whole.stdout.len() > 1 << 20, "{}", whole.stdout.len());

    for threads in ["1", "2"] {
        let mut child = crate::common::program()
            .args(["-p", "-j", threads])
            .args([input.as_os_str(), "-".as_ref()])
            .stdout(Stdio::piped())
            .stderr(File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let second = |line: &String| line.contains("id=\"page_2\"");
        assert!(out.lines().map(Result::unwrap).any(|line| second(&line)));
        // The reader has closed the pipe.
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(std::fs::read_to_string(&errors).unwrap(), "");
    }
}
