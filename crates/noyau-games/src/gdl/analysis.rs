//! Analyses a sheet by play: turns, and gaps in the rules.
//!
//! A breadth-first walk from the start through as many states as allowed, then random games for deeper ones. If the
//! walk is complete, its findings hold everywhere.

use super::excess::Excess;
use super::machine::{Machine, State};
use hashbrown::{HashMap, HashSet};
use noyau_core::Message;
use noyau_core::random::SplitMix;
use std::cell::Cell;

noyau_core::messages! {
    /// A gap in a sheet, or why it is not a game for two roles that take turns.
    pub enum Defect {
        NoMove { role: String } => "{role} has no legal move although play is not over",
            "{role} n'a aucun coup légal alors que la partie n'est pas finie";
        NoGoal { role: String } => "play is over and {role} has no goal",
            "la partie est finie et {role} n'a pas de but";
        Goals { role: String, values: String } => "play is over and {role} has more than one goal: {values}",
            "la partie est finie et {role} a plus d'un but : {values}";
        NoNumber { role: String } => "play is over and the goal of {role} is no whole number from 0 to 100",
            "la partie est finie et le but de {role} n'est pas un nombre entier de 0 à 100";
        Both { one: String, other: String } => "{one} and {other} choose at once",
            "{one} et {other} choisissent en même temps";
        Turn { role: String, fact: String } => "{role} chooses although {fact} does not hold",
            "{role} choisit alors que {fact} n'est pas vrai";
        Excess { why: Excess } => "{why}", "{why}";
    }
}

/// The maximum work of an analysis, in rules woken or facts tried.
const WORK: u64 = 20_000_000;

/// A defect with the state that shows it and the joint moves that lead there.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The defect.
    pub defect: Defect,
    /// The facts of the state.
    pub state: String,
    /// The joint moves from the start.
    pub moves: String,
}

impl Shown {
    /// The defect, the state and the moves in one sentence.
    pub fn message(&self) -> Message {
        let Self { state, moves, .. } = self;
        let defect = Message::of(&self.defect);
        let (en, fr) = (&defect.en, &defect.fr);
        let state = if state.is_empty() { "()" } else { state };
        if moves.is_empty() {
            return Message {
                en: format!("{en}, at the start, in the state {state}"),
                fr: format!("{fr}, au départ, dans l'état {state}"),
            };
        }
        Message {
            en: format!("{en}, after {moves}, in the state {state}"),
            fr: format!("{fr}, après {moves}, dans l'état {state}"),
        }
    }
}

/// How the role to move is determined.
#[derive(Debug, Clone)]
pub(super) enum Turn {
    /// By a fact for each of the two roles, of which one holds; `alternates` if the turn provably passes with every
    /// move.
    Fact { facts: [u32; 2], alternates: bool },
    /// By which role has a choice, and if none has, by which role has only a waiting move.
    Choice { waiting: [Vec<u32>; 2] },
}

/// The results of an analysis.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// The number of analysed states.
    pub states: usize,
    /// Whether these are all states.
    pub complete: bool,
    /// The first gap in the rules, for any number of roles.
    pub open: Option<Shown>,
    /// The first state in which more than one role has a choice.
    pub together: Option<Shown>,
    /// The differences between the goals of the first two roles in terminal states, ascending.
    pub margins: Vec<i32>,
    pub(super) turn: Option<Turn>,
}

impl Analysis {
    /// How turns pass, for two roles, as a name for programs: `alternate` if that is proved, `told` if a fact
    /// determines the role to move, `choice` if the choice of moves does.
    pub fn turns(&self) -> Option<&'static str> {
        Some(match self.turn.as_ref()? {
            Turn::Fact {
                alternates: true, ..
            } => "alternate",
            Turn::Fact { .. } => "told",
            Turn::Choice { .. } => "choice",
        })
    }
}

