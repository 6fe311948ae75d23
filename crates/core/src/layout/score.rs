//! Scores for yes-or-no questions: the sum of the weights of the features that hold. The weights are fitted, or set by
//! hand. The names of the features are the reasons that `explain` prints.

/// The name and weight of each feature of a question; the first is the constant.
pub(crate) type Weights<const N: usize> = [(&'static str, f32); N];

/// The name of a feature, and whether it holds.
pub(crate) type Held = (&'static str, bool);

/// The features that hold, and the sum of their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    pub sum: f32,
    weights: &'static [(&'static str, f32)],
    /// Bit n stands for feature n of the weights.
    held: u128,
}

impl Score {
    /// The score of some features, given in the order of their weights.
    pub(crate) fn of<const N: usize>(weights: &'static Weights<N>, features: &[Held; N]) -> Self {
        Self::of_all(weights, features.iter().copied())
    }

    /// The same for features of several parts of a question.
    pub(crate) fn of_all(
        weights: &'static [(&'static str, f32)],
        features: impl Iterator<Item = Held>,
    ) -> Self {
        let mut score = Self {
            sum: 0.0,
            weights,
            held: 0,
        };
        for (n, ((weighed, weight), (name, holds))) in weights.iter().zip(features).enumerate() {
            debug_assert_eq!(*weighed, name);
            if holds {
                score.sum += weight;
                score.held |= 1 << n;
            }
        }
        score
    }

    /// Returns `true` if more speaks for the answer than against it.
    pub(crate) fn holds(self) -> bool {
        self.sum >= 0.0
    }

    /// The names of the features that hold: those in favour, then those against.
    pub(crate) fn why(self) -> String {
        let held = self.weights.iter().enumerate().skip(1);
        let held = held.filter(|(n, _)| self.held >> n & 1 == 1);
        let names = |against: bool| {
            let own = held.clone().map(|(_, feature)| feature);
            let own = own.filter(|(_, weight)| (*weight < 0.0) == against);
            own.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        };
        let (reasons, doubts) = (names(false), names(true));
        let but = if doubts.is_empty() { "" } else { "; but " };
        format!("{reasons}{but}{doubts}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WEIGHTS: Weights<3> = [("always", -1.0), ("bold", 2.0), ("long", -0.5)];

    #[test]
    fn what_holds_is_summed_and_said() {
        let score = Score::of(
            &WEIGHTS,
            &[("always", true), ("bold", true), ("long", true)],
        );
        assert_eq!((score.sum, score.why().as_str()), (0.5, "bold; but long"));
    }
}
