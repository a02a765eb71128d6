//! What can be wrong with an experiment: one sentence each, with the file and the line when it is in the file.

use std::fmt;

use kinrow_game::{Explain, excerpt};

use super::measure::MOST_TASKS;
use super::number::Number;
use kinrow_files::FileError;

kinrow_game::sentences! {
    /// A mistake in an experiment file.
    pub enum Mistake {
        /// Not TOML at all.
        Toml { why: String } = "experiment-toml" =>
            "this is not TOML ({why})",
        /// A key that is not known there.
        Key { place: String, given: String, known: String } = "experiment-key" =>
            "{place} has no key {given}: it has {known}",
        /// A key that must be there.
        Missing { place: String, key: String } = "experiment-missing" =>
            "{place} lacks the key {key}",
        /// A value of another type.
        Type { key: String, right: String } = "experiment-type" =>
            "{key} must be {right}",
        /// A word that is not one of those possible.
        Choice { key: String, given: String, known: String } = "experiment-choice" =>
            "{given} is not possible for {key}: choose from {known}",
        /// A number out of range.
        Range { key: String, given: String, least: u64, most: u64 } = "experiment-range" =>
            "{key} cannot be {given}: it goes from {least} to {most}",
        /// A newer format.
        Format { given: String } = "experiment-format" =>
            "format {given} is not known: this Kinrow reads format 1",
        /// A name that cannot be a file's.
        Name { given: String } = "experiment-name" =>
            "{given} cannot be a name here: use small letters, digits, '-' and '_', at most 60 of them",
        /// A variable in braces that is not varied.
        Variable { variable: String } = "experiment-variable" =>
            "the variable {variable} has no values: give them under vary, as in vary.depth = [1, 2, 3]",
        /// A variable that nobody uses.
        Unused { variable: String } = "experiment-unused" =>
            "no agent uses the variable {variable}: write it in braces in an agent, or leave it out",
        /// A variable with the name of a column.
        Taken { variable: String } = "experiment-taken" =>
            "{variable} is the name of a column already: call the variable otherwise",
        /// Two agents that a table could not tell apart.
        Twice { name: String } = "experiment-twice" =>
            "two agents are called {name}: give each its own name",
        /// The same once more in a list.
        Repeated { key: String, given: String } = "experiment-repeated" =>
            "{key} has {given} twice: once is enough",
        /// A list with nothing in it.
        Empty { key: String } = "experiment-empty" =>
            "{key} is empty: name one at least",
        /// A tournament of one.
        Alone {} = "experiment-alone" =>
            "a tournament needs two agents at least, or two values of a variable",
        /// Two charts that would be one file.
        SameChart { name: String } = "experiment-same-chart" =>
            "two charts are called {name}: give each its own name",
        /// A column of words where numbers are drawn or compared.
        Words { column: String } = "experiment-words" =>
            "the column {column} holds words: choose one that holds numbers",
        /// A text with a place that is no column.
        Place { given: String, known: String } = "experiment-place" =>
            "{given} is not a column, and so nothing to put in braces: there are {known}",
        /// Nobody is called so.
        NoSuch { given: String, column: String, known: String } = "experiment-no-such" =>
            "nothing in the column {column} is called {given}: there are {known}",
        /// Both bounds at once.
        Bounds {} = "experiment-bounds" =>
            "a threshold has at_most or at_least, not both",
        /// Seconds that are none.
        Seconds { given: String } = "experiment-seconds" =>
            "seconds cannot be {given}: it goes from 0 to 1,000,000",
        /// A table that nobody fills.
        Table { given: String, known: String } = "experiment-table" =>
            "no measure fills the table {given}: there are {known}",
        /// A column that a table does not have.
        Column { given: String, table: String, known: String } = "experiment-column" =>
            "the table {table} has no column {given}: it has {known}",
        /// A key that another kind of measure has.
        NotFor { kind: String, key: String, known: String } = "experiment-not-for" =>
            "a measure of kind {kind} has no {key}: it has {known}",
        /// Something to learn is needed.
        NoMethod { name: String } = "experiment-no-method" =>
            "{name} is not a training with a curve: write it as a table with method (any but zero, whose curve 'kinrow train zero' draws), and with preset, set and episodes if you like",
        /// Games that depend on each other.
        Keeps { agent: String } = "experiment-keeps" =>
            "{agent} remembers earlier games, which only kind = 'sitting' allows: leave out keep=on, or measure sittings",
        /// The moves end the game.
        Over { moves: String } = "experiment-over" =>
            "the game is over after {moves}: there is nothing to measure",
        /// More than anyone can wait for.
        TooMany { tasks: String, most: String } = "experiment-too-many" =>
            "this makes {tasks} tasks, and {most} is the most: vary less",
        /// A text that no agent needs.
        Long { key: String, most: usize } = "experiment-long" =>
            "a text of {key} is longer than {most} bytes: make it shorter",
        /// A line of the title page that is none.
        TitleLine { most: usize } = "experiment-title-line" =>
            "a line of the title page is one line of at most {most} bytes, and not empty",
        /// A formula that cannot be typeset.
        Formula { given: String, what: String } = "experiment-formula" =>
            "the formula {given} cannot be typeset: {what} is not understood",
        /// A citation of nothing.
        Citation { given: String, known: String } = "experiment-citation" =>
            "nothing is cited by {given}: the references have the keys {known}",
        /// The same key once more.
        SameReference { key: String } = "experiment-same-reference" =>
            "two references have the key {key}: give each its own",
        /// A table whose columns would not fit.
        SharedKinds { table: String, one: String, other: String } = "experiment-shared-kinds" =>
            "{table} cannot be filled by {one} and by {other}, whose columns differ: give each its own table",
        /// Rows that nothing would tell apart.
        SharedRows { table: String, row: String } = "experiment-shared-rows" =>
            "two measures would fill {table} with rows of {row} that nothing tells apart: give each its own table, or its agents other names",
        /// Ratings of two tournaments.
        SharedRatings { table: String, board: String } = "experiment-shared-ratings" =>
            "two tournaments on {board} cannot share {table}, because ratings compare only those who met: give each its own table",
        /// Counts beside what a clock decided.
        SharedClock { table: String } = "experiment-shared-clock" =>
            "{table} cannot be filled both with limits of time and without: give each its own table",
        /// A conclusion that would differ from run to run.
        ClockAnswer { what: String } = "experiment-clock-answer" =>
            "an answer rests on counts alone, but {what} depends on a clock: leave answer out, and it is reported among the times",
        /// Nothing is measured.
        Nothing { mode: String } = "experiment-nothing" =>
            "nothing is measured in the {mode} run: leave skip out of one measure at least",
    }
}

