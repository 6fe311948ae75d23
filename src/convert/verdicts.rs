//! Compares the tags of a document with its geometry.

use super::Pipeline;
use super::input::Input;
use super::observer::Observer;
use pdfa2hocr_core::roads::verdict::Report;

impl Pipeline {
    /// The verdicts on the tags of the pages in [`Options::pages`](super::Options::pages); none for a
    /// document without tags.
    pub(crate) fn verdicts(&self, observer: &mut dyn Observer) -> Report {
        observer.pages(self.pages.len());
        let (Input::Pdf(pdf), Some(tags)) = (&self.input, &self.tags) else {
            return Report::default();
        };
        let verdicts = self.each_content(observer, |index, content| {
            Some(self.verdict(pdf, tags, index, content))
        });
        Report::of(
            verdicts
                .into_iter()
                .filter_map(|(_, verdict)| verdict)
                .collect(),
        )
    }
}
