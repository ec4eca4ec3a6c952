//! Classes of endgames in tables: all positions with some pieces, as in `KQKR`, and with what is left of them after
//! captures and promotions, or all with at most so many men. A tier for each set of pieces.
//!
//! Images under the symmetries of the board are one position, and so are the two colours: the stronger army is White in
//! what is stored, and with equal armies White is to move. Without pawns the white king stands in the triangle a1, d1,
//! d4, with pawns on the files a to d. The two kings are numbered together (462 or 1806 pairs), then the other pieces,
//! group by group. What stands on one square, and a side not to move that is in check, are gaps.
//!
//! A pawn that may be captured en passant is numbered as if it stood on its own first row, where no pawn stands. Who
//! may castle is in no class.

use super::{Chess, Position, en_passant};
use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square, get_bishop_moves,
    get_king_moves, get_knight_moves, get_rook_moves,
};
use noyau_core::index::{Coverage, Index};
use noyau_core::notation::parse_number;
use noyau_core::rank::Combinations;
use noyau_core::{Game, Message, message};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How many queens, rooks, bishops, knights and pawns a side has.
type Army = [u8; 5];

/// The pieces of an army, the strongest first.
const PIECES: [Piece; 5] = [
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];
const PAWN: usize = 4;

/// The most men of a class, kings included.
const MOST: usize = 5;

/// An army beside the king, by strength: more pieces first, then stronger ones.
fn strength(army: Army) -> (u8, Army) {
    (army.iter().sum(), army)
}

/// Equal pieces of a side.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// Of the weaker army.
    weak: bool,
    /// An index of [`PIECES`].
    piece: usize,
    count: usize,
    /// The squares it may stand on.
    squares: usize,
    /// How many ways there are.
    ways: u64,
}

/// A tier.
#[derive(Debug)]
struct Tier {
    /// The stronger army first.
    armies: [Army; 2],
    groups: Vec<Group>,
    has_pawns: bool,
    /// How many numbers there are for each pair of kings.
    ways: u64,
    child_tiers: Vec<u32>,
}

/// The numbers of men of both armies, which are small, as a number.
fn key(armies: [Army; 2]) -> u32 {
    let all = armies.into_iter().flatten();
    all.fold(0, |key, men| key << 3 | u32::from(men))
}

fn tier_of(by_armies: &[(u32, u32)], armies: [Army; 2]) -> Option<u32> {
    let key = key(armies);
    let at = by_armies.binary_search_by_key(&key, |&(key, _)| key).ok()?;
    Some(by_armies[at].1)
}

/// How many men there are in a set that has none, mostly.
#[inline]
fn count(mut set: BitBoard) -> u8 {
    let mut men = 0;
    while !set.is_empty() {
        set.0 &= set.0 - 1;
        men += 1;
    }
    men
}

/// A class with all that its moves lead to.
#[derive(Debug)]
pub(super) struct Endgame {
    /// As in `KQKR`, the stronger side first, or the number of men.
    pub(super) name: String,
    tiers: Vec<Tier>,
    /// The tiers by the keys of their armies, ascending.
    by_armies: Vec<(u32, u32)>,
    kings: [Kings; 2],
    combinations: Combinations,
}

/// The pairs of squares on which the two kings may stand, numbered.
#[derive(Debug)]
struct Kings {
    pairs: Vec<[u8; 2]>,
    /// By the two squares; [`NO_PAIR`] for others.
    numbers: Vec<u16>,
}

const NO_PAIR: u16 = u16::MAX;

const fn file(square: u8) -> u8 {
    square & 7
}

const fn rank(square: u8) -> u8 {
    square >> 3
}

/// The square mirrored along the diagonal from a1.
const fn across(square: u8) -> u8 {
    file(square) << 3 | rank(square)
}

impl Kings {
    fn new(has_pawns: bool) -> Self {
        let mut pairs = Vec::new();
        let mut numbers = vec![NO_PAIR; 64 * 64];
        for white in 0..64u8 {
            let stands = file(white) < 4 && (has_pawns || rank(white) <= file(white));
            for black in (0..64).filter(|_| stands) {
                let apart =
                    file(white).abs_diff(file(black)) > 1 || rank(white).abs_diff(rank(black)) > 1;
                let is_image =
                    !has_pawns && file(white) == rank(white) && rank(black) > file(black);
                if apart && !is_image {
                    numbers[usize::from(white) * 64 + usize::from(black)] = pairs.len() as u16;
                    pairs.push([white, black]);
                }
            }
        }
        Self { pairs, numbers }
    }

