//! The tags of a document against its geometry.

use super::Pipeline;
use super::input::Input;
use super::observer::Observer;
use super::read_page::matrix;
use crate::roads::verdict::{Report, Verdict};

impl Pipeline {
    /// The verdict on the tags of each page in [`Options::pages`](super::Options::pages); without any
    /// for a document without tags.
    pub(crate) fn verdicts(&self, observer: &mut dyn Observer) -> Report {
        observer.pages(self.pages.len());
        let (Input::Pdf(pdf), Some(tags)) = (&self.input, &self.tags) else {
            return Report::default();
        };
        let params = &self.options.layout;
        let verdicts = self.each_content(observer, |index, content| {
            let segmenter = params.segmenter.as_deref();
            let matrix = matrix(pdf, index);
            let tagged = tags.page(index, content, matrix, &params.line, segmenter);
            Some(Verdict::of(tagged, params))
        });
        Report::of(
            verdicts
                .into_iter()
                .filter_map(|(_, verdict)| verdict)
                .collect(),
        )
    }
}
