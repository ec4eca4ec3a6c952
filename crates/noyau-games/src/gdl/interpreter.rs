//! Plays by deriving the facts of each state from the original rules, if grounding them would take too much. Slow,
//! but it needs only what the visited states make true.

use super::check::{Layers, reached};
use super::database::Database;
use super::datalog::{Budget, Ready};
use super::excess::Excess;
use super::ground::MOST_FACTS;
use super::sheet::{DOES, GOAL, INIT, LEGAL, NEXT, Sheet, TERMINAL, TRUE, value};
use super::term::{Term, Terms};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The rules for one query: groups of relations with the rules that define them.
type Program = Vec<(Vec<u32>, Vec<Ready>)>;

/// The rules, prepared for application to states.
#[derive(Debug)]
pub(super) struct Interpreter {
    /// The constant facts, and empty tables for the others.
    database: Database,
    /// New terms may occur in any state.
    terms: Mutex<Terms>,
    /// The maximum number of steps per state.
    work: u64,
    /// The number of steps so far.
    worked: AtomicU64,
    legal: Program,
    next: Program,
    terminal: Program,
    goal: Program,
}

/// The legal moves of one state.
#[derive(Debug, Clone, Default)]
pub(super) struct Legal {
    pub(super) terminal: bool,
    /// The moves of each role, in order.
    pub(super) moves: Vec<Vec<u32>>,
}

impl Interpreter {
    /// Prepares the rules, in at most `work` steps, which is also the limit per state.
    pub(super) fn new(
        sheet: &Sheet,
        layers: &Layers,
        fixed: Database,
        work: u64,
    ) -> Result<Self, Excess> {
        let mut database = fixed;
        let mut budget = Budget::new(work, MOST_FACTS);
        let mut program = |wanted: &[u32]| -> Result<Program, Excess> {
            let cone = reached(sheet, &layers.rules, wanted);
            let mut program = Program::new();
            for (number, group) in (0..).zip(&layers.groups) {
                let member = |&&p: &&u32| {
                    cone[p as usize] && layers.changing[p as usize] && p != TRUE && p != DOES
                };
                let members: Vec<u32> = group.iter().filter(member).copied().collect();
                let ready = layers.ready(sheet, number, &members, &mut database, &mut budget)?;
                if !members.is_empty() {
                    program.push((members, ready));
                }
            }
            Ok(program)
        };
        let legal = program(&[LEGAL, TERMINAL])?;
        let next = program(&[NEXT])?;
        let terminal = program(&[TERMINAL])?;
        let goal = program(&[GOAL])?;
        Ok(Self {
            database,
            terms: Mutex::new(sheet.terms.clone()),
            work,
            worked: AtomicU64::new(0),
            legal,
            next,
            terminal,
            goal,
        })
    }

    /// The terms so far.
    pub(super) fn terms(&self) -> MutexGuard<'_, Terms> {
        self.terms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The facts of the initial state, in the order of their numbers.
    pub(super) fn start(&self) -> Box<[Term]> {
        let mut facts: Vec<Term> = self.database.table(INIT).rows().map(|row| row[0]).collect();
        facts.sort_unstable();
        facts.into()
    }

    fn derive(
        &self,
        program: &Program,
        terms: &mut Terms,
        state: &[Term],
        does: impl Iterator<Item = (Term, Term)>,
    ) -> Result<Database, Excess> {
        let mut database = self.database.clone();
        let mut budget = Budget::new(self.work, MOST_FACTS);
        let table = database.table_mut(TRUE);
        for &fact in state {
            table.insert(&[fact], terms);
        }
        for (role, mv) in does {
            database.table_mut(DOES).insert(&[role, mv], terms);
        }
        let derived = program
            .iter()
            .try_for_each(|(group, rules)| database.saturate(group, rules, terms, &mut budget));
        // Building the tables costs something even if nothing follows.
        let steps = budget.work - budget.left + 100 + database.tables.len() as u64;
        self.worked.fetch_add(steps, Ordering::Relaxed);
        derived.map(|()| database)
    }

    /// The number of steps so far.
    pub(super) fn worked(&self) -> u64 {
        self.worked.load(Ordering::Relaxed)
    }

    /// The legal moves of a state.
    pub(super) fn legal(&self, sheet: &Sheet, state: &[Term]) -> Result<Legal, Excess> {
        let terms = &mut *self.terms();
        let database = self.derive(&self.legal, terms, state, std::iter::empty())?;
        let moves_of = |role: &Term| {
            let rows = database.table(LEGAL).rows();
            let mut moves: Vec<Term> = rows
                .filter(|row| row[0] == *role)
                .map(|row| row[1])
                .collect();
            terms.sort(&mut moves, &sheet.symbols);
            moves
        };
        Ok(Legal {
            terminal: database.table(TERMINAL).len() > 0,
            moves: sheet.roles.iter().map(moves_of).collect(),
        })
    }

    /// Whether a state is terminal.
    pub(super) fn is_terminal(&self, state: &[Term]) -> Result<bool, Excess> {
        let database = self.derive(&self.terminal, &mut self.terms(), state, std::iter::empty())?;
        Ok(database.table(TERMINAL).len() > 0)
    }

    /// Every goal that holds: the role and the value, if it is a number.
    pub(super) fn goals(
        &self,
        sheet: &Sheet,
        state: &[Term],
    ) -> Result<Vec<(usize, Option<i32>)>, Excess> {
        let terms = &mut *self.terms();
        let database = self.derive(&self.goal, terms, state, std::iter::empty())?;
        let goal = |row: &[Term]| {
            let role = sheet.roles.iter().position(|&role| role == row[0])?;
            Some((role, value(row[1], terms, &sheet.symbols)))
        };
        Ok(database.table(GOAL).rows().filter_map(goal).collect())
    }

    /// The state after a joint move.
    pub(super) fn play(
        &self,
        sheet: &Sheet,
        state: &[Term],
        does: &[u32],
    ) -> Result<Box<[Term]>, Excess> {
        let does = sheet.roles.iter().copied().zip(does.iter().copied());
        let database = self.derive(&self.next, &mut self.terms(), state, does)?;
        let mut facts: Vec<Term> = database.table(NEXT).rows().map(|row| row[0]).collect();
        facts.sort_unstable();
        Ok(facts.into())
    }
}
