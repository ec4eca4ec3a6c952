//! The first text: Wythoff's game, and the heuristic of Puissance 4.

use super::answers::{A_NUMBER, not_a, short};
use super::{Answer, Judged, Wrong};
use crate::check::case::{BOARD, Case};
use crate::check::term::{Term, same_number};
use noyau_core::language::Text;
use noyau_core::message;
use noyau_graph::nimbers::nimbers;

/// The nimbers of Wythoff's game on a board of that size.
fn wythoff_table(n: usize, p: usize) -> Vec<Vec<u32>> {
    let mut graph = Vec::new();
    for i in 0..n {
        for j in 0..p {
            let left = (0..i).map(|k| (k, j)).chain((0..j).map(|k| (i, k)));
            let moves = left.chain((1..=i.min(j)).map(|k| (i - k, j - k)));
            graph.push(moves.map(|(a, b)| (a * p + b) as u32).collect());
        }
    }
    let case = Case {
        graph,
        ..Case::default()
    };
    let table = nimbers(&case.digraph()).unwrap_or_default();
    table.chunks(p.max(1)).map(<[u32]>::to_vec).collect()
}

pub(super) fn judge_grundy(case: &Case, answer: &Answer) -> Judged {
    let [n, p] = [case.numbers[0] as usize, case.numbers[1] as usize];
    let table = wythoff_table(n, p);
    let rows = table.iter().map(|row| Term::vertices(row.iter().copied()));
    let right = Term::List(rows.collect());
    let shape = || {
        let wanted = Text::new(
            "a table of n rows of p numbers",
            "un tableau de n lignes de p nombres",
        );
        not_a(wanted, &answer.value, right.clone())
    };
    let rows = answer
        .value
        .items()
        .filter(|rows| rows.len() == n)
        .ok_or_else(shape)?;
    for (i, row) in rows.iter().enumerate() {
        let row = row.items().filter(|row| row.len() == p).ok_or_else(shape)?;
        for (j, cell) in row.iter().enumerate() {
            let nimber = table[i][j];
            if !cell.equals(&Term::vertex(nimber)) {
                let own = short(cell);
                return Err(Wrong::expecting(
                    message!(
                        "the nimber of ({i}, {j}) is {nimber}, not {own}",
                        "le nimber de ({i}, {j}) est {nimber}, et non {own}"
                    ),
                    right.clone(),
                ));
            }
        }
    }
    Ok(())
}

pub(super) fn judge_wythoff(case: &Case, answer: &Answer) -> Judged {
    let [n, p] = [case.numbers[0] as usize, case.numbers[1] as usize];
    let table = wythoff_table(n + 1, p + 1);
    let reaches = |i: usize, j: usize| {
        i <= n && j <= p && (i, j) != (n, p) && (i == n || j == p || n - i == p - j)
    };
    let mut cells = (0..=n).flat_map(|i| (0..=p).map(move |j| (i, j)));
    let right = cells.find(|&(i, j)| reaches(i, j) && table[i][j] == 0);
    let right = right.map_or(Term::None, |(i, j)| {
        Term::Tuple(vec![Term::Int(i as i64), Term::Int(j as i64)])
    });
    let pair = answer.value.items().and_then(|items| match items {
        [Term::Int(i), Term::Int(j)] => {
            Some((usize::try_from(*i).ok()?, usize::try_from(*j).ok()?))
        }
        _ => None,
    });
    let why = match pair {
        // The text does not say what is returned where nothing wins: anything but a move.
        None if right == Term::None => return Ok(()),
        None => {
            let wanted = Text::new("a position (i, j)", "une position (i, j)");
            return Err(not_a(wanted, &answer.value, right));
        }
        Some((i, j)) if !reaches(i, j) => message!(
            "the queen does not go from ({n}, {p}) to ({i}, {j})",
            "la reine ne va pas de ({n}, {p}) à ({i}, {j})"
        ),
        Some((i, j)) if table[i][j] != 0 => message!(
            "({i}, {j}) is not lost for the opponent: its nimber is {nimber}",
            "({i}, {j}) n'est pas perdante pour l'adversaire : son nimber est {nimber}",
            nimber = table[i][j]
        ),
        Some(_) => return Ok(()),
    };
    Err(Wrong::expecting(why, right))
}

/// The lines of four on the board.
fn lines() -> impl Iterator<Item = [usize; 4]> {
    let [height, width] = BOARD.map(|n| n as i32);
    let cells = (0..height).flat_map(move |i| (0..width).map(move |j| (i, j)));
    let directed =
        cells.flat_map(|(i, j)| [(0, 1), (1, 0), (1, 1), (1, -1)].map(move |d| (i, j, d)));
    directed.filter_map(move |(i, j, (di, dj))| {
        let (a, b) = (i + 3 * di, j + 3 * dj);
        let on_board = (0..height).contains(&a) && (0..width).contains(&b);
        on_board.then(|| [0, 1, 2, 3].map(|k| ((i + k * di) * width + j + k * dj) as usize))
    })
}

pub(super) fn aligned(case: &Case, man: i8) -> bool {
    lines().any(|line| line.iter().all(|&cell| case.board[cell] == man))
}

pub(super) fn judge_heuristic(case: &Case, answer: &Answer) -> Judged {
    let sum: i32 = lines()
        .flatten()
        .map(|cell| i32::from(case.board[cell]))
        .sum();
    let expected = if aligned(case, 1) {
        f64::INFINITY
    } else if aligned(case, -1) {
        f64::NEG_INFINITY
    } else {
        f64::from(sum)
    };
    let right = Term::number(expected);
    let Some(number) = answer.value.as_number() else {
        return Err(not_a(A_NUMBER, &answer.value, right));
    };
    if same_number(number, expected) {
        return Ok(());
    }
    let own = short(&answer.value);
    let why = if expected.is_infinite() {
        message!(
            "four men are aligned: the value is {right}, not {own}",
            "quatre pions sont alignés : la valeur est {right}, et non {own}",
            right = right.to_string()
        )
    } else {
        message!(
            "the sum of the squares is {right}, not {own}",
            "la somme des cases est {right}, et non {own}",
            right = right.to_string()
        )
    };
    Err(Wrong::expecting(why, right))
}
