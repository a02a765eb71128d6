//! A report before it is written down: headings, paragraphs, tables and figures, whatever the format.

/// A piece of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A part's heading.
    Part(String),
    /// A heading within a part.
    Heading(String),
    /// Running text; words between backticks are code.
    Paragraph(String),
    /// Points of a list.
    Points(Vec<Point>),
    /// Names with what belongs to them.
    Facts(Vec<(String, String)>),
    /// Commands.
    Commands(Vec<String>),
    /// A formula on a line of its own, as LaTeX.
    Formula(String),
    /// Works, by the numbers under which they are cited.
    References(Vec<String>),
    /// A board or the like, in letters of equal width.
    Diagram(String),
    /// A table.
    Grid(Grid),
    /// A chart.
    Chart {
        /// The name of its files, without ending.
        name: String,
        /// As SVG.
        svg: String,
        /// Its number and what it shows.
        caption: String,
    },
    /// What the author wrote, as Markdown.
    Written(String),
    /// Room for the author, with a word about what belongs there.
    Room(String),
}

/// A point of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// What it says.
    pub text: String,
    /// Points below it.
    pub points: Vec<String>,
}

impl From<String> for Point {
    fn from(text: String) -> Point {
        Point { text, points: Vec::new() }
    }
}

/// A table to be read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Grid {
    /// Its number and what it holds.
    pub caption: String,
    /// Headings.
    pub columns: Vec<GridColumn>,
    /// Cells, as they are read.
    pub rows: Vec<Vec<String>>,
    /// Small print below.
    pub notes: Vec<String>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GridColumn {
    /// Its heading.
    pub name: String,
    /// Whether it holds numbers, which are set to the right.
    pub is_number: bool,
    /// Whether a clock was read for it.
    pub is_clock: bool,
}

/// A report.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// As HTML calls it.
    pub language: String,
    /// Above everything.
    pub title: String,
    /// Below it.
    pub subtitle: String,
    /// The lines of the title page; a line whose text is empty is left for a pen. Without any there is no such page.
    pub title_page: Vec<(String, String)>,
    /// From top to bottom.
    pub blocks: Vec<Block>,
    /// At the very end.
    pub footer: String,
}
