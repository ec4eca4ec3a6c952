//! Learns a heuristic for the current game, and searches with it.

use super::open::{Open, State};
use super::spec::Spec;
use super::trees::TreeAnswer;
use noyau_core::cells::{Cells, Groups};
use noyau_core::game::Side;
use noyau_core::heuristic::{Judge, Score};
use noyau_core::language::Message;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_core::parallel::lock;
use noyau_core::random::SplitMix;
use noyau_core::symmetry::Symmetric;
use noyau_core::view::View;
use noyau_learn::{
    About, Board, CellState, Design, Evaluation, Features, Learned, Reader, Scratch, play_round,
    states_of_views,
};
use noyau_search::textbook::{Algorithm, Form, GameNode, Window};
use std::cell::RefCell;
use std::sync::{Arc, Mutex};

/// The functions of cells, without the trait bound.
pub(super) struct CellsOf<G: Notation> {
    states: fn(&G) -> usize,
    read: fn(&G, &G::Position, &mut [u8]),
    counts: fn(&G) -> Vec<u16>,
    groups: fn(&G) -> Groups,
    progress: fn(&G, &G::Position) -> u32,
}

impl<G: Notation + Cells> CellsOf<G> {
    pub(super) const fn new() -> Self {
        Self {
            states: G::states,
            read: G::read_cells,
            counts: G::counts,
            groups: G::groups,
            progress: G::progress,
        }
    }
}

/// The functions of symmetries, without the trait bound.
pub(super) struct SymmetryOf<G: Notation> {
    pub(super) count: fn(&G) -> usize,
    pub(super) image: fn(&G, &G::Position, usize) -> G::Position,
}

impl<G: Notation + Symmetric> SymmetryOf<G> {
    pub(super) const fn new() -> Self {
        Self {
            count: G::symmetries,
            image: G::transform,
        }
    }
}

/// The score of a learned value of 1, which is a win.
const UNIT: f32 = 10_000.0;
/// The name of the lead among the heuristics.
const POINTS: &str = "points";

/// The largest number of cells, with counts, on which a search is judged by patterns.
const MOST_CELLS: usize = 512;

/// An open game as input of learning.
struct FeatureSource<'a, G: Notation> {
    open: &'a Open<G>,
    /// Names the cell states seen in pictures, for games that do not define them.
    reader: Reader,
    /// The heuristics used as features, with their scales; `None` is the lead.
    heuristics: Vec<(Option<Opinion<G>>, f32)>,
}

type Opinion<G> = fn(&G, &<G as noyau_core::game::Game>::Position) -> Score;

impl<'a, G: Notation> FeatureSource<'a, G> {
    fn new(open: &'a Open<G>, learned: &Learned) -> Self {
        let features = &learned.about.features;
        let opinions = opinions(open.spec, features);
        let heuristics = opinions.zip(features.heuristics.iter().map(|(_, scale)| *scale));
        Self {
            open,
            reader: Reader::new(&features.views),
            heuristics: heuristics.collect(),
        }
    }
}

/// The heuristics used as features; `None` is the lead.
fn opinions<'a, G: Notation>(
    spec: &'a Spec<G>,
    features: &'a Features,
) -> impl Iterator<Item = Option<Opinion<G>>> + 'a {
    features.heuristics.iter().map(|(name, _)| {
        let mut own = spec.heuristics.iter();
        let own = own.find(|heuristic| heuristic.name == name);
        own.map(|heuristic| heuristic.score)
    })
}

/// A learned heuristic at the horizon of a search.
struct LearnedJudge<G: Notation> {
    spec: &'static Spec<G>,
    evaluation: Arc<Evaluation>,
    opinions: Vec<Option<Opinion<G>>>,
    /// For games that do not define the states of their cells.
    reader: Reader,
}

impl<G: Notation> Judge<G> for LearnedJudge<G> {
    fn score(&self, game: &G, position: &G::Position, lead: i32) -> Score {
        let mut room = [0; MOST_CELLS];
        let cells = &mut room[..self.evaluation.cells()];
        let to_move = game.to_move(position);
        let mut progress = 0;
        if cells.is_empty() {
            // Only heuristics are features.
        } else if let Some(own) = &self.spec.cells {
            (own.read)(game, position, cells);
            progress = (own.progress)(game, position);
        } else {
            let side = to_move.unwrap_or(Side::First);
            self.reader.read(&game.view(position, side), side, cells);
        }
        let heuristics = self.opinions.iter();
        let heuristics = heuristics.map(|own| own.map_or(lead, |score| score(game, position)));
        let last = self.evaluation.about.features.sides - 1;
        let side = to_move.map_or(0, |side| (side as usize).min(last));
        self.evaluation.score(cells, heuristics, side, progress)
    }
}

