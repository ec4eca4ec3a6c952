//! Whole runs on games made at random, against their definitions worked out plainly.

use crate::driver::{Driver, Task};
use crate::failure::NotDone;
use crate::rounds::Rounds;
use crate::stop::Stop;
use noyau::Outcome;
use noyau::by_number::{ByNumber, Expansion, Goal, Layout, Link, State, TierLayout};
use noyau::format::code::{code_of_margin, code_of_value};
use noyau::format::header::Title;
use noyau::format::table::Table;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::solve::tiers::score::Score;
use noyau::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::Config;

type Place = (u32, u64);

/// A game that is nothing but numbers.
#[derive(Debug, Clone)]
struct Web {
    layout: Layout,
    links: BTreeMap<Place, Vec<Place>>,
    /// From which numbers of the same tier a move leads to each.
    before: BTreeMap<Place, Vec<u64>>,
    /// Margins, or −1, 0, 1 for a loss, a draw, a win.
    ends: BTreeMap<Place, Score>,
}

/// The game with an eye on its rules: how many positions they were asked about, and after how many a run is to stop.
/// Whoever asks once more meets the wish to stop at the end of the round, however fast or slow the machine is.
struct Counted {
    web: Arc<Web>,
    asked_about: AtomicU64,
    stop_after: u64,
    stop: Arc<AtomicBool>,
}

impl Counted {
    fn count(&self, positions: usize) {
        let before = self
            .asked_about
            .fetch_add(positions as u64, Ordering::Relaxed);
        if before + positions as u64 >= self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What kind of game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Every move leaves its tier.
    Layered,
    /// Moves go round, and predecessors are known.
    Round,
    /// Moves go round, and predecessors are not known.
    RoundForwards,
    /// One tier whose numbers go down, with nimbers.
    Descending,
    /// Points at the end, and every move leaves its tier.
    Pointed,
    /// Points at the end, moves go round, and predecessors are known.
    PointedRound,
}

impl Web {
    fn draw(sort: Sort, dense: bool, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        let mut below = |bound: u64| random.next_u64() % bound;
        let descends = sort == Sort::Descending;
        let tiers: u32 = if descends { 1 } else { 5 };
        let each: u64 = if descends { 9000 } else { 3000 };
        let spread = if dense || descends { 1 } else { 11 };
        let stays = matches!(sort, Sort::Round | Sort::RoundForwards | Sort::PointedRound);
        let mut links = BTreeMap::new();
        let mut ends = BTreeMap::new();
        for tier in 0..tiers {
            for i in 0..each {
                let here = (tier, i * spread);
                let count = below(5);
                let mut out: Vec<Place> = Vec::new();
                for _ in 0..count {
                    if descends {
                        if i > 0 {
                            // Far and near, so that chains cross the blocks of other workers.
                            let far = below(3) == 0;
                            let step = 1 + below(if far { i } else { i.min(40) });
                            out.push((0, (i - step.min(i)) * spread));
                        }
                        continue;
                    }
                    let lowest = tier.saturating_sub(2);
                    let to = if stays && below(3) > 0 {
                        tier
                    } else if tier > 0 {
                        lowest + below(u64::from(tier - lowest)) as u32
                    } else if stays {
                        tier
                    } else {
                        continue;
                    };
                    out.push((to, below(each) * spread));
                }
                if tier + 1 == tiers && i + 1 == each && !descends {
                    // The start leads to many, so that there is something to solve.
                    let many =
                        (0..6000).map(|_| (tier - 2 + below(2) as u32, below(each) * spread));
                    out.extend(many.collect::<Vec<_>>());
                }
                out.sort_unstable();
                out.dedup();
                if out.is_empty() {
                    let end = match (sort, below(3)) {
                        (Sort::Descending, _)
                        | (Sort::Layered | Sort::Round | Sort::RoundForwards, 0) => -1,
                        (Sort::Pointed | Sort::PointedRound, k) => k as Score * 3 - 4,
                        (_, 1) => 0,
                        _ => 1,
                    };
                    ends.insert(here, end);
                }
                links.insert(here, out);
            }
        }
        let mut before: BTreeMap<Place, Vec<u64>> = BTreeMap::new();
        for (from, to) in links
            .iter()
            .flat_map(|(from, out)| out.iter().map(move |to| (from, to)))
        {
            if from.0 == to.0 {
                before.entry(*to).or_default().push(from.1);
            }
        }
        let bound = each * spread;
        let tier_layout = |tier: u32| TierLayout {
            child_tiers: (tier.saturating_sub(2)..tier)
                .chain((stays || descends).then_some(tier))
                .collect(),
            dense: (dense || descends).then_some(bound),
            bound,
            expected: bound,
            descends,
        };
        let layout = Layout {
            // Where moves leave tiers, play also begins further down.
            starts: [(tiers - 1, (each - 1) * spread), (2, 7 * spread), (0, 0)]
                .into_iter()
                .filter(|start| start.0 < tiers)
                .collect(),
            goal: match sort {
                Sort::Pointed | Sort::PointedRound => Goal::Margins,
                Sort::Descending => Goal::Nimbers,
                _ => Goal::Outcomes,
            },
            is_whole: descends,
            plays_backwards: matches!(sort, Sort::Round | Sort::PointedRound),
            tiers: (0..tiers).map(tier_layout).collect(),
        };
        Self {
            layout,
            links,
            before,
            ends,
        }
    }

