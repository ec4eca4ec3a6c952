//! Pictures of arenas: the same bytes every time, well formed, nothing on top of anything else, and fast.

use crate::course::chomp;
use noyau::arena::draw::{Direction, Layering, Layout, Marks, Style, dot, layout, svg, tikz};
use noyau::arena::{Arena, Draft, Ending, Names, Rows};
use noyau::random::SplitMix;
use noyau::{Language, Side};

fn edges(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Arena {
    let edges: Vec<(u32, u32)> = edges.into_iter().collect();
    Arena::from(Draft::plain(Rows::from_edges(vertices, &edges)))
}

fn successors(lists: &[&[u32]]) -> Rows {
    let mut rows = Rows::new();
    for list in lists {
        list.iter().for_each(|&v| rows.push(v));
        rows.end_row();
    }
    rows
}

const CHOMP_STRATEGY: [(u32, u32); 6] = [(0, 2), (1, 6), (3, 6), (4, 8), (5, 8), (7, 8)];

/// The kernel of the course's Chomp, with the course's nimbers and strategy.
fn chomp_marks() -> Marks {
    Marks {
        chosen: Some((0..9).map(|v| [2, 6, 8].contains(&v)).collect()),
        nimbers: Some([4, 3, 0, 2, 2, 1, 0, 1, 0].map(Some).to_vec()),
        strategy: CHOMP_STRATEGY.to_vec(),
        ..Marks::default()
    }
}

/// The doubled Chomp with First's strategy in bold: figure 4 of the first text.
fn doubled_chomp() -> (Arena, Marks) {
    let marks = Marks {
        strategy: CHOMP_STRATEGY.map(|(u, v)| (2 * u, 2 * v + 1)).to_vec(),
        ..Marks::default()
    };
    (chomp().doubled(), marks)
}

/// The exercise on attractors of the third text.
fn attractor() -> (Arena, Marks) {
    let rows = successors(&[&[4, 5], &[4, 5, 6], &[7], &[], &[2], &[3], &[3], &[]]);
    let owners = (0..8).map(|v| if v < 4 { Side::First } else { Side::Second });
    let arena = Arena::from(Draft {
        owners: Some(owners.collect()),
        ..Draft::plain(rows)
    });
    let ranks = [
        Some(3),
        Some(3),
        Some(1),
        None,
        Some(2),
        None,
        None,
        Some(0),
    ];
    let marks = Marks {
        ranks: Some(ranks.to_vec()),
        strategy: vec![(0, 4), (1, 4), (2, 7)],
        ..Marks::default()
    };
    (arena, marks)
}

/// Cycles of length 1, 2 and more, repeated edges, and every kind of ending.
fn cyclic() -> Arena {
    let rows = successors(&[
        &[1, 8],
        &[0, 2],
        &[2, 3, 8],
        &[1, 4],
        &[3, 5, 7, 7, 7],
        &[5, 5, 0, 6],
        &[],
        &[],
        &[],
    ]);
    let mut endings = vec![Ending::Unsaid; 6];
    endings.extend([Ending::Draw, Ending::First, Ending::Second]);
    let second = |v: u32| v.is_multiple_of(3);
    let owners = (0..9).map(|v| if second(v) { Side::Second } else { Side::First });
    Arena::from(Draft {
        owners: Some(owners.collect()),
        endings: Some(endings),
        start: 1,
        ..Draft::plain(rows)
    })
}

fn random(vertices: u32, count: usize, acyclic: bool) -> Arena {
    let mut lots = SplitMix(2);
    let mut lot = move || lots.below(vertices as usize) as u32;
    let pairs = std::iter::repeat_with(move || (lot(), lot()));
    let pairs = pairs.filter(|&(u, v)| !acyclic || u < v);
    edges(vertices as usize, pairs.take(count))
}

fn samples() -> Vec<(&'static str, Arena, Marks)> {
    let none = Marks::default;
    let name = |v: usize| format!("{v} position, a name {}", "long ".repeat(v % 7));
    let names = Names::words((0..40).map(name));
    let (doubled, strategy) = doubled_chomp();
    let (exercise, ranks) = attractor();
    let ranked = Marks {
        ranks: Some((0..40).map(|v| (v % 4 != 0).then_some(v / 5)).collect()),
        nimbers: Some((0..40).map(|v| Some(v * 1000)).collect()),
        ..Marks::default()
    };
    let matches = (0..60).flat_map(|v| (v + 1..60).take(3).map(move |w| (v, w)));
    let complete = (0..12).flat_map(|u| (u + 1..12).map(move |v| (u, v)));
    vec![
        ("nothing", edges(0, []), none()),
        ("one", edges(1, []), none()),
        ("two", edges(2, [(0, 1)]), none()),
        ("a loop only", edges(1, [(0, 0)]), none()),
        ("parts", edges(9, [(0, 1), (2, 3), (3, 4), (5, 5)]), none()),
        ("chomp", chomp(), chomp_marks()),
        ("doubled", doubled, strategy),
        ("attractor", exercise, ranks),
        ("cyclic", cyclic(), none()),
        ("path", edges(60, (1..60).map(|v| (v - 1, v))), none()),
        ("matches", edges(60, matches), none()),
        ("star", edges(201, (1..201).map(|v| (0, v))), none()),
        ("complete", edges(12, complete), none()),
        (
            "tree",
            edges(99, (1..99).map(|v| (v * v % 7 * v / 8, v))),
            none(),
        ),
        ("named", random(40, 90, false).named(names, 3), ranked),
        ("random", random(100, 300, true), none()),
        ("dense", random(60, 900, false), none()),
        ("large", random(500, 900, true), none()),
    ]
}

/// The last makes a summary of everything but one vertex.
const STYLES: [Style; 4] = {
    let style = Style {
        layering: Layering::LongestPath,
        direction: Direction::Right,
        language: Language::English,
        most: 500,
        bends: 300_000,
        letters: None,
    };
    [
        style,
        Style {
            direction: Direction::Down,
            ..style
        },
        Style {
            layering: Layering::Rank,
            language: Language::French,
            ..style
        },
        Style { most: 1, ..style },
    ]
};

/// Checks that tags nest, attributes are quoted and single, and every `&` begins an entity that XML knows.
fn check_xml(document: &str) {
    let check_text = |text: &str| {
        for part in text.split('&').skip(1) {
            let entities = ["amp;", "lt;", "gt;", "quot;"];
            let known = entities.iter().any(|entity| part.starts_with(entity));
            assert!(known, "&{part}");
        }
        assert!(!text.contains('>'), "{text}");
        let allowed = |c: char| c == '\n' || !(c.is_control() || c == '\u{ffff}');
        assert!(text.chars().all(allowed), "{text:?}");
    };
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    let mut rest = document;
    while let Some((text, tag)) = rest.split_once('<') {
        check_text(text);
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        roots += usize::from(open.is_empty());
        let closed = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "<{tag}>");
        let mut seen = Vec::new();
        while let Some((key, value)) = attributes.split_once("=\"") {
            let (value, after) = value.split_once('"').expect("a value ends");
            check_text(value);
            assert!(!seen.contains(&key.trim()), "{key} twice in <{tag}>");
            seen.push(key.trim());
            attributes = after;
        }
        assert!(attributes.trim().is_empty(), "<{tag}>");
        if !closed {
            open.push(name);
        }
    }
    check_text(rest);
    assert!(open.is_empty() && roots == 1, "one root, closed");
}

