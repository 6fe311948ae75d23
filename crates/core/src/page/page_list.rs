//! Parses lists of pages as on the command line: `1-5,9,12-`.

use std::fmt;
use std::str::FromStr;

use crate::counted::counted;
use crate::page_number::PageNumber;

/// Pages by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageList {
    /// First and last page of each item; an open end is `None`.
    items: Vec<(PageNumber, Option<PageNumber>)>,
}

impl FromStr for PageList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let items = text.split(',').map(item).collect::<Result<_, _>>()?;
        Ok(Self { items })
    }
}

fn item(text: &str) -> Result<(PageNumber, Option<PageNumber>), String> {
    let text = text.trim();
    let page = |s: &str| {
        let wrong =
            || format!("{text:?} is not a page or a range of pages; write them like 1-5,9,12-");
        PageNumber::new(s.trim().parse().map_err(|_| wrong())?)
    };
    match text.split_once('-') {
        None => page(text).map(|n| (n, Some(n))),
        Some((first, "")) => page(first).map(|n| (n, None)),
        Some((first, last)) => {
            let (first, last) = (page(first)?, page(last)?);
            if first > last {
                return Err(format!("{text:?} ends before it begins"));
            }
            Ok((first, Some(last)))
        }
    }
}

fn missing(page: PageNumber, count: u32) -> String {
    let pages = counted(count as usize, "page");
    format!("there is no page {page}; the document has {pages}")
}

impl fmt::Display for PageList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &(first, last)) in self.items.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{first}")?;
            match last {
                Some(last) if last == first => {}
                Some(last) => write!(f, "-{last}")?,
                None => f.write_str("-")?,
            }
        }
        Ok(())
    }
}

impl PageList {
    /// One page.
    pub fn page(number: PageNumber) -> Self {
        Self {
            items: vec![(number, Some(number))],
        }
    }

    /// Pages by their indices (from 0), which must ascend.
    pub fn from_indices(indices: &[u32]) -> Self {
        let ranges = indices.chunk_by(|a, b| a.checked_add(1) == Some(*b));
        let items = ranges.filter_map(|range| {
            let number = |&index: &u32| PageNumber::of(index);
            Some((number(range.first()?), range.last().map(number)))
        });
        Self {
            items: items.collect(),
        }
    }

    /// Whether the page with this index (from 0) is in the list.
    pub fn contains(&self, index: u32) -> bool {
        let number = PageNumber::of(index);
        let holds = |&(first, last): &(PageNumber, Option<PageNumber>)| {
            first <= number && last.is_none_or(|last| number <= last)
        };
        self.items.iter().any(holds)
    }

    /// An error message if the list names a page after the last one of a document.
    pub fn beyond(&self, count: u32) -> Option<String> {
        let named = self
            .items
            .iter()
            .map(|&(first, last)| last.unwrap_or(first));
        let last = named.max().filter(|last| last.get() > count)?;
        Some(missing(last, count))
    }

    /// The indices (from 0) of the listed pages of a document, in document order, without duplicates.
    ///
    /// # Errors
    ///
    /// If an item begins after the last page.
    pub fn of(&self, count: u32) -> Result<Vec<u32>, String> {
        if let Some((first, _)) = self.items.iter().find(|(first, _)| first.get() > count) {
            return Err(missing(*first, count));
        }
        let mut pages: Vec<u32> = self
            .items
            .iter()
            .flat_map(|&(first, last)| {
                first.index()..last.map_or(count, PageNumber::get).min(count)
            })
            .collect();
        pages.sort_unstable();
        pages.dedup();
        Ok(pages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_written_as_it_is_read() {
        for text in ["1-5,9,12-", "7"] {
            assert_eq!(text.parse::<PageList>().unwrap().to_string(), text);
        }
        let list = PageList::from_indices(&[0, 1, 2, 4, 7, 8]);
        assert_eq!(list.to_string(), "1-3,5,8-9");
        assert_eq!(PageList::from_indices(&[]).to_string(), "");
    }

    fn pages(list: &str, count: u32) -> Result<Vec<u32>, String> {
        list.parse::<PageList>()?.of(count)
    }

    #[test]
    fn lists_are_read_as_people_write_them() {
        assert_eq!(pages("3", 9), Ok(vec![2]));
        assert_eq!(pages("1-3,9", 9), Ok(vec![0, 1, 2, 8]));
        assert_eq!(pages("7-, 2", 9), Ok(vec![1, 6, 7, 8]));
        assert_eq!(pages("2-4,3-5", 9), Ok(vec![1, 2, 3, 4]));
        assert_eq!(pages("8-100", 9), Ok(vec![7, 8]));
    }

    #[test]
    fn a_list_knows_its_pages_without_their_count() {
        let list: PageList = "2-3,7-".parse().expect("a list");
        let listed: Vec<u32> = (0..9).filter(|&i| list.contains(i)).collect();
        assert_eq!(listed, [1, 2, 6, 7, 8]);
    }

    #[test]
    fn a_list_says_when_it_goes_beyond_the_end() {
        let beyond = |list: &str| list.parse::<PageList>().expect("a list").beyond(5);
        let said = Some("there is no page 99; the document has 5 pages".to_owned());
        assert_eq!(beyond("1-99"), said);
        assert_eq!(beyond("99"), said);
        assert_eq!(beyond("99-"), said);
        assert_eq!(beyond("1-5,2-"), None);
    }

    #[test]
    fn wrong_lists_say_what_is_wrong() {
        assert_eq!(pages("0-3", 9), Err("pages are counted from 1".into()));
        assert_eq!(pages("5-3", 9), Err("\"5-3\" ends before it begins".into()));
        assert_eq!(
            pages("12", 9),
            Err("there is no page 12; the document has 9 pages".into())
        );
        for wrong in ["", "a", "1;2", "-3", "1--2", "1-2-3", "99999999999"] {
            let error = pages(wrong, 9).unwrap_err();
            assert!(
                error.ends_with("write them like 1-5,9,12-"),
                "{wrong}: {error}"
            );
        }
    }
}