    fn number(&self, [white, black]: [u8; 2]) -> u64 {
        self.numbers[usize::from(white) * 64 + usize::from(black)].into()
    }
}

/// Where a position has its men, the stronger army as White.
#[derive(Debug, Clone, Copy)]
struct Stand {
    kings: [u8; 2],
    /// Squares by army and piece.
    men: [[u64; 5]; 2],
    /// Whether the weaker army is to move.
    weak_to_move: bool,
    /// The file of a pawn that may be captured en passant.
    passed: Option<u8>,
}

/// A way to look at the board.
#[derive(Debug, Clone, Copy, Default)]
struct View {
    /// Squares are exchanged bit by bit: 7 for the files, 56 for the ranks.
    mask: u8,
    across: bool,
}

impl View {
    #[inline]
    fn see(self, square: u8) -> u8 {
        let square = square ^ self.mask;
        if self.across { across(square) } else { square }
    }
}

impl Endgame {
    fn new(name: String, mut open: Vec<[Army; 2]>) -> Self {
        // 1. All that is left after captures and promotions.
        let mut all = BTreeSet::new();
        while let Some(armies) = open.pop() {
            if all.insert(armies) {
                open.extend(after(armies));
            }
        }
        let mut all: Vec<[Army; 2]> = all.into_iter().collect();
        // 2. Fewer men first, then fewer pawns.
        all.sort_by_key(|[a, b]| {
            let men: u8 = a.iter().chain(b).sum();
            (men, a[PAWN] + b[PAWN])
        });
        let mut by_armies: Vec<(u32, u32)> = all.iter().map(|&both| key(both)).zip(0..).collect();
        by_armies.sort_unstable();
        let combinations = Combinations::new(64, MOST - 2);
        // 3. How each is numbered.
        let tiers = all.iter().map(|&armies| {
            let mut groups = Vec::new();
            let both_have_pawns = armies.iter().all(|army| army[PAWN] > 0);
            for (weak, army) in [false, true].into_iter().zip(armies) {
                for (piece, count) in army.into_iter().enumerate().filter(|&(_, n)| n > 0) {
                    let squares = match piece {
                        PAWN if both_have_pawns => 56,
                        PAWN => 48,
                        _ => 64,
                    };
                    let count = usize::from(count);
                    groups.push(Group {
                        weak,
                        piece,
                        count,
                        squares,
                        ways: combinations.binomial(squares, count),
                    });
                }
            }
            let with_itself = after(armies).chain([armies]);
            let tiers = with_itself.filter_map(|to| tier_of(&by_armies, to));
            let mut child_tiers: Vec<u32> = tiers.collect();
            child_tiers.sort_unstable();
            child_tiers.dedup();
            Tier {
                armies,
                ways: groups.iter().map(|group| group.ways).product(),
                groups,
                has_pawns: armies.iter().any(|army| army[PAWN] > 0),
                child_tiers,
            }
        });
        Self {
            name,
            tiers: tiers.collect(),
            kings: [false, true].map(Kings::new),
            by_armies,
            combinations,
        }
    }

    /// All positions with that many men, kings included, and with fewer.
    fn of_men(men: usize) -> Self {
        let mut armies: Vec<[Army; 2]> = vec![[[0; 5]; 2]];
        for _ in 2..men {
            let larger = armies.iter().flat_map(|&[a, b]| {
                let with = |mut army: Army, piece: usize| {
                    army[piece] += 1;
                    army
                };
                (0..PIECES.len()).flat_map(move |piece| [[with(a, piece), b], [a, with(b, piece)]])
            });
            let larger: BTreeSet<[Army; 2]> = larger.map(ordered).collect();
            armies = larger.into_iter().collect();
        }
        Self::new(men.to_string(), armies)
    }