struct Walk<'a> {
    machine: &'a Machine,
    names: Vec<String>,
    analysis: Analysis,
    /// The work of the machine when the walk began, and the limit for the walk.
    began: u64,
    most_work: u64,
    /// The number of states evaluated.
    worked_out: Cell<u64>,
    /// For two roles, the states that are not terminal.
    turn_data: Vec<TurnData>,
    /// Pairs of facts that might determine the role to move.
    candidates: Vec<[u32; 2]>,
}

/// The data about the turn in one state.
struct TurnData {
    /// The number of moves of each role, and the first of each.
    choices: [usize; 2],
    firsts: [u32; 2],
    /// The candidates that hold.
    facts: Vec<bool>,
}

/// The text of a joint move.
fn joint_text(machine: &Machine, joint: &[u32]) -> String {
    let texts: Vec<_> = joint.iter().map(|&mv| machine.move_text(mv)).collect();
    format!("[{}]", texts.join(" "))
}

impl Machine {
    /// Analyses up to about `most` states.
    pub fn analyse(&self, most: usize) -> Analysis {
        let mut walk = Walk {
            machine: self,
            names: self.roles(),
            analysis: Analysis::default(),
            began: self.worked(0),
            most_work: WORK,
            worked_out: Cell::new(0),
            turn_data: Vec::new(),
            candidates: self.turn_candidates(),
        };
        walk.breadth(most);
        let hopeless = |shown: &Shown| matches!(shown.defect, Defect::Excess { .. });
        if !walk.analysis.complete && !walk.analysis.open.as_ref().is_some_and(hopeless) {
            walk.random(most / 2);
        }
        walk.analysis.margins.sort_unstable();
        walk.analysis.margins.dedup();
        walk.analysis.turn = walk.turn();
        walk.analysis
    }