/// The learned heuristics of an open game.
#[derive(Default)]
pub(super) struct LearnedOf {
    /// The one that was handed in.
    given: Option<Arc<Evaluation>>,
    /// The one that the game comes with, once it has been read.
    own: Mutex<Option<Arc<Evaluation>>>,
}

impl<G: Notation> Open<G> {
    /// The file of the heuristic that the game comes with.
    fn evaluation_file(&self) -> Option<&'static [u8]> {
        let parameters = self.game.parameters();
        let mut files = self.spec.evaluations.iter();
        let file = files.find(|(name, _)| *name == parameters);
        file.map(|(_, bytes)| *bytes)
    }

    /// Whether there is a learned heuristic.
    pub(super) fn has_evaluation(&self) -> bool {
        self.learned.given.is_some() || self.evaluation().is_some()
    }

    /// The learned heuristic that was handed in, or else that the game comes with.
    pub(super) fn learned_opinion(&self) -> Option<noyau_core::heuristic::Opinion<G>> {
        let evaluation = match &self.learned.given {
            Some(given) => Arc::clone(given),
            None => self.evaluation()?,
        };
        let features = &evaluation.about.features;
        let judge = LearnedJudge {
            spec: self.spec,
            opinions: opinions(self.spec, features).collect(),
            reader: Reader::new(&features.views),
            evaluation,
        };
        Some(noyau_core::heuristic::Opinion::Learned(Arc::new(judge)))
    }

    /// The picture of the start, whose cells are those of all positions.
    fn first_view(&self) -> (View, Side) {
        let start = self.game.start();
        let side = self.game.to_move(&start).unwrap_or(Side::First);
        (self.game.view(&start, side), side)
    }

    /// Whether something was learned of this game, with its parameters and rules.
    fn fits(&self, about: &About) -> bool {
        let features = &about.features;
        let cells_fit = match &self.spec.cells {
            None => true,
            Some(cells) => {
                let shown = self.first_view().0.cells.len();
                let counts = (cells.counts)(&self.game);
                features.cells == shown + counts.len()
                    && features.counts == counts
                    && features.states == (cells.states)(&self.game)
            }
        };
        let rules = about.rules == self.spec.info.version;
        about.game == super::Cursor::name(self)
            && rules
            && features.cells <= MOST_CELLS
            && (features.cells == 0 || cells_fit)
    }
}

impl<G: Notation> FeatureSource<'_, G> {
    #[inline]
    fn read(&self, position: &G::Position, side: Side, lead: i32, scratch: &mut Scratch) {
        let game = &self.open.game;
        if scratch.cells.is_empty() {
            // Only heuristics are features.
        } else if let Some(cells) = &self.open.spec.cells {
            (cells.read)(game, position, &mut scratch.cells);
            scratch.progress = (cells.progress)(game, position);
        } else {
            let view = game.view(position, side);
            self.reader.read(&view, side, &mut scratch.cells);
        }
        for (place, (own, scale)) in scratch.heuristics.iter_mut().zip(&self.heuristics) {
            let number = own.map_or(lead, |score| score(game, position));
            *place = number as f32 / scale;
        }
    }
}

/// A game and random positions of it, type-erased for the design of features.
struct FeatureSample<'a> {
    design: &'a Design,
    /// The number of positions.
    positions: usize,
    /// The picture of the position with that number, or of the start.
    view: &'a dyn Fn(Option<usize>) -> (View, Side),
    /// The names of the heuristics.
    heuristics: Vec<&'static str>,
    /// The score of a heuristic, by number, for a position, by number.
    score: &'a dyn Fn(usize, usize) -> Score,
    /// The scale of the lead, if moves win points.
    lead: Option<f32>,
    /// The number of states of a cell and the limits of the counts, if the game defines them.
    states: Option<(usize, Vec<u16>)>,
    /// The groups that the game names.
    groups: Groups,
    /// The number of sides with separate weights.
    sides: usize,
}

