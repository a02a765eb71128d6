//! Why the library refuses.

kinrow_game::sentences! {
    /// Why the library refuses.
    pub(crate) enum LibraryError {
        /// The program was started so.
        NoRecord {} = "library-none" =>
            "this program keeps no record of games: start it without --no-record",
        /// Too much waits.
        Busy {} = "library-busy" =>
            "the library is busy: try again in a moment",
        /// It has grown as far as it may.
        Full { megabytes: u64 } = "library-full" =>
            "the record has {megabytes} MB, more than pages may add to: games are not kept any more",
        /// Not one of the page's.
        Side { given: String } = "library-side" =>
            "'{given}' is not a side: choose from x and o",
        /// Not a result.
        Result { given: String, known: String } = "library-result" =>
            "'{given}' is not a result: choose from {known}",
        /// Not a format.
        Format { given: String, known: String } = "library-format" =>
            "'{given}' is not a format of games: choose from {known}",
        /// A file of one game.
        OneGame { games: u64 } = "library-one-game" =>
            "a psq file holds one game, and these are {games}: open one of them, or choose json, sgf or csv",
        /// More than a page is sent.
        Many { games: u64, most: u64 } = "library-many" =>
            "these are {games} games, and a page saves {most} at most: narrow the search, or use 'kinrow games export'",
        /// Nothing to write.
        Nothing {} = "library-nothing" =>
            "no game matches: there is nothing to save",
        /// A file of too many bytes.
        Large { megabytes: u64 } = "library-large" =>
            "the file is larger than {megabytes} MB: use 'kinrow games import', which has no such limit",
        /// A file of too many games.
        ManyGames { most: u64 } = "library-many-games" =>
            "the file holds more than {most} games: use 'kinrow games import', which has no such limit",
        /// Bytes that stop coming.
        Broken {} = "library-broken" =>
            "the file did not arrive whole: send it again",
        /// A page that the program does not know.
        Stranger {} = "library-stranger" =>
            "this page is not known to the program any more: load it again",
        /// No puzzle was begun.
        NoPuzzle {} = "library-no-puzzle" =>
            "no puzzle was begun: choose one first",
        /// Nothing is left to be solved.
        Solved {} = "library-solved" =>
            "this puzzle is solved: choose another, or begin it again",
        /// The search was stopped before it knew.
        Unjudged {} = "library-unjudged" =>
            "the move could not be judged in the time that this program allows: try it again",
        /// Nothing to make puzzles of.
        NoGames { rules: String } = "library-no-games" =>
            "there are no games on {rules} to find puzzles in: play or import some",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_text::{Language, Text};

    #[test]
    fn every_error_is_translated() {
        let chinese = Text::new(Language::Chinese);
        for key in LibraryError::KEYS {
            assert!(chinese.has(&format!("error.{key}")), "error.{key} has no Chinese sentence");
        }
    }
}
