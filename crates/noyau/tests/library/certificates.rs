//! Certificates: what is written is accepted, what is changed is refused unless it is still true by definition, and no
//! file of any form does harm.

use crate::plain::{Plain, any_graph};
use noyau::arena::{Arena, Draft, Ending, Names, Rows};
use noyau::certificate::{
    write_attractor, write_kernel, write_nimbers, write_solution, write_strategy,
};
use noyau::dynamic::{Problem, Walkable};
use noyau::random::SplitMix;
use noyau::solve::attractor::{attractor, won_endings};
use noyau::solve::{nimbers, retrograde, strategy};
use noyau::verify::certificate::{self, Refused, Verified};
use noyau::{Language, Localized, Side, Value, message};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value as Json, json};

fn no_games(name: &str) -> Result<Box<dyn Walkable>, Problem> {
    Err(Problem::UnknownGame {
        name: name.to_owned(),
        near: message!("", ""),
        known: String::new(),
    })
}

fn check(bytes: &[u8]) -> Result<Verified, Refused> {
    certificate::check(bytes, &no_games)
}

const KINDS: [&str; 5] = ["kernel", "attractor", "nimbers", "strategy", "solve"];

/// The certificate of a kind for an arena; `None` if there is no such claim about it. Without owners an attractor is one of
/// the doubled arena.
fn certificate(kind: &str, arena: &Arena, from: u32) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match kind {
        "kernel" => write_kernel(arena, &mut out),
        "attractor" => {
            let arena = arena.doubled();
            let player = Side::BOTH[from as usize % 2];
            let targets = won_endings(&arena, player);
            let found = attractor(&arena, player, &targets);
            write_attractor(&arena, &targets, &found, &mut out)
        }
        "nimbers" => write_nimbers(arena, &nimbers::nimbers(arena.graph()).ok()?, &mut out),
        "strategy" => {
            let solution = retrograde::solve(arena, 1);
            let winning = strategy::winning(arena, &solution, from);
            write_strategy(arena, from, &winning, &mut out)
        }
        _ => write_solution(arena, &retrograde::solve(arena, 1), &mut out),
    }
    .unwrap();
    Some(out)
}

/// Random graphs, the same in every run.
fn random_graphs(most: usize) -> impl Iterator<Item = Plain> {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let graphs = any_graph(most);
    std::iter::from_fn(move || {
        use proptest::strategy::Strategy as _;
        Some(graphs.new_tree(&mut runner).unwrap().current())
    })
}

/// What a certificate says, read by another reader and judged by the definitions.
struct Sheet {
    plain: Plain,
    names: Vec<String>,
    kind: String,
    claim: Json,
}

impl Sheet {
    /// `None` if the graph breaks the rules of graphs.
    fn read(json: &Json) -> Option<Self> {
        let graph = &json["graph"];
        let edges = graph["edges"].as_object()?;
        let names: Vec<String> = edges.keys().cloned().collect();
        let find = |name: &Json| {
            let name = name
                .as_str()
                .map_or_else(|| name.to_string(), str::to_owned);
            names.iter().position(|known| *known == name)
        };
        let row = |row: &Json| row.as_array()?.iter().map(find).collect();
        let successors = edges
            .values()
            .map(row)
            .collect::<Option<Vec<Vec<usize>>>>()?;
        let owners = graph.get("owner").map(|owner| {
            let side = |name| Side::from_name(owner[name].as_str().unwrap()).unwrap();
            names.iter().map(side).collect()
        });
        let mut endings = vec![Ending::Unsaid; names.len()];
        for (key, ending) in [
            ("first", Ending::First),
            ("second", Ending::Second),
            ("draw", Ending::Draw),
        ] {
            for name in graph[key].as_array().into_iter().flatten() {
                let v = find(name)?;
                if !successors[v].is_empty() {
                    return None;
                }
                endings[v] = ending;
            }
        }
        Some(Self {
            plain: Plain {
                successors,
                owners,
                endings,
            },
            kind: json["kind"].as_str()?.to_owned(),
            claim: json["claim"].clone(),
            names,
        })
    }

    fn vertex(&self, name: &Json) -> Option<usize> {
        let name = name
            .as_str()
            .map_or_else(|| name.to_string(), str::to_owned);
        self.names.iter().position(|known| *known == name)
    }

    fn moves(&self, map: &Json) -> Option<Vec<(usize, usize)>> {
        let pairs = map.as_object()?.iter();
        let pair = |(u, v): (&String, &Json)| Some((self.vertex(&json!(u))?, self.vertex(v)?));
        pairs.map(pair).collect()
    }

