//! Every reader on hostile bytes: the targets of the fuzzer on its seeds and on changes of them. `cargo xtask accept --only
//! fuzz` goes on from there with a fuzzer.

#[path = "../../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is the root of a crate elsewhere")]
mod fuzz;

use self::fuzz::{TARGETS, Target};
use noyau::random::SplitMix;
use std::fs;
use std::path::Path;

/// Inputs made of the seeds of a target.
const CHANGES: usize = 2_000;
/// What the fuzzer takes too.
const LONGEST: usize = 4096;

/// Bytes that mean something to one reader or another.
const SIGNS: &[u8] = b"\0\n\r\t \"'#(),-./0129:;<=>@ABab[\\]_{|}~\x7f\x80\xc3\xff";

/// The files of the folders that the fuzzer starts from, in order.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let own = format!("fuzz/seeds/{target}");
    let shared = [
        "examples/graphs",
        "examples/trees",
        "crates/noyau/tests/malformed",
    ];
    let mut seeds = Vec::new();
    for folder in [own.as_str()].into_iter().chain(shared) {
        let Ok(files) = fs::read_dir(root.join(folder)) else {
            assert_eq!(folder, own, "the folder is there");
            continue;
        };
        let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        seeds.extend(paths.iter().map(|path| fs::read(path).unwrap()));
    }
    seeds
}

/// Cuts, repeats, mixes and overwrites.
fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut SplitMix) {
    let at = random.below(bytes.len() + 1);
    let length = random.below((bytes.len() - at).min(64) + 1);
    let sign = SIGNS[random.below(SIGNS.len())];
    match random.below(7) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..at + length)),
        2 => {
            let piece = bytes[at..at + length].to_vec();
            drop(bytes.splice(at..at, piece));
        }
        3 => {
            let from = random.below(other.len() + 1);
            let piece = other[from..].iter().take(64).copied();
            drop(bytes.splice(at..at + length, piece));
        }
        4 => bytes.insert(at, sign),
        5 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        _ if at < bytes.len() => bytes[at] = sign,
        _ => {}
    }
    bytes.truncate(LONGEST);
}

/// Feeds a target its seeds and changes of them; the first input that it panics on.
fn attack(target: Target, seeds: &[Vec<u8>]) -> Option<String> {
    let mut random = SplitMix(1);
    let panics = |bytes: &[u8]| std::panic::catch_unwind(|| target(bytes)).is_err();
    if let Some(seed) = seeds.iter().find(|seed| panics(seed)) {
        return Some(seed.escape_ascii().to_string());
    }
    for round in 0..CHANGES {
        let mut bytes = seeds[round % seeds.len()].clone();
        for _ in 0..=random.below(6) {
            let other = &seeds[random.below(seeds.len())];
            change(&mut bytes, other, &mut random);
        }
        if panics(&bytes) {
            return Some(bytes.escape_ascii().to_string());
        }
    }
    None
}

#[test]
fn no_reader_panics() {
    for &(name, target) in TARGETS {
        assert_eq!(attack(target, &seeds(name)), None, "{name}");
    }
}

/// A table of a real game, damaged.
#[test]
fn no_table_panics() {
    let (_, target) = TARGETS.iter().find(|(name, _)| *name == "table").unwrap();
    let table = crate::tables::table_of(&*crate::open("nim:1,2,3"));
    assert_eq!(attack(*target, &[table]), None);
}

#[test]
fn a_reader_that_panics_is_noticed() {
    let target: Target = |bytes| {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("[["));
    };
    let sound = |seed: &Vec<u8>| !String::from_utf8_lossy(seed).contains("[[");
    let seeds: Vec<_> = seeds("json").into_iter().filter(sound).collect();
    let found = attack(target, &seeds);
    assert!(found.is_some_and(|input| input.contains("[[")));
}
