//! The hOCR properties that an element can be given.

/// A property of an element's `title`, or what is there for it. Written only where the node
/// has the fact: a baseline on lines, a confidence on words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// `bbox x0 y0 x1 y1`: the box in page pixels, inside that of the element around it.
    Bbox,
    /// `poly x0 y0 x1 y1 …`: the outline of what is no rectangle, as a file of recognised text has it.
    Poly,
    /// `image "file"`: the page's image, when there is one.
    Image,
    /// `imagemd5 "digits"`: the MD5 sum of that image, when it holds this page alone.
    Imagemd5,
    /// `ppageno n`: the page's index in the document, from 0.
    Ppageno,
    /// `scan_res x y`: pixels per inch of the page.
    ScanRes,
    /// `baseline slope offset`: of a line, from the bottom left of its box, in pixels.
    Baseline,
    /// `x_size n`: height of a line's font, in pixels.
    XSize,
    /// `textangle degrees`: how far a line is turned, counter-clockwise; not written for 0.
    Textangle,
    /// `x_wconf n`: how far the text of a word can be trusted, in percent.
    XWconf,
    /// `x_font "family"`: of a word.
    XFont,
    /// `x_fsize n`: font size of a word, in points.
    XFsize,
    /// `x_raw "text"`: what a word was before it was normalized, when that changed it.
    XRaw,
    /// `x_bboxes x0 y0 x1 y1 …`: the boxes of a word's characters, in page pixels.
    XBboxes,
    /// `x_group name`: what the parts of one element on several pages have in common. hOCR 1.2 only
    /// says that there can be such a thing (`groupid`, "Grouped Elements"), without the property;
    /// readers that know all names of the standard refuse that one.
    XGroup,
    /// `x_label "label"`: how the document itself calls the page (its `PageLabels`): `iv`, `A-8`.
    XLabel,
}

impl Property {
    pub const ALL: [Self; 16] = [
        Self::Bbox,
        Self::Poly,
        Self::Image,
        Self::Imagemd5,
        Self::Ppageno,
        Self::ScanRes,
        Self::Baseline,
        Self::XSize,
        Self::Textangle,
        Self::XWconf,
        Self::XFont,
        Self::XFsize,
        Self::XRaw,
        Self::XBboxes,
        Self::XGroup,
        Self::XLabel,
    ];

    /// The name in mapping files and in hOCR.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bbox => "bbox",
            Self::Poly => "poly",
            Self::Image => "image",
            Self::Imagemd5 => "imagemd5",
            Self::Ppageno => "ppageno",
            Self::ScanRes => "scan_res",
            Self::Baseline => "baseline",
            Self::XSize => "x_size",
            Self::Textangle => "textangle",
            Self::XWconf => "x_wconf",
            Self::XFont => "x_font",
            Self::XFsize => "x_fsize",
            Self::XRaw => "x_raw",
            Self::XBboxes => "x_bboxes",
            Self::XGroup => "x_group",
            Self::XLabel => "x_label",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// Whether it is a fact of a word's style, which words have in common.
    pub const fn is_of_style(self) -> bool {
        matches!(self, Self::XWconf | Self::XFont | Self::XFsize)
    }

    /// Whether it is a fact of the page, not of anything on it.
    pub const fn is_of_page(self) -> bool {
        matches!(
            self,
            Self::Image | Self::Imagemd5 | Self::Ppageno | Self::ScanRes | Self::XLabel
        )
    }

    /// The capability (hOCR 1.2, section "Capabilities") that a file with this property needs.
    pub const fn capability(self) -> Option<&'static str> {
        match self {
            Self::XFont | Self::XFsize => Some("ocrp_font"),
            Self::XWconf => Some("ocrp_wconf"),
            _ => None,
        }
    }
}
