//! The contents of a picture, independent of the output format: the look of each vertex, the geometry, the legend.

use super::layers::{groups_by_rank, layers};
use super::layout::{Direction, Extent, LOOP_ROOM, Layout, lay_out};
use super::{Layering, Marks, Style};
use crate::arena::{Arena, Ending};
use noyau_core::drawing::text;
use noyau_core::game::Side;
use noyau_core::language::{Language, Text};
use noyau_core::view::figure::Figure;

/// The font size of names, in pixels.
pub(super) const FONT: f64 = 13.0;
/// The font size of ranks and nimbers.
pub(super) const SMALL_FONT: f64 = 10.0;
/// The line spacing of names.
pub(super) const LINE: f64 = 14.0;
/// The height of the tab that holds a rank or a nimber.
pub(super) const TAB: f64 = 13.0;
/// The overlap of a tab with its shape.
pub(super) const TAB_INSIDE: f64 = 5.0;
/// The length of the arrow that marks the start.
pub(super) const START_ARROW: f64 = 22.0;
/// The maximum width of a line of a name, in units of the font size.
const WIDEST: f64 = 10.5;

/// How play ends at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The side to move loses, whichever it is.
    Lost,
    /// That side has won.
    Won(Side),
    /// Nobody has won.
    Drawn,
}

/// The look of a vertex.
#[derive(Debug)]
pub(super) struct Look {
    /// Its name, on one or two lines; none if it shows a board.
    pub(super) lines: Vec<String>,
    /// What is written below its name: which copy of a vertex it is in a doubled arena.
    pub(super) letter: Option<char>,
    /// The board inside it.
    pub(super) board: Option<Figure>,
    /// Its owner.
    pub(super) owner: Option<Side>,
    /// Half its width and height.
    pub(super) half: [f64; 2],
    /// Whether it is chosen.
    pub(super) chosen: bool,
    /// Whether it is drawn pale.
    pub(super) faded: bool,
    /// Its rank.
    pub(super) rank: Option<u32>,
    /// Its nimber.
    pub(super) nimber: Option<u32>,
    /// Whether play starts there.
    pub(super) start: bool,
    /// How play ends there, if it does.
    pub(super) end: Option<End>,
}

impl Look {
    /// Whether its shape is round.
    pub(super) fn is_round(&self) -> bool {
        self.owner != Some(Side::Second)
    }

    /// The radius of its corners.
    pub(super) fn corner(&self) -> f64 {
        if self.board.is_some() {
            if self.is_round() { 9.0 } else { 2.0 }
        } else if self.is_round() {
            self.half[0].min(self.half[1])
        } else {
            2.0
        }
    }

    /// The style classes, in addition to that of every vertex.
    pub(super) fn classes(&self) -> impl Iterator<Item = &'static str> {
        [
            self.owner.map(Side::name),
            self.rank.map(|_| "ranked"),
            self.chosen.then_some("chosen"),
            self.faded.then_some("faded"),
        ]
        .into_iter()
        .flatten()
    }

    /// The text of the tabs beside it: rank, then nimber.
    pub(super) fn tabs(&self) -> Vec<(Tab, String)> {
        let rank = self.rank.map(|rank| (Tab::Rank, rank.to_string()));
        let nimber = self
            .nimber
            .map(|nimber| (Tab::Nimber, format!("∗{nimber}")));
        rank.into_iter().chain(nimber).collect()
    }
}

/// The content of a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    Rank,
    Nimber,
}

/// The width of a tab.
pub(super) fn tab_width(label: &str) -> f64 {
    (text::width(label) * SMALL_FONT + 7.0).max(TAB + 2.0)
}

/// A line of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    First,
    Second,
    Start,
    Lost,
    Won(Side),
    Drawn,
    Chosen,
    Rank,
    Nimber,
    Strategy,
    Faded,
}

/// A picture: contents and geometry.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) looks: Vec<Look>,
    pub(super) layout: Layout,
    /// For each route, whether the strategy takes it and whether it is faded.
    pub(super) lines: Vec<(bool, bool)>,
    /// The legend, with only the entries that occur.
    pub(super) legend: Vec<(Entry, &'static str)>,
}

/// The layers of an arena in a given style.
pub(super) fn layers_of(arena: &Arena, marks: &Marks, style: &Style) -> super::layers::Layers {
    let groups = match (style.layering, &marks.ranks) {
        (Layering::Rank, Some(ranks)) => groups_by_rank(ranks, arena.len()),
        _ => Vec::new(),
    };
    layers(arena.graph(), arena.start(), &groups)
}

