//! The session of one person: the game, its players, and what is to happen next.

use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{Decision, Limits, Reason, Seat, Seed, Verdict};
use kinrow_game::{Game, Point, Position, Rules, RulesError, Side};

use super::{
    Bounds, Colour, Ended, Level, Machine, Opened, Played, Player, PlayerChoice, Refusal, STARTER_GAMES,
    SessionError, Stage, opening, refuse,
};
use kinrow_gomocup::command::OpeningRule;
use kinrow_gomocup::swap2::Choice;
use kinrow_players::AgentSpec;
use kinrow_text::Text;

/// The longest pause between moves of a game that plays by itself.
const LONGEST_DELAY_MS: u64 = 5000;

/// How a game is to begin.
#[derive(Clone, Copy, Debug)]
pub struct Begin<'a> {
    /// An empty board.
    pub rules: Option<&'a str>,
    /// Or a position.
    pub position: Option<&'a str>,
    /// Moves from there.
    pub moves: &'a str,
    /// Who plays X.
    pub x: &'a PlayerChoice,
    /// Who plays O.
    pub o: &'a PlayerChoice,
    /// How it is opened, where it is: see [`Opening`](super::Opening).
    pub opening: Option<&'a str>,
    /// How it had ended, where it had and the board does not show it.
    pub ended: Option<&'a Ended>,
}

/// What is to happen next in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Nothing: it is over.
    Over,
    /// A person is to move.
    Person,
    /// A machine is to move, at once.
    Machine,
    /// A machine would be to move, but waits to be told: the game is paused, or an earlier position is shown.
    Paused,
}

/// A move that a machine is to find.
#[derive(Clone, Debug)]
pub struct MoveTask {
    /// Which game.
    pub number: u64,
    /// After how many moves.
    pub ply: usize,
    /// Where.
    pub position: Position,
    /// For whom.
    pub side: Side,
    /// By whom.
    pub spec: AgentSpec,
    /// Within which limits.
    pub limits: Limits,
    /// Where its randomness comes from.
    pub seed: Seed,
    /// Whether a person waits for it.
    pub is_awaited: bool,
    /// In an opening, the rule by which something else than a move is decided.
    pub opening: Option<OpeningRule>,
}

/// What a front end holds for one person.
#[derive(Debug)]
pub struct Session {
    text: Arc<Text>,
    bounds: Bounds,
    seed: Seed,
    number: u64,
    game: Played,
    players: [Player; 2],
    opened: Option<Opened>,
    /// Levels there are on this board: worked out once, for that takes a while on a large one.
    levels: Vec<Level>,
    is_auto: bool,
    /// Whether the line shown is one that is looked at: no machine answers by itself.
    is_held: bool,
    delay_ms: u64,
}

impl Session {
    /// The first starter game: tic-tac-toe against a perfect opponent.
    ///
    /// # Panics
    /// When the first starter game cannot be played, which a test excludes.
    #[must_use]
    pub fn new(text: Arc<Text>, bounds: Bounds, seed: Seed) -> Session {
        let rules: Rules = STARTER_GAMES[0].rules.parse().expect("a starter game can be played");
        let level = Some(STARTER_GAMES[0].level);
        let spec = STARTER_GAMES[0].level.spec(rules).expect("a starter game has an opponent");
        let opponent = Player::Machine(Machine { spec, limits: Limits::NONE, level });
        let players = [Player::Person(Limits::NONE), opponent];
        Session {
            text,
            bounds,
            seed,
            number: 1,
            game: Played::new(Position::new(rules), &[], seats(&players), seed.derive("game", 1)),
            players,
            opened: None,
            levels: Level::on(rules).collect(),
            is_auto: false,
            is_held: false,
            delay_ms: 500,
        }
    }

    /// The language of its sentences.
    #[must_use]
    pub fn text(&self) -> &Arc<Text> {
        &self.text
    }

    /// Speaks another language from now on.
    pub fn set_text(&mut self, text: Arc<Text>) {
        self.text = text;
    }