    fn is_true(&self) -> Option<bool> {
        let n = self.plain.len();
        let side = |name: &Json| Side::from_name(name.as_str()?);
        let values = |plain: &Plain, words: [&str; 3], claims: &Json| {
            let written = plain.values().into_iter().map(|value| match value {
                Value::Loss(k) => json!([words[0], k]),
                Value::Draw => json!([words[1]]),
                Value::Win(k) => json!([words[2], k]),
            });
            self.names
                .iter()
                .zip(written)
                .all(|(name, value)| claims[name] == value)
        };
        Some(match &*self.kind {
            "kernel" => {
                let positions = Plain {
                    successors: self.plain.successors.clone(),
                    owners: None,
                    endings: vec![Ending::Unsaid; n],
                };
                values(
                    &positions,
                    ["lost", "undecided", "won"],
                    &self.claim["marks"],
                )
            }
            "solve" => values(&self.plain, ["loss", "draw", "win"], &self.claim["values"]),
            "attractor" => {
                let targets = self.claim["targets"].as_array()?.iter();
                let targets: Vec<usize> = targets.map(|t| self.vertex(t)).collect::<Option<_>>()?;
                let sequence = self.plain.attractor(side(&self.claim["player"])?, &targets);
                (0..n).all(|v| {
                    let least = sequence.iter().position(|set| set.contains(&v));
                    self.claim["rank"][&self.names[v]] == json!(least)
                })
            }
            "nimbers" => {
                self.plain.is_acyclic()
                    && (0..n).all(|v| {
                        self.claim["nimber"][&self.names[v]] == json!(self.plain.nimber(v))
                    })
            }
            _ => {
                let from = self.vertex(&self.claim["from"])?;
                let holds = |player, key: &str, wins| {
                    let moves = self.moves(&self.claim[key])?;
                    Some(self.plain.holds(player, from, &moves, wins))
                };
                match side(&self.claim["winner"]) {
                    Some(winner) => holds(winner, "strategy", true)?,
                    None => {
                        holds(Side::First, "first", false)? && holds(Side::Second, "second", false)?
                    }
                }
            }
        })
    }
}

#[test]
fn what_is_written_is_accepted() {
    let mut kinds = 0;
    for plain in random_graphs(7).take(300) {
        let arena = plain.arena();
        for kind in KINDS {
            for from in arena.graph().vertices() {
                let Some(bytes) = certificate(kind, &arena, from) else {
                    continue;
                };
                let text = String::from_utf8_lossy(&bytes);
                let verified = check(&bytes).unwrap_or_else(|why| panic!("{why}\n{text}"));
                assert_eq!(verified.kind, kind);
                let sheet = Sheet::read(&serde_json::from_slice(&bytes).unwrap()).unwrap();
                assert_eq!(verified.vertices, sheet.plain.len() as u64);
                let edges: usize = sheet.plain.successors.iter().map(Vec::len).sum();
                assert_eq!(verified.edges, edges as u64);
                assert_eq!(sheet.is_true(), Some(true), "{text}");
                kinds += 1;
            }
        }
    }
    assert!(kinds > 3000, "{kinds} certificates");
}

