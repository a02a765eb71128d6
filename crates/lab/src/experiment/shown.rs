//! Which charts and tables a report shows, as `[[chart]]` and `[[data]]` of an experiment file tell.

use super::check::Known;
use super::mistake::LineError;
use super::reader::Entry;
use super::table::Filter;
use super::words::Words;

/// A chart of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartSpec {
    /// The name of its files.
    pub name: String,
    /// The table.
    pub table: String,
    /// The rows that are meant.
    pub filter: Filter,
    /// Lines, or dots with intervals.
    pub style: Style,
    /// What is drawn.
    pub y: String,
    /// The ends of an error band; without it, the least and the largest of rows that share a place.
    pub band: Option<[String; 2]>,
    /// What tells lines (or dots of one row) apart.
    pub series: Vec<String>,
    /// A panel for each value of this column.
    pub panels: Option<String>,
    /// Whether y is logarithmic.
    pub log_y: bool,
    /// Above it.
    pub title: Words,
    /// Below it.
    pub caption: Words,
}

/// What a chart looks like.
#[derive(Clone, PartialEq, Debug)]
pub enum Style {
    /// Lines over a number.
    Lines {
        /// The column along the axis below.
        x: String,
        /// Whether that is logarithmic.
        log_x: bool,
        /// A column that is drawn as a line of its own, the same for all series: a bound, a theory.
        reference: Option<String>,
        /// A column whose words are written above the plot, at their places along x.
        landmarks: Option<String>,
    },
    /// A row of dots for each group.
    Dots {
        /// What makes a row.
        rows: Vec<String>,
    },
}

impl Style {
    /// The column along the axis below, where that is one of numbers.
    #[must_use]
    pub fn x(&self) -> Option<&str> {
        match self {
            Style::Lines { x, .. } => Some(x),
            Style::Dots { .. } => None,
        }
    }
}

kinrow_agent::named! {
    /// A style by its name in a file.
    enum StyleName {
        /// [`Style::Lines`].
        Lines = "lines",
        /// [`Style::Dots`].
        Dots = "dots",
    }
}

/// How a table is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The table.
    pub table: String,
    /// The rows that are meant.
    pub filter: Filter,
    /// Above it.
    pub title: Words,
    /// How its cells are laid out.
    pub form: Form,
}

/// How the cells of a table are laid out.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A line a row, with these columns (all when there are none); rows that differ only in `over` are drawn together as a
    /// mean with its range.
    Rows {
        /// The columns.
        columns: Vec<String>,
        /// What is drawn together.
        over: Vec<String>,
    },
    /// Some columns down, some across, and one in the middle.
    Cross {
        /// Down.
        down: Vec<String>,
        /// Across.
        across: Vec<String>,
        /// In the middle.
        cell: String,
    },
}

const CHART_KEYS: &[&str] = &[
    "name",
    "table",
    "where",
    "style",
    "x",
    "y",
    "band",
    "series",
    "panels",
    "rows",
    "reference",
    "landmarks",
    "log",
    "title",
    "caption",
];
const DATA_KEYS: &[&str] = &["table", "where", "title", "columns", "over", "down", "across", "cell"];

impl ChartSpec {
    pub(super) fn read(entry: Entry<'_>, number: usize, known: &Known) -> Result<ChartSpec, LineError> {
        let fields = entry.fields("a chart", CHART_KEYS)?;
        let table = known.table(fields.need("table")?)?;
        let column = |key| fields.get(key).map(|entry| known.column(entry, table)).transpose();
        let logs = [("none", [false; 2]), ("x", [true, false]), ("y", [false, true]), ("xy", [true, true])];
        let [log_x, log_y] = fields.get("log").map_or(Ok([false; 2]), |entry| entry.choice(&logs))?;
        let style = fields.get("style").map_or(Ok(StyleName::Lines), |entry| entry.named())?;
        let style = match style {
            StyleName::Lines => {
                let x = known.number_column(fields.need("x")?, table)?;
                Style::Lines { x, log_x, reference: column("reference")?, landmarks: column("landmarks")? }
            }
            StyleName::Dots => {
                fields.need("rows")?;
                Style::Dots { rows: known.columns(&fields, "rows", table)? }
            }
        };
        let band = match fields.get("band") {
            None => None,
            Some(entry) => {
                let ends = known.columns(&fields, "band", table)?;
                let two = <[String; 2]>::try_from(ends);
                let right = "a list of two columns, low and high";
                let mistake = || super::mistake::Mistake::Type {
                    key: super::mistake::quoted("band"),
                    right: right.into(),
                };
                Some(two.map_err(|_| entry.wrong(mistake()))?)
            }
        };
        let name = match fields.get("name") {
            Some(entry) => entry.name()?.to_string(),
            None => format!("chart-{number}"),
        };
        Ok(ChartSpec {
            name,
            table: table.into(),
            filter: known.filter(&fields, table)?,
            style,
            y: known.number_column(fields.need("y")?, table)?,
            band,
            series: known.columns(&fields, "series", table)?,
            panels: column("panels")?,
            log_y,
            title: Words::read(fields.need("title")?)?,
            caption: Words::optional(&fields, "caption")?.unwrap_or_default(),
        })
    }
}

impl Shown {
    pub(super) fn read(entry: Entry<'_>, known: &Known) -> Result<Shown, LineError> {
        let fields = entry.fields("a table of data", DATA_KEYS)?;
        let table = known.table(fields.need("table")?)?;
        let form = match fields.get("down") {
            None => Form::Rows {
                columns: known.columns(&fields, "columns", table)?,
                over: known.columns(&fields, "over", table)?,
            },
            Some(_) => {
                fields.need("across")?;
                Form::Cross {
                    down: known.columns(&fields, "down", table)?,
                    across: known.columns(&fields, "across", table)?,
                    cell: known.column(fields.need("cell")?, table)?,
                }
            }
        };
        Ok(Shown {
            table: table.into(),
            filter: known.filter(&fields, table)?,
            title: Words::read(fields.need("title")?)?,
            form,
        })
    }
}
