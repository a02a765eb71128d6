//! What a clock was read for: the appendix of a report, and what belongs there.

use super::build::{Author, NamedChart};
use super::charts::has_rows;
use super::document::Block;
use super::grids::{Clocks, grid};
use kinrow_lab::experiment::columns::{Role, role};
use kinrow_lab::experiment::{ChartSpec, Form, Shown, Table};
use kinrow_text::numbers::duration;

impl Author<'_> {
    /// Whether the numbers of a table depend on a clock altogether, because it limited what was measured.
    pub(super) fn is_timed(&self, table: &str) -> bool {
        let mut timed = self.run.experiment.measures.iter().filter(|measure| measure.is_timed());
        timed.any(|measure| measure.table == table || measure.second.as_deref() == Some(table))
    }

    /// Whether a chart is one of times.
    pub(super) fn is_timed_chart(&self, spec: &ChartSpec) -> bool {
        let is_clock = |column: &str| role(column) == Role::Clock;
        is_clock(&spec.y) || spec.style.x().is_some_and(is_clock) || self.is_timed(&spec.table)
    }

    /// When and how long it ran, charts and tables of times, and what is to be said of them.
    pub(super) fn times(&mut self, findings: Vec<super::Point>) -> (Vec<Block>, Vec<NamedChart>) {
        let (run, text) = (self.run, self.namer.text);
        let environment = &run.environment;
        let facts = [
            ("time", format!("{} – {}", environment.started, environment.ended)),
            ("workers", environment.workers.to_string()),
            ("work", duration(environment.work_seconds)),
        ];
        let named = |(key, fact): (&str, String)| (text.get(&format!("platform.{key}")).to_string(), fact);
        let mut blocks =
            vec![Block::Paragraph(text.get("report.times").into()), Block::Facts(facts.map(named).into())];
        let mut drawn = Vec::new();
        for table in &run.tables {
            let is_timed = self.is_timed(&table.name);
            let specs = run.experiment.charts.iter().filter(|spec| spec.table == table.name);
            for spec in specs.filter(|spec| self.is_timed_chart(spec)).collect::<Vec<_>>() {
                let (block, chart) = self.chart(spec, table);
                blocks.push(block);
                drawn.extend(chart);
            }
            let wishes: Vec<&Shown> =
                run.experiment.shown.iter().filter(|shown| shown.table == table.name).collect();
            let clocks = if is_timed { Clocks::Beside } else { Clocks::Alone };
            if wishes.is_empty() && (is_timed || table.has_clock()) {
                blocks.extend(self.clocked(None, table, clocks));
            }
            for shown in wishes.into_iter().filter(|shown| has_rows(table, &shown.filter)) {
                if is_timed || asks_for_clocks(shown) {
                    blocks.extend(self.clocked(Some(shown), table, clocks));
                }
            }
        }
        if !findings.is_empty() {
            blocks.push(Block::Points(findings));
        }
        (blocks, drawn)
    }

    fn clocked(&mut self, shown: Option<&Shown>, table: &Table, clocks: Clocks) -> Option<Block> {
        let made = grid(table, shown, &self.namer, clocks, self.wishes.wall_time);
        // Where the system tells no processor time there may be nothing left to show.
        if made.columns.is_empty()
            || (clocks == Clocks::Alone && !made.columns.iter().any(|column| column.is_clock))
        {
            return None;
        }
        let caption = self.caption_of_table(shown, table, clocks == Clocks::Alone);
        Some(Block::Grid(super::Grid { caption, ..made }))
    }
}

/// Whether a wish names a clock, or everything.
fn asks_for_clocks(shown: &Shown) -> bool {
    match &shown.form {
        Form::Rows { columns, .. } => {
            columns.is_empty() || columns.iter().any(|column| role(column) == Role::Clock)
        }
        Form::Cross { cell, .. } => role(cell) == Role::Clock,
    }
}
