//! A session without a network: what a front end can do with a game, and what it is refused.

use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{
    Agent, Decision, GameRecord, Ignore, Limits, Nobody, OptionKind, Reason, RecordedResult, Referee, Seat,
    Seed, Stop, Thinking, TreeLimits, TreeLog, Value, play,
};
use kinrow_game::{Game, Position, Rules, Side};
use kinrow_gomocup::swap2::Choice;
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{self, AgentKind, Values};
use kinrow_session::steps;
use kinrow_session::{
    Begin, Bounds, Colour, EXAMPLES, Ended, Level, Player, PlayerChoice, Refusal, STARTER_GAMES, SearchTree,
    Session, Stage, Turn,
};
use kinrow_text::Language;
use kinrow_text::Text;

const ZERO: Duration = Duration::ZERO;

fn session() -> Session {
    Session::new(Arc::new(Text::new(Language::English)), Bounds::default(), Seed(1))
}

fn agent(spec: &str) -> PlayerChoice {
    PlayerChoice::Agent { spec: spec.into(), limits: None }
}

fn begin(
    session: &mut Session,
    rules: &str,
    moves: &str,
    x: &PlayerChoice,
    o: &PlayerChoice,
) -> Result<(), Refusal> {
    session.begin(&Begin { rules: Some(rules), position: None, moves, x, o, opening: None, ended: None })
}

fn with_game(rules: &str, moves: &str, x: &PlayerChoice, o: &PlayerChoice) -> Session {
    let mut session = session();
    begin(&mut session, rules, moves, x, o).map_err(|refusal| refusal.to_string()).unwrap();
    session
}

fn key<T>(result: Result<T, Refusal>) -> &'static str {
    match result {
        Ok(_) => "accepted",
        Err(refusal) => refusal.key(),
    }
}

/// Lets the machine whose turn it is play `mv`.
fn answer(session: &mut Session, mv: &str) {
    let task = session.move_task().ok().unwrap();
    let point = task.position.parse_move(mv).unwrap();
    session.answer(&task, Ok(Decision::of(point)), ZERO);
}

fn moves(session: &Session) -> (String, usize) {
    let view = session.view(None, ZERO);
    (view.moves.join(" "), view.ply)
}

const PERSON: PlayerChoice = PlayerChoice::Person { limits: None };

/// A line that is looked at is the same game: nothing answers there by itself, and the way back leads to all of it.
#[test]
fn another_line_of_the_same_game() {
    let mut session = with_game("3x3x3", "b2 a1", &PERSON, &agent("alphabeta"));
    session.play("c3", ZERO).ok().unwrap();
    answer(&mut session, "a3");
    let (number, played) = (session.number(), moves(&session));
    session.show_line("b2 a1 a2", 3, None).ok().unwrap();
    assert_eq!((moves(&session), session.number()), (("b2 a1 a2".into(), 3), number));
    assert_eq!(session.turn(), Turn::Paused, "the machine waits to be told");
    assert_eq!(session.view(None, ZERO).curve.len(), 0, "what was said belongs to the other line");
    // A person's own move there is answered again.
    session.show_line("b2 a1", 2, None).ok().unwrap();
    session.play("a2", ZERO).ok().unwrap();
    assert_eq!(session.turn(), Turn::Machine);
    session.show_line(&played.0, 1, None).ok().unwrap();
    assert_eq!(moves(&session), (played.0, 1));
    for (line, ply, refused) in
        [("b2 b2", 1, "moves-number"), ("b2", 2, "session-ply"), ("b2 z9", 0, "moves-number")]
    {
        let before = moves(&session);
        assert_eq!(key(session.show_line(line, ply, None)), refused, "{line}");
        assert_eq!(moves(&session), before);
    }
    let ended = Ended { result: RecordedResult::O, reason: Reason::Resigned };
    session.show_line("b2 a1", 2, Some(&ended)).ok().unwrap();
    assert_eq!(session.turn(), Turn::Over);
    session.show_line("b2 a1 a2", 3, None).ok().unwrap();
    assert_eq!(session.turn(), Turn::Paused, "the other line has not ended");
}

