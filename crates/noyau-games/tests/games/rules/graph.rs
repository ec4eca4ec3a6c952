use noyau::arena::{Draft, Rows};
use noyau::game::Impartial;
use noyau::{Message, Side};
use noyau_games::graph::Graph;

#[test]
fn names_in_a_line_are_told_apart() {
    let names = ["a", "3,2 first", "\"", "", "back\\slash", "é", "a\\ \"b\""];
    let mut graph = serde_json::json!({ "start": names });
    for name in names {
        graph[name] = serde_json::json!([]);
    }
    let text = graph.to_string();
    let files = |_: &str| Ok::<_, Message>(text.as_bytes().to_vec());
    let mut game = noyau_games::open("graph:names.json", &files).unwrap();
    let moves = game.moves();
    assert_eq!(game.split_moves(&game.join_moves(&moves)), names);
    let quoted: Vec<_> = moves
        .iter()
        .map(|name| game.join_moves(std::slice::from_ref(name)))
        .collect();
    assert_eq!(game.split_moves(&quoted.join(",")), names);
    for name in names {
        game.play(name).unwrap();
        assert!(game.undo());
    }
    assert_eq!(game.split_moves(" 0, 2 ,7 "), ["0", "2", "7"]);
    assert_eq!(game.split_moves("\"open"), ["open"]);
    assert!(game.split_moves(" ,").is_empty());
}

#[test]
fn nimbers_need_a_graph_without_owners_and_endings() {
    let rows = || Rows::from_edges(2, &[(0, 1)]);
    let plain = Graph::new("plain", Draft::plain(rows()));
    assert!(plain.is_normal_play());
    let owned = Draft {
        owners: Some(vec![Side::First, Side::Second]),
        ..Draft::plain(rows())
    };
    assert!(!Graph::new("owned", owned).is_normal_play());
}