    /// Reads a class as in `KQKR`, or a number of men.
    pub(super) fn parse(text: &str) -> Result<Self, Message> {
        let wrong = || {
            message!(
                "{text:?} is no class of endgames: the pieces of one side are wanted, then those of the other, each from its king on, as in KQKR, or how many men there are at most, as in 4; {MOST} men in all are the most",
                "{text:?} n'est pas une classe de finales : il faut les pièces d'un camp puis celles de l'autre, chacun à partir de son roi, comme KQKR, ou le plus grand nombre de pièces, comme 4 ; au plus {MOST} pièces en tout"
            )
        };
        if let Some(men) = parse_number(text) {
            return if (3..=MOST).contains(&men) {
                Ok(Self::of_men(men))
            } else {
                Err(wrong())
            };
        }
        let mut armies: Vec<Army> = Vec::new();
        for letter in text.chars() {
            let piece = Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| wrong())?;
            match (
                PIECES.iter().position(|&other| other == piece),
                armies.last_mut(),
            ) {
                (None, _) => armies.push([0; 5]),
                (Some(piece), Some(army)) => army[piece] += 1,
                (Some(_), None) => return Err(wrong()),
            }
        }
        match armies[..] {
            [a, b] if text.len() <= MOST => {
                let armies = ordered([a, b]);
                Ok(Self::new(name_of(armies), vec![armies]))
            }
            _ => Err(wrong()),
        }
    }

    fn kings(&self, tier: &Tier) -> &Kings {
        &self.kings[usize::from(tier.has_pawns)]
    }

    /// The numbers of a tier with one side to move.
    fn half(&self, tier: &Tier) -> u64 {
        self.kings(tier).pairs.len() as u64 * tier.ways
    }

    /// Which tier a board belongs to, and whether the colours are exchanged there; `None` if it is in none.
    fn place(&self, board: &Board) -> Option<(u32, bool)> {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.or(rights.long).is_some()
        };
        let mut men = board.occupied();
        for _ in 0..MOST {
            men.0 &= men.0.wrapping_sub(1);
        }
        if !men.is_empty() || Color::ALL.into_iter().any(castles) {
            return None;
        }
        let army = |color| PIECES.map(|piece| count(board.colored_pieces(color, piece)));
        let armies = Color::ALL.map(army);
        let exchanged = match strength(armies[0]).cmp(&strength(armies[1])) {
            Ordering::Less => true,
            Ordering::Equal => board.side_to_move() == Color::Black,
            Ordering::Greater => false,
        };
        Some((tier_of(&self.by_armies, ordered(armies))?, exchanged))
    }

    /// Which tier a position belongs to, and where its men stand; `None` if it is in none.
    fn stand(&self, position: &Position) -> Option<(u32, Stand)> {
        let board = &position.board;
        let (tier, exchanged) = self.place(board)?;
        let black_to_move = board.side_to_move() == Color::Black;
        let colors = if exchanged {
            [Color::Black, Color::White]
        } else {
            Color::ALL
        };
        let flip = |squares: BitBoard| {
            if exchanged {
                squares.0.swap_bytes()
            } else {
                squares.0
            }
        };
        let stand = Stand {
            kings: colors
                .map(|color| flip(board.colored_pieces(color, Piece::King)).trailing_zeros() as u8),
            men: colors.map(|color| PIECES.map(|piece| flip(board.colored_pieces(color, piece)))),
            weak_to_move: black_to_move != exchanged,
            passed: position.en_passant.map(|file| file as u8),
        };
        Some((tier, stand))
    }

    /// The number of a stand, and whether its mirror image is itself.
    fn number(&self, tier: &Tier, stand: &Stand) -> (u64, bool) {
        let [white, _] = stand.kings;
        let mut view = View::default();
        if file(white) > 3 {
            view.mask |= 7;
        }
        if tier.has_pawns {
            return (self.number_by(tier, stand, view), false);
        }
        if rank(white) > 3 {
            view.mask |= 0o70;
        }
        let [white, black] = stand.kings.map(|king| view.see(king));
        // Which side of the diagonal the kings are on; the other men where both are on it.
        let side = |square| rank(square).cmp(&file(square));
        match side(white).then(side(black)) {
            Ordering::Less => (self.number_by(tier, stand, view), false),
            Ordering::Greater => {
                view.across = true;
                (self.number_by(tier, stand, view), false)
            }
            Ordering::Equal => {
                let one = self.number_by(tier, stand, view);
                view.across = true;
                let other = self.number_by(tier, stand, view);
                (one.min(other), one == other)
            }
        }
    }

    #[inline]
    fn number_by(&self, tier: &Tier, stand: &Stand, view: View) -> u64 {
        let kings = self.kings(tier);
        let mut number = kings.number(stand.kings.map(|king| view.see(king)));
        if stand.weak_to_move {
            number += kings.pairs.len() as u64;
        }
        for group in &tier.groups {
            let squares = stand.men[usize::from(group.weak)][group.piece];
            let mut stands = [0; MOST];
            let stands = &mut stands[..group.count];
            for (slot, square) in stands.iter_mut().zip(BitBoard(squares)) {
                let mut square = square as u8;
                if group.piece == PAWN {
                    // From the army's own side; see above for those that may be captured en passant.
                    square ^= if group.weak { 56 } else { 0 };
                    let is_passed = group.weak != stand.weak_to_move
                        && rank(square) == 3
                        && stand.passed == Some(file(square));
                    square = view.see(if is_passed { file(square) } else { square });
                    if group.squares == 48 {
                        square -= 8;
                    }
                } else {
                    square = view.see(square);
                }
                *slot = usize::from(square);
            }
            stands.sort_unstable();
            let way = self.combinations.rank(stands.iter().copied());
            number = number * group.ways + way;
        }
        number
    }

    /// The position with that number.
    fn position(&self, index: u32, number: u64) -> Option<Position> {
        let tier = self.tiers.get(index as usize)?;
        let mut rest = number;
        let mut builder = BoardBuilder::empty();
        let mut passed = None;
        let (mut ways, mut stands) = ([0; MOST], [0; MOST]);
        let groups = tier.groups.len();
        for (way, group) in ways.iter_mut().zip(tier.groups.iter().rev()) {
            *way = rest % group.ways;
            rest /= group.ways;
        }
        let kings = self.kings(tier);
        let pairs = kings.pairs.len() as u64;
        let is_even = tier.armies[0] == tier.armies[1];
        if rest >= pairs * if is_even { 1 } else { 2 } {
            return None;
        }
        let weak_to_move = rest >= pairs;
        for (color, king) in Color::ALL
            .into_iter()
            .zip(kings.pairs[(rest % pairs) as usize])
        {
            builder.board[usize::from(king)] = Some((Piece::King, color));
        }
        if weak_to_move {
            builder.side_to_move = Color::Black;
        }
        for (group, &way) in tier.groups.iter().zip(ways[..groups].iter().rev()) {
            let color = if group.weak {
                Color::Black
            } else {
                Color::White
            };
            let stands = &mut stands[..group.count];
            let combinations = &self.combinations;
            combinations.unrank_below(way, group.squares, stands);
            for &mut stand in stands {
                let mut square = stand as u8;
                if group.piece == PAWN {
                    if group.squares == 48 {
                        square += 8;
                    }
                    if rank(square) == 0 {
                        if group.weak == weak_to_move || passed.is_some() {
                            return None;
                        }
                        let rank = Rank::Third.relative_to(color);
                        passed = Some(Square::new(File::index(file(square).into()), rank));
                        square += 3 * 8;
                    }
                    square ^= if group.weak { 56 } else { 0 };
                }
                let on = &mut builder.board[usize::from(square)];
                if on.is_some() {
                    return None;
                }
                *on = Some((PIECES[group.piece], color));
            }
        }
        builder.en_passant = passed;
        let position = build(&builder)?;
        let [white, black] = kings.pairs[(rest % pairs) as usize];
        // Of two mirror images one is stored.
        let on_diagonal = file(white) == rank(white) && file(black) == rank(black);
        let is_stored = tier.has_pawns
            || !on_diagonal
            || self
                .stand(&position)
                .is_some_and(|(_, stand)| self.number(tier, &stand).0 == number);
        is_stored.then_some(position)
    }
}

