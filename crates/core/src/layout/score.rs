//! Scores for yes-or-no questions: the sum of the weights of named features. The names are the reasons that
//! `explain` prints.

/// One feature of a question. A positive weight supports the answer, a negative one speaks against it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Feature {
    pub holds: bool,
    pub weight: f32,
    pub what: &'static str,
}

/// Makes a feature, written as a row of a table.
pub(crate) const fn feature(holds: bool, weight: f32, what: &'static str) -> Feature {
    Feature {
        holds,
        weight,
        what,
    }
}

/// The score of some features, with the names of those that hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Score {
    /// The sum of the weights of the features that hold.
    pub sum: f32,
    /// The features that support the answer, in the given order.
    pub reasons: Vec<&'static str>,
    /// The features that speak against it.
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

    /// The sum of some features alone.
    pub(crate) fn sum_of(features: impl IntoIterator<Item = Feature>) -> f32 {
        let held = features.into_iter().filter(|feature| feature.holds);
        held.fold(0.0, |sum, feature| sum + feature.weight)
    }

    /// The reasons and the doubts in one text.
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
