//! Pictures as SVG: self-contained, without scripts or external fonts, in light and dark.

mod document;

use super::Style;
use super::layout::{Direction, Layout, Route};
use super::scene::{
    End, Entry, FONT, LINE, Look, SHRINK, START_ARROW, Scene, TAB, TAB_INSIDE, Tab, tab_width,
};
use super::summary::{Section, Summary};
use crate::arena::Arena;
use document::{draw_route, draw_shape, draw_tab, draw_winner};
use noyau_core::drawing::svg::{HEAD, Svg, number};
use noyau_core::drawing::text;
use noyau_core::game::Side;
use noyau_core::language::{Language, Localized, Message};
use noyau_core::message;
use noyau_core::view::figure::Figure;

/// The empty border of a picture.
const MARGIN: f64 = 16.0;
/// The height of a line of the legend.
const LEGEND_LINE: f64 = 26.0;
/// The number of names that a description lists before it only counts.
const MOST_LISTED: usize = 40;

/// The picture with every vertex.
pub(in crate::arena::draw) fn scene(arena: &Arena, scene: &Scene, style: &Style) -> String {
    let layout = &scene.layout;
    let legend = legend_rows(
        scene,
        (layout.width + 2.0 * MARGIN).max(420.0) - 2.0 * MARGIN,
    );
    let width = layout.width.max(legend.1) + 2.0 * MARGIN;
    let legend_height = legend.0.len() as f64 * LEGEND_LINE;
    let mut height = layout.height + 2.0 * MARGIN;
    if !legend.0.is_empty() {
        height += legend_height + 8.0;
    }
    let (vertices, edges) = (arena.len() as u64, arena.graph().edges() as u64);
    let title = title(vertices, edges).localized(style.language);
    let description = description(arena, scene, style.language);
    let mut out = Svg::new(width, height, &title, &description, style.language);
    if scene.looks.iter().any(|look| look.board.is_some()) {
        out.element(&format!("<style>\n{}</style>", Figure::svg_colours()));
    }

    let left = MARGIN + (width - 2.0 * MARGIN - layout.width) / 2.0;
    out.open_group(&format!(
        "transform=\"translate({} {MARGIN})\"",
        number(left)
    ));
    write_routes(&mut out, scene);
    for v in arena.graph().vertices() {
        write_vertex(&mut out, arena, scene, v, style);
    }
    out.close_group();
    if !legend.0.is_empty() {
        let top = layout.height + 2.0 * MARGIN;
        out.open_group(&format!(
            "class=\"legend\" transform=\"translate({MARGIN} {})\"",
            number(top)
        ));
        out.element(&format!(
            "<path class=\"rule\" d=\"M0 0h{}\"/>",
            number(width - 2.0 * MARGIN)
        ));
        for (row, entries) in legend.0.iter().enumerate() {
            let y = 6.0 + LEGEND_LINE * (row as f64 + 0.5);
            for &(x, entry, words) in entries {
                write_entry(&mut out, entry, x, y);
                out.text("left", x + 42.0, y + 4.5, words);
            }
        }
        out.close_group();
    }
    out.finish()
}

fn title(vertices: u64, edges: u64) -> Message {
    let (vertices, edges) = (text::grouped(vertices), text::grouped(edges));
    message!(
        "Arena: vertices {vertices}, edges {edges}",
        "Arène : sommets {vertices}, arêtes {edges}"
    )
}