/// The position of a builder, if it is one: a pawn that may be captured en passant must be so by a legal move.
fn build(builder: &BoardBuilder) -> Option<Position> {
    let position = Position::new(builder.build().ok()?);
    (position.en_passant.is_some() == builder.en_passant.is_some()).then_some(position)
}

/// The name of a class as in `KQKR`.
fn name_of(armies: [Army; 2]) -> String {
    let mut name = String::new();
    for army in armies {
        name.push('K');
        for (piece, count) in PIECES.into_iter().zip(army) {
            let letter = char::from(piece).to_ascii_uppercase();
            name.extend(std::iter::repeat_n(letter, count.into()));
        }
    }
    name
}

/// The stronger army first.
fn ordered([a, b]: [Army; 2]) -> [Army; 2] {
    if strength(a) >= strength(b) {
        [a, b]
    } else {
        [b, a]
    }
}

/// What captures and promotions, and both at once, make of two armies.
fn after([a, b]: [Army; 2]) -> impl Iterator<Item = [Army; 2]> {
    let less = |army: Army, piece: usize| {
        let mut less = army;
        less[piece] = less[piece].checked_sub(1)?;
        Some(less)
    };
    let promoted = move |army: Army| {
        let without = less(army, PAWN);
        (0..PAWN).filter_map(move |piece| {
            let mut with = without?;
            with[piece] += 1;
            Some(with)
        })
    };
    let captured = move |army: Army| (0..PIECES.len()).filter_map(move |piece| less(army, piece));
    [[a, b], [b, a]].into_iter().flat_map(move |[own, other]| {
        let movers = std::iter::once(own).chain(promoted(own));
        movers.flat_map(move |mover| {
            let left = captured(other).chain((mover != own).then_some(other));
            left.map(move |other| ordered([mover, other]))
        })
    })
}

