//! Claims about every vertex: kernels, values, attractors, nimbers.

use super::graph::{End, Graph};
use super::json::Scanner;
use super::{FileProblem, Refused, Unreadable, Wrong};
use noyau_core::game::Side;
use noyau_core::language::{Message, Text};
use noyau_core::message;

/// A claim for the side to move, with the distance to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Lost(u32),
    /// Drawn, or undecided.
    Open,
    Won(u32),
}

impl Claim {
    /// The claim one ply earlier, for the side that moves there. The reader rejects the one distance that cannot
    /// grow.
    pub(super) fn before(self, same_side: bool) -> Self {
        match (self, same_side) {
            (Self::Open, _) => Self::Open,
            (Self::Won(n), false) | (Self::Lost(n), true) => Self::Lost(n + 1),
            (Self::Lost(n), false) | (Self::Won(n), true) => Self::Won(n + 1),
        }
    }

    /// Whether a claim is better for its side: a quicker win, then a draw, then a slower loss.
    pub(super) fn beats(self, other: Self) -> bool {
        match (self, other) {
            (Self::Won(n), Self::Won(m)) => n < m,
            (Self::Lost(n), Self::Lost(m)) => n > m,
            (Self::Won(_), _) | (Self::Open, Self::Lost(_)) => true,
            _ => false,
        }
    }

    pub(super) fn words(self) -> Message {
        match self {
            Self::Lost(n) => message!("lost in {n}", "perdu en {n}"),
            Self::Open => message!("drawn", "nul"),
            Self::Won(n) => message!("won in {n}", "gagné en {n}"),
        }
    }

    /// Reads `["win",3]` and the like.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Self, Unreadable> {
        const KNOWN: Text = Text::new(
            "[\"win\",k], [\"loss\",k] and [\"draw\"]",
            "[\"win\",k], [\"loss\",k] et [\"draw\"]",
        );
        Self::read_as(scanner, ["loss", "draw", "win"], KNOWN)
    }

    fn read_mark(scanner: &mut Scanner<'_>) -> Result<Self, Unreadable> {
        const KNOWN: Text = Text::new(
            "[\"won\",k], [\"lost\",k] and [\"undecided\"]",
            "[\"won\",k], [\"lost\",k] et [\"undecided\"]",
        );
        Self::read_as(scanner, ["lost", "undecided", "won"], KNOWN)
    }

    fn read_as(
        scanner: &mut Scanner<'_>,
        [lost, open, won]: [&str; 3],
        known: Text,
    ) -> Result<Self, Unreadable> {
        let at = scanner.here();
        let mut word = None;
        let mut distance = None;
        let mut more = false;
        scanner.array(|scanner| {
            if word.is_none() {
                word = Some(scanner.string()?);
            } else if distance.is_none() {
                distance = Some(scanner.number()?);
            } else {
                more = true;
                scanner.hop();
            }
            Ok::<(), Unreadable>(())
        })?;
        let word = word.unwrap_or_default();
        match distance {
            Some(n) if word == lost && !more => Ok(Self::Lost(n)),
            Some(n) if word == won && !more => Ok(Self::Won(n)),
            None if word == open => Ok(Self::Open),
            _ => {
                let word = word.into_owned();
                Err(scanner.problem(at, FileProblem::UnknownClaim { word, known }))
            }
        }
    }
}

