//! What a manager says to a brain, line by line, as the protocol was published by Petr Laštovička
//! (<https://plastovicka.github.io/protocl2en.htm>), with the few additions that managers commonly send.
//!
//! Reading is pure: bytes in, a typed command or a typed refusal out, whatever the bytes are.

use std::fmt;
use std::time::Duration;

/// Coordinates as they stand in a line: columns from the left, rows from the top, both from 0. They may be outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty board of this width and height.
    Start(u32, u32),
    /// An empty board of the same size.
    Restart,
    /// The brain makes the first move.
    Begin,
    /// Stones follow, until DONE.
    Board,
    /// The opponent has moved.
    Turn(At),
    /// The brain is to move there.
    Play(At),
    /// The stone there is taken away.
    TakeBack(At),
    /// The stones of a Swap2 opening follow, until DONE.
    Swap2Board,
    /// Something worth knowing.
    Info(Info),
    /// Who the brain is.
    About,
    /// The brain is to end.
    End,
    /// The brain is to answer now. Not of the published protocol, but common.
    Stop,
}

/// What an INFO line tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// Time for a move; zero is as fast as possible.
    TimeoutTurn(Duration),
    /// Time for a whole game; `None` is no limit.
    TimeoutMatch(Option<Duration>),
    /// Time left of a whole game; `None` is no limit, and what has run out is zero.
    TimeLeft(Option<Duration>),
    /// Bytes of memory; `None` is no limit.
    MaxMemory(Option<u64>),
    /// The sum of 1 for exactly five, 2 for a continuous game, 4 for Renju, 8 for Caro.
    Rule(u32),
    /// Moves to look ahead; `None` is no limit. Not of the published protocol, but common.
    MaxDepth(Option<u32>),
    /// Positions to look at; `None` is no limit. Not of the published protocol, but common.
    MaxNode(Option<u64>),
    /// Kinrow's own: how many in a row win.
    K(u8),
    /// Kinrow's own: the variants of the board, as in [`kinrow_game::Rules`].
    Variant(String),
    /// Kinrow's own: by which rule SWAP2BOARD is meant.
    Opening(OpeningRule),
    /// A key with nothing in it for this brain: who the opponent is, where the mouse points, a folder, or unknown.
    Ignored,
}

/// How colours are chosen in the opening.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum OpeningRule {
    /// One side places three stones, the other takes a colour.
    Swap,
    /// As Swap; but the other may place two more stones instead, and leave the choice to the first.
    #[default]
    Swap2,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// It is not text.
    NotText,
    /// It is longer than any command.
    TooLong,
    /// There is no such command.
    Unknown {
        /// Its first word.
        word: String,
    },
    /// A command with a wrong argument.
    Argument {
        /// The command.
        command: &'static str,
        /// What was given.
        given: String,
        /// What would be right.
        right: &'static str,
    },
    /// A key of INFO with a wrong value. To be told when an answer is next expected: after INFO nobody listens.
    InfoValue {
        /// The key.
        key: String,
        /// What was given.
        given: String,
        /// What would be right.
        right: &'static str,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::NotText => f.write_str("this line is not text"),
            CommandError::TooLong => f.write_str("this line is too long"),
            CommandError::Unknown { word } => write!(f, "there is no command '{word}'"),
            CommandError::Argument { command, given, right } => {
                write!(f, "{command} takes {right}, not '{given}'")
            }
            CommandError::InfoValue { key, given, right } => {
                write!(f, "INFO {key} takes {right}, not '{given}'")
            }
        }
    }
}

impl CommandError {
    /// The line that answers it: the protocol has UNKNOWN for commands that are not known and ERROR for all else.
    #[must_use]
    pub fn answer(&self) -> String {
        let word = if matches!(self, CommandError::Unknown { .. }) { "UNKNOWN" } else { "ERROR" };
        format!("{word} {self}")
    }
}

/// What stands for no limit of a game's time.
const UNLIMITED: i64 = 2_147_483_647;

/// Reads one line.
///
/// # Errors
/// When it is not a command.
pub fn parse(line: &[u8]) -> Result<Command, CommandError> {
    let text = text(line)?;
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let at = |command| at(rest).ok_or_else(|| wrong(command, rest, "two numbers, such as 7,7"));
    Ok(match word.to_ascii_uppercase().as_str() {
        "START" => {
            let size = number(rest).ok_or_else(|| wrong("START", rest, "a size, such as 15"))?;
            Command::Start(size, size)
        }
        "RECTSTART" => {
            let At { x, y } = at("RECTSTART")?;
            Command::Start(x, y)
        }
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "BOARD" => Command::Board,
        "TURN" => Command::Turn(at("TURN")?),
        "PLAY" => Command::Play(at("PLAY")?),
        "TAKEBACK" => Command::TakeBack(at("TAKEBACK")?),
        "SWAP2BOARD" => Command::Swap2Board,
        "INFO" => Command::Info(info(rest)?),
        "ABOUT" => Command::About,
        "END" => Command::End,
        "STOP" | "YXSTOP" => Command::Stop,
        _ => return Err(CommandError::Unknown { word: shown(word) }),
    })
}

