//! How a command fails: one clear sentence on standard error, and an exit code that tells a wrong call from a failed job.

use std::process::ExitCode;

use kinrow_files::FileError;
use kinrow_game::Explain;
use kinrow_record::exchange::ReadGamesError;
use kinrow_record::store::{ExportError, ImportError};
use kinrow_text::Text;

use crate::help;

/// Why a command did not succeed.
pub(crate) enum Failure {
    /// The call was wrong: exit code 2.
    Call(Box<dyn Explain>),
    /// The call was right and the job failed: exit code 1.
    Job(Box<dyn Explain>),
    /// What the parser of the command line has to say, which may be the help that was asked for.
    Parser(clap::Error),
}

impl Failure {
    pub(crate) fn call(error: impl Explain + 'static) -> Failure {
        Failure::Call(Box::new(error))
    }

    pub(crate) fn job(error: impl Explain + 'static) -> Failure {
        Failure::Job(Box::new(error))
    }

    /// What went wrong.
    pub(crate) fn sentence(&self, text: &Text) -> String {
        match self {
            Failure::Call(error) | Failure::Job(error) => text.explain(&**error),
            Failure::Parser(error) => help::sentence(error, text),
        }
    }

    /// Tells it, and gives the exit code.
    pub(crate) fn report(&self, text: &Text) -> ExitCode {
        if let Failure::Parser(error) = self {
            return help::refuse(error, text);
        }
        crate::out::complain(&self.sentence(text));
        match self {
            // Whoever found it out, and however late: a call that names a file that is not there is wrong.
            Failure::Job(error) if names_unreadable_file(&**error) => ExitCode::from(2),
            Failure::Job(_) => ExitCode::from(1),
            Failure::Call(_) | Failure::Parser(_) => ExitCode::from(2),
        }
    }
}

/// Whether an error, or the reason inside it, is that a file cannot be read.
fn names_unreadable_file(error: &dyn Explain) -> bool {
    let unreadable = FileError::Read { path: String::new(), why: String::new() };
    error.key() == unreadable.key() || error.reason().is_some_and(|(_, reason)| names_unreadable_file(reason))
}

impl From<FileError> for Failure {
    /// A file that may not be replaced is a wrong call; everything else about files is a failed job.
    fn from(error: FileError) -> Failure {
        match error {
            FileError::Exists { .. } | FileError::Other { .. } | FileError::Busy { .. } => {
                Failure::call(error)
            }
            _ => Failure::job(error),
        }
    }
}

impl From<ReadGamesError> for Failure {
    /// What is wrong with a file of games is the call's fault.
    fn from(error: ReadGamesError) -> Failure {
        Failure::call(error)
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Failure {
        match error {
            ImportError::Games(error) => error.into(),
            ImportError::Store(error) => error.into(),
        }
    }
}

impl From<ExportError> for Failure {
    /// Games that do not go into the file that is asked for are the call's fault.
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Format(error) => Failure::call(error),
            ExportError::Game(error) => Failure::call(error),
            ExportError::File(error) => error.into(),
            ExportError::Store(error) => error.into(),
        }
    }
}

