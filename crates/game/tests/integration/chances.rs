//! The exact chances of random play, added up over every course it can take instead of sampled.

use kinrow_game::{Ending, Game, Side};

/// The chances of X's win, of a draw and of O's win.
pub(crate) type Chances = [f64; 3];

pub(crate) fn add(chances: &mut Chances, ending: Ending, weight: f64) {
    chances[match ending {
        Ending::Won(Side::X) => 0,
        Ending::Drawn => 1,
        Ending::Won(Side::O) => 2,
    }] += weight;
}

/// Runs a playout once for each sequence of numbers that its source could give.
pub(crate) fn of_playouts(position: &impl Game) -> Chances {
    let mut chances = [0.0; 3];
    // Each choice with the number of choices there were.
    let mut script: Vec<(u32, u32)> = Vec::new();
    loop {
        let (mut at, mut weight) = (0, 1.0);
        let ending = position.playout(&mut |n| {
            if at == script.len() {
                script.push((0, n));
            }
            at += 1;
            weight /= f64::from(n);
            script[at - 1].0
        });
        add(&mut chances, ending, weight);
        while script.pop_if(|(choice, n)| *choice + 1 == *n).is_some() {}
        match script.last_mut() {
            Some((choice, _)) => *choice += 1,
            None => return chances,
        }
    }
}
