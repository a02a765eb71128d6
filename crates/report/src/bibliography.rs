//! Works that the program itself relies on, for reports that show its formulas.

/// Key and text of each; an experiment that names a work under the same key has its own text for it.
const WORKS: &[(&str, &str)] = &[
    (
        "shannon1950",
        "C. E. Shannon, Programming a Computer for Playing Chess, Philosophical Magazine 41 (314), 1950",
    ),
    (
        "knuth1975",
        "D. E. Knuth and R. W. Moore, An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6 (4), 1975, pages 293–326",
    ),
    (
        "abramson1990",
        "B. Abramson, Expected-Outcome: A General Model of Static Evaluation, IEEE Transactions on Pattern Analysis and Machine Intelligence 12 (2), 1990",
    ),
    (
        "kocsis2006",
        "L. Kocsis and C. Szepesvári, Bandit Based Monte-Carlo Planning, ECML 2006, LNCS 4212, pages 282–293",
    ),
    (
        "sutton1988",
        "R. S. Sutton, Learning to Predict by the Methods of Temporal Differences, Machine Learning 3, 1988",
    ),
    ("watkins1992", "C. J. C. H. Watkins and P. Dayan, Q-Learning, Machine Learning 8, 1992"),
    (
        "rummery1994",
        "G. A. Rummery and M. Niranjan, On-Line Q-Learning Using Connectionist Systems, technical report CUED/F-INFENG/TR 166, University of Cambridge, 1994",
    ),
    (
        "thill2012",
        "M. Thill, P. Koch and W. Konen, Reinforcement Learning with N-tuples on the Game Connect-4, PPSN 2012, LNCS 7491, pages 184–194",
    ),
    (
        "beal1999",
        "D. F. Beal and M. C. Smith, Temporal Coherence and Prediction Decay in TD Learning, IJCAI 1999",
    ),
    ("holland1975", "J. H. Holland, Adaptation in Natural and Artificial Systems, 1975"),
    (
        "wilson1927",
        "E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American Statistical Association 22, 1927",
    ),
    ("elo1978", "A. E. Elo, The Rating of Chessplayers, Past and Present, 1978"),
    (
        "bradley1952",
        "R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, Biometrika 39, 1952",
    ),
    ("student1908", "Student, The Probable Error of a Mean, Biometrika 6 (1), 1908"),
    (
        "zou2008",
        "G. Y. Zou and A. Donner, Construction of Confidence Limits about Effect Measures: A General Approach, Statistics in Medicine 27 (10), 2008",
    ),
    (
        "holm1979",
        "S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6 (2), 1979",
    ),
];

/// The text of a work.
pub(super) fn work(key: &str) -> Option<&'static str> {
    WORKS.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
}
