//! A game in the terminal: draws the board, tells who is to move and what a machine thinks.

use kinrow_agent::{Action, Audience, Decision, Event, GameRecord, Observer, Reason};
use kinrow_game::diagram::Cell;
use kinrow_game::{Coordinates, Game, Point, Position, Side, diagram};
use kinrow_text::Text;

use crate::out::say;
use crate::progress::Progress;
use crate::style::Style;
use crate::words;

/// Draws a position, the last move in round brackets and the decisive row in square ones.
pub(crate) fn draw(position: &Position, last: Option<Point>, style: Style) -> String {
    draw_in(Coordinates::Letters, position, last, style)
}

/// [`draw`] with these coordinates at the edges.
pub(crate) fn draw_in(
    coordinates: Coordinates,
    position: &Position,
    last: Option<Point>,
    style: Style,
) -> String {
    let row = position.decisive_row().unwrap_or_default();
    let cell = |point: Point| {
        let is_decisive = row.contains(&point);
        let symbol = match position.stone(point) {
            Some(_) if is_decisive => {
                style.decisive(if position.stone(point) == Some(Side::X) { "X" } else { "O" })
            }
            Some(Side::X) => style.x("X"),
            Some(Side::O) => style.o("O"),
            None if position.forbidden(point).is_some() => style.warning("!"),
            None => style.faint("."),
        };
        let brackets = if is_decisive {
            Some(('[', ']'))
        } else if last == Some(point) {
            Some(('(', ')'))
        } else {
            None
        };
        Cell { symbol, brackets }
    };
    position.diagram(coordinates, cell, |edge| style.faint(edge))
}

/// Shows a game in the terminal.
pub(crate) struct TerminalAudience<'a> {
    text: &'a Text,
    style: Style,
    coordinates: Coordinates,
    /// The machine of each side; `None` is a person.
    machines: [Option<String>; 2],
    last: Option<Point>,
    thinking: Option<Progress>,
}

impl<'a> TerminalAudience<'a> {
    pub(crate) fn new(
        text: &'a Text,
        style: Style,
        coordinates: Coordinates,
        machines: [Option<String>; 2],
        last: Option<Point>,
    ) -> Self {
        TerminalAudience { text, style, coordinates, machines, last, thinking: None }
    }

    /// Draws the board; a terminal on which it cannot be recognised is told of.
    fn show(&self, position: &Position) {
        say!("\n{}", draw_in(self.coordinates, position, self.last, self.style));
        let needed = diagram::width(position.rules());
        let terminal = terminal_size::terminal_size_of(std::io::stdout());
        if let Some((terminal_size::Width(columns), _)) = terminal
            && usize::from(columns) < needed
        {
            let (columns, needed) = (columns.to_string(), needed.to_string());
            say!("{}", self.text.fill("play.narrow", &[("columns", &columns), ("needed", &needed)]));
        }
    }

    fn side(&self, side: Side) -> String {
        match side {
            Side::X => self.style.x("X"),
            Side::O => self.style.o("O"),
        }
    }
}

impl Audience for TerminalAudience<'_> {
    fn turn(&mut self, position: &Position, _: &GameRecord) {
        self.show(position);
        let side = position.to_move();
        if let Some(agent) = &self.machines[side.index()] {
            say!("{}", self.text.fill("play.thinks", &[("side", &self.side(side)), ("agent", agent)]));
            self.thinking = Some(Progress::spinner());
        }
    }

    fn moved(&mut self, position: &Position, decision: &Decision<Point>, _: &GameRecord) {
        self.thinking = None;
        let Action::Play(point) = decision.action else { return };
        self.last = Some(point);
        let side = position.to_move().opponent();
        if self.machines[side.index()].is_none() {
            return;
        }
        let name = self.style.strong(&self.coordinates.name(position.rules(), point));
        let told = [
            ("side", self.side(side)),
            ("move", name),
            ("value", words::value(self.text, decision.value)),
            ("cost", words::cost(self.text, &decision.statistics)),
        ];
        let told: Vec<(&str, &str)> = told.iter().map(|(name, word)| (*name, word.as_str())).collect();
        say!("{}", self.text.fill("play.moved", &told));
        if decision.line.len() > 1 {
            let line = words::line_in(self.coordinates, position, &decision.line);
            say!("{}", self.style.faint(&self.text.fill("play.expects", &[("line", &line)])));
        }
    }

    fn taken_back(&mut self, _: &Position, plies: u32) {
        self.last = None;
        let key = if plies == 0 { "play.nothing-to-undo" } else { "play.undone" };
        say!("{}", self.text.fill(key, &[("count", &plies.to_string())]));
    }

    fn ended(&mut self, position: &Position, record: &GameRecord) {
        self.thinking = None;
        if record.reason != Reason::Left {
            self.show(position);
        }
        say!("{}", self.style.strong(&words::ending(self.text, self.coordinates, position, record)));
    }

    fn observer(&mut self) -> Box<dyn Observer<Point> + '_> {
        let (text, thinking) = (self.text, self.thinking.as_ref());
        Box::new(move |event: Event<'_, Point>| {
            if let (Event::Report(report), Some(progress)) = (event, thinking) {
                progress.say(format!(
                    "{} {}",
                    words::value(text, report.value),
                    words::cost(text, &report.statistics)
                ));
            }
        })
    }
}
