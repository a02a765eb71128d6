//! What the fuzz targets feed: every parser of Kinrow, with what must hold whatever it is given. Nothing panics, and what
//! was understood is written and read again to the same.
//!
//! `fuzz_targets/` calls these from libFuzzer; `crates/cli/tests/integration/corpus.rs` includes this file and feeds them the seeds
//! and small changes of them, so that the targets are looked after wherever the tests run.

use std::io::Cursor;

use kinrow_agent::{GameRecord, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_arena::{FileOpenings, OpeningChoice};
use kinrow_engine::Weights;
use kinrow_game::{Game, Outcome, Position, Rules, Tree, checksum};
use kinrow_gomocup::{command, engine, reply};
use kinrow_players::AgentSpec;
use kinrow_proof::{Certificate, Statement};
use kinrow_record::exchange::{Format, GameTree, read_anything};
use kinrow_search::solve::book::{Book, BookError, Draft};
use kinrow_search::solve::{SolveOptions, Solver};
use kinrow_study::puzzles::PuzzleSet;

/// A parser with what must hold of it.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also the name of its seeds.
pub const TARGETS: [(&str, Target); 21] = [
    ("book", book),
    ("brain", brain),
    ("csv", csv),
    ("job", job),
    ("limits", limits),
    ("model", model),
    ("moves", moves),
    ("openings", openings),
    ("position", position),
    ("proof", proof),
    ("protocol", protocol),
    ("psq", psq),
    ("puzzles", puzzles),
    ("record", record),
    ("rules", rules),
    ("sgf", sgf),
    ("solve", solve),
    ("spec", spec),
    ("tree", tree),
    ("weights", weights),
    ("zero", zero),
];

/// The Gomocup protocol, line by line, as both sides read it.
pub fn protocol(bytes: &[u8]) {
    if let Err(error) = command::parse(bytes) {
        let answer = error.answer();
        assert!(!answer.contains(['\n', '\r']), "an answer is one line: {answer:?}");
    }
    let _ = command::parse_board_line(bytes);
    let _ = reply::parse(bytes);
}

/// Our brain, given everything a manager could say: it answers in lines and ends with its input.
pub fn brain(bytes: &[u8]) {
    let agent = "random".parse().expect("the catalogue has a random agent");
    let said = engine::run(
        kinrow_players::brain::thinkers(Some(agent)),
        Seed(1),
        Cursor::new(bytes.to_vec()),
        Vec::new(),
        &Stop::new(),
    );
    let said = said.expect("a vector can always be written to");
    assert!(said.is_empty() || said.ends_with(b"\n"), "the last line is not ended");
}

/// Piskvork's games.
pub fn psq(bytes: &[u8]) {
    exchange(Format::Psq, bytes);
}

/// Games in SGF.
pub fn sgf(bytes: &[u8]) {
    exchange(Format::Sgf, bytes);
    let text = String::from_utf8_lossy(bytes);
    if let Ok(tree) = GameTree::from_sgf(&text, None) {
        let written = tree.to_sgf();
        let again = GameTree::from_sgf(&written, None).expect("what we wrote can be read");
        assert_eq!(again.to_sgf(), written);
    }
    let _ = read_anything(&text, "15x15x5".parse().expect("a well-known board"));
}

/// Tables of results.
pub fn csv(bytes: &[u8]) {
    exchange(Format::Csv, bytes);
}

/// Our own record, as a file that is brought in and as a saved game.
pub fn record(bytes: &[u8]) {
    exchange(Format::Json, bytes);
    if let Ok(record) = GameRecord::from_json(&String::from_utf8_lossy(bytes)) {
        assert_eq!(GameRecord::from_json(&record.to_json()).as_ref(), Ok(&record));
    }
}

/// Whatever a file gives is a game by our rules, and comes back from our record; an error is a sentence, not a file.
fn exchange(format: Format, bytes: &[u8]) {
    match format.read(bytes, None) {
        Ok(games) => {
            for game in &games {
                let json = Format::Json.write(game).expect("our record holds every game");
                assert_eq!(
                    Format::Json.read(json.as_bytes(), None).as_deref(),
                    Ok(std::slice::from_ref(game))
                );
                if let Ok(text) = format.write(game) {
                    let file = format.head() + &text;
                    let again = format.read(file.as_bytes(), None).expect("what we wrote can be read");
                    assert_eq!((&again[0].rules, again[0].result), (&game.rules, game.result));
                    assert!(again[0].all_moves().eq(game.all_moves()));
                }
            }
        }
        Err(error) => {
            assert!(error.to_string().len() < 2000, "an error of {} bytes", error.to_string().len());
        }
    }
}

/// Agents as text.
pub fn spec(bytes: &[u8]) {
    if let Ok(spec) = String::from_utf8_lossy(bytes).parse::<AgentSpec>() {
        let again: AgentSpec = spec.full().parse().expect("a full spec is a spec");
        assert_eq!(again.full(), spec.full());
    }
}

/// Rules as text.
pub fn rules(bytes: &[u8]) {
    if let Ok(rules) = String::from_utf8_lossy(bytes).parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
}

/// Positions as text.
pub fn position(bytes: &[u8]) {
    if let Ok(position) = String::from_utf8_lossy(bytes).parse::<Position>() {
        assert_eq!(position.to_string().parse::<Position>(), Ok(position));
    }
}

/// Lists of moves. The first line names the board.
pub fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, moves) = text.split_once('\n').unwrap_or(("15x15x5", &text));
    let Ok(rules) = first.parse::<Rules>() else { return };
    let start = Position::new(rules);
    if let Ok((last, points)) = start.play_moves(moves) {
        assert_eq!(usize::from(last.placed()), points.len());
    }
}