/// Checks that the braces of a source nest, without those that are escaped or within quotes.
fn check_braces(source: &str, quotes: bool) {
    let mut open = 0u32;
    let mut quoted = false;
    let mut characters = source.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            '"' if quotes => quoted = !quoted,
            _ if quoted => {}
            '{' => open += 1,
            '}' => open = open.checked_sub(1).expect("an open brace"),
            _ => {}
        }
    }
    assert!(open == 0 && !quoted);
}

fn check_all(arena: &Arena, marks: &Marks) {
    for style in &STYLES {
        check_xml(&svg(arena, marks, style));
        check_braces(&tikz(arena, marks, style), false);
        check_braces(&dot(arena, marks, style), true);
    }
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    for (name, arena, marks) in samples() {
        let again = (arena.clone(), marks.clone());
        for style in &STYLES {
            for draw in [svg, tikz, dot] {
                let [one, two] = [(&arena, &marks), (&again.0, &again.1)]
                    .map(|(arena, marks)| draw(arena, marks, style));
                assert!(one == two, "{name}");
            }
        }
    }
}

#[test]
fn pictures_are_well_formed() {
    for (_, arena, marks) in samples() {
        check_all(&arena, &marks);
    }
}

#[test]
fn every_name_appears_in_full() {
    for (name, arena, marks) in samples() {
        let picture = svg(&arena, &marks, &STYLES[0]);
        let source = dot(&arena, &marks, &STYLES[0]);
        for vertex in arena.names().iter() {
            let titles = [";", "</title>"].map(|end| format!("<title>{vertex}{end}"));
            let shown = titles.iter().any(|title| picture.contains(title));
            assert!(shown, "{vertex} of {name}");
            let node = format!("  \"{vertex}\"");
            assert!(source.contains(&node), "{vertex} of {name}");
        }
    }
}

