//! Who is measured: agents as text, or trainings, with variables in braces that are swept over all their values.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kinrow_agent::{Limits, Options, Seed, Stop};
use kinrow_game::{Explain, Rules};
use kinrow_learn::{Learned, Method, Model, Preset, begin};

use super::cell::Cell;
use super::kind::Kind;
use super::mistake::{LineError, Mistake, quoted};
use super::network::{self, NetworkSpec};
use super::number::Number;
use super::reader::{Entry, Fields};
use kinrow_agent::AnyAgent;
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{self, AgentKind};
use kinrow_zero::Weights;

/// One participant, every variable set.
#[derive(Clone, Debug)]
pub struct Participant {
    /// What a table calls it.
    pub name: String,
    /// What it is.
    pub origin: Origin,
    /// The same as the file says it, variables still in braces: a spec, or the call that trains it.
    pub written: String,
    /// What it may spend on a move, where that is its own affair.
    pub limit: Limits,
    /// The variables it uses, with their values.
    pub variables: Vec<(String, Cell)>,
}

/// Where a participant comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// An agent of the catalogue.
    Agent(AgentSpec),
    /// Something that is trained first.
    Learner(LearnerSpec),
    /// A network that is trained first.
    Network(NetworkSpec),
}

/// A learner that is trained from nothing.
#[derive(Clone, Debug)]
pub struct LearnerSpec {
    /// The method.
    pub method: Method,
    /// Its preset.
    pub preset: Preset,
    /// The preset's options with those that were set.
    pub options: Options,
    /// How long it learns.
    pub episodes: u64,
    /// How long it learns in the full run: with fewer episodes it stopped early.
    pub full_episodes: u64,
}

impl Participant {
    /// What kind of agent plays.
    #[must_use]
    pub fn kind(&self) -> &'static AgentKind {
        match &self.origin {
            Origin::Agent(spec) => spec.kind(),
            Origin::Learner(learner) => catalogue::learner(learner.method),
            Origin::Network(_) => catalogue::network(),
        }
    }

    /// Lets a learner learn so long, whatever its own wish, and so long in the full run.
    pub(super) fn set_episodes(&mut self, episodes: Option<u64>, full: Option<u64>) {
        let (here, in_full) = match &mut self.origin {
            Origin::Agent(_) => return,
            Origin::Learner(learner) => (&mut learner.episodes, &mut learner.full_episodes),
            Origin::Network(network) => (&mut network.rounds, &mut network.full_rounds),
        };
        *in_full = full.unwrap_or(*here);
        *here = episodes.unwrap_or(*here);
    }

    /// What tells it from others in a table: its name and its variables.
    #[must_use]
    pub fn label(&self) -> String {
        let variables = self.variables.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(self.name.clone()).chain(variables).collect()
    }

    /// The text that tells it from others: the spec of an agent, or of a learner.
    #[must_use]
    pub fn spec(&self) -> String {
        match &self.origin {
            Origin::Agent(spec) => spec.to_string(),
            Origin::Learner(learner) => learner.spec(),
            Origin::Network(network) => network.spec(),
        }
    }
}

impl LearnerSpec {
    /// The same text for the same learner.
    fn spec(&self) -> String {
        let (method, given) = (self.method.name(), self.options.full());
        format!("{method}:{given} ({} {})", self.preset.name(), self.episodes)
    }
}

const KEYS: &[&str] = &["name", "spec", "limit", "method", "preset", "set", "episodes"];
/// A text of an agent is no longer than this, variables set or not; and a value of a variable no longer than that.
const LONGEST_TEXT: usize = 1000;
const LONGEST_VALUE: usize = 200;
/// More than any training is worth.
pub(super) const MOST_EPISODES: u64 = 1_000_000_000;

/// The variables of a measure with their values, in the order of the file.
pub(super) type Variables<'a> = Vec<(&'a str, Vec<Cell>)>;