impl Chess {
    /// Refuses positions that are not of the class.
    pub(super) fn check_class(&self, position: &Position) -> Result<(), Message> {
        let Some(endgame) = &self.endgame else {
            return Ok(());
        };
        if endgame.stand(position).is_some() {
            return Ok(());
        }
        let class = &endgame.name;
        Err(message!(
            "this position is not of the class {class}, nor does play lead to it from there; nobody may castle in one",
            "cette position n'est pas de la classe {class}, et le jeu n'y mène pas de là ; on n'y roque pas"
        ))
    }

    /// Whether this is a class of endgames of a game.
    pub(super) fn is_class_of(&self, game: &Self) -> bool {
        self.endgame.is_some() && game.endgame.is_none()
    }

    /// The first position of the class that is not over.
    pub(super) fn first_of_class(&self, endgame: &Endgame) -> Option<Position> {
        let top = endgame.tiers.len() as u32 - 1;
        let numbers = 0..self.dense(top).unwrap_or(0);
        let mut positions = numbers.filter_map(|number| endgame.position(top, number));
        positions.find(|position| self.outcome(position).is_none())
    }
}

impl Index for Chess {
    fn tiers(&self) -> u32 {
        let endgame = self.endgame.as_ref();
        endgame.map_or(0, |endgame| endgame.tiers.len() as u32)
    }

    fn tier(&self, position: &Position) -> u32 {
        let endgame = self.endgame.as_ref();
        let found = endgame.and_then(|endgame| endgame.place(&position.board));
        found.map_or(u32::MAX, |(tier, _)| tier)
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        let endgame = self.endgame.as_ref();
        endgame.map_or_else(Vec::new, |endgame| {
            endgame.tiers[tier as usize].child_tiers.clone()
        })
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        let endgame = self.endgame.as_ref()?;
        let tier = endgame.tiers.get(tier as usize)?;
        let [a, b] = tier.armies;
        Some(endgame.half(tier) * if a == b { 1 } else { 2 })
    }

    fn coverage(&self) -> Coverage {
        if self.endgame.is_some() {
            Coverage::Class
        } else {
            Coverage::Reachable
        }
    }

    fn number(&self, position: &Position) -> u64 {
        self.locate(position).1
    }

    fn position(&self, tier: u32, number: u64) -> Option<Position> {
        self.endgame.as_ref()?.position(tier, number)
    }

    fn canonical(&self, position: &Position) -> Position {
        let (tier, number) = self.locate(position);
        let canonical = self.position(tier, number);
        canonical.unwrap_or_else(|| position.clone())
    }

