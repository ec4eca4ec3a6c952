//! Pictures as `TikZ`: one `tikzpicture` with the coordinates of the layout, for `\input` in a document that loads
//! `tikz` with its library `arrows.meta`.

use super::Style;
use super::layout::Direction;
use super::scene::{End, Entry, Look, SHRINK, START_ARROW, Scene};
use super::summary::Summary;
use noyau_core::drawing::text::{self, tikz_point as point};
use noyau_core::game::Side;
use noyau_core::view::figure::TIKZ_STYLES;
use std::fmt::Write;

/// The length of a pixel in centimetres.
const SCALE: f64 = 0.025;

const STYLES: &str = "  >={Stealth[length=2mm]},
  vertex/.style={draw=black!80, fill=white, thick, inner sep=0pt, font=\\small, align=center},
  round/.style={circle},
  square/.style={rectangle},
  first/.style={draw={rgb,255:red,0;green,114;blue,178}, fill={rgb,255:red,228;green,241;blue,251}},
  second/.style={draw={rgb,255:red,168;green,84;blue,0}, fill={rgb,255:red,253;green,240;blue,217}},
  ranked/.style={fill={rgb,255:red,250;green,243;blue,160}},
  chosen/.style={double, double distance=1.2pt, fill={rgb,255:red,191;green,233;blue,218}},
  faded/.style={dashed, opacity=0.4},
  edge/.style={->, draw=black!60},
  strategy/.style={-{Stealth[length=3.4mm]}, line width=1.4pt, draw={rgb,255:red,196;green,79;blue,0}},
  rank/.style={inner sep=1pt, font=\\scriptsize\\bfseries, text={rgb,255:red,0;green,114;blue,178}},
  nimber/.style={inner sep=1pt, font=\\scriptsize\\itshape, text={rgb,255:red,138;green,63;blue,111}},
  note/.style={inner sep=1pt, font=\\scriptsize},
";

fn open(out: &mut String) {
    out.push_str("% \\usepackage{tikz}\n% \\usetikzlibrary{arrows.meta}\n");
    let _ = writeln!(
        out,
        "\\begin{{tikzpicture}}[\n  x={SCALE}cm, y=-{SCALE}cm,\n{STYLES}{TIKZ_STYLES}]"
    );
}

/// Whether the control points of a curve lie on the line between its ends.
fn is_straight(from: [f64; 2], piece: &[[f64; 2]]) -> bool {
    let [dx, dy] = [0, 1].map(|axis| piece[2][axis] - from[axis]);
    let length = (dx * dx + dy * dy).sqrt();
    let off = |point: &[f64; 2]| (dx * (point[1] - from[1]) - dy * (point[0] - from[0])).abs();
    piece[..2].iter().all(|point| off(point) < 0.1 * length)
}

fn centimetres(pixels: f64) -> String {
    format!("{:.2}cm", pixels * SCALE)
}

/// The picture with every vertex.
pub(super) fn scene(scene: &Scene, style: &Style) -> String {
    let mut out = String::new();
    open(&mut out);
    let layout = &scene.layout;
    for (route, &(strategy, faded)) in layout.routes.iter().zip(&scene.lines) {
        let mut class = String::from(if strategy { "strategy" } else { "edge" });
        if faded {
            class.push_str(", faded");
        }
        let Some(&first) = route.curve.first() else {
            continue;
        };
        let _ = write!(out, "  \\draw[{class}] {}", point(first));
        let mut from = first;
        for piece in route.curve[1..].chunks_exact(3) {
            let [leave, enter, end] = [piece[0], piece[1], piece[2]].map(point);
            let _ = if is_straight(from, piece) {
                write!(out, " -- {end}")
            } else {
                write!(out, " .. controls {leave} and {enter} .. {end}")
            };
            from = piece[2];
        }
        out.push_str(";\n");
        if route.count > 1 {
            let at = (route.curve.len() / 3) / 2 * 3;
            let [leave, enter] = [route.curve[at + 1], route.curve[at + 2]];
            let middle = [0, 1].map(|axis| f64::midpoint(leave[axis], enter[axis]));
            let count = route.count;
            let _ = writeln!(
                out,
                "  \\node[note, fill=white] at {} {{\\(\\times {count}\\)}};",
                point(middle)
            );
        }
    }
    for (v, look) in scene.looks.iter().enumerate() {
        let ahead = if layout.turned[v] { -1.0 } else { 1.0 };
        let ahead = match style.direction {
            Direction::Right => [ahead, 0.0],
            Direction::Down => [0.0, ahead],
        };
        vertex(&mut out, v, look, [layout.x[v], layout.y[v]], ahead);
    }
    legend(&mut out, scene);
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn vertex(out: &mut String, v: usize, look: &Look, [x, y]: [f64; 2], ahead: [f64; 2]) {
    let mut class = String::from("vertex");
    let alike = (look.half[0] - look.half[1]).abs() < 0.01;
    let circle = look.is_round() && look.board.is_none() && alike;
    class.push_str(if circle { ", round" } else { ", square" });
    if look.is_round() && !circle {
        let _ = write!(class, ", rounded corners={}", centimetres(look.corner()));
    }
    for word in look.classes() {
        class.push_str(", ");
        class.push_str(word);
    }
    let size = look.half.map(|half| centimetres(2.0 * half));
    let _ = write!(
        class,
        ", minimum width={}, minimum height={}",
        size[0], size[1]
    );
    let lines: Vec<String> = look.lines.iter().map(|line| text::tex(line)).collect();
    let mut name = lines.join("\\\\");
    if let Some(letter) = look.letter {
        let _ = write!(
            name,
            "\\textsubscript{{{}}}",
            text::tex(&letter.to_string())
        );
    }
    let _ = writeln!(
        out,
        "  \\node[{class}] (v{v}) at {} {{{name}}};",
        point([x, y])
    );
    if let Some(board) = &look.board {
        let [width, height] = board.size();
        let corner = [x - SHRINK * width / 2.0, y - SHRINK * height / 2.0];
        board.tikz_items(out, corner, SHRINK, "\\tiny");
    }
    let half = ahead[0].abs() * look.half[0] + ahead[1].abs() * look.half[1];
    let along = |off: f64| [x + ahead[0] * off, y + ahead[1] * off];
    if look.start {
        let from = point(along(-half - START_ARROW));
        let _ = writeln!(out, "  \\draw[edge] {from} -- (v{v});");
    }
    if let Some(end) = look.end {
        let [bar_x, bar_y] = along(half + 4.5);
        let across = [8.0 * ahead[1].abs(), 8.0 * ahead[0].abs()];
        let _ = writeln!(
            out,
            "  \\draw[very thick] {} -- {};",
            point([bar_x - across[0], bar_y - across[1]]),
            point([bar_x + across[0], bar_y + across[1]])
        );
        let sign = end_sign(end);
        if !sign.is_empty() {
            let at = point(along(half + 13.0));
            let _ = writeln!(out, "  \\node[note] at {at} {{{sign}}};");
        }
    }
    let mut tabs = Vec::new();
    if let Some(rank) = look.rank {
        tabs.push(("rank", rank.to_string()));
    }
    if let Some(nimber) = look.nimber {
        tabs.push(("nimber", format!("\\(\\ast {nimber}\\)")));
    }
    // Below the vertex, or on its right if layers run down; two tabs are side by side.
    let (side, alone, pair) = if ahead[0].abs() > 0.5 {
        ("south", "north", ["north east", "north west"])
    } else {
        ("east", "west", ["south west", "north west"])
    };
    for (i, (class, label)) in tabs.iter().enumerate() {
        let anchor = if tabs.len() == 1 { alone } else { pair[i] };
        let _ = writeln!(
            out,
            "  \\node[{class}, anchor={anchor}] at (v{v}.{side}) {{{label}}};"
        );
    }
}

/// The symbol of an ending: a filled circle for First, a filled square for Second, like the shapes of their
/// vertices.
fn end_sign(end: End) -> &'static str {
    match end {
        End::Lost => "",
        End::Won(Side::First) => "\\tikz\\fill (0,0) circle (2pt);",
        End::Won(Side::Second) => "\\tikz\\fill (0,0) rectangle (4pt,4pt);",
        End::Drawn => "\\(=\\)",
    }
}

