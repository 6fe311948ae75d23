//! Disjoint sets of numbers, joined pair by pair.

/// Disjoint sets of numbers from 0; each number is a set by itself at first.
pub struct UnionFind {
    parent: Vec<u32>,
    /// The number of members of each root's set.
    size: Vec<u32>,
    /// The least member of each root's set.
    first: Vec<u32>,
}

impl UnionFind {
    pub fn new(count: usize) -> Self {
        let numbers: Vec<u32> = (0..count as u32).collect();
        Self {
            parent: numbers.clone(),
            size: vec![1; count],
            first: numbers,
        }
    }

    /// The representative of a number's set. It changes when sets are joined.
    pub(crate) fn root(&mut self, mut number: u32) -> u32 {
        while let Some(&parent) = self.parent.get(number as usize)
            && parent != number
        {
            // Halves paths so that they stay short.
            let above = self.parent.get(parent as usize).copied();
            let above = above.unwrap_or(parent);
            if let Some(own) = self.parent.get_mut(number as usize) {
                *own = above;
            }
            number = above;
        }
        number
    }

    /// The least member of a number's set.
    pub fn first(&mut self, number: u32) -> u32 {
        let root = self.root(number);
        self.first.get(root as usize).copied().unwrap_or(root)
    }

    /// Whether a number is a set by itself.
    pub(crate) fn is_alone(&mut self, number: u32) -> bool {
        let root = self.root(number);
        self.size.get(root as usize) == Some(&1)
    }

    /// Joins two sets. The root of the larger becomes the root of both.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let value = |list: &[u32], n: u32| list.get(n as usize).copied().unwrap_or(0);
        let (size_a, size_b) = (value(&self.size, a), value(&self.size, b));
        let (small, large) = if size_a < size_b { (a, b) } else { (b, a) };
        if small == large {
            return;
        }
        let least = value(&self.first, a).min(value(&self.first, b));
        for (list, at, new) in [
            (&mut self.parent, small, large),
            (&mut self.size, large, size_a + size_b),
            (&mut self.first, large, least),
        ] {
            if let Some(own) = list.get_mut(at as usize) {
                *own = new;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_numbers_have_one_root_and_one_first_member() {
        let mut sets = UnionFind::new(6);
        for (a, b) in [(4, 5), (1, 4), (0, 2)] {
            sets.join(a, b);
        }
        let firsts: Vec<u32> = (0..6).map(|n| sets.first(n)).collect();
        assert_eq!(firsts, [0, 1, 0, 3, 1, 1]);
        assert_eq!(sets.root(1), sets.root(5));
        assert!(sets.is_alone(3) && !sets.is_alone(4));
    }
}
