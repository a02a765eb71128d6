//! `kinrow play`: any pairing of person and machine.

use std::time::Duration;

use kinrow_agent::{Agent, Audience, GameRecord, Limits, Nobody, Referee, Seat, Seed};
use kinrow_game::{Game, Position, Side};
use kinrow_lab::files::read_text;
use kinrow_lab::{AgentSpec, catalogue};

use crate::args::PlayOptions;
use crate::failure::{CallError, Failure};
use crate::human::Human;
use crate::input::Input;
use crate::out::say;
use crate::setup::{self, Start};
use crate::table::Table;
use crate::{Context, out};

/// Who plays a side.
enum Player {
    Person,
    Machine(AgentSpec),
}

pub(crate) fn run(options: &PlayOptions, context: &Context) -> Result<(), Failure> {
    let saved = options.from.as_deref().map(|path| load(path, context)).transpose()?;
    let (start, saved) = match saved {
        Some((start, record)) => (start, Some(record)),
        None => (setup::start(&options.start)?, None),
    };
    let limits = setup::limits(options.limit.as_deref())?;
    let rules = start.position.rules();
    let of_saved = |spec: fn(&GameRecord) -> &String| saved.as_ref().map(|record| spec(record).clone());
    let x = options.x.clone().or_else(|| of_saved(|record| &record.x.spec)).unwrap_or_else(|| "human".into());
    let o = options.o.clone().or_else(|| of_saved(|record| &record.o.spec));
    let o = o.unwrap_or_else(|| catalogue::default_spec(rules).to_string());
    let players = [player(&x)?, player(&o)?];
    let people = players.each_ref().map(|player| matches!(player, Player::Person));
    if options.json && people.contains(&true) {
        return Err(Failure::call(CallError::JsonHuman {}));
    }

    let seed = Seed(saved.as_ref().map_or(options.seed, |record| record.seed));
    // Nobody reads from the terminal when only machines play.
    let mut input = None;
    let mut agents: Vec<Box<dyn Agent<Position>>> = Vec::new();
    for (side, player) in Side::BOTH.into_iter().zip(&players) {
        let agent: Box<dyn Agent<Position>> = match player {
            Player::Machine(spec) => {
                catalogue::build(spec, seed.derive("agent", side.index() as u64)).map_err(Failure::call)?
            }
            Player::Person => Box::new(Human {
                text: context.text.clone(),
                input: input.get_or_insert_with(|| Input::new(context.stop.clone())).clone(),
                undo: if people == [true, true] { 1 } else { 2 },
                adviser: catalogue::build(&catalogue::default_spec(rules), seed).map_err(Failure::call)?,
                advice_limits: Limits { time: Some(Duration::from_secs(2)), ..Limits::NONE },
                resumed: options.from.clone(),
            }),
        };
        // A job that cannot end is refused now, not in the middle of the game.
        agent.accepts(&start.after, &limits).map_err(Failure::call)?;
        agents.push(agent);
    }

    let start_text = (!start.is_empty_board).then(|| start.position.text());
    let mut referee = Referee::new(start.position, rules.to_string(), start_text, seed, context.stop.clone());
    referee.open(&start.moves);
    let mut seats = agents.iter_mut().zip(people).map(|(agent, is_person)| {
        if is_person { Seat::new(&mut **agent) } else { Seat::judged(&mut **agent, limits) }
    });
    let (Some(x), Some(o)) = (seats.next(), seats.next()) else { return Ok(()) };
    let names = players.each_ref().map(|player| match player {
        Player::Person => None,
        Player::Machine(spec) => Some(spec.to_string()),
    });
    let mut table = Table::new(&context.text, context.style, names, start.moves.last().copied());
    let audience: &mut dyn Audience<Position> = if options.json { &mut Nobody } else { &mut table };
    if !options.json && people.contains(&true) {
        say!("{}", context.text.fill("play.welcome", &[("board", &rules.to_string())]));
    }
    let record = referee.play([x, o], audience);
    if options.json {
        out::write(&record.to_json());
    }
    Ok(())
}

fn player(text: &str) -> Result<Player, Failure> {
    if text.trim() == "human" { Ok(Player::Person) } else { setup::agent(text).map(Player::Machine) }
}

/// A saved game, to be continued where it was.
fn load(path: &std::path::Path, context: &Context) -> Result<(Start, GameRecord), Failure> {
    let text = read_text(path, 10).map_err(Failure::call)?;
    let refuse = |why: String| Failure::call(CallError::Saved { path: path.display().to_string(), why });
    let record = GameRecord::from_json(&text).map_err(|error| refuse(context.text.explain(&error)))?;
    let position = match &record.start {
        Some(start) => Position::parse(start).map_err(|error| refuse(context.text.explain(&error)))?,
        None => Position::new(
            record
                .rules
                .parse()
                .map_err(|error: kinrow_game::RulesError| refuse(context.text.explain(&error)))?,
        ),
    };
    let moves = record.all_moves().collect::<Vec<_>>().join(" ");
    let (after, moves) = position.play_moves(&moves).map_err(|error| refuse(context.text.explain(&error)))?;
    let start = Start { position, is_empty_board: record.start.is_none(), moves, after };
    if start.after.outcome().is_some() {
        return Err(refuse(context.text.get("play.already-over").to_string()));
    }
    Ok((start, record))
}
