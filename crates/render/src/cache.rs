//! A cache of recently drawn pictures.

use std::collections::HashMap;
use std::sync::Arc;

use super::wanted::Wanted;

/// Maximum size of all cached pictures, in bytes: some hundred pages of text, or ten scans.
const MAX: usize = 32 << 20;

/// Pictures by request; the least recently used one is removed first.
#[derive(Default)]
pub(super) struct Cache {
    pictures: HashMap<Wanted, (u64, Arc<[u8]>)>,
    bytes: usize,
    /// Number of requests so far.
    clock: u64,
}

impl Cache {
    pub fn has(&self, wanted: Wanted) -> bool {
        self.pictures.contains_key(&wanted)
    }

    pub fn get(&mut self, wanted: Wanted) -> Option<Arc<[u8]>> {
        self.clock += 1;
        let (used, picture) = self.pictures.get_mut(&wanted)?;
        *used = self.clock;
        Some(Arc::clone(picture))
    }

    pub fn put(&mut self, wanted: Wanted, picture: Arc<[u8]>) {
        if picture.len() > MAX {
            return;
        }
        self.clock += 1;
        self.bytes += picture.len();
        if let Some((_, before)) = self.pictures.insert(wanted, (self.clock, picture)) {
            self.bytes -= before.len();
        }
        while self.bytes > MAX {
            let oldest = self.pictures.iter().min_by_key(|(_, (used, _))| *used);
            let Some(oldest) = oldest.map(|(key, _)| *key) else {
                return;
            };
            if let Some((_, gone)) = self.pictures.remove(&oldest) {
                self.bytes -= gone.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_longest_goes_first() {
        let key = |page| Wanted::page(page, 1.0);
        let picture = || Arc::from(vec![0; MAX / 3]);
        let mut cache = Cache::default();
        for page in 0..3 {
            cache.put(key(page), picture());
        }
        assert!(cache.get(key(0)).is_some());
        cache.put(key(3), picture());
        let there: Vec<_> = (0..4).filter(|page| cache.has(key(*page))).collect();
        assert_eq!(there, [0, 2, 3]);
        cache.put(key(3), picture());
        cache.put(key(4), Arc::from(vec![0; MAX + 1]));
        let there: Vec<_> = (0..5).filter(|page| cache.has(key(*page))).collect();
        assert_eq!(there, [0, 2, 3]);
    }
}