#[test]
fn the_worst_names_are_escaped() {
    let names = [
        "<&>\"'",
        "\u{0}\n\t\u{7f}",
        "\\end{tikzpicture}%#$^~_",
        "囲碁 👩‍👧 e\u{301}",
        "]]>",
        "start",
        "",
        "\u{202e}abc\u{ffff}",
    ];
    let arena = edges(8, (1..8).map(|v| (0, v))).named(Names::words(names), 0);
    check_all(&arena, &Marks::default());
    let [picture, tex, source] =
        [svg, tikz, dot].map(|draw| draw(&arena, &Marks::default(), &Style::default()));
    assert!(picture.contains("&lt;&amp;&gt;&quot;'"));
    assert!(picture.contains("\u{2400}\u{240a}\u{2409}\u{2421}"));
    assert!(tex.contains("\\%\\#\\$"));
    // The node before the start must not be the vertex called "start".
    assert!(source.contains("\"start_\" -> "));
}

/// The number that an attribute of a tag gives.
fn attribute(tag: &str, key: &str) -> f64 {
    let (_, value) = tag.split_once(&format!(" {key}=\"")).expect("a key");
    let (value, _) = value.split_once('"').expect("a value");
    value.parse().expect("a number")
}

/// The shapes of the vertices as they are drawn: left, top, right, bottom.
fn shapes(picture: &str) -> Vec<[f64; 4]> {
    let (vertices, _) = picture
        .split_once("class=\"legend\"")
        .unwrap_or((picture, ""));
    let shapes = vertices
        .lines()
        .filter(|line| line.contains("class=\"shape\""));
    shapes
        .map(|line| {
            if line.contains("<circle") {
                let [x, y, r] = ["cx", "cy", "r"].map(|key| attribute(line, key));
                [x - r, y - r, x + r, y + r]
            } else {
                let keys = ["x", "y", "width", "height"];
                let [x, y, w, h] = keys.map(|key| attribute(line, key));
                [x, y, x + w, y + h]
            }
        })
        .collect()
}

#[test]
fn no_vertex_lies_on_another() {
    for (name, arena, marks) in samples() {
        for style in &STYLES[..3] {
            let shapes = shapes(&svg(&arena, &marks, style));
            assert_eq!(shapes.len(), arena.len(), "{name}");
            for (i, a) in shapes.iter().enumerate() {
                for b in &shapes[..i] {
                    let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                    assert!(apart, "{name}: {a:?} on {b:?}");
                }
            }
        }
    }
}

/// Points along a route.
fn walk(curve: &[[f64; 2]]) -> impl Iterator<Item = [f64; 2]> + '_ {
    curve.windows(4).step_by(3).flat_map(|p| {
        (0..=6).map(move |i| {
            let t = f64::from(i) / 6.0;
            let s = 1.0 - t;
            let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
            [0, 1].map(|axis| (0..4).map(|k| weights[k] * p[k][axis]).sum())
        })
    })
}

