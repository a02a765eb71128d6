//! The genetic algorithm: its count of lines against playing them all, the published course, the perfect strategy, and that
//! a run can be repeated, interrupted and continued to the byte.

use kinrow_agent::{Budget, Options, Rng, Seed};
use kinrow_game::{Board, Ending, Game, Outcome, Point, Rules, Side, Tally};
use kinrow_learn::Graph;
use kinrow_learn::genetic::{
    BEST, Classes, Genetic, GeneticError, GeneticOptions, OPTIONS, SaveError, Selection, SizeError, choose,
};

fn rules(text: &str) -> Rules {
    text.parse().expect("a board")
}

fn genetic(text: &str, options: GeneticOptions, seed: u64) -> Genetic<1> {
    Genetic::new(rules(text), options, Seed(seed)).expect("a board small enough")
}

fn complete(text: &str) -> (Graph<1>, Classes) {
    let mut graph = Graph::new(rules(text), true, 100_000);
    graph.complete(&mut Budget::unlimited()).expect("a board small enough");
    let classes = Classes::of(&graph);
    (graph, classes)
}

fn random_genome(classes: &Classes, rng: &mut Rng) -> Vec<u8> {
    (0..classes.len()).map(|class| rng.below(classes.moves(class)) as u8).collect()
}

/// Plays every line on real boards: one move of the strategy's, all of the opponent's.
fn play_every_line(board: &Board<1>, side: Side, strategy: &impl Fn(&Board<1>) -> Point) -> Tally {
    let one = match board.ending().map(|ending| ending.seen_by(side)) {
        Some(Outcome::Win) => return Tally { wins: 1, ..Tally::default() },
        Some(Outcome::Draw) => return Tally { draws: 1, ..Tally::default() },
        Some(Outcome::Loss) => return Tally { losses: 1, ..Tally::default() },
        None => |point| play_every_line(&board.try_play(point).expect("a legal move"), side, strategy),
    };
    match board.to_move() == side {
        true => one(strategy(board)),
        false => board.moves().map(one).fold(Tally::default(), |a, b| a + b),
    }
}

#[test]
fn tic_tac_toe_has_627_genes() {
    let genetic = genetic("3x3x3", GeneticOptions { population: 2, ..GeneticOptions::published() }, 1);
    assert_eq!((genetic.classes().len(), genetic.best().len()), (627, 627));
    assert_eq!(genetic.generation(), 0);
}

#[test]
fn lines_are_counted_as_if_all_were_played() {
    let mut rng = Seed(1).rng();
    let boards = [
        ("1x1x1", 1),
        ("2x1x2", 2),
        ("3x2x2", 20),
        ("3x3x3", 40),
        ("3x3x3:misere", 10),
        ("2x4x3", 10),
        ("4x3x3:drop", 10),
        ("3x4x3", 2),
    ];
    for (text, genomes) in boards {
        let (graph, classes) = complete(text);
        for _ in 0..genomes {
            let genome = random_genome(&classes, &mut rng);
            let strategy = |board: &Board<1>| choose(&graph, &classes, &genome, board).unwrap();
            for side in Side::BOTH {
                let played = play_every_line(&Board::new(rules(text)), side, &strategy);
                assert_eq!(classes.lines(&genome, side), played, "{text} as {side}");
            }
        }
    }
}

#[test]
fn fitness_is_the_share_of_lines_not_lost() {
    let genetic = genetic("3x3x3", GeneticOptions { population: 1, ..GeneticOptions::published() }, 3);
    let strategy = |board: &Board<1>| genetic.choose(board).unwrap();
    let [x, o] = Side::BOTH.map(|side| play_every_line(&Board::new(rules("3x3x3")), side, &strategy));
    let fitness = genetic.fitness();
    assert_eq!(fitness.max, 1.0 - (x.losses + o.losses) as f64 / (x.games() + o.games()) as f64);
    assert_eq!((fitness.min, fitness.mean), (fitness.max, fitness.max));
    assert_eq!(genetic.lines(Side::X), x);
}

