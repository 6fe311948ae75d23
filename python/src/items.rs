//! The items of a page as independent Python objects: blocks, paragraphs, lines, words.

use std::collections::HashMap;

use pdfa2hocr::page::LineGeometry;
use pdfa2hocr::{BlockRole, Page, Point, Rect};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::detached;
use crate::pickled;

/// Adds the common properties of items with a box to a class.
macro_rules! with_box {
    ($class:ident { $($own:tt)* }) => {
        #[pymethods]
        impl $class {
            /// Left, top, right, bottom, in points from the upper left corner of the page.
            #[getter]
            fn bbox(&self) -> (f32, f32, f32, f32) {
                let r = self.bbox;
                (r.x0, r.y0, r.x1, r.y1)
            }

            /// The left edge, in points from the left edge of the page.
            #[getter]
            fn x0(&self) -> f32 {
                self.bbox.x0
            }

            /// The upper edge, in points from the top of the page.
            #[getter]
            fn top(&self) -> f32 {
                self.bbox.y0
            }

            /// The right edge, in points from the left edge of the page.
            #[getter]
            fn x1(&self) -> f32 {
                self.bbox.x1
            }

            /// The lower edge, in points from the top of the page.
            #[getter]
            fn bottom(&self) -> f32 {
                self.bbox.y1
            }

            /// Width in points.
            #[getter]
            fn width(&self) -> f32 {
                self.bbox.width()
            }

            /// Height in points.
            #[getter]
            fn height(&self) -> f32 {
                self.bbox.height()
            }

            $($own)*
        }
    };
}

pub(crate) use with_box;

/// The left, top, right and bottom of a box, for `__repr__`.
pub(crate) fn shown(bbox: Rect) -> String {
    format!(
        "({:.1}, {:.1}, {:.1}, {:.1})",
        bbox.x0, bbox.y0, bbox.x1, bbox.y1
    )
}

/// A word, or the part of a divided word on one line.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Word {
    pub bbox: Rect,
    /// The text. A soft hyphen (U+00AD) at its end means that the word continues on the next line.
    #[pyo3(get)]
    pub text: Py<PyString>,
    /// The font of most characters.
    #[pyo3(get)]
    pub fontname: Option<Py<PyString>>,
    /// Font size in points.
    #[pyo3(get)]
    pub size: f32,
    /// Whether most characters are bold.
    #[pyo3(get)]
    bold: bool,
    /// Whether most characters are italic.
    #[pyo3(get)]
    italic: bool,
    /// The share of its characters that is expected to be right, in percent.
    #[pyo3(get)]
    confidence: u8,
    /// The language (BCP 47), if known.
    #[pyo3(get)]
    lang: Option<Py<PyString>>,
    /// Whether it follows the word before without a space.
    #[pyo3(get)]
    pub glued: bool,
    direction: Direction,
}

/// The direction of text.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    LeftToRight,
    RightToLeft,
    TopToBottom,
    BottomToTop,
}

impl Direction {
    fn of(along: Point, right_to_left: bool) -> Self {
        match along.x.abs() >= along.y.abs() {
            true if (along.x < 0.0) != right_to_left => Self::RightToLeft,
            true => Self::LeftToRight,
            false if along.y < 0.0 => Self::BottomToTop,
            false => Self::TopToBottom,
        }
    }

    const ALL: [Self; 4] = [
        Self::LeftToRight,
        Self::RightToLeft,
        Self::TopToBottom,
        Self::BottomToTop,
    ];

    fn of_name(name: &str) -> PyResult<Self> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| pickled::wrong("direction"))
    }

    fn name(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
            Self::TopToBottom => "ttb",
            Self::BottomToTop => "btt",
        }
    }
}

impl Word {
    /// Whether its line is horizontal.
    pub(crate) fn is_upright(&self) -> bool {
        matches!(
            self.direction,
            Direction::LeftToRight | Direction::RightToLeft
        )
    }

    /// The word with these values, as [`pickled`] stores them.
    pub(crate) fn of_values(values: WordValues) -> PyResult<Self> {
        let (bbox, text, fontname, (size, bold, italic, confidence), lang, glued, direction) =
            values;
        Ok(Self {
            bbox: pickled::rect(bbox),
            text,
            fontname,
            size,
            bold,
            italic,
            confidence,
            lang,
            glued,
            direction: Direction::of_name(&direction)?,
        })
    }

    /// The reading direction in pdfplumber's terms.
    pub(crate) fn direction_name(&self) -> &'static str {
        self.direction.name()
    }
}

with_box!(Word {
    /// The reading direction: `ltr`, `rtl`, `ttb` or `btt`.
    #[getter]
    fn direction(&self) -> &'static str {
        self.direction.name()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text.bind(py).repr()?;
        Ok(format!("<Word {text} at {}>", shown(self.bbox)))
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let style = (self.size, self.bold, self.italic, self.confidence);
        let names = (&self.fontname, &self.lang);
        let values = (self.bbox(), &self.text, names.0, style, names.1, self.glued, self.direction.name());
        pickled::reduced(py, "Word", values)
    }
});

