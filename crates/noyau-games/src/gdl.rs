//! A game from a rule sheet in the Game Description Language (Love, Hinrichs, Haley, Schkufza and Genesereth 2008):
//! roles, the initial state, legal moves, the next state, terminal states and goals.
//!
//! ```text
//!   (<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?w)))
//! ```
//!
//! Two roles take turns if in every state one of them has a single move; that move is implied, and the role with a
//! choice is to move. The higher goal wins. With `points` the difference between the goals is the margin.

mod analysis;
mod check;
mod database;
mod datalog;
mod excess;
mod ground;
mod interpreter;
mod machine;
mod network;
mod parts;
mod perft;
mod picture;
mod read;
mod samples;
mod sheet;
mod steps;
mod symmetry;
mod term;

pub use analysis::{Analysis, Defect, Shown};
pub use excess::Excess;
pub use machine::{Machine, State};
pub use parts::Parts;
pub use perft::{Uncounted, perft};
pub use read::MOST_BYTES;
pub use sheet::Problems;

use analysis::Turn;
use machine::packed;
use noyau_core::hints::nimbers::PartNimbers;
use noyau_core::limits::{Limits, Stopped};
use noyau_dynamic::FileProblem;
use noyau_dynamic::prelude::*;
use parts::Sum;
use picture::Board;
use samples::{FACTS, SAMPLES};
use std::sync::{Mutex, MutexGuard, PoisonError};
use symmetry::Transformation;

const INFO: Info = Info {
    name: "gdl",
    summary: Text::new(
        "A game of your own, written as a sheet of rules in the Game Description Language; the higher goal wins.",
        "Un jeu à vous, écrit comme une feuille de règles en Game Description Language ; le but le plus haut gagne.",
    ),
    parameters: Text::new(
        "the path of a rule sheet; then, if wanted, `,nosteps` to drop its step counter and `,points` to play for the difference of the goals",
        "le chemin d'une feuille de règles ; puis, si l'on veut, `,nosteps` pour supprimer le compteur de coups et `,points` pour jouer la différence des buts",
    ),
    default: "",
    version: 1,
};

/// The options after the path.
const OPTIONS: &[&str] = &["nosteps", "points"];

/// The number of states analysed when a sheet is opened, compiled or interpreted.
const ANALYSED: [usize; 2] = [20_000, 300];

/// The registry entry.
pub static SPEC: Spec<Gdl> = Spec::from_file(INFO, FACTS, SAMPLES, Gdl::read_without_points)
    .with_options(OPTIONS)
    .symmetric()
    .splitting()
    .summed()
    .widened_by(&POINTED);

/// The entry for play for the difference of the goals.
static POINTED: Spec<Gdl> = Spec::from_file(INFO, &[], SAMPLES, Gdl::read)
    .with_options(OPTIONS)
    .symmetric()
    .with_points();

/// The rules of a sheet for two roles that take turns.
#[derive(Debug)]
pub struct Gdl {
    parameters: String,
    machine: Machine,
    turn: Turn,
    /// The roles of First and of Second.
    seats: [usize; 2],
    /// Whether all reachable states have been analysed and are valid.
    sound: bool,
    board: Option<Board>,
    /// The identity, if the rules are compiled, and the other symmetries of the rules.
    symmetries: Vec<Transformation>,
    /// The parts of the sheet, if it is their sum.
    sum: Option<Sum>,
    /// The first state visited that the rules leave undefined.
    defect: Mutex<Option<Message>>,
}

/// The moves of both roles, of which one is a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    own: u32,
    other: u32,
}

/// The number of symmetries of a sheet's board, the identity included.
pub fn symmetries(machine: &Machine) -> usize {
    symmetry::find(machine, Board::find(machine).as_ref())
        .len()
        .max(1)
}

/// The independent parts of a sheet for two roles that take turns, if there are any.
pub fn parts(machine: &Machine, analysis: &Analysis) -> Option<Parts> {
    match analysis.turn {
        Some(Turn::Fact {
            facts,
            alternates: true,
        }) => parts::find(machine.network()?, facts),
        _ => None,
    }
}

