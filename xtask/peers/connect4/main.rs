//! The peer of `cargo xtask bench connect4`: the crate connect-four-ai without its book, in a separate crate that
//! `xtask` writes into the target folder.
//!
//! `draw FROM TO COUNT SEED LEAST` prints lines of FROM to TO random moves that take it at least LEAST
//! milliseconds; `solve FILE` prints the score and the CPU microseconds of each line, with an empty table for each.

use connect_four_ai::{Position, Solver};
use cpu_time::ProcessTime;

struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    }
}

/// A random line of `moves` moves after which nobody has won or can win at once.
fn random_line(moves: usize, random: &mut SplitMix) -> String {
    'again: loop {
        let mut position = Position::new();
        let mut line = String::new();
        for _ in 0..moves {
            let open: Vec<usize> = (0..7).filter(|&column| position.is_playable(column)).collect();
            let Some(&column) = open.get(random.below(open.len())) else {
                continue 'again;
            };
            if position.is_winning_move(column) {
                continue 'again;
            }
            position.play(column);
            line += &(column + 1).to_string();
        }
        if !position.can_win_next() {
            return line;
        }
    }
}

/// The score of a line, and the CPU seconds it took.
fn solve(solver: &mut Solver, line: &str) -> (i8, f64) {
    let position = Position::from_moves(line).unwrap();
    solver.reset();
    let begun = ProcessTime::now();
    let score = solver.solve(&position);
    (score, begun.elapsed().as_secs_f64())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut solver = Solver::empty();
    match words[..] {
        ["draw", from, to, count, seed, least] => {
            let number = |word: &str| word.parse::<usize>().unwrap();
            let mut random = SplitMix(number(seed) as u64);
            let mut left = number(count);
            while left > 0 {
                let moves = number(from) + random.below(number(to) - number(from) + 1);
                let line = random_line(moves, &mut random);
                if solve(&mut solver, &line).1 * 1e3 >= number(least) as f64 {
                    println!("{line}");
                    left -= 1;
                }
            }
        }
        ["solve", file] => {
            for line in std::fs::read_to_string(file).unwrap().lines() {
                let line = line.split(' ').next().unwrap_or_default();
                let (score, seconds) = solve(&mut solver, line);
                println!("{line} {score} {:.0}", seconds * 1e6);
            }
        }
        _ => panic!("draw FROM TO COUNT SEED LEAST or solve FILE"),
    }
}
