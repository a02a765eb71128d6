//! The board: a game from its start to the position where it is now.

use kinrow_chart::BoardChart;
use kinrow_env::{Sizes, actions, planes};
use kinrow_game::diagram::Cell;
use kinrow_game::notation::{self, column_name};
use kinrow_game::{
    Board as Fixed, Coordinates, Game, Geometry, Point, Position, Rules, Side, Symmetry, with_board,
};
use kinrow_learn::OfWidth;
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::speech::{refuse, refuse_by};

/// A move as Python gives it: by name, or by number.
#[derive(FromPyObject)]
pub(crate) enum GivenMove {
    Name(String),
    Number(i64),
}

impl GivenMove {
    /// The point it names, which can be played.
    pub(crate) fn point(&self, position: &Position) -> PyResult<Point> {
        match self {
            GivenMove::Name(name) => position.parse_move(name).map_err(|error| refuse(&error)),
            GivenMove::Number(number) => match with_board!(position, board => actions::point(board, *number))
            {
                Some(point) => Ok(point),
                None => Err(refuse_number(position, *number)),
            },
        }
    }
}

/// Why a number is no move here.
fn refuse_number(position: &Position, number: i64) -> PyErr {
    let rules = position.rules();
    let Sizes { actions, .. } = Sizes::of(rules);
    if !(0..actions as i64).contains(&number) {
        let (given, last) = (number.to_string(), (actions - 1).to_string());
        return refuse_by("action", &[("given", &given), ("last", &last), ("board", &rules.to_string())]);
    }
    // A column has a name that says all; a point of the board can be asked about.
    let refused = match rules.is_drop() {
        true => position.parse_move(&column_name(number as u8)).err().map(|error| refuse(&error)),
        false => {
            let width = i64::from(rules.width());
            let point = Geometry::of(rules).point((number % width) as u8, (number / width) as u8);
            position.try_play(point).err().map(|error| refuse(&error))
        }
    };
    refused.unwrap_or_else(|| refuse_by("number", &[("given", &number.to_string())]))
}

/// A side as Python gives it.
pub(crate) fn side(given: &str) -> PyResult<Side> {
    match given {
        "X" | "x" => Ok(Side::X),
        "O" | "o" => Ok(Side::O),
        _ => Err(refuse_by("side", &[("given", given)])),
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::X => "X",
        Side::O => "O",
    }
}

/// A position as a text: that of the rules alone is the empty board.
pub(crate) fn position(text: &str) -> PyResult<Position> {
    match text.trim().contains(char::is_whitespace) {
        true => text.parse().map_err(|error: notation::ReadPositionError| refuse(&error)),
        false => text.parse().map(Position::new).map_err(|error: kinrow_game::RulesError| refuse(&error)),
    }
}

#[doc = include_str!("board.md")]
// Written for Python, whose examples Markdown takes for quotations.
#[allow(clippy::doc_lazy_continuation)]
#[pyclass(module = "kinrow")]
#[derive(Clone)]
pub(crate) struct Board {
    start: Position,
    /// The moves played since, each with the position before it.
    past: Vec<(Position, Point)>,
    pub(crate) now: Position,
}

impl Board {
    pub(crate) fn at(position: Position) -> Board {
        Board { start: position, past: Vec::new(), now: position }
    }

    pub(crate) fn start(&self) -> Position {
        self.start
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.past.iter().map(|(_, point)| *point)
    }

    pub(crate) fn advance(&mut self, point: Point) {
        self.past.push((self.now, point));
        self.now = self.now.play(point);
    }

    fn rules_of(&self) -> Rules {
        self.now.rules()
    }

    /// The board as a symmetry shows it, its moves too.
    fn image(&self, symmetry: Symmetry) -> Board {
        let geometry = Geometry::of(self.rules_of());
        let mut board = Board::at(with_board!(&self.start, start => image_of(start, symmetry)));
        self.points().for_each(|point| board.advance(symmetry.image(geometry, point)));
        board
    }
}

