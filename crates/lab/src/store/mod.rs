//! The record of all games: one SQLite file.