/// A description of the picture for screen readers.
fn description(arena: &Arena, scene: &Scene, language: Language) -> String {
    let start = arena.name(arena.start().min(arena.len().saturating_sub(1) as u32));
    let mut sentences = Vec::new();
    if !arena.is_empty() {
        let sentence = message!("Play starts at {start}.", "La partie commence en {start}.");
        sentences.push(sentence.localized(language));
    }
    let mut list = |words: &str, names: Vec<String>| {
        if !names.is_empty() {
            let names = if names.len() > MOST_LISTED {
                names.len().to_string()
            } else {
                names.join(", ")
            };
            let words = words.to_owned();
            sentences.push(message!("{words}: {names}.", "{words} : {names}.").localized(language));
        }
    };
    for &(entry, words) in &scene.legend {
        let vertices = |has: &dyn Fn(&Look) -> bool| {
            let marked = arena.graph().vertices().zip(&scene.looks);
            let marked = marked.filter(|(_, look)| has(look));
            marked.map(|(v, _)| arena.name(v).into_owned()).collect()
        };
        match entry {
            Entry::Chosen => list(words, vertices(&|look| look.chosen)),
            Entry::Faded => list(words, vertices(&|look| look.faded)),
            Entry::Lost => list(words, vertices(&|look| look.end == Some(End::Lost))),
            Entry::Drawn => list(words, vertices(&|look| look.end == Some(End::Drawn))),
            Entry::Won(side) => list(words, vertices(&|look| look.end == Some(End::Won(side)))),
            Entry::Strategy => {
                let taken = scene.layout.routes.iter().zip(&scene.lines);
                let taken = taken.filter(|(_, line)| line.0);
                let arrow = |route: &Route| {
                    format!("{} → {}", arena.name(route.from), arena.name(route.to))
                };
                list(words, taken.map(|(route, _)| arrow(route)).collect());
            }
            Entry::First | Entry::Second | Entry::Start | Entry::Rank | Entry::Nimber => {}
        }
    }
    sentences.join(" ")
}

fn write_routes(out: &mut Svg, scene: &Scene) {
    let routes = &scene.layout.routes;
    let (class, opacity) = match routes.len() {
        0..=200 => ("edges", "1"),
        201..=800 => ("edges dense", ".75"),
        _ => ("edges dense", ".5"),
    };
    out.open_group(&format!("class=\"{class}\" opacity=\"{opacity}\""));
    let lines = || routes.iter().zip(&scene.lines);
    for (route, &(strategy, faded)) in lines() {
        if !strategy {
            let class = if faded { "edge faded" } else { "edge" };
            draw_route(out, class, "arrow", &route.curve, HEAD[0]);
        }
    }
    out.close_group();
    out.open_group("class=\"strategy\"");
    for (route, _) in lines().filter(|(_, line)| line.0) {
        draw_route(out, "bold", "bold-arrow", &route.curve, HEAD[1]);
    }
    for route in routes.iter().filter(|route| route.count > 1) {
        let [x, y] = if route.from == route.to {
            beside_loop(&route.curve)
        } else {
            middle(&route.curve)
        };
        let label = format!("×{}", text::grouped(u64::from(route.count)));
        out.text("count", x, y + 3.5, &label);
    }
    out.close_group();
}

/// The midpoint of the middle curve.
fn middle(curve: &[[f64; 2]]) -> [f64; 2] {
    let at = (curve.len() / 3) / 2 * 3;
    [0, 1].map(|axis| {
        let p = |i: usize| curve.get(at + i).map_or(0.0, |point| point[axis]);
        (p(0) + 3.0 * p(1) + 3.0 * p(2) + p(3)) / 8.0
    })
}

/// A point outside a loop, beside its end.
fn beside_loop(curve: &[[f64; 2]]) -> [f64; 2] {
    let [Some(enter), Some(end)] = [curve.get(2), curve.get(3)] else {
        return [0.0; 2];
    };
    // Loops are above a vertex or on its left.
    if (enter[1] - end[1]).abs() > (enter[0] - end[0]).abs() {
        [end[0] + 17.0, end[1] - 9.0]
    } else {
        [end[0] - 9.0, end[1] + 10.0]
    }
}

/// The direction of play at a vertex.
fn forward(layout: &Layout, v: u32, direction: Direction) -> [f64; 2] {
    let sign = if layout.turned[v as usize] { -1.0 } else { 1.0 };
    match direction {
        Direction::Right => [sign, 0.0],
        Direction::Down => [0.0, sign],
    }
}

