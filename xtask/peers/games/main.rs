//! The peer of `cargo xtask bench playouts` and `bench mcts`: random games and tree search of the crate board-game,
//! and the perft of cozy-chess, in a separate crate that `xtask` writes into the target folder, so that noyau
//! depends on neither for this.

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::Board;
use board_game::games::connect4::Connect4;
use board_game::games::oware::OwareBoard;
use board_game::games::ttt::TTTBoard;
use cpu_time::ProcessTime;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Plays random games, cut off after `most` moves, for `seconds` seconds of CPU time.
fn playouts<B: Board>(start: &B, most: u64, seconds: f64) {
    let mut random = SmallRng::seed_from_u64(1);
    let (mut games, mut moves) = (0u64, 0u64);
    let begun = ProcessTime::now();
    let spent = loop {
        for _ in 0..64 {
            let mut board = start.clone();
            let mut plies = 0;
            while plies < most && !board.is_done() {
                let mv = board.random_available_move(&mut random).unwrap();
                board.play(mv).unwrap();
                plies += 1;
            }
            games += 1;
            moves += plies;
        }
        let spent = begun.elapsed().as_secs_f64();
        if spent >= seconds {
            break spent;
        }
    };
    println!("{:.0} {:.0} {:.2}", games as f64 / spent, moves as f64 / spent, moves as f64 / games as f64);
}

/// Perft that counts the moves of the last ply without playing them, as usual.
fn perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                count += perft(&child, depth - 1);
            }
        }
        false
    });
    count
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<f64>().unwrap();
    match words[..] {
        ["tictactoe", seconds, most] => playouts(&TTTBoard::default(), number(most) as u64, number(seconds)),
        ["connect4:7x6", seconds, most] => playouts(&Connect4::default(), number(most) as u64, number(seconds)),
        ["awele:6,4", seconds, most] => playouts(&OwareBoard::<6>::default(), number(most) as u64, number(seconds)),
        ["mcts", simulations] => {
            let mut random = SmallRng::seed_from_u64(1);
            let begun = ProcessTime::now();
            let tree = mcts_build_tree(&Connect4::default(), number(simulations) as u64, 1.0, &mut random);
            println!("{} {:.3}", tree.nodes[0].visits, begun.elapsed().as_secs_f64());
        }
        ["perft", depth] => {
            let begun = ProcessTime::now();
            let count = perft(&cozy_chess::Board::startpos(), number(depth) as u32);
            println!("{count} {:.3}", begun.elapsed().as_secs_f64());
        }
        _ => panic!("GAME SECONDS MOST-MOVES, mcts SIMULATIONS or perft DEPTH"),
    }
}