impl Scene {
    /// The picture of an arena with those marks.
    pub(super) fn new(arena: &Arena, marks: &Marks, style: &Style) -> Self {
        let graph = arena.graph();
        let looks = looks(arena, marks, style.letters);
        let extents: Vec<Extent> = graph
            .vertices()
            .zip(&looks)
            .map(|(v, look)| extent(look, graph.successors(v).contains(&v), style.direction))
            .collect();
        let layers = layers_of(arena, marks, style);
        let layout = lay_out(graph, &layers, &extents, style.direction, style.bends);
        let mut strategy = marks.strategy.clone();
        strategy.sort_unstable();
        let lines: Vec<(bool, bool)> = layout
            .routes
            .iter()
            .map(|route| {
                let taken = strategy.binary_search(&(route.from, route.to)).is_ok();
                let faded = looks[route.from as usize].faded || looks[route.to as usize].faded;
                (taken, faded)
            })
            .collect();
        let legend = legend(&looks, &lines, marks, style.language);
        Self {
            looks,
            layout,
            lines,
            legend,
        }
    }
}

/// How play ends at a vertex, if it does.
pub(super) fn end(arena: &Arena, v: u32) -> Option<End> {
    if !arena.graph().is_sink(v) {
        return None;
    }
    Some(match arena.ending(v) {
        Ending::First => End::Won(Side::First),
        Ending::Second => End::Won(Side::Second),
        Ending::Draw => End::Drawn,
        Ending::Unsaid => match arena.owner(v) {
            Some(owner) => End::Won(owner.other()),
            None => End::Lost,
        },
    })
}

/// How much smaller a board inside a vertex is than one by itself.
pub(super) const SHRINK: f64 = 0.5;

/// The name of a vertex in a doubled arena without its side, and the letter of that side.
fn split_copy(arena: &Arena, v: u32, letters: [char; 2]) -> Option<(String, char)> {
    let owner = arena.owner(v)?;
    let name = arena.name(v);
    let plain = name.strip_suffix(owner.name())?.strip_suffix(' ')?;
    Some((plain.to_owned(), letters[owner as usize]))
}

fn looks(arena: &Arena, marks: &Marks, letters: Option<[char; 2]>) -> Vec<Look> {
    let boards = marks.boards.as_ref();
    let names: Vec<(Vec<String>, Option<char>)> = (0..arena.len() as u32)
        .map(|v| {
            let split = letters.and_then(|letters| split_copy(arena, v, letters));
            match split {
                _ if boards.is_some() => (Vec::new(), None),
                Some((name, letter)) => (text::lines(&name, WIDEST), Some(letter)),
                None => (text::lines(&arena.name(v), WIDEST), None),
            }
        })
        .collect();
    let wide = |(lines, letter): &(Vec<String>, Option<char>)| {
        let widths = lines.iter().map(|line| text::width(line));
        let letter = letter.map_or(0.0, |_| SMALL_FONT * 0.7);
        FONT * widths.fold(0.0, f64::max) + letter
    };
    // If all names are short, all vertices have one size: circles and squares. Otherwise all have the same height.
    let widest = names.iter().map(&wide).fold(0.0, f64::max);
    let deepest = names
        .iter()
        .map(|(lines, _)| lines.len())
        .max()
        .unwrap_or(1);
    let compact = widest <= 36.0 && deepest <= 1;
    (0..)
        .zip(names)
        .map(|(v, name)| {
            let at = v as usize;
            let board = boards.and_then(|boards| boards.get(at)).cloned();
            let half = if let Some(board) = &board {
                board
                    .size()
                    .map(|side| (SHRINK * side / 2.0 + 5.0).max(15.0))
            } else if compact {
                [(widest / 2.0 + 5.0).max(15.0); 2]
            } else {
                let height = 14.0 + LINE / 2.0 * (deepest as f64 - 1.0);
                [(wide(&name) / 2.0 + 10.0).max(height + 4.0), height]
            };
            let (lines, letter) = name;
            Look {
                lines,
                letter,
                board,
                owner: arena.owner(v),
                half,
                chosen: marked(marks.chosen.as_ref(), at),
                faded: marked(marks.faded.as_ref(), at),
                rank: marks.ranks.as_ref().and_then(|ranks| *ranks.get(at)?),
                nimber: marks.nimbers.as_ref().and_then(|n| *n.get(at)?),
                start: v == arena.start(),
                end: end(arena, v),
            }
        })
        .collect()
}

