//! The hOCR properties of elements.

named! {
    /// A property in an element's `title`. It is written only if the node has the fact: a baseline on lines, a
    /// confidence on words.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Property {
        /// `bbox x0 y0 x1 y1`: the box in page pixels, inside that of the element around it.
        Bbox = "bbox",
        /// `poly x0 y0 x1 y1 …`: the outline of a non-rectangular area, from a file of recognised text.
        Poly = "poly",
        /// `image "file"`: the page image, if there is one.
        Image = "image",
        /// `imagemd5 "digits"`: the MD5 sum of the image file, if it contains only this page.
        Imagemd5 = "imagemd5",
        /// `ppageno n`: the page's index in the document, from 0.
        Ppageno = "ppageno",
        /// `scan_res x y`: pixels per inch of the page.
        ScanRes = "scan_res",
        /// `baseline slope offset`: of a line, from the bottom left of its box, in pixels.
        Baseline = "baseline",
        /// `x_size n`: height of a line's font, in pixels.
        XSize = "x_size",
        /// `textangle degrees`: rotation of a line, counter-clockwise; omitted for 0.
        Textangle = "textangle",
        /// `x_wconf n`: confidence of a word's text, in percent.
        XWconf = "x_wconf",
        /// `x_source human`: a person typed or checked the text of a word.
        XSource = "x_source",
        /// `x_font "family"`: the font family of a word.
        XFont = "x_font",
        /// `x_fsize n`: font size of a word, in points.
        XFsize = "x_fsize",
        /// `x_raw "text"`: the text of a word before normalisation, if that changed it.
        XRaw = "x_raw",
        /// `x_bboxes x0 y0 x1 y1 …`: the boxes of a word's characters, in page pixels.
        XBboxes = "x_bboxes",
        /// `x_group name`: the common name of the parts of one element on several pages. hOCR 1.2 mentions such a
        /// property (`groupid`, "Grouped Elements") without defining it, and strict readers reject that name.
        XGroup = "x_group",
        /// `x_label "label"`: the page label of the document (`PageLabels`): `iv`, `A-8`.
        XLabel = "x_label",
    }
}

impl Property {
    /// Whether it describes the style of a word, which consecutive words often share.
    pub const fn is_of_style(self) -> bool {
        matches!(
            self,
            Self::XWconf | Self::XSource | Self::XFont | Self::XFsize
        )
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
            Self::Poly => Some("ocrp_poly"),
            Self::XWconf => Some("ocrp_wconf"),
            _ => None,
        }
    }
}