/// Changes one thing in a certificate; what, depends on the lot drawn.
fn mutate(json: &mut Json, random: &mut SplitMix) {
    let names: Vec<String> = json["graph"]["edges"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    let any = |random: &mut SplitMix| names[random.below(names.len())].clone();
    let name = any(random);
    match random.below(10) {
        // The graph: an edge less, an edge more, another owner.
        0 => {
            let row = json["graph"]["edges"][&name].as_array_mut().unwrap();
            if !row.is_empty() {
                row.remove(random.below(row.len()));
            }
        }
        1 => {
            let to = any(random);
            let row = json["graph"]["edges"][&name].as_array_mut().unwrap();
            row.push(json!(to));
        }
        2 => {
            if let Some(owner) = json["graph"].get_mut("owner") {
                let other = Side::from_name(owner[&name].as_str().unwrap())
                    .unwrap()
                    .other();
                owner[&name] = json!(other.name());
            }
        }
        _ => {
            let claim = &mut json["claim"];
            let up = random.below(2) == 0;
            let step = |number: u64| {
                if up {
                    number + 1
                } else {
                    number.saturating_sub(1)
                }
            };
            for (key, words) in [
                ("marks", ["lost", "undecided", "won"]),
                ("values", ["loss", "draw", "win"]),
            ] {
                let Some(values) = claim.get_mut(key) else {
                    continue;
                };
                let distance = values[&name][1].as_u64();
                values[&name] = match (distance, random.below(2)) {
                    (Some(k), 0) => json!([values[&name][0].clone(), step(k)]),
                    (distance, _) => match random.below(3) {
                        0 => json!([words[0], distance.unwrap_or(random.below(4) as u64)]),
                        1 => json!([words[1]]),
                        _ => json!([words[2], distance.unwrap_or(random.below(4) as u64)]),
                    },
                };
            }
            if let Some(nimber) = claim.get_mut("nimber") {
                nimber[&name] = json!(step(nimber[&name].as_u64().unwrap()));
            }
            if let Some(rank) = claim.get_mut("rank") {
                let known = rank[&name].as_u64();
                match (random.below(4), known) {
                    (0, _) => {
                        let target = any(random);
                        let targets = claim["targets"].as_array_mut().unwrap();
                        if up || targets.is_empty() {
                            targets.push(json!(target));
                        } else {
                            targets.pop();
                        }
                    }
                    (1, Some(_)) => rank[&name] = Json::Null,
                    (_, Some(k)) => rank[&name] = json!(step(k)),
                    (_, None) => rank[&name] = json!(random.below(names.len() + 1)),
                }
            }
            if claim.get("from").is_some() {
                let mut keys = vec!["strategy", "first", "second"];
                keys.retain(|&key| claim.get(key).is_some());
                let key = keys[random.below(keys.len())];
                let to = any(random);
                match random.below(6) {
                    0 => claim["from"] = json!(to),
                    1 if key == "strategy" => {
                        let winner = Side::from_name(claim["winner"].as_str().unwrap()).unwrap();
                        claim["winner"] = json!(winner.other().name());
                    }
                    2 => drop(claim[key].as_object_mut().unwrap().remove(&name)),
                    // Mostly to a successor, so that it is not always refused for the same reason.
                    _ => {
                        let row = json["graph"]["edges"][&name].as_array().unwrap();
                        let to = match row.len() {
                            0 => json!(to),
                            len => row[random.below(len)].clone(),
                        };
                        json["claim"][key][&name] = to;
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_changed_is_refused_unless_it_is_still_true() {
    let mut random = SplitMix(1);
    let mut refused = [0; KINDS.len()];
    let mut still_true = 0;
    for plain in random_graphs(6).take(600) {
        let arena = plain.arena();
        for (i, kind) in KINDS.into_iter().enumerate() {
            let from = random.below(plain.len()) as u32;
            let Some(bytes) = certificate(kind, &arena, from) else {
                continue;
            };
            let mut json: Json = serde_json::from_slice(&bytes).unwrap();
            let before = json.clone();
            mutate(&mut json, &mut random);
            if json == before {
                continue;
            }
            let text = json.to_string();
            let truth = Sheet::read(&json).and_then(|sheet| sheet.is_true());
            match check(text.as_bytes()) {
                Ok(_) => {
                    assert_eq!(truth, Some(true), "accepted: {text}");
                    still_true += 1;
                }
                Err(why) => {
                    assert_ne!(truth, Some(true), "refused: {why}\n{text}");
                    assert_ne!(why.localized(Language::French), why.to_string());
                    refused[i] += 1;
                }
            }
        }
    }
    assert!(refused.iter().all(|&count| count > 150), "{refused:?}");
    assert!(refused.iter().sum::<u32>() > 1000, "{refused:?}");
    assert!(still_true > 20, "{still_true}");
}

fn named() -> Arena {
    let names = [
        "plain",
        "a \"quoted\" one",
        "line\nbreak \u{1} \\",
        "été 😀",
        "007",
        "7",
    ];
    let edges = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (3, 4), (1, 5)];
    let mut draft = Draft::plain(Rows::from_edges(6, &edges));
    draft.names = Names::words(names);
    draft.start = 2;
    Arena::from(draft)
}

#[test]
fn names_of_every_form_come_back() {
    let arena = named();
    for kind in ["kernel", "attractor", "strategy", "solve"] {
        for from in arena.graph().vertices() {
            let bytes = certificate(kind, &arena, from).unwrap();
            assert_eq!(
                check(&bytes).map(|verified| verified.kind),
                Ok(kind.to_owned())
            );
        }
    }
    let bytes = certificate("solve", &arena, 0).unwrap();
    let json: Json = serde_json::from_slice(&bytes).unwrap();
    let names: Vec<&String> = json["graph"]["edges"].as_object().unwrap().keys().collect();
    let given: Vec<String> = arena.names().iter().map(Into::into).collect();
    assert_eq!(names, given.iter().collect::<Vec<_>>());
    assert_eq!(
        json["graph"]["edges"]["plain"],
        json!(["a \"quoted\" one", "été 😀"])
    );
    assert_eq!(
        json["graph"]["edges"]["a \"quoted\" one"][1],
        json!(7),
        "a number stays one"
    );
    assert_eq!(
        json["graph"]["edges"]["été 😀"],
        json!(["007", "007"]),
        "repeated edges are kept"
    );
}

/// Another program may write the same document in another way: keys in another order, spaces, escapes.
#[test]
fn the_form_of_the_json_does_not_matter() {
    let bytes = certificate("solve", &named(), 0).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let json: Json = serde_json::from_str(&text).unwrap();
    let reversed = |json: &Json| -> Json {
        Json::Object(
            json.as_object()
                .unwrap()
                .clone()
                .into_iter()
                .rev()
                .collect(),
        )
    };
    let mut other = reversed(&json);
    other["graph"] = reversed(&other["graph"]);
    other["claim"]["values"] = reversed(&other["claim"]["values"]);
    let pretty = serde_json::to_string_pretty(&other).unwrap();
    let pretty = pretty
        .replace("😀", "\\ud83d\\ude00")
        .replace("é", "\\u00e9");
    assert!(check(pretty.as_bytes()).is_ok(), "{pretty}");
}

#[test]
fn the_first_thing_wrong_is_said_with_names() {
    let head = r#"{"noyau":"certificate","version":1,"#;
    let cases = [
        (
            r#""kind":"kernel","graph":{"edges":{"3":[5],"5":[]}},"claim":{"marks":{"3":["lost",2],"5":["lost",0]}}}"#,
            r#"vertex "3" is claimed lost in 2, but its successor "5" is lost too"#,
            r#"le sommet "3" est annoncé perdu en 2, mais son successeur "5" est perdu aussi"#,
        ),
        // Stable and absorbing, and yet not what backward induction gives.
        (
            r#""kind":"kernel","graph":{"edges":{"a":["b"],"b":["a"]}},"claim":{"marks":{"a":["lost",0],"b":["won",1]}}}"#,
            r#"vertex "a" is claimed lost in 0, but by what is claimed of its successors it is lost in 2"#,
            r#"le sommet "a" est annoncé perdu en 0, mais d'après ses successeurs il est perdu en 2"#,
        ),
        (
            r#""kind":"kernel","graph":{"edges":{"a":["b"],"b":[]}},"claim":{"marks":{"a":["undecided"],"b":["undecided"]}}}"#,
            r#"vertex "b" is claimed undecided, but it has no successor, so it is lost in 0"#,
            r#"le sommet "b" est annoncé indécis, mais il n'a pas de successeur, donc il est perdu en 0"#,
        ),
        (
            r#""kind":"kernel","graph":{"edges":{"a":["b"],"b":[]}},"claim":{"marks":{"b":["lost",0]}}}"#,
            r#"nothing is said of "a""#,
            r#"rien n'est dit de "a""#,
        ),
        (
            r#""kind":"nimbers","graph":{"edges":{"a":["b"],"b":["c"],"c":["b"]}},"claim":{"nimber":{"a":0,"b":1,"c":0}}}"#,
            r#"the graph has the cycle "b" → "c" → "b", so it has no nimbers"#,
            r#"le graphe a le cycle "b" → "c" → "b", donc pas de nimbers"#,
        ),
        (
            r#""kind":"nimbers","graph":{"edges":{"a":["b"],"b":[]}},"claim":{"nimber":{"a":2,"b":0}}}"#,
            r#"vertex "a" is claimed to have nimber 2, but none of its successors has nimber 1"#,
            r#"le sommet "a" est annoncé de nimber 2, mais aucun de ses successeurs n'a le nimber 1"#,
        ),
        (
            r#""kind":"strategy","graph":{"edges":{"a":["b","c"],"b":["a"],"c":[]}},"claim":{"from":"a","winner":"first","strategy":{"a":"b"}}}"#,
            r#"play that follows the strategy can go round "a" → "b" → "a" for ever"#,
            r#"une partie qui suit la stratégie peut tourner sans fin : "a" → "b" → "a""#,
        ),
        (
            r#""kind":"strategy","graph":{"edges":{"a":["b"],"b":["c"],"c":["d"],"d":[]}},"claim":{"from":"a","winner":"first","strategy":{"a":"b"}}}"#,
            r#"play can come by "a" → "b" → "c" to where the strategy of first is silent"#,
            r#"on peut arriver par "a" → "b" → "c" là où la stratégie de first ne dit rien"#,
        ),
        (
            r#""kind":"strategy","graph":{"edges":{"a":["b"],"b":["c","d"],"c":[],"d":[]},"draw":["d"]},"claim":{"from":"a","winner":null,"first":{"a":"b"},"second":{"b":"c"}}}"#,
            r#"the play "a" → "b" → "c" follows the strategy of first and is lost"#,
            r#"la partie "a" → "b" → "c" suit la stratégie de first et est perdue"#,
        ),
        (
            r#""kind":"strategy","graph":{"edges":{"a":["b"],"b":["c","d"],"c":[],"d":[]},"draw":["c","d"]},"claim":{"from":"a","winner":"first","strategy":{"a":"b"}}}"#,
            r#"the play "a" → "b" → "c" follows the strategy and is not won by first"#,
            r#"la partie "a" → "b" → "c" suit la stratégie et n'est pas gagnée par first"#,
        ),
        (
            r#""kind":"attractor","graph":{"owner":{"a":"first","b":"second"},"edges":{"a":["b"],"b":["a"]}},"claim":{"player":"first","targets":[],"rank":{"a":2,"b":1}}}"#,
            r#"vertex "b" is claimed of rank 1, but its owner second does best to move to "a", which is claimed of rank 2: so it is of rank 3"#,
            r#"le sommet "b" est annoncé de rang 1, mais le mieux pour son propriétaire second est d'aller à "a", annoncé de rang 2 : il est donc de rang 3"#,
        ),
        (
            r#""kind":"solve","graph":{"owner":{"a":"first","b":"first"},"edges":{"a":["b"],"b":[]}},"claim":{"values":{"a":["win",1],"b":["loss",0]}}}"#,
            r#""a" is claimed won in 1, but its best move leads to "b", where the same side moves and which is claimed lost in 0: so it is lost in 1"#,
            r#""a" est annoncé gagné en 1, mais son meilleur coup mène à "b", où le même camp joue, annoncé perdu en 0 : c'est donc perdu en 1"#,
        ),
    ];
    for (rest, english, french) in cases {
        let refused = check(format!("{head}{rest}").as_bytes()).unwrap_err();
        assert!(matches!(refused, Refused::Wrong(_)), "{refused}");
        assert_eq!(refused.to_string(), english);
        assert_eq!(refused.localized(Language::French), french);
    }
}

#[test]
fn a_file_of_another_form_is_refused_in_place() {
    let good = r#"{"noyau":"certificate","version":1,"kind":"nimbers",
"graph":{"edges":{"a":["b"],"b":[]}},
"claim":{"nimber":{"a":1,"b":0}}}"#;
    assert!(check(good.as_bytes()).is_ok());
    // What is replaced, by what, and where the reader then stops.
    let cases = [
        ("certificate", "table", 1, 1),
        (r#""noyau":"certificate","#, "", 1, 1),
        (r#""version":1"#, r#""version":2"#, 1, 34),
        (r#""version":1"#, r#""version":-1"#, 1, 34),
        (r#""version":1,"#, "", 1, 1),
        ("nimbers", "nimber", 1, 43),
        (r#","kind":"nimbers""#, "", 1, 1),
        (r#""kind":"nimbers""#, r#""kind":7"#, 1, 43),
        (r#""kind""#, r#""note":[],"kind""#, 1, 36),
        (r#"["b"]"#, r#"["c"]"#, 2, 24),
        (r#"["b"]"#, r#"["b",]"#, 2, 28),
        (r#"["b"]"#, r#"["b" "b"]"#, 2, 28),
        (r#"["b"]"#, r#""b""#, 2, 23),
        (r#"["b"]"#, "[01]", 2, 24),
        (r#"["b"]"#, "[1.5]", 2, 24),
        (r#"["b"]"#, r#"["\x"]"#, 2, 25),
        (r#"["b"]"#, r#"["\ud800"]"#, 2, 25),
        (r#"["b"]"#, "[\"\u{1}\"]", 2, 25),
        (r#""b":[]"#, r#""b":[],"a":[]"#, 2, 36),
        (
            r#""b":[]"#,
            r#""b":[]},"owner":{"a":"first","b":"third""#,
            2,
            62,
        ),
        (r#""b":[]"#, r#""b":[]},"start":"c","draw":{"#, 2, 45),
        (r#"{"edges":{"a":["b"],"b":[]}}"#, "{}", 2, 9),
        (r#"{"edges":{"a":["b"],"b":[]}}"#, "null", 2, 9),
        (
            r#"{"edges":{"a":["b"],"b":[]}}"#,
            r#"{"edges":{"a":["b"],"b":[]},"draw":["a"]}"#,
            2,
            45,
        ),
        (
            r#"{"edges":{"a":["b"],"b":[]}}"#,
            r#"{"edges":{"a":["b"],"b":[]},"first":["b"]}"#,
            2,
            46,
        ),
        (r#""a":1"#, r#""a":1,"a":1"#, 3, 26),
        (r#""a":1"#, r#""a":1,"z":1"#, 3, 26),
        (r#""a":1"#, r#""a":"1""#, 3, 24),
        (r#""a":1"#, r#""a":null"#, 3, 24),
        (r#""a":1"#, r#""a":4294967295"#, 3, 24),
        (r#""a":1"#, r#""a":99999999999999999999"#, 3, 24),
        (r#""nimber":{"#, r#""nimber":{},"nimber":{"#, 3, 22),
        (r#""b":0}}}"#, r#""b":0}}}}"#, 3, 34),
        (r#""b":0}}}"#, r#""b":0}}"#, 3, 33),
        (r#""b":0}}}"#, r#""b":0"#, 3, 31),
        (r#""b":0}}}"#, r#""b"#, 3, 28),
    ];
    for (from, to, line, column) in cases {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{from}");
        match check(text.as_bytes()) {
            Err(Refused::Unreadable(found)) => {
                assert_eq!(
                    (found.line, found.column),
                    (line, column),
                    "{found}\n{text}"
                );
                assert_ne!(found.localized(Language::French), found.to_string());
            }
            other => panic!("{other:?}\n{text}"),
        }
    }
    let mut bytes = good.as_bytes().to_vec();
    bytes[60] = 0xFF;
    let Err(Refused::Unreadable(found)) = check(&bytes) else {
        panic!("this is not UTF-8");
    };
    assert_eq!(found.to_string(), "2:8: this is not text in UTF-8");
    for text in ["", "   ", "null", "[]", "{", "\"", "nul", "-", "{}{}"] {
        assert!(
            matches!(check(text.as_bytes()), Err(Refused::Unreadable(_))),
            "{text}"
        );
    }
    let deep = "[".repeat(1_000_000);
    let Err(Refused::Unreadable(found)) = check(deep.as_bytes()) else {
        panic!("this is too deep");
    };
    assert_eq!((found.line, found.column), (1, 33));
}

#[test]
fn garbled_files_do_no_harm() {
    let mut random = SplitMix(7);
    for kind in ["kernel", "attractor", "strategy", "solve"] {
        let good = certificate(kind, &named(), 0).unwrap();
        let whole = good.trim_ascii_end().len();
        for cut in 0..whole {
            assert!(
                matches!(check(&good[..cut]), Err(Refused::Unreadable(_))),
                "cut at {cut}"
            );
        }
        for _ in 0..2000 {
            let mut bytes = good.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[at] = random.next_u64() as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"{}[]\",:0\\"[random.below(9)]),
                }
            }
            // Either way it must come to an end, and say the same in both languages.
            if let Err(why) = check(&bytes) {
                assert!(!why.localized(Language::French).is_empty());
            }
        }
    }
}

#[test]
fn a_long_path_is_no_trouble() {
    let n = 200_000;
    let edges: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    let arena = Arena::from(Draft::plain(Rows::from_edges(n as usize, &edges)));
    for kind in KINDS {
        let bytes = certificate(kind, &arena, 0).unwrap();
        let verified = check(&bytes).unwrap_or_else(|why| panic!("{kind}: {why}"));
        assert!(verified.vertices >= u64::from(n));
    }
}

#[test]
fn an_empty_graph_is_a_graph() {
    let arena = Arena::from(Draft::plain(Rows::new()));
    for kind in ["kernel", "attractor", "nimbers", "solve"] {
        let bytes = certificate(kind, &arena, 0).unwrap();
        assert!(check(&bytes).is_ok(), "{kind}");
    }
}