    /// The positions that a table holds.
    fn reachable(&self) -> BTreeSet<Place> {
        if self.layout.is_whole {
            return self.links.keys().copied().collect();
        }
        let mut seen = BTreeSet::from_iter(self.layout.starts.clone());
        let mut open = self.layout.starts.clone();
        while let Some(at) = open.pop() {
            for &to in &self.links[&at] {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    }

    /// The codes and nimbers of all positions by their definitions.
    fn truth(&self) -> BTreeMap<Place, (u32, Option<u16>)> {
        let all = self.reachable();
        if self.layout.goal == Goal::Margins {
            // For each k, widest first, who can force k is found by going through everything until nothing changes.
            let mut margins: BTreeMap<Place, Score> = BTreeMap::new();
            for k in (1..=4).rev() {
                loop {
                    let mut decided = Vec::new();
                    for at in all.iter().filter(|at| !margins.contains_key(at)) {
                        let moves = &self.links[at];
                        let after = || moves.iter().map(|to| margins.get(to));
                        let end = if moves.is_empty() { self.ends[at] } else { 0 };
                        if end == k || after().any(|m| m.is_some_and(|&m| m <= -k)) {
                            decided.push((*at, k));
                        } else if end == -k
                            || !moves.is_empty() && after().all(|m| m.is_some_and(|&m| m >= k))
                        {
                            decided.push((*at, -k));
                        }
                    }
                    if decided.is_empty() {
                        break;
                    }
                    margins.extend(decided);
                }
            }
            for at in &all {
                margins.entry(*at).or_insert(0);
            }
            let code = |margin: Score| code_of_margin(margin.into()).unwrap();
            return margins
                .into_iter()
                .map(|(at, m)| (at, (code(m), None)))
                .collect();
        }
        let mut values: BTreeMap<Place, Value> = BTreeMap::new();
        let mut last_change = 0;
        for distance in 0.. {
            let mut decided = Vec::new();
            for at in all.iter().filter(|at| !values.contains_key(at)) {
                let moves = &self.links[at];
                if moves.is_empty() {
                    if let Some(&end) = self.ends.get(at) {
                        let outcome = Outcome::of_margin(end.into());
                        decided.push((*at, Value::terminal(outcome)));
                    }
                    continue;
                }
                let after = || moves.iter().map(|to| values.get(to));
                let wins = after().any(|v| distance > 0 && v == Some(&Value::Loss(distance - 1)));
                let loses = after().all(|v| matches!(v, Some(Value::Win(d)) if *d < distance));
                if wins {
                    decided.push((*at, Value::Win(distance)));
                } else if loses {
                    decided.push((*at, Value::Loss(distance)));
                }
            }
            if !decided.is_empty() {
                last_change = distance;
            }
            values.extend(decided);
            if distance > last_change + 2 {
                break;
            }
        }
        let mut nimbers: BTreeMap<Place, u16> = BTreeMap::new();
        if self.layout.is_whole {
            for at in &all {
                let after: BTreeSet<u16> = self.links[at].iter().map(|to| nimbers[to]).collect();
                nimbers.insert(*at, (0..=u16::MAX).find(|n| !after.contains(n)).unwrap());
            }
        }
        let value = |at: &Place| values.get(at).copied().unwrap_or(Value::Draw);
        all.iter()
            .map(|at| {
                (
                    *at,
                    (code_of_value(value(at)).unwrap(), nimbers.get(at).copied()),
                )
            })
            .collect()
    }
}

impl ByNumber for Counted {
    fn layout(&self) -> &Layout {
        &self.web.layout
    }
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
        self.web.expand(tier, numbers, out);
        self.count(numbers.len());
    }
    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        self.web.before(tier, numbers, out);
        self.count(numbers.len());
    }
    fn orbit_sizes(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        self.web.orbit_sizes(tier, numbers, out);
    }
}

impl ByNumber for Web {
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
        out.links.clear();
        out.ends.clear();
        out.states.clear();
        for &number in numbers {
            let here = (tier, number);
            let links = self.links.get(&here).into_iter().flatten();
            out.links.extend(links.map(|&(tier, number)| Link {
                number,
                tier,
                gain: 0,
                keeps_turn: false,
            }));
            out.ends.push(out.links.len() as u32);
            out.states.push(match self.ends.get(&here) {
                Some(&end) => State::Over(end.into()),
                None if self.links.contains_key(&here) => State::Open,
                None => State::Gap,
            });
        }
    }
    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        for &number in numbers {
            out.extend(self.before.get(&(tier, number)).into_iter().flatten());
        }
    }
    fn orbit_sizes(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        out.clear();
        let is = |&number: &u64| u64::from(self.links.contains_key(&(tier, number)));
        out.extend(numbers.iter().map(is));
    }
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("noyau-cluster-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// One run of so many processes with so many workers each, as far as the workers know: they are threads of this one.
/// It is stopped after the rules were asked about so many positions, and says about how many they were.
fn run(
    web: &Arc<Web>,
    root: &Path,
    [processes, workers]: [usize; 2],
    memory: Option<u64>,
    stop_after: u64,
) -> Result<u64, NotDone> {
    let counted = Arc::new(Counted {
        web: Arc::clone(web),
        asked_about: AtomicU64::new(0),
        stop_after,
        stop: Arc::default(),
    });
    let stop = Arc::new(Stop::new(Limits {
        stop: Some(Arc::clone(&counted.stop)),
        ..Limits::default()
    }));
    let task = Task {
        title: Title {
            game: "web".to_owned(),
            rules: 1,
            content: None,
            start: "start".to_owned(),
            more_starts: Vec::new(),
            values: noyau::solve::tiers::values_of(&web.layout),
        },
        work: root.join("work"),
        save: root.join("save"),
        workers,
        memory,
        // What is stopped has kept all that it could; the others have nothing to keep it for.
        interval: if stop_after == u64::MAX {
            Duration::MAX
        } else {
            Duration::ZERO
        },
        local_peers: Arc::default(),
    };
    let (builders, guard) = Config::Process(processes * workers).try_build().unwrap();
    let game = Arc::clone(&counted);
    let guards =
        timely::execute::execute_from(builders, guard, WorkerConfig::default(), move |worker| {
            let rounds = Rounds::new(worker, workers, Arc::clone(&stop));
            Driver::new(&*game, rounds, task.clone(), Arc::clone(&stop)).and_then(Driver::run)
        })
        .unwrap();
    let ended = guards.join().into_iter().map(Result::unwrap);
    let ended: Result<Vec<_>, _> = ended.collect();
    ended.map(|_| counted.asked_about.load(Ordering::Relaxed))
}

fn compare(web: &Web, root: &Path, workers: usize) {
    let parts = fs::read_dir(root.join("save")).unwrap();
    let contents: Vec<Vec<u8>> = parts
        .map(|part| fs::read(part.unwrap().path()).unwrap())
        .collect();
    assert_eq!(contents.len(), workers);
    let files: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    let table = Table::open(&files).unwrap();
    let truth = web.truth();
    assert_eq!(table.header().counts.positions, truth.len() as u64);
    for ((tier, number), (code, nimber)) in truth {
        let entry = table.find(tier, number).unwrap();
        let entry = entry.unwrap_or_else(|| panic!("{tier} {number} is missing"));
        assert_eq!(entry.code, code, "tier {tier}, number {number}");
        assert_eq!(
            entry.nimber,
            nimber.map(u32::from),
            "tier {tier}, number {number}"
        );
    }
    assert!(!root.join("work").exists(), "the work is cleared away");
}

const SORTS: [Sort; 6] = [
    Sort::Layered,
    Sort::Round,
    Sort::RoundForwards,
    Sort::Descending,
    Sort::Pointed,
    Sort::PointedRound,
];

#[test]
fn every_sort_of_game_comes_out_by_its_definition() {
    for sort in SORTS {
        for (seed, shape) in (1..).zip([[1, 1], [2, 1], [1, 3], [2, 2]]) {
            let web = Arc::new(Web::draw(sort, seed % 2 == 0, seed));
            let root = folder(&format!("{sort:?}-{seed}"));
            run(&web, &root, shape, None, u64::MAX).unwrap();
            compare(&web, &root, shape[0] * shape[1]);
            fs::remove_dir_all(root).unwrap();
        }
    }
}

#[test]
fn little_memory_changes_nothing() {
    let web = Arc::new(Web::draw(Sort::Layered, false, 7));
    for shape in [[2, 1], [1, 2]] {
        let root = folder("small");
        // Less than what the lower tiers take, so that these go to the disk.
        run(&web, &root, shape, Some(30_000), u64::MAX).unwrap();
        compare(&web, &root, 2);
        fs::remove_dir_all(root).unwrap();
    }
    let root = folder("none");
    let refused = run(&web, &root, [1, 1], Some(1000), u64::MAX).unwrap_err();
    assert!(
        refused.to_string().contains("more memory each"),
        "{refused}"
    );
    fs::remove_dir_all(root).unwrap();
}

/// So much memory that batches are small, and a tier takes several rounds.
const LITTLE: Option<u64> = Some(1 << 23);

/// Stops a run after a part of what one that nobody stops asks of the rules.
fn stop_at(web: &Arc<Web>, root: &Path, shape: [usize; 2], memory: Option<u64>, percent: u64) {
    let whole = root.with_extension("whole");
    let all = run(web, &whole, shape, memory, u64::MAX).unwrap();
    fs::remove_dir_all(whole).unwrap();
    let why = run(web, root, shape, memory, all * percent / 100).unwrap_err();
    assert!(matches!(why, NotDone::Stopped(_)), "{why}");
}

#[test]
fn a_stopped_run_goes_on_with_another_number_of_workers() {
    for sort in SORTS {
        let web = Arc::new(Web::draw(sort, false, 5));
        for (percent, first, second, third) in [
            (12, [2, 1], [3, 1], [1, 1]),
            (55, [1, 1], [1, 2], [2, 1]),
            (90, [3, 1], [2, 1], [2, 2]),
        ] {
            let root = folder(&format!("stop-{sort:?}-{percent}"));
            stop_at(&web, &root, first, LITTLE, percent);
            // Stopped again as soon as it has done something.
            let why = run(&web, &root, second, LITTLE, 1).unwrap_err();
            assert!(matches!(why, NotDone::Stopped(_)), "{why}");
            run(&web, &root, third, LITTLE, u64::MAX).unwrap();
            compare(&web, &root, third[0] * third[1]);
            fs::remove_dir_all(root).unwrap();
        }
    }
}

#[test]
fn a_damaged_piece_is_made_again() {
    let web = Arc::new(Web::draw(Sort::Layered, false, 9));
    let root = folder("damaged");
    // All is enumerated, and half of it solved.
    stop_at(&web, &root, [2, 1], None, 75);
    let mut damaged = 0;
    for piece in fs::read_dir(root.join("work/worker-1-of-2")).unwrap() {
        let path = piece.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.starts_with("keys-") || name.starts_with("solved-") {
            let mut bytes = fs::read(&path).unwrap();
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            fs::write(&path, bytes).unwrap();
            damaged += 1;
        }
    }
    assert!(damaged >= 5, "a piece for each tier at least");
    run(&web, &root, [2, 1], None, u64::MAX).unwrap();
    compare(&web, &root, 2);
    fs::remove_dir_all(root).unwrap();
}
