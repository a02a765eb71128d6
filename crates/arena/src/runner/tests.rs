//! Contests with any number of workers, interrupted anywhere, with players of bad habits.

use super::*;
use crate::{Entrant, Format, OpeningChoice, Openings, Scoreboard, Threads, read_entrants};
use kinrow_agent::{Action, Agent, AgentError, Decision, Limits, Reason, RecordedResult, Seed, Thinking};
use kinrow_game::{Game, Point, Position};
use std::collections::BTreeMap;

fn contest(agents: &str, board: &str, openings: &str) -> Contest {
    contest_of(read_entrants(agents, Limits::NONE).unwrap(), board, openings)
}

fn contest_of(entrants: Vec<Entrant>, board: &str, openings: &str) -> Contest {
    let (rules, seed) = (board.parse().unwrap(), Seed(11));
    let openings = Openings::new(rules, OpeningChoice::parse(openings).unwrap(), seed).unwrap();
    Contest { rules, entrants, openings, seed, tolerance: Duration::from_millis(50) }
}

fn job<'a>(contest: &'a Contest, schedule: &'a Schedule) -> Job<'a> {
    Job { contest, schedule, sprt: None, share: None, enough: Stop::new(), at_once: Stop::new() }
}

/// A record without what a clock measured.
fn timeless(mut record: GameRecord) -> GameRecord {
    for mv in &mut record.moves {
        mv.time_ms = 0.0;
    }
    record
}

type Games = BTreeMap<u64, GameRecord>;

/// Plays on top of what is kept, and keeps what is new.
fn play(job: &Job<'_>, workers: usize, kept: &mut Games) -> Ended<()> {
    let earlier = kept.iter().map(|(&index, record)| (index, record.clone())).collect();
    run(
        job,
        &Threads(workers),
        earlier,
        |index, record| {
            let before = kept.insert(index, timeless(record.clone()));
            assert!(before.is_none(), "game {index} was played twice");
            Ok(())
        },
        |_| {},
    )
}

/// A board without times.
fn board(ended: &Ended<()>, players: usize) -> Scoreboard {
    let mut board = Scoreboard::of(players, &ended.results, ended.counted);
    for line in &mut board.lines {
        line.cost.time_ms = 0.0;
    }
    board
}

const FIELD: &str = "random;mcts:playouts=20;alphabeta:depth=1;averaging";

#[test]
fn any_number_of_workers_plays_the_same_games() {
    let contest = contest(FIELD, "3x3x3", "random:2");
    for format in [Format::RoundRobin, Format::Gauntlet { challengers: 1 }, Format::Ladder { steps: 4 }] {
        let schedule = Schedule::new(4, format, 3);
        let runs: Vec<(Games, Scoreboard)> = [1, 2, 5]
            .into_iter()
            .map(|workers| {
                let mut games = Games::new();
                let ended = play(&job(&contest, &schedule), workers, &mut games);
                assert!(matches!(ended.end, End::Complete));
                assert_eq!(games.len() as u64, schedule.games());
                (games, board(&ended, 4))
            })
            .collect();
        assert!(runs[0] == runs[1] && runs[0] == runs[2], "{format:?}");
    }
}

#[test]
fn a_contest_that_is_interrupted_ends_like_one_that_is_not() {
    let contest = contest(FIELD, "3x3x3", "random:2");
    for format in [Format::RoundRobin, Format::Ladder { steps: 3 }] {
        let schedule = Schedule::new(4, format, 2);
        let mut whole = Games::new();
        let uninterrupted = board(&play(&job(&contest, &schedule), 1, &mut whole), 4);
        for after in [1, 5, 14] {
            let mut games = Games::new();
            let stopped = job(&contest, &schedule);
            let enough = stopped.enough.clone();
            let mut played = 0;
            let ended: Ended<()> = run(
                &stopped,
                &Threads(3),
                Vec::new(),
                |index, record| {
                    games.insert(index, timeless(record.clone()));
                    played += 1;
                    if played == after {
                        enough.stop();
                    }
                    Ok(())
                },
                |_| {},
            );
            assert!(matches!(ended.end, End::Stopped));
            // What was running is finished: at most one more a worker.
            assert!((after..=after + 3).contains(&games.len()), "{} after {after}", games.len());
            assert_eq!(ended.results.len(), games.len() as u64);
            let resumed = play(&job(&contest, &schedule), 2, &mut games);
            assert!(matches!(resumed.end, End::Complete));
            assert!(games == whole && board(&resumed, 4) == uninterrupted, "{format:?} after {after}");
        }
    }
}

