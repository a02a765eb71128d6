//! Positions with known best moves, each of which the engine has to find; wins it has to prove as well, and the search for threats all that is said of them.
//!
//! `tactics.txt` has a line for each: the position, what there is, the right first moves, and what it is about. The first part was
//! made by hand, one idea each; the second is from games of the engine against itself and from stones thrown at random.

use kinrow_agent::{Agent, Ignore, Limits, Options, Stop, Thinking, Value};
use kinrow_engine::{Engine, EngineOptions, ThreatQuestion, ThreatVerdict, Threats, find_win};
use kinrow_game::{Game, Outcome, Point, Position, with_board};

const TACTICS: &str = include_str!("../tactics.txt");

/// Positions that the engine may look at for each.
const NODES: u64 = 50_000;

/// Positions that a search for threats may look at: more than any needs.
const THREATS: u64 = 10_000_000;

/// Of a hard win this many positions prove nothing.
const HARD: u64 = 150_000;

/// Plies of the longest wins by threats that the engine has to prove within its [`NODES`].
const PLIES: usize = 13;

/// What there is in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Need {
    /// A win.
    Win,
    /// A move that is needed.
    Find,
    /// A win by such threats, at the shortest in so many plies.
    Threats(Threats, usize),
    /// No win by fours.
    NoFours,
}

impl Need {
    fn parse(text: &str) -> Option<Need> {
        Some(match text.split_once(' ') {
            None if text == "win" => Need::Win,
            None if text == "find" => Need::Find,
            Some(("no", "vcf")) => Need::NoFours,
            Some((kind, plies)) => Need::Threats(Threats::of(kind)?, plies.parse().ok()?),
            None => return None,
        })
    }
}

struct Tactic {
    position: Position,
    need: Need,
    right: Vec<String>,
    about: String,
}

fn tactics() -> Vec<Tactic> {
    let lines = TACTICS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let parse = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [position, need, right, about] = parts[..] else { panic!("{line}") };
        let position: Position = position.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let need = Need::parse(need).unwrap_or_else(|| panic!("{line}"));
        let right: Vec<String> = match need {
            Need::NoFours => Vec::new(),
            _ => right.split(' ').map(Into::into).collect(),
        };
        for mv in &right {
            assert!(position.parse_move(mv).is_ok_and(|point| position.name(point) == *mv), "{line}");
        }
        Tactic { position, need, right, about: about.into() }
    };
    lines.map(parse).collect()
}

impl Tactic {
    /// Whether it takes more than [`HARD`] positions to prove, and so seconds to check.
    fn is_hard(&self) -> bool {
        self.about.starts_with("hard")
    }
}

/// What is wrong with the engine's answer, if anything is.
fn mistake(tactic: &Tactic) -> Option<String> {
    let options = Options::parse(EngineOptions::DECLARED, "engine", "memory=8").expect("options");
    let mut engine = Engine::new(EngineOptions::from(&options));
    let limits = Limits { nodes: Some(NODES), ..Limits::NONE };
    let mut ignore = Ignore;
    let decision = engine
        .choose(&tactic.position, &limits, &mut Thinking::new(Stop::new(), &mut ignore))
        .expect("the engine plays");
    let name = decision.mv().map_or_else(|| "nothing".into(), |mv| tactic.position.name(mv));
    let is_proven = matches!(decision.value, Value::Proven(proven) if proven.outcome == Outcome::Win);
    let is_right = match tactic.need {
        Need::Find => tactic.right.contains(&name),
        // Other moves may win too, if not by threats alone; a proof is a proof.
        Need::Threats(..) => is_proven,
        Need::Win | Need::NoFours => is_proven && tactic.right.contains(&name),
    };
    let Tactic { position, right, about, .. } = tactic;
    (!is_right).then(|| format!("{about}: {name} ({:?}), not {right:?}: {position}", decision.value))
}

/// Whether the engine is asked: it need not see the longest wins with so few positions, and there may be nothing to find.
fn is_for_the_engine(tactic: &Tactic) -> bool {
    match tactic.need {
        Need::Win | Need::Find => true,
        Need::Threats(_, plies) => plies <= PLIES,
        Need::NoFours => false,
    }
}

