//! How fast a table opens, and how fast it answers, in CPU time: makes the table of a game, then looks up
//! positions of random games in its file, in random order.
//!
//! `cargo run --release --package noyau-games --example table_speed -- connect4:5x4`

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program, which prints what it measures"
)]

use cpu_time::ProcessTime;
use noyau::format::block::Kind;
use noyau::format::codes::{Codes, Room};
use noyau::format::section::write_table;
use noyau::format::table::Table;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::tables::checkpoint::{Checkpoints, MemoryStore};
use noyau_files::TableFile;
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    const LOOKED_UP: usize = 200_000;
    const ROUNDS: usize = 10;
    let name = std::env::args().nth(1).unwrap_or("connect4:5x4".to_owned());
    let no_files = |path: &str| Err(noyau::message!("no file {path}", "pas de fichier {path}"));
    let mut game = noyau_games::open(&name, &no_files)?;

    // 1. The table.
    let folder = MemoryStore::default();
    let title = game.table_title(None);
    let tiers = game.solve_table(&folder, &title, &Limits::default());
    let tiers = tiers.map_err(|unsolved| format!("{unsolved:?}"))?;
    let checkpoints = Checkpoints::new(&folder, &title.to_text())?;
    let mut bytes = Vec::new();
    let mut piece = |i: usize| {
        let piece = checkpoints.section(tiers[i])?;
        piece.ok_or_else(|| std::io::ErrorKind::NotFound.into())
    };
    write_table(&title, [0, 1], tiers.len(), &mut piece, &mut bytes)?;

    // 2. Positions of random games.
    let mut random = SplitMix(1);
    let mut places = Vec::new();
    while places.len() < LOOKED_UP {
        let place = game.place_in_table();
        places.push(place.ok_or("the game does not number its positions")?);
        let moves = game.moves();
        if moves.is_empty() {
            while game.undo() {}
        } else {
            game.play(&moves[random.below(moves.len())])?;
        }
    }
    for i in (1..places.len()).rev() {
        places.swap(i, random.below(i + 1));
    }

    // 3. The file, which the system has in memory.
    let path = std::env::temp_dir().join(format!("noyau-table-speed-{}", std::process::id()));
    std::fs::write(&path, &bytes)?;
    let began = ProcessTime::now();
    let file = TableFile::open(&path).map_err(|unread| unread.error)?;
    let table = file.table()?;
    let opened = began.elapsed();
    std::fs::remove_file(path)?;

    // 4. The clock, which does not run while others do.
    let began = ProcessTime::now();
    let mut found = 0;
    for &(tier, number) in &places {
        found += usize::from(table.find(tier, number)?.is_some());
    }
    let each = began.elapsed().as_secs_f64() * 1e6 / places.len() as f64;
    if found != places.len() {
        return Err(format!("{found} of {} positions are in the table", places.len()).into());
    }
    let header = table.header();
    let a_position = bytes.len() as f64 / header.stored.max(1) as f64;
    println!(
        "{name}: {} positions, {} stored, {} bytes ({a_position:.2} a stored position), open {:.3} ms, find {each:.2} us",
        header.counts.positions,
        header.stored,
        bytes.len(),
        opened.as_secs_f64() * 1e3,
    );

    // 5. The codes in memory, anywhere in the largest tier if it is an array: each after the one before is known, and the
    //    replies of a position together, as searches ask for them.
    let largest = header.sections.iter().max_by_key(|tier| tier.entries);
    if let Some(tier) = largest.filter(|tier| tier.kind == Kind::Dense) {
        for place in &mut places {
            *place = (tier.tier, random.below(tier.entries as usize) as u64);
        }
    }
    let room = Arc::new(Room::new(1 << 34));
    let codes = Codes::new(Table::open(&[bytes.leak()])?, &room, 1).ok_or("names")?;
    let asked = |together: usize| {
        let mut sum: u32 = 0;
        let began = ProcessTime::now();
        for _ in 0..ROUNDS {
            for replies in places.chunks(together) {
                if together > 1 {
                    for &(tier, number) in replies {
                        codes.prefetch(tier, number);
                    }
                }
                for &(tier, number) in replies {
                    let known = if together > 1 { 0 } else { u64::from(sum & 1) };
                    let code = codes.code(tier, number.saturating_sub(known));
                    sum = sum.wrapping_add(code.unwrap_or(0));
                }
            }
        }
        black_box(sum);
        began.elapsed().as_secs_f64() * 1e9 / (ROUNDS * places.len()) as f64
    };
    asked(1);
    println!(
        "{name}: in memory {:.0} ns one by one, {:.0} ns six together",
        asked(1),
        asked(6)
    );
    Ok(())
}