/// More games are the same games and some more.
#[test]
fn a_longer_match_goes_on() {
    let contest = contest("random;mcts:playouts=20", "3x3x3", "random:2");
    let (mut short, mut long) = (Games::new(), Games::new());
    play(&job(&contest, &Schedule::new(2, Format::RoundRobin, 4)), 2, &mut short);
    play(&job(&contest, &Schedule::new(2, Format::RoundRobin, 9)), 2, &mut long);
    assert!(short.iter().all(|(index, record)| long[index] == *record));
    let schedule = Schedule::new(2, Format::RoundRobin, 9);
    play(&job(&contest, &schedule), 2, &mut short);
    assert!(short == long);
    assert_eq!(contest.key(&schedule), contest.key(&Schedule::new(2, Format::RoundRobin, 4)));
}

/// The same games in the same order, whoever is faster; nothing beyond the deciding pair is kept.
#[test]
fn a_sequential_test_keeps_the_same_games() {
    let contest = contest("alphabeta;random", "3x3x3", "random:2");
    let schedule = Schedule::new(2, Format::RoundRobin, 500);
    let sprt: Sprt = "elo0=0,elo1=100".parse().unwrap();
    let mut runs = Vec::new();
    for workers in [1, 2, 3, 5, 7] {
        let mut games = Games::new();
        let ended = play(&Job { sprt: Some(sprt), ..job(&contest, &schedule) }, workers, &mut games);
        assert!(matches!(ended.end, End::Decided));
        assert!(ended.counted < 1000 && ended.counted.is_multiple_of(2));
        let counts = Scoreboard::of(2, &ended.results, ended.counted).pairs[0][1];
        assert_eq!(sprt.state(&Outcomes::of_pairs(counts)).verdict, Verdict::AcceptsSecond);
        let now = board(&ended, 2);
        assert_eq!(now.games, ended.counted);
        // Decided is decided: nothing more is played, and nothing changes.
        assert!(games.keys().copied().eq(0..ended.counted), "{workers} workers");
        let again = play(&Job { sprt: Some(sprt), ..job(&contest, &schedule) }, workers, &mut games);
        assert_eq!((games.len() as u64, again.counted), (ended.counted, ended.counted));
        runs.push((games, now));
    }
    assert!(runs.iter().all(|run| *run == runs[0]));
}

/// Stopped anywhere, in either way, and resumed with any number of workers: games are kept in their order, without a gap,
/// and at the end there are those of a test that was not interrupted.
#[test]
fn a_sequential_test_that_is_interrupted_keeps_the_same_games() {
    let contest = contest("alphabeta;random", "3x3x3", "random:2");
    let schedule = Schedule::new(2, Format::RoundRobin, 500);
    let sprt = Some("elo0=0,elo1=20".parse().unwrap());
    let mut whole = Games::new();
    play(&Job { sprt, ..job(&contest, &schedule) }, 1, &mut whole);
    // Seven workers may be 56 games ahead when they are stopped after 13: the test must not be decided by then.
    assert!(whole.len() > 80, "{}", whole.len());
    for (after, at_once, workers) in [(1, false, 3), (7, true, 5), (12, false, 2), (13, true, 7)] {
        let mut games = Games::new();
        let stopped = Job { sprt, ..job(&contest, &schedule) };
        let stop = if at_once { stopped.at_once.clone() } else { stopped.enough.clone() };
        let ended: Ended<()> = run(
            &stopped,
            &Threads(workers),
            Vec::new(),
            |index, record| {
                assert_eq!(index, games.len() as u64, "kept in order");
                games.insert(index, timeless(record.clone()));
                if games.len() == after {
                    stop.stop();
                }
                Ok(())
            },
            |_| {},
        );
        assert!(matches!(ended.end, End::Stopped));
        assert!((after..whole.len()).contains(&games.len()), "{} after {after}", games.len());
        let resumed = play(&Job { sprt, ..job(&contest, &schedule) }, 3, &mut games);
        assert!(matches!(resumed.end, End::Decided));
        assert!(games == whole, "stopped after {after}");
    }
}

/// Plays the first legal move until its second turn; then its habit.
struct Habit {
    habit: &'static str,
    turns: u32,
}

