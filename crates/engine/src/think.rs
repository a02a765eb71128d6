//! One decision: what is forced or won by threats is played at once; otherwise the search deepens until the limits end it, on as many threads as
//! are wanted.

use std::time::Duration;

use kinrow_agent::{Budget, Event, Limits, Report, Statistics, Thinking};
use kinrow_game::Point;

use crate::answer::{candidates, points, position_value};
use crate::cells::{Cells, Layout};
use crate::field::Field;
use crate::fours::Fours;
use crate::history::History;
use crate::options::Parts;
use crate::root::Root;
use crate::search::Search;
use crate::stage::Stage;
use crate::table::Table;

/// Fours in a row at the most, at the root.
const FOURS: usize = 40;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) table: &'a Table,
    pub(crate) layout: &'a Layout,
    pub(crate) limits: &'a Limits,
    /// The moves to choose from; all, where nobody says.
    pub(crate) among: Option<Cells>,
    /// How many of the best moves are wanted with value and line.
    pub(crate) lines: usize,
    /// Whether a win by threats is enough, without the other moves.
    pub(crate) threats: bool,
    pub(crate) threads: usize,
}

/// Thinks about a position until the limits, `thinking` or a proof ends it.
pub(crate) fn think<F: Field>(
    field: F,
    parts: Parts,
    history: &mut Box<History>,
    question: &Question<'_>,
    thinking: &mut Thinking<'_, Point>,
) -> (Root, Statistics) {
    let Question { table, limits, .. } = *question;
    let budget = Budget::of_nodes(limits, &thinking.stop);
    let known = std::mem::replace(history, History::new());
    let mut search = Search::new(field, table, budget, parts, known);
    let mut root = Root::new(&search, question.lines);
    if let Some(among) = &question.among {
        root.keep(among);
    }
    let depth = if let Stage::Lost(plies) = search.field.stage() {
        root.lose(plies);
        1
    } else if let Some(won) = win_by_threats(&mut search, question) {
        root = won;
        root.best().map_or(0, |best| best.depth)
    } else {
        deepen(&mut search, &mut root, question, thinking)
    };
    let statistics = statistics(&search, depth);
    *history = search.history;
    (root, statistics)
}

/// A win by fours, or by threats, where that is enough.
fn win_by_threats<F: Field>(search: &mut Search<'_, F>, question: &Question<'_>) -> Option<Root> {
    if !question.threats {
        return None;
    }
    let mut line = Vec::new();
    if search.parts.vcf
        && let Ok(Some(plies)) = search.fours(FOURS, Fours::All, &mut line)
    {
        line.reverse();
        return Some(Root::won(line, plies));
    }
    if search.parts.vct
        && let Ok(Some(line)) = search.field.win_by_threats(&mut search.budget, threat_share(question.limits))
    {
        let plies = line.len();
        return Some(Root::won(line, plies));
    }
    None
}

/// How many positions the search for threats may look at: about a tenth of what there is.
fn threat_share(limits: &Limits) -> usize {
    let by_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / 10);
    let by_time = limits.time.map_or(u64::MAX, |time| 40 * time.as_millis() as u64);
    by_nodes.min(by_time).min(100_000) as usize
}

/// Searches deeper and deeper, and tells of each iteration. Other threads do the same for themselves: what they find out reaches this one by
/// the table they share ("lazy SMP").
fn deepen<F: Field>(
    search: &mut Search<'_, F>,
    root: &mut Root,
    question: &Question<'_>,
    thinking: &mut Thinking<'_, Point>,
) -> u32 {
    let Question { table, limits, layout, .. } = *question;
    let most = limits.depth.unwrap_or(u32::MAX);
    let mut reached = 0;
    let others = thinking.stop.child();
    std::thread::scope(|scope| {
        for number in 1..question.threads {
            // Only the clock and the first thread end the others.
            let budget = Budget::of_nodes(&Limits { time: limits.time, ..Limits::NONE }, &others);
            let mut other =
                Search::new(search.field.clone(), table, budget, search.parts, search.history.clone());
            let mut root = root.clone();
            // Half of them begin a ply deeper, so that not all look at the same.
            scope.spawn(move || root.deepen(&mut other, 1 + number as u32 % 2, most, |_, _, _| false));
        }
        root.deepen(search, 1, most, |search, root, depth| {
            reached = depth;
            let line = root.best().map(|best| points(best, layout)).unwrap_or_default();
            thinking.observer.event(Event::Report(Report {
                value: position_value(root),
                line: &line,
                best: &candidates(root, layout),
                statistics: statistics(search, depth),
            }));
            limits.time.is_some_and(|time| is_time(root, search.budget.elapsed(), time))
        });
        others.stop();
    });
    reached
}

/// Whether the rest of the time would hardly change anything.
fn is_time(root: &Root, spent: Duration, time: Duration) -> bool {
    root.is_only()
        || root.stable() >= 8 && spent * 10 >= time * 7
        || root.stable() >= 4 && spent * 20 >= time * 17
}

fn statistics(search: &Search<'_, impl Field>, depth: u32) -> Statistics {
    Statistics {
        nodes: search.budget.spent(),
        leaves: search.leaves,
        cutoffs: search.cutoffs,
        table_hits: search.table_hits,
        depth,
        playouts: 0,
        time: search.budget.elapsed(),
    }
}