    /// What may be asked of it.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Counts games.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Played {
        &self.game
    }

    /// Who plays a side.
    #[must_use]
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Levels there are on this board.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Whether machines play on by themselves.
    #[must_use]
    pub fn is_auto(&self) -> bool {
        self.is_auto
    }

    /// The pause between their moves.
    #[must_use]
    pub fn delay_ms(&self) -> u64 {
        self.delay_ms
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When there is no such board, position, move or player; the game before goes on then.
    pub fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Refusal> {
        let start = match (begin.rules, begin.position) {
            (Some(rules), None) => Position::new(rules.parse().map_err(|error: RulesError| refuse(error))?),
            (None, Some(text)) => text.parse::<Position>().map_err(refuse)?,
            _ => return Err(refuse(SessionError::Start {})),
        };
        let (after, mut moves) = start.play_moves(begin.moves).map_err(refuse)?;
        let next_seed = self.seed.derive("game", self.number + 1);
        let opened = match begin.opening {
            None => None,
            Some(_) if begin.ended.is_some() => return Err(refuse(SessionError::OpeningStart {})),
            Some(given) => {
                let (opened, stones) = Opened::begin(given, &start, &moves, next_seed).map_err(refuse)?;
                moves.extend(stones);
                Some(opened)
            }
        };
        let lost = begin.ended.map(Ended::loser).transpose().map_err(refuse)?;
        self.players = self.choose(&after, begin.x, begin.o)?;
        if start.rules() != self.game.position().rules() {
            self.levels = Level::on(start.rules()).collect();
        }
        self.number += 1;
        self.opened = opened;
        self.game = Played::new(start, &moves, seats(&self.players), next_seed);
        if let Some((side, reason)) = lost {
            self.game.forfeit(side, reason);
        }
        self.is_auto = false;
        self.is_held = false;
        Ok(())
    }

    /// Shows another line of this game after so many of its moves. Machines answer there only when they are told to.
    ///
    /// # Errors
    /// When a move is not legal, there are fewer, or it cannot have ended so; the line before stays then.
    pub fn show_line(&mut self, moves: &str, ply: u64, ended: Option<&Ended>) -> Result<(), Refusal> {
        self.check_begun()?;
        let (_, moves) = self.game.start().play_moves(moves).map_err(refuse)?;
        let lost = ended.map(Ended::loser).transpose().map_err(refuse)?;
        self.game.follow(&moves, ply).map_err(refuse)?;
        if let Some((side, reason)) = lost.filter(|_| self.game.is_at_end()) {
            self.game.forfeit(side, reason);
        }
        self.is_auto = false;
        self.is_held = true;
        Ok(())
    }

    /// Changes who plays, in the middle of the game.
    ///
    /// # Errors
    /// When there is no such player, or it does not play this board.
    pub fn set_players(&mut self, x: &PlayerChoice, o: &PlayerChoice) -> Result<(), Refusal> {
        self.check_begun()?;
        self.players = self.choose(self.game.position(), x, o)?;
        self.is_held = false;
        for side in Side::BOTH {
            self.game.set_seat(side, self.player(side).seat());
        }
        self.is_auto &= self.is_between_machines();
        Ok(())
    }

    fn choose(
        &self,
        position: &Position,
        x: &PlayerChoice,
        o: &PlayerChoice,
    ) -> Result<[Player; 2], Refusal> {
        Ok([Player::choose(x, position, &self.bounds)?, Player::choose(o, position, &self.bounds)?])
    }

    /// How the game was opened, if it was, and what of that is still to be done.
    #[must_use]
    pub fn opened(&self) -> Option<Opened> {
        self.opened
    }

    /// What is to be done in the opening; `None` once the game has begun.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        self.opened.and_then(|opened| opened.stage)
    }

    /// Who has to do something: the side to move, or in an opening the one whose decision it is.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.stage().map_or_else(|| self.game.position().to_move(), Stage::side)
    }

    /// Refuses what only a game that has begun knows.
    fn check_begun(&self) -> Result<(), Refusal> {
        if self.stage().is_some() { Err(refuse(SessionError::InOpening {})) } else { Ok(()) }
    }

    /// Places a stone in the opening.
    fn place(&mut self, point: Point) -> Result<(), Refusal> {
        let position = *self.game.position();
        if !opening::can_place(&position, point) {
            return Err(refuse(SessionError::OpeningEnds { mv: position.name(point) }));
        }
        let moves = [self.game.moves(), &[point]].concat();
        if let Some(opened) = &mut self.opened {
            opened.placed(moves.len());
        }
        self.reopen(&moves);
        Ok(())
    }

    /// The game begins with these stones, for whoever sits where now.
    fn reopen(&mut self, moves: &[Point]) {
        let (start, seed) = (*self.game.start(), self.seed.derive("game", self.number));
        self.game = Played::new(start, moves, seats(&self.players), seed);
    }

    /// Somebody who may choose takes a colour, or places two more stones.
    ///
    /// # Errors
    /// When it is a machine's turn, or there is nothing to choose.
    pub fn choose_colour(&mut self, colour: Colour) -> Result<(), Refusal> {
        if self.stage().is_some_and(|stage| !self.player(stage.side()).is_person()) {
            return Err(refuse(SessionError::NotYours { side: self.mover().to_string() }));
        }
        self.take(colour)
    }

    fn take(&mut self, colour: Colour) -> Result<(), Refusal> {
        let opened = self.opened.as_mut().ok_or_else(|| refuse(SessionError::NoChoice {}))?;
        if opened.choose(colour).map_err(refuse)? {
            self.players.swap(0, 1);
        }
        let moves = self.game.moves().to_vec();
        self.reopen(&moves);
        Ok(())
    }

    /// Takes a machine's decision in the opening; one that cannot be done has lost the game.
    pub fn answer_opening(&mut self, task: &MoveTask, answer: Result<Choice, Reason>, elapsed: Duration) {
        if !self.awaits(task) {
            return;
        }
        let done = match answer {
            Ok(Choice::Place(points)) => points.into_iter().try_for_each(|point| self.place(point)),
            Ok(Choice::Add(points)) => self
                .take(Colour::Add)
                .and_then(|()| points.into_iter().try_for_each(|point| self.place(point))),
            // The colour that is not to move.
            Ok(Choice::Swap) => self.take(Colour::X),
            Ok(Choice::Stay(point)) => self.take(Colour::O).map(|()| {
                self.game.answer(Ok(&Decision::of(point)), elapsed);
            }),
            Err(reason) => {
                self.opened = None;
                self.game.forfeit(task.side, reason);
                return;
            }
        };
        if let Err(refusal) = done {
            let reason = Reason::Error(self.text.explain(&*refusal));
            self.opened = None;
            self.game.forfeit(task.side, reason);
        }
    }

    fn people(&self) -> [bool; 2] {
        self.players.each_ref().map(Player::is_person)
    }

    /// Whether no person plays.
    #[must_use]
    pub fn is_between_machines(&self) -> bool {
        self.people() == [false, false]
    }

    /// What is to happen next.
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.game.result().is_some() {
            return Turn::Over;
        }
        if self.player(self.mover()).is_person() {
            return Turn::Person;
        }
        let answers = !self.is_between_machines() && !self.is_held;
        let goes_on = self.game.is_at_end() && (self.is_auto || answers);
        if goes_on { Turn::Machine } else { Turn::Paused }
    }

    /// Makes a person's move, for which it took `elapsed`. One that comes too late has lost the game.
    ///
    /// # Errors
    /// When it is not legal, or not a person's turn.
    pub fn play(&mut self, text: &str, elapsed: Duration) -> Result<(), Refusal> {
        let position = self.game.position();
        if self.game.result().is_some() {
            return Err(refuse(SessionError::Over {}));
        }
        let side = self.mover();
        if !self.player(side).is_person() {
            return Err(refuse(SessionError::NotYours { side: side.to_string() }));
        }
        let point = position.parse_move(&landing(position, text)).map_err(refuse)?;
        match self.stage() {
            Some(stage) if stage.places() => return self.place(point),
            Some(_) => return Err(refuse(SessionError::InOpening {})),
            None => {}
        }
        self.game.answer(Ok(&Decision::of(point)), elapsed);
        self.is_held = false;
        Ok(())
    }

    /// Ends the game when the person to move has thought for `elapsed`, and that is too long.
    pub fn check_time(&mut self, elapsed: Duration) {
        if self.stage().is_none() {
            self.game.check_time(elapsed);
        }
    }

    /// Back to the last turn of a person. A game that plays by itself pauses.
    ///
    /// # Errors
    /// When there is nothing to take back.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.check_begun()?;
        self.is_auto = false;
        self.game.undo(self.people()).map_err(refuse)
    }

    /// Forward again.
    ///
    /// # Errors
    /// At the end.
    pub fn redo(&mut self) -> Result<(), Refusal> {
        self.check_begun()?;
        self.is_auto = false;
        self.game.redo(self.people()).map_err(refuse)
    }

    /// Shows the game after so many moves.
    ///
    /// # Errors
    /// When it has fewer.
    pub fn go_to(&mut self, ply: u64) -> Result<(), Refusal> {
        self.check_begun()?;
        self.game.go_to(ply).map_err(refuse)?;
        self.is_auto = false;
        Ok(())
    }

    /// Gives the game up: for the person where one plays a machine, else for the side to move.
    ///
    /// # Errors
    /// When it is over.
    pub fn resign(&mut self) -> Result<(), Refusal> {
        self.check_begun()?;
        if self.game.result().is_some() {
            return Err(refuse(SessionError::Over {}));
        }
        let side = match self.people() {
            [true, false] => Side::X,
            [false, true] => Side::O,
            _ => self.game.position().to_move(),
        };
        self.is_auto = false;
        self.game.forfeit(side, Reason::Resigned);
        Ok(())
    }

    /// Lets machines play on, or pauses them.
    ///
    /// # Errors
    /// When a person plays, or the pause is too long.
    pub fn set_auto(&mut self, is_on: bool, delay_ms: Option<u64>) -> Result<(), Refusal> {
        if let Some(given) = delay_ms {
            if given > LONGEST_DELAY_MS {
                return Err(refuse(SessionError::Delay { given }));
            }
            self.delay_ms = given;
        }
        if is_on && !self.is_between_machines() {
            return Err(refuse(SessionError::NotBetweenMachines {}));
        }
        self.is_auto = is_on;
        Ok(())
    }

    /// The move that the machine to move is to find here, whether or not it is paused.
    ///
    /// # Errors
    /// When the game is over, or a person is to move.
    pub fn move_task(&self) -> Result<MoveTask, Refusal> {
        if self.turn() == Turn::Over {
            return Err(refuse(SessionError::Over {}));
        }
        let position = *self.game.position();
        let side = self.mover();
        let Player::Machine(Machine { spec, limits, .. }) = self.player(side) else {
            return Err(refuse(SessionError::NoMachine {}));
        };
        Ok(MoveTask {
            number: self.number,
            ply: self.game.ply(),
            position,
            side,
            spec: spec.clone(),
            limits: *limits,
            seed: self.agent_seed(side.index() as u64),
            is_awaited: !self.is_between_machines(),
            opening: self.opened.and_then(|opened| opened.undecided()),
        })
    }

    /// Where the randomness of an agent of this game comes from: 0 and 1 are the players'.
    #[must_use]
    pub fn agent_seed(&self, index: u64) -> Seed {
        self.seed.derive("game", self.number).derive("agent", index)
    }

    /// Whether an answer to this task still matters.
    #[must_use]
    pub fn awaits(&self, task: &MoveTask) -> bool {
        self.number == task.number
            && self.game.ply() == task.ply
            && *self.game.position() == task.position
            && self.game.result().is_none()
    }

    /// Takes a machine's answer to the referee, or why there is none; it took `elapsed`.
    pub fn answer(&mut self, task: &MoveTask, answer: Result<Decision<Point>, Reason>, elapsed: Duration) {
        if !self.awaits(task) {
            return;
        }
        let ply = self.game.ply();
        let verdict = self.game.answer(answer.as_ref().map_err(Reason::clone), elapsed);
        match (verdict, answer) {
            (Verdict::Moved, Ok(decision)) => {
                self.game.note(ply, task.spec.kind().name.to_string(), decision.value);
            }
            _ => self.is_auto = false,
        }
    }

    /// Reads a position as people write it, for an editor.
    ///
    /// # Errors
    /// When it is not one that can arise.
    pub fn check(text: &str) -> Result<Position, Refusal> {
        text.parse::<Position>().map_err(refuse)
    }
}

fn seats(players: &[Player; 2]) -> [Seat; 2] {
    players.each_ref().map(Player::seat)
}

/// Where stones fall, any point of a column names it.
fn landing(position: &Position, text: &str) -> String {
    let rules = position.rules();
    if !rules.is_drop() {
        return text.to_string();
    }
    match kinrow_game::notation::parse_point(rules, text) {
        Ok(point) => {
            let (column, _) = kinrow_game::Geometry::of(rules).column_row(point);
            kinrow_game::notation::column_name(column)
        }
        Err(_) => text.to_string(),
    }
}