impl Agent<Position> for Habit {
    fn choose(
        &mut self,
        position: &Position,
        _: &Limits,
        _: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        self.turns += 1;
        let first = position.moves().next().unwrap();
        let act = |action| Ok(Decision { action, ..Decision::of(first) });
        match self.habit {
            _ if self.turns < 2 => act(Action::Play(first)),
            "illegal" => act(Action::Play(Point::from_index(60_000))),
            "late" => {
                std::thread::sleep(Duration::from_millis(200));
                act(Action::Play(first))
            }
            "failing" => Err(AgentError::Failed { agent: "failing".into(), why: "tired".into() }),
            "panicking" => panic!("lost its head"),
            "leaving" => act(Action::Leave),
            _ => act(Action::Play(first)),
        }
    }
}

fn habit(habit: &'static str) -> Entrant {
    // Only who is late on purpose has a clock: a busy machine may keep anybody waiting.
    let time = (habit == "late").then(|| Duration::from_millis(20));
    let limits = Limits { time, ..Limits::NONE };
    Entrant::custom(habit, limits, move |_| Habit { habit, turns: 0 })
}

#[test]
fn who_misbehaves_loses_that_game_and_the_contest_goes_on() {
    let habits = ["illegal", "late", "failing", "panicking", "leaving"];
    let mut entrants: Vec<Entrant> = habits.into_iter().map(habit).collect();
    entrants.push(habit("honest"));
    let contest = contest_of(entrants, "5x5x5", "none");
    let schedule = Schedule::new(6, Format::Gauntlet { challengers: 5 }, 1);
    let mut games = Games::new();
    let ended = play(&job(&contest, &schedule), 2, &mut games);
    assert!(matches!(ended.end, End::Complete));
    let board = board(&ended, 6);
    for (player, name) in habits.into_iter().enumerate() {
        let line = board.lines[player];
        assert_eq!((line.all().losses, line.forfeits.total()), (2, 2), "{name}");
        let counts = [line.forfeits.illegal, line.forfeits.time, line.forfeits.error];
        let right = match name {
            "illegal" => [2, 0, 0],
            "late" => [0, 2, 0],
            _ => [0, 0, 2],
        };
        assert_eq!(counts, right, "{name}");
    }
    assert_eq!(board.lines[5].forfeits.total(), 0);
    assert!(games.values().all(|record| record.result != RecordedResult::Unfinished));
    assert!(games.values().any(|record| record.reason == Reason::Error("it left the game".into())));
}

/// A file can go while a contest runs: that costs its agent the game, whichever side it has, and nothing else.
#[test]
fn who_cannot_be_built_any_more_loses_that_game() {
    let contest = contest("random;td0:file=gone.model", "3x3x3", "none");
    for (x, o, result) in [(0, 1, RecordedResult::X), (1, 0, RecordedResult::O)] {
        let fixture = Fixture { index: 0, x, o, opening: 0 };
        let record = contest.play(&fixture, &mut kinrow_agent::Nobody, &Stop::new()).unwrap();
        assert_eq!((record.result, record.moves.len()), (result, 0));
        assert!(
            matches!(&record.reason, Reason::Error(why) if why.contains("gone.model")),
            "{:?}",
            record.reason
        );
    }
}

#[test]
fn an_agent_that_cannot_play_is_refused_before_anything_starts() {
    for (agents, board, words) in [
        ("random;td0", "3x3x3", "td0 has learned nothing yet"),
        ("random;minimax", "15x15x5", "would never finish"),
        ("random", "3x3x3", "at least two agents; 1 was given"),
    ] {
        let error = contest(agents, board, "none").check(Format::RoundRobin).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    let contest = contest("random;random", "3x3x3", "none");
    let error = contest.check(Format::Gauntlet { challengers: 2 }).unwrap_err().to_string();
    assert!(error.contains("2 challengers of 2 agents leave nobody"), "{error}");
    assert!(contest.check(Format::RoundRobin).is_ok());
}

#[test]
fn stopped_at_once_a_running_game_is_forgotten() {
    let contest = contest("mcts:playouts=1000000000;mcts:playouts=1000000000", "9x9x5", "none");
    let schedule = Schedule::new(2, Format::RoundRobin, 2);
    let job = job(&contest, &schedule);
    let stop = job.at_once.clone();
    let presser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        stop.stop();
    });
    let mut games = Games::new();
    let ended = play(&job, 2, &mut games);
    presser.join().unwrap();
    assert!(matches!(ended.end, End::Stopped) && games.is_empty() && ended.results.is_empty());
}

