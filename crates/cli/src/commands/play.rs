//! `kinrow play`: any pairing of person and machine, one game or several in a sitting.

mod after;

use std::path::Path;
use std::time::Duration;

use kinrow_agent::{Agent, Audience, GameRecord, HUMAN, Limits, Nobody, Reason, Referee, Seat, Seed, play};
use kinrow_files::read_text;
use kinrow_game::{Coordinates, Game, Point, Position, Side};
use kinrow_players::AgentSpec;
use kinrow_players::{catalogue, suits};

use self::after::Next;
use crate::args::PlayOptions;
use crate::failure::{CallError, Failure};
use crate::human::Human;
use crate::input::Input;
use crate::out::say;
use crate::recorder::Recorder;
use crate::setup::{self, Start};
use crate::terminal::TerminalAudience;
use crate::{Context, out};

/// What the games of one sitting have in common, and how the next one begins.
struct Sitting<'a> {
    options: &'a PlayOptions,
    context: &'a Context,
    coordinates: Coordinates,
    start: Start,
    limits: Limits,
    /// The machine of each side; `None` is a person. They may change places.
    machines: [Option<AgentSpec>; 2],
    /// Nobody reads from the terminal when only machines play.
    input: Option<Input>,
    seed: Seed,
    /// The file that the game is continued from.
    resumed: Option<&'a Path>,
}

pub(crate) fn run(options: &PlayOptions, context: &Context) -> Result<(), Failure> {
    let mut sitting = Sitting::new(options, context)?;
    let mut recorder = (!options.no_record).then(|| Recorder::new(options.db.as_deref()));
    // A job that cannot end, or an agent that cannot play, is refused before anything is said.
    let mut agents = sitting.agents(Vec::new())?;
    if sitting.input.is_some() {
        sitting.welcome();
        if let Some(recorder) = &recorder {
            recorder.announce(&context.text);
        }
    }
    loop {
        let record = sitting.play(&mut agents);
        if options.json {
            out::write(&record.to_json());
        }
        let Some(input) = &mut sitting.input else { return Ok(()) };
        if let Some(recorder) = &mut recorder {
            recorder.keep(&record, &context.text);
        }
        if record.reason == Reason::Left {
            return Ok(());
        }
        match after::ask(&record, sitting.resumed, sitting.coordinates, input, context) {
            Next::Quit => return Ok(()),
            Next::Again => sitting.begin_again(),
            Next::Swapped => {
                sitting.machines.swap(0, 1);
                agents.swap(0, 1);
                sitting.begin_again();
            }
        }
        agents = sitting.agents(agents)?;
    }
}