/// Checks `marks`: the lost vertices are stable and absorb the won ones, distances decrease, and no side can force
/// play out of the undecided vertices.
pub(super) fn kernel(graph: &Graph<'_>, claim: &Scanner<'_>) -> Result<(), Refused> {
    let [marks] = super::members(claim, ["marks"])?;
    let marks = super::required(claim, marks, "marks")?;
    let marks = graph.names.each(&marks, Claim::Open, Claim::read_mark)?;
    for v in graph.vertices() {
        let claimed = marks[v as usize];
        let successors = graph.successors(v).iter();
        let best = best(successors.map(|&w| (w, marks[w as usize].before(false))));
        let truth = best.map_or(Claim::Lost(0), |(_, truth)| truth);
        if claimed == truth {
            continue;
        }
        let vertex = graph.name(v);
        let claim = mark_words(claimed);
        let Some((w, _)) = best else {
            return Err(Wrong::SinkMark { vertex, claim }.into());
        };
        let successor = || graph.name(w);
        let wrong = match (claimed, truth) {
            (Claim::Lost(_), Claim::Won(_)) => Wrong::KernelNotStable {
                vertex,
                claim,
                successor: successor(),
            },
            (Claim::Lost(_), Claim::Open) => Wrong::LostButNotForced {
                vertex,
                claim,
                successor: successor(),
            },
            (Claim::Won(_), Claim::Lost(_) | Claim::Open) => {
                Wrong::KernelNotAbsorbing { vertex, claim }
            }
            (Claim::Open, Claim::Won(_)) => Wrong::UndecidedButWon {
                vertex,
                successor: successor(),
            },
            (Claim::Open, Claim::Lost(_)) => Wrong::UndecidedButLost { vertex },
            _ => Wrong::KernelDistance {
                vertex,
                claim,
                truth: mark_words(truth),
            },
        };
        return Err(wrong.into());
    }
    Ok(())
}

fn mark_words(mark: Claim) -> Message {
    match mark {
        Claim::Open => message!("undecided", "indécis"),
        decided => decided.words(),
    }
}

/// The best successor for the mover, the first of equals.
pub(super) fn best(successors: impl Iterator<Item = (u32, Claim)>) -> Option<(u32, Claim)> {
    let mut best: Option<(u32, Claim)> = None;
    for (w, got) in successors {
        if best.is_none_or(|(_, most)| got.beats(most)) {
            best = Some((w, got));
        }
    }
    best
}

/// Checks `values`: outcome and distance of every vertex for the side to move.
pub(super) fn values(graph: &Graph<'_>, claim: &Scanner<'_>) -> Result<(), Refused> {
    let [values] = super::members(claim, ["values"])?;
    let values = super::required(claim, values, "values")?;
    let values = graph.names.each(&values, Claim::Open, Claim::read)?;
    for v in graph.vertices() {
        let claimed = values[v as usize];
        let same_side = |w: u32| graph.owner(v).is_some() && graph.owner(v) == graph.owner(w);
        let successors = graph.successors(v).iter();
        let best = best(successors.map(|&w| (w, values[w as usize].before(same_side(w)))));
        let Some((w, truth)) = best else {
            let truth = match graph.end(v) {
                Some(End::Drawn) => Claim::Open,
                Some(End::Won(side)) if graph.owner(v) == Some(side) => Claim::Won(0),
                _ => Claim::Lost(0),
            };
            if claimed == truth {
                continue;
            }
            let (claim, truth) = (claimed.words(), truth.words());
            return Err(super::wrong_end(graph.name(v), claim, truth));
        };
        if claimed != truth {
            let (vertex, successor) = (graph.name(v), graph.name(w));
            let (claim, truth) = (claimed.words(), truth.words());
            let other = values[w as usize].words();
            return Err(Refused::Wrong(if same_side(w) {
                Wrong::ValueOfSame {
                    vertex,
                    claim,
                    successor,
                    other,
                    truth,
                }
            } else {
                Wrong::Value {
                    vertex,
                    claim,
                    successor,
                    other,
                    truth,
                }
            }));
        }
    }
    Ok(())
}

/// The rank outside an attractor. The reader rejects it as a number.
const OUTSIDE: u32 = u32::MAX;

fn rank_words(rank: u32) -> Message {
    match rank {
        OUTSIDE => message!("outside", "dehors"),
        rank => message!("of rank {rank}", "de rang {rank}"),
    }
}