/// Reads `vary`: what a quick run has counts variable by variable.
pub(super) fn read_variables<'a>(fields: &Fields<'a>) -> Result<Variables<'a>, LineError> {
    let mut variables: Variables<'a> = Vec::new();
    for entry in fields.get_main("vary").into_iter().chain(fields.get("vary")) {
        for (name, values) in entry.entries()? {
            if super::columns::is_known(name) {
                return Err(values.wrong(Mistake::Taken { variable: quoted(name) }));
            }
            let (mut cells, mut known) = (Vec::new(), HashSet::new());
            for value in values.list()? {
                let cell = value.cell()?;
                value.check_length(&cell.to_string(), LONGEST_VALUE)?;
                if !known.insert(cell.to_string()) {
                    let (key, given) = (quoted(name), quoted(&cell.to_string()));
                    return Err(value.wrong(Mistake::Repeated { key, given }));
                }
                cells.push(cell);
            }
            if cells.is_empty() {
                return Err(values.wrong(Mistake::Variable { variable: quoted(name) }));
            }
            match variables.iter_mut().find(|(known, _)| *known == name) {
                Some((_, old)) => *old = cells,
                None => variables.push((name, cells)),
            }
        }
    }
    Ok(variables)
}

/// Reads a list of agents for a kind of measure and sets their variables to every value.
pub(super) fn read_participants(
    kind: Kind,
    list: Entry<'_>,
    variables: &Variables<'_>,
) -> Result<Vec<Participant>, LineError> {
    let mut participants: Vec<Participant> = Vec::new();
    let entries = list.list()?;
    if entries.is_empty() {
        return Err(list.wrong(Mistake::Empty { key: quoted("agents") }));
    }
    let mut known = HashSet::new();
    for entry in entries {
        let template = Template::read(entry)?;
        let used = template.variables(entry, variables)?;
        for values in product(&used) {
            let participant = template.participant(entry, values)?;
            // Only the games of a sitting may depend on each other.
            if kind != Kind::Sitting
                && let Origin::Agent(spec) = &participant.origin
                && spec.keeps()
            {
                return Err(entry.wrong(Mistake::Keeps { agent: spec.to_string() }));
            }
            if !known.insert(participant.label()) {
                return Err(entry.wrong(Mistake::Twice { name: quoted(&participant.name) }));
            }
            participants.push(participant);
        }
    }
    Ok(participants)
}

/// How many participants [`read_participants`] would make, without making any.
pub(super) fn count_participants(list: Entry<'_>, variables: &Variables<'_>) -> Result<Number, LineError> {
    let mut participants = Number::from(0);
    for entry in list.list()? {
        let used = Template::read(entry)?.variables(entry, variables)?;
        participants =
            participants + used.iter().map(|(_, values)| Number::from(values.len() as u64)).product();
    }
    Ok(participants)
}

/// The variables that no text of a list uses.
pub(super) fn unused<'a>(list: Entry<'_>, variables: &Variables<'a>) -> Result<Vec<&'a str>, LineError> {
    let templates: Vec<Template<'_>> =
        list.list()?.into_iter().map(Template::read).collect::<Result<_, _>>()?;
    let is_used =
        |name: &str| templates.iter().any(|template| template.places().iter().any(|used| used == name));
    Ok(variables.iter().map(|(name, _)| *name).filter(|name| !is_used(name)).collect())
}

/// Every choice of a value for each variable, the last variable changing fastest.
fn product(variables: &[(String, Vec<Cell>)]) -> Vec<Vec<(String, Cell)>> {
    variables.iter().fold(vec![Vec::new()], |choices, (name, values)| {
        let with = |choice: &Vec<(String, Cell)>, value: &Cell| {
            let mut choice = choice.clone();
            choice.push((name.clone(), value.clone()));
            choice
        };
        choices.iter().flat_map(|choice| values.iter().map(move |value| with(choice, value))).collect()
    })
}

/// An agent's texts before variables are set.
struct Template<'a> {
    name: Option<&'a str>,
    spec: Option<&'a str>,
    limit: &'a str,
    learner: Option<[&'a str; 3]>,
    episodes: Option<u64>,
}