/// Whose stone a line of BOARD tells of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The brain's.
    Own,
    /// The opponent's.
    Opponent,
    /// A mark: of a winning row in a continuous game, or of a point forbidden in Renju.
    Mark,
}

/// A line between BOARD, or SWAP2BOARD, and its DONE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardLine {
    /// A stone; SWAP2BOARD does not say whose.
    Stone(At, Option<Field>),
    /// The end of the stones.
    Done,
}

/// Reads a line between BOARD, or SWAP2BOARD, and its DONE; `None` when it is neither, and may be a command.
#[must_use]
pub fn parse_board_line(line: &[u8]) -> Option<BoardLine> {
    let text = text(line).ok()?;
    if text.eq_ignore_ascii_case("DONE") {
        return Some(BoardLine::Done);
    }
    let numbers: Option<Vec<u32>> = text.split(',').map(number).collect();
    match numbers?[..] {
        [x, y] => Some(BoardLine::Stone(At { x, y }, None)),
        [x, y, field @ 1..=3] => {
            let field = [Field::Own, Field::Opponent, Field::Mark][field as usize - 1];
            Some(BoardLine::Stone(At { x, y }, Some(field)))
        }
        _ => None,
    }
}

/// A line as text without spaces at its ends, unless it holds what no text does.
fn text(line: &[u8]) -> Result<&str, CommandError> {
    let text = std::str::from_utf8(line).map_err(|_| CommandError::NotText)?;
    let is_text = text.chars().all(|c| c == '\t' || !c.is_control());
    if is_text { Ok(text.trim()) } else { Err(CommandError::NotText) }
}

fn info(rest: &str) -> Result<Info, CommandError> {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (key, value) = (key.to_ascii_lowercase(), value.trim());
    let refuse = |right| CommandError::InfoValue { key: shown(&key), given: shown(value), right };
    let whole = |right| value.parse::<i64>().map_err(|_| refuse(right));
    let time = || whole("milliseconds");
    let milliseconds = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
    let limit = |number: i64| (number > 0).then_some(number.unsigned_abs());
    Ok(match key.as_str() {
        "timeout_turn" => Info::TimeoutTurn(milliseconds(time()?)),
        "timeout_match" => Info::TimeoutMatch(limit(time()?).map(Duration::from_millis)),
        "time_left" => Info::TimeLeft(Some(time()?).filter(|&left| left < UNLIMITED).map(milliseconds)),
        "max_memory" => Info::MaxMemory(limit(whole("bytes")?)),
        "rule" => {
            let right = "the sum of 1 (exactly five), 2 (continuous), 4 (renju) and 8 (caro)";
            let rule = u32::try_from(whole(right)?).ok().filter(|&rule| rule < 16);
            Info::Rule(rule.ok_or_else(|| refuse(right))?)
        }
        "max_depth" => {
            let depth = limit(whole("a number of moves")?);
            Info::MaxDepth(depth.map(|depth| depth.try_into().unwrap_or(u32::MAX)))
        }
        "max_node" => Info::MaxNode(limit(whole("a number of positions")?)),
        "kinrow_k" => {
            let right = "a number from 1 to 20";
            let k = u8::try_from(whole(right)?).ok().filter(|k| (1..=kinrow_game::MAX_SIZE).contains(k));
            Info::K(k.ok_or_else(|| refuse(right))?)
        }
        "kinrow_opening" => Info::Opening(match value.to_ascii_lowercase().as_str() {
            "swap" => OpeningRule::Swap,
            "swap2" => OpeningRule::Swap2,
            _ => return Err(refuse("swap or swap2")),
        }),
        "kinrow_variant" => Info::Variant(value.to_ascii_lowercase()),
        _ => Info::Ignored,
    })
}

fn wrong(command: &'static str, given: &str, right: &'static str) -> CommandError {
    CommandError::Argument { command, given: shown(given), right }
}

/// `x,y`, with spaces where anybody may have put them.
pub(super) fn at(text: &str) -> Option<At> {
    let (x, y) = text.split_once(',')?;
    Some(At { x: number(x)?, y: number(y)? })
}

fn number(text: &str) -> Option<u32> {
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}