    /// Pairs of facts with one or two arguments that differ only in naming one or the other of two roles.
    fn turn_candidates(&self) -> Vec<[u32; 2]> {
        let [one, other] = self.sheet.roles[..] else {
            return Vec::new();
        };
        let mut candidates = Vec::new();
        let mut add = |functor: &str, facts: [Option<u32>; 2]| {
            if let [Some(a), Some(b)] = facts {
                candidates.push((functor.to_owned(), [a, b]));
            }
        };
        if let Some(network) = self.network() {
            let terms = &self.sheet.terms;
            let mut seen: HashMap<u32, [Option<u32>; 2]> = HashMap::new();
            for (number, &fact) in (0..).zip(&network.ground.facts) {
                if let [argument] = terms.arguments(fact) {
                    for (place, role) in [one, other].into_iter().enumerate() {
                        if *argument == role {
                            seen.entry(terms.functor(fact)).or_default()[place] = Some(number);
                        }
                    }
                }
            }
            for (functor, facts) in seen {
                add(self.sheet.symbols.name(functor), facts);
            }
        } else {
            let start = self.facts(&self.start());
            let names = self.roles();
            for fact in start {
                for (name, other) in [(&names[0], &names[1]), (&names[1], &names[0])] {
                    let Some(functor) = fact.strip_suffix(&format!(" {name})")) else {
                        continue;
                    };
                    let find = |role: &String| self.listed_fact(&format!("{functor} {role})"));
                    let (own, theirs) = (find(name), find(other));
                    let first = *name == names[0];
                    add(functor, if first { [own, theirs] } else { [theirs, own] });
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().map(|(_, facts)| facts).collect()
    }
}

/// The analysis of one state.
#[derive(Default)]
struct Seen {
    /// The legal moves of each role, unless the state is terminal.
    moves: Option<Vec<Vec<u32>>>,
    open: Option<Defect>,
    together: Option<Defect>,
}

/// Calls `each` with every joint move, while it returns `true`.
pub(super) fn each_joint(moves: &[Vec<u32>], mut each: impl FnMut(&[u32]) -> bool) {
    let mut places = vec![0; moves.len()];
    if moves.iter().any(Vec::is_empty) {
        return;
    }
    let mut joint: Vec<u32> = moves.iter().map(|moves| moves[0]).collect();
    while each(&joint) {
        let Some(role) = (0..moves.len())
            .rev()
            .find(|&role| places[role] + 1 < moves[role].len())
        else {
            return;
        };
        places[role] += 1;
        places[role + 1..].fill(0);
        for role in role..moves.len() {
            joint[role] = moves[role][places[role]];
        }
    }
}

impl Machine {
    /// The goal of each role in a terminal state.
    pub(super) fn settled(&self, state: &State) -> Result<Vec<i32>, Defect> {
        let goals = self.goals(state).map_err(|why| Defect::Excess { why })?;
        let value = |(role, values): (String, Vec<Option<i32>>)| match values[..] {
            [] => Err(Defect::NoGoal { role }),
            [None] => Err(Defect::NoNumber { role }),
            [Some(value)] => Ok(value),
            _ => {
                let text =
                    |value: &Option<i32>| value.map_or("?".to_owned(), |value| value.to_string());
                let values: Vec<_> = values.iter().map(text).collect();
                let values = values.join(", ");
                Err(Defect::Goals { role, values })
            }
        };
        self.roles().into_iter().zip(goals).map(value).collect()
    }
}

impl Walk<'_> {
    fn may_go_on(&self) -> bool {
        self.machine.worked(self.worked_out.get()) - self.began < self.most_work
    }

    fn play(&self, state: &mut State, joint: &[u32]) -> Result<(), Excess> {
        self.worked_out.set(self.worked_out.get() + 1);
        self.machine.play(state, joint)
    }

    /// Analyses one state.
    fn see(&mut self, state: &State) -> Seen {
        self.analysis.states += 1;
        self.worked_out.set(self.worked_out.get() + 1);
        self.see_whole(state).unwrap_or_else(|defect| Seen {
            open: Some(defect),
            ..Seen::default()
        })
    }

    /// Analyses one state, with an error if the rules leave it undefined.
    fn see_whole(&mut self, state: &State) -> Result<Seen, Defect> {
        let machine = self.machine;
        let look = machine.look(state).map_err(|why| Defect::Excess { why })?;
        if look.is_terminal() {
            if let [one, other] = machine.settled(state)?[..] {
                self.analysis.margins.push(one - other);
            }
            return Ok(Seen::default());
        }
        let moves = look.all_moves(self.names.len());
        if let Some(role) = moves.iter().position(Vec::is_empty) {
            let role = self.names[role].clone();
            return Err(Defect::NoMove { role });
        }
        if let [one, other] = &moves[..] {
            let facts = self.candidates.iter().flatten();
            self.turn_data.push(TurnData {
                choices: [one.len(), other.len()],
                firsts: [one[0], other[0]],
                facts: facts.map(|&fact| state.holds(fact)).collect(),
            });
        }
        let mut choosing = (0..moves.len()).filter(|&role| moves[role].len() > 1);
        let together = match (choosing.next(), choosing.next()) {
            (Some(one), Some(other)) => Some(Defect::Both {
                one: self.names[one].clone(),
                other: self.names[other].clone(),
            }),
            _ => None,
        };
        Ok(Seen {
            moves: Some(moves),
            open: None,
            together,
        })
    }

    /// Records the first defects, with the joint moves that lead to the state.
    fn note(&mut self, seen: &mut Seen, state: &State, path: impl Fn() -> Vec<String>) {
        let machine = self.machine;
        let show = |defect| Shown {
            defect,
            state: machine.facts(state).join(" "),
            moves: path().join(" "),
        };
        if self.analysis.open.is_none() {
            self.analysis.open = seen.open.take().map(show);
        }
        if self.analysis.together.is_none() {
            self.analysis.together = seen.together.take().map(show);
        }
    }

    fn breadth(&mut self, most: usize) {
        struct Met {
            state: State,
            parent: usize,
            joint: Vec<u32>,
        }
        let machine = self.machine;
        let start = machine.start();
        let mut known: HashSet<State> = HashSet::new();
        known.insert(start.clone());
        let mut states = vec![Met {
            state: start,
            parent: 0,
            joint: Vec::new(),
        }];
        let (mut at, mut full) = (0, false);
        while at < states.len().min(most) && self.may_go_on() {
            let state = states[at].state.clone();
            let mut seen = self.see(&state);
            self.note(&mut seen, &state, || {
                let mut moves = Vec::new();
                let mut v = at;
                while v > 0 {
                    moves.push(joint_text(machine, &states[v].joint));
                    v = states[v].parent;
                }
                moves.reverse();
                moves
            });
            let moves = seen.moves.filter(|_| !full).unwrap_or_default();
            let mut failed = None;
            if !moves.is_empty() {
                each_joint(&moves, |joint| {
                    let mut child = state.clone();
                    if let Err(why) = self.play(&mut child, joint) {
                        failed = Some(why);
                    } else if known.insert(child.clone()) {
                        states.push(Met {
                            state: child,
                            parent: at,
                            joint: joint.to_vec(),
                        });
                    }
                    full = states.len() >= 2 * most || !self.may_go_on();
                    !full && failed.is_none()
                });
            }
            if let Some(why) = failed {
                full = true;
                self.analysis.open.get_or_insert(Shown {
                    defect: Defect::Excess { why },
                    state: machine.facts(&state).join(" "),
                    moves: String::new(),
                });
            }
            at += 1;
        }
        self.analysis.complete = at == states.len() && !full;
    }

    fn random(&mut self, most: usize) {
        const LONGEST: usize = 400;
        let machine = self.machine;
        let mut random = SplitMix(1);
        let end = self.analysis.states + most;
        // A third of the work is reserved for deeper states.
        self.most_work = WORK + WORK / 2;
        while self.analysis.states < end && self.may_go_on() {
            let mut state = machine.start();
            let mut joints: Vec<Vec<u32>> = Vec::new();
            for _ in 0..LONGEST {
                if !self.may_go_on() {
                    return;
                }
                let mut seen = self.see(&state);
                let path = || {
                    joints
                        .iter()
                        .map(|joint| joint_text(machine, joint))
                        .collect()
                };
                self.note(&mut seen, &state, path);
                let Some(moves) = seen.moves.take() else {
                    break;
                };
                let draw = |moves: &Vec<u32>| moves[random.below(moves.len())];
                let joint: Vec<u32> = moves.iter().map(draw).collect();
                if let Err(why) = self.play(&mut state, &joint) {
                    seen.open = Some(Defect::Excess { why });
                    self.note(&mut seen, &state, path);
                    return;
                }
                joints.push(joint);
            }
        }
    }

    /// How the role to move is determined, for two roles.
    fn turn(&self) -> Option<Turn> {
        if self.names.len() != 2 {
            return None;
        }
        let tells = |pair: usize| {
            self.turn_data.iter().all(|data| {
                let held = [data.facts[2 * pair], data.facts[2 * pair + 1]];
                held[0] != held[1] && (0..2).all(|role| data.choices[role] <= 1 || held[role])
            })
        };
        if let Some(pair) = (0..self.candidates.len()).find(|&pair| tells(pair)) {
            let facts = self.candidates[pair];
            let alternates = self.machine.network().is_some_and(|network| {
                let only = |fact: u32, after: u32| network.next_rules(fact) == [&[after << 1]];
                only(facts[0], facts[1]) && only(facts[1], facts[0])
            });
            return Some(Turn::Fact { facts, alternates });
        }
        let mut waiting = [Vec::new(), Vec::new()];
        for data in &self.turn_data {
            for (role, waits) in waiting.iter_mut().enumerate() {
                if data.choices[role] == 1 && data.choices[1 - role] > 1 {
                    waits.push(data.firsts[role]);
                }
            }
        }
        for moves in &mut waiting {
            moves.sort_unstable();
            moves.dedup();
        }
        Some(Turn::Choice { waiting })
    }
}