fn legend(out: &mut String, scene: &Scene) {
    let mut y = scene.layout.height + 30.0;
    for &(entry, words) in &scene.legend {
        let at = point([18.0, y]);
        let sample = |class: &str| {
            format!(
                "\\node[vertex, {class}, minimum width=0.4cm, minimum height=0.4cm] at {at} {{}};"
            )
        };
        let sign = match entry {
            Entry::First => sample("round, first"),
            Entry::Second => sample("square, second"),
            Entry::Chosen => sample("round, chosen"),
            Entry::Faded => sample("round, faded"),
            Entry::Start => format!("\\draw[edge] {} -- {};", point([4.0, y]), point([32.0, y])),
            Entry::Strategy => {
                let (from, to) = (point([4.0, y]), point([32.0, y]));
                format!("\\draw[strategy] {from} -- {to};")
            }
            Entry::Rank => format!("\\node[rank] at {at} {{2}};"),
            Entry::Nimber => format!("\\node[nimber] at {at} {{\\(\\ast 2\\)}};"),
            Entry::Lost | Entry::Drawn | Entry::Won(_) => {
                let sign = match entry {
                    Entry::Won(side) => end_sign(End::Won(side)),
                    Entry::Drawn => end_sign(End::Drawn),
                    _ => "",
                };
                let bar = format!(
                    "\\draw[very thick] {} -- {};",
                    point([10.0, y - 8.0]),
                    point([10.0, y + 8.0])
                );
                format!("{bar} \\node[note] at {} {{{sign}}};", point([22.0, y]))
            }
        };
        let words = text::tex(words);
        let _ = writeln!(
            out,
            "  {sign} \\node[note, anchor=west] at {} {{{words}}};",
            point([44.0, y])
        );
        y += 22.0;
    }
}

/// The summary of a large arena.
pub(super) fn summary(summary: &Summary) -> String {
    let mut out = String::new();
    open(&mut out);
    let note = text::tex(&summary.note);
    let _ = writeln!(out, "  \\node[note, anchor=west] at (-180,-50) {{{note}}};");
    for (i, part) in summary.boxes.iter().enumerate() {
        let mut lines = vec![format!(
            "\\textbf{{{}}}, {}",
            text::tex(&part.title),
            text::tex(&part.range)
        )];
        lines.extend(part.lines.iter().map(|line| text::tex(line)));
        let at = point([0.0, 90.0 * i as f64]);
        let words = lines.join("\\\\");
        let _ = writeln!(
            out,
            "  \\node[vertex, square, minimum width=9cm, minimum height=1.4cm] (b{i}) at {at} {{{words}}};"
        );
        if i > 0 && summary.boxes[i - 1].to_next > 0 {
            let count = text::tex(&text::grouped(summary.boxes[i - 1].to_next));
            let _ = writeln!(
                out,
                "  \\draw[edge] (b{}) -- node[note, right] {{{count}}} (b{i});",
                i - 1
            );
        }
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}
