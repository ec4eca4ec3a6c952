//! Figures for print: boards, strips, boards in arenas, tables of nimbers, and the steps of algorithms.

use super::course::CHOMP;
use super::{Folder, run, run_with};

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn boards_are_drawn_with_dominoes() {
    let folder = Folder::new("figure-boards");
    let (svg, tikz) = (folder.path("b.svg"), folder.path("b.tex"));
    let play = ["show", "domineering:4x4", "--after", "a1 b4 d1"];
    run_with(&[&play[..], &["--svg", &svg, "--tikz", &tikz]].concat(), "").answer();
    let drawn = read(&folder, "b.svg");
    // Two upright dominoes of First, one lying one of Second, and no square that is covered alone.
    assert_eq!(drawn.matches("<rect class=\"first\"").count(), 2, "{drawn}");
    assert!(
        drawn.contains("width=\"30\" height=\"70\"")
            && drawn.contains("width=\"70\" height=\"30\"")
    );
    assert!(!drawn.contains("class=\"thing\""));
    assert_eq!(
        read(&folder, "b.tex")
            .matches("\\draw[board first, rounded")
            .count(),
        2
    );
    // Nobody knows how squares of a position that is set up were covered.
    run_with(
        &[
            "show",
            "domineering:2x2",
            "--at",
            "#./#. second",
            "--svg",
            &svg,
        ],
        "",
    )
    .answer();
    assert_eq!(read(&folder, "b.svg").matches("class=\"thing\"").count(), 2);
}

/// The seeds that were won are in the stores at the ends of the rows: First's on the right, Second's on the left.
#[test]
fn boards_of_pits_have_their_stores() {
    let folder = Folder::new("figure-stores");
    let (svg, tikz) = (folder.path("b.svg"), folder.path("b.tex"));
    let play = ["show", "kalah:3,4", "--at", "0,1,2/3,4,0 first 6-8"];
    run_with(&[&play[..], &["--svg", &svg, "--tikz", &tikz]].concat(), "").answer();
    let drawn = read(&folder, "b.svg");
    assert_eq!(drawn.matches("class=\"place\"").count(), 8, "{drawn}");
    let x = |count: &str| {
        let end = drawn.find(&format!(">{count}</text>")).expect(count);
        let x = drawn[..end].rsplit("x=\"").next().expect("a place");
        let x: f64 = x.split('"').next().and_then(|x| x.parse().ok()).expect(x);
        x
    };
    assert!(x("8") < x("4") && x("4") < x("6"), "{drawn}");
    let drawn = read(&folder, "b.tex");
    assert!(drawn.contains("{6}") && drawn.contains("{8}"), "{drawn}");
}

/// A sentence may speak of the root by its name.
#[test]
fn the_root_of_a_tree_has_its_label() {
    let folder = Folder::new("figure-root");
    let [tree, svg, tikz] = ["t.json", "t.svg", "t.tex"].map(|name| folder.path(name));
    let text = r#"{"label": "A", "children": [{"label": "B", "value": 1}, 2]}"#;
    std::fs::write(&tree, text).expect("a file");
    run_with(&["tree", &tree, "--svg", &svg, "--tikz", &tikz], "").answer();
    for (name, label) in [("t.svg", ">A</text>"), ("t.tex", "{A};")] {
        let drawn = read(&folder, name);
        assert_eq!(drawn.matches(label).count(), 1, "{drawn}");
    }
}

#[test]
fn a_play_is_a_strip() {
    let folder = Folder::new("figure-strips");
    let (svg, tex) = (folder.path("s.svg"), folder.path("s.tex"));
    for path in [&svg, &tex] {
        run_with(
            &[
                "show",
                "chomp:2x3",
                "--after",
                "c2 b1",
                "--names",
                "Adam,Ève",
                "--strip",
                path,
            ],
            "",
        )
        .answer();
    }
    let drawn = read(&folder, "s.svg");
    assert_eq!(drawn.matches("class=\"arrow\"").count(), 2);
    assert!(
        drawn.contains(">1. Adam c2<") && drawn.contains(">2. Ève b1<"),
        "{drawn}"
    );
    assert!(read(&folder, "s.tex").contains("{2. Ève b1}"));
}

#[test]
fn wythoffs_table_is_a_grid_of_nimbers() {
    let folder = Folder::new("figure-table");
    let svg = folder.path("t.svg");
    let answer = run_with(&["show", "wythoff:4,3", "--nimbers", "--svg", &svg], "").answer();
    let table: Vec<&str> = answer.lines().take(5).collect();
    assert_eq!(
        table,
        [
            "  3  3  4  5  6  2",
            "  2  2  0  1  5  3",
            "  1  1  2  0  4  5",
            "  0  0  1  2  3  4",
            "     0  1  2  3  4"
        ]
    );
    // Lost positions stand on a piece.
    assert_eq!(read(&folder, "t.svg").matches("class=\"thing\"").count(), 3);
    run("show connect4 --nimbers").refused_for("one piece");
    run("show chomp:2x2 --nimbers").refused_for("one piece");
}