#[test]
fn people_play_a_game_to_its_end() {
    let mut session = with_game("3x3x3", "", &PERSON, &PERSON);
    for mv in ["a1", "a2", "b1", "b2"] {
        session.play(mv, ZERO).ok().unwrap();
    }
    assert_eq!(key(session.play("b2", ZERO)), "move-taken");
    assert_eq!(key(session.play("z9", ZERO)), "point-outside");
    session.play("c1", ZERO).ok().unwrap();
    let view = session.view(None, ZERO);
    assert_eq!(view.result, Some(RecordedResult::X));
    assert_eq!(view.ending.as_deref(), Some("X wins: a1 b1 c1"));
    assert_eq!(view.row, ["a1", "b1", "c1"]);
    assert_eq!((view.stones.as_str(), view.last.as_deref()), ("...OO.XXX", Some("c1")));
    assert!(view.legal.is_empty());
    assert_eq!(session.turn(), Turn::Over);
    assert_eq!(key(session.play("c3", ZERO)), "session-over");
    assert_eq!(key(session.resign()), "session-over");
    // A decided game can be taken back and go another way.
    session.undo().ok().unwrap();
    assert_eq!(session.turn(), Turn::Person);
    session.play("c3", ZERO).ok().unwrap();
    assert_eq!(moves(&session), ("a1 a2 b1 b2 c3".into(), 5));
}

#[test]
fn moves_are_lost_only_when_somebody_plays_differently() {
    let mut session = with_game("3x3x3", "a1 b2 c3 a3", &PERSON, &PERSON);
    session.go_to(1).ok().unwrap();
    assert_eq!(moves(&session), ("a1 b2 c3 a3".into(), 1));
    assert_eq!(key(session.go_to(5)), "session-ply");
    assert_eq!(key(session.go_to(u64::MAX)), "session-ply");
    session.redo().ok().unwrap();
    assert_eq!(moves(&session), ("a1 b2 c3 a3".into(), 2));
    session.go_to(4).ok().unwrap();
    assert_eq!(key(session.redo()), "session-nothing-to-redo");
    for _ in 0..4 {
        session.undo().ok().unwrap();
    }
    assert_eq!(key(session.undo()), "session-nothing-to-undo");
    session.play("b1", ZERO).ok().unwrap();
    assert_eq!(moves(&session), ("b1".into(), 1));
}

#[test]
fn against_a_machine_one_takes_back_to_ones_own_turn() {
    let mut session = with_game("3x3x3", "", &PERSON, &agent("random"));
    assert_eq!(session.turn(), Turn::Person);
    session.play("b2", ZERO).ok().unwrap();
    assert_eq!(session.turn(), Turn::Machine);
    assert_eq!(key(session.play("a1", ZERO)), "session-not-yours");
    answer(&mut session, "a1");
    session.play("c1", ZERO).ok().unwrap();
    // While the machine thinks, one's own move alone is taken back.
    session.undo().ok().unwrap();
    assert_eq!(moves(&session), ("b2 a1 c1".into(), 2));
    session.undo().ok().unwrap();
    assert_eq!(moves(&session), ("b2 a1 c1".into(), 0));
    session.redo().ok().unwrap();
    assert_eq!(moves(&session), ("b2 a1 c1".into(), 2));
    session.redo().ok().unwrap();
    assert_eq!((moves(&session).1, session.turn()), (3, Turn::Machine), "at its end the game goes on");
    // A machine that is shown an earlier position waits until it is told to move there.
    session.go_to(1).ok().unwrap();
    assert_eq!(session.turn(), Turn::Paused);
    answer(&mut session, "c3");
    assert_eq!(moves(&session), ("b2 c3".into(), 2));
    // The second player has nothing to take back before the machine's first move.
    let mut second = with_game("3x3x3", "", &agent("random"), &PERSON);
    answer(&mut second, "b2");
    assert_eq!(key(second.undo()), "session-nothing-to-undo");
}

#[test]
fn machines_play_on_when_they_are_told() {
    let mut session = with_game("3x3x3", "", &agent("random"), &agent("random"));
    assert_eq!(session.turn(), Turn::Paused);
    session.set_auto(true, Some(0)).ok().unwrap();
    assert_eq!(session.turn(), Turn::Machine);
    answer(&mut session, "b2");
    answer(&mut session, "a1");
    session.undo().ok().unwrap();
    assert_eq!((moves(&session), session.turn()), (("b2 a1".into(), 1), Turn::Paused));
    assert_eq!(key(session.set_auto(true, Some(5001))), "session-delay");
    session.set_players(&PERSON, &agent("random")).ok().unwrap();
    assert_eq!(key(session.set_auto(true, None)), "session-not-machines");
    assert_eq!(key(session.move_task()), "accepted", "O is still a machine");
}