kinrow_game::sentences! {
    /// What only the command line can get wrong.
    pub(crate) enum CallError {
        /// A person cannot be asked while machine-readable output is wanted.
        JsonHuman {} = "call-json-human" =>
            "--json is for games between machines: name an agent for both --x and --o",
        /// Ctrl-C while something is analysed.
        AnalysisStopped {} = "call-analysis-stopped" =>
            "stopped before the analysis was finished: this is what was found until then",
        /// The game is already over.
        Over {} = "call-over" =>
            "the game is over in this position: there is nothing to choose",
        /// Only a network can be written as ONNX.
        OnnxNetwork { method: String } = "call-onnx-network" =>
            "only a network can be written as ONNX (kinrow train zero); this file was learned by {method}",
        /// Rounds are for networks.
        RoundsZero {} = "call-rounds-zero" =>
            "--rounds and --minutes are for a network: write 'kinrow train zero', or give --episodes",
        /// A network has no episodes.
        ZeroEpisodes {} = "call-zero-episodes" =>
            "a network is trained in rounds: give --rounds or --minutes, and leave out --episodes and --checkpoint",
        /// What a network that goes on keeps.
        ZeroFixed {} = "call-zero-fixed" =>
            "a network that goes on keeps its board, preset, options and seed: with --resume only --rounds, --minutes and --out can be given",
        /// Only a network can be saved for playing.
        WeightsNetwork {} = "call-weights-network" =>
            "--weights is for a network (kinrow train zero): files of other learners hold nothing but what they play by",
        /// Neither a method nor a file to go on from.
        NoMethod {} = "call-no-method" =>
            "name a method to train (td0, selfplay, qlearning, sarsa, genetic, ntuple or zero), or a file to go on from (--resume FILE); 'kinrow train --board BOARD' alone says what can learn a board",
        /// Not a range of plies.
        Plies { given: String, most: u32 } = "call-plies" =>
            "'{given}' is not a range of plies: write --plies 8..20, from 0 to {most} on this board",
        /// A chart without a place.
        PngOut {} = "call-png-out" =>
            "--png needs --out FILE: the chart is written beside the model",
        /// A resumed training keeps its settings.
        ResumeFixed {} = "call-resume-fixed" =>
            "a training that is resumed keeps its board, preset, options and seed: give only --episodes, --out, --checkpoint and --set positions=NUMBER with --resume",
        /// A saved game that cannot be continued.
        Saved { path: String, why: String } = "call-saved" =>
            "{path} cannot be continued: {why}",
        /// Nowhere to keep the record.
        NoHome {} = "call-no-home" =>
            "there is no home folder to keep the record of games in: name a file with --db, or in KINROW_DB",
        /// A contest that was interrupted.
        ContestStopped { games: String, all: String } = "call-contest-stopped" =>
            "stopped after {games} of {all} games; what is finished is kept: give the same command with --resume to go on",
        /// Not a time.
        Tolerance { given: String } = "call-tolerance" =>
            "'{given}' is not a tolerance: write --tolerance 200ms or --tolerance 0.5s",
        /// An option of another format.
        FormatOption { option: String, format: String } = "call-format-option" =>
            "{option} belongs to --format {format}: leave it out, or choose that format",
        /// Shares of a contest and of an experiment.
        MergeMixed {} = "call-merge-mixed" =>
            "the shares of a match or a tournament are files, those of an experiment are folders: give one kind only",
        /// Nothing to write.
        NoGames {} = "call-no-games" =>
            "no game is meant by this: 'kinrow games list' with the same options shows which there are",
        /// Ctrl-C while a game is reviewed.
        ReviewStopped {} = "call-review-stopped" =>
            "stopped before the review was finished: the first moves of the game have not been looked at",
        /// No game.
        ReviewWhat {} = "call-review-what" =>
            "name a game to review: its number ('kinrow games list' shows them), a file, or --moves \"b2 a1 …\" with --board",
        /// Something that the record knows itself.
        ReviewOfRecord { option: String, id: i64 } = "call-review-of-record" =>
            "{option} belongs to a file, and {id} is the number of a game in the record: leave it out, or write ./{id} if that is a file's name",
        /// Something that a file knows itself.
        ReviewOfFile { option: String, file: String } = "call-review-of-file" =>
            "{option} belongs to games of the record, and {file} is a file: leave it out",
        /// A file of many games.
        ReviewMany { file: String } = "call-review-many" =>
            "{file} holds more than one game: choose one with --game NUMBER",
        /// A game that the file does not hold.
        ReviewNoGame { given: u32, file: String, last: usize } = "call-review-no-game" =>
            "there is no game {given} in {file}: its last one is {last}",
        /// A limit that is no number of positions.
        PuzzleLimit { given: String } = "call-puzzle-limit" =>
            "'{given}' does not limit the search for puzzles: write a number of positions, such as --limit nodes=20000",
        /// A board without threats.
        ThreatsBoard { rules: String } = "call-threats-board" =>
            "threats on {rules} are not known: --threats is for boards where stones are placed freely and 2 to 10 in a row win",
        /// A limit that is neither a number of positions nor a time.
        ThreatsLimit { given: String } = "call-threats-limit" =>
            "'{given}' does not limit the search for threats: write a number of positions or a time, such as --limit nodes=1000000 or --limit time=5s",
        /// A book of another board, or of other plies.
        OtherBook { file: String, has: String, wanted: String } = "call-other-book" =>
            "{file} is a book of {has}, not of {wanted}: name another file",
        /// Nowhere to keep a book.
        BookFile {} = "call-book-file" =>
            "--plies makes a book: name the file to keep it in with --book FILE",
        /// Ctrl-C while a book is made.
        BookStopped { known: String, positions: String } = "call-book-stopped" =>
            "stopped with {known} of {positions} positions solved, which are saved: give the same command to go on",
        /// Ctrl-C while an agent solves puzzles.
        PuzzlesStopped {} = "call-puzzles-stopped" =>
            "stopped before all puzzles were asked: the last ones are not counted",
        /// A move that the game does not have.
        NoSuchMove { given: usize, last: usize } = "call-no-such-move" =>
            "there is no board after move {given}: this game ends with move {last}",
    }
}