fn write_vertex(out: &mut Svg, arena: &Arena, scene: &Scene, v: u32, style: &Style) {
    let look = &scene.looks[v as usize];
    let layout = &scene.layout;
    let (x, y) = (layout.x[v as usize], layout.y[v as usize]);
    let mut class = String::from("vertex");
    for word in look.classes() {
        class.push(' ');
        class.push_str(word);
    }
    out.open_group(&format!("class=\"{class}\""));
    out.title(&tooltip(arena, scene, v, style.language));
    let ahead = forward(layout, v, style.direction);
    if look.start {
        write_start(out, arena, layout, look, v, ahead);
    }
    draw_shape(out, "shape", [x, y], look, 0.0);
    if look.chosen {
        draw_shape(out, "ring", [x, y], look, 3.2);
    }
    for (i, line) in look.lines.iter().enumerate() {
        let down = LINE * (i as f64 - (look.lines.len() as f64 - 1.0) / 2.0);
        let last = i + 1 == look.lines.len();
        match look.letter.filter(|_| last) {
            None => out.text("", x, y + down + 0.35 * FONT, line),
            Some(letter) => out.element(&format!(
                "<text x=\"{}\" y=\"{}\">{}<tspan class=\"small\" dy=\"3.5\">{letter}</tspan></text>",
                number(x),
                number(y + down + 0.35 * FONT),
                text::xml(line)
            )),
        }
    }
    if let Some(board) = &look.board {
        let [width, height] = board.size();
        let corner = [x - SHRINK * width / 2.0, y - SHRINK * height / 2.0].map(number);
        out.open_group(&format!(
            "class=\"noyau-board\" transform=\"translate({} {}) scale({SHRINK})\"",
            corner[0], corner[1]
        ));
        let mut items = String::new();
        board.svg_items(&mut items);
        items.lines().for_each(|item| out.element(item));
        out.close_group();
    }
    if let Some(end) = look.end {
        let half = ahead[0].abs() * look.half[0] + ahead[1].abs() * look.half[1];
        write_end(out, end, [x + ahead[0] * half, y + ahead[1] * half], ahead);
    }
    write_tabs(out, look, [x, y], style.direction);
    out.close_group();
}

/// The full description of a vertex.
fn tooltip(arena: &Arena, scene: &Scene, v: u32, language: Language) -> String {
    let look = &scene.looks[v as usize];
    let words = |wanted: Entry| {
        let entry = scene.legend.iter().find(|&&(entry, _)| entry == wanted);
        entry.map_or(String::new(), |&(_, words)| words.to_owned())
    };
    let mut parts = vec![arena.name(v).into_owned()];
    if look.start {
        parts.push(words(Entry::Start));
    }
    match look.end {
        Some(End::Won(side)) => parts.push(words(Entry::Won(side))),
        Some(End::Lost) => parts.push(words(Entry::Lost)),
        Some(End::Drawn) => parts.push(words(Entry::Drawn)),
        None => match look.owner {
            Some(Side::First) => parts.push(words(Entry::First)),
            Some(Side::Second) => parts.push(words(Entry::Second)),
            None => {}
        },
    }
    if look.chosen {
        parts.push(words(Entry::Chosen));
    }
    if let Some(rank) = look.rank {
        parts.push(format!("{} {rank}", words(Entry::Rank)));
    }
    if let Some(nimber) = look.nimber {
        parts.push(format!("{} {nimber}", words(Entry::Nimber)));
    }
    if look.faded {
        parts.push(words(Entry::Faded));
    }
    let between = match language {
        Language::English => "; ",
        Language::French => " ; ",
    };
    parts.join(between)
}

/// The arrow that marks the start: straight if no edge enters there, otherwise from the corner.
fn write_start(
    out: &mut Svg,
    arena: &Arena,
    layout: &Layout,
    look: &Look,
    v: u32,
    ahead: [f64; 2],
) {
    let (x, y) = (layout.x[v as usize], layout.y[v as usize]);
    let column = |w: u32| layout.columns[w as usize];
    let graph = arena.graph();
    let neighbours = graph.predecessors(v).iter().chain(graph.successors(v));
    let taken = neighbours.copied().any(|w| column(w) < column(v));
    let from = if taken {
        let side = [-(ahead[0] + ahead[1]), -1.0];
        let corner = 0.29 * look.corner();
        let at = [0, 1].map(|axis| side[axis] * (look.half[axis] - corner));
        let begin = [0, 1].map(|axis| at[axis] + 15.0 * side[axis]);
        [[x + begin[0], y + begin[1]], [x + at[0], y + at[1]]]
    } else {
        let half = ahead[0].abs() * look.half[0] + ahead[1].abs() * look.half[1];
        [half + START_ARROW, half].map(|off| [x - ahead[0] * off, y - ahead[1] * off])
    };
    let curve = [from[0], from[0], from[1], from[1]];
    draw_route(out, "edge", "arrow", &curve, HEAD[0]);
}

