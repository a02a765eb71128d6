//! `kinrow count --list`: every position of a small game, one per line.

use std::path::Path;

use kinrow_files::{Kind, Output};
use kinrow_game::Rules;
use kinrow_lab::states;

use crate::failure::Failure;
use crate::out::say;
use crate::{Context, out, words};

pub(super) fn run(rules: Rules, path: &Path, force: bool, context: &Context) -> Result<(), Failure> {
    let mut output = (path != Path::new("-")).then(|| Output::new(path, Kind::States, force)).transpose()?;
    let list = states::list(rules, &context.stop).map_err(Failure::job)?;
    let Some(output) = &mut output else {
        out::write(&list.csv);
        return Ok(());
    };
    output.write(list.csv.as_bytes())?;
    let (states, file) = (words::number(list.states), path.display().to_string());
    say!("{}", context.text.fill("count.listed", &[("states", &states), ("file", &file)]));
    Ok(())
}