/// As the referee has it: whoever fails, plays what is not legal or gives up loses.
#[test]
fn answers_are_judged() {
    let game = || with_game("3x3x3", "b2", &PERSON, &agent("random"));
    let mut failed = game();
    let task = failed.move_task().ok().unwrap();
    failed.answer(&task, Err(Reason::Error("it panicked: of fear".into())), ZERO);
    assert_eq!(failed.view(None, ZERO).ending.as_deref(), Some("X wins: O failed (it panicked: of fear)"));
    let mut illegal = game();
    let taken = Position::new("3x3x3".parse().unwrap()).parse_move("b2").unwrap();
    illegal.answer(&task, Ok(Decision::of(taken)), ZERO);
    assert_eq!(illegal.view(None, ZERO).ending.as_deref(), Some("X wins: O played the illegal move b2"));
    illegal.undo().ok().unwrap();
    assert_eq!((moves(&illegal).1, illegal.turn()), (0, Turn::Person));
    // An answer to what nobody asks any more changes nothing.
    let mut gone = game();
    gone.undo().ok().unwrap();
    gone.answer(&task, Ok(Decision::of(taken)), ZERO);
    assert_eq!(moves(&gone), ("b2".into(), 0));
    let mut resigned = game();
    resigned.resign().ok().unwrap();
    assert_eq!(
        resigned.view(None, ZERO).ending.as_deref(),
        Some("O wins: X resigned"),
        "the person gives up"
    );
    resigned.undo().ok().unwrap();
    assert_eq!(resigned.view(None, ZERO).result, None);
}

/// A game on a page has the record that any other game has.
#[test]
fn the_record_is_complete() {
    let mut session = with_game("3x3x3", "b2", &agent("random"), &PERSON);
    session.play("a1", Duration::from_millis(1500)).ok().unwrap();
    answer(&mut session, "c1");
    session.play("a3", ZERO).ok().unwrap();
    // A move that is looked back at is still part of it; one that was played differently is not.
    session.go_to(2).ok().unwrap();
    assert_eq!(session.game().record().all_moves().collect::<Vec<_>>(), ["b2", "a1", "c1", "a3"]);
    answer(&mut session, "c3");
    session.resign().ok().unwrap();
    let record = session.game().record();
    assert_eq!((record.result, &record.reason), (RecordedResult::X, &Reason::Resigned));
    assert_eq!(record.opening, ["b2"]);
    let moves: Vec<_> = record.moves.iter().map(|mv| (mv.mv.as_str(), mv.time_ms)).collect();
    assert_eq!(moves, [("a1", 1500.0), ("c3", 0.0)]);
    assert_eq!((record.x.spec.as_str(), record.o.spec.as_str()), ("random", "human"));
    assert_eq!(GameRecord::from_json(&record.to_json()).unwrap(), *record);
    // Given moves can be taken back too.
    session.undo().ok().unwrap();
    session.go_to(0).ok().unwrap();
    answer(&mut session, "a2");
    let record = session.game().record();
    assert_eq!((record.opening.len(), record.all_moves().collect::<Vec<_>>()), (0, vec!["a2"]));
}

#[test]
fn a_person_with_a_clock_can_lose_on_time() {
    let hasty = PlayerChoice::Person { limits: Some("time=5s".into()) };
    let mut session = with_game("3x3x3", "", &PERSON, &hasty);
    assert!(session.view(None, ZERO).clock.is_none(), "X has all the time in the world");
    session.play("b2", Duration::from_secs(3600)).ok().unwrap();
    let clock = session.view(None, Duration::from_secs(2)).clock.unwrap();
    assert_eq!((clock.side, clock.allowed_ms, clock.left_ms), ("o", 5000, 3000));
    session.check_time(Duration::from_secs(5));
    assert_eq!(session.turn(), Turn::Person, "a move may be on its way");
    // Looking back does not stop the clock.
    session.go_to(0).ok().unwrap();
    session.check_time(Duration::from_secs(7));
    session.go_to(1).ok().unwrap();
    assert_eq!(
        session.view(None, ZERO).ending.as_deref(),
        Some("X wins: O took too long (7000 ms of 5000 ms)")
    );
    assert!(session.view(None, ZERO).clock.is_none());
    session.undo().ok().unwrap();
    assert_eq!(session.turn(), Turn::Person);
    // A move that comes too late does not count.
    session.play("a1", Duration::from_secs(7)).ok().unwrap();
    assert_eq!((moves(&session), session.turn()), (("b2".into(), 1), Turn::Over));
}