#[test]
fn no_edge_runs_over_a_vertex() {
    for (name, arena, marks) in samples() {
        for style in &STYLES[..3] {
            let layout = layout(&arena, &marks, style);
            for route in &layout.routes {
                let (from, to) = (route.from, route.to);
                for [x, y] in walk(&route.curve) {
                    for v in arena.graph().vertices() {
                        let [dx, dy] = [layout.x[v as usize] - x, layout.y[v as usize] - y];
                        let clear = dx * dx + dy * dy > 13.0 * 13.0;
                        assert!(
                            clear || v == from || v == to,
                            "{name}: {from} -> {to} over {v}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn everything_lies_within_the_picture() {
    for (name, arena, marks) in samples() {
        for style in &STYLES[..3] {
            let Layout {
                width,
                height,
                x,
                y,
                routes,
                ..
            } = layout(&arena, &marks, style);
            let vertices = x.into_iter().zip(y).map(|(x, y)| [x, y]);
            let curves = routes.into_iter().flat_map(|route| route.curve);
            for [x, y] in vertices.chain(curves) {
                assert!((-0.01..=width + 0.01).contains(&x), "{name}: {x}");
                assert!((-0.01..=height + 0.01).contains(&y), "{name}: {y}");
            }
        }
    }
}

#[test]
fn edges_lead_on_in_acyclic_graphs() {
    for arena in [chomp(), random(100, 300, true), random(500, 900, true)] {
        let columns = layout(&arena, &Marks::default(), &Style::default()).columns;
        for (u, v) in arena.graph().forward().iter_edges() {
            assert!(columns[u as usize] < columns[v as usize], "{u} -> {v}");
        }
    }
}

#[test]
fn layers_by_rank_are_in_the_order_of_ranks() {
    let (arena, marks) = attractor();
    let style = Style {
        layering: Layering::Rank,
        ..Style::default()
    };
    let columns = layout(&arena, &marks, &style).columns;
    let ranks = marks.ranks.expect("ranks");
    for u in 0..8 {
        for v in 0..8 {
            match (ranks[u], ranks[v]) {
                (Some(a), Some(b)) if a > b => assert!(columns[u] < columns[v]),
                (Some(a), Some(b)) if a == b => assert_eq!(columns[u], columns[v]),
                (None, Some(_)) => assert!(columns[u] < columns[v], "{u} stands apart"),
                _ => {}
            }
        }
    }
}

#[test]
fn routes_are_the_edges_once_each() {
    let arena = cyclic();
    let layout = layout(&arena, &Marks::default(), &Style::default());
    let total: u32 = layout.routes.iter().map(|route| route.count).sum();
    assert_eq!(total as usize, arena.graph().edges());
    for (i, route) in layout.routes.iter().enumerate() {
        let ends = |route: &noyau::arena::draw::Route| (route.from, route.to);
        let before = &layout.routes[..i];
        assert!(before.iter().all(|other| ends(other) != ends(route)));
        let row = arena.graph().successors(route.from).iter();
        assert_eq!(
            row.filter(|&&v| v == route.to).count(),
            route.count as usize
        );
        // It begins at the vertex it comes from and ends at the one it leads to.
        assert_eq!(route.curve.len() % 3, 1);
        let near = |v: u32, [x, y]: [f64; 2]| {
            let [dx, dy] = [layout.x[v as usize] - x, layout.y[v as usize] - y];
            dx.abs() < 40.0 && dy.abs() < 20.0
        };
        assert!(near(route.from, route.curve[0]));
        assert!(near(route.to, route.curve[route.curve.len() - 1]));
    }
    let picture = svg(&arena, &Marks::default(), &Style::default());
    assert!(picture.contains(">×3</text>") && picture.contains(">×2</text>"));
}

#[test]
fn marks_are_seen_and_named_in_both_languages() {
    let style = Style::default();
    let [english, tex, source] =
        [svg, tikz, dot].map(|draw| draw(&chomp(), &chomp_marks(), &style));
    // One more each for the legend.
    assert_eq!(english.matches("class=\"ring\"").count(), 3 + 1);
    assert_eq!(english.matches("class=\"bold\"").count(), 6 + 1);
    assert_eq!(english.matches("class=\"nimber\"").count(), 9 + 1);
    assert!(english.contains("kernel: 2, 6, 8."));
    assert!(english.contains("<title>1; nimber 3</title>"));
    assert_eq!(source.matches("peripheries=2").count(), 3);
    assert_eq!(source.matches("penwidth=3").count(), 6);
    assert_eq!(tex.matches("\\draw[strategy]").count(), 6 + 1);
    assert_eq!(tex.matches(", chosen, minimum").count(), 3 + 1);
    let french = Style {
        language: Language::French,
        ..style
    };
    let french = svg(&chomp(), &chomp_marks(), &french);
    assert!(french.contains("noyau : 2, 6, 8."));
    assert!(french.contains(">stratégie</text>"));
}

#[test]
fn owners_and_endings_have_shapes() {
    let picture = svg(&cyclic(), &Marks::default(), &Style::default());
    // One more each for the legend.
    assert_eq!(picture.matches("<rect class=\"shape\"").count(), 3 + 1);
    assert_eq!(picture.matches("class=\"first-won\"").count(), 1 + 1);
    assert_eq!(picture.matches("class=\"second-won\"").count(), 1 + 1);
    assert!(picture.contains("<title>6; drawn</title>"));
}

#[test]
fn the_figures_of_the_kernel_algorithm() {
    let steps = [(8, vec![4, 5, 7]), (6, vec![1, 3]), (2, vec![0])];
    let marks = |k| Marks::of_kernel_step(9, &steps, k);
    let which = |flags: Option<Vec<bool>>| -> Vec<usize> {
        let flags = flags.expect("marks");
        (0..9).filter(|&v| flags[v]).collect()
    };
    assert_eq!(which(marks(0).chosen), [8]);
    assert_eq!(which(marks(0).faded), [0; 0]);
    assert_eq!(marks(0).strategy, [(4, 8), (5, 8), (7, 8)]);
    assert_eq!(which(marks(1).chosen), [6, 8]);
    assert_eq!(which(marks(1).faded), [4, 5, 7, 8]);
    assert_eq!(which(marks(2).faded), [1, 3, 4, 5, 6, 7, 8]);
    assert_eq!(which(marks(3).chosen), [2, 6, 8]);
    assert_eq!(which(marks(3).faded), [0; 0]);
    // The figures lie on each other: nothing moves from one to the next.
    let places = |k| layout(&chomp(), &marks(k), &Style::default());
    assert!((1..4).all(|k| places(k) == places(0)));
}

#[test]
fn marks_of_the_wrong_length_or_outside_the_graph_do_no_harm() {
    let marks = Marks {
        chosen: Some(vec![true; 2]),
        ranks: Some(vec![Some(u32::MAX); 40]),
        nimbers: Some(vec![]),
        strategy: vec![(7, 7), (100, 3), (0, u32::MAX)],
        faded: Some(vec![true; 100]),
        ..Marks::default()
    };
    check_all(&chomp(), &marks);
    let far = Marks::of_kernel_step(1, &[(7, vec![9])], usize::MAX);
    assert!(far.strategy.is_empty());
}

#[test]
fn a_large_arena_is_summarised() {
    let arena = random(100_000, 300_000, true);
    let picture = svg(&arena, &Marks::default(), &Style::default());
    check_xml(&picture);
    assert!(picture.len() < 30_000, "{} bytes", picture.len());
    // The boxes count every vertex once.
    let counts = picture
        .lines()
        .filter_map(|line| {
            let line = line.strip_suffix("</text>")?;
            line.strip_suffix(" vertices")
                .or(line.strip_suffix(" vertex"))
        })
        .filter_map(|line| line.rsplit('>').next())
        .map(|number| number.replace('\u{202f}', ""));
    let vertices: u64 = counts
        .map(|number| number.parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(vertices, 100_000);
    let path = edges(1_000_000, (1..1_000_000).map(|v| (v - 1, v)));
    check_xml(&svg(&path, &Marks::default(), &Style::default()));
}

#[test]
fn two_thousand_vertices_are_laid_out() {
    let arena = random(2_000, 8_000, true);
    let layout = layout(&arena, &Marks::default(), &Style::default());
    assert_eq!(layout.x.len(), 2_000);
}

#[test]
fn dense_graphs_stay_within_bounds() {
    let complete = (0..400).flat_map(|u| (u + 1..400).map(move |v| (u, v)));
    let layout = layout(&edges(400, complete), &Marks::default(), &Style::default());
    assert_eq!(layout.routes.len(), 400 * 399 / 2);
}

/// The pictures of the documents. `NOYAU_UPDATE_PICTURES=1 cargo test -p noyau draw` writes them anew.
#[test]
fn the_pictures_of_the_documents_are_up_to_date() {
    let (doubled, strategy) = doubled_chomp();
    let (exercise, ranks) = attractor();
    let style = Style::default();
    let by_rank = Style {
        layering: Layering::Rank,
        ..style
    };
    let pictures = [
        ("chomp23-kernel.svg", svg(&chomp(), &chomp_marks(), &style)),
        ("chomp23-strategy.svg", svg(&doubled, &strategy, &style)),
        ("attractor.svg", svg(&exercise, &ranks, &by_rank)),
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for (name, picture) in pictures {
        let path = folder.join(name);
        if std::env::var_os("NOYAU_UPDATE_PICTURES").is_some() {
            std::fs::write(&path, &picture).expect("a writable folder");
        }
        let stored = std::fs::read_to_string(&path).expect("the picture");
        let same = stored == picture;
        assert!(
            same,
            "{name} is out of date: set NOYAU_UPDATE_PICTURES=1 and run this test again"
        );
    }
}
