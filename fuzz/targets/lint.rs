//! hOCR of any origin: the lines of findings are in the file and ascend.

use pdfa2hocr::lint;

pub fn run(data: &[u8]) {
    let lines = data.iter().filter(|&&b| b == b'\n').count() + 1;
    let findings = lint::check(data);
    assert!(findings.more == 0 || findings.list.len() == 1000);
    assert!(findings.list.is_sorted_by_key(|finding| finding.line));
    for finding in &findings.list {
        assert!((1..=lines).contains(&finding.line), "{finding:?}");
        assert!(!finding.message.is_empty());
    }
}