/// Whether a vertex is marked; vertices beyond the length of the marks are not.
pub(super) fn marked(marks: Option<&Vec<bool>>, at: usize) -> bool {
    marks.is_some_and(|marks| marks.get(at).copied().unwrap_or(false))
}

fn extent(look: &Look, has_loop: bool, direction: Direction) -> Extent {
    let tabs = look.tabs();
    let after = match look.end {
        None => 0.0,
        Some(End::Lost) => 7.0,
        Some(_) => 19.0,
    };
    let before = if look.start { START_ARROW + 2.0 } else { 0.0 };
    let tabs_width: f64 = tabs.iter().map(|(_, label)| tab_width(label) + 2.0).sum();
    let (along, across, tabs_along, tabs_across) = match direction {
        Direction::Right => (look.half[0], look.half[1], tabs_width, TAB),
        Direction::Down => {
            let widths = tabs.iter().map(|(_, label)| tab_width(label));
            let height = tabs.len() as f64 * (TAB + 1.0);
            (
                look.half[1],
                look.half[0],
                height,
                widths.fold(0.0, f64::max),
            )
        }
    };
    let mut aside: f64 = if tabs.is_empty() {
        0.0
    } else {
        tabs_across - TAB_INSIDE
    };
    if has_loop {
        aside = aside.max(LOOP_ROOM);
    }
    let over = (tabs_along / 2.0 - along).max(0.0);
    Extent {
        along,
        across,
        corner: look.corner(),
        before: before.max(over),
        after,
        aside,
    }
}

fn legend(
    looks: &[Look],
    lines: &[(bool, bool)],
    marks: &Marks,
    language: Language,
) -> Vec<(Entry, &'static str)> {
    let any = |has: &dyn Fn(&Look) -> bool| looks.iter().any(has);
    let owned = any(&|look| look.owner.is_some());
    let ends = |end: End| any(&|look| look.end == Some(end));
    let entries = [
        (Entry::First, owned, FIRST),
        (Entry::Second, owned, SECOND),
        (Entry::Start, !looks.is_empty(), START),
        (Entry::Lost, ends(End::Lost), LOST),
        (
            Entry::Won(Side::First),
            ends(End::Won(Side::First)),
            FIRST_WON,
        ),
        (
            Entry::Won(Side::Second),
            ends(End::Won(Side::Second)),
            SECOND_WON,
        ),
        (Entry::Drawn, ends(End::Drawn), DRAWN),
        (
            Entry::Chosen,
            any(&|look| look.chosen),
            marks.chosen_name.unwrap_or(KERNEL),
        ),
        (
            Entry::Rank,
            any(&|look| look.rank.is_some()),
            marks.ranks_name.unwrap_or(RANK),
        ),
        (Entry::Nimber, any(&|look| look.nimber.is_some()), NIMBER),
        (
            Entry::Strategy,
            lines.iter().any(|line| line.0),
            marks.strategy_name.unwrap_or(STRATEGY),
        ),
        (Entry::Faded, any(&|look| look.faded), REMOVED),
    ];
    entries
        .into_iter()
        .filter(|&(_, occurs, _)| occurs)
        .map(|(entry, _, text)| (entry, text.get(language)))
        .collect()
}

const FIRST: Text = Text::new("First moves", "Premier joue");
const SECOND: Text = Text::new("Second moves", "Second joue");
const START: Text = Text::new("start", "départ");
const LOST: Text = Text::new("no move left", "plus de coup");
pub(super) const FIRST_WON: Text = Text::new("First has won", "Premier a gagné");
pub(super) const SECOND_WON: Text = Text::new("Second has won", "Second a gagné");
pub(super) const DRAWN: Text = Text::new("drawn", "partie nulle");
pub(super) const KERNEL: Text = Text::new("kernel", "noyau");
pub(super) const RANK: Text = Text::new("rank", "rang");
pub(super) const NIMBER: Text = Text::new("nimber", "nimber");
const STRATEGY: Text = Text::new("strategy", "stratégie");
pub(super) const REMOVED: Text = Text::new("removed", "supprimé");
