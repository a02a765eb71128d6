//! The formulas behind a report's numbers: those of the algorithms that were measured and of the statistics that were computed.
//! What the signs mean is in the text catalogues under `formula.NAME`.

use kinrow_lab::experiment::finding::FindingKind;
use kinrow_lab::experiment::{Experiment, Kind};

/// A formula.
pub(super) struct Formula {
    /// Its name in the catalogues.
    pub name: &'static str,
    /// As LaTeX.
    pub latex: &'static str,
    /// Whose it is, by keys of the bibliography.
    pub works: &'static [&'static str],
    use_: Use,
}

/// When a formula is shown.
enum Use {
    /// A participant is measured that it explains.
    Player,
    /// A measure of this kind is made.
    Kind(Kind),
    /// A finding of this kind is made.
    Finding(fn(&FindingKind) -> bool),
}

const FORMULAS: &[Formula] = &[
    Formula {
        name: "tree",
        latex: "N = \\sum_{p=0}^{n} s_p \\le \\sum_{p=0}^{n} \\frac{n!}{(n-p)!}",
        works: &[],
        use_: Use::Kind(Kind::Count),
    },
    Formula {
        name: "minimax",
        latex: "v(s) = \\max_{a} \\left( -v(s_a) \\right)",
        works: &["shannon1950"],
        use_: Use::Player,
    },
    Formula {
        name: "alphabeta",
        latex: "L_{\\min} = b^{\\lceil d/2 \\rceil} + b^{\\lfloor d/2 \\rfloor} - 1",
        works: &["knuth1975"],
        use_: Use::Player,
    },
    Formula {
        name: "averaging",
        latex: "m(s) = \\frac{1}{k} \\sum_{i=1}^{k} \\left( 1 - m(s_i) \\right)",
        works: &["abramson1990"],
        use_: Use::Player,
    },
    Formula {
        name: "mcts",
        latex: "a = \\argmax_{a} \\left( \\frac{w_a}{n_a} + c \\sqrt{\\frac{\\ln N}{n_a}} \\right)",
        works: &["kocsis2006"],
        use_: Use::Player,
    },
    Formula {
        name: "td0",
        latex: "V(s) \\leftarrow V(s) + \\alpha \\left( V(s') - V(s) \\right)",
        works: &["sutton1988"],
        use_: Use::Player,
    },
    Formula {
        name: "selfplay",
        latex: "V_p(s) \\leftarrow V_p(s) + \\alpha \\left( V_p(s') - V_p(s) \\right)",
        works: &["sutton1988"],
        use_: Use::Player,
    },
    Formula {
        name: "qlearning",
        latex: "Q(s,a) \\leftarrow Q(s,a) + \\alpha \\left( 1 - \\max_{a'} Q(s',a') - Q(s,a) \\right)",
        works: &["watkins1992"],
        use_: Use::Player,
    },
    Formula {
        name: "sarsa",
        latex: "Q(s,a) \\leftarrow Q(s,a) + \\alpha \\left( 1 - Q(s',a') - Q(s,a) \\right)",
        works: &["rummery1994"],
        use_: Use::Player,
    },
    Formula {
        name: "genetic",
        latex: "f = 1 - \\frac{\\text{lost}}{\\text{played}}",
        works: &["holland1975"],
        use_: Use::Player,
    },
    Formula {
        name: "ntuple",
        latex: "V(s) = \\tanh \\sum_{i} w_i\\left[c_i(s)\\right], \\quad w \\leftarrow w + \\alpha \\frac{|N_w|}{A_w} \\left( G^{\\lambda} - V(s) \\right) \\left( 1 - V(s)^2 \\right)",
        works: &["thill2012", "sutton1988", "beal1999"],
        use_: Use::Player,
    },
    Formula {
        name: "wilson",
        latex: "\\left| \\bar{x} - s \\right| \\le 1.96 \\sqrt{\\frac{V(s)}{n}}",
        works: &["wilson1927"],
        use_: Use::Kind(Kind::Match),
    },
    Formula {
        name: "wilson",
        latex: "\\left| \\bar{x} - s \\right| \\le 1.96 \\sqrt{\\frac{V(s)}{n}}",
        works: &["wilson1927"],
        use_: Use::Kind(Kind::Games),
    },
    Formula {
        name: "elo",
        latex: "E = 400 \\log_{10} \\frac{s}{1-s}",
        works: &["elo1978"],
        use_: Use::Kind(Kind::Match),
    },
    Formula {
        name: "ratings",
        latex: "E_{ij} = \\frac{\\pi_i}{\\pi_i + \\pi_j}",
        works: &["bradley1952", "elo1978"],
        use_: Use::Kind(Kind::Tournament),
    },
    Formula {
        name: "ratio",
        latex: "\\exp \\left( \\bar{\\ell} \\pm t_{0.975,\\,n-1} \\frac{\\sigma_{\\ell}}{\\sqrt{n}} \\right), \\quad \\ell_i = \\ln \\frac{x_i}{y_i}",
        works: &["student1908", "zou2008"],
        use_: Use::Finding(|kind| matches!(kind, FindingKind::Ratio { .. })),
    },
    Formula {
        name: "growth",
        latex: "g = \\left( \\frac{y_n}{y_1} \\right)^{1/(x_n - x_1)}",
        works: &[],
        use_: Use::Finding(|kind| matches!(kind, FindingKind::Growth { .. })),
    },
    Formula {
        name: "separated",
        latex: "z_i = \\frac{x_1 - x_i}{\\sqrt{\\sigma_1^2 + \\sigma_i^2}}, \\quad p_{(i)} \\le \\frac{0.05}{m - i + 1}",
        works: &["holm1979"],
        use_: Use::Finding(|kind| matches!(kind, FindingKind::Separated { .. })),
    },
];

/// The formulas that an experiment uses, each once.
pub(super) fn used(experiment: &Experiment) -> Vec<&'static Formula> {
    let measures = &experiment.measures;
    let participants =
        measures.iter().flat_map(|measure| measure.participants.iter().chain(&measure.opponents));
    let explaining: Vec<&str> = participants.filter_map(|participant| participant.kind().formula).collect();
    let is_used = |formula: &&Formula| match formula.use_ {
        Use::Player => explaining.contains(&formula.name),
        Use::Kind(kind) => measures.iter().any(|measure| measure.kind == kind),
        Use::Finding(is) => experiment.findings.iter().any(|finding| is(&finding.kind)),
    };
    let mut used: Vec<&Formula> = FORMULAS.iter().filter(is_used).collect();
    used.dedup_by_key(|formula| formula.name);
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bibliography;
    use kinrow_text::{Language, Text, mathml};

    #[test]
    fn every_agent_has_the_formula_that_it_names() {
        for kind in kinrow_players::catalogue::ALL.iter() {
            if let Some(name) = kind.formula {
                assert!(FORMULAS.iter().any(|formula| formula.name == name), "{}: {name}", kind.name);
            }
        }
    }

    #[test]
    fn every_formula_is_typeset_explained_and_has_its_works() {
        for formula in FORMULAS {
            assert!(
                mathml(formula.latex, true).is_ok(),
                "{}: {:?}",
                formula.name,
                mathml(formula.latex, true)
            );
            for &language in Language::ALL {
                assert!(Text::new(language).has(&format!("formula.{}", formula.name)), "{}", formula.name);
            }
            assert!(formula.works.iter().all(|key| bibliography::work(key).is_some()), "{}", formula.name);
        }
    }
}
