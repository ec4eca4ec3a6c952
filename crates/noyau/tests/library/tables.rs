//! What the check of a table must see through although every position agrees with its successors.

use noyau::Value::{self, Draw, Loss, Win};
use noyau::format::Damage;
use noyau::format::block::Kind;
use noyau::format::code::{code_of_margin, code_of_value};
use noyau::format::header::{MARK, Title, Values};
use noyau::format::section::{Key, SectionWriter, write_table};
use noyau::format::shards::Census;
use noyau::format::table::Table;
use noyau::limits::Limits;
use noyau::table_rules::{self as rules, EntryMove, EntryMoves, Standing, TableRules};
use noyau::value::MoveEffect;
use noyau::verify::table::{Fault, Refused, audit};

/// A position is a digit; the moves of each are listed. An end loses, or brings the other side 2 points.
#[derive(Clone, Copy)]
struct Digits {
    moves: &'static [&'static [u8]],
    has_points: bool,
}

const fn digits(moves: &'static [&'static [u8]]) -> Digits {
    Digits {
        moves,
        has_points: false,
    }
}

impl TableRules for Digits {
    fn game(&self) -> String {
        "digits".to_owned()
    }

    fn version(&self) -> u32 {
        1
    }

    fn has_points(&self) -> bool {
        self.has_points
    }

    fn start(&self) -> rules::Key<'_> {
        rules::Key::Name("0")
    }

    fn expand(&self, keys: &[rules::Key<'_>], out: &mut EntryMoves) {
        out.clear();
        for &key in keys {
            let digit: Option<usize> = self.text(key).parse().ok();
            let Some(moves) = digit.and_then(|digit| self.moves.get(digit)) else {
                out.push_entry(Standing::Nothing, 0);
                continue;
            };
            for to in *moves {
                out.moves.push(EntryMove {
                    tier: 0,
                    number: out.names.len() as u64,
                    effect: MoveEffect {
                        gain: 0,
                        keeps_turn: false,
                    },
                });
                out.names.push(to.to_string());
            }
            let standing = match (moves.is_empty(), self.has_points) {
                (false, _) => Standing::Open,
                (true, false) => Standing::Over(-1),
                (true, true) => Standing::Over(-2),
            };
            out.push_entry(standing, 1);
        }
    }

    fn text(&self, key: rules::Key<'_>) -> String {
        match key {
            rules::Key::Name(name) => name.to_owned(),
            rules::Key::Number(..) => String::new(),
        }
    }

    fn move_text(&self, key: rules::Key<'_>, index: usize) -> String {
        let digit: usize = self.text(key).parse().unwrap();
        self.moves[digit][index].to_string()
    }
}

/// A table that says this of 0, 1, 2 …: codes, and nimbers if there are any.
fn table(values: Values, codes: &[u32], nimbers: &[u32]) -> Vec<u8> {
    let mut writer = SectionWriter::new(0, Kind::Named, 0);
    let mut census = Census::new(values);
    for (i, &code) in codes.iter().enumerate() {
        census.add(0, code, 1);
        let nimber = nimbers.get(i).copied();
        writer.push(Key::Name(&i.to_string()), code, nimber, Some(0));
    }
    let (tiers, tally) = census.finish();
    let piece = writer.finish(tiers, tally);
    let title = Title {
        game: "digits".to_owned(),
        rules: 1,
        content: None,
        start: "0 first".to_owned(),
        more_starts: Vec::new(),
        values,
    };
    let mut bytes = Vec::new();
    write_table(&title, [0, 1], 1, &mut |_| Ok(piece.clone()), &mut bytes).unwrap();
    bytes
}

fn checked(game: &Digits, values: Values, codes: &[u32], nimbers: &[u32]) -> Result<(), Refused> {
    let bytes = table(values, codes, nimbers);
    let table = Table::open(&[&bytes]).unwrap();
    let rules = Digits {
        has_points: values == Values::Margin,
        ..*game
    };
    audit(&rules, &table, &Limits::default()).map(|_| ())
}

fn margins(game: &Digits, margins: &[i32]) -> Result<(), Refused> {
    let codes: Vec<u32> = margins
        .iter()
        .map(|&m| code_of_margin(m).unwrap())
        .collect();
    checked(game, Values::Margin, &codes, &[])
}

