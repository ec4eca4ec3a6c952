//! A playable rule sheet, for any number of roles: states, legal moves, joint moves, goals.

use super::check::check;
use super::excess::Excess;
use super::ground::{fixed, ground};
use super::interpreter::{Interpreter, Legal};
use super::network::{Network, Seen};
use super::nowhere;
use super::sheet::{INIT, Problems, Sheet, read};
use super::steps::{self, Steps};
use super::term::{Term, Terms, read_terms};
use noyau_core::{Message, message};

/// The maximum number of steps for compiling a sheet.
const WORK: u64 = 40_000_000;
/// The number of words of a state stored inline.
const FEW: usize = 3;

/// The facts that hold. Only states of the same machine are comparable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(Held);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Held {
    /// One bit for each fact that may ever hold.
    Few([u64; FEW]),
    Many(Box<[u64]>),
    /// The numbers of the facts, ascending.
    Listed(Box<[Term]>),
}

impl State {
    pub(super) fn bits(&self) -> &[u64] {
        match &self.0 {
            Held::Few(words) => words,
            Held::Many(words) => words,
            Held::Listed(_) => &[],
        }
    }

    fn listed(&self) -> &[Term] {
        match &self.0 {
            Held::Listed(facts) => facts,
            _ => &[],
        }
    }

    /// Whether a fact holds, by its number.
    #[inline]
    pub(super) fn holds(&self, fact: u32) -> bool {
        match &self.0 {
            Held::Listed(facts) => facts.binary_search(&fact).is_ok(),
            _ => self.bits()[fact as usize / 64] >> (fact % 64) & 1 != 0,
        }
    }

    /// Maps each fact of a state by `to`, for states of bits.
    pub(super) fn moved(&self, to: &[u32]) -> Self {
        let mut moved = self.clone();
        let words: &mut [u64] = match &mut moved.0 {
            Held::Few(words) => words,
            Held::Many(words) => words,
            Held::Listed(_) => return moved,
        };
        words.fill(0);
        for (word, &bits) in self.bits().iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let fact = to[word * 64 + rest.trailing_zeros() as usize];
                words[fact as usize / 64] |= 1 << (fact % 64);
                rest &= rest - 1;
            }
        }
        moved
    }

    /// The number of heap bytes.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Held::Few(_) => 0,
            Held::Many(words) => words.len() * 8,
            Held::Listed(facts) => facts.len() * 4,
        }
    }
}

#[derive(Debug)]
enum Backend {
    Compiled(Box<Network>),
    Interpreted(Box<Interpreter>, Excess),
}

/// A playable rule sheet.
#[derive(Debug)]
pub struct Machine {
    pub(super) sheet: Sheet,
    backend: Backend,
    steps: Option<Steps>,
    steps_dropped: bool,
}

/// The legal moves of one state, without lists if the rules are compiled.
#[allow(
    clippy::large_enum_variant,
    reason = "it lives on the stack for a moment, and the large variant is the fast one"
)]
pub(super) enum Look<'a> {
    Compiled(Seen<'a>),
    Interpreted(Legal),
}

impl Look<'_> {
    /// Whether the state is terminal.
    pub(super) fn is_terminal(&self) -> bool {
        match self {
            Self::Compiled(seen) => seen.is_terminal(),
            Self::Interpreted(legal) => legal.terminal,
        }
    }

    /// Calls `each` with every legal move of a role, in order.
    pub(super) fn moves(&self, role: usize, mut each: impl FnMut(u32)) {
        match self {
            Self::Compiled(seen) => seen.moves(role, each),
            Self::Interpreted(legal) => legal.moves[role].iter().for_each(|&mv| each(mv)),
        }
    }

    /// The legal moves of all roles, in order.
    pub(super) fn all_moves(&self, roles: usize) -> Vec<Vec<u32>> {
        let mut moves = vec![Vec::new(); roles];
        for (role, moves) in moves.iter_mut().enumerate() {
            self.moves(role, |mv| moves.push(mv));
        }
        moves
    }
}

