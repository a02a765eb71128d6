//! Games that were finished on the page go into the record, whoever played them.

use kinrow_agent::GameRecord;
use kinrow_session::{Refusal, refuse};

use crate::desk::Desk;
use crate::message::Event;
use crate::room::Place;

/// What a session remembers of the games that it has kept.
#[derive(Default, Debug)]
pub(crate) struct Keeping {
    /// The last of them: stepping back and forth at its end does not keep it again.
    last: Option<GameRecord>,
    /// That games cannot be kept is told once.
    has_warned: bool,
}

impl Desk {
    /// Keeps the game if it has just ended and somebody has moved in it.
    pub(crate) fn keep_finished(&mut self, place: &Place) {
        let Some(archive) = &place.hub.archive else { return };
        let game = self.session.game();
        let record = game.record();
        if game.result().is_none() || record.moves.is_empty() || self.keeping.last.as_ref() == Some(record) {
            return;
        }
        let (record, number) = (record.clone(), self.session.number());
        self.keeping.last = Some(record.clone());
        let (here, reach) = (place.clone(), self.reach(place));
        let submitted = archive.submit(move |store| {
            let kept = store
                .writing()
                .map_err(refuse)
                .and_then(|store| store.add_game_of(reach.owner(), &record).map_err(refuse));
            let mut desk = here.room.desk();
            match kept {
                Ok(id) => desk.send(&Event::Kept { number, game: id.0 }, None),
                Err(refusal) => desk.warn_once(&refusal),
            }
        });
        if let Err(error) = submitted {
            self.warn_once(&refuse(error));
        }
    }

    fn warn_once(&mut self, why: &Refusal) {
        if !std::mem::replace(&mut self.keeping.has_warned, true) {
            self.send(&self.error(&**why), None);
        }
    }
}
