//! Long work that outlives the page that asked for it: it waits for its turn, is kept on disk with everything it has made, can be paused and
//! resumed, and goes on after the program was ended, however that happened.
//!
//! [`Jobs`] is all of it for a front end. [`Wanted`] is what may be asked for: plain data, in which no file and no program can be named. Models
//! go by [`Label`]s. What jobs may use up stands in [`JobBounds`].

mod bounds;
mod calm;
mod charts;
mod error;
mod jobs;
mod label;
mod learning;
mod measuring;
mod models;
mod news;
mod playing;
mod saved;
mod store;
mod table;
mod view;
mod wanted;
mod work;

pub use bounds::JobBounds;
pub use error::JobError;
pub use jobs::Jobs;
pub use label::Label;
pub use learning::Curve;
pub use measuring::{Measuring, Mistaken, builtin, examine};
pub use playing::Playing;
pub use saved::{Progress, Saved, SavedError, State, Told};
pub use store::{Store, StoreError};
pub use view::{AuditView, GameLine, JobView, ModelView, PlayedGame};
pub use wanted::{Learning, Refusal, Wanted};
