//! Men's morris, the mill game, jeu du moulin. The sides alternately place their men on empty points; when all are
//! placed, a move slides a man along a line to an empty neighbouring point. A side that closes a mill, three own
//! men next to each other on a line, removes one man of the opponent, not from a mill unless all are in mills;
//! closing two mills also removes only one man. A side with fewer than three men once all are placed, or without a
//! move, has lost.
//!
//! ```text
//!   7  ·--------·--------·
//!      |        |        |
//!   6  |  ·-----·-----·  |          5  ·-----·-----·         5  ·-----·-----·
//!      |  |     |     |  |             |     |     |            |     |     |
//!   5  |  |  ·--·--·  |  |          4  |  ·--·--·  |         4  |  ·--·--·  |         3  ·--·--·
//!      |  |  |     |  |  |             |  |     |  |            |  |  |  |  |            |  |  |
//!   4  ·--·--·     ·--·--·          3  ·--·     ·--·         3  ·--·--·--·--·         2  ·--·--·
//!      |  |  |     |  |  |             |  |     |  |            |  |  |  |  |            |  |  |
//!   3  |  |  ·--·--·  |  |          2  |  ·--·--·  |         2  |  ·--·--·  |         1  ·--·--·
//!      |  |     |     |  |             |     |     |            |     |     |            a  b  c
//!   2  |  ·-----·-----·  |          1  ·-----·-----·         1  ·-----·-----·
//!      |        |        |             a  b  c  d  e            a  b  c  d  e              3 men
//!   1  ·--------·--------·
//!      a  b  c  d  e  f  g              5 and 6 men                7 men
//!
//!             9 men
//! ```
//!
//! Variations elsewhere: here only with 9 men may a side with three men left fly, that is, move to any empty point.
//! With 7 men the two lines of five points have three mills each, so that a fourth man beside three makes a new
//! one. With 3 men a mill wins at once, and nothing is removed.
//!
//! A position is written row by row from the top, only the points, `x` for First's men and `o` for Second's, then
//! the men still in hand: `.../.../.../....../.../.../... 9,9 first`.

mod board;
mod cells;
mod endgames;
mod index;
mod notation;

use self::board::{Board, MOST_POINTS, points_of};
use self::endgames::Endgames;
use noyau_core::configuration::accepted;
use noyau_core::notation::parse_numbers;
use noyau_core::rank::Combinations;
use noyau_dynamic::prelude::*;
use std::sync::Arc;

/// The registry entry.
pub static SPEC: Spec<Morris> = Spec::new(
    Info {
        name: "morris",
        summary: Text::new(
            "Place your men, then slide them along the lines; three in a row take a man; who has two left, or cannot move, has lost.",
            "Le moulin : posez vos pions, puis glissez-les sur les lignes ; trois alignés en prennent un ; à deux pions, ou bloqué, on a perdu.",
        ),
        parameters: Text::new(
            "men a side: 3, 5, 6, 7 or 9; or `9,3,6`, the endgames with at most 3 men against at most 6",
            "pions par camp : 3, 5, 6, 7 ou 9 ; ou `9,3,6`, les finales d'au plus 3 pions contre au plus 6",
        ),
        default: "9",
        version: 1,
    },
    FACTS,
    |parameters, _| Morris::parse(parameters),
)
// All placements of the remaining men, for each number in hand; after placing, with either side to move.
.configured(|game| Magnitude::of(game.configurations.into()))
.drawn()
.indexed()
.in_classes(Morris::is_class_of)
.symmetric()
.ranked()
.on_cells()
.learned(&[("9", include_bytes!("../evaluations/morris.eval"))])
.tactical()
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text::new(
            "men on the board and in hand, less the opponent's",
            "pions sur le plateau et en main, moins ceux de l'adversaire",
        ),
        score: |_, position| position.own.in_all() as Score - position.other.in_all() as Score,
    },
    Heuristic {
        name: "mobility",
        summary: Text::new(
            "free points beside own men, each counted for each man, less the opponent's",
            "points libres à côté de ses pions, comptés pour chaque pion, moins ceux de l'adversaire",
        ),
        score: |game, position| {
            let free = game.free(position);
            game.mobility(position.own, free) - game.mobility(position.other, free)
        },
    },
]);