#[test]
fn no_move_is_chosen_where_there_is_none() {
    let genetic = genetic("2x2x2", GeneticOptions { population: 2, ..GeneticOptions::published() }, 1);
    let start = Board::<1>::new(rules("2x2x2"));
    assert!(genetic.choose(&start).is_some_and(|point| start.is_legal(point)));
    let over = (0..3).fold(start, |board, _| board.play(board.moves().next().expect("the game goes on")));
    assert_eq!((over.ending(), genetic.choose(&over)), (Some(Ending::Won(Side::X)), None));
    assert_eq!(genetic.choose(&Board::new(rules("3x3x3"))), None, "another game");
}

#[test]
fn the_published_preset_rises_slowly_and_is_not_perfect() {
    let mut genetic = genetic("3x3x3", GeneticOptions::published(), 1);
    let start = genetic.fitness();
    assert!((0.5..0.75).contains(&start.max) && start.mean > 0.4, "{start:?}");
    let mut after = |generations| {
        (0..generations).for_each(|_| genetic.evolve(&mut Budget::unlimited()).unwrap());
        genetic.fitness()
    };
    let after_25 = after(25);
    assert!((0.70..0.88).contains(&after_25.max) && after_25.mean > start.mean, "{after_25:?}");
    let after_60 = after(35);
    assert!((0.78..0.95).contains(&after_60.max) && after_60.mean > after_25.mean, "{after_60:?}");
}

#[test]
fn the_best_preset_learns_to_lose_no_line() {
    for seed in 1..=5 {
        let mut genetic = genetic("3x3x3", GeneticOptions::best(), seed);
        while genetic.fitness().max < 1.0 {
            assert!(genetic.generation() < 500, "seed {seed}: {:?}", genetic.fitness());
            genetic.evolve(&mut Budget::unlimited()).unwrap();
        }
        let strategy = |board: &Board<1>| genetic.choose(board).unwrap();
        for side in Side::BOTH {
            let played = play_every_line(&Board::new(rules("3x3x3")), side, &strategy);
            assert_eq!((played.losses, genetic.lines(side)), (0, played), "seed {seed} as {side}");
        }
    }
}

/// Small populations are soon stuck, so that this covers new beginnings, of which the mean tells.
#[test]
fn the_elite_outlives_a_new_beginning() {
    let mut genetic = genetic("3x3x3", GeneticOptions { population: 30, ..GeneticOptions::best() }, 1);
    let (mut last, mut new_beginnings) = (genetic.fitness(), 0);
    for _ in 0..1500 {
        genetic.evolve(&mut Budget::unlimited()).unwrap();
        let next = genetic.fitness();
        assert!(next.max >= last.max, "{last:?} {next:?}");
        new_beginnings += u32::from(next.mean < last.mean - 0.3);
        last = next;
    }
    assert!(new_beginnings >= 2 && last.max < 1.0, "{new_beginnings} {last:?}");
}

/// Every kind of option, in small.
fn variety() -> Vec<GeneticOptions> {
    let published = GeneticOptions { population: 40, ..GeneticOptions::published() };
    let best = GeneticOptions { population: 40, ..GeneticOptions::best() };
    vec![
        published,
        best,
        GeneticOptions { elite: 3, is_adaptive: true, ..published },
        GeneticOptions { elite: 0, replication: 0.5, ..best },
        GeneticOptions { selection: Selection::Tournament(4), only_reachable: true, ..published },
        GeneticOptions { elite: 1000, ..best },
        GeneticOptions { mutation: 1.0, crossover: 1.0, ..best },
        GeneticOptions { population: 0, ..best },
    ]
}

#[test]
fn threads_do_not_change_a_byte() {
    for options in variety() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut genetic = genetic("3x3x3", options, 7);
                (0..80).for_each(|_| genetic.evolve(&mut Budget::unlimited()).unwrap());
                genetic.save()
            })
        };
        let alone = run(1);
        assert!(alone == run(2) && alone == run(3), "{options:?}");
    }
}

