//! Why a request is refused. Most reasons are the libraries' own; these are the ones that only a session knows.

use kinrow_game::Explain;

/// A refusal, to be told in the language of the one who asked.
pub type Refusal = Box<dyn Explain + Send>;

/// Any error as a refusal.
pub fn refuse(error: impl Explain + Send + 'static) -> Refusal {
    Box::new(error)
}

kinrow_game::sentences! {
    /// Why a session refuses.
    pub enum SessionError {
        /// The game has ended.
        Over {} = "session-over" =>
            "the game is over: take a move back, or begin a new game",
        /// A machine plays this side.
        NotYours { side: String } = "session-not-yours" =>
            "a machine plays {side}: wait for its move, or choose to play {side} yourself",
        /// Nobody has moved.
        NothingToUndo {} = "session-nothing-to-undo" =>
            "there is nothing to take back",
        /// No move was taken back.
        NothingToRedo {} = "session-nothing-to-redo" =>
            "there is no later move to go forward to",
        /// There is no such move.
        Ply { given: u64, most: usize } = "session-ply" =>
            "there is no move {given} in this game: it has {most}",
        /// It is a person's turn.
        NoMachine {} = "session-no-machine" =>
            "it is a person's turn: there is no machine to make a move",
        /// No machine plays.
        NotBetweenMachines {} = "session-not-machines" =>
            "only a game between two machines plays on by itself: choose a machine for both sides",
        /// A wait that is too long.
        Delay { given: u64 } = "session-delay" =>
            "a pause of {given} ms is too long: it goes from 0 to 5,000",
        /// No such level.
        Level { given: String } = "session-level" =>
            "'{given}' is not a level: choose from level1 (the weakest) to level8, and perfect",
        /// Nobody plays this board perfectly in a few seconds.
        Perfect { rules: String } = "session-perfect" =>
            "{rules} cannot be solved in a few seconds, so that nobody plays it perfectly here: choose level8",
        /// Both or neither.
        Start {} = "session-start" =>
            "a game begins from a board or from a position: give one of rules and position",
        /// A person with a limit that is not a time.
        PersonLimits { given: String } = "session-person-limits" =>
            "a person's move can be limited by time only: write time=30s, not '{given}'",
        /// An end that no forfeit brings about.
        Ended {} = "session-ended" =>
            "only a game that one side has lost by resignation, time, memory, an illegal move or an error begins as ended: leave out ended",
        /// Not a way to open a game.
        Opening { given: String, known: String } = "session-opening" =>
            "'{given}' is not a way to open a game: choose from {known}",
        /// Stones are there already.
        OpeningStart {} = "session-opening-start" =>
            "an opening begins on the empty board: leave out the position and the moves, or the opening",
        /// A board on which a few stones decide too much.
        OpeningBoard { rules: String } = "session-opening-board" =>
            "{rules} is too small for an opening: that takes a board from 5x5 and a row of 4 or more",
        /// It is not over yet.
        InOpening {} = "session-in-opening" =>
            "the opening is not over: place the stones and choose the colours first, or begin a new game",
        /// Nobody may choose.
        NoChoice {} = "session-no-choice" =>
            "no colour is to be chosen now",
        /// Nobody may add stones.
        NoAdding {} = "session-no-adding" =>
            "two more stones can be placed in Swap2 only, by whoever chooses first: choose x or o",
        /// Not something to choose.
        Colour { given: String } = "session-colour" =>
            "'{given}' cannot be chosen: choose from x, o and add",
        /// A stone that would end the game.
        OpeningEnds { mv: String } = "session-opening-ends" =>
            "{mv} would end the game in its opening: choose another point",
        /// A file's name, which a page may not give.
        File { option: String } = "session-file" =>
            "the option {option} names a file or a program, which a page may not: leave it out (a learner plays here with learn=on)",
        /// More than is allowed.
        TooMuch { what: String, given: String, most: String } = "session-too-much" =>
            "{what}={given} is more than this program allows a page: at most {most}",
        /// An analysis without an end, where others wait.
        Endless {} = "session-endless" =>
            "this program does not let an analysis go on without an end: give it a time",
        /// The agent tells of no tree.
        NoTree { agent: String, known: String } = "session-no-tree" =>
            "{agent} grows no tree that could be shown: choose from {known}",
        /// The tree was replaced, or never was.
        OldTree { given: u64 } = "session-old-tree" =>
            "the tree {given} is not kept any more: search again",
        /// The path leads nowhere.
        Path { given: String } = "session-path" =>
            "there is no node at '{given}' in the part of the tree that was kept",
        /// Nothing has been played.
        NothingToReview {} = "session-nothing-to-review" =>
            "no move has been made yet: there is nothing to review",
    }
}