/// A bar behind the vertex, and the winner.
fn write_end(out: &mut Svg, end: End, [x, y]: [f64; 2], ahead: [f64; 2]) {
    let at = |off: f64| [x + ahead[0] * off, y + ahead[1] * off];
    let [bar_x, bar_y] = at(4.5);
    let (across_x, across_y) = (8.0 * ahead[1].abs(), 8.0 * ahead[0].abs());
    out.element(&format!(
        "<path class=\"end\" d=\"M{} {}l{} {}\"/>",
        number(bar_x - across_x),
        number(bar_y - across_y),
        number(2.0 * across_x),
        number(2.0 * across_y)
    ));
    let [x, y] = at(13.0);
    match end {
        End::Lost => {}
        End::Won(side) => draw_winner(out, side, x, y),
        End::Drawn => out.element(&format!(
            "<path class=\"end\" d=\"M{} {}h8m-8 5h8\"/>",
            number(x - 4.0),
            number(y - 2.5)
        )),
    }
}

/// Rank and nimber: below the vertex, or on its right when layers run down.
fn write_tabs(out: &mut Svg, look: &Look, [x, y]: [f64; 2], direction: Direction) {
    let tabs = look.tabs();
    let widths: Vec<f64> = tabs.iter().map(|(_, label)| tab_width(label)).collect();
    match direction {
        Direction::Right => {
            let all: f64 = widths.iter().sum::<f64>() + 2.0 * (tabs.len().max(1) - 1) as f64;
            let mut left = x - all / 2.0;
            for ((tab, label), width) in tabs.iter().zip(widths) {
                let top = y + look.half[1] - TAB_INSIDE;
                draw_tab(out, *tab, label, [left, top], width);
                left += width + 2.0;
            }
        }
        Direction::Down => {
            let mut top = y - (TAB + 1.0) * tabs.len() as f64 / 2.0;
            for ((tab, label), width) in tabs.iter().zip(widths) {
                draw_tab(
                    out,
                    *tab,
                    label,
                    [x + look.half[0] - TAB_INSIDE, top],
                    width,
                );
                top += TAB + 1.0;
            }
        }
    }
}