#[test]
fn a_game_that_cannot_be_kept_ends_the_contest() {
    let contest = contest("random;random", "3x3x3", "random:2");
    let schedule = Schedule::new(2, Format::RoundRobin, 100);
    let mut kept = 0;
    let ended = run(
        &job(&contest, &schedule),
        &Threads(2),
        Vec::new(),
        |_, _| {
            kept += 1;
            if kept > 3 { Err("the disk is full") } else { Ok(()) }
        },
        |_| {},
    );
    assert!(matches!(ended.end, End::Failed("the disk is full")));
    assert_eq!(ended.results.len(), 3);
}

/// `kinrow play` with the record's seed and opening plays the same game.
#[test]
fn a_single_game_can_be_played_again_from_its_record() {
    let contest = contest("random;mcts:playouts=30", "4x4x3", "random:2");
    let schedule = Schedule::new(2, Format::RoundRobin, 2);
    let mut games = Games::new();
    play(&job(&contest, &schedule), 1, &mut games);
    let record = &games[&3];
    let seed = Seed(record.seed);
    let [mut x, mut o] = [(0, &record.x.spec), (1, &record.o.spec)].map(|(side, spec)| {
        kinrow_players::catalogue::build(&spec.parse().unwrap(), seed.derive("agent", side)).unwrap()
    });
    let start = Position::new(contest.rules);
    let seats = [&record.x, &record.o].map(|player| kinrow_agent::Seat::new(&player.spec));
    let mut referee = kinrow_agent::Referee::new(start, seats, seed);
    let (_, opening) = start.play_moves(&record.opening.join(" ")).unwrap();
    referee.open(&opening);
    let again = kinrow_agent::play(referee, [&mut *x, &mut *o], &mut kinrow_agent::Nobody, &Stop::new());
    assert_eq!(timeless(again), *record);
}

/// The key by which runs of earlier versions are found: to change it is to leave them behind.
#[test]
fn the_key_is_what_it_was() {
    let contest = contest("random;alphabeta:depth=2", "3x3x3", "random:2");
    let key = contest.key(&Schedule::new(2, Format::RoundRobin, 4)).unwrap();
    let random = "agent=random limits= files=0000000000000000";
    assert!(key.starts_with(
        "kinrow-arena 2\nformat=roundrobin\nboard=3x3x3\nopenings=random:2\nseed=11\ntolerance=50ms\n"
    ));
    assert!(key.contains(random), "{key}");
}

/// A function has a key only when its program says by what it is known again.
#[test]
fn a_function_brings_its_own_fingerprint() {
    let schedule = Schedule::new(2, Format::RoundRobin, 1);
    let key = |entrant: Entrant| {
        contest_of(vec![entrant, habit("honest").with_fingerprint(1)], "3x3x3", "none").key(&schedule)
    };
    assert_eq!(key(habit("leaving")), None);
    let one = key(habit("leaving").with_fingerprint(1)).unwrap();
    assert_ne!(Some(one), key(habit("leaving").with_fingerprint(2)));
}

/// A model is read when the contest is checked; what becomes of its file afterwards changes nothing.
#[test]
fn a_model_is_read_once() {
    use kinrow_learn::{Method, Preset};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.kin");
    let (method, rules) = (Method::Td0, "3x3x3".parse().unwrap());
    let mut training =
        kinrow_learn::begin(method, Preset::Best, &method.preset(Preset::Best), rules, Seed(1)).unwrap();
    training.run(50, None, &Stop::new(), &mut |_, _| {});
    std::fs::write(&file, training.model(false, &Stop::new()).to_pieces().concat()).unwrap();
    let contest = contest(&format!("random;td0:file={}", file.display()), "3x3x3", "none");
    contest.check(Format::RoundRobin).unwrap();
    std::fs::remove_file(&file).unwrap();
    let mut games = Games::new();
    play(&job(&contest, &Schedule::new(2, Format::RoundRobin, 2)), 2, &mut games);
    assert!(games.values().all(|record| record.reason == Reason::Rules), "{games:?}");
}

/// Every game of a contest is in one of its shares.
#[test]
fn shares_are_the_whole() {
    let contest = contest(FIELD, "3x3x3", "random:2");
    let schedule = Schedule::new(4, Format::RoundRobin, 2);
    let (mut whole, mut joined) = (Games::new(), Games::new());
    play(&job(&contest, &schedule), 2, &mut whole);
    for share in "1/5".parse::<Share>().unwrap().all() {
        let mut games = Games::new();
        let ended = play(&Job { share: Some(share), ..job(&contest, &schedule) }, 2, &mut games);
        assert!(matches!(ended.end, End::Complete) && ended.results.len() == games.len() as u64);
        assert!(games.keys().all(|index| share.holds(index / 2)));
        joined.extend(games);
    }
    assert!(joined == whole);
}
