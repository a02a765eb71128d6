//! A training's curve as a chart and as a table of numbers.

use std::fmt::Write;

use kinrow_chart::{Axis, LineChart, Panel, Series};
use kinrow_files::CURVE;
use kinrow_game::Tally;
use kinrow_learn::{Checkpoint, ModelHeader};
use kinrow_text::Text;

/// The chart: share of points against random, perfect play and itself; below it who won the training games so far, a
/// population's fitness, and what an audit found, whichever there is. The look before the first episode, and an audit without
/// a loss, have a place of their own beside the logarithms.
#[must_use]
pub fn chart(model: &ModelHeader, curve: &[Checkpoint], text: &Text) -> LineChart {
    let seed = model.seed.to_string();
    let title = [
        ("method", model.method.name()),
        ("rules", model.rules.as_str()),
        ("preset", model.preset.as_str()),
        ("seed", seed.as_str()),
    ];
    let at = |look: &Checkpoint| look.episode as f64;
    let is_population = curve.iter().any(|look| look.fitness.is_some());
    let x = || {
        let label = text.get(if is_population { "curve.generations" } else { "curve.episodes" });
        Axis::log10_of(label, curve.iter().map(at))
    };
    let series = |key: &str, value: &dyn Fn(&Checkpoint) -> Option<f64>| {
        let points = curve.iter().filter_map(|look| Some((at(look), value(look)?))).collect();
        Series::new(text.get(key), points)
    };
    let share = |tally: &Tally| tally.score().unwrap_or(0.0);
    let drawn = |tally: &Tally| tally.draws as f64 / tally.games().max(1) as f64;
    let mut play = Panel::new(text.get("curve.play"))
        .x(x())
        .y(Axis::linear(text.get("curve.share")).within(0.0, 1.0))
        .with(series("curve.random", &|look| Some(share(&look.random))).smoothed(5));
    if curve.iter().any(|look| look.perfect.is_some()) {
        play = play.with(series("curve.perfect", &|look| look.perfect.as_ref().map(share)).smoothed(5));
    }
    if curve.iter().any(|look| look.rivals.is_some()) {
        let mcts = |look: &Checkpoint| look.rivals.as_ref().map(|rivals| share(&rivals.mcts));
        let alphabeta = |look: &Checkpoint| look.rivals.as_ref().map(|rivals| share(&rivals.alphabeta));
        play = play
            .with(series("curve.mcts", &mcts).smoothed(5))
            .with(series("curve.alphabeta", &alphabeta).smoothed(5));
    }
    play = play.with(series("curve.itself", &|look| Some(drawn(&look.itself))).smoothed(5));
    let mut chart = LineChart::new(text.fill("curve.title", &title)).with_panel(play);
    if curve.iter().any(|look| look.training.is_some()) {
        // A share of all games so far is smooth by itself.
        let share = |i: usize| move |look: &Checkpoint| Some(look.training?.shares()?[i]);
        let panel = Panel::new(text.get("curve.training-title"))
            .x(x())
            .y(Axis::linear(text.get("curve.training")).within(0.0, 1.0))
            .with(series("curve.training-x", &share(0)))
            .with(series("curve.training-drawn", &share(1)))
            .with(series("curve.training-o", &share(2)));
        chart = chart.with_panel(panel);
    }
    let mistakes = |look: &Checkpoint| {
        let [mistakes, judged] = look.rivals.as_ref()?.mistakes?;
        Some(mistakes as f64 / judged.max(1) as f64)
    };
    if curve.iter().any(|look| mistakes(look).is_some()) {
        let panel = Panel::new(text.get("curve.mistakes-title"))
            .x(x())
            .y(Axis::linear(text.get("curve.mistakes")))
            .with(series("curve.mistakes-share", &mistakes));
        chart = chart.with_panel(panel);
    }
    if is_population {
        let fitness = |i: usize| move |look: &Checkpoint| look.fitness.map(|fitness| fitness[i]);
        let panel = Panel::new(text.get("curve.fitness-title"))
            .x(x())
            .y(Axis::linear(text.get("curve.fitness")))
            .with(series("curve.fitness-max", &fitness(2)))
            .with(series("curve.fitness-mean", &fitness(1)))
            .with(series("curve.fitness-min", &fitness(0)));
        chart = chart.with_panel(panel);
    }
    if curve.iter().any(|look| look.audit_losses.is_some()) {
        let losses = curve.iter().filter_map(|look| look.audit_losses).flatten();
        let lost = |i: usize| move |look: &Checkpoint| look.audit_losses.map(|losses| losses[i] as f64);
        let panel = Panel::new(text.get("curve.audit-title"))
            .x(x())
            .y(Axis::log10_of(text.get("curve.audit"), losses.map(|lost| lost as f64)))
            .with(series("curve.audit-x", &lost(0)))
            .with(series("curve.audit-o", &lost(1)));
        chart = chart.with_panel(panel);
    }
    chart
}