impl Mistake {
    /// Tasks beyond all bounds, with their number.
    pub(super) fn too_many(tasks: Number) -> Mistake {
        let most = Number::from(MOST_TASKS as u64).to_string();
        Mistake::TooMany { tasks: tasks.to_string(), most }
    }
}

/// A word of the file as it was given. The quotes are part of it, so that it is not taken for one of our own words, which
/// have a translation.
pub(super) fn quoted(word: &str) -> String {
    format!("'{word}'")
}

kinrow_game::sentences! {
    /// Why an experiment cannot be run or reported.
    pub enum RunError {
        /// Neither built in nor a file.
        Unknown { given: String, known: String } = "lab-unknown" =>
            "'{given}' is neither a built-in experiment nor a file: the built-in ones are {known}; a file's name ends in .toml",
        /// The same, but nearly the name of a built-in one.
        UnknownNear { given: String, meant: String, known: String } = "lab-unknown-near" =>
            "'{given}' is neither a built-in experiment nor a file; did you mean {meant}? The built-in ones are {known}; a file's name ends in .toml",
        /// The folder holds something else.
        Foreign { folder: String } = "lab-foreign" =>
            "{folder} holds files that are not a run of an experiment: name another folder with --out",
        /// The folder holds another run.
        Other { folder: String, what: String } = "lab-other" =>
            "{folder} holds another run ({what}): name another folder with --out, or remove it",
        /// The folder is no run.
        NoRun { folder: String } = "lab-no-run" =>
            "{folder} is not a run of an experiment: 'kinrow lab run NAME --out {folder}' makes one",
        /// The run is not finished.
        Unfinished { folder: String, done: usize, tasks: usize } = "lab-unfinished" =>
            "the run in {folder} is not finished ({done} of {tasks} tasks): go on with the 'kinrow lab run' that began it",
        /// Only a part of a run.
        Share { folder: String, share: String } = "lab-share" =>
            "{folder} holds share {share} of a run: join it with the others by 'kinrow merge' first",
        /// Another program is at work there.
        Busy { folder: String } = "lab-busy" =>
            "another program is running in {folder}: wait for it, or name another folder with --out",
        /// A file is not as it was written.
        Changed { file: String } = "lab-changed" =>
            "{file} is not as it was written: put it back, or run the experiment again into another folder with --out",
        /// A file is gone.
        Gone { file: String } = "lab-gone" =>
            "{file} is missing: put it back, or run the experiment again into another folder with --out",
        /// A line of the journal is not as it was written.
        Line { file: String, line: usize } = "lab-line" =>
            "line {line} of {file} is not as it was written: remove that line, and the same command measures its task again",
        /// Everything was measured, but its data were not written to the end.
        Unwritten { folder: String } = "lab-unwritten" =>
            "the data of the run in {folder} are not written to the end: the 'kinrow lab run' that began it writes them",
        /// What was measured cannot be kept.
        NotKept { file: String, why: String } = "lab-not-kept" =>
            "{file} could not be written ({why}): what was measured until then is kept, and the same command goes on from there",
        /// The author wrote into a report.
        Edited { file: String } = "lab-edited" =>
            "{file} was changed by hand: move it away (or write into discussion.md, which is kept), then ask again",
        /// Written by a newer Kinrow.
        Newer { folder: String, given: u64 } = "lab-newer" =>
            "the run in {folder} has format {given}, from a newer Kinrow; this one reads format 1",
        /// A line of the title page that is none.
        TitleLine { most: usize } = "lab-title-line" =>
            "a line of the title page (--author, --student-number, --class, --date) is one line of at most {most} bytes, and not empty",
        /// The record knows nobody of that name.
        NoGames { name: String, db: String } = "lab-no-games" =>
            "{db} holds no games of '{name}': 'kinrow games list' shows who played",
        /// Someone said stop.
        Stopped { folder: String, done: usize, tasks: usize } = "lab-stopped" =>
            "stopped after {done} of {tasks} tasks; what was measured is in {folder}: the same command goes on from there",
        /// A task could not be done.
        Task { task: String, why: String } = "lab-task" =>
            "{task} could not be measured: {why}",
    }
}

