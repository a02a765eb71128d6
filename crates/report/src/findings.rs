//! What the numbers of a run say, sorted by where a report says it: analysis, conclusion, or appendix of times.

use super::document::Point;
use kinrow_lab::Namer;
use kinrow_lab::experiment::{Run, finding};
use kinrow_text::Text;

/// What the numbers say.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    /// Every sentence of the analysis.
    pub all: Vec<Point>,
    /// What answers the question, in short.
    pub answers: Vec<Point>,
    /// What was said of times, which differ from run to run.
    pub times: Vec<Point>,
}

/// What the numbers say.
#[must_use]
pub fn findings(run: &Run, text: &Text) -> Findings {
    let namer = Namer { text, experiment: &run.experiment };
    let mut findings = Findings::default();
    for finding in &run.experiment.findings {
        // What only the full run measures is not spoken of after a quick one.
        let Some(table) = run.tables.iter().find(|table| table.name == finding.table) else { continue };
        let points = |said: finding::Said| -> Vec<Point> {
            match said.about {
                Some(text) => vec![Point { text, points: said.points }],
                None => said.points.into_iter().map(Point::from).collect(),
            }
        };
        // The author's own sentences are said once: in the conclusion, where they answer.
        let is_own = matches!(finding.kind, finding::FindingKind::Each { .. });
        if finding.is_timed {
            findings.times.extend(points(finding::say(finding, table, &namer)));
        } else if !(finding.is_answer && is_own) {
            findings.all.extend(points(finding::say(finding, table, &namer)));
        }
        if finding.is_answer {
            let verdict = points(finding::verdict(finding, table, &namer));
            answer(&mut findings.answers, finding.asks.of(text.language()), verdict);
        }
    }
    findings
}

/// Each point as one text, whatever stands below it after a colon.
#[must_use]
pub fn in_lines(points: &[Point]) -> Vec<String> {
    let line = |point: &Point| match point.points.is_empty() {
        true => point.text.clone(),
        false => format!("{} {}", point.text, point.points.join("; ")),
    };
    points.iter().map(line).collect()
}

/// Puts a verdict under the part of the question that it answers.
fn answer(answers: &mut Vec<Point>, asks: &str, verdict: Vec<Point>) {
    if asks.is_empty() {
        answers.extend(verdict);
        return;
    }
    let lines = in_lines(&verdict);
    match answers.iter_mut().find(|point| point.text == asks) {
        Some(point) => point.points.extend(lines),
        None => answers.push(Point { text: asks.to_string(), points: lines }),
    }
}