/// A legend entry with its x coordinate.
type Placed = (f64, Entry, &'static str);

/// The legend in rows of at most that width, and the width used.
fn legend_rows(scene: &Scene, most: f64) -> (Vec<Vec<Placed>>, f64) {
    let mut rows: Vec<Vec<Placed>> = Vec::new();
    let (mut x, mut widest) = (0.0, 0.0f64);
    for &(entry, words) in &scene.legend {
        let width = 42.0 + FONT * text::width(words);
        if rows.is_empty() || x + width > most {
            rows.push(Vec::new());
            x = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((x, entry, words));
        }
        widest = widest.max(x + width);
        x += width + 20.0;
    }
    (rows, widest)
}

/// The symbol of a legend entry, in a cell of 36 by 24 pixels.
fn write_entry(out: &mut Svg, entry: Entry, x: f64, y: f64) {
    let middle = [x + 26.0, y];
    let sample = |owner: Option<Side>| Look {
        lines: Vec::new(),
        letter: None,
        board: None,
        owner,
        half: [9.0; 2],
        chosen: false,
        faded: false,
        rank: None,
        nimber: None,
        start: false,
        end: None,
    };
    let line = [[x + 2.0, y], [x + 2.0, y], [x + 34.0, y], [x + 34.0, y]];
    match entry {
        Entry::First | Entry::Second => {
            let (owner, class) = if entry == Entry::First {
                (Side::First, "first")
            } else {
                (Side::Second, "second")
            };
            out.open_group(&format!("class=\"{class}\""));
            draw_shape(out, "shape", middle, &sample(Some(owner)), 0.0);
            out.close_group();
        }
        Entry::Start => {
            let arrow = [[x, y], [x, y], [x + 17.0, y], [x + 17.0, y]];
            draw_route(out, "edge", "arrow", &arrow, HEAD[0]);
            draw_shape(out, "shape", [x + 26.0, y], &sample(None), 0.0);
        }
        Entry::Lost | Entry::Drawn | Entry::Won(_) => {
            let end = match entry {
                Entry::Drawn => End::Drawn,
                Entry::Won(side) => End::Won(side),
                _ => End::Lost,
            };
            let left = if end == End::Lost { x + 20.0 } else { x + 8.0 };
            draw_shape(out, "shape", [left, y], &sample(None), 0.0);
            write_end(out, end, [left + 9.0, y], [1.0, 0.0]);
        }
        Entry::Chosen => {
            out.open_group("class=\"chosen\"");
            draw_shape(out, "shape", middle, &sample(None), 0.0);
            draw_shape(out, "ring", middle, &sample(None), 3.2);
            out.close_group();
        }
        Entry::Faded => {
            out.open_group("class=\"faded\"");
            draw_shape(out, "shape", middle, &sample(None), 0.0);
            out.close_group();
        }
        Entry::Rank => {
            out.open_group("class=\"ranked\"");
            draw_shape(out, "shape", [middle[0], y - 3.0], &sample(None), 0.0);
            out.close_group();
            let width = tab_width("2");
            draw_tab(out, Tab::Rank, "2", [middle[0] - width / 2.0, y], width);
        }
        Entry::Nimber => {
            draw_shape(out, "shape", [middle[0], y - 3.0], &sample(None), 0.0);
            let width = tab_width("∗2");
            draw_tab(out, Tab::Nimber, "∗2", [middle[0] - width / 2.0, y], width);
        }
        Entry::Strategy => draw_route(out, "bold", "bold-arrow", &line, HEAD[1]),
    }
}

/// The summary of a large arena: one box of statistics per range of layers.
pub(in crate::arena::draw) fn summary(summary: &Summary, language: Language) -> String {
    const WIDTH: f64 = 780.0;
    const BETWEEN_LINES: f64 = 15.0;
    const ARROW: f64 = 30.0;
    let top = 58.0;
    let most_lines = summary.boxes.iter().map(|part| part.lines.len()).max();
    let box_height = (34.0 + BETWEEN_LINES * most_lines.unwrap_or(0) as f64).max(60.0);
    let pitch = box_height + ARROW;
    let height = top + pitch * summary.boxes.len() as f64 - ARROW + MARGIN;
    let title = title(summary.vertices, summary.edges).localized(language);
    let description = summary
        .boxes
        .iter()
        .map(|part| format!("{}: {}.", part.title, part.lines.join(", ")))
        .collect::<Vec<_>>()
        .join(" ");
    let mut out = Svg::new(WIDTH, height, &title, &description, language);
    out.text("left", MARGIN, 24.0, &title);
    out.text("left quiet", MARGIN, 42.0, &summary.note);
    let bar = WIDTH - 2.0 * MARGIN - 170.0;
    for (i, part) in summary.boxes.iter().enumerate() {
        let y = top + pitch * i as f64;
        out.open_group("class=\"vertex\"");
        out.element(&format!(
            "<rect class=\"shape\" x=\"{MARGIN}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
            number(y),
            number(WIDTH - 2.0 * MARGIN),
            number(box_height)
        ));
        out.text("left", MARGIN + 12.0, y + 25.0, &part.title);
        out.text("left quiet", MARGIN + 12.0, y + 46.0, &part.range);
        write_bar(&mut out, part, [MARGIN + 158.0, y + 12.0], bar);
        for (line, words) in part.lines.iter().enumerate() {
            let at = y + 37.0 + BETWEEN_LINES * line as f64;
            out.text("left small", MARGIN + 158.0, at, words);
        }
        out.close_group();
        if i + 1 < summary.boxes.len() {
            let middle = WIDTH / 2.0;
            let curve = [
                [middle, y + box_height],
                [middle, y + box_height],
                [middle, y + pitch],
                [middle, y + pitch],
            ];
            if part.to_next > 0 {
                draw_route(&mut out, "edge", "arrow", &curve, HEAD[0]);
                let words = text::grouped(part.to_next);
                out.text("left small", middle + 10.0, y + box_height + 19.0, &words);
            }
        }
    }
    out.finish()
}

/// A bar proportional to the number of vertices, with an inner bar for the chosen ones.
fn write_bar(out: &mut Svg, part: &Section, [x, y]: [f64; 2], most: f64) {
    let length = (part.share * most).max(2.0);
    let mut rect = |class: &str, height: f64, length: f64| {
        out.element(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            number(x),
            number(y),
            number(length),
            number(height)
        ));
    };
    rect("bar", 9.0, length);
    if part.chosen_share > 0.0 {
        // Thinner than the outer bar, so that both are visible without colour.
        rect("bar-chosen", 5.0, (length * part.chosen_share).max(1.0));
    }
}
