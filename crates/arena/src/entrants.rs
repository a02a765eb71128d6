//! Who takes part: an agent, what it may spend on a move, and the name it has in the table.

use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use kinrow_agent::{Agent, AnyAgent, Limits, OptionKind, Seed};
use kinrow_game::{Explain, Position, excerpt, scramble};

use kinrow_files::{FileError, open_to_read, read_text};
use kinrow_players::catalogue::{self, BuildError, Models};
use kinrow_players::{AgentSpec, NameError, SpecError};

/// Makes an agent whose randomness comes from a seed. Each game has new agents, so that none remembers another game.
type Maker = Arc<dyn Fn(Seed) -> Result<Box<dyn Agent<Position>>, BuildError> + Send + Sync>;

/// One who takes part.
#[derive(Clone)]
pub struct Entrant {
    /// In tables.
    pub name: String,
    /// The spec with the options that were given.
    pub given: String,
    /// The full spec.
    pub spec: String,
    /// What it may spend on a move.
    pub limits: Limits,
    /// Whether it remembers the games before.
    pub(super) keeps: bool,
    /// Of the files its spec names, so that a retrained model is not taken for the old one; of a function, what its program
    /// says.
    pub(super) fingerprint: Option<u64>,
    make: Maker,
}

impl std::fmt::Debug for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Entrant {
    /// An agent of the catalogue. A time in its spec is also the referee's limit.
    #[must_use]
    pub fn new(name: Option<String>, spec: &AgentSpec, limits: Limits) -> Entrant {
        let own = Limits { time: spec.options().time("time"), ..Limits::NONE };
        let (maker, models) = (spec.clone(), Models::default());
        Entrant {
            name: name.unwrap_or_else(|| spec.to_string()),
            given: spec.to_string(),
            spec: spec.full(),
            limits: limits.stricter(own),
            keeps: spec.keeps(),
            fingerprint: Some(fingerprint(spec)),
            make: Arc::new(move |seed| catalogue::build_with(&maker, seed, &models)),
        }
    }

    /// The same agent of the catalogue with tables of at most so many megabytes, for those who do not know who asks for it.
    #[must_use]
    pub fn within(self, spec: &AgentSpec, megabytes: u64) -> Entrant {
        let (maker, models) = (spec.clone(), Models::default());
        let make = move |seed| catalogue::build_with_within(&maker, seed, &models, megabytes);
        Entrant { make: Arc::new(make), ..self }
    }

    /// Any agent, for those who have their own. Nobody can tell whether it is the same another time, unless its program says so:
    /// see [`Entrant::with_fingerprint`].
    #[must_use]
    pub fn custom<A: Agent<Position> + 'static>(
        name: &str,
        limits: Limits,
        make: impl Fn(Seed) -> A + Send + Sync + 'static,
    ) -> Entrant {
        Entrant::boxed(name, limits, move |seed| Box::new(make(seed)))
    }

    /// The same for agents of whatever kind.
    #[must_use]
    pub fn boxed(
        name: &str,
        limits: Limits,
        make: impl Fn(Seed) -> AnyAgent + Send + Sync + 'static,
    ) -> Entrant {
        Entrant {
            name: name.into(),
            given: name.into(),
            spec: name.into(),
            limits,
            keeps: false,
            fingerprint: None,
            make: Arc::new(move |seed| Ok(make(seed))),
        }
    }

    /// The same with a number that changes whenever the agent plays differently, so that a contest with it can be resumed.
    #[must_use]
    pub fn with_fingerprint(self, fingerprint: u64) -> Entrant {
        Entrant { fingerprint: Some(fingerprint), ..self }
    }

    /// A new agent.
    ///
    /// # Errors
    /// When it needs a file that cannot be read.
    pub fn build(&self, seed: Seed) -> Result<Box<dyn Agent<Position>>, BuildError> {
        (self.make)(seed)
    }

    /// The same text for the same player; `None` when nobody knows whether it is the same.
    pub(super) fn key(&self) -> Option<String> {
        let fingerprint = self.fingerprint?;
        Some(format!("agent={} limits={} files={fingerprint:016x}", self.spec, self.limits))
    }
}

/// More bytes than a trained file can have: what is not one need not be read to its end.
const MOST_BYTES: u64 = 4_000_000_000;

/// One number for what is in the files a spec names. A file that cannot be read is refused elsewhere, with its reason.
fn fingerprint(spec: &AgentSpec) -> u64 {
    let files = spec.kind().options.iter().filter(|option| option.kind == OptionKind::File);
    files
        .filter_map(|option| open_to_read(Path::new(spec.options().get(option.name)?)).ok())
        .flat_map(|file| BufReader::new(file.take(MOST_BYTES)).bytes().map_while(Result::ok))
        .fold(0, |key, byte| scramble(key ^ u64::from(byte)))
}