const FACTS: &[Fact] = &[
    Fact::perft("9", &[1, 24, 552, 12144])
        .source("any free point; OpenSpiel 2.0.2 counts the same"),
    // Placing, with men in mills.
    perft("9", &[1, 14, 207, 2920]).at(".../..o/xxx/..x.o./x.x/o.o/... 2,3 second"),
    // All of Second's men in a mill, and flying.
    perft("9", &[1, 13, 390, 5628]).at(".x./.x./.x./...x../..x/ooo/xxx 0,0 first"),
    perft("9", &[1, 6, 47, 338, 3913]).at("x.o/xxx/.o./.xo..o/ox./ox./.xo 0,0 second"),
    // Both sides fly.
    perft("9", &[1, 56, 2962]).at("o../.../.../o...../.x./xx./.o. 0,0 first"),
    Fact::perft("9", &[1, 0])
        .at("ox./ox./xxx/oxo.../x../.../ox. 0,0 second")
        .source("by hand: blocked"),
    perft("7", &[1, 9, 65, 562]).at(".../xx./ox..o/ooo/x.. 2,2 first"),
    perft("7", &[1, 13, 30, 319, 2597]).at("oo./..x/.o.x./.ox/.o. 0,0 second"),
    perft("7", &[1, 9, 38, 417, 2253]).at(".xo/.x./.ox.o/.x./x.o 0,0 first"),
    // Three men do not fly.
    perft("7", &[1, 7, 94, 171]).at(".xx/.o./x..o./ooo/.o. 0,0 first"),
    perft("6", &[1, 8, 50, 253]).at("..o/ooo/...x/xx./xo. 1,1 first"),
    // All of First's men in mills.
    perft("6", &[1, 9, 35, 83, 597]).at("xxx/..o/..ox/.o./..x 0,0 second"),
    perft("6", &[1, 6, 20, 132, 758]).at("o.o/.x./ox../xxx/o.. 0,0 first"),
    perft("5", &[1, 9, 73, 306]).at("ooo/.../..../xo./xx. 1,1 first"),
    // Three men do not fly.
    perft("5", &[1, 5, 18, 86]).at("xxx/.../o.../..x/.oo 0,0 second"),
    perft("3", &[1, 9, 72, 504, 3024, 15120, 56160]),
    Fact::count("3", 5466, 314, None).source(COUNTED),
    Fact::value("3", Outcome::Draw, None).source(COUNTED),
    perft("5,3,4", &[1, 5, 18, 86]).at("xxx/.../o.../..x/.oo 0,0 second"),
    Fact::value("5,3,3", Outcome::Loss, Some(0))
        .at("xxx/.../..../oo./... 0,0 second")
        .source("by hand: two men have lost"),
    Fact::value("6", Outcome::Win, Some(15)).known_at("xxo/x../.o../..o/... 0,0 second", COUNTED),
];

const COUNTED: &str = "counted by an independent program on names of points; with 9 men its plays agree with OpenSpiel 2.0.2";

const fn perft(parameters: &'static str, counts: &'static [u64]) -> Fact {
    Fact::perft(parameters, counts).source(COUNTED)
}

/// The rules, with the board.
#[derive(Debug, Clone)]
pub struct Morris {
    men: usize,
    board: Board,
    combinations: Combinations,
    /// For each number of men in hand, of First's men and of Second's on the board, the first configuration; ascending.
    blocks: Vec<Block>,
    configurations: u64,
    /// The endgames that tables hold, if it is about them.
    endgames: Option<Arc<Endgames>>,
}