/// Limits as text.
pub fn limits(bytes: &[u8]) {
    if let Ok(limits) = String::from_utf8_lossy(bytes).parse::<Limits>() {
        let again: Limits = limits.to_string().parse().expect("limits are written as they are read");
        assert_eq!(again.to_string(), limits.to_string());
    }
}

/// The weights of the engine.
pub fn weights(bytes: &[u8]) {
    if let Ok(weights) = String::from_utf8_lossy(bytes).parse::<Weights>() {
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }
}

/// Files of openings, and where openings come from. The first line names the board.
pub fn openings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = OpeningChoice::parse(&text);
    let (first, lines) = text.split_once('\n').unwrap_or(("15x15x5", &text));
    if let Ok(rules) = first.parse::<Rules>() {
        let _ = FileOpenings::parse(rules, lines, "fuzz");
    }
}

/// Proofs: what is read is written again to the same bytes, and what the checker accepts of a small position is true. The sum is put right, or
/// hardly any change would get past it.
pub fn proof(bytes: &[u8]) {
    for file in [bytes, &with_sum(bytes)] {
        let Ok(certificate) = Certificate::from_bytes(file) else { continue };
        assert_eq!(certificate.to_bytes(), file);
        if kinrow_proof::check(&certificate).is_ok() && certificate.position.moves_left() <= 9 {
            assert!(is_true(&certificate), "{:?} is false", certificate.statement());
        }
    }
}

/// Solves to go on with: what is taken of a small board is written again to what is taken, and a solve that begins with it ends. The position
/// is that of the file, and the sum is put right, or hardly any change would get past them.
pub fn solve(bytes: &[u8]) {
    let text = bytes.split(|&byte| byte == b'\n').nth(1).map(String::from_utf8_lossy);
    let Some(Ok(position)) = text.map(|text| text.parse::<Position>()) else { return };
    for file in [bytes, &with_sum(bytes)] {
        let mut solver = Solver::new(SolveOptions { megabytes: 1, ..SolveOptions::default() });
        if solver.resume(&position, file).is_err() {
            continue;
        }
        let saved = solver.save(&position).expect("it was taken");
        solver.resume(&position, &saved).expect("what is written is read");
        if position.outcome().is_none() && position.moves_left() <= 25 {
            let mut ignore = Ignore;
            let limits = Limits { nodes: Some(2000), ..Limits::NONE };
            // Facts that are not true may lead to a value that is not, but to no panic.
            let _ = solver.solve(&position, &limits, &mut Thinking::new(Stop::new(), &mut ignore));
        }
    }
}

