//! Listens to a search and puts the newest news of it where the page's writer finds it.

use std::sync::Arc;

use kinrow_agent::{Event, Observer, Report, Statistics, TreeLimits, TreeLog, Value};
use kinrow_game::{Game, Point, Position};
use kinrow_session::{lines_view, value_view};

use crate::message::ThinkingView;
use crate::outbox::Outbox;

/// Listens to one search.
pub(crate) struct Listener {
    pub(crate) outbox: Option<Arc<Outbox>>,
    pub(crate) about: About,
    /// Keeps the tree when one is wanted.
    pub(crate) tree: Option<TreeLog<Point>>,
}

/// What a search is about.
#[derive(Clone)]
pub(crate) struct About {
    pub(crate) number: u64,
    pub(crate) ply: usize,
    pub(crate) by: String,
    pub(crate) purpose: &'static str,
    pub(crate) position: Position,
}

impl About {
    /// News of this search.
    pub(crate) fn news(&self, report: &Report<'_, Point>, waiting: bool) -> ThinkingView {
        let Statistics { nodes, depth, playouts, time, .. } = report.statistics;
        let seconds = time.as_secs_f64();
        let side = self.position.to_move().to_string().to_lowercase();
        ThinkingView {
            number: self.number,
            ply: self.ply,
            by: self.by.clone(),
            purpose: self.purpose,
            value: value_view(report.value),
            side: if side == "x" { "x" } else { "o" },
            depth,
            nodes,
            playouts,
            time_ms: seconds * 1000.0,
            nodes_per_second: if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 },
            line: report.line.iter().map(|&point| self.position.name(point)).collect(),
            lines: lines_view(report.best, &self.position),
            waiting,
        }
    }

    /// News before there are any: it waits for others, or it begins.
    pub(crate) fn first_news(&self, waiting: bool) -> ThinkingView {
        let nothing =
            Report { value: Value::Unknown, line: &[], best: &[], statistics: Statistics::default() };
        self.news(&nothing, waiting)
    }
}

impl Observer<Point> for Listener {
    fn event(&mut self, event: Event<'_, Point>) {
        if let (Event::Report(report), Some(outbox)) = (&event, &self.outbox) {
            outbox.think(self.about.news(report, false));
        }
        if let Some(tree) = &mut self.tree {
            tree.event(event);
        }
    }

    fn tree(&self) -> Option<TreeLimits> {
        self.tree.as_ref().and_then(Observer::tree)
    }
}
