//! A game stepped through in the terminal; where nobody can type, every position one after the other.

use kinrow_agent::GameRecord;
use kinrow_game::{Coordinates, Point, Position};

use super::show::{board, mover};
use crate::input::{Entry, Input};
use crate::out::say;
use crate::{Context, words};

/// What a person asks for next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    To(usize),
    Help,
    Quit,
}

impl Step {
    /// From move `at` of `last`. Enter goes on; at the end it stays there.
    fn read(line: &str, at: usize, last: usize) -> Step {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" | "n" | "next" => Step::To((at + 1).min(last)),
            "p" | "previous" | "b" | "back" => Step::To(at.saturating_sub(1)),
            "g" | "go" => rest.trim().parse().map_or(Step::Help, |to: usize| Step::To(to.min(last))),
            "q" | "quit" | "exit" => Step::Quit,
            // A number alone says where to go.
            word => word.parse().map_or(Step::Help, |to: usize| Step::To(to.min(last))),
        }
    }
}

/// Steps through a game as a person asks for it; shows all of it where nobody is at a terminal.
pub(crate) fn run(
    record: &GameRecord,
    start: &Position,
    after: &[(Point, Position)],
    coordinates: Coordinates,
    input: Option<&mut Input>,
    context: &Context,
) {
    let last = after.len();
    let show = |at: usize| {
        let mover = mover(start, at).to_string();
        let (number, all) = (at.to_string(), last.to_string());
        let line = match at.checked_sub(1).map(|before| &after[before]) {
            None => context.text.fill("games.replay-start", &[("all", &all)]),
            Some((point, position)) => {
                let name = coordinates.name(position.rules(), *point);
                let told = [("number", &*number), ("all", &*all), ("side", &*mover), ("move", &*name)];
                context.text.fill("games.replay-move", &told)
            }
        };
        say!("{line}\n{}", board(start, after, at, coordinates, context).trim_end_matches('\n'));
        if at == last {
            let position = after.last().map_or(start, |(_, position)| position);
            say!("{}", context.style.strong(&words::ending(&context.text, coordinates, position, record)));
        }
    };
    let Some(input) = input.filter(|input| input.is_edited()) else {
        (0..=last).for_each(show);
        return;
    };
    let mut at = 0;
    show(at);
    loop {
        let Entry::Line(line) = input.ask(context.text.get("games.replay-prompt")) else {
            say!("");
            return;
        };
        match Step::read(line.trim(), at, last) {
            Step::Quit => return,
            Step::Help => say!("{}", context.text.get("games.replay-help")),
            Step::To(to) => {
                at = to;
                show(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_inside_the_game() {
        let steps = [
            ("", 3, Step::To(4)),
            ("n", 9, Step::To(9)),
            ("p", 3, Step::To(2)),
            ("p", 0, Step::To(0)),
            ("g 7", 3, Step::To(7)),
            ("G  700", 3, Step::To(9)),
            ("5", 0, Step::To(5)),
            ("g", 3, Step::Help),
            ("g -1", 3, Step::Help),
            ("what", 3, Step::Help),
            ("quit", 3, Step::Quit),
        ];
        for (line, at, step) in steps {
            assert_eq!(Step::read(line, at, 9), step, "{line}");
        }
    }
}
