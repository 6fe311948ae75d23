//! Prints the faults of a file against PDF/A or PDF/UA: `cargo run --example validate in.pdf`.

use pdfa2hocr::validate::{Options, validate};
use pdfa2hocr::{Result, Source};

fn main() -> Result<()> {
    let path = std::env::args().nth(1).unwrap_or("in.pdf".into());
    for report in validate(&Source::open(path)?, &Options::default())? {
        let verdict = if report.conforms {
            "conforms"
        } else {
            "does not conform"
        };
        println!("{}: {verdict}", report.flavour);
        for finding in &report.findings {
            println!("  {}-{}: {}", finding.clause, finding.test, finding.message);
        }
    }
    Ok(())
}