impl<'a> Template<'a> {
    fn read(entry: Entry<'a>) -> Result<Template<'a>, LineError> {
        if !entry.is_table() {
            let spec = Some(entry.short_text(LONGEST_TEXT)?);
            return Ok(Template { name: None, spec, limit: "", learner: None, episodes: None });
        }
        let fields = entry.fields("an agent", KEYS)?;
        let text = |key| fields.get(key).map(|entry| entry.short_text(LONGEST_TEXT)).transpose();
        let (method, spec) = (text("method")?, text("spec")?);
        if method.is_none() {
            fields.need("spec")?;
        }
        let learner = match method {
            Some(method) => Some([method, text("preset")?.unwrap_or("best"), text("set")?.unwrap_or("")]),
            None => None,
        };
        let episodes = fields.get("episodes").map(|entry| entry.whole(1, MOST_EPISODES)).transpose()?;
        Ok(Template { name: text("name")?, spec, limit: text("limit")?.unwrap_or(""), learner, episodes })
    }

    /// The names in braces.
    fn places(&self) -> Vec<String> {
        let texts = self.name.into_iter().chain(self.spec).chain([self.limit]);
        let mut places: Vec<String> = Vec::new();
        for text in texts.chain(self.learner.into_iter().flatten()) {
            for part in text.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or("").to_string();
                if !places.contains(&name) {
                    places.push(name);
                }
            }
        }
        places
    }

    fn variables(
        &self,
        entry: Entry<'_>,
        known: &Variables<'_>,
    ) -> Result<Vec<(String, Vec<Cell>)>, LineError> {
        let places = self.places();
        let is_known = |place: &&String| !known.iter().any(|(name, _)| name == place);
        if let Some(variable) = places.iter().find(is_known) {
            return Err(entry.wrong(Mistake::Variable { variable: quoted(variable) }));
        }
        let used = known.iter().filter(|(name, _)| places.iter().any(|place| place == name));
        Ok(used.map(|(name, values)| ((*name).to_string(), values.clone())).collect())
    }

    fn participant(
        &self,
        entry: Entry<'_>,
        variables: Vec<(String, Cell)>,
    ) -> Result<Participant, LineError> {
        let set = |text: &str| filled(entry, text, &variables);
        let limit: Limits =
            set(self.limit)?.parse().map_err(|error: kinrow_agent::LimitsError| entry.wrong(error))?;
        let (origin, plain) = match (self.learner, self.spec) {
            (Some([method, preset, given]), _) => {
                let origin = self.taught(entry, &set(method)?, &set(preset)?, &set(given)?)?;
                (origin, method.to_string())
            }
            (None, spec) => {
                let spec = spec.unwrap_or("");
                let agent: AgentSpec =
                    set(spec)?.parse().map_err(|error: kinrow_players::SpecError| entry.wrong(error))?;
                (Origin::Agent(agent), without_variables(spec))
            }
        };
        let name = self.name.map_or(Ok(plain), set)?;
        Ok(Participant { name, origin, written: self.written(), limit, variables })
    }

    /// The agent in one line.
    fn written(&self) -> String {
        let Some([method, preset, given]) = self.learner else { return self.spec.unwrap_or("").to_string() };
        let given = given.split(',').map(str::trim).filter(|part| !part.is_empty());
        let given: String = given.map(|part| format!(" --set {part}")).collect();
        format!("kinrow train {method} --preset {preset}{given}")
    }

    fn taught(&self, entry: Entry<'_>, method: &str, preset: &str, given: &str) -> Result<Origin, LineError> {
        let presets = || Preset::NAMES.join(", ");
        let preset = Preset::of(preset).ok_or_else(|| {
            entry.wrong(Mistake::Choice { key: quoted("preset"), given: quoted(preset), known: presets() })
        })?;
        if method.eq_ignore_ascii_case(kinrow_zero::NAME) {
            let rounds = self.episodes.unwrap_or(NetworkSpec::ROUNDS);
            let network = NetworkSpec::read(preset, given, rounds).map_err(|error| entry.wrong(error))?;
            return Ok(Origin::Network(network));
        }
        let method = Method::find(method).map_err(|error| entry.wrong(error))?;
        let mut options = method.preset(preset);
        for part in given.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            options.set(method.name(), name.trim(), value.trim()).map_err(|error| entry.wrong(error))?;
        }
        let episodes = self.episodes.unwrap_or_else(|| method.default_episodes(preset));
        Ok(Origin::Learner(LearnerSpec { method, preset, options, episodes, full_episodes: episodes }))
    }
}