impl<'a> Sitting<'a> {
    fn new(options: &'a PlayOptions, context: &'a Context) -> Result<Sitting<'a>, Failure> {
        let coordinates = options.coordinates;
        let saved = options.from.as_deref().map(|path| load(path, context)).transpose()?;
        let (start, saved) = match saved {
            Some((start, record)) => (start, Some(record)),
            None => (setup::start_in(&options.start, coordinates)?, None),
        };
        let limits = setup::limits(options.limit.as_deref())?;
        let of_saved = |spec: fn(&GameRecord) -> &String| saved.as_ref().map(|record| spec(record).clone());
        let x = options.x.clone().or_else(|| of_saved(|record| &record.x.spec));
        let x = x.unwrap_or_else(|| HUMAN.into());
        let o = options.o.clone().or_else(|| of_saved(|record| &record.o.spec));
        let o = o.unwrap_or_else(|| suits::default_spec(start.position.rules()).to_string());
        let machines = [machine(&x)?, machine(&o)?];
        let has_people = machines.iter().any(Option::is_none);
        if options.json && has_people {
            return Err(Failure::call(CallError::JsonHuman {}));
        }
        let seed = options.game_seed.or(saved.map(|record| record.seed)).map(Seed);
        Ok(Sitting {
            options,
            context,
            coordinates,
            start,
            limits,
            machines,
            input: has_people.then(|| Input::new(context.stop.clone())),
            seed: seed.unwrap_or_else(|| if has_people { fresh_seed() } else { Seed(1) }),
            resumed: options.from.as_deref(),
        })
    }

    /// Another game from where this one began, with another seed: the next one when they are counted from a given one.
    fn begin_again(&mut self) {
        self.seed = match self.options.game_seed {
            Some(_) => Seed(self.seed.0.wrapping_add(1)),
            None => fresh_seed(),
        };
        if self.resumed.take().is_some() {
            self.start.moves.clear();
            self.start.after = self.start.position;
        }
    }

    /// The players as agents: those of the last game that keep what it taught them, else new ones.
    fn agents(&self, last: Vec<Box<dyn Agent<Position>>>) -> Result<Vec<Box<dyn Agent<Position>>>, Failure> {
        let mut last = last.into_iter();
        let (context, rules) = (self.context, self.start.position.rules());
        let mut agents: Vec<Box<dyn Agent<Position>>> = Vec::new();
        for (side, machine) in Side::BOTH.into_iter().zip(&self.machines) {
            let agent: Box<dyn Agent<Position>> = match (machine, &self.input, last.next()) {
                (Some(spec), _, Some(agent)) if spec.keeps() => agent,
                (Some(spec), ..) => {
                    let seed = self.seed.derive("agent", side.index() as u64);
                    catalogue::build(spec, seed).map_err(Failure::call)?
                }
                (None, input, _) => Box::new(Human {
                    text: context.text.clone(),
                    input: input.clone().expect("there is an input when a person plays"),
                    undo: if self.machines.iter().all(Option::is_none) { 1 } else { 2 },
                    adviser: catalogue::build(&suits::default_spec(rules), self.seed)
                        .map_err(Failure::call)?,
                    advice_limits: Limits { time: Some(Duration::from_secs(2)), ..Limits::NONE },
                    resumed: self.resumed.map(Path::to_path_buf),
                    coordinates: self.coordinates,
                    show_moves: self.options.show_moves,
                }),
            };
            agent.accepts(&self.start.after, &self.limits).map_err(Failure::call)?;
            agents.push(agent);
        }
        Ok(agents)
    }

    fn welcome(&self) {
        let rules = self.start.position.rules();
        let moves: Vec<Point> = self.start.after.moves().collect();
        let example = moves.get(moves.len() / 2).map(|&point| self.coordinates.name(rules, point));
        let told = [("board", rules.to_string()), ("example", example.unwrap_or_default())];
        let told: Vec<(&str, &str)> = told.iter().map(|(name, word)| (*name, word.as_str())).collect();
        say!("{}", self.context.text.fill("play.welcome", &told));
    }

    fn play(&self, agents: &mut [Box<dyn Agent<Position>>]) -> GameRecord {
        let Start { position, moves, .. } = &self.start;
        let seats = self.machines.each_ref().map(|machine| match machine {
            None => Seat::person(),
            Some(spec) => Seat::judged(spec.full(), self.limits),
        });
        let mut referee = Referee::new(*position, seats, self.seed);
        referee.open(moves);
        let names = self.machines.each_ref().map(|machine| machine.as_ref().map(AgentSpec::to_string));
        let last = moves.last().copied();
        let Context { text, style, stop, .. } = self.context;
        let mut terminal = TerminalAudience::new(text, *style, self.coordinates, names, last);
        let audience: &mut dyn Audience = if self.options.json { &mut Nobody } else { &mut terminal };
        let [x, o] = agents else { unreachable!("there are two players") };
        play(referee, [&mut **x, &mut **o], audience, stop)
    }
}

/// The machine that a text names; `None` is a person.
fn machine(text: &str) -> Result<Option<AgentSpec>, Failure> {
    if text.trim().eq_ignore_ascii_case(HUMAN) { Ok(None) } else { setup::agent(text).map(Some) }
}

/// A seed that nobody chose, short enough to be typed.
fn fresh_seed() -> Seed {
    // Where there is no randomness to be had, the clock is as good for a game.
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.subsec_nanos());
    Seed(getrandom::u32().unwrap_or_else(|_| clock()).into())
}

/// A saved game, to be continued where it was.
fn load(path: &Path, context: &Context) -> Result<(Start, GameRecord), Failure> {
    let text = read_text(path, 10).map_err(Failure::call)?;
    let refuse = |why: String| Failure::call(CallError::Saved { path: path.display().to_string(), why });
    let record = GameRecord::from_json(&text).map_err(|error| refuse(context.text.explain(&error)))?;
    let position = match &record.start {
        Some(start) => start.parse::<Position>().map_err(|error| refuse(context.text.explain(&error)))?,
        None => Position::new(
            record
                .rules
                .parse()
                .map_err(|error: kinrow_game::RulesError| refuse(context.text.explain(&error)))?,
        ),
    };
    let moves = record.all_moves().collect::<Vec<_>>().join(" ");
    let (after, moves) = position.play_moves(&moves).map_err(|error| refuse(context.text.explain(&error)))?;
    let start = Start { position, moves, after };
    if start.after.outcome().is_some() {
        return Err(refuse(context.text.get("play.already-over").to_string()));
    }
    Ok((start, record))
}