#[test]
fn seeds_differ() {
    let saved = [1, 2].map(|seed| genetic("3x3x3", GeneticOptions::published(), seed).save());
    assert_ne!(saved[0], saved[1]);
}

/// Pinned: a change here changes every run that was recorded.
#[test]
fn a_run_is_the_same_everywhere() {
    for (options, checksum) in
        [(GeneticOptions::published(), [44, 180, 100, 41]), (GeneticOptions::best(), [181, 97, 105, 207])]
    {
        let mut genetic = genetic("3x3x3", options, 1);
        (0..20).for_each(|_| genetic.evolve(&mut Budget::unlimited()).unwrap());
        let saved = genetic.save();
        assert_eq!(saved[saved.len() - 4..], checksum, "{options:?}");
    }
}

/// On 3x2x2 the second player cannot help losing, so that there are new beginnings on the way.
#[test]
fn a_saved_run_goes_on_as_if_never_interrupted() {
    for (text, options) in variety().into_iter().flat_map(|options| [("3x3x3", options), ("3x2x2", options)])
    {
        let mut whole = genetic(text, options, 5);
        let mut parts = whole.clone();
        for generations in [0, 1, 30, 50, 70] {
            (0..generations).for_each(|_| whole.evolve(&mut Budget::unlimited()).unwrap());
            (0..generations).for_each(|_| parts.evolve(&mut Budget::unlimited()).unwrap());
            parts = Genetic::load(rules(text), options, Seed(5), &parts.save()).unwrap();
            assert_eq!((parts.generation(), parts.fitness()), (whole.generation(), whole.fitness()));
            assert!(parts.save() == whole.save(), "{text} {options:?}");
        }
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let options = GeneticOptions { population: 3, ..GeneticOptions::published() };
    let saved = genetic("3x2x2", options, 1).save();
    let load = |bytes: &[u8]| match Genetic::<1>::load(rules("3x2x2"), options, Seed(1), bytes) {
        Err(GeneticError::Save(error)) => error,
        other => panic!("{other:?}"),
    };
    for length in 0..saved.len() {
        load(&saved[..length]);
    }
    for index in 0..saved.len() {
        let mut bytes = saved.clone();
        bytes[index] ^= 0x10;
        assert_eq!(load(&bytes), if index < 8 { SaveError::Kind {} } else { SaveError::Damaged {} });
    }
    load(&[&saved[..], &[0]].concat());
}

/// Bytes whose checksum is right, but which nobody saved.
#[test]
fn forged_bytes_are_refused_or_played() {
    let options = GeneticOptions { population: 3, ..GeneticOptions::best() };
    let saved = genetic("3x2x2", options, 1).save();
    let forge = |index: usize, byte: u8| {
        let mut bytes = saved[..saved.len() - 4].to_vec();
        bytes[index] = byte;
        let checksum = crc32fast::hash(&bytes).to_le_bytes();
        bytes.extend(checksum);
        Genetic::<1>::load(rules("3x2x2"), options, Seed(1), &bytes)
    };
    for index in 0..saved.len() - 4 {
        for byte in [0, 1, 4, 0x7F, 0xFF] {
            if let Ok(mut genetic) = forge(index, byte) {
                genetic.evolve(&mut Budget::unlimited()).unwrap();
                genetic.evolve(&mut Budget::unlimited()).unwrap();
            }
        }
    }
    // Eight bytes of mark, one of length, "3x2x2"; then the number of individuals.
    assert_eq!(forge(14, 4).unwrap_err(), GeneticError::Save(SaveError::Population { saved: 4, wanted: 3 }));
    let last_gene = saved.len() - 5;
    assert_eq!(forge(last_gene, 6).unwrap_err(), GeneticError::Save(SaveError::Damaged {}));
}

#[test]
fn a_population_is_for_its_board() {
    let options = GeneticOptions { population: 3, ..GeneticOptions::published() };
    let saved = genetic("3x3x3", options, 1).save();
    let error = Genetic::<1>::load(rules("3x3x3:misere"), options, Seed(1), &saved).unwrap_err();
    assert!(error.to_string().contains("plays 3x3x3, not 3x3x3:misere"), "{error}");
}

#[test]
fn boards_too_large_are_refused() {
    let options = GeneticOptions { positions: 1000, ..GeneticOptions::published() };
    let full = Genetic::<4>::new(rules("15x15x5"), options, Seed(1)).unwrap_err();
    assert!(full.to_string().contains("more than 1,000 positions"), "{full}");
    let points = Genetic::<7>::new(rules("20x20x5"), options, Seed(1)).unwrap_err();
    assert!(matches!(points, GeneticError::Size(SizeError::Points { points: 400, .. })), "{points}");
    let options = GeneticOptions { population: 1_000_000, ..options };
    let genes = Genetic::<1>::new(rules("3x3x3"), options, Seed(1)).unwrap_err();
    assert!(matches!(genes, GeneticError::Size(SizeError::Genes { genes: 627, .. })), "{genes}");
}

#[test]
fn options_have_the_published_values() {
    let published = GeneticOptions::published();
    assert_eq!(
        published,
        GeneticOptions {
            population: 500,
            crossover: 0.15,
            replication: 0.1,
            mutation: 0.001,
            selection: Selection::Roulette,
            elite: 0,
            is_adaptive: false,
            only_reachable: false,
            positions: 1_000_000,
        }
    );
    let best = BEST.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",");
    let best = Options::parse(OPTIONS, "genetic", &best).unwrap();
    assert_eq!(GeneticOptions::from_options(&best), GeneticOptions::best());
    assert_eq!(GeneticOptions::best().population, published.population);
}