/// A text with its variables set, all at once: a value that itself has braces stays as it is.
fn filled(entry: Entry<'_>, text: &str, variables: &[(String, Cell)]) -> Result<String, LineError> {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or("").to_string();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let value = variables.iter().find(|(known, _)| known == name);
        filled += &value.map_or_else(String::new, |(_, value)| value.to_string());
        filled += rest;
        entry.check_length(&filled, LONGEST_TEXT)?;
    }
    Ok(filled)
}

/// A spec without the options that are swept: what the swept ones have in common.
fn without_variables(spec: &str) -> String {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let fixed: Vec<&str> =
        options.split(',').filter(|part| !part.is_empty() && !part.contains('{')).collect();
    if fixed.is_empty() { name.into() } else { format!("{name}:{}", fixed.join(",")) }
}

/// What was trained during a run, each once, however many games it plays.
#[derive(Debug, Default)]
pub(super) struct Models {
    learners: Trained<Model>,
    pub(super) networks: Trained<Weights>,
}

/// What was trained, or why it was not, by what tells it from others; empty until it has been trained.
#[derive(Debug)]
pub(super) struct Trained<T>(Mutex<HashMap<String, Slot<T>>>);

/// A place for one of them.
type Slot<T> = Arc<OnceLock<Result<Arc<T>, String>>>;

impl<T> Default for Trained<T> {
    fn default() -> Self {
        Trained(Mutex::default())
    }
}

impl<T> Trained<T> {
    /// What has this name, trained the first time.
    pub(super) fn once(
        &self,
        name: String,
        train: impl FnOnce() -> Result<Arc<T>, String>,
    ) -> Result<Arc<T>, String> {
        let slot = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.entry(name).or_default().clone()
        };
        // Whoever comes second waits here for the first.
        slot.get_or_init(train).clone()
    }
}

/// A learner's model, the same from the same seed.
fn trained(
    learner: &LearnerSpec,
    rules: Rules,
    seed: Seed,
    models: &Models,
    stop: &Stop,
) -> Result<Arc<Model>, String> {
    models.learners.once(format!("{rules} {} {}", seed.0, learner.spec()), || {
        let LearnerSpec { method, preset, options, episodes, .. } = learner;
        let mut running = begin(*method, *preset, options, rules, seed).map_err(|error| told(&error))?;
        running.run(*episodes, None, stop, &mut |_, _| {});
        Ok(Arc::new(running.model(false, stop)))
    })
}

/// A learner, trained the first time it is asked for. It learned from the first seed: that of the whole run where it plays
/// games, so that every game meets the same learner, and that of the repetition where it is asked or audited. It plays by
/// the second.
fn learned(
    learner: &LearnerSpec,
    rules: Rules,
    [taught, seed]: [Seed; 2],
    models: &Models,
    stop: &Stop,
) -> Result<Learned, String> {
    let model = trained(learner, rules, taught, models, stop)?;
    Learned::from_model(&model, learner.spec(), 0, seed).map_err(|error| told(&error))
}

/// What was trained, as an agent, with seeds as [`learned`] has them; `None` where nothing is trained.
pub(super) fn taught(
    origin: &Origin,
    rules: Rules,
    seeds: [Seed; 2],
    models: &Models,
    stop: &Stop,
) -> Result<Option<AnyAgent>, String> {
    Ok(match origin {
        Origin::Agent(_) => None,
        Origin::Learner(learner) => Some(Box::new(learned(learner, rules, seeds, models, stop)?)),
        Origin::Network(network) => Some(Box::new(network::player(network, rules, seeds[0], models, stop)?)),
    })
}

/// Makes a participant ready to play, with seeds as [`learned`] has them.
pub(super) fn build(
    participant: &Participant,
    rules: Rules,
    seeds: [Seed; 2],
    models: &Models,
    stop: &Stop,
) -> Result<AnyAgent, String> {
    match (&participant.origin, taught(&participant.origin, rules, seeds, models, stop)?) {
        (Origin::Agent(spec), _) => catalogue::build(spec, seeds[1]).map_err(|error| told(&error)),
        (_, Some(agent)) => Ok(agent),
        (_, None) => Err("there is nobody to play".into()),
    }
}

fn told(error: &dyn Explain) -> String {
    error.to_string()
}
