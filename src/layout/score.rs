//! One score for one question: features that have a name and a weight, and the reasons that `explain` gives.

/// What is looked at in a question, and how much it speaks for an answer (or, below 0, against it).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Feature {
    pub holds: bool,
    pub weight: f32,
    pub what: &'static str,
}

/// A feature, as a row of a table.
pub(crate) const fn feature(holds: bool, weight: f32, what: &'static str) -> Feature {
    Feature {
        holds,
        weight,
        what,
    }
}

/// The score of some features, and which decided it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Score {
    /// The sum of the weights of those that hold.
    pub sum: f32,
    /// What speaks for it, in the order of the features …
    pub reasons: Vec<&'static str>,
    /// … and against it.
    pub doubts: Vec<&'static str>,
}

impl Score {
    pub(crate) fn of(features: &[Feature]) -> Self {
        let mut score = Self::default();
        for feature in features.iter().filter(|f| f.holds) {
            score.sum += feature.weight;
            let list = if feature.weight < 0.0 {
                &mut score.doubts
            } else {
                &mut score.reasons
            };
            list.push(feature.what);
        }
        score
    }

    /// What speaks for it, and what against.
    pub(crate) fn why(&self) -> String {
        let mut why = self.reasons.join(", ");
        if !self.doubts.is_empty() {
            why.push_str("; but ");
            why.push_str(&self.doubts.join(", "));
        }
        why
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_is_summed_and_said() {
        let score = Score::of(&[
            feature(true, 2.0, "bold"),
            feature(false, 1.0, "numbered"),
            feature(true, -0.5, "long"),
        ]);
        assert_eq!((score.sum, score.why().as_str()), (1.5, "bold; but long"));
    }
}