/// Whoever keeps the start, the moves and the end of a game can bring it back.
#[test]
fn a_game_that_was_forfeited_begins_as_it_ended() {
    let mut session = with_game("3x3x3", "b2 a1", &PERSON, &PERSON);
    assert_eq!(session.view(None, ZERO).ended, None);
    session.resign().ok().unwrap();
    session.go_to(1).ok().unwrap();
    let view = session.view(None, ZERO);
    assert_eq!((view.result, view.ended.is_some()), (None, true), "the end is told wherever one looks");
    let mut other = self::session();
    let ended = view.ended.as_ref();
    let begin = Begin {
        rules: Some("3x3x3"),
        position: None,
        moves: "b2 a1",
        x: &PERSON,
        o: &PERSON,
        opening: None,
        ended,
    };
    other.begin(&begin).ok().unwrap();
    assert_eq!(other.view(None, ZERO).ending.as_deref(), Some("O wins: X resigned"));
    other.undo().ok().unwrap();
    assert_eq!(other.turn(), Turn::Person);
    // Words from elsewhere are cut, and a row on the board needs none.
    let long = Ended { result: RecordedResult::O, reason: Reason::Error("very ".repeat(1000)) };
    other.begin(&Begin { ended: Some(&long), ..begin }).ok().unwrap();
    assert!(other.view(None, ZERO).ending.unwrap().len() < 300);
    other.begin(&Begin { moves: "a1 a2 b1 b2 c1", ended: Some(&long), ..begin }).ok().unwrap();
    assert_eq!(other.view(None, ZERO).ending.as_deref(), Some("X wins: a1 b1 c1"));
    assert_eq!(other.view(None, ZERO).ended, None);
}

#[test]
fn what_is_not_possible_is_refused_and_changes_nothing() {
    let mut session = with_game("3x3x3", "b2", &PERSON, &PERSON);
    let before = session.view(None, ZERO).position;
    for (rules, moves, x, expected) in [
        ("0x3x3", "", PERSON, "rules-size"),
        ("3x3x3", "b2 b2", PERSON, "moves-number"),
        ("3x3x3", "", agent("alfabeta"), "spec-agent-near"),
        ("3x3x3", "", agent("minimax:depth=0"), "option-value"),
        ("15x15x5", "", agent("minimax"), "agent-too-large"),
        ("3x3x3", "", agent("minimax:depth=61"), "session-too-much"),
        ("3x3x3", "", agent("mcts:playouts=1000001"), "session-too-much"),
        ("3x3x3", "", agent("mcts:time=11s"), "session-too-much"),
        ("3x3x3", "", agent("td0:learn=on,budget=1000001"), "session-too-much"),
        ("3x3x3", "", agent("td0"), "learner-no-file"),
        ("3x3x3", "", agent("td0:file=/etc/passwd"), "session-file"),
        ("3x3x3", "", agent("external:cmd=ls"), "session-file"),
        ("3x3x3", "", agent("external"), "session-file"),
        ("3x3x3", "", PlayerChoice::Level { level: "godlike".into() }, "session-level"),
        ("15x15x5", "", PlayerChoice::Level { level: "perfect".into() }, "session-perfect"),
        (
            "3x3x3",
            "",
            PlayerChoice::Agent { spec: "random".into(), limits: Some("time=1h".into()) },
            "limits-shape",
        ),
        (
            "3x3x3",
            "",
            PlayerChoice::Agent { spec: "random".into(), limits: Some("time=60s".into()) },
            "session-too-much",
        ),
    ] {
        assert_eq!(key(begin(&mut session, rules, moves, &x, &PERSON)), expected, "{rules} {x:?}");
        assert_eq!(session.view(None, ZERO).position, before, "{rules} {x:?}");
    }
    let empty = Some("3x3x3 3/3/3 x");
    let from = Begin {
        rules: Some("3x3x3"),
        position: None,
        moves: "",
        x: &PERSON,
        o: &PERSON,
        opening: None,
        ended: None,
    };
    assert_eq!(key(session.begin(&Begin { position: empty, ..from })), "session-start");
    for (result, reason) in [
        (RecordedResult::Draw, Reason::Resigned),
        (RecordedResult::X, Reason::Rules),
        (RecordedResult::Unfinished, Reason::Left),
    ] {
        let ended = Ended { result, reason };
        assert_eq!(key(session.begin(&Begin { ended: Some(&ended), ..from })), "session-ended", "{ended:?}");
    }
    let deep = PlayerChoice::Person { limits: Some("time=30s,depth=3".into()) };
    assert_eq!(key(session.begin(&Begin { o: &deep, ..from })), "session-person-limits");
    assert_eq!(session.view(None, ZERO).position, before);
    assert_eq!(key(Session::check("3x3x3 XX1/3/3 x")), "setup-turns");
    assert_eq!(Session::check(" 3x3x3 x2/3/3  o").ok().unwrap().to_string(), "3x3x3 X2/3/3 o");
}

