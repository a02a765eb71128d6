//! The files of a training: the model, and beside it the chart and the numbers of its curve. All are looked at before the
//! training begins, and nobody else begins to write them until it ends.

use std::path::Path;

use kinrow_chart::{ChartWarning, Fonts, LineChart};
use kinrow_files::{FileError, Kind, Lock, Output, is_same_file};
use kinrow_learn::{Checkpoint, Model};
use kinrow_text::Text;

use crate::course::{CourseError, TrainingError};
use crate::curves;

/// The curve's files, by what their names end in. No model has such a name.
const CURVE: [(&str, Kind); 3] = [("csv", Kind::Curve), ("svg", Kind::Svg), ("png", Kind::Png)];

pub(crate) struct Files {
    model: Output,
    csv: Output,
    svg: Output,
    png: Option<Output>,
    _lock: Lock,
}

/// Locks the files of a training that goes on, before its model is read: nobody may be adding to it.
pub(crate) fn lock_resumed(path: &Path, out: &Path) -> Result<Lock, FileError> {
    // A file that is not there is told as such, and not as one that cannot be locked.
    path.metadata()
        .map_err(|error| FileError::Read { path: path.display().to_string(), why: error.to_string() })?;
    Lock::of(out)
}

fn refuse_curve_name(out: &Path) -> Result<(), CourseError> {
    if out.extension().is_some_and(|end| CURVE.iter().any(|(curve, _)| end == *curve)) {
        return Err(CourseError::OutName { file: out.display().to_string() });
    }
    Ok(())
}

impl Files {
    /// The files of a new training, whose model is of this kind.
    pub(crate) fn new(out: &Path, model: Kind, has_png: bool, force: bool) -> Result<Files, TrainingError> {
        refuse_curve_name(out)?;
        let lock = Lock::of(out)?;
        Ok(Files::open(out, model, lock, has_png, |path, kind| Output::new(path, kind, force))?)
    }

    /// The files of a training that goes on, locked by [`lock_resumed`]: those it has, or others.
    pub(crate) fn resumed(
        [path, out]: [&Path; 2],
        model: Kind,
        has_png: bool,
        force: bool,
        lock: Lock,
    ) -> Result<Files, TrainingError> {
        refuse_curve_name(out)?;
        let is_own = is_same_file(out, path);
        Ok(Files::open(out, model, lock, has_png, |path, kind| match is_own && !force {
            true => Output::resumed(path, kind),
            false => Output::new(path, kind, force),
        })?)
    }

    fn open(
        out: &Path,
        model: Kind,
        lock: Lock,
        has_png: bool,
        output: impl Fn(&Path, Kind) -> Result<Output, FileError>,
    ) -> Result<Files, FileError> {
        let model = output(out, model)?;
        let [csv, svg, png] = CURVE.map(|(end, kind)| (out.with_extension(end), kind));
        let png = has_png.then(|| output(&png.0, png.1)).transpose()?;
        Ok(Files { model, csv: output(&csv.0, csv.1)?, svg: output(&svg.0, svg.1)?, png, _lock: lock })
    }

    /// Where the model is.
    pub(crate) fn model(&self) -> &Path {
        self.model.path()
    }

    pub(crate) fn save(&mut self, model: &Model) -> Result<(), FileError> {
        self.model.write_pieces(model.to_pieces().into_iter().map(Ok::<_, FileError>))
    }

    /// Writes a model that is bytes already.
    pub(crate) fn save_bytes(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.model.write(bytes)
    }

    /// Writes the numbers and draws the chart.
    pub(crate) fn draw(
        &mut self,
        model: &Model,
        curve: &[Checkpoint],
        text: &Text,
    ) -> Result<Vec<ChartWarning>, TrainingError> {
        self.draw_chart(&curves::chart(&model.header, curve, text), &curves::csv(curve))
    }

    /// The same for a chart and numbers from elsewhere.
    pub(crate) fn draw_chart(
        &mut self,
        chart: &LineChart,
        numbers: &str,
    ) -> Result<Vec<ChartWarning>, TrainingError> {
        self.csv.write(numbers.as_bytes())?;
        self.svg.write(chart.to_svg().as_bytes())?;
        let Some(png) = &mut self.png else { return Ok(Vec::new()) };
        let image = chart.to_png(1.5, &Fonts::system())?;
        png.write(&image.bytes)?;
        Ok(image.warnings)
    }
}
