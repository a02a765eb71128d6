//! What a front end holds for one person: a game with its moves, who plays it, and what may be asked of the program.
//!
//! Nothing here knows of sockets, threads or clocks: a [`Session`] is changed by requests and answers, and says what it
//! wants searched next. So that all of it can be tested without a network, and another front end could hold one too.

pub mod analysis;
mod bounds;
mod ending;
mod error;
mod learning;
mod opening;
mod played;
mod player;
mod session;
mod starters;
pub mod steps;
mod tree;
mod view;
mod welcome;

pub use bounds::{AnalysisBounds, Bounds, KnownModels};
pub use ending::ending;
pub use error::{Refusal, SessionError, refuse};
pub use kinrow_players::suits::Level;
pub use learning::{Learning, LearningError, NoLearning};
pub use opening::{Colour, Opened, Opening, Stage, can_be_opened};
pub use played::{Ended, Played, Said};
pub use player::{Machine, Player, PlayerChoice};
pub use session::{Begin, MoveTask, Session, Turn};
pub use starters::{EXAMPLES, Example, STARTER_GAMES, StarterGame};
pub use tree::{Branch, NodeView, SearchTree, Sought, TreeView};
pub use view::{AnalysisView, GameView, PlayerView, SuitedView, lines_view, value_view};
pub use welcome::{agents_view, bounds_view, starter_games_view};
