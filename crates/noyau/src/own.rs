//! A game of one's own behind the dynamic interface, with texts by [`Debug`](fmt::Debug).
//!
//! Its types are erased position by position, so that agents, contests, tables, certificates and pictures are compiled once,
//! here, and not again in the crate of the game. [`Spec`] compiles them for one game, which is faster at run time.

use noyau_core::game::{Game, Outcome, Side};
use noyau_core::language::{Message, Text};
use noyau_core::message;
use noyau_core::notation::Notation;
use noyau_core::payoff::Payoff;
use noyau_core::points::Points;
use noyau_core::view::View;
use noyau_dynamic::{Info, OpenGame, Spec};
use std::any::Any;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The text of a position, with the side to move if the position says it.
pub(crate) fn name_of<G: Game>(game: &G, position: &G::Position) -> String {
    match game.to_move(position) {
        Some(side) => format!("{position:?} {side}"),
        None => format!("{position:?}"),
    }
}

/// The name of a game: that of its type.
pub(crate) fn type_name<G>() -> &'static str {
    let name = std::any::type_name::<G>();
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

/// Opens a game: from here on positions and moves are text, and every agent, certificate, document and picture is there.
///
/// ```
/// # use noyau::{Game, Outcome};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { self.0 }
/// #     fn outcome(&self, &left: &u32) -> Option<Outcome> { (left == 0).then_some(Outcome::Loss) }
/// #     fn moves(&self, &left: &u32, out: &mut Vec<u32>) { out.extend(1..=left.min(2)) }
/// #     fn play(&self, left: &mut u32, taken: u32) { *left -= taken }
/// # }
/// let mut game = noyau::open(Heap(7));
/// assert_eq!(game.solve(true, &Default::default()).best, ["1"]);
/// game.play("1")?;
/// assert_eq!(game.position(), "6 second");
/// # Ok::<_, noyau::dynamic::Problem>(())
/// ```
pub fn open<G: Game + 'static>(game: impl Into<Arc<G>>) -> Box<dyn OpenGame> {
    opened(&OUTCOMES, Own::new(game.into(), &Payoff::OUTCOME))
}

/// Opens a game that is decided by points.
pub fn open_by_points<G: Points + 'static>(game: impl Into<Arc<G>>) -> Box<dyn OpenGame> {
    opened(&POINTS, Own::new(game.into(), &Payoff::POINTS))
}

/// Everything behind the dynamic interface is compiled here, since this function is not generic.
#[inline(never)]
fn opened(spec: &'static Spec<Own>, game: Own) -> Box<dyn OpenGame> {
    spec.opened(game)
}

const INFO: Info = Info {
    name: "own",
    summary: Text::new("A game of your own.", "Un jeu à vous."),
    parameters: Text::new("the name of its type", "le nom de son type"),
    default: "",
    version: 1,
};

static OUTCOMES: Spec<Own> = Spec::new(INFO, &[], |_, _| Err(no_name()));
static POINTS: Spec<Own> = Spec::new(INFO, &[], |_, _| Err(no_name())).with_points();

fn no_name() -> Message {
    message!(
        "a game of your own is opened by its rules",
        "un jeu à vous s'ouvre par ses règles"
    )
}

/// What is asked of a position, whatever its type. Moves are numbers in the list of its moves.
trait AnyPosition: fmt::Debug + Any + Send + Sync {
    fn moves(&self) -> usize;
    fn outcome(&self) -> Option<Outcome>;
    fn child(&self, mv: usize) -> Position;
    fn keeps_turn(&self, mv: usize) -> bool;
    fn to_move(&self) -> Option<Side>;
    fn move_text(&self, mv: usize) -> String;
    fn gain(&self, mv: usize) -> i32;
    fn settle(&self) -> (i32, i32);
    fn won(&self) -> Option<i32>;
    fn order(&self, other: &dyn Any) -> Ordering;
    fn feed(&self, hasher: &mut dyn Hasher);
}

/// A position of a game, with its moves.
struct Held<G: Game + 'static> {
    game: Arc<G>,
    payoff: &'static Payoff<G>,
    position: G::Position,
    moves: Vec<G::Move>,
}

impl<G: Game> Held<G> {
    fn erased(game: Arc<G>, payoff: &'static Payoff<G>, position: G::Position) -> Position {
        let moves = game.legal_moves(&position);
        Position(Arc::new(Self {
            game,
            payoff,
            position,
            moves,
        }))
    }
}

