//! The options that choose between tags and geometry.

use clap::Args as Group;

use crate::convert::Road;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

/// Options that choose the road.
#[derive(Debug, Clone, Default, Group)]
#[command(next_help_heading = "Page analysis")]
pub(in crate::cli) struct Roads {
    /// The source of order and structure: the document's tags, or the geometry of its pages
    ///
    /// `tags`, the default, uses the geometry only where a document is not tagged; `geometry` does not read
    /// tags; `auto` reads by the tags, but by the geometry pages on which most of the text has no tags, or
    /// tags that cannot be right.
    #[arg(long, value_name = "ROAD")]
    road: Option<RoadName>,

    /// Analyse the geometry of pages, and ignore tags: --road geometry
    #[arg(short = 'p', long, alias = "pdfminer")]
    page_analysis: bool,

    /// Refuse documents that are not tagged
    ///
    /// Without this option their pages are analysed as with --page-analysis.
    #[arg(long, conflicts_with = "page_analysis")]
    tagged: bool,
}

/// `--road`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RoadName {
    /// The document's tags
    Tags,
    /// The geometry of the page
    Geometry,
    /// The tags, unless most of a page has none, or wrong ones
    Auto,
}

impl Roads {
    /// Whether the tags are used, by option or by default.
    pub(in crate::cli) fn is_by_tags(&self) -> bool {
        !self.page_analysis && matches!(self.road, None | Some(RoadName::Tags))
    }

    /// # Errors
    ///
    /// [`Diagnostic::argument`] for options that contradict each other.
    pub(in crate::cli) fn road(&self) -> Result<Road> {
        let contradiction = |road: &str, other: &str| {
            let why = format!("--road {road} contradicts {other}: give one of them");
            Err(Diagnostic::argument(why))
        };
        match (self.road, self.page_analysis, self.tagged) {
            (Some(RoadName::Tags), true, _) => contradiction("tags", "--page-analysis"),
            (Some(RoadName::Auto), true, _) => contradiction("auto", "--page-analysis"),
            (Some(RoadName::Geometry), _, true) => contradiction("geometry", "--tagged"),
            (Some(RoadName::Auto), _, true) => contradiction("auto", "--tagged"),
            (Some(RoadName::Geometry), ..) | (None, true, _) => Ok(Road::Geometry),
            (Some(RoadName::Auto), ..) => Ok(Road::Auto),
            (_, _, true) => Ok(Road::TagsOnly),
            (Some(RoadName::Tags) | None, ..) => Ok(Road::Tags),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_has_one_meaning_however_it_is_named() {
        use RoadName::{Auto, Geometry, Tags};
        for (road, page_analysis, tagged, expected) in [
            (None, false, false, Some(Road::Tags)),
            (Some(Tags), false, false, Some(Road::Tags)),
            (Some(Tags), false, true, Some(Road::TagsOnly)),
            (None, false, true, Some(Road::TagsOnly)),
            (None, true, false, Some(Road::Geometry)),
            (Some(Geometry), false, false, Some(Road::Geometry)),
            (Some(Geometry), true, false, Some(Road::Geometry)),
            (Some(Auto), false, false, Some(Road::Auto)),
            (Some(Tags), true, false, None),
            (Some(Auto), true, false, None),
            (Some(Geometry), false, true, None),
            (Some(Auto), false, true, None),
        ] {
            let roads = Roads {
                road,
                page_analysis,
                tagged,
            };
            assert_eq!(roads.road().ok(), expected, "{roads:?}");
        }
    }
}