impl Machine {
    /// Reads, checks and compiles a sheet; the error contains all problems, in their order.
    pub fn read(content: &[u8]) -> Result<Self, Problems> {
        Self::read_within(content, WORK)
    }

    /// The same in at most about that many steps. They are counted, not timed, so that a sheet gives the same
    /// result everywhere.
    pub fn read_within(content: &[u8], work: u64) -> Result<Self, Problems> {
        Self::make(content, work, true)
    }

    /// Reads and checks a sheet for interpretation, as for sheets too large to compile.
    pub fn interpreted(content: &[u8]) -> Result<Self, Problems> {
        Self::make(content, WORK, false)
    }

    fn make(content: &[u8], work: u64, compile: bool) -> Result<Self, Problems> {
        let mut sheet = read(content)?;
        let layers = check(&sheet)?;
        let excess = |excess: Excess| Problems(vec![nowhere(Message::of(&excess))]);
        let fixed = fixed(&mut sheet, &layers, work / 2).map_err(excess)?;
        let grounding = if compile { work } else { 0 };
        let (backend, steps) = match ground(&mut sheet, &layers, &fixed, grounding) {
            Ok(ground) => {
                let start: Vec<Term> = fixed.table(INIT).rows().map(|row| row[0]).collect();
                let network = Network::new(ground, sheet.roles.len(), &start);
                let steps = steps::find(&network, &sheet);
                (Backend::Compiled(Box::new(network)), steps)
            }
            Err(why) => {
                let interpreter =
                    Interpreter::new(&sheet, &layers, fixed, work / 4).map_err(excess)?;
                (Backend::Interpreted(Box::new(interpreter), why), None)
            }
        };
        Ok(Self {
            sheet,
            backend,
            steps,
            steps_dropped: false,
        })
    }

    /// Drops the step counter, so that positions that differ only in it become equal.
    pub fn drop_steps(&mut self) -> Result<(), Message> {
        let (Backend::Compiled(network), Some(steps)) = (&mut self.backend, &self.steps) else {
            return Err(message!(
                "the sheet has no step counter that only bounds the length of play",
                "la feuille n'a pas de compteur de coups qui ne fasse que borner la partie"
            ));
        };
        network.drop_facts(&steps.facts);
        self.steps_dropped = true;
        Ok(())
    }

    /// The step counter, if one only bounds the length of play, written with its last step.
    pub fn steps(&self) -> Option<String> {
        let steps = self.steps.as_ref()?;
        Some(self.fact_text(*steps.facts.last()?))
    }

    /// The names of the kinds of facts that never cease to hold, and of those that never return, where the rules
    /// prove it. Positions in which they differ never repeat.
    pub fn one_way(&self) -> [Vec<String>; 2] {
        let Some(network) = self.network() else {
            return [Vec::new(), Vec::new()];
        };
        let [stays, goes] = network.one_way();
        let terms = &self.sheet.terms;
        [stays, goes].map(|certain| {
            let mut kinds: Vec<(u32, bool)> = Vec::new();
            for (&fact, certain) in network.ground.facts.iter().zip(certain) {
                let functor = terms.functor(fact);
                match kinds.iter_mut().find(|kind| kind.0 == functor) {
                    Some(kind) => kind.1 &= certain,
                    None => kinds.push((functor, certain)),
                }
            }
            let certain = kinds.into_iter().filter(|kind| kind.1);
            certain
                .map(|kind| self.sheet.symbols.name(kind.0).to_owned())
                .collect()
        })
    }

    /// Whether the step counter has been dropped.
    pub fn steps_dropped(&self) -> bool {
        self.steps_dropped
    }

    /// Why the rules are interpreted, if they are not compiled.
    pub fn why_interpreted(&self) -> Option<Message> {
        match &self.backend {
            Backend::Compiled(_) => None,
            Backend::Interpreted(_, why) => Some(Message::of(why)),
        }
    }

