//! Reports: the seven parts of a lab assignment, filled from an experiment and its data, in either language, as HTML and Markdown.
//!
//! `build` says what stands in a report, `html` and `markdown` how it is written down; `charts` and `grids` make specs and
//! tables of the data, `formulas` and `bibliography` say what the numbers rest on, and `math` typesets. Sentences about the numbers
//! are those of [`kinrow_lab::experiment::finding`]. What a clock was read for stands in an appendix, so that the rest of two reports of
//! the same experiment agrees to the byte.

mod bibliography;
mod build;
mod charts;
mod document;
mod findings;
mod formulas;
mod games;
mod grids;
mod html;
mod links;
mod markdown;
mod steps;
mod times;

use std::path::Path;

pub use build::{NamedChart, Wishes, build};
pub use charts::draw;
pub use document::{Block, Document, Grid, GridColumn, Point};
pub use findings::{Findings, findings, in_lines};
pub use games::GamesOf;
pub use html::html;
pub use markdown::markdown;

use kinrow_chart::{ChartError, ChartWarning, Fonts};
use kinrow_files::{FileError, write_own};
use kinrow_lab::experiment::{ExperimentError, Run, write_manifest};
use kinrow_text::Text;

/// What was written, for whoever tells people.
#[derive(Debug, Default)]
pub struct Written {
    /// The files, relative to the run's folder.
    pub files: Vec<String>,
    /// What is missing from the specs.
    pub warnings: Vec<ChartWarning>,
}

/// Why there is no report.
#[derive(Debug)]
pub enum ReportError {
    /// The run.
    Experiment(ExperimentError),
    /// A file.
    File(FileError),
    /// A chart.
    Chart(ChartError),
}

kinrow_game::delegate_explain!(ReportError { Experiment(ExperimentError), File(FileError), Chart(ChartError) });

/// Writes charts and report into a run's folder, and its manifest anew.
///
/// # Errors
/// When a file cannot be written, or a chart not drawn.
pub fn write(run: &Run, text: &Text, wishes: &Wishes) -> Result<Written, ReportError> {
    let (document, drawn) = build(run, text, wishes);
    let charts = run.folder.join("charts");
    let make = |path: &Path| {
        std::fs::create_dir_all(path)
            .map_err(|error| FileError::Write { path: path.display().to_string(), why: error.to_string() })
    };
    let mut written = Written::default();
    if !drawn.is_empty() {
        make(&charts)?;
    }
    let fonts = if drawn.is_empty() { Fonts::none() } else { Fonts::system() };
    for NamedChart { name, chart } in &drawn {
        write_own(&charts.join(format!("{name}.svg")), chart.to_svg().as_bytes())?;
        let png = chart.to_png(1.5, &fonts)?;
        write_own(&charts.join(format!("{name}.png")), &png.bytes)?;
        written.files.extend([format!("charts/{name}.svg"), format!("charts/{name}.png")]);
        for warning in png.warnings {
            if !written.warnings.contains(&warning) {
                written.warnings.push(warning);
            }
        }
    }
    write_own(&run.folder.join("report.html"), html(&document).as_bytes())?;
    write_own(&run.folder.join("report.md"), markdown(&document).as_bytes())?;
    written.files.extend(["report.html".to_string(), "report.md".to_string()]);
    write_manifest(&run.folder)?;
    Ok(written)
}
