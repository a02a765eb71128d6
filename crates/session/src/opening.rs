//! How a game is opened: from the empty board, with a few random stones, or by Swap and Swap2, where one side places stones and
//! the other takes a colour, so that neither has the first move's advantage.
//!
//! While stones are placed and colours chosen nobody's clock runs and no game is under way: the stones are those that the game
//! will begin with. X is whoever opens until somebody swaps.

use kinrow_agent::Seed;
use kinrow_game::{Game, Point, Position, Rules, Side};
use kinrow_gomocup::command::OpeningRule;
use kinrow_search::wander;

use super::SessionError;

/// Stones of a varied opening: an even number, so that X moves next.
const VARIED: u16 = 4;
/// How far from the others a random stone is placed at the most.
const REACH: u8 = 3;
/// Openings are for boards on which so many stones decide nothing.
const LEAST_K: u8 = 4;
const LEAST_SIDE: u8 = 5;

kinrow_agent::named! {
    /// How a game is opened.
    pub enum Opening {
        /// With a few random stones near each other.
        Varied = "varied",
        /// One side places three stones, the other takes a colour.
        Swap = "swap",
        /// As Swap; but the other may place two more stones instead, and leave the choice to the first.
        Swap2 = "swap2",
    }
}

kinrow_agent::named! {
    /// What is to be done in an opening.
    pub enum Stage {
        /// The first side places three stones.
        Place = "place",
        /// The second side takes a colour.
        Choose = "choose",
        /// The second side places two more stones.
        Add = "add",
        /// The first side takes a colour.
        Decide = "decide",
    }
}

impl Stage {
    /// Whose decision it is: the side whose player was named so when the game began.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Stage::Place | Stage::Decide => Side::X,
            Stage::Choose | Stage::Add => Side::O,
        }
    }

    /// Whether stones are placed, and no colour chosen.
    #[must_use]
    pub fn places(self) -> bool {
        matches!(self, Stage::Place | Stage::Add)
    }

    /// After so many stones another stage begins.
    fn next(self, stones: usize) -> Stage {
        match (self, stones) {
            (Stage::Place, 3) => Stage::Choose,
            (Stage::Add, 5) => Stage::Decide,
            _ => self,
        }
    }
}

/// What somebody chooses who may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// To play X.
    X,
    /// To play O.
    O,
    /// To place two more stones, and leave the choice to the other.
    Add,
}

impl Colour {
    /// What a page calls it.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(given: &str) -> Result<Colour, SessionError> {
        match given {
            "x" => Ok(Colour::X),
            "o" => Ok(Colour::O),
            "add" => Ok(Colour::Add),
            _ => Err(SessionError::Colour { given: given.into() }),
        }
    }
}

/// How a game was opened, and what is still to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The rule.
    pub opening: Opening,
    /// What is to be done; `None` when the game has begun.
    pub stage: Option<Stage>,
}

impl Opened {
    /// Begins an opening on an empty board; with the stones that are there from the beginning.
    ///
    /// # Errors
    /// When the board is too small for one, or not empty.
    pub(crate) fn begin(
        given: &str,
        start: &Position,
        moves: &[Point],
        seed: Seed,
    ) -> Result<(Opened, Vec<Point>), SessionError> {
        let known = || Opening::NAMES.join(", ");
        let opening = Opening::of(given)
            .ok_or_else(|| SessionError::Opening { given: given.into(), known: known() })?;
        let rules = start.rules();
        if start.placed() > 0 || !moves.is_empty() {
            return Err(SessionError::OpeningStart {});
        }
        if !can_be_opened(rules) {
            return Err(SessionError::OpeningBoard { rules: rules.to_string() });
        }
        if opening != Opening::Varied {
            return Ok((Opened { opening, stage: Some(Stage::Place) }, Vec::new()));
        }
        let stones = wander(start, VARIED, REACH, &mut seed.derive("opening", 0).rng());
        let stones = stones.map(|(_, stones)| stones).unwrap_or_default();
        Ok((Opened { opening, stage: None }, stones))
    }

    /// One stone more is on the board.
    pub(crate) fn placed(&mut self, stones: usize) {
        self.stage = self.stage.map(|stage| stage.next(stones));
    }

    /// Somebody chooses. Whether the players change places; then the game begins, unless two stones are to be added.
    ///
    /// # Errors
    /// When nobody may choose now, or not this.
    pub(crate) fn choose(&mut self, colour: Colour) -> Result<bool, SessionError> {
        let stage = self.stage.filter(|stage| !stage.places()).ok_or(SessionError::NoChoice {})?;
        let taken = match colour {
            Colour::Add if stage == Stage::Choose && self.opening == Opening::Swap2 => {
                self.stage = Some(Stage::Add);
                return Ok(false);
            }
            Colour::Add => return Err(SessionError::NoAdding {}),
            Colour::X => Side::X,
            Colour::O => Side::O,
        };
        self.stage = None;
        Ok(taken != stage.side())
    }
}

/// Whether a board is large enough for openings.
#[must_use]
pub fn can_be_opened(rules: Rules) -> bool {
    rules.k() >= LEAST_K && rules.width().min(rules.height()) >= LEAST_SIDE
}

impl Opened {
    /// The rule by which a machine decides, where something is still to be decided.
    pub(crate) fn undecided(&self) -> Option<OpeningRule> {
        self.stage?;
        match self.opening {
            Opening::Varied => None,
            Opening::Swap => Some(OpeningRule::Swap),
            Opening::Swap2 => Some(OpeningRule::Swap2),
        }
    }
}

/// Whether a point can be placed in an opening: it is free, and ends nothing.
pub(crate) fn can_place(position: &Position, point: Point) -> bool {
    position.outcome().is_none() && position.try_play(point).is_ok_and(|after| after.outcome().is_none())
}