    /// The numbers of facts, moves and ground rules, if the rules are compiled.
    pub fn size(&self) -> Option<[usize; 3]> {
        let network = self.network()?;
        let ground = &network.ground;
        Some([ground.facts.len(), ground.moves.len(), ground.heads.len()])
    }

    pub(super) fn network(&self) -> Option<&Network> {
        match &self.backend {
            Backend::Compiled(network) => Some(network),
            Backend::Interpreted(..) => None,
        }
    }

    fn terms<T>(&self, with: impl FnOnce(&Terms) -> T) -> T {
        match &self.backend {
            Backend::Compiled(_) => with(&self.sheet.terms),
            Backend::Interpreted(interpreter, _) => with(&interpreter.terms()),
        }
    }

    /// The approximate work so far; `states` counts for compiled rules.
    pub(super) fn worked(&self, states: u64) -> u64 {
        match &self.backend {
            Backend::Compiled(network) => states * (64 + network.ground.heads.len() as u64 / 8),
            Backend::Interpreted(interpreter, _) => interpreter.worked(),
        }
    }

    /// The names of the roles, in the order of the sheet.
    pub fn roles(&self) -> Vec<String> {
        let roles = self.sheet.roles.iter();
        roles
            .map(|&role| self.sheet.terms.text(role, &self.sheet.symbols))
            .collect()
    }

    /// The state at the start.
    pub fn start(&self) -> State {
        match &self.backend {
            Backend::Compiled(network) => packed(&network.start),
            Backend::Interpreted(interpreter, _) => State(Held::Listed(interpreter.start())),
        }
    }