/// Why a valid sheet is not a game for two roles that take turns.
pub fn why_no_game(machine: &Machine, analysis: &Analysis) -> Option<Message> {
    let roles = machine.roles();
    if roles.iter().any(|role| role.eq_ignore_ascii_case("random")) {
        return Some(message!(
            "the role `random` plays by chance, and there is none in the games here",
            "le rôle `random` joue au hasard, et il n'y en a pas dans les jeux d'ici"
        ));
    }
    if roles.len() != 2 {
        let (count, names) = (roles.len(), roles.join(", "));
        return Some(message!(
            "a game here has two roles, and this sheet has {count}: {names}",
            "un jeu a ici deux rôles, et cette feuille en a {count} : {names}"
        ));
    }
    let shown = analysis.together.as_ref().or(analysis.open.as_ref())?;
    Some(shown.message())
}

/// An error of a sheet as a whole.
fn nowhere(why: Message) -> FileProblem {
    FileProblem {
        line: 1,
        column: 1,
        why,
    }
}

/// Whether an option follows the path.
fn has_option(parameters: &str, option: &str) -> bool {
    let mut words = parameters
        .rsplit(',')
        .take_while(|word| OPTIONS.contains(word));
    words.any(|word| word == option)
}

impl Gdl {
    /// The game of a sheet, unless it is played for points, which is the other entry.
    fn read_without_points(parameters: &str, content: Vec<u8>) -> Result<Self, FileProblem> {
        if has_option(parameters, "points") {
            return Err(nowhere(message!(
                "points are counted by another entry of the list",
                "les points sont comptés par une autre entrée de la liste"
            )));
        }
        Self::read(parameters, content)
    }

    /// The game of a sheet. `parameters` are its path and options.
    pub fn read(parameters: &str, content: Vec<u8>) -> Result<Self, FileProblem> {
        let mut machine = Machine::read(&content).map_err(|Problems(mut problems)| {
            let more = problems.len() - 1;
            let mut first = problems.swap_remove(0);
            if more > 0 {
                let why = first.why;
                first.why = message!(
                    "{why} (and {more} more problems, which `noyau gdl` lists)",
                    "{why} (et {more} autres problèmes, que liste `noyau gdl`)"
                );
                // The French sentence contains the French reason.
                first.why.fr = first.why.fr.replace(&why.en, &why.fr);
            }
            first
        })?;
        drop(content);
        if has_option(parameters, "nosteps") {
            machine.drop_steps().map_err(nowhere)?;
        }
        Self::from_machine(machine, parameters).map_err(nowhere)
    }

    /// The game of a sheet, or why it is not one.
    pub fn from_machine(machine: Machine, parameters: &str) -> Result<Self, Message> {
        let analysis = machine.analyse(ANALYSED[usize::from(machine.network().is_none())]);
        if let Some(why) = why_no_game(&machine, &analysis) {
            return Err(why);
        }
        let sum = parts(&machine, &analysis).and_then(|parts| parts.sum);
        let Some(turn) = analysis.turn else {
            return Err(message!(
                "a game here has two roles",
                "un jeu a ici deux rôles"
            ));
        };
        let board = Board::find(&machine);
        let mut game = Self {
            parameters: parameters.to_owned(),
            symmetries: symmetry::find(&machine, board.as_ref()),
            machine,
            turn,
            seats: [0, 1],
            sound: analysis.complete,
            board,
            sum,
            defect: Mutex::new(None),
        };
        if game.mover(&game.machine.start()) == 1 {
            game.seats = [1, 0];
        }
        Ok(game)
    }

    /// The sheet.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    fn first_defect(&self) -> MutexGuard<'_, Option<Message>> {
        self.defect.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refuse(&self, defect: &Defect, position: &State) {
        let state = self.machine.facts(position).join(" ");
        let defect = Message::of(defect);
        let (en, fr) = (defect.en, defect.fr);
        self.first_defect().get_or_insert_with(|| Message {
            en: format!(
                "the rules leave a position open that play can reach: {en}, in the state {state}"
            ),
            fr: format!(
                "les règles laissent ouverte une position accessible : {fr}, dans l'état {state}"
            ),
        });
    }

    /// The role to move.
    fn mover(&self, position: &State) -> usize {
        match &self.turn {
            Turn::Fact { facts, .. } => {
                let held = facts.map(|fact| position.holds(fact));
                usize::from(held[1] && !held[0])
            }
            Turn::Choice { waiting } => {
                let legal = match self.machine.legal(position) {
                    Ok(legal) => legal,
                    Err(why) => {
                        self.refuse(&Defect::Excess { why }, position);
                        return 0;
                    }
                };
                let choices = [legal[0].len() > 1, legal[1].len() > 1];
                let waits = |role: usize| {
                    legal[role]
                        .iter()
                        .all(|mv| waiting[role].binary_search(mv).is_ok())
                };
                match choices {
                    [true, _] => 0,
                    [_, true] => 1,
                    _ => usize::from(waits(0) && !waits(1)),
                }
            }
        }
    }

