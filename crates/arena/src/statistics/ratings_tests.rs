//! Ratings against the examples of the papers and the manuals, and their promises.

use super::*;
use proptest::prelude::*;

fn table(players: usize, games: &[(usize, usize, [u64; 3])]) -> Vec<Vec<Tally>> {
    let mut results = vec![vec![Tally::default(); players]; players];
    for &(i, j, [wins, draws, losses]) in games {
        let tally = Tally { wins, draws, losses };
        results[i][j] = tally;
        results[j][i] = tally.for_opponent();
    }
    results
}

/// Davidson (1970), "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", Journal of the
/// American Statistical Association 65: six brands of chocolate pudding, and the estimates of π and ν that R's hyper2
/// (inst/pudding.Rmd) gives for his model, to four digits.
#[test]
fn the_puddings_of_davidson() {
    let results = table(
        6,
        &[
            (0, 1, [19, 16, 22]),
            (0, 2, [16, 12, 19]),
            (1, 2, [19, 10, 19]),
            (0, 3, [18, 13, 23]),
            (1, 3, [23, 9, 19]),
            (2, 3, [19, 15, 20]),
            (0, 4, [13, 18, 19]),
            (1, 4, [16, 12, 20]),
            (2, 4, [16, 17, 15]),
            (3, 4, [17, 16, 14]),
            (0, 5, [18, 12, 21]),
            (1, 5, [22, 12, 20]),
            (2, 5, [13, 10, 18]),
            (3, 5, [14, 18, 19]),
            (4, 5, [11, 12, 21]),
        ],
    );
    let ratings = rate(&results).unwrap();
    assert_eq!(ratings.weakness, None);
    let sum: f64 = ratings.players.iter().map(|player| player.log_strength.exp()).sum();
    let published = [0.138_80, 0.173_00, 0.161_74, 0.165_39, 0.158_68, 0.202_39];
    for (player, published) in ratings.players.iter().zip(published) {
        let share = player.log_strength.exp() / sum;
        assert!((share - published).abs() < 2e-5, "{share} {published}");
    }
    assert!((ratings.draw_parameter - 0.746_81).abs() < 5e-5, "{}", ratings.draw_parameter);
}

/// Turner and Firth (2012), "Bradley-Terry models in R: the BradleyTerry2 package", Journal of Statistical Software 48(9), section 2.1:
/// citations among four journals (Stigler 1994), estimates and standard errors against Biometrika.
#[test]
fn the_journals_of_stigler() {
    let results = table(
        4,
        &[
            (0, 1, [730, 0, 33]),
            (0, 2, [498, 0, 320]),
            (0, 3, [221, 0, 284]),
            (1, 2, [68, 0, 813]),
            (1, 3, [17, 0, 276]),
            (2, 3, [142, 0, 325]),
        ],
    );
    let ratings = rate(&results).unwrap();
    assert_eq!((ratings.draw_parameter, ratings.weakness), (0.0, None));
    let of = |player: usize| ratings.players[player].log_strength - ratings.players[0].log_strength;
    for (player, published) in [(1, -2.94907), (2, -0.47957), (3, 0.26895)] {
        assert!((of(player) - published).abs() < 5e-6, "{} {published}", of(player));
    }
    let games = Games::new(&results);
    let at: Vec<f64> = ratings.players.iter().map(|player| player.log_strength).collect();
    let covariance = games.local(&at, 0.0).information.inverse().unwrap();
    for (player, published) in [(1, 0.10255), (2, 0.06059), (3, 0.07083)] {
        let variance =
            covariance.get(0, 0) + covariance.get(player, player) - 2.0 * covariance.get(0, player);
        assert!((variance.sqrt() - published).abs() < 5e-6, "{} {published}", variance.sqrt());
    }
}