impl FeatureSample<'_> {
    /// An untrained heuristic for the game with that name, version and start.
    fn begin(&self, named: (String, u32, String)) -> Result<Learned, Message> {
        let heuristics = self.scaled_heuristics();
        let (mut board, mut pictures) = (Board::default(), Vec::new());
        if self.design.patterns {
            (board.places, pictures) = self.cells();
            board.groups = self.groups.clone();
        }
        if let Some((states, counts)) = &self.states {
            (board.states, board.counts) = (*states, counts.clone());
        }
        if board.places.is_empty() && heuristics.is_empty() {
            return Err(noyau_core::message!(
                "there is nothing to learn from: this game shows no such features; right would be --features patterns or heuristics",
                "il n'y a rien dont apprendre : ce jeu n'a pas de telles caractéristiques ; il faudrait --features patterns ou heuristics"
            ));
        }
        let (design, sides) = (self.design, self.sides);
        Ok(Learned::begin(
            named, design, board, &pictures, heuristics, sides,
        ))
    }

    /// The coordinates of the cells that patterns cover, and their states in random positions if the game does not
    /// define them.
    fn cells(&self) -> (Vec<(i32, i32)>, Vec<Vec<CellState>>) {
        let (start, _) = (self.view)(None);
        let mut places = Board::places_of(&start);
        let mut pictures = Vec::new();
        if let Some((_, counts)) = &self.states {
            // Counts are nowhere on the board.
            places.resize(start.cells.len() + counts.len(), (0, 0));
        } else {
            let views = (0..self.positions).map(|i| (self.view)(Some(i)));
            pictures.extend(views.map(|(view, side)| states_of_views(&view, side)));
            // Boards of varying shape have no fixed cells.
            if pictures.iter().any(|states| states.len() != places.len()) {
                places.clear();
                pictures.clear();
            }
        }
        (places, pictures)
    }

    /// The heuristics used as features, each scaled by its size in random positions.
    fn scaled_heuristics(&self) -> Vec<(String, f32)> {
        let own = self.heuristics.iter().enumerate();
        let own = own.filter(|_| self.design.heuristics).map(|(h, name)| {
            let squares = (0..self.positions).map(|i| {
                let score = f64::from((self.score)(h, i));
                score * score
            });
            let mean = squares.sum::<f64>() / self.positions.max(1) as f64;
            ((*name).to_owned(), mean.sqrt().max(1.0) as f32)
        });
        let lead = self.lead.map(|scale| (POINTS.to_owned(), scale));
        own.chain(lead).collect()
    }
}

/// The cell states of the images of positions under each symmetry; `read` reads the image of one position.
fn images(
    symmetries: usize,
    positions: usize,
    mut scratch: Scratch,
    read: &dyn Fn(usize, usize, &mut Scratch),
) -> Vec<Vec<Vec<u8>>> {
    let mut image = |s, i| {
        read(s, i, &mut scratch);
        scratch.cells.clone()
    };
    (0..symmetries)
        .map(|s| (0..positions).map(|i| image(s, i)).collect())
        .collect()
}