/// Checks `rank`: each rank is minimal, and the opponent can stay outside the attractor.
pub(super) fn attractor(graph: &Graph<'_>, claim: &Scanner<'_>) -> Result<(), Refused> {
    let keys = ["player", "targets", "rank"];
    let [player, targets, ranks] = super::members(claim, keys)?;
    let player: Side = super::side(&mut super::required(claim, player, "player")?)?;
    let mut is_target = vec![false; graph.names.len()];
    super::required(claim, targets, "targets")?.array(|scanner| {
        let v = graph.names.vertex(scanner)?;
        is_target[v as usize] = true;
        Ok::<(), Unreadable>(())
    })?;
    let ranks = super::required(claim, ranks, "rank")?;
    let ranks = graph.names.each(&ranks, OUTSIDE, |scanner| {
        if scanner.null() {
            Ok(OUTSIDE)
        } else {
            scanner.number()
        }
    })?;
    if !graph.has_owners() {
        return Err(Wrong::NoOwners.into());
    }
    for v in graph.vertices() {
        let claimed = ranks[v as usize];
        let vertex = || graph.name(v);
        let claim = || rank_words(claimed);
        if is_target[v as usize] || claimed == 0 {
            if claimed != 0 {
                let (vertex, claim) = (vertex(), claim());
                return Err(Wrong::TargetRank { vertex, claim }.into());
            }
            if !is_target[v as usize] {
                return Err(Wrong::NotATarget { vertex: vertex() }.into());
            }
            continue;
        }
        // The player minimises the rank, the opponent maximises it; outside is the maximum.
        let own = graph.owner(v) == Some(player);
        let successors = graph.successors(v).iter().copied();
        let rank_of = |w: &u32| ranks[*w as usize];
        let best = if own {
            successors.min_by_key(rank_of)
        } else {
            successors.rev().max_by_key(rank_of)
        };
        let Some(w) = best else {
            if claimed != OUTSIDE {
                let (vertex, claim) = (vertex(), claim());
                return Err(Wrong::FinalRank { vertex, claim }.into());
            }
            continue;
        };
        let truth = ranks[w as usize].saturating_add(1);
        if claimed != truth {
            return Err(Wrong::Rank {
                vertex: vertex(),
                claim: claim(),
                owner: if own { player } else { player.other() }.name(),
                successor: graph.name(w),
                other: rank_words(ranks[w as usize]),
                truth: rank_words(truth),
            }
            .into());
        }
    }
    Ok(())
}

/// Checks `nimber`: the graph has no cycle, and each nimber is the mex of the successors' nimbers.
pub(super) fn nimbers(graph: &Graph<'_>, claim: &Scanner<'_>) -> Result<(), Refused> {
    let [nimbers] = super::members(claim, ["nimber"])?;
    let nimbers = super::required(claim, nimbers, "nimber")?;
    let nimbers = graph.names.each(&nimbers, 0, Scanner::number)?;
    no_cycle(graph)?;
    // `seen[k]` is v + 1 if a successor of v has nimber k.
    let mut seen: Vec<u32> = Vec::new();
    for v in graph.vertices() {
        let nimber = nimbers[v as usize];
        let successors = graph.successors(v);
        if seen.len() < successors.len() {
            seen.resize(successors.len(), 0);
        }
        for &w in successors {
            if nimbers[w as usize] == nimber {
                return Err(Wrong::NimberTaken {
                    vertex: graph.name(v),
                    nimber,
                    successor: graph.name(w),
                }
                .into());
            }
            if let Some(seen) = seen.get_mut(nimbers[w as usize] as usize) {
                *seen = v + 1;
            }
        }
        // The mex is at most the degree.
        let less = (0..nimber).find(|&k| seen.get(k as usize) != Some(&(v + 1)));
        if let Some(less) = less {
            return Err(Wrong::NimberSkipped {
                vertex: graph.name(v),
                nimber,
                less,
            }
            .into());
        }
    }
    Ok(())
}

fn no_cycle(graph: &Graph<'_>) -> Result<(), Wrong> {
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![0u8; graph.names.len()];
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in graph.vertices() {
        if state[root as usize] != 0 {
            continue;
        }
        state[root as usize] = ON_PATH;
        path.push((root, 0));
        while let Some((v, edge)) = path.pop() {
            let Some(&w) = graph.successors(v).get(edge as usize) else {
                state[v as usize] = DONE;
                continue;
            };
            path.push((v, edge + 1));
            if state[w as usize] == 0 {
                state[w as usize] = ON_PATH;
                path.push((w, 0));
            } else if state[w as usize] == ON_PATH {
                let from = path.iter().position(|&(u, _)| u == w).unwrap_or(0);
                let mut cycle: Vec<u32> = path[from..].iter().map(|&(u, _)| u).collect();
                cycle.push(w);
                return Err(Wrong::Cycle {
                    cycle: graph.line(&cycle),
                });
            }
        }
    }
    Ok(())
}