kinrow_game::sentences! {
    /// Why a list of agents is refused as a whole.
    pub enum ListError {
        /// No agent in it.
        Empty { given: String } = "entrants-empty" =>
            "'{given}' names no agent: write agents separated by ';', such as \"random;alphabeta:depth=2\", or the name of a file with one per line",
        /// Neither a file nor an agent.
        NoFile { given: String, known: String } = "entrants-no-file" =>
            "there is no file '{given}', and no agent of that name: choose from {known}, or name a file with one agent per line",
        /// Commas between agents.
        Comma { given: String, meant: String } = "entrants-comma" =>
            "'{given}' has a comma between agents, which separates options: agents are separated by ';'; did you mean \"{meant}\"?",
        /// Two of the same name.
        Twice { name: String } = "entrants-twice" =>
            "two agents are called {name}: give each its own name",
        /// A name without an agent.
        Name { given: String } = "entrants-name" =>
            "'{given}' gives a name and no agent: write NAME = AGENT, such as deep = alphabeta:depth=6",
    }
}

/// Which agent of a list is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedError {
    /// `line 3 of agents.txt`, or the text of the agent.
    place: String,
    why: SpecError,
}

impl std::fmt::Display for NamedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", excerpt(&self.place), self.why)
    }
}

impl std::error::Error for NamedError {}

impl Explain for NamedError {
    fn key(&self) -> &'static str {
        "entrants-line"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("place", excerpt(&self.place))]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Why a list of agents is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntrantsError {
    /// The file cannot be read.
    File(FileError),
    /// The list as a whole.
    List(ListError),
    /// One of them.
    Agent(Box<NamedError>),
}

kinrow_game::delegate_explain!(EntrantsError { File(FileError), List(ListError), Agent(Box<NamedError>) });

/// Reads a file with one agent per line, or, when there is no such file, a list of agents separated by `;` or spaces. Each may have
/// a name: `deep = alphabeta:depth=6`. In a file `#` begins a comment.
///
/// # Errors
/// When there is none, or one is wrong.
pub fn read_entrants(given: &str, limits: Limits) -> Result<Vec<Entrant>, EntrantsError> {
    let path = Path::new(given);
    let texts: Vec<(String, String)> = if path.is_file() {
        let text = read_text(path, 1)?;
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        lines
            .map(|(number, line)| {
                (format!("{given}:{}", number + 1), without_comment(line).trim().to_string())
            })
            .collect()
    } else {
        split_list(given).into_iter().map(|text| (text.clone(), text)).collect()
    };
    let is_alone = !path.is_file() && texts.len() == 1;
    let mut entrants: Vec<Entrant> = Vec::new();
    for (place, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        let (name, spec) = named(&text);
        if name.as_ref().is_some_and(String::is_empty) || spec.trim().is_empty() {
            return Err(EntrantsError::List(ListError::Name { given: text }));
        }
        let spec: AgentSpec = spec.parse().map_err(|why| {
            let given = text.clone();
            match (&why, semicolons(&text)) {
                (_, Some(meant)) => EntrantsError::List(ListError::Comma { given, meant }),
                (SpecError::Name(NameError::Unknown { known, .. }), None) if is_alone => {
                    EntrantsError::List(ListError::NoFile { given, known: known.clone() })
                }
                _ => EntrantsError::Agent(Box::new(NamedError { place, why })),
            }
        })?;
        if let Some(name) = name.as_ref().filter(|name| entrants.iter().any(|other| other.name == **name)) {
            return Err(EntrantsError::List(ListError::Twice { name: name.clone() }));
        }
        entrants.push(Entrant::new(name, &spec, limits));
    }
    if entrants.is_empty() {
        return Err(EntrantsError::List(ListError::Empty { given: given.into() }));
    }
    Ok(entrants)
}

/// The list that was meant when the commas between agents should be semicolons; `None` when there is no such comma.
fn semicolons(text: &str) -> Option<String> {
    let mut quotes = Quotes::default();
    let pieces: Vec<&str> = text.split(|c| quotes.is_outside(c) && c == ',').map(str::trim).collect();
    let is_agent = |piece: &str| {
        let (_, spec) = named(piece);
        catalogue::find(spec.split(':').next().unwrap_or("").trim()).is_ok()
    };
    let mut meant = pieces[0].to_string();
    for piece in &pieces[1..] {
        meant += if is_agent(piece) { ";" } else { "," };
        meant += piece;
    }
    let agents: Vec<&str> = meant.split(';').collect();
    (agents.len() > 1 && agents.iter().all(|agent| named(agent).1.parse::<AgentSpec>().is_ok()))
        .then_some(meant)
}

