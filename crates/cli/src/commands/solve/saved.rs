//! `--save`: a solve goes on from a file, and leaves one.

use std::path::{Path, PathBuf};

use kinrow_files::{Kind, Output, read_bytes};
use kinrow_game::Position;
use kinrow_search::solve::{MOST_SAVED_MEGABYTES, Solver};

use crate::Context;
use crate::failure::Failure;

/// Begins with what the file holds, if it is there, and says where the rest will go.
pub(super) fn open(path: &Path, position: &Position, solver: &mut Solver) -> Result<Output, Failure> {
    // A position that cannot be saved is refused before the work.
    solver.save(position).map_err(Failure::call)?;
    if !path.exists() {
        return Ok(Output::new(path, Kind::Solve, false)?);
    }
    let bytes = read_bytes(path, MOST_SAVED_MEGABYTES)?;
    solver.resume(position, &bytes).map_err(Failure::job)?;
    Ok(Output::resumed(path, Kind::Solve)?)
}

/// Writes what is known now; returns where.
pub(super) fn write(mut output: Output, position: &Position, solver: &Solver) -> Result<PathBuf, Failure> {
    output.write(&solver.save(position).map_err(Failure::job)?)?;
    Ok(output.path().to_path_buf())
}

/// Says where it is.
pub(super) fn say(saved: Option<&Path>, context: &Context) {
    if let Some(file) = saved {
        crate::out::say!("{}", context.text.fill("solve.saved", &[("file", &file.display().to_string())]));
    }
}

/// The same for machines.
pub(super) fn tell(json: &mut serde_json::Value, saved: Option<&Path>) {
    if let Some(file) = saved {
        json["saved"] = file.display().to_string().into();
    }
}
