//! A game of self-play as data: its moves, how it ended, and what its searches found. In a file it is bytes, which are believed only
//! after the game was played again.

use kinrow_game::{Board, Ending, Game, Geometry, Side};

use crate::features;
use crate::model::VERSION;

/// What a full search found of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lesson {
    pub(crate) ply: u16,
    /// Expected points of the side to move, as its share of 65,535.
    pub(crate) value: u16,
    /// For each legal move, in the game's order, its share of 65,535.
    pub(crate) shares: Vec<u16>,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// Points by number, row by row.
    pub(crate) moves: Vec<u16>,
    /// How it ended, or would have: a game whose result is certain is not played on.
    pub(crate) ending: Ending,
    pub(crate) lessons: Vec<Lesson>,
}

const ENDINGS: [Ending; 3] = [Ending::Drawn, Ending::Won(Side::X), Ending::Won(Side::O)];

impl Played {
    /// The position before a ply, with every move taken through `image`.
    pub(crate) fn board<const W: usize>(
        &self,
        empty: &Board<W>,
        ply: u16,
        image: impl Fn(u16) -> u16,
    ) -> Board<W> {
        let geometry = empty.geometry();
        let points = self.moves[..ply.into()].iter();
        empty.play_through(points.map(|&cell| features::point(geometry, image(cell).into())))
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let mut number = |number: usize| bytes.extend((number as u16).to_le_bytes());
        number(self.moves.len());
        self.moves.iter().for_each(|&cell| number(cell.into()));
        number(ENDINGS.iter().position(|ending| *ending == self.ending).unwrap_or(0));
        number(self.lessons.len());
        for lesson in &self.lessons {
            number(lesson.ply.into());
            number(lesson.value.into());
            lesson.shares.iter().for_each(|&share| number(share.into()));
        }
    }

    /// Reads games until the bytes end.
    pub(crate) fn read_all<const W: usize>(bytes: &[u8], empty: &Board<W>) -> Option<Vec<Played>> {
        Played::read_all_of(bytes, empty, VERSION)
    }

    /// The same for a version of the file.
    pub(crate) fn read_all_of<const W: usize>(
        mut bytes: &[u8],
        empty: &Board<W>,
        version: u32,
    ) -> Option<Vec<Played>> {
        let mut games = Vec::new();
        while !bytes.is_empty() {
            games.push(Played::read(&mut bytes, empty, version)?);
        }
        Some(games)
    }

    /// Reads a game, and plays it again; `None` when it cannot have been played. In the first version of the format lessons had no
    /// value: there the result takes its place.
    fn read<const W: usize>(bytes: &mut &[u8], empty: &Board<W>, version: u32) -> Option<Played> {
        let mut number = || {
            let (first, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(u16::from_le_bytes(*first))
        };
        let (cells, geometry) = (empty.rules().cells(), Geometry::of(empty.rules()));
        let (mut boards, mut moves) = (vec![*empty], Vec::new());
        for _ in 0..number()? {
            let cell = number().filter(|&cell| cell < cells)?;
            boards.push(boards.last()?.try_play(features::point(geometry, cell.into())).ok()?);
            moves.push(cell);
        }
        let ending = *ENDINGS.get(usize::from(number()?))?;
        let mut lessons: Vec<Lesson> = Vec::new();
        for _ in 0..number()? {
            let ply = number().filter(|&ply| lessons.last().is_none_or(|last| last.ply < ply))?;
            let board = boards.get(usize::from(ply))?;
            let value = if version == 1 { share(ending.points(board.to_move())) } else { number()? };
            let legal = board.moves().count();
            let shares = (0..legal).map(|_| number()).collect::<Option<Vec<_>>>()?;
            if shares.iter().all(|&share| share == 0) {
                return None;
            }
            lessons.push(Lesson { ply, value, shares });
        }
        Some(Played { moves, ending, lessons })
    }
}

/// A number from 0 to 1 as a share of 65,535.
pub(crate) fn share(of: f64) -> u16 {
    (of * 65535.0).round() as u16
}