/// Two players fit exactly: π₁/π₂ = wins/losses, ν = draws/√(wins·losses); and the Elo difference is close to the match's.
#[test]
fn two_players_are_fitted_exactly() {
    let ratings = rate(&table(2, &[(0, 1, [60, 20, 20])])).unwrap();
    let [one, other] = ratings.players[..] else { panic!("two players") };
    assert!((one.log_strength - other.log_strength - 3f64.ln()).abs() < 1e-9);
    assert!((ratings.draw_parameter - 20.0 / 1200f64.sqrt()).abs() < 1e-9);
    let of_match = super::super::elo_of_score(0.7);
    assert!((one.elo - other.elo - of_match).abs() < 2.0, "{} {of_match}", one.elo - other.elo);
    // The same margin on both sides of one difference.
    assert!((one.margin - other.margin).abs() < 1e-9 && one.margin > 0.0);
}

#[test]
fn what_the_results_do_not_say_is_said() {
    assert_eq!(rate(&table(3, &[])), None);
    let swept = rate(&table(3, &[(0, 1, [10, 0, 0]), (1, 2, [5, 0, 5]), (0, 2, [10, 0, 0])])).unwrap();
    assert_eq!(swept.weakness, Some(Weakness::Swept));
    assert!(swept.players[0].elo > swept.players[1].elo && swept.players[0].elo.is_finite());
    assert!(swept.players[0].margin > 200.0, "little is known of how much better: {swept:?}");
    let apart = rate(&table(4, &[(0, 1, [3, 0, 1]), (2, 3, [3, 0, 1])])).unwrap();
    assert_eq!(apart.weakness, Some(Weakness::Apart));
    let absent = rate(&table(3, &[(0, 1, [3, 1, 1])])).unwrap();
    assert_eq!(absent.weakness, Some(Weakness::Apart));
    assert!(absent.players[2].margin > absent.players[0].margin);
    let drawn = rate(&table(2, &[(0, 1, [0, 50, 0])])).unwrap();
    assert_eq!(drawn.weakness, Some(Weakness::OnlyDraws));
    assert!(drawn.players.iter().all(|player| player.elo.abs() < 1e-9 && player.margin > 0.0));
    // A draw is enough to tie a group to the others.
    assert_eq!(rate(&table(2, &[(0, 1, [9, 1, 0])])).unwrap().weakness, None);
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(256))]

    #[test]
    fn ratings_sum_to_zero_and_do_not_depend_on_the_order(
        counts in proptest::collection::vec(proptest::array::uniform3(0u64..20), 6),
    ) {
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let games: Vec<_> = pairs.iter().zip(&counts).map(|(&(i, j), &tally)| (i, j, tally)).collect();
        let Some(ratings) = rate(&table(4, &games)) else { return Ok(()) };
        prop_assert!(ratings.players.iter().map(|player| player.elo).sum::<f64>().abs() < 1e-6);
        prop_assert!(ratings.players.iter().all(|player| player.elo.is_finite() && player.margin.is_finite()));
        let reversed: Vec<_> = games.iter().map(|&(i, j, tally)| (3 - j, 3 - i, [tally[2], tally[1], tally[0]])).collect();
        let other = rate(&table(4, &reversed)).unwrap();
        for i in 0..4 {
            prop_assert!((ratings.players[i].elo - other.players[3 - i].elo).abs() < 1e-5);
            prop_assert!((ratings.players[i].margin - other.players[3 - i].margin).abs() < 1e-4);
        }
    }

    /// At the answer, everybody's expected points are the points made: the likelihood equations.
    #[test]
    fn expected_points_are_points_made(
        counts in proptest::collection::vec(proptest::array::uniform3(1u64..20), 3),
    ) {
        let games: Vec<_> = [(0, 1), (0, 2), (1, 2)].iter().zip(&counts).map(|(&(i, j), &tally)| (i, j, tally)).collect();
        let results = table(3, &games);
        let ratings = rate(&results).unwrap();
        for (i, row) in results.iter().enumerate() {
            let (mut made, mut expected) = (0.0, 0.0);
            for j in (0..3).filter(|&j| j != i) {
                let [a, b] = [i, j].map(|player| ratings.players[player].log_strength.exp());
                let draw = ratings.draw_parameter * (a * b).sqrt();
                made += row[j].points();
                expected += row[j].games() as f64 * (a + draw / 2.0) / (a + b + draw);
            }
            prop_assert!((made - expected).abs() < 1e-6, "{made} {expected}");
        }
    }
}
