//! Verifies tables against the rules, independently of the solvers: the moves of every position are generated
//! again, and its entry is compared with those of its successors.
//!
//! Why this suffices:
//! - The table contains the starts and all successors of its entries, and each entry is reached from a start: the
//!   entries are exactly the reachable positions, and each is checked. The table of a class of endgames contains every
//!   position that has a number instead.
//! - Wins and losses carry distances, which by the equations decrease to an end. A drawn position has no move to a
//!   lost position and, unless it is terminal, one to a drawn one: either side can keep the other from winning.
//! - Margins carry no distance, so positions on a cycle could vouch for each other. So the side with a positive
//!   margin must be able to force play, by moves that preserve the margin, to where it is settled: to an end, to a
//!   lower tier, or to where the claim is zero. That is an attractor, computed here by passes over the tier until
//!   nothing is added.
//! - A nimber is the mex of the successors' nimbers; the absence of cycles is checked in the same way.
//!
//! O(moves), with one lookup per move; for margins on cycles, times the passes of the attractor.

mod load;
mod settled;
mod walk;

use noyau_core::language::{Language, Localized, Message};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::table_rules::{Key, TableRules};
use noyau_format::header::Values;
use noyau_format::table::Table;
use noyau_format::{Damage, Unusable};
use std::collections::BTreeMap;
use walk::{Auditor, Marks};

/// The statistics of a successful verification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audited {
    /// Entries checked.
    pub entries: u64,
    /// Positions that they represent.
    pub positions: u64,
    /// Moves generated.
    pub moves: u64,
    /// Positions, images included, with exactly one winning move.
    pub single: u64,
    /// By tier, the plies of the longest win with First and with Second to move, of the positions as they are stored;
    /// empty if positions do not determine who moves.
    pub longest: BTreeMap<u32, [Option<u32>; 2]>,
}

noyau_core::messages! {
    /// The first error in a table.
    pub enum Fault {
        StartMissing { position: String } =>
            "the start {position:?} is not in the table",
            "le départ {position:?} n'est pas dans la table";
        OtherValues =>
            "the table holds outcomes where the game has points, or the other way round",
            "la table donne des issues là où le jeu a des points, ou l'inverse";
        NotAPosition { tier: u32, entry: u64 } =>
            "entry {entry} of tier {tier} is no position",
            "l'entrée {entry} du niveau {tier} n'est pas une position";
        NotRepresentative { position: String } =>
            "{position:?} does not stand where it should, or an image of it should stand there",
            "{position:?} n'est pas à sa place, ou c'est une image qui devrait y être";
        FinalValue { position: String, claim: Message, truth: Message } =>
            "{position:?} is said to be {claim}, but it is final and {truth}",
            "{position:?} est annoncé {claim}, mais c'est une fin : {truth}";
        Value { position: String, claim: Message, truth: Message } =>
            "{position:?} is said to be {claim}, but by what is said of its successors it is {truth}",
            "{position:?} est annoncé {claim}, mais d'après ses successeurs c'est {truth}";
        NoMoves { position: String } =>
            "the rules give neither a move nor an end in {position:?}",
            "les règles ne donnent ni coup ni fin dans {position:?}";
        Missing { position: String, mv: String } =>
            "from {position:?} the move {mv} leads to a position that is not in the table",
            "de {position:?}, le coup {mv} mène à une position qui n'est pas dans la table";
        Rises { position: String, mv: String } =>
            "from {position:?} the move {mv} leads to a higher tier",
            "de {position:?}, le coup {mv} mène à un niveau plus haut";
        Unreachable { position: String } =>
            "play never comes to {position:?}, which is in the table",
            "le jeu n'arrive jamais à {position:?}, qui est dans la table";
        Absent { position: String } =>
            "{position:?} is not in the table, which is of all positions of a class",
            "{position:?} n'est pas dans la table, qui est celle de toutes les positions d'une classe";
        Unforced { position: String, claim: Message } =>
            "{position:?} is said to be {claim}, but nobody can force play to where that is settled",
            "{position:?} est annoncé {claim}, mais personne ne peut mener le jeu là où cela se règle";
        Nimber { position: String, claim: u32, truth: u32 } =>
            "{position:?} is said to have nimber {claim}, but by those of its successors it has {truth}",
            "{position:?} est annoncé de nimber {claim}, mais d'après ses successeurs c'est {truth}";
        NimberOnCycle { position: String } =>
            "{position:?} has a nimber, but play can come back to it",
            "{position:?} a un nimber, mais le jeu peut y revenir";
        Counted { tier: u32 } =>
            "the counts of tier {tier} are not those of its positions",
            "les totaux du niveau {tier} ne sont pas ceux de ses positions";
    }
}

