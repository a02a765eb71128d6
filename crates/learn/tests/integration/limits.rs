//! A learner that learns while it plays keeps to its limits, and tells what it really did.

use std::time::{Duration, Instant};

use kinrow_agent::{Agent, Decision, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Game, Point, Position};
use kinrow_learn::{Learned, Method, Model, Preset, Rates, begin};

const HOURS: u64 = 1_000_000_000;

fn choose(agent: &mut Learned, board: &str, limits: &Limits, stop: &Stop) -> Decision<Point> {
    let position = Position::new(board.parse().unwrap());
    let mut ignore = Ignore;
    let decision = agent.choose(&position, limits, &mut Thinking::new(stop.clone(), &mut ignore)).unwrap();
    assert!(position.is_legal(decision.mv().unwrap()));
    decision
}

fn untrained(method: Method, budget: u64) -> Learned {
    Learned::untrained(method, method.name().into(), budget, Seed(1))
}

#[test]
fn counts_are_kept() {
    for &method in Method::ALL {
        for most in [1, 3, 1_000, 100_000] {
            let limits = Limits { nodes: Some(most), ..Limits::NONE };
            let spent = choose(&mut untrained(method, HOURS), "4x3x3", &limits, &Stop::new()).statistics;
            // The moves of the position itself are always weighed.
            assert!(spent.nodes <= most.max(12), "{}: {} of {most}", method, spent.nodes);
            assert!(method == Method::Genetic || most < 1_000 || spent.playouts > 0, "{method}");
        }
        let limits = Limits { playouts: Some(3), ..Limits::NONE };
        let spent = choose(&mut untrained(method, HOURS), "3x2x2", &limits, &Stop::new()).statistics;
        assert_eq!(spent.playouts, 3, "{method}");
        let spent = choose(&mut untrained(method, 2), "3x2x2", &Limits::NONE, &Stop::new()).statistics;
        assert_eq!(spent.playouts, 2, "{method}");
    }
}

/// Without a limit each of these would go on for hours.
#[test]
fn the_clock_and_the_flag_are_heard() {
    for &method in Method::ALL {
        let boards: &[&str] =
            if method == Method::Genetic { &["3x3x3", "4x3x3"] } else { &["3x3x3", "4x4x4", "20x20x5"] };
        for board in boards {
            let (limits, begun) =
                (Limits { time: Some(Duration::from_millis(30)), ..Limits::NONE }, Instant::now());
            let told = choose(&mut untrained(method, HOURS), board, &limits, &Stop::new()).statistics;
            assert!(begun.elapsed() < Duration::from_secs(10), "{method} on {board}");
            assert!(told.playouts < HOURS && told.time >= Duration::from_millis(30), "{told:?}");
            let stop = Stop::new();
            stop.stop();
            let told = choose(&mut untrained(method, HOURS), board, &Limits::NONE, &stop).statistics;
            assert_eq!(told.playouts, 0, "{method} on {board}");
        }
    }
}

/// Made ready before the clock runs, a population of a larger board has all its time to breed.
#[test]
fn a_population_is_made_before_the_clock_runs() {
    let mut agent = untrained(Method::find("genetic").unwrap(), HOURS);
    let start = Position::new("3x3x3".parse().unwrap());
    agent.prepare(&start, &Limits::NONE, &Stop::new()).unwrap();
    let limits = Limits { nodes: Some(500 * 627 + 9), ..Limits::NONE };
    assert_eq!(choose(&mut agent, "3x3x3", &limits, &Stop::new()).statistics.playouts, 1);
}

/// While playing, the step size and the exploration may be others than in training.
#[test]
fn rates_can_be_set_for_playing() {
    for name in ["td0", "selfplay", "qlearning", "sarsa"] {
        let method = Method::find(name).unwrap();
        let options = method.preset(Preset::Published);
        let mut training =
            begin(method, Preset::Published, &options, "3x3x3".parse().unwrap(), Seed(1)).unwrap();
        training.run(300, None, &Stop::new(), &mut |_, _| {});
        let model: Model = training.model(false, &Stop::new());
        let rated = |budget, alpha, epsilon| {
            let agent = Learned::from_model(&model, name.into(), budget, Seed(1)).unwrap();
            let mut agent = agent.with_rates(Rates { alpha, epsilon });
            let (position, _) = Position::new("3x3x3".parse().unwrap()).play_moves("a1 b2 c1 b1").unwrap();
            let mut ignore = Ignore;
            let mut thinking = Thinking::new(Stop::new(), &mut ignore);
            agent.choose(&position, &Limits::NONE, &mut thinking).unwrap().rated
        };
        let published = options.real("alpha");
        assert_eq!(rated(200, None, None), rated(200, published, None), "{name}: as trained when not set");
        assert_ne!(rated(200, None, None), rated(200, Some(0.2), None), "{name}");
        assert_ne!(rated(200, None, None), rated(200, None, Some(1.0)), "{name}");
    }
}