/// The values of a word: box, text, font, style, language, glued, direction.
pub(crate) type WordValues = (
    pickled::Box,
    Py<PyString>,
    Option<Py<PyString>>,
    (f32, bool, bool, u8),
    Option<Py<PyString>>,
    bool,
    String,
);

/// The part of a printed line that is in one paragraph.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Line {
    bbox: Rect,
    /// The words in reading order.
    #[pyo3(get)]
    pub words: Py<PyTuple>,
    /// The words, with spaces between them.
    #[pyo3(get)]
    pub text: Py<PyString>,
    /// The language (BCP 47), if known.
    #[pyo3(get)]
    lang: Option<Py<PyString>>,
    /// Whether it is read from right to left.
    #[pyo3(get)]
    right_to_left: bool,
    geometry: Option<LineGeometry>,
}

with_box!(Line {
    /// A point of the baseline, in points from the upper left corner of the page; `None` for words outside of
    /// lines.
    #[getter]
    fn baseline(&self) -> Option<(f32, f32)> {
        self.geometry.map(|line| (line.origin.x, line.origin.y))
    }

    /// Rotation in degrees, counter-clockwise.
    #[getter]
    fn angle(&self) -> f32 {
        self.geometry.map_or(0.0, |line| line.angle)
    }

    /// Font size in points; 0 if unknown.
    #[getter]
    fn size(&self) -> f32 {
        self.geometry.map_or(0.0, |line| line.size)
    }

    /// Whether the text runs from top to bottom.
    #[getter]
    fn vertical(&self) -> bool {
        self.geometry.is_some_and(|line| line.vertical)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text.bind(py).repr()?;
        Ok(format!("<Line {text} at {}>", shown(self.bbox)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let geometry = self.geometry.map(|line| {
            let origin = (line.origin.x, line.origin.y);
            (origin, line.angle, line.size, line.vertical)
        });
        let values = (self.bbox(), &self.words, &self.text, &self.lang, self.right_to_left, geometry);
        pickled::reduced(py, "Line", values)
    }
});

/// The values of a line: box, words, text, language, right to left, geometry.
pub(crate) type LineValues = (
    pickled::Box,
    Py<PyTuple>,
    Py<PyString>,
    Option<Py<PyString>>,
    bool,
    Option<((f32, f32), f32, f32, bool)>,
);

impl Line {
    /// The line with these values, as [`pickled`] stores them.
    pub(crate) fn of_values(values: LineValues) -> Self {
        let (bbox, words, text, lang, right_to_left, geometry) = values;
        let geometry = geometry.map(|(origin, angle, size, vertical)| LineGeometry {
            origin: Point::new(origin.0, origin.1),
            angle,
            size,
            vertical,
        });
        Self {
            bbox: pickled::rect(bbox),
            words,
            text,
            lang,
            right_to_left,
            geometry,
        }
    }
}

/// A paragraph: lines that belong together.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Paragraph {
    bbox: Rect,
    /// The lines in reading order.
    #[pyo3(get)]
    lines: Py<PyTuple>,
    /// The level of a heading, from 1; `None` for other paragraphs.
    #[pyo3(get)]
    heading: Option<u32>,
    /// The language (BCP 47), if known.
    #[pyo3(get)]
    lang: Option<Py<PyString>>,
    /// The text, with a line break between lines.
    #[pyo3(get)]
    text: String,
}

with_box!(Paragraph {
    fn __repr__(&self) -> String {
        let kind = match self.heading {
            Some(level) => format!("Heading {level}"),
            None => "Paragraph".to_owned(),
        };
        format!("<{kind} at {}>", shown(self.bbox))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let values = (self.bbox(), &self.lines, self.heading, &self.lang, &self.text);
        pickled::reduced(py, "Paragraph", values)
    }
});

/// The values of a paragraph: box, lines, heading, language, text.
pub(crate) type ParagraphValues = (
    pickled::Box,
    Py<PyTuple>,
    Option<u32>,
    Option<Py<PyString>>,
    String,
);

impl Paragraph {
    /// The paragraph with these values, as [`pickled`] stores them.
    pub(crate) fn of_values((bbox, lines, heading, lang, text): ParagraphValues) -> Self {
        Self {
            bbox: pickled::rect(bbox),
            lines,
            heading,
            lang,
            text,
        }
    }
}

/// An area of a page: a column of text, a table, a running head, an image.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Block {
    bbox: Rect,
    /// `text`, `table`, `header`, `footer`, `pageno` or `image`.
    #[pyo3(get)]
    role: &'static str,
    /// The paragraphs in reading order; none in an image.
    #[pyo3(get)]
    paragraphs: Py<PyTuple>,
    /// The description of an image, if the document has one.
    #[pyo3(get)]
    alt: Option<String>,
    /// The text, with an empty line between paragraphs.
    #[pyo3(get)]
    text: String,
}

