//! What a running job tells of itself.

use std::time::Duration;

use crate::learning::Curve;
use crate::playing::Standing;
use crate::saved::Progress;

/// What a running job tells of itself.
pub(crate) enum News {
    /// How far it has come.
    Progress(Progress),
    /// About how much longer it takes.
    Left(Option<Duration>),
    /// A training has something new to draw.
    Curve(Curve),
    /// A contest stands otherwise.
    Standing(Box<Standing>),
}
