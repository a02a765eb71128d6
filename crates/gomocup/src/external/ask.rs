//! What a program is told, as lines; pure, so that every question can be read in a test.

use std::time::Duration;

use kinrow_agent::{GameRecord, Limits};
use kinrow_game::{Game, Geometry, Point, Position, Rules};

use crate::settings::ToldRules;
use crate::stones;

/// An empty board. Keys of Kinrow's own come first: the size may be possible only with them.
pub(super) fn start(rules: Rules, told: &ToldRules) -> Vec<String> {
    let mut lines: Vec<String> =
        told.extensions.iter().map(|(key, value)| format!("INFO {key} {value}")).collect();
    let (width, height) = (rules.width(), rules.height());
    lines.push(if width == height {
        format!("START {width}")
    } else {
        format!("RECTSTART {width},{height}")
    });
    lines
}

/// What stays the same in a game: the opponent is a program, and a game's time is not limited as a whole.
pub(super) fn settings(told: &ToldRules, megabytes: Option<u64>) -> Vec<String> {
    let mut lines = vec!["INFO game_type 1".into(), format!("INFO rule {}", told.rule)];
    lines.push("INFO timeout_match 0".into());
    lines.extend(megabytes.map(|megabytes| format!("INFO max_memory {}", megabytes * 1_000_000)));
    lines
}

/// What a move may cost. The counts are not of the published protocol, but many programs know them, and others ignore
/// what they do not know.
pub(super) fn limits(limits: &Limits, time: Duration) -> Vec<String> {
    let mut lines = vec![format!("INFO timeout_turn {}", time.as_millis())];
    lines.extend(limits.depth.map(|depth| format!("INFO max_depth {depth}")));
    lines.extend(limits.nodes.map(|nodes| format!("INFO max_node {nodes}")));
    lines.push("INFO time_left 2147483647".into());
    lines
}

/// Asks for a move in `position` a program that knows `known`; `None` when it cannot be told how to get from there to
/// here.
pub(super) fn question(
    known: &Position,
    position: &Position,
    record: Option<&GameRecord>,
) -> Option<Vec<String>> {
    if known.rules() != position.rules() {
        return None;
    }
    if known == position && position.placed() == 0 {
        return Some(vec!["BEGIN".into()]);
    }
    let rules = position.rules();
    if let Some(point) = last_move(known, position) {
        return Some(vec![format!("TURN {}", stones::at(rules, point))]);
    }
    (known.placed() == 0).then(|| board(position, record))
}

/// The one move that leads from a position to another.
fn last_move(from: &Position, to: &Position) -> Option<Point> {
    if to.placed() != from.placed() + 1 {
        return None;
    }
    let mut moves = from.moves().filter(|&point| to.stone(point).is_some());
    moves.next().filter(|&point| from.play(point) == *to)
}

/// All stones, in the order in which they were placed if that is known.
fn board(position: &Position, record: Option<&GameRecord>) -> Vec<String> {
    let rules = position.rules();
    let own = position.to_move();
    let points = record.and_then(|record| played(position, record)).unwrap_or_else(|| in_turns(position));
    let stone = |point: Point| {
        let field = if position.stone(point) == Some(own) { 1 } else { 2 };
        format!("{},{field}", stones::at(rules, point))
    };
    let mut lines = vec!["BOARD".to_string()];
    lines.extend(points.into_iter().map(stone));
    lines.push("DONE".into());
    lines
}

/// The moves of a record, if they lead here from the empty board.
fn played(position: &Position, record: &GameRecord) -> Option<Vec<Point>> {
    let moves = record.all_moves().collect::<Vec<_>>().join(" ");
    let (reached, points) = position.start().play_moves(&moves).ok()?;
    (record.start.is_none() && reached == *position).then_some(points)
}

/// Stones of both sides in turns, each from the top left.
fn in_turns(position: &Position) -> Vec<Point> {
    let of = |side| {
        Geometry::of(position.rules()).points().filter(move |&point| position.stone(point) == Some(side))
    };
    let [x, o] = kinrow_game::Side::BOTH.map(|side| of(side).collect::<Vec<_>>());
    (0..x.len()).flat_map(|i| [x.get(i), o.get(i)]).flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rules: &str, moves: &str) -> Position {
        Position::new(rules.parse().unwrap()).play_moves(moves).unwrap().0
    }

    #[test]
    fn the_board_is_told_by_size_and_rules() {
        let say = |text: &str| {
            let rules: Rules = text.parse().unwrap();
            let told = ToldRules::of(rules);
            [start(rules, &told), settings(&told, Some(350))].concat().join("; ")
        };
        assert_eq!(
            say("15x15x5:renju"),
            "START 15; INFO game_type 1; INFO rule 4; INFO timeout_match 0; INFO max_memory 350000000"
        );
        assert!(say("7x6x4:drop").starts_with("INFO kinrow_k 4; INFO kinrow_variant drop; RECTSTART 7,6; "));
    }

    #[test]
    fn limits_are_told_before_each_move() {
        let some = Limits { depth: Some(4), nodes: Some(1000), ..Limits::NONE };
        assert_eq!(
            limits(&some, Duration::from_millis(1500)),
            ["INFO timeout_turn 1500", "INFO max_depth 4", "INFO max_node 1000", "INFO time_left 2147483647"]
        );
    }

    #[test]
    fn the_shortest_question_that_tells_everything() {
        let empty = position("15x15x5", "");
        let ask = |known: &Position, now: &Position| question(known, now, None).map(|lines| lines.join("; "));
        assert_eq!(ask(&empty, &empty).unwrap(), "BEGIN");
        assert_eq!(ask(&empty, &position("15x15x5", "h8")).unwrap(), "TURN 7,7");
        let (known, now) = (position("15x15x5", "h8 a1"), position("15x15x5", "h8 a1 o15"));
        assert_eq!(ask(&known, &now).unwrap(), "TURN 14,0");
        assert_eq!(ask(&empty, &now).unwrap(), "BOARD; 14,0,2; 0,14,1; 7,7,2; DONE");
        // Moves were taken back, or it is another game: a program that has stones cannot be told.
        assert_eq!(ask(&now, &known), None);
        assert_eq!(ask(&known, &known), None);
        assert_eq!(ask(&empty, &position("15x15x5:renju", "h8")), None);
    }

    #[test]
    fn a_record_tells_the_order() {
        let seats = ["random", "random"].map(kinrow_agent::Seat::new);
        let mut referee = kinrow_agent::Referee::new(position("15x15x5", ""), seats, kinrow_agent::Seed(1));
        let (now, moves) = position("15x15x5", "").play_moves("h8 a1 a15").unwrap();
        referee.open(&moves);
        let lines = question(&position("15x15x5", ""), &now, Some(referee.record())).unwrap();
        assert_eq!(lines, ["BOARD", "7,7,2", "0,14,1", "0,0,2", "DONE"]);
    }
}