    /// Calls `each` with every legal move; none if the game is over.
    fn each_move(&self, position: &State, mut each: impl FnMut(Move)) -> Result<(), Defect> {
        let look = self
            .machine
            .look(position)
            .map_err(|why| Defect::Excess { why })?;
        if look.is_terminal() {
            return Ok(());
        }
        let mover = self.mover(position);
        let role = |role: usize| self.machine.roles()[role].clone();
        let (mut reply, mut replies) = (0, 0);
        look.moves(1 - mover, |mv| {
            reply = mv;
            replies += 1;
        });
        if replies == 0 {
            let role = role(1 - mover);
            return Err(Defect::NoMove { role });
        }
        let mut choices = 0;
        if replies > 1 {
            look.moves(mover, |_| choices += 1);
            return Err(match (&self.turn, choices) {
                (Turn::Fact { facts, .. }, 0 | 1) => Defect::Turn {
                    role: role(1 - mover),
                    fact: self.machine.fact_text(facts[1 - mover]),
                },
                _ => Defect::Both {
                    one: role(0),
                    other: role(1),
                },
            });
        }
        look.moves(mover, |own| {
            choices += 1;
            each(Move { own, other: reply });
        });
        if choices == 0 {
            let role = role(mover);
            return Err(Defect::NoMove { role });
        }
        Ok(())
    }

