//! `kinrow solve --book`: which book answers, and with `--plies`, the making of one.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kinrow_files::{Kind, Lock, Output, read_bytes};
use kinrow_game::{Position, Rules};
use kinrow_search::solve::book::{Book, Books, Draft, MOST_POSITIONS, Maker};
use serde_json::json;

use crate::Context;
use crate::args::SolveOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::words;

/// The word for no book at all.
const NONE: &str = "none";

/// Megabytes of the largest file, with some room for its first lines.
const MOST_MEGABYTES: u64 = MOST_POSITIONS as u64 / 1_000_000 + 1;

/// How often what was found is saved.
const SAVE: Duration = Duration::from_secs(60);

/// Which books the solver is given.
pub(super) fn choose(given: Option<&str>, rules: Rules) -> Result<Books, Failure> {
    match given {
        None => Ok(Books::Shipped),
        Some(NONE) => Ok(Books::None),
        Some(file) => {
            let book =
                Book::from_bytes(&read_bytes(Path::new(file), MOST_MEGABYTES)?).map_err(Failure::call)?;
            if book.rules() != rules {
                return Err(other_book(file, &book.rules().to_string(), &rules.to_string()));
            }
            Ok(Books::Given(Arc::new(book)))
        }
    }
}

fn other_book(file: &str, has: &str, wanted: &str) -> Failure {
    Failure::call(CallError::OtherBook { file: file.into(), has: has.into(), wanted: wanted.into() })
}

/// What machine-readable output says of the book that gave the value.
pub(super) fn to_json(books: &Books, given: Option<&str>, rules: Rules) -> serde_json::Value {
    books.get(rules).map_or(serde_json::Value::Null, |book| json!({ "file": given, "plies": book.plies() }))
}

/// Makes a book, or continues one.
pub(super) fn make(
    position: &Position,
    plies: u32,
    options: &SolveOptions,
    context: &Context,
) -> Result<(), Failure> {
    let file = options.book.as_deref().filter(|&file| file != NONE);
    let file = file.ok_or_else(|| Failure::call(CallError::BookFile {}))?;
    let rules = position.rules();
    let path = Path::new(file);
    let _lock = Lock::of(path)?;
    let (draft, output) = begin(path, rules, plies)?;
    let text = &context.text;
    let all = draft.positions();
    let numbers = |known: usize| [words::number(known as u64), words::number(all as u64)];
    let mut making = Making { output, saved: Instant::now() };
    let mut maker = Maker::new(draft, options.memory, options.threads.into());
    let started = Instant::now();
    let mut is_stopped = false;
    if maker.draft().known() < all {
        let [known, all] = numbers(maker.draft().known());
        let details = [
            ("known", known.as_str()),
            ("positions", &all),
            ("board", &rules.to_string()),
            ("plies", &plies.to_string()),
        ];
        if !options.json {
            say!("{}", text.fill("solve.book-begin", &details));
        }
        let estimated = maker.estimate(&context.stop);
        making.output.write(&maker.draft().to_bytes())?;
        if let (Ok(time), false) = (estimated, options.json) {
            say!("{}", text.fill("solve.book-time", &[("time", &long(text, time))]));
        }
        is_stopped = estimated.is_err() || making.run(&mut maker, context)?;
    }
    let draft = maker.into_draft();
    let [known, positions] = numbers(draft.known());
    if options.json {
        print_json(&json!({
            "board": rules.to_string(),
            "plies": plies,
            "positions": all,
            "known": draft.known(),
            "file": file,
            "bytes": draft.to_bytes().len(),
            "time_ms": started.elapsed().as_secs_f64() * 1000.0,
        }));
    }
    if is_stopped {
        return Err(Failure::job(CallError::BookStopped { known, positions }));
    }
    let book = draft.finish().map_err(Failure::job)?;
    if !options.json {
        let count = words::number(book.positions() as u64);
        let details =
            [("file", file), ("count", &count), ("positions", &positions), ("plies", &plies.to_string())];
        say!("{}", text.fill("solve.book-done", &details));
    }
    Ok(())
}

/// The draft in a file that is there, or a new one; and where it is kept.
fn begin(path: &Path, rules: Rules, plies: u32) -> Result<(Draft, Output), Failure> {
    if !path.exists() {
        let draft = Draft::new(rules, plies).map_err(Failure::call)?;
        return Ok((draft, Output::new(path, Kind::Book, false)?));
    }
    // Whatever else is there is not touched.
    let output = Output::resumed(path, Kind::Book)?;
    let draft = Draft::from_bytes(&read_bytes(path, MOST_MEGABYTES)?).map_err(Failure::call)?;
    if (draft.rules(), draft.plies()) != (rules, plies) {
        let name = |rules: Rules, plies: u32| format!("{rules} --plies {plies}");
        let (has, wanted) = (name(draft.rules(), draft.plies()), name(rules, plies));
        return Err(other_book(&path.display().to_string(), &has, &wanted));
    }
    Ok((draft, output))
}

/// A book that is kept as it grows.
struct Making {
    output: Output,
    saved: Instant,
}

impl Making {
    /// Solves what is left; returns whether someone said stop before the end.
    fn run(&mut self, maker: &mut Maker, context: &Context) -> Result<bool, Failure> {
        let (begun, all) = (maker.draft().known(), maker.draft().positions());
        let progress = Progress::bar(all as u64);
        let started = Instant::now();
        let (mut done, mut failed) = (begun, None);
        // A disk that is full ends the work: nothing would come of it.
        let stop = context.stop.child();
        let solved = maker.run(&stop, &mut |draft| {
            done += 1;
            let left = started.elapsed().mul_f64((all - done) as f64 / (done - begun) as f64);
            let [known, positions] = [done, all].map(|count| words::number(count as u64));
            let details =
                [("known", known.as_str()), ("positions", &positions), ("time", &long(&context.text, left))];
            progress.say(context.text.fill("solve.book-progress", &details));
            progress.at(done as u64);
            if self.saved.elapsed() > SAVE {
                self.saved = Instant::now();
                if let Err(error) = self.output.write(&draft.to_bytes()) {
                    failed = Some(error);
                    stop.stop();
                }
            }
        });
        drop(progress);
        if let Some(error) = failed {
            return Err(error.into());
        }
        self.output.write(&maker.draft().to_bytes())?;
        Ok(solved.is_err())
    }
}

/// A time that may be long, in hours and minutes.
fn long(text: &kinrow_text::Text, time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    if minutes == 0 {
        return words::time(time);
    }
    let parts = [("hours", (minutes / 60).to_string()), ("minutes", (minutes % 60).to_string())];
    text.fill("solve.long-time", &parts.each_ref().map(|(name, value)| (*name, value.as_str())))
}