#[derive(Debug, Clone, Copy)]
struct Block {
    from: u64,
    in_hand: usize,
    men: [usize; 2],
}

/// The men of one side: from the lowest bit the points they occupy, from bit 24 the number in hand, in bit 31 the
/// side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Men(u32);

impl Men {
    const BOARD: u32 = (1 << MOST_POINTS) - 1;
    const IN_HAND: u32 = 1 << MOST_POINTS;
    const SECOND: u32 = 1 << 31;

    fn new(side: Side, board: u32, in_hand: usize) -> Self {
        let whose = match side {
            Side::First => 0,
            Side::Second => Self::SECOND,
        };
        Self(whose | board | (in_hand as u32 * Self::IN_HAND))
    }

    #[inline]
    fn board(self) -> u32 {
        self.0 & Self::BOARD
    }

    #[inline]
    fn in_hand(self) -> u32 {
        (self.0 & !Self::SECOND) / Self::IN_HAND
    }

    #[inline]
    fn side(self) -> Side {
        if self.0 & Self::SECOND == 0 {
            Side::First
        } else {
            Side::Second
        }
    }

    #[inline]
    fn in_all(self) -> u32 {
        self.board().count_ones() + self.in_hand()
    }
}

/// The men of the side to move and of the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    own: Men,
    other: Men,
}

/// A man is placed, or moved from a point, and may capture one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// `None` if it comes from the hand.
    from: Option<u8>,
    to: u8,
    takes: Option<u8>,
}

impl Morris {
    /// The rules with that many men per side.
    pub fn new(men: usize) -> Result<Self, Message> {
        let board = match men {
            3 => Board::new(1, true),
            5 | 6 => Board::new(2, false),
            7 => Board::new(2, true),
            9 => Board::new(3, false),
            _ => {
                return Err(message!(
                    "there is no board for {men} men a side",
                    "il n'y a pas de plateau pour {men} pions par camp"
                ));
            }
        };
        let mut game = Self {
            men,
            combinations: Combinations::new(board.points.len(), men),
            board,
            blocks: Vec::new(),
            configurations: 0,
            endgames: None,
        };
        game.lay_out();
        Ok(game)
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let numbers = parse_numbers(parameters).unwrap_or_default();
        match numbers[..] {
            [men] => Self::new(men),
            [men, one, other] => Self::new(men)?.with_at_most([one.min(other), one.max(other)]),
            _ => Err(message!(
                "the number of men is wanted, then perhaps those of the two sides in the endgames, as in 9,3,6",
                "il faut le nombre de pions, puis éventuellement ceux des deux camps dans les finales, comme 9,3,6"
            )),
        }
    }

    /// Numbers the configurations.
    fn lay_out(&mut self) {
        for in_hand in 0..=2 * self.men {
            let [first, second] = self.placed(in_hand);
            for men in (0..=first).flat_map(|a| (0..=second).map(move |b| [a, b])) {
                self.blocks.push(Block {
                    from: self.configurations,
                    in_hand,
                    men,
                });
                let sets = self.sets(men).iter().product::<u64>();
                self.configurations += if in_hand == 0 { 2 * sets } else { sets };
            }
        }
    }

    /// The numbers of men that First and Second have placed, given the total in hand.
    fn placed(&self, in_hand: usize) -> [usize; 2] {
        [self.men - in_hand / 2, self.men - in_hand.div_ceil(2)]
    }

    /// The number of placements of First's men, and of Second's given First's.
    fn sets(&self, [first, second]: [usize; 2]) -> [u64; 2] {
        let points = self.board.points.len();
        [
            self.combinations.binomial(points, first),
            self.combinations.binomial(points - first, second),
        ]
    }

    #[inline]
    fn free(&self, position: &Position) -> u32 {
        self.board.all() & !(position.own.0 | position.other.0)
    }

    /// Whether a mill wins at once.
    #[inline]
    fn mill_wins(&self) -> bool {
        self.men == 3
    }