/// Prints how the presets fare and what each change of the best one is worth:
/// `cargo test --release -p kinrow-learn --test integration genetic::measure -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes and proves nothing; it measures"]
fn measure() {
    const SEEDS: u64 = 20;
    for generation in [0, 25, 100, 200, 500] {
        let best = (1..=SEEDS).map(|seed| {
            let mut genetic = genetic("3x3x3", GeneticOptions::published(), seed);
            (0..generation).for_each(|_| genetic.evolve(&mut Budget::unlimited()).unwrap());
            genetic.fitness().max
        });
        let best: Vec<f64> = best.collect();
        let (least, most) = best.iter().fold((1.0f64, 0.0f64), |(a, b), &best| (a.min(best), b.max(best)));
        let mean = best.iter().sum::<f64>() / SEEDS as f64;
        println!("published, generation {generation:3}: best {mean:.3} ({least:.3} to {most:.3})");
    }
    let best = BEST.iter().map(|(name, _)| *name).map(Some);
    for left_out in [None].into_iter().chain(best) {
        let mut options = Options::new(OPTIONS);
        for (name, value) in BEST.iter().filter(|(name, _)| Some(*name) != left_out) {
            options.set("genetic", name, value).unwrap();
        }
        let options = GeneticOptions::from_options(&options);
        let needed = (1..=SEEDS).filter_map(|seed| {
            let mut genetic = genetic("3x3x3", options, seed);
            while genetic.fitness().max < 1.0 && genetic.generation() < 500 {
                genetic.evolve(&mut Budget::unlimited()).unwrap();
            }
            (genetic.fitness().max == 1.0).then_some(genetic.generation())
        });
        let needed: Vec<u64> = needed.collect();
        let mean = needed.iter().sum::<u64>() as f64 / needed.len().max(1) as f64;
        let most = needed.iter().max().unwrap_or(&0);
        println!(
            "best without {:12} perfect in {:2} of {SEEDS}, after {mean:.0} generations, {most} at most",
            left_out.unwrap_or("nothing:"),
            needed.len()
        );
    }
}
