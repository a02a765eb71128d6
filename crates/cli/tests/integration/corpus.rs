//! The fuzz targets' own functions, fed with their seeds and with small changes of them: what libFuzzer does for hours, for
//! a few seconds and always the same.

#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

use std::path::Path;

use kinrow_agent::{Rng, Seed};

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus-seeds").join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// A few bytes changed, taken out, put in, doubled or cut off; sometimes the middle of another seed in between.
fn changed(seed: &[u8], others: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    const TELLING: &[u8] = b"0129-+.,:;xX*#\"'\\()[]{}=aBW \t\r\n\0\x7f\xff\xc3";
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let end = bytes.len().min(at + 1 + rng.below(8) as usize);
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] = rng.bits() as u8,
            1 if at < bytes.len() => bytes[at] = *rng.pick(TELLING),
            2 => bytes.insert(at, *rng.pick(TELLING)),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let copy = bytes[at..end].repeat(1 + rng.below(3) as usize);
                bytes.splice(at..at, copy);
            }
            _ => {
                let other = rng.pick(others);
                let from = rng.below(other.len() as u32 + 1) as usize;
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
        }
    }
    bytes
}

#[test]
fn every_target_takes_its_seeds_and_changes_of_them() {
    for (name, target) in targets::TARGETS {
        let seeds = seeds(name);
        assert!(seeds.len() >= 2, "{name} has no seeds");
        // A brain starts threads for every session.
        let rounds = if name == "brain" { 200 } else { 3000 };
        for seed in &seeds {
            target(seed);
        }
        for round in 0..rounds {
            let mut rng = Seed(1).derive(name, round).rng();
            let seed = rng.pick(&seeds).clone();
            target(&changed(&seed, &seeds, &mut rng));
        }
    }
}

/// A seed that its parser does not understand would test little.
#[test]
fn seeds_are_understood() {
    use kinrow_record::exchange::Format;
    for (name, format) in
        [("psq", Format::Psq), ("sgf", Format::Sgf), ("csv", Format::Csv), ("record", Format::Json)]
    {
        let good = seeds(name).iter().filter(|seed| format.read(seed, None).is_ok()).count();
        assert!(good >= 2, "{name}: {good}");
    }
    let puzzles = seeds("puzzles");
    let good = puzzles.iter().filter(|seed| {
        kinrow_study::puzzles::PuzzleSet::parse(&String::from_utf8_lossy(seed), "seed").is_ok()
    });
    assert!(good.count() >= 2);
    let models = seeds("model");
    let read = models.iter().filter_map(|seed| kinrow_learn::Model::from_bytes(seed).ok());
    let goes_on = |keeps| {
        read.clone().any(|model| model.header.method.keeps() == keeps && kinrow_learn::resume(&model).is_ok())
    };
    assert!(goes_on(kinrow_learn::Keeps::Positions) && goes_on(kinrow_learn::Keeps::Weights));
    let proofs = seeds("proof");
    let good = proofs.iter().filter(|seed| {
        kinrow_proof::Certificate::from_bytes(seed).is_ok_and(|proof| kinrow_proof::check(&proof).is_ok())
    });
    assert!(good.count() >= 2);
    let books = seeds("book");
    assert!(
        books.iter().filter(|seed| kinrow_search::solve::book::Draft::from_bytes(seed).is_ok()).count() >= 3
    );
    let specs = seeds("spec");
    let good = specs.iter().filter(|seed| {
        std::str::from_utf8(seed).is_ok_and(|text| text.parse::<kinrow_players::AgentSpec>().is_ok())
    });
    assert!(good.count() >= 3);
}

/// The list of targets is the one that cargo-fuzz builds.
#[test]
fn every_target_is_built() {
    let manifest = include_str!("../../../../fuzz/Cargo.toml");
    let built: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")?.strip_suffix(".rs\""))
        .collect();
    assert_eq!(built, targets::TARGETS.map(|(name, _)| name));
}