    #[inline]
    fn flies(&self, men: Men) -> bool {
        self.men == 9 && men.board().count_ones() == 3
    }

    /// The men that a closed mill may remove.
    #[inline]
    fn takeable(&self, men: Men) -> u32 {
        let outside = men.board() & !self.board.in_mills(men.board());
        if outside == 0 { men.board() } else { outside }
    }

    fn mobility(&self, men: Men, free: u32) -> Score {
        points_of(men.board())
            .map(|point| (self.board.near(point) & free).count_ones() as Score)
            .sum()
    }

    /// Whether the side to move has lost.
    #[inline]
    fn is_lost(&self, position: &Position) -> bool {
        if self.mill_wins() && self.board.in_mills(position.other.board()) != 0 {
            return true;
        }
        let own = position.own;
        if own.in_hand() > 0 {
            return false;
        }
        let free = self.free(position);
        own.board().count_ones() < 3
            || !self.flies(own)
                && points_of(own.board()).all(|point| self.board.near(point) & free == 0)
    }
}

impl Game for Morris {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        let endgames = self.endgames.as_ref();
        if let Some(first) = endgames.and_then(|endgames| self.first_endgame(endgames)) {
            return first;
        }
        let [own, other] = Side::BOTH.map(|side| Men::new(side, 0, self.men));
        Position { own, other }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.is_lost(position).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Step>) {
        if self.is_lost(position) {
            return;
        }
        let (own, free) = (position.own.board(), self.free(position));
        // The removable men are the same for all moves, and computed only if a mill is closed.
        let mut takeable = None;
        let mut push = |from: Option<u8>, to: u8, staying: u32| {
            let takes = None;
            let step = Step { from, to, takes };
            if self.mill_wins() || !self.board.closes(staying, to) {
                out.push(step);
                return;
            }
            let takeable = *takeable.get_or_insert_with(|| self.takeable(position.other));
            let taken = points_of(takeable).map(Some);
            out.extend(taken.map(|takes| Step { takes, ..step }));
        };
        if position.own.in_hand() > 0 {
            for to in points_of(free) {
                push(None, to, own);
            }
            return;
        }
        let flies = self.flies(position.own);
        for from in points_of(own) {
            let reached = if flies {
                free
            } else {
                self.board.near(from) & free
            };
            for to in points_of(reached) {
                push(Some(from), to, own & !(1 << from));
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Step) {
        let mut own = position.own.0 | 1 << step.to;
        match step.from {
            Some(from) => own &= !(1 << from),
            None => own -= Men::IN_HAND,
        }
        let mut other = position.other.0;
        if let Some(taken) = step.takes {
            other &= !(1 << taken);
        }
        let (own, other) = (Men(other), Men(own));
        *position = Position { own, other };
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Option<Side> {
        Some(position.own.side())
    }

    /// A step that closes no mill is one move, one that does as many as there are removable men. Only steps to
    /// points that complete a mill are examined individually.
    #[inline]
    fn random_move(
        &self,
        position: &Position,
        random: &mut SplitMix,
        closing: &mut Vec<Step>,
    ) -> Option<Step> {
        let (own, free) = (position.own.board(), self.free(position));
        let in_hand = position.own.in_hand() > 0;
        if self.mill_wins() && self.board.in_mills(position.other.board()) != 0
            || !in_hand && own.count_ones() < 3
        {
            return None;
        }

        // 1. The steps, as the points that each man reaches; those from the hand are the steps of one man.
        let mut men = [(None, free); MOST_POINTS];
        let mut sources = 1;
        if !in_hand {
            let flying = self.flies(position.own);
            sources = 0;
            for from in points_of(own) {
                let reached = if flying {
                    free
                } else {
                    self.board.near(from) & free
                };
                men[sources] = (Some(from), reached);
                sources += 1;
            }
        }
        let men = &mut men[..sources];

        // 2. Separate those that close a mill.
        closing.clear();
        let lacking = self.board.lacking(own) & free;
        if lacking != 0 && !self.mill_wins() {
            for (from, reached) in &mut *men {
                let staying = from.map_or(own, |from| own & !(1 << from));
                for to in points_of(*reached & lacking) {
                    if self.board.closes(staying, to) {
                        *reached &= !(1 << to);
                        let (from, takes) = (*from, None);
                        closing.push(Step { from, to, takes });
                    }
                }
            }
        }

        // 3. Choose one of all moves.
        let quiet: u32 = men.iter().map(|(_, reached)| reached.count_ones()).sum();
        let takeable = if closing.is_empty() {
            0
        } else {
            self.takeable(position.other)
        };
        let taking = closing.len() * takeable.count_ones() as usize;
        let mut drawn = random.below(quiet as usize + taking);
        if drawn < taking {
            let step = closing[drawn % closing.len()];
            let takes = points_of(takeable).nth(drawn / closing.len());
            return Some(Step { takes, ..step });
        }
        drawn -= taking;
        for &mut (from, reached) in men {
            match drawn.checked_sub(reached.count_ones() as usize) {
                None => {
                    let (to, takes) = (points_of(reached).nth(drawn)?, None);
                    return Some(Step { from, to, takes });
                }
                Some(left) => drawn = left,
            }
        }
        None
    }
}

/// Mills are noisy.
impl Tactics for Morris {
    #[inline]
    fn noise(&self, position: &Position, step: Step) -> i32 {
        let closes = || {
            let own = position.own.board();
            let staying = step.from.map_or(own, |from| own & !(1 << from));
            self.mill_wins() && self.board.closes(staying, step.to)
        };
        i32::from(step.takes.is_some() || closes())
    }

    #[inline]
    fn is_irreversible(&self, _: &Position, step: Step) -> bool {
        step.from.is_none() || step.takes.is_some()
    }
}

impl Symmetric for Morris {
    fn symmetries(&self) -> usize {
        self.board.symmetries()
    }

    fn transform(&self, position: &Position, s: usize) -> Position {
        let image = |men: Men| Men(men.0 & !Men::BOARD | self.board.image(men.board(), s));
        let [own, other] = [position.own, position.other].map(image);
        Position { own, other }
    }

    fn transform_move(&self, _: &Position, step: Step, s: usize) -> Step {
        let image = |point: u8| self.board.image(1 << point, s).trailing_zeros() as u8;
        Step {
            from: step.from.map(image),
            to: image(step.to),
            takes: step.takes.map(image),
        }
    }
}

impl Morris {
    /// The configuration of a number: by the men in hand, then the men on the board, then First's points among all and
    /// Second's among the rest; once all men are placed, First and Second to move alternate.
    fn configuration(&self, number: u64) -> Position {
        let block = self.blocks.partition_point(|block| block.from <= number) - 1;
        let Block { from, in_hand, men } = self.blocks[block];
        let mut number = number - from;
        let mut side = Side::BOTH[in_hand % 2];
        if in_hand == 0 {
            side = Side::BOTH[(number % 2) as usize];
            number /= 2;
        }
        let sets = self.sets(men)[1];
        let mut places = [0; MOST_POINTS];
        let first = &mut places[..men[0]];
        self.combinations.unrank(number / sets, first);
        let first = first.iter().fold(0, |set, point| set | 1u32 << point);
        let left: Vec<u8> = points_of(self.board.all() & !first).collect();
        let second = &mut places[..men[1]];
        self.combinations.unrank(number % sets, second);
        let second = second.iter().fold(0, |set, &i| set | 1u32 << left[i]);
        self.of_sets(in_hand, [first, second], side)
    }
}

impl RandomConfiguration for Morris {
    fn draw(&self, random: &mut SplitMix) -> Option<Position> {
        let number = random.below_wide(self.configurations);
        accepted(self, &self.configuration(number))
    }
}