#[test]
fn boards_stand_inside_vertices() {
    let folder = Folder::new("figure-arena");
    let (svg, tex) = (folder.path("a.svg"), folder.path("a.tex"));
    for path in [&svg, &tex] {
        run_with(
            &[
                "graph",
                "draw",
                "domineering:3x2",
                "--boards",
                "--output",
                path,
            ],
            "",
        )
        .answer();
    }
    let drawn = read(&folder, "a.svg");
    assert_eq!(
        drawn.matches("class=\"noyau-board\"").count(),
        8,
        "one board for each of the 8 positions"
    );
    assert!(drawn.contains("<rect class=\"first\"") && drawn.contains("<rect class=\"second\""));
    assert!(read(&folder, "a.tex").contains("board second"));
    run_with(&["graph", "draw", "-", "--boards"], CHOMP).refused_for("--boards needs a game");
}

#[test]
fn doubled_vertices_have_the_letters_of_the_sides() {
    let drawn = |arguments: &[&str]| {
        run_with(
            &[&["graph", "draw", "-", "--double"], arguments].concat(),
            CHOMP,
        )
        .answer()
    };
    let adam = drawn(&["--names", "Adam,Ève"]);
    assert!(
        adam.contains("0<tspan class=\"small\" dy=\"3.5\">a</tspan>")
            && adam.contains(">e</tspan>"),
        "{adam}"
    );
    assert!(adam.contains(">Adam moves<") && adam.contains(">Ève moves<"));
    assert!(drawn(&["--to", "tikz"]).contains("{0\\textsubscript{1}}"));
    assert!(drawn(&["--to", "dot"]).contains("label=<0<SUB>1</SUB>>"));
}

#[test]
fn every_algorithm_has_step_pictures() {
    let folder = Folder::new("figure-steps");
    let attractor =
        "{\"owner\":{\"a\":\"first\",\"b\":\"second\"},\"edges\":{\"a\":[\"b\"],\"b\":[]}}";
    let draw = |name: &str, input: &str, more: &[&str]| {
        let path = folder.path(name);
        run_with(
            &[&["graph", "draw", "-", "--steps", &path], more].concat(),
            input,
        )
        .answer();
    };
    draw("kernel", CHOMP, &[]);
    assert!(read(&folder, "kernel/4.svg").contains("kernel"));
    draw("nimbers", CHOMP, &["--mark", "nimbers", "--to", "tikz"]);
    assert!(
        !read(&folder, "nimbers/1.tex").contains("\\ast 2")
            || read(&folder, "nimbers/1.tex").matches("\\ast").count() <= 2
    );
    assert!(read(&folder, "nimbers/9.tex").contains("\\ast 4"));
    draw(
        "attractor",
        attractor,
        &[
            "--mark",
            "attractor",
            "--to",
            "beamer",
            "--lang",
            "fr",
            "--names",
            "Alice,Bob",
        ],
    );
    let frames = read(&folder, "attractor/frames.tex");
    assert_eq!(frames.matches("\\begin{frame}").count(), 2, "{frames}");
    assert!(
        frames.contains("{Attracteur d'Alice, 1 sur 2}")
            && frames.contains("A\\_1 = A\\_0 \\ensuremath{\\cup} \\{a\\}"),
        "{frames}"
    );
    let tree = folder.write("t.json", "[[5, 3, 4], [2, 6, 7]]");
    for (algorithm, last) in [
        ("minimax", "the root = 3"),
        ("alphabeta", "the root = 3"),
        ("andor", "the root = T"),
    ] {
        let path = folder.path(algorithm);
        run_with(
            &[
                "tree",
                &tree,
                "--algorithm",
                algorithm,
                "--steps",
                &path,
                "--to",
                "beamer",
                "--json",
            ],
            "",
        )
        .answer();
        let frames = read(&folder, &format!("{algorithm}/frames.tex"));
        assert!(frames.contains(last), "{frames}");
        assert!(frames.matches("\\begin{frame}").count() > 8);
    }
    assert!(read(&folder, "alphabeta/frames.tex").contains(
        "\\ensuremath{\\alpha} cut, 2 \\ensuremath{\\leq} \\ensuremath{\\alpha} = 3: 2, 3 skipped"
    ));
    run_with(&["graph", "draw", "-", "--to", "beamer"], CHOMP)
        .refused_for("--to beamer needs --steps");
    run_with(
        &["graph", "draw", "-", "--steps", "x", "--mark", "strategy"],
        CHOMP,
    )
    .refused_for("--steps draws one algorithm");
}