/// A position as a symmetry shows it.
fn image_of<const W: usize>(board: &Fixed<W>, symmetry: Symmetry) -> Position
where
    Fixed<W>: OfWidth,
{
    let geometry = board.geometry();
    let image = |index: usize| symmetry.image(geometry, Point::from_index(index as u16)).index();
    let [x, o] = Side::BOTH.map(|side| board.stones(side).iter().map(image).collect());
    Fixed::from_stones(board.rules(), x, o).expect("the image of a position is one").into_position()
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text="3x3x3", moves=""))]
    fn new(text: &str, moves: &str) -> PyResult<Board> {
        let mut board = Board::at(position(text)?);
        let (_, points) = board.start.play_moves(moves).map_err(|error| refuse(&error))?;
        points.into_iter().for_each(|point| board.advance(point));
        Ok(board)
    }

    /// The rules, such as ``'15x15x5:renju'``.
    #[getter]
    fn rules(&self) -> String {
        self.rules_of().to_string()
    }

    /// Columns.
    #[getter]
    fn width(&self) -> u8 {
        self.rules_of().width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> u8 {
        self.rules_of().height()
    }

    /// How many in a row decide.
    #[getter]
    fn k(&self) -> u8 {
        self.rules_of().k()
    }

    /// Whose turn it is: ``'X'`` or ``'O'``.
    #[getter]
    fn to_move(&self) -> &'static str {
        letter(self.now.to_move())
    }

    /// Who has won, ``'X'`` or ``'O'``; ``None`` while the game goes on, and when it is drawn.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match self.now.ending() {
            Some(kinrow_game::Ending::Won(side)) => Some(letter(side)),
            _ => None,
        }
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.now.outcome().is_some()
    }

    /// How the game ended: ``'X'``, ``'O'`` or ``'draw'``; ``None`` while it goes on.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.now.ending().map(|_| self.winner().unwrap_or("draw"))
    }

    /// Stones on the board.
    #[getter]
    fn ply(&self) -> u16 {
        self.now.placed()
    }

    /// The moves played on this board since it was made.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.points().map(|point| self.now.name(point)).collect()
    }

    /// Every legal move by name, in Kinrow's own order; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.now.moves().map(|point| self.now.name(point)).collect()
    }

    /// Every legal move by number: points row by row from the top left, or columns where stones fall.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        with_board!(&self.now, board => {
            let mut numbers: Vec<usize> = board.moves().map(|point| actions::number(board, point)).collect();
            numbers.sort_unstable();
            numbers
        })
    }

    /// How many numbers moves have.
    #[getter]
    fn action_count(&self) -> usize {
        Sizes::of(self.rules_of()).actions
    }

    /// The row that decided the game, as points; ``None`` without one.
    #[getter]
    fn decisive_row(&self) -> Option<Vec<String>> {
        let row = self.now.decisive_row()?;
        Some(row.into_iter().map(|point| notation::point_name(self.rules_of(), point)).collect())
    }

    /// The position as one line, which ``Board`` reads.
    #[getter]
    fn text(&self) -> String {
        self.now.to_string()
    }

    /// Plays a move, by name or by number, on this board.
    fn push(&mut self, r#move: GivenMove) -> PyResult<()> {
        self.advance(r#move.point(&self.now)?);
        Ok(())
    }

    /// Takes the last move back, and tells which it was.
    fn pop(&mut self) -> PyResult<String> {
        let Some((before, point)) = self.past.pop() else {
            let error = refuse_by("pop", &[]);
            return Err(PyIndexError::new_err(Python::attach(|py| error.value(py).to_string())));
        };
        self.now = before;
        Ok(self.now.name(point))
    }

    /// A new board after a move, by name or by number; this one stays as it is.
    fn play(&self, r#move: GivenMove) -> PyResult<Board> {
        let mut board = self.clone();
        board.push(r#move)?;
        Ok(board)
    }

    /// Whether a move, by name or by number, can be played.
    fn is_legal(&self, r#move: GivenMove) -> bool {
        r#move.point(&self.now).is_ok()
    }

    /// The number of a legal move.
    fn action(&self, r#move: GivenMove) -> PyResult<usize> {
        let point = r#move.point(&self.now)?;
        Ok(with_board!(&self.now, board => actions::number(board, point)))
    }

    /// The name of a legal move.
    fn move_name(&self, r#move: GivenMove) -> PyResult<String> {
        Ok(self.now.name(r#move.point(&self.now)?))
    }

    /// Whose stone stands on a point: ``'X'``, ``'O'`` or ``None``.
    fn stone(&self, point: &str) -> PyResult<Option<&'static str>> {
        let point = notation::parse_point(self.rules_of(), point).map_err(|error| refuse(&error))?;
        Ok(self.now.stone(point).map(letter))
    }

    /// How far from the middle of the board a legal move's stone comes to lie (Euclid's distance, in points).
    fn distance_to_centre(&self, r#move: GivenMove) -> PyResult<f64> {
        let (column, row) = Geometry::of(self.rules_of()).column_row(r#move.point(&self.now)?);
        let from_middle = |at: u8, size: u8| f64::from(at) - f64::from(size - 1) / 2.0;
        Ok(from_middle(column, self.width()).hypot(from_middle(row, self.height())))
    }

    /// Two planes of bytes, ``(2, height, width)``, rows from the top: the stones of ``side`` (without it, of the side to move), then those
    /// of the other.
    #[pyo3(signature = (side=None))]
    fn planes<'py>(&self, py: Python<'py>, side: Option<&str>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let side = side.map_or(Ok(self.now.to_move()), self::side)?;
        let mut bytes = vec![0; Sizes::of(self.rules_of()).observation];
        with_board!(&self.now, board => planes::write_stones(board, side, &mut bytes));
        bytes.into_pyarray(py).reshape([2, self.height().into(), self.width().into()])
    }

    /// A byte for each move's number: 1 where it is legal.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut bytes = vec![0; Sizes::of(self.rules_of()).actions];
        with_board!(&self.now, board => planes::write_legal(board, &mut bytes));
        bytes.into_pyarray(py)
    }

    /// This board turned and mirrored in every way its rules allow, itself first: 8 of a square, 4 of a rectangle, 2 where stones fall.
    fn symmetries(&self) -> Vec<Board> {
        let all = Symmetry::all(Geometry::of(self.rules_of()));
        all.into_iter().map(|symmetry| self.image(symmetry)).collect()
    }

    /// The one of its symmetries that stands for all of them.
    fn canonical(&self) -> Board {
        let symmetry =
            with_board!(&self.now, board => board.geometry().symmetries().canonical(board).symmetry);
        self.image(symmetry)
    }

    /// A board of its own in the same state.
    fn copy(&self) -> Board {
        self.clone()
    }

    /// The position as a picture. ``values`` shades points: a move's name, its worth from 0 to 1, and a word for it.
    #[pyo3(signature = (values=Vec::new()))]
    fn svg(&self, values: Vec<(String, f64, String)>) -> PyResult<String> {
        let mut chart = BoardChart::new(self.now, self.past.last().map(|(_, point)| *point));
        for (name, value, word) in values {
            chart.values.push((GivenMove::Name(name).point(&self.now)?, value, word));
        }
        Ok(chart.to_svg())
    }

    /// Where that picture is to be clicked for each legal move: its name, and left, top, width and height as parts of the picture's.
    fn targets(&self) -> Vec<(String, [f64; 4])> {
        kinrow_chart::targets(&self.now)
            .into_iter()
            .map(|(point, area)| (self.now.name(point), area))
            .collect()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(Vec::new())
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String, String)) {
        (py.get_type::<Board>(), (self.start.to_string(), self.moves().join(" ")))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| other.borrow().now == self.now)
    }

    fn __hash__(&self) -> u64 {
        self.now.key()
    }

    fn __str__(&self) -> String {
        let cell = |point| {
            let symbol = self.now.stone(point).map_or(".", letter).to_string();
            Cell { symbol, brackets: None }
        };
        let drawn = self.now.diagram(Coordinates::Letters, cell, str::to_string);
        let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", if self.now.placed() == 0 { self.rules() } else { self.text() })
    }
}
