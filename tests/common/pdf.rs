//! Writers of PDF files for tests and benchmarks.
#![allow(dead_code)] // each uses its part

/// A PDF file with these objects, numbered from 1, and a cross-reference table. The first object is the
/// catalog.
pub fn written<B: AsRef<[u8]>>(version: &str, bodies: &[B], trailer: &str) -> Vec<u8> {
    // Four bytes above 127 mark the file as binary (7.5.2).
    let mut file = format!("%PDF-{version}\n%âã\n").into_bytes();
    let mut offsets = Vec::new();
    for (number, body) in (1..).zip(bodies) {
        offsets.push(file.len());
        file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        file.extend_from_slice(body.as_ref());
        file.extend_from_slice(b"\nendobj\n");
    }
    let table = file.len();
    let size = bodies.len() + 1;
    file.extend_from_slice(format!("xref\n0 {size}\n0000000000 65535 f \n").as_bytes());
    for offset in offsets {
        file.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let end = format!(
        "trailer\n<</Size {size}/Root 1 0 R/ID[<01><02>]{trailer}>>\nstartxref\n{table}\n%%EOF\n"
    );
    file.extend_from_slice(end.as_bytes());
    file
}

/// A stream object with these dictionary entries.
pub fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {}>>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

/// A document of `pages` pages of text. Page `damaged`, counted from 1, has an unknown operator.
pub fn document(pages: usize, damaged: usize) -> Vec<u8> {
    let text = format!(
        "BT /F1 10 Tf 12 TL 50 700 Td {} ET",
        "(many words on a line) ' ".repeat(50)
    );
    let kids: String = (0..pages).map(|n| format!("{} 0 R ", n + 6)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{kids}]/Count {pages}>>").into_bytes(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
        stream("", text.as_bytes()),
        stream("", b"nonsense"),
    ];
    objects.extend((1..=pages).map(|page| {
        let content = if page == damaged { 5 } else { 4 };
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {content} 0 R
             /Resources<</Font<</F1 3 0 R>>>>>>"
        )
        .into_bytes()
    }));
    written("1.7", &objects, "")
}
