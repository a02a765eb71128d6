//! Games that somebody played, from the record: what a report shows of them on request.

use kinrow_agent::{GameRecord, RecordedResult};
use kinrow_game::with_board;

use super::document::{Block, Grid, GridColumn};
use kinrow_record::exchange::positions;
use kinrow_record::store::{Filter, Listed, Store, StoreError};
use kinrow_text::Text;
use kinrow_text::numbers::grouped;

/// Games that a table lists, newest first, and of these the ones that are shown move by move.
const LISTED: u64 = 20;
const SHOWN: usize = 6;

/// The games of somebody.
#[derive(Clone, Debug)]
pub struct GamesOf {
    /// Who was asked for.
    pub name: String,
    /// How many there are.
    pub all: u64,
    /// The newest of them.
    pub games: Vec<(Listed, GameRecord)>,
}

impl GamesOf {
    /// The games of whoever is meant by a name: a spec, the name before its options, or a part of it.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn find(store: &Store, name: &str) -> Result<GamesOf, StoreError> {
        let filter = Filter { agent: Some(name.into()), limit: Some(LISTED), ..Filter::default() };
        let with_moves = |listed: Listed| Ok((listed.clone(), store.game(listed.id)?));
        let games = store.list(&filter)?.into_iter().map(with_moves).collect::<Result<_, StoreError>>()?;
        Ok(GamesOf { name: name.into(), all: store.count(&filter)?, games })
    }

    /// What a report says of them.
    pub(super) fn blocks(&self, text: &Text, table: &mut usize) -> Vec<Block> {
        let (name, all) = (self.name.as_str(), grouped(self.all.into()));
        let mut blocks = vec![Block::Heading(text.fill("report.games-of", &[("name", name)]))];
        let most = grouped(self.games.len() as u128);
        let key = if self.all > self.games.len() as u64 { "report.games-newest" } else { "report.games-all" };
        blocks.push(Block::Paragraph(text.fill(key, &[("name", name), ("all", &all), ("most", &most)])));
        *table += 1;
        let title = text.fill("report.games-title", &[("name", name)]);
        let caption = text.fill("report.table", &[("number", &table.to_string()), ("caption", &title)]);
        let column = |key: &str, is_number| GridColumn {
            name: text.get(&format!("report.games-{key}")).to_string(),
            is_number,
            is_clock: false,
        };
        let row = |(listed, _): &(Listed, GameRecord)| {
            vec![
                listed.id.0.to_string(),
                listed.stored.get(..10).unwrap_or("").to_string(),
                listed.rules.clone(),
                listed.x.clone(),
                listed.o.clone(),
                result(listed.result, text).to_string(),
                listed.plies.to_string(),
            ]
        };
        blocks.push(Block::Grid(Grid {
            caption,
            columns: vec![
                column("number", true),
                column("date", false),
                column("board", false),
                column("x", false),
                column("o", false),
                column("result", false),
                column("plies", true),
            ],
            rows: self.games.iter().map(row).collect(),
            notes: vec![text.get("report.games-note").to_string()],
        }));
        for (listed, record) in self.games.iter().take(SHOWN) {
            // A record that breaks the rules of its board is listed, and not drawn.
            let Ok((start, after)) = positions(record) else { continue };
            let number = listed.id.0.to_string();
            let details = [
                ("number", number.as_str()),
                ("x", &listed.x),
                ("o", &listed.o),
                ("result", result(listed.result, text)),
            ];
            blocks.push(Block::Paragraph(text.fill("report.games-game", &details)));
            let last = after.last().map_or(&start, |(_, position)| position);
            let moves = record.opening.iter().chain(record.moves.iter().map(|played| &played.mv));
            let moves = moves.enumerate().map(|(at, mv)| format!("{}. {mv}", at + 1)).collect::<Vec<_>>();
            let board = with_board!(last, board => kinrow_game::diagram::plain(board));
            blocks.push(Block::Diagram(format!("{}\n\n{}", wrapped(&moves), board.trim_end())));
        }
        blocks
    }
}

/// Moves in lines that fit a page.
fn wrapped(moves: &[String]) -> String {
    moves.chunks(10).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

fn result(result: RecordedResult, text: &Text) -> &str {
    text.get(match result {
        RecordedResult::X => "report.games-won-x",
        RecordedResult::O => "report.games-won-o",
        RecordedResult::Draw => "report.games-drawn",
        RecordedResult::Unfinished => "report.games-unfinished",
    })
}
