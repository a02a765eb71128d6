//! What goes wrong with jobs, in sentences.

kinrow_game::sentences! {
    /// Why there is no job, or not this.
    pub enum JobError {
        /// Another program has the store.
        Busy { folder: String } = "job-store-busy" =>
            "another program uses the jobs in {folder}: end it first, or give this one a folder of its own with --jobs FOLDER",
        /// Somebody else's folder.
        Foreign { folder: String } = "job-store-foreign" =>
            "{folder} holds something other than jobs: choose an empty folder with --jobs FOLDER",
        /// Of a later version.
        Newer { file: String, given: u64 } = "job-store-newer" =>
            "{file} has format {given}, written by a newer Kinrow; this one reads format 1: choose another folder with --jobs FOLDER",
        /// Not what this program writes.
        Damaged { file: String, why: String } = "job-damaged" =>
            "{file} is not a job of Kinrow ({why}): move its folder away",
        /// No room for another.
        TooMany { most: usize } = "job-too-many" =>
            "there are {most} jobs, which is as many as are kept: remove one that has ended",
        /// No job of this number.
        None { given: u64 } = "job-none" =>
            "there is no job {given} (any more)",
        /// Not in this state.
        NotNow { job: u64 } = "job-not-now" =>
            "job {job} cannot do that now: what runs or waits can be paused or stopped, what is paused or stopped can go on, and what has ended can be removed",
        /// Not a name for a model.
        LabelForm { given: String } = "job-label-form" =>
            "'{given}' cannot be a name for a model: use at most 40 letters, digits, - and _, beginning with a letter or a digit",
        /// Another model has it.
        LabelTaken { given: String } = "job-label-taken" =>
            "there is a model called {given} already: choose another name",
        /// No model has it.
        LabelNone { given: String } = "job-label-none" =>
            "there is no model called '{given}': save a training under that name first",
        /// The job has no model.
        NotLearned { job: u64 } = "job-not-learned" =>
            "job {job} has not learned anything yet",
        /// As many models as are kept.
        TooManyModels { most: usize } = "job-models" =>
            "there are {most} models, which is as many as are kept: remove one",
        /// Neither a method nor zero.
        Method { given: String, known: String } = "job-method" =>
            "'{given}' is not a method that learns: choose from {known}",
        /// Nothing, or more than is allowed.
        Goal { given: u64, most: u64 } = "job-goal" =>
            "a training has 1 to {most} games (or generations, or rounds), not {given}",
        /// Nobody to play against, or more than a table holds.
        Agents { given: usize, most: usize } = "job-agents" =>
            "a contest has 2 to {most} agents, not {given}",
        /// None, or more than is allowed.
        Games { given: u64, most: u64 } = "job-games" =>
            "a contest has 2 to {most} games in all, not {given}: ask for more or fewer games, or fewer agents",
        /// A file.
        Openings { given: String } = "job-openings" =>
            "'{given}' is not possible here: openings are none or random:N, such as random:2",
        /// A test of more than two.
        SprtOfTwo {} = "job-sprt-two" =>
            "a sequential test is between two agents: leave it out, or ask for a match of two",
        /// No game was finished.
        NoGames {} = "job-no-games" =>
            "no game of this contest is finished yet",
        /// No such experiment.
        Experiment { given: String, known: String } = "job-experiment" =>
            "'{given}' is not an experiment of the program: choose from {known}",
        /// A file or a program.
        Outside { line: usize, option: String } = "job-outside" =>
            "line {line}: {option} names a file or a program, which an experiment on the page cannot have: leave it out",
        /// Not measured to its end.
        NoReport { job: u64 } = "job-no-report" =>
            "job {job} has no report yet: an experiment has one when it is done",
        /// More memory than a job may have.
        Memory { megabytes: u64, most: u64 } = "job-memory" =>
            "this would take about {megabytes} MB of memory, and a job may take {most}: lower 'positions', or choose a smaller board",
        /// More disk than jobs may have.
        Disk { most: u64 } = "job-disk" =>
            "jobs and models take {most} MB on disk, which is as much as they may: remove some",
        /// It ran as long as a job may.
        Time { hours: u64 } = "job-time" =>
            "it has run for {hours} h, which is as long as a job may: what was learned is kept",
        /// A bug.
        Failed { why: String } = "job-failed" =>
            "the job failed: {why}",
    }
}

#[cfg(test)]
mod tests {
    use kinrow_text::{Language, Text};

    use super::*;

    #[test]
    fn every_error_is_translated() {
        let chinese = Text::new(Language::Chinese);
        for key in JobError::KEYS {
            assert!(chinese.has(&format!("error.{key}")), "error.{key} has no Chinese sentence");
        }
    }
}