with_box!(Block {
    fn __repr__(&self) -> String {
        format!("<Block {} at {}>", self.role, shown(self.bbox))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let values = (self.bbox(), self.role, &self.paragraphs, &self.alt, &self.text);
        pickled::reduced(py, "Block", values)
    }
});

/// The values of a block: box, role, paragraphs, description, text.
pub(crate) type BlockValues = (pickled::Box, String, Py<PyTuple>, Option<String>, String);

impl Block {
    /// The block with these values, as [`pickled`] stores them.
    pub(crate) fn of_values((bbox, role, paragraphs, alt, text): BlockValues) -> PyResult<Self> {
        let known = BlockRole::ALL
            .into_iter()
            .find(|known| known.name() == role);
        let role = known.ok_or_else(|| pickled::wrong("role"))?;
        Ok(Self {
            bbox: pickled::rect(bbox),
            role: role.name(),
            paragraphs,
            alt,
            text,
        })
    }
}

/// All items of a page, in reading order.
pub(crate) struct Items {
    pub blocks: Py<PyTuple>,
    pub paragraphs: Py<PyTuple>,
    pub lines: Py<PyTuple>,
    pub words: Py<PyTuple>,
}

impl Items {
    /// The items of a page. The page is read without the interpreter.
    ///
    /// # Errors
    ///
    /// If memory is exhausted.
    pub(crate) fn of(py: Python<'_>, page: &Page) -> PyResult<Self> {
        let read = detached(py, || Ok(page.blocks()))?;
        let mut made = Made::default();
        let mut blocks = Vec::new();
        for block in &read {
            let first = made.paragraphs.len();
            for paragraph in block.paragraphs() {
                made.add_paragraph(py, paragraph)?;
            }
            let own = made.paragraphs.get(first..).unwrap_or_default();
            let texts: Vec<&str> = own.iter().map(|p| p.get().text.as_str()).collect();
            let text = texts.join("\n\n");
            let made = Block {
                bbox: block.bbox(),
                role: block.role().name(),
                paragraphs: PyTuple::new(py, own)?.unbind(),
                alt: block.alt().map(str::to_owned),
                text,
            };
            blocks.push(Py::new(py, made)?);
        }
        Ok(Self {
            blocks: PyTuple::new(py, blocks)?.unbind(),
            paragraphs: PyTuple::new(py, made.paragraphs)?.unbind(),
            lines: PyTuple::new(py, made.lines)?.unbind(),
            words: PyTuple::new(py, made.words)?.unbind(),
        })
    }
}

/// The items of a page made so far.
#[derive(Default)]
struct Made {
    paragraphs: Vec<Py<Paragraph>>,
    lines: Vec<Py<Line>>,
    words: Vec<Py<Word>>,
    /// Names of fonts and languages, each stored once.
    names: HashMap<String, Py<PyString>>,
}

impl Made {
    fn name(&mut self, py: Python<'_>, name: Option<&str>) -> Option<Py<PyString>> {
        let name = name?;
        if let Some(known) = self.names.get(name) {
            return Some(known.clone_ref(py));
        }
        let made = PyString::new(py, name).unbind();
        self.names.insert(name.to_owned(), made.clone_ref(py));
        Some(made)
    }

    fn add_paragraph(
        &mut self,
        py: Python<'_>,
        paragraph: &pdfa2hocr::Paragraph<'_>,
    ) -> PyResult<()> {
        let first = self.lines.len();
        for line in paragraph.lines() {
            self.add_line(py, line)?;
        }
        let own = self.lines.get(first..).unwrap_or_default();
        let lines = PyTuple::new(py, own)?.unbind();
        let made = Paragraph {
            bbox: paragraph.bbox(),
            lines,
            heading: paragraph.heading(),
            lang: self.name(py, paragraph.lang()),
            text: paragraph.text(),
        };
        self.paragraphs.push(Py::new(py, made)?);
        Ok(())
    }

    fn add_line(&mut self, py: Python<'_>, line: &pdfa2hocr::Line<'_>) -> PyResult<()> {
        let first = self.words.len();
        for word in line.words() {
            let style = word.style();
            let along = word.direction().unwrap_or(Point::new(1.0, 0.0));
            let made = Word {
                bbox: word.bbox(),
                text: PyString::new(py, &word.text()).unbind(),
                fontname: self.name(py, style.font.map(|font| font.name.as_str())),
                size: style.size,
                bold: style.bold,
                italic: style.italic,
                confidence: style.confidence,
                lang: self.name(py, word.lang()),
                glued: word.is_glued(),
                direction: Direction::of(along, line.is_right_to_left()),
            };
            self.words.push(Py::new(py, made)?);
        }
        let own = self.words.get(first..).unwrap_or_default();
        let words = PyTuple::new(py, own)?.unbind();
        let made = Line {
            bbox: line.bbox(),
            words,
            text: PyString::new(py, &line.text()).unbind(),
            lang: self.name(py, line.lang()),
            right_to_left: line.is_right_to_left(),
            geometry: line.geometry().copied(),
        };
        self.lines.push(Py::new(py, made)?);
        Ok(())
    }
}