/// As much of a text as an answer should repeat.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> Command {
        parse(line.as_bytes()).unwrap()
    }

    #[test]
    fn every_command_in_any_case_and_with_stray_spaces() {
        let at = At { x: 10, y: 3 };
        for (line, command) in [
            ("START 15", Command::Start(15, 15)),
            ("  start\t20  ", Command::Start(20, 20)),
            ("RECTSTART 30,20", Command::Start(30, 20)),
            ("rectstart 12 , 7", Command::Start(12, 7)),
            ("Restart", Command::Restart),
            ("BEGIN ", Command::Begin),
            ("board", Command::Board),
            ("TURN 10,3", Command::Turn(at)),
            ("turn   10 ,  3", Command::Turn(at)),
            ("PLAY 10,3", Command::Play(at)),
            ("TakeBack 10,3", Command::TakeBack(at)),
            ("SWAP2BOARD", Command::Swap2Board),
            ("ABOUT", Command::About),
            ("END", Command::End),
            ("STOP", Command::Stop),
            ("YXSTOP", Command::Stop),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }

    #[test]
    fn every_key_of_info() {
        let seconds = Duration::from_secs;
        for (line, info) in [
            ("INFO timeout_turn 30000", Info::TimeoutTurn(seconds(30))),
            ("info TIMEOUT_TURN 0", Info::TimeoutTurn(Duration::ZERO)),
            ("INFO timeout_match 0", Info::TimeoutMatch(None)),
            ("INFO timeout_match 180000", Info::TimeoutMatch(Some(seconds(180)))),
            ("INFO time_left 2147483647", Info::TimeLeft(None)),
            ("INFO time_left 1000", Info::TimeLeft(Some(seconds(1)))),
            ("INFO time_left -250", Info::TimeLeft(Some(Duration::ZERO))),
            ("INFO max_memory 83886080", Info::MaxMemory(Some(83_886_080))),
            ("INFO max_memory 0", Info::MaxMemory(None)),
            ("INFO rule 5", Info::Rule(5)),
            ("INFO max_depth 6", Info::MaxDepth(Some(6))),
            ("INFO max_node 0", Info::MaxNode(None)),
            ("INFO kinrow_k 4", Info::K(4)),
            ("INFO kinrow_variant Drop,misere", Info::Variant("drop,misere".into())),
            ("INFO game_type 1", Info::Ignored),
            ("INFO evaluate 3,4", Info::Ignored),
            ("INFO folder /tmp/with spaces", Info::Ignored),
            ("INFO colour blue", Info::Ignored),
            ("INFO", Info::Ignored),
        ] {
            assert_eq!(read(line), Command::Info(info), "{line}");
        }
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        let long = format!("TURN {}", "9".repeat(100));
        for (line, answer) in [
            ("", "UNKNOWN there is no command ''"),
            ("HELLO world", "UNKNOWN there is no command 'HELLO'"),
            ("7,7", "UNKNOWN there is no command '7,7'"),
            ("DONE", "UNKNOWN there is no command 'DONE'"),
            ("START", "ERROR START takes a size, such as 15, not ''"),
            ("START -5", "ERROR START takes a size, such as 15, not '-5'"),
            ("RECTSTART 15", "ERROR RECTSTART takes two numbers, such as 7,7, not '15'"),
            ("TURN 7", "ERROR TURN takes two numbers, such as 7,7, not '7'"),
            ("TURN 7,x", "ERROR TURN takes two numbers, such as 7,7, not '7,x'"),
            ("TURN 7,7,7", "ERROR TURN takes two numbers, such as 7,7, not '7,7,7'"),
            ("TAKEBACK -1,2", "ERROR TAKEBACK takes two numbers, such as 7,7, not '-1,2'"),
            ("INFO timeout_turn soon", "ERROR INFO timeout_turn takes milliseconds, not 'soon'"),
            ("INFO rule 16", "ERROR INFO rule takes the sum of"),
            ("INFO kinrow_k 21", "ERROR INFO kinrow_k takes a number from 1 to 20, not '21'"),
            (&long, "999…'"),
        ] {
            let error = parse(line.as_bytes()).unwrap_err().answer();
            assert!(error.contains(answer), "{line}: {error}");
        }
        for line in [&b"START\x0015"[..], b"\xff\xfe", b"ABOUT \x07"] {
            assert_eq!(parse(line), Err(CommandError::NotText));
        }
        // A number beyond every board is a number still; the board refuses it.
        assert_eq!(read("START 99999999999999999999"), Command::Start(u32::MAX, u32::MAX));
    }

    #[test]
    fn lines_of_a_board() {
        let stone = |field| Some(BoardLine::Stone(At { x: 10, y: 3 }, field));
        assert_eq!(parse_board_line(b"10,3,1"), stone(Some(Field::Own)));
        assert_eq!(parse_board_line(b" 10 , 3 , 2 "), stone(Some(Field::Opponent)));
        assert_eq!(parse_board_line(b"10,3,3"), stone(Some(Field::Mark)));
        assert_eq!(parse_board_line(b"10,3"), stone(None));
        assert_eq!(parse_board_line(b"done"), Some(BoardLine::Done));
        for line in [&b"10"[..], b"10,3,0", b"10,3,4", b"1,2,3,4", b"a,b", b"", b"\xff", b"-1,2,1"] {
            assert_eq!(parse_board_line(line), None, "{line:?}");
        }
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn no_bytes_are_too_much(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Err(error) = parse(&line) {
                prop_assert!(!error.answer().contains(['\n', '\r']));
            }
            let _ = parse_board_line(&line);
        }

        #[test]
        fn nor_is_any_argument(
            word in "(START|RECTSTART|TURN|INFO (rule|time_left|kinrow_k|max_memory|max_depth)|takeback|PLAY) ",
            rest in "[-+0-9,. ]{0,40}|\\PC{0,20}",
        ) {
            if let Err(error) = parse((word + &rest).as_bytes()) {
                prop_assert!(error.answer().starts_with("ERROR "));
            }
        }
    }
}