/// The same with the sum that such a file must have.
fn with_sum(bytes: &[u8]) -> Vec<u8> {
    let content = &bytes[..bytes.len().saturating_sub(8)];
    [content, &checksum(content)].concat()
}

/// Books of openings: what is read is written again to the same bytes, and is a book as soon as no score is missing.
pub fn book(bytes: &[u8]) {
    for file in [bytes, &with_sum(bytes)] {
        let Ok(draft) = Draft::from_bytes(file) else { continue };
        assert_eq!(draft.to_bytes(), file);
        let (known, all) = (draft.known(), draft.positions());
        match draft.finish() {
            Ok(book) => assert!(known == all && book.positions() >= all),
            Err(error) => assert_eq!(error, BookError::Unfinished { done: known, all }),
        }
        assert_eq!(Book::from_bytes(file).is_ok(), known == all);
    }
}

fn is_true(certificate: &Certificate) -> bool {
    let mut solver = Solver::new(SolveOptions { distance: true, megabytes: 1, ..SolveOptions::default() });
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    let solved = solver.value(&certificate.position, &Limits::NONE, &mut thinking);
    let solution = solved.expect("nothing limits this");
    let is_mover = |side| side == certificate.position.to_move();
    let for_side = |side| if is_mover(side) { solution.outcome } else { solution.outcome.for_opponent() };
    match certificate.statement() {
        Statement::Wins(side, within) => {
            for_side(side) == Outcome::Win && solution.plies.is_some_and(|plies| plies <= u32::from(within))
        }
        Statement::Holds(side) => for_side(side) != Outcome::Loss,
        Statement::Draw => solution.outcome == Outcome::Draw,
    }
}

/// Files of puzzles.
pub fn puzzles(bytes: &[u8]) {
    if let Ok(set) = PuzzleSet::parse(&String::from_utf8_lossy(bytes), "fuzz") {
        assert_eq!(PuzzleSet::parse(&set.to_text(), "fuzz"), Ok(set));
    }
}

/// Jobs as they are kept.
pub fn job(bytes: &[u8]) {
    if let Ok(saved) = kinrow_jobs::Saved::parse(&String::from_utf8_lossy(bytes)) {
        assert_eq!(kinrow_jobs::Saved::parse(&saved.to_text()), Ok(saved));
    }
}

/// Trained files.
pub fn model(bytes: &[u8]) {
    if let Ok(model) = kinrow_learn::Model::from_bytes(bytes) {
        let again = kinrow_learn::Model::from_bytes(&model.to_bytes()).expect("a model reads back");
        assert_eq!(again.to_bytes(), model.to_bytes());
        // A network takes its weights from the body; other learners' bodies grow with what they claim to hold.
        if model.header.method.keeps() == kinrow_learn::Keeps::Weights
            && let Ok(training) = kinrow_learn::resume(&model)
        {
            assert_eq!(training.episodes(), model.header.episodes);
        }
    }
}

/// Trained networks: as they are, and with a checksum that fits.
pub fn zero(bytes: &[u8]) {
    let sealed = kinrow_zero::ZeroModel::sealed(bytes[..bytes.len().saturating_sub(4)].to_vec());
    for bytes in [bytes, &sealed] {
        if let Ok(model) = kinrow_zero::ZeroModel::from_bytes(bytes) {
            let again = kinrow_zero::ZeroModel::from_bytes(&model.to_bytes()).expect("a network reads back");
            assert_eq!(again, model);
            if let Ok(training) = kinrow_zero::Training::resume(&model) {
                let kept = kinrow_zero::ZeroModel::from_bytes(&training.model().to_bytes());
                kept.expect("a training that goes on can be saved");
            }
        }
    }
}

/// The toy game written as text.
pub fn tree(bytes: &[u8]) {
    let Ok(tree) = String::from_utf8_lossy(bytes).parse::<Tree>() else { return };
    let written = tree.to_string();
    let again: Tree = written.parse().expect("what was written can be read");
    assert_eq!(again.to_string(), written);
}