/// `NAME = AGENT`: the first `=` of a bare agent comes after its colon, so that a name cannot be mistaken.
fn named(text: &str) -> (Option<String>, &str) {
    match text.split_once('=') {
        Some((name, spec)) if !name.contains(':') => (Some(name.trim().to_string()), spec),
        _ => (None, text),
    }
}

/// Tells whether characters, looked at one after the other, stand outside double quotes.
#[derive(Default)]
struct Quotes {
    is_quoted: bool,
    is_escaped: bool,
}

impl Quotes {
    fn is_outside(&mut self, c: char) -> bool {
        self.is_quoted ^= c == '"' && !self.is_escaped;
        self.is_escaped = c == '\\' && !self.is_escaped;
        !self.is_quoted
    }
}

/// The text up to a `#` that is not quoted.
fn without_comment(line: &str) -> &str {
    let mut quotes = Quotes::default();
    let end = line.find(|c| quotes.is_outside(c) && c == '#');
    &line[..end.unwrap_or(line.len())]
}

/// Parts a list at semicolons; when there are none, at spaces. What stands in double quotes stays together.
fn split_list(text: &str) -> Vec<String> {
    let parts = |is_separator: fn(char) -> bool| {
        let mut quotes = Quotes::default();
        let parts = text.split(move |c| quotes.is_outside(c) && is_separator(c));
        parts.map(|part| part.trim().to_string()).collect::<Vec<_>>()
    };
    let by_semicolons = parts(|c| c == ';');
    // A name in front of its agent may have spaces around the sign.
    if by_semicolons.len() > 1 || text.contains(" = ") { by_semicolons } else { parts(char::is_whitespace) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(given: &str) -> Vec<String> {
        read_entrants(given, Limits::NONE).unwrap().into_iter().map(|entrant| entrant.name).collect()
    }

    #[test]
    fn lists() {
        assert_eq!(names("random;alphabeta:depth=2,eval=runs"), ["random", "alphabeta:depth=2,eval=runs"]);
        assert_eq!(names("random alphabeta:depth=2"), ["random", "alphabeta:depth=2"]);
        assert_eq!(names("weak = random; deep=alphabeta:depth=6 ;"), ["weak", "deep"]);
        assert_eq!(names("alone = random"), ["alone"]);
        // Two of a kind are not the same player, unless they were given one name.
        assert_eq!(names("random;random"), ["random", "random"]);
        for (given, words) in [
            ("", "names no agent"),
            (" ; ", "names no agent"),
            ("random;nobody", "nobody: 'nobody' is not an agent"),
            ("random;a = random;a = minimax", "two agents are called a"),
            ("random;deep = ", "gives a name and no agent"),
            ("random;= random", "gives a name and no agent"),
            ("no-such-file.txt", "there is no file 'no-such-file.txt', and no agent of that name"),
            ("nope", "there is no file 'nope', and no agent"),
            ("randmo", "'randmo' is not an agent; did you mean random?"),
            ("random,minimax", "agents are separated by ';'; did you mean \"random;minimax\"?"),
            (
                "alphabeta:depth=2,eval=runs,deep = Minimax:depth=3,random",
                "did you mean \"alphabeta:depth=2,eval=runs;deep = Minimax:depth=3;random\"?",
            ),
            ("random;minimax,mcts", "did you mean \"minimax;mcts\"?"),
            ("random;minimax:depth=2,dept=3", "has no option 'dept'"),
        ] {
            let error = read_entrants(given, Limits::NONE).unwrap_err().to_string();
            assert!(error.contains(words), "{given}: {error}");
        }
    }

    #[test]
    fn files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents.txt");
        std::fs::write(&path, "# the field\r\nrandom\r\n\r\ndeep = alphabeta:depth=6  # six\r\n").unwrap();
        assert_eq!(names(path.to_str().unwrap()), ["random", "deep"]);
        std::fs::write(&path, "random\nminimax:depht=2\n").unwrap();
        let error = read_entrants(path.to_str().unwrap(), Limits::NONE).unwrap_err().to_string();
        assert!(error.contains("agents.txt:2: minimax has no option 'depht'"), "{error}");
    }

    #[test]
    fn quotes_keep_together() {
        assert_eq!(split_list(r#"a:cmd="x y;z" b"#), [r#"a:cmd="x y;z""#, "b"]);
        assert_eq!(split_list(r#"a:cmd="x \" y;z";b"#), [r#"a:cmd="x \" y;z""#, "b"]);
        assert_eq!(without_comment(r##"a:cmd="x #1" # one"##), r##"a:cmd="x #1" "##);
    }

    #[test]
    fn a_time_in_the_spec_is_the_referees_limit_too() {
        let spec: AgentSpec = "mcts:time=20ms".parse().unwrap();
        let limits: Limits = "nodes=5,time=1s".parse().unwrap();
        assert_eq!(Entrant::new(None, &spec, limits).limits.to_string(), "nodes=5,time=20ms");
    }
}