/// Every option of every agent that a page is offered can be named by it; and no other.
#[test]
fn offered_agents_can_be_chosen() {
    let bounds = Bounds::default();
    let text = Text::new(Language::English);
    let offered = kinrow_session::agents_view(&text, &bounds);
    let names: Vec<&str> =
        offered.as_array().unwrap().iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert!(
        names.contains(&"alphabeta") && names.contains(&"td0") && !names.contains(&"external"),
        "{names:?}"
    );
    for agent in offered.as_array().unwrap() {
        for option in agent["options"].as_array().unwrap() {
            let value = match option["kind"].as_str().unwrap() {
                "choice" => option["words"][0].as_str().unwrap().to_string(),
                "time" => "10s".into(),
                _ => option["most"].to_string(),
            };
            let spec =
                format!("{}:{}={value}", agent["name"].as_str().unwrap(), option["name"].as_str().unwrap());
            assert_eq!(key(bounds.spec(&spec)), "accepted", "{spec}");
        }
    }
}

#[test]
fn a_click_anywhere_in_a_column_drops_a_stone_there() {
    let mut session = with_game("7x6x4:drop", "", &PERSON, &PERSON);
    session.play("d6", ZERO).ok().unwrap();
    session.play("d1", ZERO).ok().unwrap();
    session.play("d", ZERO).ok().unwrap();
    assert_eq!(moves(&session).0, "d1 d2 d3");
    let mut full = with_game("1x2x2:drop", "a a", &PERSON, &PERSON);
    full.undo().ok().unwrap();
    full.play("a1", ZERO).ok().unwrap();
    assert_eq!(key(with_game("2x2x2:drop", "a a", &PERSON, &PERSON).play("a1", ZERO)), "move-full");
}

#[test]
fn renju_shows_what_is_forbidden() {
    let session = with_game("15x15x5:renju", "h8 a1 i8 a3 j7 a5 j6 a7", &PERSON, &PERSON);
    let view = session.view(None, ZERO);
    assert_eq!(view.forbidden["j8"], "double-three");
    assert!(!view.legal.contains(&"j8".to_string()));
    assert_eq!(view.variants, ["renju"]);
}

#[test]
fn sentences_are_in_the_language_of_the_session() {
    let mut session = with_game("3x3x3", "a1 a2 b1 b2 c1", &PERSON, &PERSON);
    session.set_text(Arc::new(Text::new(Language::Chinese)));
    assert_eq!(session.view(None, ZERO).ending.as_deref(), Some("X 胜：a1 b1 c1"));
}

#[test]
fn starter_games_and_examples_can_be_played() {
    for game in STARTER_GAMES {
        let rules: Rules = game.rules.parse().unwrap();
        for level in Level::on(rules) {
            let choice = PlayerChoice::Level { level: level.name().into() };
            let player = Player::choose(&choice, &Position::new(rules), &Bounds::default());
            assert_eq!(key(player), "accepted", "{} {level:?}", game.id);
        }
        assert!(Level::on(rules).any(|level| level == game.level), "{}", game.id);
    }
    for example in EXAMPLES {
        let (position, _) = Position::new(example.rules.parse().unwrap()).play_moves(example.moves).unwrap();
        for spec in [Some(example.spec), example.other].into_iter().flatten() {
            let spec: AgentSpec = spec.parse().unwrap();
            let bounds = Bounds::default();
            let recording =
                steps::record(&spec, &position, &Limits::NONE, bounds.steps, &Stop::new()).unwrap();
            assert!(recording.is_complete, "{} is followed to its end", example.id);
        }
    }
    for text in [Text::new(Language::English), Text::new(Language::Chinese)] {
        let mut keys: Vec<String> =
            Level::ALL.iter().map(|level| format!("level.{}", level.name())).collect();
        keys.extend(STARTER_GAMES.iter().map(|game| format!("preset.{}", game.id)));
        keys.extend(EXAMPLES.iter().map(|example| format!("example-page.{}", example.id)));
        for key in keys {
            assert!(text.has(&key), "{key}");
        }
    }
}