/// What is wrong with a table that must be refused for a wrong value.
fn fault_of(checked: Result<(), Refused>) -> Fault {
    match checked {
        Err(Refused::Wrong(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn margins_that_vouch_for_each_other_are_refused() {
    // Play goes round for ever, so that nobody wins anything, yet 1 and −1 agree with each other.
    let round = digits(&[&[1], &[0]]);
    assert_eq!(margins(&round, &[0, 0]), Ok(()));
    let fault = fault_of(margins(&round, &[1, -1]));
    assert!(matches!(fault, Fault::Unforced { .. }), "{fault:?}");
    // With an end at 2, which brings 2 to whoever goes there, it can be forced.
    let exit = digits(&[&[1, 2], &[0], &[]]);
    assert_eq!(margins(&exit, &[2, -2, -2]), Ok(()));
    let fault = fault_of(margins(&exit, &[3, -3, -2]));
    assert!(matches!(fault, Fault::Unforced { .. }), "{fault:?}");
    // Both may leave: whoever is to move does.
    let both = digits(&[&[1, 2], &[0, 2], &[]]);
    assert_eq!(margins(&both, &[2, 2, -2]), Ok(()));
    let fault = fault_of(margins(&both, &[2, -2, -2]));
    assert!(matches!(fault, Fault::Value { .. }), "{fault:?}");
}

#[test]
fn outcomes_on_cycles() {
    let code = |value| code_of_value(value).unwrap();
    let exit = digits(&[&[1, 2], &[0], &[]]);
    let values = |a, b, c| checked(&exit, Values::Outcome, &[code(a), code(b), code(c)], &[]);
    assert_eq!(values(Win(1), Loss(2), Loss(0)), Ok(()));
    for (a, b, c, at) in [
        (Draw, Draw, Loss(0), "0"),
        (Win(3), Loss(2), Loss(0), "0"),
        (Win(1), Draw, Loss(0), "1"),
        (Win(1), Loss(4), Loss(0), "1"),
        (Win(1), Loss(2), Draw, "0"),
    ] {
        let refused = values(a, b, c);
        assert!(
            matches!(&refused, Err(Refused::Wrong(Fault::Value { position, .. })) if position.starts_with(at)),
            "{refused:?}"
        );
    }
    // A win that only a win of the other side vouches for.
    let round = digits(&[&[1], &[0]]);
    let claim = [code(Win(2)), code(Loss(1))];
    let fault = fault_of(checked(&round, Values::Outcome, &claim, &[]));
    assert!(matches!(fault, Fault::Value { .. }), "{fault:?}");
}

#[test]
fn nimbers_are_checked_and_cycles_have_none() {
    let code = |value| code_of_value(value).unwrap();
    let chain = digits(&[&[1, 2], &[2], &[]]);
    let codes = [code(Win(1)), code(Win(1)), code(Loss(0))];
    assert_eq!(checked(&chain, Values::Outcome, &codes, &[2, 1, 0]), Ok(()));
    let fault = fault_of(checked(&chain, Values::Outcome, &codes, &[3, 1, 0]));
    assert!(matches!(fault, Fault::Nimber { .. }), "{fault:?}");
    let round = digits(&[&[1], &[0]]);
    let drawn = [code(Draw), code(Draw)];
    let fault = fault_of(checked(&round, Values::Outcome, &drawn, &[0, 1]));
    assert!(matches!(fault, Fault::NimberOnCycle { .. }), "{fault:?}");
}

#[test]
fn what_play_does_not_reach_is_refused() {
    // 1 and 2 lead to each other, and nothing leads there.
    let apart = digits(&[&[3], &[2], &[1], &[]]);
    let code = |value| code_of_value(value).unwrap();
    let codes = [
        code(Value::Win(1)),
        code(Value::Draw),
        code(Value::Draw),
        code(Value::Loss(0)),
    ];
    let fault = fault_of(checked(&apart, Values::Outcome, &codes, &[]));
    assert!(matches!(fault, Fault::Unreachable { .. }), "{fault:?}");
}

#[test]
fn what_is_wrong_with_a_file_is_told_apart() {
    let bytes = table(Values::Outcome, &[3, 2], &[]);
    let said = |bytes: &[u8]| Table::open(&[bytes]).map(|_| ()).unwrap_err();
    assert_eq!(said(b""), Damage::Empty);
    assert_eq!(said(b"{\"noyau\":\"certificate\"}"), Damage::Foreign);
    assert!(matches!(said(&MARK), Damage::Cut { .. }));
    assert!(matches!(
        said(&bytes[..bytes.len() - 1]),
        Damage::Cut { .. }
    ));
    assert!(matches!(
        said(&[&bytes[..], b"x"].concat()),
        Damage::Tail { .. }
    ));
    let flipped = |at: usize| {
        let mut bad = bytes.clone();
        bad[at] ^= 1;
        bad
    };
    assert_eq!(said(&flipped(12)), Damage::Beginning);
    assert_eq!(said(&flipped(40)), Damage::Header);
    let header = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    assert_eq!(said(&flipped(32 + header)), Damage::Index);
    let last = flipped(bytes.len() - 1);
    let found = Table::open(&[&last]).unwrap().find_name("0");
    assert_eq!(found, Err(Damage::Block { tier: 0, block: 0 }));
}