/// Heuristics learned from self-play.
pub trait Learning: Send {
    /// An untrained heuristic for games that start here.
    fn begin_learning(&self, design: &Design) -> Result<Learned, Message>;
    /// Plays the next round of games from here and learns from them; learns nothing if a limit is reached.
    fn learn(&self, learned: &mut Learned, limits: &Limits) -> Result<(), Stopped>;
    /// Searches to a fixed depth by alpha-beta with the learned heuristic at the horizon, which must be about this
    /// game: see [`is_about`](Self::is_about).
    fn search_learned(
        &self,
        learned: &Learned,
        depth: u32,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped>;
    /// Whether the learned heuristic is for this game, with its parameters and rules.
    fn is_about(&self, learned: &Learned) -> bool;
    /// Uses that heuristic where one called `learned` is asked for, if it is about this game; or again the one that the
    /// game comes with.
    fn judge_by(&mut self, evaluation: Option<Arc<Evaluation>>);
    /// The learned heuristic that the game comes with, with its parameters and rules.
    fn evaluation(&self) -> Option<Arc<Evaluation>>;
}

impl<G: Notation> Learning for Open<G> {
    fn begin_learning(&self, design: &Design) -> Result<Learned, Message> {
        let positions = self.random_positions(design.plies, design.seed);
        let (game, spec) = (&self.game, self.spec);
        let start = self.now();
        let view = |number: Option<usize>| {
            let (position, side) = match number {
                None if spec.cells.is_some() => return self.first_view(),
                None => (&start.position, start.side),
                Some(i) => (&positions[i].0, positions[i].1),
            };
            (game.view(position, side), side)
        };
        let groups = spec.cells.as_ref().map(|cells| (cells.groups)(game));
        let groups = groups.unwrap_or_default();
        let has_side = game.to_move(&start.position).is_some() && !groups.sides_alike;
        let sample = FeatureSample {
            design,
            positions: positions.len(),
            view: &view,
            heuristics: spec.heuristics.iter().map(|own| own.name).collect(),
            score: &|h, i| spec.heuristics[h].of(game, &positions[i].0),
            // A lead of a few points decides; the weight is learned.
            lead: (spec.payoff.along_moves()).then(|| spec.payoff.units(game) as f32),
            states: (spec.cells.as_ref()).map(|cells| ((cells.states)(game), (cells.counts)(game))),
            groups,
            sides: 1 + usize::from(has_side),
        };
        let name = super::Cursor::name(self);
        let text = super::Cursor::position(self);
        let plain = sample.begin((name, spec.info.version, text))?;
        let Some(symmetry) = &self.spec.symmetries else {
            return Ok(plain);
        };
        // The states are numbered now, so that images can be compared.
        let source = FeatureSource::new(self, &plain);
        let image = |s: usize, i: usize, scratch: &mut Scratch| {
            let (position, side) = &positions[i];
            let image = (symmetry.image)(&self.game, position, s);
            source.read(&image, *side, 0, scratch);
        };
        let count = (symmetry.count)(&self.game);
        let images = images(count, positions.len(), plain.scratch(), &image);
        Ok(plain.with_images(&images))
    }

    fn learn(&self, learned: &mut Learned, limits: &Limits) -> Result<(), Stopped> {
        let source = FeatureSource::new(self, learned);
        let read = |position: &G::Position, side, lead, scratch: &mut Scratch| {
            source.read(position, side, lead, scratch);
        };
        let State { position, side, .. } = self.now();
        let start = (position, *side, self.lead());
        let tactics = self.spec.tactics.as_ref();
        play_round(self.rules(), tactics, &read, start, learned, limits)
    }

    fn search_learned(
        &self,
        learned: &Learned,
        depth: u32,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        let source = FeatureSource::new(self, learned);
        let scratch = RefCell::new(learned.scratch());
        let last = learned.about.features.sides - 1;
        let opinion = |node: &GameNode<G::Position>| {
            self.value_of(node, |lead| {
                let (side, scratch) = (node.side, &mut *scratch.borrow_mut());
                source.read(&node.position, side, lead, scratch);
                let value = learned.value(scratch, (side as usize).min(last));
                (value * UNIT).round() as Score
            })
        };
        let algorithm = Algorithm::AlphaBeta(Form::Extreme);
        self.search_judged(depth, &opinion, Window::FULL, algorithm, limits)
    }

    fn is_about(&self, learned: &Learned) -> bool {
        self.fits(&learned.about)
    }

    fn judge_by(&mut self, evaluation: Option<Arc<Evaluation>>) {
        self.learned.given = evaluation.filter(|given| self.fits(&given.about));
    }

    fn evaluation(&self) -> Option<Arc<Evaluation>> {
        let mut own = lock(&self.learned.own);
        if own.is_none() {
            let evaluation = Evaluation::from_bytes(self.evaluation_file()?).ok()?;
            *own = self.fits(&evaluation.about).then(|| Arc::new(evaluation));
        }
        own.clone()
    }
}

impl<G: Notation> Open<G> {
    /// Positions of random games from here that are not terminal, with the side to move.
    fn random_positions(&self, most_plies: u32, seed: u64) -> Vec<(G::Position, Side)> {
        const GAMES: usize = 200;
        const MOST: usize = 4000;
        let mut random = SplitMix(seed);
        let mut found = Vec::new();
        for _ in 0..GAMES {
            let State { position, side, .. } = self.now();
            let (mut position, mut side) = (position.clone(), *side);
            for _ in 0..most_plies {
                let moves = self.legal(&position);
                if found.len() == MOST || self.game.outcome(&position).is_some() {
                    break;
                }
                found.push((position.clone(), side));
                let Some(&mv) = moves.get(random.below(moves.len())) else {
                    break;
                };
                side = side.after(self.game.keeps_turn(&position, mv));
                self.game.play(&mut position, mv);
            }
        }
        found
    }
}
