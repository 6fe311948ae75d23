//! The hOCR properties of elements.

/// A property in an element's `title`. It is written only if the node has the fact: a baseline on lines, a
/// confidence on words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// `bbox x0 y0 x1 y1`: the box in page pixels, inside that of the element around it.
    Bbox,
    /// `poly x0 y0 x1 y1 …`: the outline of a non-rectangular area, from a file of recognised text.
    Poly,
    /// `image "file"`: the page image, if there is one.
    Image,
    /// `imagemd5 "digits"`: the MD5 sum of the image file, if it contains only this page.
    Imagemd5,
    /// `ppageno n`: the page's index in the document, from 0.
    Ppageno,
    /// `scan_res x y`: pixels per inch of the page.
    ScanRes,
    /// `baseline slope offset`: of a line, from the bottom left of its box, in pixels.
    Baseline,
    /// `x_size n`: height of a line's font, in pixels.
    XSize,
    /// `textangle degrees`: rotation of a line, counter-clockwise; omitted for 0.
    Textangle,
    /// `x_wconf n`: confidence of a word's text, in percent.
    XWconf,
    /// `x_font "family"`: the font family of a word.
    XFont,
    /// `x_fsize n`: font size of a word, in points.
    XFsize,
    /// `x_raw "text"`: the text of a word before normalisation, if that changed it.
    XRaw,
    /// `x_bboxes x0 y0 x1 y1 …`: the boxes of a word's characters, in page pixels.
    XBboxes,
    /// `x_group name`: the common name of the parts of one element on several pages. hOCR 1.2 mentions such a
    /// property (`groupid`, "Grouped Elements") without defining it, and strict readers reject that name.
    XGroup,
    /// `x_label "label"`: the page label of the document (`PageLabels`): `iv`, `A-8`.
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

    /// Whether it describes the style of a word, which consecutive words often share.
    pub const fn is_of_style(self) -> bool {
        matches!(self, Self::XWconf | Self::XFont | Self::XFsize)
    }

    /// Whether it describes the page itself.
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
