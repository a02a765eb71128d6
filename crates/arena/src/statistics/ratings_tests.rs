//! Ratings against the examples of the papers and the manuals, and their promises.

use super::super::{Estimate, Outcomes, elo_of_score, score_of_elo};
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
    assert_eq!(ratings.weakness, None);
    let of = |player: usize| ratings.players[player].log_strength - ratings.players[0].log_strength;
    for (player, published) in [(1, -2.94907), (2, -0.47957), (3, 0.26895)] {
        assert!((of(player) - published).abs() < 5e-6, "{} {published}", of(player));
    }
    let games = Games::new(&results);
    let at: Vec<f64> = ratings.players.iter().map(|player| player.log_strength).collect();
    let covariance = games.information(&at).inverse().unwrap();
    for (player, published) in [(1, 0.10255), (2, 0.06059), (3, 0.07083)] {
        let variance =
            covariance.get(0, 0) + covariance.get(player, player) - 2.0 * covariance.get(0, player);
        assert!((variance.sqrt() - published).abs() < 5e-6, "{} {published}", variance.sqrt());
    }
}

/// Two players are rated as a match rates them, and the interval is as wide.
#[test]
fn two_players_are_rated_like_a_match() {
    for tally in [[60, 20, 20], [9, 91, 0], [10, 80, 10], [300, 0, 100]] {
        let ratings = rate(&table(2, &[(0, 1, tally)])).unwrap();
        let [one, other] = ratings.players[..] else { panic!("two players") };
        let [wins, draws, losses] = tally;
        let of_match = Estimate::of(&Outcomes::of_games(&Tally { wins, draws, losses })).unwrap();
        let difference = one.elo - other.elo;
        assert!((difference - elo_of_score(of_match.score)).abs() < 1e-6, "{tally:?}: {difference}");
        assert!((one.margin - other.margin).abs() < 1e-9, "the same margin on both sides of one difference");
        let width = elo_of_score(of_match.score_high) - elo_of_score(of_match.score_low);
        let ratio = 2.0 * (one.margin + other.margin) / width;
        assert!((0.9..1.1).contains(&ratio), "{tally:?}: {ratio}");
    }
}

/// Results under which strengths in the model of Davidson (1970) have no bounds: who is better wins or draws, and never loses.
#[test]
fn many_draws_and_no_losses_are_no_reason_for_doubt() {
    let ratings =
        rate(&table(3, &[(0, 1, [60, 140, 0]), (0, 2, [168, 32, 0]), (1, 2, [90, 110, 0])])).unwrap();
    let [first, second, third] = ratings.players[..] else { panic!("three players") };
    assert!(first.elo > second.elo + 80.0 && second.elo > third.elo + 80.0, "{ratings:?}");
    assert!(ratings.players.iter().all(|player| (5.0..60.0).contains(&player.margin)), "{ratings:?}");
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
    assert_eq!(drawn.weakness, None);
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
                let difference = ratings.players[i].elo - ratings.players[j].elo;
                made += row[j].points();
                expected += row[j].games() as f64 * score_of_elo(difference);
            }
            prop_assert!((made - expected).abs() < 1e-6, "{made} {expected}");
        }
    }
}