    /// The legal moves of a state, and whether it is terminal.
    pub(super) fn look(&self, state: &State) -> Result<Look<'_>, Excess> {
        match &self.backend {
            Backend::Compiled(network) => {
                Ok(Look::Compiled(network.see(&state.bits()[..network.words])))
            }
            Backend::Interpreted(interpreter, _) => interpreter
                .legal(&self.sheet, state.listed())
                .map(Look::Interpreted),
        }
    }

    /// Whether a state is terminal.
    pub fn is_terminal(&self, state: &State) -> Result<bool, Excess> {
        match &self.backend {
            Backend::Compiled(network) => Ok(network.is_terminal(&state.bits()[..network.words])),
            Backend::Interpreted(interpreter, _) => interpreter.is_terminal(state.listed()),
        }
    }

    /// The legal moves of each role, in order, even in terminal states.
    pub fn legal(&self, state: &State) -> Result<Vec<Vec<u32>>, Excess> {
        Ok(self.look(state)?.all_moves(self.sheet.roles.len()))
    }

    /// Plays a joint move.
    pub fn play(&self, state: &mut State, does: &[u32]) -> Result<(), Excess> {
        match (&self.backend, &mut state.0) {
            (Backend::Compiled(network), Held::Few(words)) => {
                network.play(&mut words[..network.words], does);
            }
            (Backend::Compiled(network), Held::Many(words)) => network.play(words, does),
            (Backend::Interpreted(interpreter, _), Held::Listed(facts)) => {
                *facts = interpreter.play(&self.sheet, facts, does)?;
            }
            // A state of another machine means nothing here.
            _ => {}
        }
        Ok(())
    }

    /// The values of each role's goal in a state; `None` stands for one that is not a number from 0 to 100.
    pub fn goals(&self, state: &State) -> Result<Vec<Vec<Option<i32>>>, Excess> {
        let mut goals = vec![Vec::new(); self.sheet.roles.len()];
        let mut add = |role: usize, value: Option<i32>| {
            if let Some(values) = goals.get_mut(role) {
                values.push(value);
            }
        };
        match &self.backend {
            Backend::Compiled(network) => network.goals(&state.bits()[..network.words], add),
            Backend::Interpreted(interpreter, _) => {
                for (role, value) in interpreter.goals(&self.sheet, state.listed())? {
                    add(role, value);
                }
            }
        }
        Ok(goals)
    }

    /// The numbers of the facts that hold, in written order.
    pub(super) fn true_facts(&self, state: &State) -> Vec<u32> {
        match &self.backend {
            Backend::Compiled(_) => {
                let mut facts = Vec::new();
                for (word, &bits) in (0..).zip(state.bits()) {
                    let mut rest = bits;
                    while rest != 0 {
                        facts.push(word * 64 + rest.trailing_zeros());
                        rest &= rest - 1;
                    }
                }
                facts
            }
            Backend::Interpreted(interpreter, _) => {
                let mut facts = state.listed().to_vec();
                interpreter.terms().sort(&mut facts, &self.sheet.symbols);
                facts
            }
        }
    }

    /// The term of a fact by its number.
    pub(super) fn fact_term(&self, fact: u32) -> Term {
        self.network()
            .map_or(fact, |network| network.ground.facts[fact as usize])
    }

    /// The term of a move by its number.
    pub(super) fn move_term(&self, mv: u32) -> Term {
        self.network()
            .map_or(mv, |network| network.ground.moves[mv as usize].1)
    }

    pub(super) fn fact_text(&self, fact: u32) -> String {
        self.term_text(self.fact_term(fact))
    }

    pub(super) fn term_text(&self, term: Term) -> String {
        self.terms(|terms| terms.text(term, &self.sheet.symbols))
    }

    /// The functor of a term and its arguments.
    pub(super) fn parts(&self, term: Term) -> (String, Vec<Term>) {
        self.terms(|terms| {
            let name = self.sheet.symbols.name(terms.functor(term)).to_owned();
            (name, terms.arguments(term).to_vec())
        })
    }

    /// Sorts terms in a natural order.
    pub(super) fn sort_terms(&self, list: &mut [Term]) {
        self.terms(|terms| terms.sort(list, &self.sheet.symbols));
    }

    /// The texts of the facts that hold.
    pub fn facts(&self, state: &State) -> Vec<String> {
        let facts = self.true_facts(state);
        facts.into_iter().map(|fact| self.fact_text(fact)).collect()
    }

    /// The text of a move.
    pub fn move_text(&self, mv: u32) -> String {
        self.term_text(self.move_term(mv))
    }

    /// The state with exactly those facts.
    pub fn parse_state(&self, text: &str) -> Result<State, Message> {
        let read = self.terms(|terms| read_terms(text, &self.sheet.symbols, terms))?;
        let twice = |term: Term| {
            let text = self.term_text(term);
            message!("{text} is said twice", "{text} est dit deux fois")
        };
        match &self.backend {
            Backend::Compiled(network) => {
                let mut bits = vec![0u64; network.words];
                for &term in &read {
                    let place = network.place_of(term).map(|place| place as usize);
                    let Some(place) = place.filter(|&at| !network.is_dropped(at as u32)) else {
                        let text = self.term_text(term);
                        return Err(message!(
                            "{text} can never hold in this game",
                            "{text} ne peut jamais être vrai dans ce jeu"
                        ));
                    };
                    let bit = 1 << (place % 64);
                    if bits[place / 64] & bit != 0 {
                        return Err(twice(term));
                    }
                    bits[place / 64] |= bit;
                }
                Ok(packed(&bits))
            }
            Backend::Interpreted(..) => {
                let mut facts = read;
                facts.sort_unstable();
                match facts.windows(2).find(|pair| pair[0] == pair[1]) {
                    Some(pair) => Err(twice(pair[0])),
                    None => Ok(State(Held::Listed(facts.into()))),
                }
            }
        }
    }

    /// The number of a fact if facts are listed, if it exists.
    pub(super) fn listed_fact(&self, text: &str) -> Option<u32> {
        let read = self.terms(|terms| read_terms(text, &self.sheet.symbols, terms));
        read.ok()?.first().copied()
    }
}

pub(super) fn packed(words: &[u64]) -> State {
    State(if words.len() <= FEW {
        let mut few = [0; FEW];
        few[..words.len()].copy_from_slice(words);
        Held::Few(few)
    } else {
        Held::Many(words.into())
    })
}