fn tree(spec: &str, position: &Position) -> Result<SearchTree, Refusal> {
    let spec: AgentSpec = spec.parse().unwrap();
    let mut log = TreeLog::new(TreeLimits { depth: 9, nodes: 1000 });
    let mut thinking = Thinking::new(Stop::new(), &mut log);
    let mut agent = catalogue::build(&spec, Seed(1)).unwrap();
    let decision = agent.choose(position, &Limits::NONE, &mut thinking).unwrap();
    SearchTree::new(spec, *position, log, decision)
}

#[test]
fn a_tree_shows_the_terms_of_uct() {
    let (position, _) = Position::new("3x3x3".parse().unwrap()).play_moves("b2 a1 b1").unwrap();
    let tree = tree("mcts:playouts=300,c=0.7", &position).ok().unwrap();
    let root = tree.view(1).root;
    let above = root.visits.unwrap();
    assert_eq!((above, root.total, root.children.len()), (300, 6, 6));
    assert_eq!(root.children[0].mv.as_deref(), Some("b3"), "the block is visited most");
    for (i, child) in root.children.iter().enumerate() {
        let (visits, mean) = (child.visits.unwrap() as f64, child.mean.unwrap());
        assert!((child.wins.unwrap() - mean * visits).abs() < 1e-9);
        let explore = 0.7 * ((above as f64).ln() / visits).sqrt();
        assert!((child.explore.unwrap() - explore).abs() < 1e-9);
        assert!(i == 0 || child.visits <= root.children[i - 1].visits, "most visited first");
    }
    let below = tree.branch(1, &["b3".into()], 1, 2).ok().unwrap();
    assert_eq!((below.total, below.children.len()), (5, 2));
    assert_eq!(key(tree.branch(1, &["b2".into()], 0, 1)), "session-path");
}

#[test]
fn only_searches_that_grow_a_tree_have_one() {
    let position = Position::new("3x3x3".parse().unwrap());
    for spec in ["random", "solve", "td0:learn=on"] {
        assert_eq!(key(tree(spec, &position)), "session-no-tree", "{spec}");
    }
    // What a search may tell of is bounded, and what is left out is counted.
    let kept = tree("minimax", &position).ok().unwrap().view(1);
    assert_eq!((kept.kept, kept.kept as u64 + kept.left_out), (1000, kept.nodes));
}

#[test]
fn what_a_kind_of_agent_says_of_itself_is_true() {
    let (position, _) = Position::new("3x3x3".parse().unwrap()).play_moves("b2 a1").unwrap();
    // A program of one's own is what it is, and so is a network.
    let is_outside = |kind: OptionKind| matches!(kind, OptionKind::Text | OptionKind::File);
    let is_ours = |kind: &&AgentKind| {
        kind.method.is_some() || !kind.options.iter().any(|option| is_outside(option.kind))
    };
    for kind in catalogue::ALL.iter().filter(is_ours) {
        let has = |name: &str| kind.options.iter().any(|option| option.name == name);
        let options = match kind.method {
            Some(_) => ":learn=on,budget=2000",
            None if has("eval") && has("depth") => ":depth=1,eval=runs",
            // Every move gets a line of its own.
            None if has("lines") => ":depth=1,lines=9",
            None => "",
        };
        let text = format!("{}{options}", kind.name);
        assert_eq!(tree(&text, &position).is_ok(), kind.shows.tree, "{text}");
        let spec: AgentSpec = text.parse().unwrap();
        let recorded = steps::record(&spec, &position, &Limits::NONE, 10, &Stop::new());
        assert_eq!(recorded.ok().map(|recording| recording.algorithm), kind.shows.steps, "{text}");
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(Stop::new(), &mut ignore);
        let mut agent = catalogue::build(&spec, Seed(1)).unwrap();
        let rated = agent.rate(&position, &Limits::NONE, &mut thinking).unwrap().rated;
        let is_like = |value: Value, values: Values| match value.bound().map_or(value, Value::from) {
            Value::Points(_) => values == Values::Points,
            Value::Chance(_) => values == Values::Chances,
            Value::Proven(_) | Value::Likely(_) => values == Values::Results,
            _ => false,
        };
        let count = |values| rated.iter().filter(|rated| is_like(rated.value, values)).count();
        match kind.shows.values {
            None => assert!(Values::ALL.iter().all(|&values| count(values) == 0), "{text}"),
            Some(values) => {
                // Whatever values are otherwise, what is proven is a result.
                let proven = rated.iter().filter(|rated| rated.value.is_proven()).count();
                let proven = if values == Values::Results { 0 } else { proven };
                assert_eq!(count(values) + proven, position.moves().count(), "{text}");
            }
        }
    }
}

