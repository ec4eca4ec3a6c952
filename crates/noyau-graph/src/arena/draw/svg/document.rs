//! Shapes, labels and arrows of arenas in SVG.

use super::super::scene::{Look, SMALL_FONT, TAB, Tab};
use noyau_core::drawing::svg::{Svg, number};
use noyau_core::drawing::text;
use noyau_core::game::Side;

/// The shape of a vertex, smaller by `inset` on every side.
pub(super) fn draw_shape(out: &mut Svg, class: &str, [x, y]: [f64; 2], look: &Look, inset: f64) {
    let half = look.half.map(|half| half - inset);
    let has_board = look.board.is_some();
    if look.is_round() && !has_board && (half[0] - half[1]).abs() < 0.01 {
        out.element(&format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            number(x),
            number(y),
            number(half[0])
        ));
        return;
    }
    let corner = if has_board {
        look.corner()
    } else if look.is_round() {
        half[1]
    } else {
        2.0
    };
    out.element(&format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        number(x - half[0]),
        number(y - half[1]),
        number(2.0 * half[0]),
        number(2.0 * half[1]),
        number(corner)
    ));
}

/// A label on a coloured background.
pub(super) fn draw_tab(out: &mut Svg, tab: Tab, label: &str, [x, y]: [f64; 2], width: f64) {
    let (class, corner) = match tab {
        Tab::Rank => ("rank", 2.0),
        Tab::Nimber => ("nimber", TAB / 2.0),
    };
    out.element(&format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{TAB}\" rx=\"{corner}\"/>",
        number(x),
        number(y),
        number(width)
    ));
    let middle = y + TAB / 2.0 + 0.36 * SMALL_FONT;
    out.text("on", x + width / 2.0, middle, label);
}

/// The symbol of the winning side.
pub(super) fn draw_winner(out: &mut Svg, side: Side, x: f64, y: f64) {
    out.element(&match side {
        Side::First => format!(
            "<circle class=\"first-won\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>",
            number(x),
            number(y)
        ),
        Side::Second => format!(
            "<rect class=\"second-won\" x=\"{}\" y=\"{}\" width=\"8.4\" height=\"8.4\"/>",
            number(x - 4.2),
            number(y - 4.2)
        ),
    });
}

/// A curve with an arrow head at its end.
pub(super) fn draw_route(out: &mut Svg, class: &str, arrow: &str, curve: &[[f64; 2]], head: f64) {
    let mut curve = curve.to_vec();
    cut_end(&mut curve, 0.75 * head);
    let path = path(&curve);
    out.element(&format!(
        "<path class=\"{class}\" marker-end=\"url(#noyau-{arrow})\" d=\"{path}\"/>"
    ));
}

/// Shortens the end of a curve to make room for its arrow head.
fn cut_end(curve: &mut [[f64; 2]], length: f64) {
    let Some((&end, before)) = curve.split_last() else {
        return;
    };
    let way = |point: &[f64; 2]| [0, 1].map(|axis| point[axis] - end[axis]);
    let size = |[dx, dy]: [f64; 2]| (dx * dx + dy * dy).sqrt();
    let Some(back) = before.iter().rev().map(way).find(|&way| size(way) > 0.5) else {
        return;
    };
    let part = length / size(back);
    for point in curve.iter_mut().rev().take(2) {
        for axis in 0..2 {
            point[axis] += part * back[axis];
        }
    }
}

/// Path data: straight curves as lines, relative coordinates, tenths of a pixel.
fn path(curve: &[[f64; 2]]) -> String {
    let tenths = |point: &[f64; 2]| point.map(|c| (c * 10.0).round() as i64);
    let Some(first) = curve.first().map(tenths) else {
        return String::new();
    };
    // Merge collinear straight segments.
    let mut pieces: Vec<Vec<[i64; 2]>> = Vec::new();
    let mut at = first;
    for piece in curve[1..].chunks_exact(3) {
        let points = [tenths(&piece[0]), tenths(&piece[1]), tenths(&piece[2])];
        let end = points[2];
        let off = |from: [i64; 2], to: [i64; 2], point: [i64; 2]| {
            let [along, aside] = [0, 1].map(|axis| to[axis] - from[axis]);
            let area = along * (point[1] - from[1]) - aside * (point[0] - from[0]);
            area.abs() as f64 / ((along * along + aside * aside) as f64).sqrt().max(1.0)
        };
        if end == at {
            continue;
        }
        let straight = points[..2].iter().all(|&point| off(at, end, point) < 1.0);
        if straight {
            let before = match pieces.len() {
                0 | 1 => Some(first),
                n => pieces[n - 2].last().copied(),
            };
            match (pieces.last_mut(), before) {
                (Some(line), Some(from)) if line.len() == 1 && off(from, end, at) < 0.5 => {
                    line[0] = end;
                }
                _ => pieces.push(vec![end]),
            }
        } else {
            pieces.push(points.to_vec());
        }
        at = end;
    }
    let mut data = String::from("M");
    let write = |data: &mut String, point: [i64; 2]| {
        for (axis, tenths) in point.into_iter().enumerate() {
            if axis > 0 && tenths >= 0 {
                data.push(' ');
            }
            text::coordinate(data, tenths as f64 / 10.0);
        }
    };
    write(&mut data, first);
    let mut at = first;
    for piece in pieces {
        data.push(if piece.len() == 1 { 'l' } else { 'c' });
        for (i, &point) in piece.iter().enumerate() {
            let step = [point[0] - at[0], point[1] - at[1]];
            if i > 0 && step[0] >= 0 {
                data.push(' ');
            }
            write(&mut data, step);
        }
        if let Some(&end) = piece.last() {
            at = end;
        }
    }
    data
}
