//! The files of a training: the model, and beside it the chart and the numbers of its curve. All are looked at before the
//! training begins, and nobody else begins to write them until it ends.

use std::path::Path;

use kinrow_chart::Fonts;
use kinrow_files::{FileError, Kind, Lock, Output, is_same_file};
use kinrow_lab::curves;
use kinrow_learn::{Checkpoint, Model};

use crate::Context;
use crate::args::TrainOptions;
use crate::failure::{CallError, Failure};

/// The curve's files, by what their names end in. No model has such a name.
const CURVE: [(&str, Kind); 3] = [("csv", Kind::Curve), ("svg", Kind::Svg), ("png", Kind::Png)];

pub(super) struct Files {
    model: Output,
    csv: Output,
    svg: Output,
    png: Option<Output>,
    _lock: Lock,
}

/// Locks the files of a training that goes on, before its model is read: nobody may be adding to it.
pub(super) fn lock_resumed(path: &Path, options: &TrainOptions) -> Result<Lock, Failure> {
    // A file that is not there is told as such, and not as one that cannot be locked.
    path.metadata().map_err(|error| {
        Failure::call(FileError::Read { path: path.display().to_string(), why: error.to_string() })
    })?;
    Ok(Lock::of(options.out.as_deref().unwrap_or(path))?)
}

fn refuse_curve_name(out: &Path) -> Result<(), Failure> {
    if out.extension().is_some_and(|end| CURVE.iter().any(|(curve, _)| end == *curve)) {
        return Err(Failure::call(CallError::OutName { file: out.display().to_string() }));
    }
    Ok(())
}

impl Files {
    /// The files of a new training.
    pub(super) fn new(out: &Path, options: &TrainOptions) -> Result<Files, Failure> {
        refuse_curve_name(out)?;
        let lock = Lock::of(out)?;
        Files::open(out, lock, options.png, |path, kind| Output::new(path, kind, options.force))
    }

    /// The files of a training that goes on, locked by [`lock_resumed`]: those it has, or others.
    pub(super) fn resumed(path: &Path, options: &TrainOptions, lock: Lock) -> Result<Files, Failure> {
        let out = options.out.as_deref().unwrap_or(path);
        refuse_curve_name(out)?;
        let is_own = is_same_file(out, path);
        Files::open(out, lock, options.png, |path, kind| match is_own && !options.force {
            true => Output::resumed(path, kind),
            false => Output::new(path, kind, options.force),
        })
    }

    fn open(
        out: &Path,
        lock: Lock,
        has_png: bool,
        output: impl Fn(&Path, Kind) -> Result<Output, FileError>,
    ) -> Result<Files, Failure> {
        let model = output(out, Kind::Model)?;
        let [csv, svg, png] = CURVE.map(|(end, kind)| (out.with_extension(end), kind));
        let png = has_png.then(|| output(&png.0, png.1)).transpose()?;
        Ok(Files { model, csv: output(&csv.0, csv.1)?, svg: output(&svg.0, svg.1)?, png, _lock: lock })
    }

    /// Where the model is.
    pub(super) fn model(&self) -> &Path {
        self.model.path()
    }

    pub(super) fn save(&mut self, model: &Model) -> Result<(), Failure> {
        self.model.write_pieces(model.to_pieces().into_iter().map(Ok::<_, FileError>)).map_err(Failure::from)
    }

    /// Writes the numbers and draws the chart.
    pub(super) fn draw(
        &mut self,
        model: &Model,
        curve: &[Checkpoint],
        context: &Context,
    ) -> Result<(), Failure> {
        let header = &model.header;
        let training = curves::Training {
            method: header.method.name(),
            rules: &header.rules,
            preset: &header.preset,
            seed: header.seed,
        };
        let figure = curves::figure(&training, curve, &context.text);
        self.csv.write(curves::csv(curve).as_bytes())?;
        self.svg.write(figure.to_svg().as_bytes())?;
        if let Some(png) = &mut self.png {
            let image = figure.to_png(1.5, &Fonts::system()).map_err(Failure::job)?;
            png.write(&image.bytes)?;
            for warning in &image.warnings {
                eprintln!("kinrow: {}", context.text.explain(warning));
            }
        }
        Ok(())
    }
}