impl<G: Game> AnyPosition for Held<G> {
    fn moves(&self) -> usize {
        self.moves.len()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn child(&self, mv: usize) -> Position {
        let child = self.game.child(&self.position, self.moves[mv]);
        Self::erased(Arc::clone(&self.game), self.payoff, child)
    }

    fn keeps_turn(&self, mv: usize) -> bool {
        self.game.keeps_turn(&self.position, self.moves[mv])
    }

    fn to_move(&self) -> Option<Side> {
        self.game.to_move(&self.position)
    }

    fn move_text(&self, mv: usize) -> String {
        format!("{:?}", self.moves[mv])
    }

    fn gain(&self, mv: usize) -> i32 {
        let mv = self.moves[mv];
        self.payoff.gain(&self.game, &self.position, mv)
    }

    fn settle(&self) -> (i32, i32) {
        let settled = self.payoff.settle(&self.game, &self.position);
        settled.unwrap_or_default()
    }

    fn won(&self) -> Option<i32> {
        self.payoff.won(&self.game, &self.position)
    }

    fn order(&self, other: &dyn Any) -> Ordering {
        // All positions of a game have one type.
        let other = other.downcast_ref::<Self>();
        other.map_or(Ordering::Less, |other| self.position.cmp(&other.position))
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.position.hash(&mut hasher);
    }
}

impl<G: Game> fmt::Debug for Held<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

/// A position of some type.
#[derive(Clone)]
struct Position(Arc<dyn AnyPosition>);

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        let other: &dyn Any = &*other.0;
        self.0.order(other)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

/// A game of some type.
struct Own {
    name: &'static str,
    units: i32,
    start: Position,
    /// The positions by their texts, once one is asked for.
    texts: Mutex<Option<HashMap<String, Position>>>,
}

/// The most positions among which a text is looked up.
const MOST_TEXTS: usize = 1_000_000;

impl Own {
    fn new<G: Game>(game: Arc<G>, payoff: &'static Payoff<G>) -> Self {
        let (units, start) = (payoff.units(&game), game.start());
        Self {
            name: type_name::<G>(),
            units,
            start: Held::erased(game, payoff, start),
            texts: Mutex::new(None),
        }
    }

    /// The positions reachable from the start by their texts, nearest first.
    fn all_texts(&self) -> HashMap<String, Position> {
        let mut seen = HashSet::from([self.start.clone()]);
        let mut open = VecDeque::from([self.start.clone()]);
        let mut texts = HashMap::new();
        while let Some(position) = open.pop_front() {
            for mv in 0..position.0.moves() {
                let child = position.0.child(mv);
                if seen.len() < MOST_TEXTS && seen.insert(child.clone()) {
                    open.push_back(child);
                }
            }
            texts.entry(format!("{position:?}")).or_insert(position);
        }
        texts
    }
}

impl Game for Own {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.0.outcome()
    }

    fn moves(&self, position: &Position, out: &mut Vec<u32>) {
        out.extend(0..position.0.moves() as u32);
    }

    fn play(&self, position: &mut Position, mv: u32) {
        *position = position.0.child(mv as usize);
    }

    fn child(&self, position: &Position, mv: u32) -> Position {
        position.0.child(mv as usize)
    }

    fn keeps_turn(&self, position: &Position, mv: u32) -> bool {
        position.0.keeps_turn(mv as usize)
    }

    fn to_move(&self, position: &Position) -> Option<Side> {
        position.0.to_move()
    }
}

impl Points for Own {
    const ALONG_MOVES: bool = true;

    fn units(&self) -> i32 {
        self.units
    }

    fn gain(&self, position: &Position, mv: u32) -> i32 {
        position.0.gain(mv as usize)
    }

    fn settle(&self, position: &Position) -> (i32, i32) {
        position.0.settle()
    }

    fn won(&self, position: &Position) -> Option<i32> {
        position.0.won()
    }
}

impl Notation for Own {
    fn parameters(&self) -> String {
        self.name.to_owned()
    }

    fn format_board(&self, position: &Position, _: Side) -> String {
        format!("{position:?}")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Position, Message> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = texts.get_or_insert_with(|| self.all_texts());
        texts.get(text).cloned().ok_or_else(|| {
            message!(
                "no position that can be reached from the start has this text",
                "aucune position accessible depuis le départ ne s'écrit ainsi"
            )
        })
    }

    fn format_move(&self, position: &Position, mv: u32) -> String {
        position.0.move_text(mv as usize)
    }

    fn picture(&self, position: &Position, _: Side) -> View {
        let mut view = View::default();
        view.label(0, 0, format!("{position:?}"));
        view
    }

    /// The texts of moves may have spaces and commas: several are separated by semicolons.
    fn split_moves(&self, text: &str) -> Vec<String> {
        let moves = text.split(';').map(str::trim);
        let moves = moves.filter(|mv| !mv.is_empty());
        moves.map(str::to_owned).collect()
    }

    fn join_moves(&self, moves: &[String]) -> String {
        moves.join("; ")
    }
}