    fn side_of(&self, role: usize) -> Side {
        if self.seats[0] == role {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The goals of the side to move and of the opponent in a terminal position.
    fn goals(&self, position: &State) -> Option<(i32, i32)> {
        match self.machine.settled(position) {
            Err(defect) => {
                self.refuse(&defect, position);
                None
            }
            Ok(goals) => {
                let mover = self.mover(position);
                Some((goals[mover], goals[1 - mover]))
            }
        }
    }
}

impl Game for Gdl {
    type Position = State;
    type Move = Move;

    fn start(&self) -> State {
        self.machine.start()
    }

    fn outcome(&self, position: &State) -> Option<Outcome> {
        match self.machine.is_terminal(position) {
            Ok(true) => {
                let (own, other) = self.goals(position).unwrap_or((0, 0));
                Some(Outcome::of_margin(own - other))
            }
            Ok(false) if self.sound => None,
            // A position that the rules leave undefined has no moves either.
            Ok(false) => {
                let defect = self.each_move(position, |_| ()).err()?;
                self.refuse(&defect, position);
                Some(Outcome::Draw)
            }
            Err(why) => {
                self.refuse(&Defect::Excess { why }, position);
                Some(Outcome::Draw)
            }
        }
    }

    fn moves(&self, position: &State, out: &mut Vec<Move>) {
        let from = out.len();
        if let Err(defect) = self.each_move(position, |mv| out.push(mv)) {
            out.truncate(from);
            self.refuse(&defect, position);
        }
    }

    fn play(&self, position: &mut State, mv: Move) {
        // The order of the roles matters only for interpreted rules.
        let mut does = [mv.own, mv.other];
        if self.machine.network().is_none() && self.mover(position) == 1 {
            does.reverse();
        }
        if let Err(why) = self.machine.play(position, &does) {
            self.refuse(&Defect::Excess { why }, position);
        }
    }

    fn keeps_turn(&self, position: &State, mv: Move) -> bool {
        if let Turn::Fact {
            alternates: true, ..
        } = self.turn
        {
            return false;
        }
        self.mover(position) == self.mover(&self.child(position, mv))
    }

    fn to_move(&self, position: &State) -> Option<Side> {
        Some(self.side_of(self.mover(position)))
    }
}

impl Symmetric for Gdl {
    fn symmetries(&self) -> usize {
        self.symmetries.len().max(1)
    }

    fn transform(&self, position: &State, s: usize) -> State {
        match self.symmetries.get(s) {
            Some(symmetry) if s > 0 => position.moved(&symmetry.facts),
            _ => position.clone(),
        }
    }

    fn transform_move(&self, _: &State, mv: Move, s: usize) -> Move {
        match self.symmetries.get(s) {
            Some(symmetry) if s > 0 => Move {
                own: symmetry.moves[mv.own as usize],
                other: symmetry.moves[mv.other as usize],
            },
            _ => mv,
        }
    }
}

/// A sheet that is a sum, which is proved first, is also impartial.
impl Impartial for Gdl {
    fn is_normal_play(&self) -> bool {
        self.sum.is_some()
    }
}

impl Splits for Gdl {
    fn split(&self, position: &State, out: &mut Vec<State>) {
        match &self.sum {
            Some(sum) if sum.knows(position.bits()) => {
                let parts = sum.split(position.bits()).into_iter();
                out.extend(parts.map(|part| packed(&part)));
            }
            _ if self.outcome(position).is_none() => out.push(position.clone()),
            _ => {}
        }
    }

    fn turned(&self, position: &State) -> State {
        match &self.sum {
            Some(sum) => packed(&sum.turned(position.bits())),
            None => position.clone(),
        }
    }
}

/// The nimbers of the groups were computed when the sheet was read.
impl PartNimbers for Gdl {
    type Precomputed = ();

    fn applies(&self, position: &State) -> bool {
        let sum = self.sum.as_ref();
        sum.is_some_and(|sum| sum.knows(position.bits()))
    }

    fn is_large(&self) -> bool {
        self.sum.as_ref().is_some_and(|sum| sum.states() > 1 << 18)
    }

    fn precompute(&self, _: &Limits) -> Result<(), Stopped> {
        Ok(())
    }

    fn part_nimber(&self, (): &(), part: &State) -> u32 {
        self.sum.as_ref().map_or(0, |sum| sum.nimber(part.bits()))
    }
}

impl Points for Gdl {
    const ALONG_MOVES: bool = false;

    fn settle(&self, position: &State) -> (i32, i32) {
        self.goals(position).unwrap_or((0, 0))
    }
}

impl Notation for Gdl {
    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn defect(&self) -> Option<Message> {
        self.first_defect().clone()
    }

    fn format_board(&self, position: &State, _: Side) -> String {
        let facts = self.machine.facts(position);
        if facts.is_empty() {
            "()".to_owned()
        } else {
            facts.join(" ")
        }
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<State, Message> {
        let text = if text.trim() == "()" { "" } else { text };
        let position = self.machine.parse_state(text)?;
        let defect = match self.machine.is_terminal(&position) {
            Ok(true) => self.machine.settled(&position).err(),
            Ok(false) => self.each_move(&position, |_| ()).err(),
            Err(why) => Some(Defect::Excess { why }),
        };
        match defect {
            None => Ok(position),
            Some(defect) => Err(Message::of(&defect)),
        }
    }

    fn format_move(&self, _: &State, mv: Move) -> String {
        self.machine.move_text(mv.own)
    }

    fn parse_move(&self, position: &State, text: &str) -> Option<Move> {
        let moves = self.legal_moves(position);
        let wanted = spaced(text);
        moves.into_iter().find(|mv| {
            let name = self.machine.move_text(mv.own);
            name == text || spaced(&name) == wanted
        })
    }

    fn split_moves(&self, text: &str) -> Vec<String> {
        split_terms(text)
    }

    fn view(&self, position: &State, _: Side) -> View {
        let moves = self.legal_moves(position);
        let own: Vec<u32> = moves.iter().map(|mv| mv.own).collect();
        picture::view(
            &self.machine,
            self.board.as_ref(),
            self.seats,
            position,
            &own,
        )
    }
}

/// A normalised term: single spaces, lower case; used to compare typed terms.
fn spaced(text: &str) -> String {
    let apart = text.replace('(', " ( ").replace(')', " ) ").to_lowercase();
    apart.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits the texts of terms, which may contain spaces between parentheses; outside of them commas separate.
fn split_terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let (mut depth, mut term) = (0usize, String::new());
    for c in text.chars() {
        let separates = depth == 0 && (c.is_whitespace() || c == ',');
        if c == '(' {
            if depth == 0 && !term.is_empty() {
                terms.push(std::mem::take(&mut term));
            }
            depth += 1;
        }
        if !separates {
            term.push(c);
        }
        if c == ')' {
            depth = depth.saturating_sub(1);
        }
        if (separates || (c == ')' && depth == 0)) && !term.is_empty() {
            terms.push(std::mem::take(&mut term));
        }
    }
    if !term.is_empty() {
        terms.push(term);
    }
    terms
}