fn check(part: impl Fn(usize, &Tactic) -> bool) {
    let tactics = tactics();
    let asked = tactics.iter().enumerate().filter(|(index, tactic)| part(*index, tactic));
    let asked = asked.filter(|(_, tactic)| is_for_the_engine(tactic));
    let mistakes: Vec<String> = asked.filter_map(|(_, tactic)| mistake(tactic)).collect();
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

/// What is made by hand, and a few of the others.
fn is_quick(index: usize, tactic: &Tactic) -> bool {
    matches!(tactic.need, Need::Win | Need::Find) || index.is_multiple_of(6)
}

#[test]
fn the_engine_finds_them() {
    check(is_quick);
}

#[test]
#[ignore = "takes a while"]
fn the_engine_finds_the_others() {
    check(|index, tactic| !is_quick(index, tactic));
}

#[test]
fn there_are_enough() {
    let tactics = tactics();
    let count = |is: fn(Need) -> bool| tactics.iter().filter(|tactic| is(tactic.need)).count();
    assert!(count(|need| matches!(need, Need::Threats(..))) >= 150);
    for kind in [Threats::Vcf, Threats::Vct] {
        let is_long =
            |tactic: &&Tactic| matches!(tactic.need, Need::Threats(other, 15..=25) if other == kind);
        assert!(tactics.iter().filter(is_long).count() >= 50, "{kind:?}");
    }
    assert!(count(|need| need == Need::NoFours) >= 10);
}

/// Whether all is true that is said of the threats in a position: the plies of the shortest win and all first moves, or that there is none.
fn check_threats(tactic: &Tactic) {
    let Tactic { position, right, .. } = tactic;
    let (kind, plies) = match tactic.need {
        Need::Win | Need::Find => return,
        Need::NoFours => {
            let found = find_win(position, Threats::Vcf, THREATS, &Stop::new());
            return assert_eq!(found, ThreatVerdict::None, "{position}");
        }
        Need::Threats(kind, plies) => (kind, plies),
    };
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    let question = ThreatQuestion::of_nodes(position.to_move(), kind, THREATS);
    let mut search = question.about(position, &mut thinking).expect("a board with threats");
    let shortest = search.shortest_win();
    assert!(shortest.is_shortest(), "{position}");
    assert!(
        matches!(&shortest.verdict, ThreatVerdict::Win(line) if line.len() == plies),
        "{position}: {shortest:?}"
    );
    let firsts = search.first_moves();
    assert!(firsts.iter().all(|(_, verdict)| *verdict != ThreatVerdict::Unknown), "{position}");
    let wins = firsts.iter().filter(|(_, verdict)| matches!(verdict, ThreatVerdict::Win(_)));
    let wins: Vec<String> = wins.map(|(point, _)| position.name(*point)).collect();
    assert_eq!(wins, *right, "{position}");
    if kind == Threats::Vct {
        let by_fours = find_win(position, Threats::Vcf, THREATS, &Stop::new());
        assert_eq!(by_fours, ThreatVerdict::None, "{position}");
    }
}

fn check_all_threats(part: impl Fn(usize, &Tactic) -> bool) {
    let tactics = tactics();
    let chosen = tactics.iter().enumerate().filter(|(index, tactic)| part(*index, tactic));
    chosen.for_each(|(_, tactic)| check_threats(tactic));
}

#[test]
fn wins_are_as_long_as_they_say() {
    check_all_threats(|index, tactic| index.is_multiple_of(4) && !tactic.is_hard());
}

#[test]
#[ignore = "takes a while"]
fn the_other_wins_are_as_long_as_they_say() {
    check_all_threats(|index, tactic| !index.is_multiple_of(4) && !tactic.is_hard());
}

#[test]
#[ignore = "minutes: run by ./test --full"]
fn hard_wins_are_as_long_as_they_say() {
    check_all_threats(|_, tactic| tactic.is_hard());
}

#[test]
fn hard_wins_are_hard() {
    let tactics = tactics();
    let hard: Vec<&Tactic> = tactics.iter().filter(|tactic| tactic.is_hard()).collect();
    assert!(hard.len() >= 6, "{}", hard.len());
    for Tactic { position, .. } in hard {
        let found = find_win(position, Threats::Vct, HARD, &Stop::new());
        assert_eq!(found, ThreatVerdict::Unknown, "{position}");
    }
}

/// Whether the side to move wins by fours that the search names, whatever legal move the other makes: only the rules judge.
fn wins_by_the_rules(position: &Position) -> bool {
    let ThreatVerdict::Win(line) = find_win(position, Threats::Vcf, THREATS, &Stop::new()) else {
        return false;
    };
    let after = position.play(line[0]);
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Loss,
        None => {
            let mut answers = after.moves();
            answers.all(|answer| {
                let answered = after.play(answer);
                answered.outcome().is_none() && (has_row(&answered) || wins_by_the_rules(&answered))
            })
        }
    }
}

/// Whether the side to move completes a row.
fn has_row(position: &Position) -> bool {
    let is_row = |point: Point| with_board!(position, board => board.completes(position.to_move(), point));
    position.moves().any(is_row)
}

/// The checker of proofs knows no Renju. So every answer to the fours is tried there, forbidden points and all.
#[test]
fn fours_in_renju_win_by_the_rules() {
    let tactics = tactics();
    let is_renju = |tactic: &&Tactic| {
        tactic.position.rules().line().has_forbidden_points()
            && matches!(tactic.need, Need::Threats(Threats::Vcf, _))
    };
    let renju: Vec<&Tactic> = tactics.iter().filter(is_renju).collect();
    assert!(renju.len() >= 15);
    for Tactic { position, .. } in renju {
        assert!(wins_by_the_rules(position), "{position}");
    }
}
