//! The texts of agents, `name[:argument][,option=value…]` or `name:option=value…`, and the agents made from them.

use super::agent::{Agent, Fitting, Taste};
use super::deepening::Deepening;
use super::exact::{Perfect, Tables};
use super::kinds::{AGENTS, Kind};
use super::learned::{LearnedAgent, Library};
use super::montecarlo::{MonteCarlo, Sampling};
use super::program::{Launcher, Program, Protocol};
use super::sampling::TreeSampler;
use super::simple::{First, Random, Searcher};
use super::strength::{Budget, LEVELS, Level, Strength};
use crate::statistics::sample_size;
use noyau_core::language::{Message, Text};
use noyau_core::random::SplitMix;
use noyau_dynamic::{Leaf, OpenGame, STRONGEST};
use noyau_search::iterative_deepening::Depth;
use noyau_search::mcts::{Memory, Settings};
use noyau_search::textbook::{Algorithm, Form};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

noyau_core::messages! {
    /// Errors in the text of an agent.
    pub enum AgentProblem {
        Unknown { name: String, known: String } =>
            "there is no agent called {name:?}; the agents are {known}",
            "aucun agent ne s'appelle {name:?} ; les agents sont {known}";
        Argument { agent: String, got: String, usage: &'static str } =>
            "{got:?} is no argument of the agent {agent}; right would be {usage}",
            "{got:?} n'est pas un argument de l'agent {agent} ; il faudrait {usage}";
        Level { got: String } =>
            "{got:?} is no level; right would be level:N with N from 1 to 10",
            "{got:?} n'est pas un niveau ; il faudrait level:N avec N de 1 à 10";
        NoOption { agent: String, option: String, known: String } =>
            "the agent {agent} has no option {option:?}; its options are {known}",
            "l'agent {agent} n'a pas d'option {option:?} ; ses options sont {known}";
        Value { option: String, got: String, wanted: Text } =>
            "{got:?} is no value of {option}: {wanted} is wanted",
            "{got:?} n'est pas une valeur de {option} : il faut {wanted}";
        NoHeuristic { agent: String, name: String, game: String, known: String } =>
            "the agent {agent} asks for the heuristic {name:?}, and {game} has {known}",
            "l'agent {agent} demande l'heuristique {name:?}, et {game} a {known}";
        NoGuide { agent: String, game: String } =>
            "the agent {agent} asks for guided games, and {game} does not say how it is usually played",
            "l'agent {agent} demande des parties guidées, et {game} ne dit pas comment on y joue d'ordinaire";
        NoLearned { path: String, why: Message } =>
            "{path}: {why}",
            "{path} : {why}";
        NoFiles =>
            "files of what was learned cannot be read here",
            "on ne peut pas lire ici de fichiers de ce qui fut appris";
        NoPrograms =>
            "programs cannot be started here",
            "on ne peut pas lancer de programmes ici";
    }
}

const NUMBER: Text = Text::new("a whole number from 1", "un nombre entier, à partir de 1");
const SKILL: Text = Text::new(
    "a whole number from 1 to 108",
    "un nombre entier de 1 à 108",
);
const POSITIVE: Text = Text::new("a number above 0", "un nombre positif");
const NOT_NEGATIVE: Text = Text::new("a number from 0", "un nombre, à partir de 0");
const PROBABILITY: Text = Text::new("a number between 0 and 1", "un nombre entre 0 et 1");
const ONE_OF: Text = Text::new(
    "one of the words that the option names",
    "un des mots que nomme l'option",
);

/// External resources of agents.
#[derive(Clone, Default)]
pub struct Resources {
    /// Starts programs.
    pub launcher: Option<Arc<dyn Launcher>>,
    /// The exact values found so far.
    pub tables: Tables,
    /// Loads learned heuristics.
    pub library: Option<Arc<dyn Library>>,
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources").finish_non_exhaustive()
    }
}

/// A parsed agent description.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    text: String,
    makes: Makes,
}

#[derive(Debug, Clone, PartialEq)]
enum Makes {
    Random,
    First,
    Strong(Budget),
    Level {
        number: usize,
        skill: Option<u8>,
    },
    Searcher(Searcher),
    /// With the path of what was learned, if one is named.
    Deepening(Deepening, Option<String>),
    MonteCarlo(Sampling, Option<Box<Recipe>>),
    TreeSampler {
        settings: Settings,
        leaf: Leaf,
        taste: Taste,
    },
    Perfect {
        taste: Taste,
        stubborn: bool,
    },
    Learned {
        path: String,
        depth: u32,
        taste: Taste,
    },
    Program {
        command: String,
        protocol: Protocol,
        patience: Duration,
    },
}

