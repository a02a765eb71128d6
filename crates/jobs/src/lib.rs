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
mod models;
mod saved;
mod store;
mod view;
mod wanted;

pub use bounds::JobBounds;
pub use error::JobError;
pub use jobs::Jobs;
pub use label::Label;
pub use learning::Curve;
pub use saved::{Progress, Saved, SavedError, State, Told};
pub use store::{Store, StoreError};
pub use view::{AuditView, JobView, ModelView};
pub use wanted::{Learning, Refusal, Wanted};
