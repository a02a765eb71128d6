//! Models that a page can play against, each with where it came from.

use std::sync::LazyLock;

use kinrow_zero::shipped_models;

use super::message::ShippedModel;

static SHIPPED: LazyLock<Vec<ShippedModel>> = LazyLock::new(|| {
    let view = |(header, bytes): (kinrow_zero::Header, usize)| ShippedModel {
        label: format!("zero {}", header.rules),
        spec: "zero".into(),
        bytes: bytes as u64,
        made_by: format!(
            "kinrow train zero --board {} --rounds {} --seed {} --out net.kin",
            header.rules, header.rounds, header.seed
        ),
        games: header.games,
        positions: header.positions,
        kernel: header.kernel,
        rules: header.rules,
    };
    shipped_models().map(view).collect()
});

/// All models there are: for now, those that come with the program.
pub(crate) fn models() -> &'static [ShippedModel] {
    &SHIPPED
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands that are told are those that made the networks.
    #[test]
    fn every_model_says_how_it_was_made() {
        let notes = include_str!("../../../zero/models/README.md");
        assert_eq!(models().len(), 3);
        for model in models() {
            assert!(notes.contains(&model.made_by), "{}", model.made_by);
        }
    }
}