/// The parts of an agent text before validation.
struct Words<'a> {
    kind: &'static Kind,
    argument: Option<&'a str>,
    options: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    fn split(text: &'a str) -> Result<Self, AgentProblem> {
        let (name, rest) = text.split_once([':', ',']).unwrap_or((text, ""));
        let kind = AGENTS.iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| {
            let names: Vec<_> = AGENTS.iter().map(|kind| kind.name).collect();
            AgentProblem::Unknown {
                name: name.to_owned(),
                known: names.join(", "),
            }
        })?;
        let known = |piece: &'a str| {
            let (option, value) = piece.split_once('=')?;
            let is_option = kind.options.iter().any(|known| known.name == option);
            is_option.then_some((option, value))
        };
        let mut options = Vec::new();
        let mut end = rest.len();
        // Options are parsed from the end, so that a command may contain commas.
        let mut pieces = pieces(rest);
        while let Some((from, piece)) = pieces.pop() {
            match known(piece) {
                Some(option) => {
                    options.push(option);
                    end = from.saturating_sub(1);
                }
                None if matches!(kind.name, "process" | "learned")
                    || from == 0 && !piece.contains('=') =>
                {
                    break;
                }
                None => {
                    let names: Vec<_> = kind.options.iter().map(|known| known.name).collect();
                    return Err(AgentProblem::NoOption {
                        agent: name.to_owned(),
                        option: piece.split('=').next().unwrap_or_default().to_owned(),
                        known: if names.is_empty() {
                            "–".to_owned()
                        } else {
                            names.join(", ")
                        },
                    });
                }
            }
        }
        options.reverse();
        let argument = Some(&rest[..end]).filter(|argument| !argument.is_empty());
        Ok(Self {
            kind,
            argument,
            options,
        })
    }

    fn bad_argument(&self) -> AgentProblem {
        AgentProblem::Argument {
            agent: self.kind.name.to_owned(),
            got: self.argument.unwrap_or_default().to_owned(),
            usage: self.kind.usage,
        }
    }

    /// The argument as a positive number.
    fn count<T: FromStr + PartialOrd + From<u8>>(&self) -> Result<T, AgentProblem> {
        let number = self.argument.and_then(|argument| argument.parse().ok());
        let number = number.filter(|number| *number >= T::from(1));
        number.ok_or_else(|| self.bad_argument())
    }

    fn no_argument(&self) -> Result<(), AgentProblem> {
        match self.argument {
            None => Ok(()),
            Some(_) => Err(self.bad_argument()),
        }
    }

    /// The value of an option, the last one if repeated.
    fn option(&self, name: &str) -> Option<&'a str> {
        let given = self.options.iter().rev();
        given
            .into_iter()
            .find(|(option, _)| *option == name)
            .map(|(_, value)| *value)
    }

    fn read<T: FromStr>(
        &self,
        name: &str,
        default: T,
        wanted: Text,
        allowed: impl Fn(&T) -> bool,
    ) -> Result<T, AgentProblem> {
        let Some(value) = self.option(name) else {
            return Ok(default);
        };
        let read = value.parse().ok().filter(allowed);
        read.ok_or_else(|| AgentProblem::Value {
            option: name.to_owned(),
            got: value.to_owned(),
            wanted,
        })
    }

    /// What it may take for a move.
    fn budget(&self) -> Result<Budget, AgentProblem> {
        let time = self.read("time", 1.0, POSITIVE, |&seconds: &f64| {
            seconds > 0.0 && Duration::try_from_secs_f64(seconds).is_ok()
        })?;
        let time = self.option("time").map(|_| Duration::from_secs_f64(time));
        let usual = Budget::USUAL.nodes.filter(|_| time.is_none());
        let nodes = match self.option("nodes") {
            None => usual,
            Some(_) => Some(self.read("nodes", 1, NUMBER, |&nodes: &u64| nodes > 0)?),
        };
        Ok(Budget { nodes, time })
    }

    fn word(&self, name: &str, words: &[&'static str]) -> Result<&'static str, AgentProblem> {
        let Some(value) = self.option(name) else {
            return Ok(words[0]);
        };
        let found = words.iter().find(|word| **word == value);
        found.copied().ok_or_else(|| AgentProblem::Value {
            option: name.to_owned(),
            got: value.to_owned(),
            wanted: ONE_OF,
        })
    }

    fn taste(&self) -> Result<Taste, AgentProblem> {
        Ok(Taste {
            margin: self.read("margin", 0.0, NOT_NEGATIVE, |&margin: &f64| {
                margin >= 0.0 && margin.is_finite()
            })?,
            first: self.word("ties", &["random", "first"])? == "first",
            // The seed is set when the agent is made.
            random: SplitMix(0),
        })
    }
}

/// The parts between commas outside parentheses, each with its offset.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push((from, &text[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push((from, &text[from..]));
    found
}