    #[inline]
    fn locate(&self, position: &Position) -> (u32, u64) {
        let found = self.endgame.as_ref().and_then(|endgame| {
            let (tier, stand) = endgame.stand(position)?;
            let (number, _) = endgame.number(&endgame.tiers[tier as usize], &stand);
            Some((tier, number))
        });
        found.unwrap_or((u32::MAX, 0))
    }

    /// The images under the symmetries of the board, with either colour.
    fn orbit_size(&self, position: &Position) -> u64 {
        let Some(endgame) = &self.endgame else {
            return 1;
        };
        let Some((tier, stand)) = endgame.stand(position) else {
            return 1;
        };
        let tier = &endgame.tiers[tier as usize];
        let views = if tier.has_pawns { 2 } else { 8 };
        let (_, is_own_image) = endgame.number(tier, &stand);
        2 * views / if is_own_image { 2 } else { 1 }
    }

    /// Quiet moves taken back by the side that has just moved. It may have passed over the right to capture en passant.
    fn predecessors_in_tier(&self, position: &Position, out: &mut Vec<Position>) -> bool {
        if self.endgame.is_none() {
            return false;
        }
        let board = &position.board;
        let mover = !board.side_to_move();
        let mut builder = BoardBuilder::from_board(board);
        builder.side_to_move = mover;
        builder.en_passant = None;
        for to in board.colors(mover) {
            let piece = board.piece_on(to).unwrap_or(Piece::King);
            for from in back(position, to, piece) {
                builder.board.swap(from as usize, to as usize);
                push_with_passing(&builder, out);
                builder.board.swap(from as usize, to as usize);
            }
        }
        true
    }
}

/// Where a piece of the side that is not to move may have come from without capturing.
fn back(position: &Position, to: Square, piece: Piece) -> BitBoard {
    let board = &position.board;
    let mover = !board.side_to_move();
    let occupied = board.occupied();
    // After a double step that can be answered en passant nothing else has moved.
    if let Some(file) = position.en_passant {
        return if piece == Piece::Pawn && to == Square::new(file, Rank::Fourth.relative_to(mover)) {
            Square::new(file, Rank::Second.relative_to(mover)).bitboard()
        } else {
            BitBoard::EMPTY
        };
    }
    let from = match piece {
        Piece::Knight => get_knight_moves(to),
        Piece::Bishop => get_bishop_moves(to, occupied),
        Piece::Rook => get_rook_moves(to, occupied),
        Piece::Queen => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
        Piece::King => get_king_moves(to) & !get_king_moves(board.king(!mover)),
        Piece::Pawn => return pawn_back(board, to),
    };
    from & !occupied
}

/// Where a pawn of the side that is not to move may have come from without capturing, if nothing can be captured en
/// passant now.
fn pawn_back(board: &Board, to: Square) -> BitBoard {
    let mover = !board.side_to_move();
    let forward: i8 = if mover == Color::White { 1 } else { -1 };
    let occupied = board.occupied();
    let mut from = BitBoard::EMPTY;
    let row = to.rank().relative_to(mover);
    if let Some(one) = to.try_offset(0, -forward)
        && row >= Rank::Third
        && !occupied.has(one)
    {
        from |= one.bitboard();
        if let Some(two) = one.try_offset(0, -forward)
            && row == Rank::Fourth
            && !occupied.has(two)
        {
            let mut builder = BoardBuilder::from_board(board);
            builder.en_passant = Some(one);
            let passes = builder
                .build()
                .is_ok_and(|board| en_passant(&board).is_some());
            if !passes {
                from |= two.bitboard();
            }
        }
    }
    from
}

/// Adds the position of a builder, and those in which the side to move may capture a pawn en passant.
fn push_with_passing(builder: &BoardBuilder, out: &mut Vec<Position>) {
    let Some(position) = build(builder) else {
        return;
    };
    let mover = position.board.side_to_move();
    let pawns = |color| position.board.colored_pieces(color, Piece::Pawn);
    let fourth = Rank::Fourth.relative_to(!mover).bitboard();
    if !pawns(mover).is_empty() {
        for pawn in pawns(!mover) & fourth {
            let over = Square::new(pawn.file(), Rank::Third.relative_to(!mover));
            let builder = BoardBuilder {
                en_passant: Some(over),
                ..builder.clone()
            };
            out.extend(build(&builder));
        }
    }
    out.push(position);
}