/// Points that `stronger` makes against `weaker`, of two games from each of some openings.
fn points(stronger: &AgentSpec, weaker: &AgentSpec, rules: Rules, openings: u64) -> (f64, f64) {
    let mut points = 0.0;
    for game in 0..2 * openings {
        let seed = Seed(1).derive("game", game / 2);
        let side = if game % 2 == 0 { Side::X } else { Side::O };
        let mut agents =
            [stronger, weaker].map(|spec| catalogue::build(spec, seed.derive("agent", game)).unwrap());
        let [a, b] = &mut agents;
        let agents: [&mut dyn Agent<Position>; 2] = match side {
            Side::X => [&mut **a, &mut **b],
            Side::O => [&mut **b, &mut **a],
        };
        let seats = ["a level", "a level"].map(Seat::new);
        let mut referee = Referee::new(Position::new(rules), seats, seed);
        let mut rng = seed.rng();
        let mut position = Position::new(rules);
        let mut opening = Vec::new();
        for _ in 0..2 {
            let legal: Vec<_> = position.moves().collect();
            let point = *rng.pick(&legal);
            position = position.play(point);
            opening.push(point);
        }
        referee.open(&opening);
        points += match (play(referee, agents, &mut Nobody, &Stop::new()).result, side) {
            (RecordedResult::X, Side::X) | (RecordedResult::O, Side::O) => 1.0,
            (RecordedResult::Draw, _) => 0.5,
            _ => 0.0,
        };
    }
    (points, 2.0 * openings as f64)
}

/// Fixed seeds and no clocks: the same games every time.
/// Neighbours are close on small boards, which takes more games to show (docs/ratings.md): here every other level is compared.
#[test]
fn a_level_beats_the_one_two_below() {
    for (rules, openings) in [("3x3x3", 20), ("4x4x4", 12), ("5x5x4", 8), ("7x6x4:drop", 6), ("9x9x5", 4)] {
        let rules: Rules = rules.parse().unwrap();
        let levels: Vec<Level> = Level::on(rules).filter(|level| *level != Level::Eight).collect();
        for three in levels.windows(3) {
            let [weaker, stronger] = [three[0], three[2]].map(|level| level.spec(rules).unwrap());
            let (points, games) = points(&stronger, &weaker, rules, openings);
            eprintln!("{rules} {:?} over {:?}: {points} of {games}", three[2], three[0]);
            assert!(points >= games / 2.0, "{rules} {:?} over {:?}: {points} of {games}", three[2], three[0]);
        }
    }
}

/// A session whose game is to be opened.
fn opened(opening: &str, x: &PlayerChoice, o: &PlayerChoice) -> Session {
    let mut session = session();
    let rules = Some("15x15x5");
    let begin = Begin { rules, position: None, moves: "", x, o, opening: Some(opening), ended: None };
    session.begin(&begin).map_err(|refusal| refusal.to_string()).unwrap();
    session
}

fn place(session: &mut Session, points: &str) {
    for point in points.split(' ') {
        session.play(point, ZERO).map_err(|refusal| refusal.to_string()).unwrap();
    }
}