impl FromStr for Recipe {
    type Err = AgentProblem;

    fn from_str(text: &str) -> Result<Self, AgentProblem> {
        let words = Words::split(text.trim())?;
        let plies = || words.read("plies", 1000, NUMBER, |&plies: &u32| plies > 0);
        let heuristic = || words.option("heuristic").unwrap_or_default().to_owned();
        let makes = match words.kind.name {
            "random" => {
                words.no_argument()?;
                Makes::Random
            }
            "first" => {
                words.no_argument()?;
                Makes::First
            }
            name @ ("minimax" | "alphabeta") => Makes::Searcher(Searcher {
                depth: words.count()?,
                algorithm: match name {
                    "minimax" => Algorithm::Minimax,
                    _ => Algorithm::AlphaBeta(Form::Extreme),
                },
                heuristic: heuristic(),
                taste: words.taste()?,
            }),
            "strong" => {
                words.no_argument()?;
                Makes::Strong(words.budget()?)
            }
            "level" => {
                let level = words.count().ok().filter(|level| *level <= LEVELS.len());
                let number = level.ok_or_else(|| AgentProblem::Level {
                    got: words.argument.unwrap_or_default().to_owned(),
                })?;
                let skilled = |&skill: &u8| (1..=STRONGEST).contains(&skill);
                let skill = words.read("skill", 0, SKILL, skilled)?;
                Makes::Level {
                    number,
                    skill: Some(skill).filter(skilled),
                }
            }
            "search" => {
                words.no_argument()?;
                let Budget { nodes, time } = words.budget()?;
                let depth = words.read("depth", 100, NUMBER, |&depth: &u32| depth > 0)?;
                let unbounded = words.option("depth").is_some() && words.option("nodes").is_none();
                let how = Deepening {
                    depth: Depth::Selective(depth),
                    nodes: nodes.filter(|_| !unbounded),
                    time,
                    heuristic: heuristic(),
                    learned: None,
                    exact: true,
                    taste: words.taste()?,
                };
                Makes::Deepening(how, words.option("learned").map(str::to_owned))
            }
            "montecarlo" => {
                let between = |&p: &f64| p > 0.0 && p < 1.0;
                let confidence = words.read("confidence", 0.95, PROBABILITY, between)?;
                let samples = match (words.argument, words.option("epsilon")) {
                    (None, Some(_)) => {
                        let error = words.read("epsilon", 0.0, PROBABILITY, between)?;
                        sample_size(error, confidence)
                    }
                    (Some(_), Some(_)) | (None, None) => return Err(words.bad_argument()),
                    (Some(_), None) => words.count()?,
                };
                let base = words.option("base").map(|base| {
                    let inner = base
                        .strip_prefix('(')
                        .and_then(|base| base.strip_suffix(')'));
                    inner.unwrap_or(base).parse::<Self>()
                });
                let how = Sampling {
                    samples,
                    confidence,
                    early: words.word("early", &["yes", "no"])? == "yes",
                    plies: plies()?,
                    taste: words.taste()?,
                };
                Makes::MonteCarlo(how, base.transpose()?.map(Box::new))
            }
            "mcts" => {
                let positive = |&number: &f64| number > 0.0 && number.is_finite();
                let leaf = words.word("leaf", &["playout", "guided", "heuristic", "search"])?;
                let depth = words.read("depth", 2, NUMBER, |&depth: &u32| depth > 0)?;
                let scale = words.read("scale", 20.0, POSITIVE, positive)?;
                Makes::TreeSampler {
                    settings: Settings {
                        simulations: words.count()?,
                        exploration: words.read("exploration", 1.0, POSITIVE, positive)?,
                        trees: words.read("trees", 2, NUMBER, |&trees: &u32| {
                            (1..=1024).contains(&trees)
                        })?,
                        nodes: words.read("nodes", 4_000_000, NUMBER, |&nodes: &usize| {
                            nodes > 0 && nodes < u32::MAX as usize
                        })?,
                        plies: plies()?,
                        seed: 0,
                    },
                    leaf: match leaf {
                        "playout" => Leaf::Playout,
                        "guided" => Leaf::Guided,
                        _ => Leaf::Opinion {
                            name: heuristic(),
                            depth: if leaf == "search" { depth } else { 0 },
                            scale,
                        },
                    },
                    taste: words.taste()?,
                }
            }
            name @ ("perfect" | "stubborn") => {
                words.no_argument()?;
                Makes::Perfect {
                    taste: words.taste()?,
                    stubborn: name == "stubborn",
                }
            }
            "learned" => Makes::Learned {
                path: words
                    .argument
                    .ok_or_else(|| words.bad_argument())?
                    .to_owned(),
                depth: words.read("depth", 1, NUMBER, |&depth: &u32| depth > 0)?,
                taste: words.taste()?,
            },
            _ => {
                let command = words.argument.ok_or_else(|| words.bad_argument())?;
                let nodes = words.read("nodes", 0, NUMBER, |&nodes: &u64| nodes > 0)?;
                let depth = words.read("depth", 0, NUMBER, |&depth: &u32| depth > 0)?;
                let timeout = words.read("timeout", 10.0, POSITIVE, |&seconds: &f64| {
                    seconds > 0.0 && Duration::try_from_secs_f64(seconds).is_ok()
                })?;
                Makes::Program {
                    command: command.to_owned(),
                    protocol: match words.word("protocol", &["noyau", "uci", "gtp"])? {
                        "uci" => Protocol::Uci { nodes, depth },
                        "gtp" => Protocol::Gtp,
                        _ => Protocol::Noyau,
                    },
                    patience: Duration::from_secs_f64(timeout),
                }
            }
        };
        Ok(Self {
            text: text.trim().to_owned(),
            makes,
        })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Recipe {
    /// Whether the same seed gives the same game. Programs may not.
    pub fn is_repeatable(&self) -> bool {
        match &self.makes {
            Makes::Program { .. }
            | Makes::Deepening(Deepening { time: Some(_), .. }, _)
            | Makes::Strong(Budget { time: Some(_), .. }) => false,
            Makes::MonteCarlo(_, Some(base)) => base.is_repeatable(),
            _ => true,
        }
    }

    /// Whether it uses exact values.
    pub fn is_exact(&self) -> bool {
        match &self.makes {
            Makes::Perfect { .. } => true,
            Makes::MonteCarlo(_, Some(base)) => base.is_exact(),
            _ => false,
        }
    }

    /// Whether it accepts a node limit from outside.
    pub fn takes_nodes(&self) -> bool {
        matches!(self.makes, Makes::Deepening(..) | Makes::Strong(_))
    }

    /// Rejects an agent that asks for a heuristic, or for guided games, that the game does not have.
    pub fn suits(&self, game: &dyn OpenGame) -> Result<(), AgentProblem> {
        let name = match &self.makes {
            Makes::TreeSampler {
                leaf: Leaf::Guided, ..
            } if !game.is_guided() => {
                return Err(AgentProblem::NoGuide {
                    agent: self.text.clone(),
                    game: game.name(),
                });
            }
            Makes::Searcher(Searcher { heuristic, .. })
            | Makes::Deepening(Deepening { heuristic, .. }, _) => heuristic,
            Makes::TreeSampler {
                leaf: Leaf::Opinion { name, .. },
                ..
            } => name,
            Makes::MonteCarlo(_, Some(base)) => return base.suits(game),
            _ => return Ok(()),
        };
        let opinions = game.opinions();
        if name.is_empty() || opinions.iter().any(|opinion| opinion.name == name) {
            return Ok(());
        }
        let known: Vec<_> = opinions.iter().map(|opinion| opinion.name).collect();
        Err(AgentProblem::NoHeuristic {
            agent: self.text.clone(),
            name: name.clone(),
            game: game.name(),
            known: known.join(", "),
        })
    }

    /// The file of its learned heuristic, if any.
    pub fn learned(&self) -> Option<&str> {
        match &self.makes {
            Makes::Learned { path, .. } | Makes::Deepening(_, Some(path)) => Some(path),
            Makes::MonteCarlo(_, Some(base)) => base.learned(),
            _ => None,
        }
    }

    /// Makes the agent with that seed.
    pub fn agent(&self, seed: u64, resources: &Resources) -> Result<Box<dyn Agent>, AgentProblem> {
        let seeded = |taste: &Taste| Taste {
            random: SplitMix(seed),
            ..*taste
        };
        let learned = |path: &str| {
            let library = resources.library.as_ref();
            let library = library.ok_or(AgentProblem::NoFiles)?;
            library
                .learned(path)
                .map_err(|why| AgentProblem::NoLearned {
                    path: path.to_owned(),
                    why,
                })
        };
        let agent: Box<dyn Agent> = match &self.makes {
            Makes::Random => Box::new(Random(SplitMix(seed))),
            Makes::First => Box::new(First),
            Makes::Strong(budget) => Box::new(Strength::strong(*budget, seed)),
            Makes::Level { number, skill } => Box::new(Level {
                number: *number,
                skill: *skill,
                seed,
                player: None,
            }),
            Makes::Searcher(searcher) => Box::new(Searcher {
                taste: seeded(&searcher.taste),
                ..searcher.clone()
            }),
            Makes::Deepening(deepening, path) => Box::new(Deepening {
                taste: seeded(&deepening.taste),
                learned: match path {
                    None => None,
                    Some(path) => Some(Arc::new(learned(path)?.evaluation())),
                },
                ..deepening.clone()
            }),
            Makes::MonteCarlo(how, base) => {
                let base = match base {
                    None => None,
                    Some(base) => {
                        let mut seeds = SplitMix(seed);
                        let mut player = || base.agent(seeds.next_u64(), resources);
                        Some([player()?, player()?])
                    }
                };
                let how = Sampling {
                    taste: seeded(&how.taste),
                    ..how.clone()
                };
                Box::new(MonteCarlo { how, base })
            }
            Makes::TreeSampler {
                settings,
                leaf,
                taste,
            } => Box::new(TreeSampler {
                settings: *settings,
                leaf: leaf.clone(),
                taste: seeded(taste),
                memory: Memory::default(),
            }),
            Makes::Perfect { taste, stubborn } => Box::new(Perfect {
                tables: resources.tables.clone(),
                taste: seeded(taste),
                stubborn: *stubborn,
            }),
            Makes::Learned { path, depth, taste } => Box::new(LearnedAgent {
                learned: learned(path)?,
                depth: *depth,
                taste: seeded(taste),
            }),
            Makes::Program {
                command,
                protocol,
                patience,
            } => Box::new(Program {
                command: command.clone(),
                protocol: *protocol,
                patience: *patience,
                launcher: resources.launcher.clone().ok_or(AgentProblem::NoPrograms)?,
                connection: None,
            }),
        };
        Ok(Box::new(Fitting(agent)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<Recipe>().unwrap_err().to_string()
    }

    #[test]
    fn texts_are_understood() {
        for text in [
            "random",
            "first",
            "minimax:3",
            "alphabeta:4,margin=2,ties=first,heuristic=alignments",
            "montecarlo:100",
            "montecarlo:epsilon=0.01,confidence=0.99",
            "montecarlo:64,base=(alphabeta:1,ties=first),early=no",
            "mcts:1000,trees=1,leaf=search,depth=3,scale=7",
            "perfect",
            "perfect:margin=20",
            "stubborn",
            "strong",
            "strong,nodes=1000",
            "level:10",
            "search",
            "search:time=0.5,depth=6",
            "process:./engine --quick, --loud=yes,timeout=2.5",
            "learned:a,b=c.learned,depth=4,margin=50",
        ] {
            let recipe: Recipe = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(recipe.to_string(), text);
        }
        let recipe: Recipe = "process:a b=c,d,timeout=2.5,protocol=uci".parse().unwrap();
        let expected = Makes::Program {
            command: "a b=c,d".to_owned(),
            protocol: Protocol::Uci { nodes: 0, depth: 0 },
            patience: Duration::from_millis(2500),
        };
        assert_eq!(recipe.makes, expected);
        let recipe: Recipe = "montecarlo:epsilon=0.01".parse().unwrap();
        assert!(matches!(
            recipe.makes,
            Makes::MonteCarlo(Sampling { samples: 9604, .. }, _)
        ));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("wizard", "the agents are strong, level"),
            ("", "the agents are strong, level"),
            ("random:3", "right would be random"),
            ("level:11", "right would be level:N with N from 1 to 10"),
            ("level", "right would be level:N with N from 1 to 10"),
            ("level:3,skill=500", "a whole number from 1 to 108"),
            ("strong:nodes=0", "a whole number from 1"),
            ("minimax", "right would be minimax:DEPTH"),
            ("minimax:0", "right would be minimax:DEPTH"),
            (
                "alphabeta:4,depth=3",
                "its options are heuristic, margin, ties",
            ),
            ("alphabeta:4,5", "has no option \"5\""),
            ("alphabeta:4,margin=-1", "a number from 0 is wanted"),
            (
                "montecarlo:confidence=0.9",
                "right would be montecarlo:SAMPLES",
            ),
            ("montecarlo:8,base=(wizard)", "no agent called \"wizard\""),
            ("mcts:10,leaf=tea", "no value of leaf"),
            ("process:", "right would be process:COMMAND"),
            ("learned:depth=2", "right would be learned:FILE"),
        ] {
            assert!(refusal(text).contains(said), "{text}: {}", refusal(text));
        }
    }
}
