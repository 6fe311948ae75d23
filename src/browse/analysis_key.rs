//! The names of analyses in addresses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::document::Document;

/// The source of a page's structure, as named in addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RoadName {
    /// The document's tags.
    Tags,
    /// The geometry of the page.
    Layout,
}

impl RoadName {
    /// The road by which a document is read.
    pub(super) fn of(document: &Document) -> Self {
        match document.pipeline().tags() {
            Some(_) => Self::Tags,
            None => Self::Layout,
        }
    }
}

/// The name of an analysis in addresses: `tags`, `layout`, `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnalysisKey {
    /// The options of the command line, with this road.
    Road(RoadName),
    /// An analysis that the user made, by its number.
    Made(u32),
}

impl fmt::Display for AnalysisKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Road(RoadName::Tags) => f.write_str("tags"),
            Self::Road(RoadName::Layout) => f.write_str("layout"),
            Self::Made(number) => write!(f, "a{number}"),
        }
    }
}

impl FromStr for AnalysisKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let made = || text.strip_prefix('a')?.parse().ok();
        match text {
            "tags" => Ok(Self::Road(RoadName::Tags)),
            "layout" => Ok(Self::Road(RoadName::Layout)),
            _ => made()
                .map(Self::Made)
                .ok_or_else(|| format!("{text:?} is not an analysis: write tags or layout")),
        }
    }
}

impl Serialize for AnalysisKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AnalysisKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for text in ["tags", "layout", "a7"] {
            assert_eq!(text.parse::<AnalysisKey>().unwrap().to_string(), text);
        }
        for wrong in ["", "a", "a-1", "other", "b1"] {
            assert!(wrong.parse::<AnalysisKey>().is_err(), "{wrong}");
        }
    }
}