/// Why a table is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// It cannot be read.
    Damaged(Damage),
    /// It is not about this game, this version of its rules, or this file.
    Other(Message),
    /// Its content is wrong.
    Wrong(Fault),
    /// A limit was reached before everything was checked.
    Stopped(Stopped),
}

impl Localized for Refused {
    fn localized(&self, language: Language) -> String {
        match self {
            Self::Damaged(damage) => damage.localized(language),
            Self::Other(why) => why.localized(language),
            Self::Wrong(fault) => fault.localized(language),
            Self::Stopped(stopped) => stopped.text().get(language).to_owned(),
        }
    }
}

noyau_core::localized_error!(Refused);

impl From<Damage> for Refused {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl From<Unusable> for Refused {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::Damaged(damage) => Self::Damaged(damage),
            Unusable::Other(why) => Self::Other(why),
        }
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Self::Wrong(fault)
    }
}

/// Verifies a table of all positions reachable from the starts of the rules.
///
/// The rules are compiled for each game, the verifier once.
pub fn audit(
    rules: &dyn TableRules,
    table: &Table<'_>,
    limits: &Limits,
) -> Result<Audited, Refused> {
    let header = table.header();
    header.title.check(&rules.game(), rules.version())?;
    let values = header.title.values;
    if (values == Values::Margin) != rules.has_points() {
        return Err(Fault::OtherValues.into());
    }
    let sections = &header.sections;
    let class = rules.class_tiers();
    let mut auditor = Auditor {
        rules,
        values,
        has_nimbers: header.nimbers,
        tiers: sections.iter().map(|section| section.tier).collect(),
        loaded: sections.iter().map(|_| None).collect(),
        reached: sections
            .iter()
            .map(|section| Marks::new(section.entries as usize))
            .collect(),
    };
    let mut audited = Audited::default();
    let total = header.stored;

    // 1. The starts have tiers in the table; their entries are looked for there.
    let mut starts = rules.more_starts();
    starts.push(rules.start());
    let tier_of = |key: &Key<'_>| match *key {
        Key::Number(tier, _) => tier,
        Key::Name(_) => 0,
    };
    let missing = |start: &Key<'_>| Fault::StartMissing {
        position: rules.text(*start),
    };
    for start in &starts {
        let slot = auditor.slot(tier_of(start));
        slot.ok_or_else(|| missing(start))?;
    }

    // 2. Tier by tier, the highest first, since no move leads higher.
    for slot in (0..sections.len()).rev() {
        auditor.load(slot, table, limits)?;
        let tier = sections[slot].tier;
        for start in starts.iter().filter(|start| tier_of(start) == tier) {
            let index = auditor.find(slot, *start);
            auditor.reached[slot].add(index.ok_or_else(|| missing(start))?);
        }
        if !class.is_empty() {
            auditor.reach_all(slot);
        }
        auditor.check_tier(slot, table, limits, &mut audited, total)?;
        if let Some(&numbers) = class.get(sections[slot].tier as usize) {
            auditor.check_complete(sections[slot].tier, numbers, limits)?;
        }
        auditor.loaded[slot] = None;
        auditor.reached[slot] = Marks::new(0);
    }
    for (tier, numbers) in (0..).zip(class) {
        if auditor.slot(tier).is_none() {
            auditor.check_complete(tier, numbers, limits)?;
        }
    }
    audited.positions = header.counts.positions;
    Ok(audited)
}