/// A mistake with its file and line.
#[derive(Debug)]
pub struct LineError {
    file: String,
    line: usize,
    why: Box<dyn Reason>,
}

/// An error that can be told in any language, and shown to a programmer.
pub trait Reason: Explain + fmt::Debug + Send + Sync {
    /// The same as what a catalogue explains.
    fn explain(&self) -> &dyn Explain;
}

impl<E: Explain + fmt::Debug + Send + Sync> Reason for E {
    fn explain(&self) -> &dyn Explain {
        self
    }
}

impl LineError {
    pub(super) fn new(file: &str, line: usize, why: impl Reason + 'static) -> LineError {
        LineError { file: file.into(), line, why: Box::new(why) }
    }

    /// Which line.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", excerpt(&self.file), self.line, self.why)
    }
}

impl std::error::Error for LineError {}

impl Explain for LineError {
    fn key(&self) -> &'static str {
        "experiment-line"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("file", excerpt(&self.file)), ("line", self.line.to_string())]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", self.why.explain()))
    }
}

/// Why an experiment came to nothing.
#[derive(Debug)]
pub enum ExperimentError {
    /// A mistake in its file.
    Line(LineError),
    /// A file that cannot be read or written.
    File(FileError),
    /// The run or its folder.
    Run(RunError),
    /// A share that is none.
    Share(kinrow_arena::ShareError),
    /// Shares that are not one run.
    Merge(kinrow_arena::merging::MergeError),
}

kinrow_game::delegate_explain!(ExperimentError {
    Line(LineError),
    File(FileError),
    Run(RunError),
    Share(kinrow_arena::ShareError),
    Merge(kinrow_arena::merging::MergeError),
});
