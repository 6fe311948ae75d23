//! Disjoint sets of numbers, joined pair by pair.

/// Disjoint sets of numbers from 0; each is a set by itself at first.
pub(super) struct Union {
    parents: Vec<u32>,
}

impl Union {
    pub(super) fn new(len: usize) -> Self {
        Self {
            parents: (0..len as u32).collect(),
        }
    }

    /// The representative of a number's set: its least member.
    pub(super) fn find(&mut self, number: u32) -> u32 {
        let mut at = number;
        while let Some(&parent) = self.parents.get(at as usize)
            && parent != at
        {
            // Halves paths so that they stay short.
            let above = self.parents.get(parent as usize).copied();
            let above = above.unwrap_or(parent);
            if let Some(own) = self.parents.get_mut(at as usize) {
                *own = above;
            }
            at = above;
        }
        at
    }

    /// Joins two sets.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if let Some(own) = self.parents.get_mut(a.max(b) as usize) {
            *own = a.min(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_one_number() {
        let mut union = Union::new(6);
        for (a, b) in [(4, 5), (1, 4), (0, 2)] {
            union.join(a, b);
        }
        let sets: Vec<u32> = (0..6).map(|n| union.find(n)).collect();
        assert_eq!(sets, [0, 1, 0, 3, 1, 1]);
    }
}
