//! Matches and tournaments: who meets whom, with which openings, and what the results say.