/// The same numbers, a line a look, for other programs.
#[must_use]
pub fn csv(curve: &[Checkpoint]) -> String {
    let mut table = CURVE.to_string();
    let counts = |tally: Option<&Tally>| {
        tally.map_or_else(|| ",,".into(), |tally| format!("{},{},{}", tally.wins, tally.draws, tally.losses))
    };
    for look in curve {
        let audit = look.audit_losses.map_or_else(|| ",".into(), |[x, o]| format!("{x},{o}"));
        let fitness = look.fitness.map_or_else(|| ",,".into(), |[a, b, c]| format!("{a:.6},{b:.6},{c:.6}"));
        let (random, perfect, itself) =
            (counts(Some(&look.random)), counts(look.perfect.as_ref()), counts(Some(&look.itself)));
        let training = look.training.map_or_else(
            || ",,".into(),
            |tally| format!("{},{},{}", tally.x_wins, tally.draws, tally.o_wins),
        );
        let rivals = look.rivals.as_ref();
        let mcts = counts(rivals.map(|rivals| &rivals.mcts));
        let alphabeta = counts(rivals.map(|rivals| &rivals.alphabeta));
        let judged = rivals.and_then(|rivals| rivals.mistakes);
        let judged = judged.map_or_else(|| ",".into(), |[wrong, of]| format!("{wrong},{of}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "{},{random},{perfect},{itself},{audit},{fitness},{training},{mcts},{alphabeta},{judged}",
            look.episode
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;
    use kinrow_game::ByEnding;
    use kinrow_learn::{Method, Model, Preset};
    use kinrow_text::Language;

    use super::*;

    fn look(episode: u64, training: Option<ByEnding>) -> Checkpoint {
        let tally = Tally { wins: 60, draws: 30, losses: 10 };
        Checkpoint {
            episode,
            training,
            random: tally,
            perfect: None,
            itself: tally,
            audit_losses: None,
            fitness: None,
            rivals: None,
        }
    }

    #[test]
    fn the_table_has_the_training_games() {
        let table = csv(&[look(0, None), look(20, Some(ByEnding { x_wins: 11, draws: 6, o_wins: 3 }))]);
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{table}");
        let of = |name: &str| {
            let at = rows[0].iter().position(|column| *column == name).unwrap();
            (rows[1][at], rows[2][at])
        };
        assert_eq!(of("episode"), ("0", "20"));
        assert_eq!(of("train_x_wins"), ("", "11"));
        assert_eq!(of("train_draws"), ("", "6"));
        assert_eq!(of("train_o_wins"), ("", "3"));
    }

    #[test]
    fn the_chart_has_the_training_games_where_they_were_counted() {
        let method = Method::SelfPlay;
        let options = method.preset(Preset::Published);
        let rules = "3x3x3".parse().unwrap();
        let header = Model::untrained(method, Preset::Published, &options, rules, Seed(1)).header;
        for (language, title) in
            [(Language::English, "Training games so far"), (Language::Chinese, "至今的训练对局")]
        {
            let text = Text::new(language);
            let tally = ByEnding { x_wins: 11, draws: 6, o_wins: 3 };
            let counted = chart(&header, &[look(0, None), look(20, Some(tally))], &text);
            assert!(counted.to_svg().contains(title), "{title}");
            let panel = counted.panels.iter().find(|panel| panel.title == title).unwrap();
            let points: Vec<_> = panel.series.iter().map(|series| series.points.clone()).collect();
            assert_eq!(points, [vec![(20.0, 0.55)], vec![(20.0, 0.3)], vec![(20.0, 0.15)]]);
            let older = chart(&header, &[look(0, None), look(20, None)], &text);
            assert!(!older.to_svg().contains(title));
        }
    }
}