#[test]
fn in_swap_one_places_and_the_other_takes_a_colour() {
    let person = PlayerChoice::Person { limits: Some("time=1s".into()) };
    for (colour, is_swapped) in [("x", true), ("o", false)] {
        let mut session = opened("swap", &person, &agent("random"));
        assert_eq!((session.stage(), session.turn()), (Some(Stage::Place), Turn::Person));
        assert_eq!(key(session.undo()), "session-in-opening");
        assert_eq!(key(session.choose_colour(Colour::X)), "session-no-choice");
        place(&mut session, "h8 i9");
        // The other colour's stones are placed by the same player, however long that takes.
        session.check_time(Duration::from_secs(60));
        assert_eq!(session.game().result(), None);
        place(&mut session, "g7");
        assert_eq!((session.stage(), session.turn()), (Some(Stage::Choose), Turn::Machine));
        assert_eq!(key(session.choose_colour(Colour::X)), "session-not-yours");
        assert_eq!(key(session.play("a1", ZERO)), "session-not-yours");
        // Where a person chooses:
        let mut session = opened("swap", &agent("random"), &person);
        let task = session.move_task().unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(task.opening.is_some() && task.side == Side::X);
        let points = ["h8", "i9", "g7"].map(|name| task.position.parse_move(name).unwrap());
        session.answer_opening(&task, Ok(Choice::Place(points)), ZERO);
        assert_eq!((session.stage(), session.turn()), (Some(Stage::Choose), Turn::Person));
        assert_eq!(key(session.play("a1", ZERO)), "session-in-opening");
        assert_eq!(key(session.choose_colour(Colour::Add)), "session-no-adding");
        session.choose_colour(Colour::read(colour).unwrap()).map_err(|refusal| refusal.to_string()).unwrap();
        assert_eq!((session.stage(), session.player(Side::X).is_person()), (None, is_swapped));
        assert_eq!(session.game().position().to_move(), Side::O);
        assert_eq!(session.turn(), if is_swapped { Turn::Machine } else { Turn::Person });
        assert_eq!(session.game().record().opening, ["h8", "i9", "g7"]);
    }
}

#[test]
fn in_swap2_two_more_stones_leave_the_choice_to_the_first() {
    let person = PlayerChoice::Person { limits: None };
    let mut session = opened("swap2", &person, &agent("random"));
    place(&mut session, "h8 i9 g7");
    let task = session.move_task().unwrap_or_else(|refusal| panic!("{refusal}"));
    let points = ["a1", "b2"].map(|name| task.position.parse_move(name).unwrap());
    session.answer_opening(&task, Ok(Choice::Add(points)), ZERO);
    assert_eq!((session.stage(), session.turn()), (Some(Stage::Decide), Turn::Person));
    assert_eq!(key(session.choose_colour(Colour::Add)), "session-no-adding");
    session.choose_colour(Colour::O).map_err(|refusal| refusal.to_string()).unwrap();
    assert!(!session.player(Side::X).is_person() && session.stage().is_none());
    assert_eq!(session.turn(), Turn::Person, "O is to move after five stones");
    // A machine that stays makes its move at once.
    let mut session = opened("swap2", &person, &agent("random"));
    place(&mut session, "h8 i9 g7");
    let task = session.move_task().unwrap_or_else(|refusal| panic!("{refusal}"));
    let mv = task.position.parse_move("c3").unwrap();
    session.answer_opening(&task, Ok(Choice::Stay(mv)), ZERO);
    assert_eq!((session.game().moves().len(), session.turn()), (4, Turn::Person));
    // One that cannot decide has lost.
    let mut session = opened("swap2", &person, &agent("random"));
    place(&mut session, "h8 i9 g7");
    let task = session.move_task().unwrap_or_else(|refusal| panic!("{refusal}"));
    session.answer_opening(&task, Err(Reason::Error("no".into())), ZERO);
    assert_eq!(session.game().result().map(|(result, _)| result), Some(RecordedResult::X));
}

#[test]
fn openings_are_for_boards_that_are_large_enough() {
    let person = PlayerChoice::Person { limits: None };
    let begin = |rules: &str, moves: &str, opening: &str| {
        let opening = Some(opening);
        let (x, o) = (&person, &person);
        key(session().begin(&Begin { rules: Some(rules), position: None, moves, x, o, opening, ended: None }))
    };
    assert_eq!(begin("3x3x3", "", "swap"), "session-opening-board");
    assert_eq!(begin("15x15x5", "h8", "swap"), "session-opening-start");
    assert_eq!(begin("15x15x5", "", "swap3"), "session-opening");
    let varied = |number: u64| {
        let mut session = session();
        for _ in 0..number {
            let (rules, opening) = (Some("15x15x5"), Some("varied"));
            let (x, o) = (&person, &person);
            let begun =
                session.begin(&Begin { rules, position: None, moves: "", x, o, opening, ended: None });
            assert_eq!(key(begun), "accepted");
        }
        assert_eq!((session.stage(), session.turn()), (None, Turn::Person));
        session.game().moves().to_vec()
    };
    assert_eq!(varied(1).len(), 4);
    assert_eq!(varied(1), varied(1), "the same seed, the same opening");
    assert_ne!(varied(1), varied(2), "another game, another opening");
}
